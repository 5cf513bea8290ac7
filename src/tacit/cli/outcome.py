"""How an interview ended, in words."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from tacit.drawing import draw
from tacit.interview import Interview
from tacit.result import CONTRADICTION, Result, Status
from tacit.words import lines

MOST = 30  # lines of words or of open candidates
ENDS = {
    Status.CONVERGED: "Done: whatever else could be asked follows from your answers.",
    Status.PREMATURE: "Ended early: a limit was hit before everything was settled.",
    Status.UNDECIDED: 'What is left open was answered "don\'t know".',
    Status.STOPPED: "Stopped.",
}


def outcome(interview: Interview, file: str, output: str | None) -> str:
    """The end of an interview: how it ended, what was learned, what is open, and what to do with it."""
    result = interview.result
    parts = [_ended(interview, result)]
    parts.append(learned(result))
    if result.open:
        parts.append(_some(f"Still open ({_count(len(result.open), 'candidate')}):", [str(c) for c in result.open]))
    if len(result.network) and result.status != Status.COLLAPSED:
        model = output or file
        parts.append(f"Next: tacit solve {model}, or tacit export {model} --to minizinc")
    return "\n\n".join(parts)


def learned(result: Result) -> str:
    """What was learned, in words."""
    if not len(result.network):
        return "Nothing was learned: no candidate of the language holds."
    title = f"Learned ({_count(len(result.network), 'constraint')}):"
    return _some(title, [line.text for line in lines(result.network)])


def _ended(interview: Interview, result: Result) -> str:
    if result.status == Status.COLLAPSED:
        if result.reason == CONTRADICTION and result.conflict is not None:
            return _contradiction(interview)
        return "The constraints learned have no solution together; an answer must be wrong."
    return f"{ENDS[result.status]} {_count(interview.answers, 'answer')}."


def _contradiction(interview: Interview) -> str:
    """A minimal set of answers that can't all be right, side by side."""
    shown = ["These answers can't all be right: no set of constraints over the language agrees with them."]
    for said in interview.conflict():
        shown.append(f"{said.source[0].upper()}{said.source[1:]}, answered {'yes' if said.answer else 'no'}:")
        shown.append(textwrap.indent(draw(said.query.assignment, said.query.vocabulary, width=76), "    "))
    shown.append("Start again, and take one of them back with u.")
    return "\n\n".join(shown)


def _some(title: str, texts: Sequence[str]) -> str:
    """A list, at most so long."""
    shown = [textwrap.fill(text, 80, initial_indent="  ", subsequent_indent="    ") for text in texts[:MOST]]
    if len(texts) > MOST:
        shown.append(f"  … and {len(texts) - MOST:,} more")
    return "\n".join([title, *shown])


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
