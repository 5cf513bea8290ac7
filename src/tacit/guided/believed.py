"""What the guided learner believes, in words, for whoever answers its questions.

>>> import tacit
>>> cells = {f"grid[{row},{column}]": range(1, 5) for row in range(4) for column in range(4)}
>>> rows = [("!=", [f"grid[{r},{a}]", f"grid[{r},{b}]"]) for r in range(4) for a in range(4) for b in range(a)]
>>> dialogue = tacit.Dialogue(tacit.Problem(cells, language=["==", "!="]), algorithm="guided")
>>> oracle = tacit.Problem(cells, language=["==", "!="]).network(rows)
>>> for _ in range(40):
...     dialogue.answer(oracle.accepts(dialogue.query))
>>> believed(dialogue.state)[0]
'two of grid in one row: a and b differ (97 %)'
"""

from __future__ import annotations

import numpy as np

from tacit.guided.beliefs import Family
from tacit.guided.choosing import Chooser
from tacit.learning.state import State
from tacit.showing.sayings import say
from tacit.structure.places import Ints, Places

MOST_SENTENCES = 3
WORTH_SAYING = 0.5  # nobody wants to hear what is improbable
SEEN = 2  # constraints of a sort that were learned before it is spoken of
LETTERS = "abcd"
AXES = {1: ["place"], 2: ["row", "column"]}


def believed(state: State, most: int = MOST_SENTENCES) -> list[str]:
    """A few sentences: where which relation seems to hold, and how probable that is. What is best known comes first.

    None, if another learner than the guided one is at work.
    """
    if not isinstance(state.memory, Chooser):
        return []
    beliefs = state.memory.beliefs
    places = Places(state.vocabulary)
    found: list[tuple[float, str]] = []
    for family in beliefs.families:
        rate = family.rates()
        trust = family.trust(rate)[: family.n_plain]
        for kind in range(len(rate)):
            number = int(np.argmax(np.round(trust[:, kind], 9)))
            found += _of_kind(state, places, family, kind, number)
    found.sort(key=lambda pair: (-pair[0], pair[1]))
    return [sentence for _, sentence in found[:most]]


def _of_kind(state: State, places: Places, family: Family, kind: int, number: int) -> list[tuple[float, str]]:
    """The sentences about one kind of constraint: cells that are described alike are one."""
    rate = family.rates()
    cell_of = family.cells_of_scopes(number)
    sums: dict[str, list[float]] = {}
    for cell in np.unique(cell_of).tolist():
        held, seen = family.held[kind, cell], family.seen[kind, cell]
        for where in _where(state, places, family.of_scope[cell_of == cell]):
            total = sums.setdefault(where, [0.0, 0.0])
            total[0] += held
            total[1] += seen
    relation = state.rows.relations[family.kinds[kind, 0]]
    # A kind is a relation with its arguments in some order of the variables.
    letters = [LETTERS[int(i)] for i in np.argsort(family.kinds[kind, 1:], kind="stable")]
    shown = say(relation, letters[: relation.arity], state.vocabulary)
    found = []
    for where, (held, seen) in sums.items():
        p = (held + rate[kind]) / (seen + 1)
        if held >= SEEN and p >= WORTH_SAYING:
            found.append((held, f"{where}: {shown} ({100 * p:.0f} %)"))
    return found


def _where(state: State, places: Places, scopes: Ints) -> list[str]:
    """What all these scopes have in common."""
    stems = places.stem[scopes]
    names = [state.vocabulary.names[int(scopes[0, i])] for i in range(scopes.shape[1])]
    if not (stems == stems[0, 0]).all():
        return [f"such as {' and '.join(names)}"]
    stem = names[0].split("[")[0].strip()
    at = places.coordinates[scopes]
    depth = len(places.shapes[int(stems[0, 0])])
    axes = AXES.get(depth, [f"line along axis {d + 1}" for d in range(depth)])
    count = {1: "one", 2: "two", 3: "three", 4: "four"}[scopes.shape[1]]
    same = [axes[d] for d in range(depth) if depth > 1 and (at[:, :, d] == at[:, :1, d]).all()]
    if same:
        return [f"{count} of {stem} in one {axis}" for axis in same]
    return [f"{count} of {stem}, such as {' and '.join(names)}"]
