"""Results and explanations as a few lines of text, for `print`."""

from __future__ import annotations

from tacit.learning.evidence import Explanation
from tacit.learning.result import Result
from tacit.learning.result_html import how_it_ended
from tacit.problem.query import Query
from tacit.showing.sentences import lines

MOST = 10  # sentences of a model
MOST_CELLS = 8  # of an example


def result_text(result: Result) -> str:
    """How it ended, how much was learned, and the first lines of it."""
    groups = None if result._problem is None else result._problem.groups
    said = [line.text for line in lines(result.network, groups)]
    count = len(result.network)
    told = [f"{result.status}: {how_it_ended(result)}"]
    told.append(f"{count:,} constraint{'' if count == 1 else 's'} learned{':' if said else '.'}")
    told += [f"  {text}" for text in said[:MOST]]
    if len(said) > MOST:
        told.append(f"  … and {len(said) - MOST:,} more lines")
    named = [("candidate", len(result.open), "still open"), ("gap", len(result.gaps), "that nothing explains")]
    told += [f"{number:,} {what}{'' if number == 1 else 's'} {how}." for what, number, how in named if number]
    return "\n".join(told)


def explanation_text(explanation: Explanation) -> str:
    """Why a constraint is in the network, in sentences."""
    constraint = explanation.constraint
    if explanation.background:
        return f"{constraint} was given, not learned."
    told = [f"{constraint} is in the model{'' if explanation.proof else ', although no answers prove it'}."]
    told += [f"  It explains the no to {_cells(query)}." for query in explanation.no]
    told += [f"  The yes to {_cells(query)} refutes other reasons." for query in explanation.yes]
    told += [f"  This was said: {claimed!r}." for claimed in explanation.claims]
    if explanation.given:
        told.append(f"  Where {' and '.join(map(str, explanation.given))}, it is all that is left.")
    return "\n".join(told)


def _cells(query: Query) -> str:
    shown = [f"{name} = {value}" for name, value in query.shown.items()]
    more = len(shown) - MOST_CELLS
    return ", ".join(shown[:MOST_CELLS]) + (f" and {more:,} more cells" if more > 0 else "")
