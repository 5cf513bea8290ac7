"""How an interview ended, in words."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from tacit.cli import cards
from tacit.cli.layout import WIDTH, are, plural, wrapped
from tacit.dialogue.oracles.patience import KNOWS_NOTHING
from tacit.interview import Interview
from tacit.learning.result import PLAN_ACCEPTED, Result, Status
from tacit.problem.problem import Problem
from tacit.showing.doubt_words import ENDS, PLAN_TAKEN, WHY, YOU_HAVE_A_PLAN
from tacit.showing.drawing import draw
from tacit.showing.sentences import lines

MOST = 30  # at most this many sentences, or open candidates, are listed
NOTHING_TO_ASK = "There is nothing to ask: no relation of the language says anything about these variables."
GO_ON = "To find out the rest, start again without --until plan: all answers are kept."
KNEW_NOTHING = (
    'Stopped: the answer to every question was "don\'t know", so there is no point in asking on. Does the function '
    "return its answer? Does the command understand the questions?"
)


def outcome(interview: Interview, model: str, *, talked_through: bool) -> str:
    """The end of an interview: how it ended, what was learned, what is open, and what to do with it.

    model:          what the next command is given: a file, perhaps with options
    talked_through: the person has already seen which answers contradict each other, what may be wrong, and the gaps
    """
    result = interview.result
    statements = interview.conflict() if not talked_through else []
    parts = [_ended(interview, result, why=not statements)]  # beside the answers it is said why
    if statements:
        parts.append(cards.contradiction(statements, result.reason))
    if result.reason == PLAN_ACCEPTED and interview.accepted is not None:
        plan = interview.accepted
        parts.append(textwrap.indent(draw(plan.assignment, plan.vocabulary, width=WIDTH - 2), "  "))
    if interview.progress().total:
        parts.append(learned(result, interview.file.problem))
    parts += [_in_short(result)] if talked_through else doubts(interview)
    if result.reason == PLAN_ACCEPTED:
        parts.append(wrapped(GO_ON, indent=0))
    elif result.open:
        parts.append(_some(f"Still open ({plural(len(result.open), 'candidate')}):", [str(c) for c in result.open]))
    if len(result.network) and result.status != Status.COLLAPSED:
        solve, export = f"tacit solve {model}", f"tacit export {model} --to minizinc"
        on_one_line = f"Next: {solve}, or {export}"
        parts.append(on_one_line if len(on_one_line) <= WIDTH else f"Next: {solve},\n  or {export}")
    return "\n\n".join(part for part in parts if part)


def doubts(interview: Interview, *, keys: bool = False) -> list[str]:
    """What may be wrong with the result, and what would help; keys: the person can do something about it now."""
    result = interview.result
    shown = [cards.second_looks(interview.second_looks()), cards.gaps(result.gaps, interview.file.problem.vocabulary)]
    return [part for part in [*shown, cards.advice(result.advice, result.gaps, keys=keys)] if part]


def _in_short(result: Result) -> str:
    """How much may be wrong, for somebody who has seen what."""
    counted = [(len(result.gaps), "gap", ""), (len(result.second_look), "answer", " worth a second look")]
    told = [f"{plural(count, what)}{more}" for count, what, more in counted if count]
    return f"With {' and '.join(told)}, as shown above." if told else ""


def learned(result: Result, problem: Problem) -> str:
    """What was learned, in words. The problem knows the groups that a person has named."""
    if not len(result.network):
        settled = result.status in (Status.CONVERGED, Status.INCOMPLETE)
        why = ": by your answers, no candidate of the language holds." if settled else " yet."
        return f"Nothing was learned{why}"
    title = f"Learned ({plural(len(result.network), 'constraint')}):"
    return _some(title, [line.text for line in lines(result.network, problem.groups)])


def _ended(interview: Interview, result: Result, *, why: bool) -> str:
    """How it ended; why: also why the answers can't all be right, if that is so."""
    if result.status == Status.COLLAPSED:
        because = f", which can't all be right: {WHY[str(result.reason)]}" if why else ""
        told = f"{interview.said}{because}."
    elif not interview.progress().total:
        told = NOTHING_TO_ASK
    elif result.reason == KNOWS_NOTHING:
        told = f"{KNEW_NOTHING} {interview.said}."
    elif result.reason == PLAN_ACCEPTED:
        told = f"{YOU_HAVE_A_PLAN}. {PLAN_TAKEN} {interview.said[0].upper()}{interview.said[1:]}."
    elif result.reason == "max_questions":
        told = (
            f"Stopped after {interview.said}, as --max-questions says: it counts all answers of this interview, and a "
            f"larger number goes on. {are(len(result.open), 'candidate')} still open."
        )
    else:
        told = f"{ENDS[str(result.status)]} {interview.said[0].upper()}{interview.said[1:]}."
    return wrapped(told, indent=0)


def _some(title: str, texts: Sequence[str]) -> str:
    """A list under a title, cut after `MOST` lines."""
    shown = [textwrap.fill(text, WIDTH, initial_indent="  ", subsequent_indent="    ") for text in texts[:MOST]]
    if len(texts) > MOST:
        shown.append(f"  … and {len(texts) - MOST:,} more")
    return "\n".join([title, *shown])
