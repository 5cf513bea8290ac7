"""How an interview ended, in words."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from tacit.cli.layout import WIDTH, plural, wrapped
from tacit.interview import Interview, Statement
from tacit.interview.log import TOLD
from tacit.learning.result import CONTRADICTION, UNSATISFIABLE, Result, Status
from tacit.problem.problem import Problem
from tacit.problem.query import Query
from tacit.showing.claim_words import answer_word, statement
from tacit.showing.drawing import draw
from tacit.showing.sentences import lines

MOST = 30  # at most this many sentences, or open candidates, are listed
WHY = {
    CONTRADICTION: "no set of constraints over the language agrees with them",
    UNSATISFIABLE: "what they prove has no solution",
}
NOTHING_TO_ASK = "There is nothing to ask: no relation of the language says anything about these variables."
ENDS = {
    Status.CONVERGED: "Done: whatever else could be asked follows from your answers.",
    Status.PREMATURE: "Ended early: a limit was hit before everything was settled.",
    Status.UNDECIDED: 'What is left open was answered "don\'t know".',
    Status.STOPPED: "Stopped.",
}


def outcome(interview: Interview, model: str, *, talked_through: bool) -> str:
    """The end of an interview: how it ended, what was learned, what is open, and what to do with it.

    model:          what the next command is given: a file, perhaps with options
    talked_through: the person has already seen which answers contradict each other
    """
    result = interview.result
    parts = [_ended(interview, result)]
    statements = interview.conflict() if not talked_through else []
    if statements:
        parts.append(side_by_side(statements, result.reason))
    if interview.progress().total:
        parts.append(learned(result, interview.file.problem))
    if result.open:
        parts.append(_some(f"Still open ({plural(len(result.open), 'candidate')}):", [str(c) for c in result.open]))
    if len(result.network) and result.status != Status.COLLAPSED:
        parts.append(f"Next: tacit solve {model}, or tacit export {model} --to minizinc")
    return "\n\n".join(parts)


def learned(result: Result, problem: Problem) -> str:
    """What was learned, in words. The problem knows the groups that a person has named."""
    if not len(result.network):
        why = ": no candidate of the language holds." if result.status == Status.CONVERGED else " yet."
        return f"Nothing was learned{why}"
    title = f"Learned ({plural(len(result.network), 'constraint')}):"
    return _some(title, [line.text for line in lines(result.network, problem.groups)])


def _ended(interview: Interview, result: Result) -> str:
    if result.status == Status.COLLAPSED:
        told = f"{interview.said}, which can't all be right: {WHY[str(result.reason)]}."
        return wrapped(told, indent=0)
    if not interview.progress().total:
        return wrapped(NOTHING_TO_ASK, indent=0)
    return f"{ENDS[result.status]} {interview.said}."


def side_by_side(statements: Sequence[Statement], reason: str | None) -> str:
    """Answers that can't all be right, and why."""
    kinds = sorted(said.asked.kind for said in statements)
    both = kinds == ["example", "rule"]
    what = "This rule and this example can't both be right" if both else "These answers can't all be right"
    shown = [wrapped(f"{what}: {WHY[str(reason)]}.", indent=0)]
    for said in statements:
        unasked = said.entry is not None and said.entry.kind == TOLD
        claim = None if isinstance(said.asked, Query) else said.asked
        answered = "" if unasked else f", answered {answer_word(claim, said.answer, said.number)}"
        shown.append(f"{said.source[0].upper()}{said.source[1:]}{answered}:")
        shown.append(textwrap.indent(_asked(said), "    "))
    return "\n\n".join(shown)


def _asked(said: Statement) -> str:
    """What an answer is about: an example, drawn, or a claim in words."""
    if isinstance(said.asked, Query):
        return draw(said.asked.assignment, said.asked.vocabulary, width=76)
    words = statement(said.asked, exceptions=said.exceptions, number=said.number)
    return wrapped(f"{words[0].upper()}{words[1:]}.", width=76)


def _some(title: str, texts: Sequence[str]) -> str:
    """A list under a title, cut after `MOST` lines."""
    shown = [textwrap.fill(text, WIDTH, initial_indent="  ", subsequent_indent="    ") for text in texts[:MOST]]
    if len(texts) > MOST:
        shown.append(f"  … and {len(texts) - MOST:,} more")
    return "\n".join([title, *shown])
