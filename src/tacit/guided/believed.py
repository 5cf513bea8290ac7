"""What the guided learner believes, in words, for whoever answers its questions.

>>> import tacit
>>> cells = {f"grid[{row},{column}]": range(1, 5) for row in range(4) for column in range(4)}
>>> rows = [("!=", [f"grid[{r},{a}]", f"grid[{r},{b}]"]) for r in range(4) for a in range(4) for b in range(a)]
>>> dialogue = tacit.Dialogue(tacit.Problem(cells, language=["==", "!="]), algorithm="guided")
>>> oracle = tacit.Problem(cells, language=["==", "!="]).network(rows)
>>> for _ in range(40):
...     dialogue.answer(oracle.accepts(dialogue.query))
>>> dialogue.beliefs()[0]
'two of grid in one row: a and b differ (97 %)'
"""

from __future__ import annotations

import numpy as np

from tacit.guided.beliefs import Beliefs
from tacit.guided.tally import Tally
from tacit.problem.rows import Rows
from tacit.problem.vocabulary import Vocabulary
from tacit.showing.sayings import say
from tacit.structure.phrases import line_along, listed
from tacit.structure.places import Ints, Places

MOST_SENTENCES = 3
WORTH_SAYING = 0.5  # nobody wants to hear what is improbable
SEEN = 2  # a sentence must be about at least this many learned constraints
LETTERS = "abcd"


def believed(beliefs: Beliefs, most: int = MOST_SENTENCES) -> list[str]:
    """A few sentences: which relation seems to hold where, and how probable that is. The best known come first."""
    rows = beliefs.space.rows
    places = Places(rows.vocabulary)
    found: list[tuple[float, str]] = []
    for tally in beliefs.tallies:
        rate = tally.rates()
        trust = tally.trust(rate)[: tally.n_plain]
        for kind in range(len(rate)):
            number = int(np.argmax(np.round(trust[:, kind], 9)))
            found += _of_kind(rows, places, tally, kind, number)
    found.sort(key=lambda pair: (-pair[0], pair[1]))
    return [sentence for _, sentence in found[:most]]


def _of_kind(rows: Rows, places: Places, tally: Tally, kind: int, number: int) -> list[tuple[float, str]]:
    """The sentences about one kind of constraint; cells with the same description share one."""
    if tally.held[kind, 0] < SEEN:
        return []  # the first partition has one cell: so few were learned anywhere
    rate = tally.rates()
    cell_of = tally.cells_of_scopes(number)
    sums: dict[str, list[float]] = {}
    for cell in np.unique(cell_of).tolist():
        held, seen = tally.held[kind, cell], tally.seen[kind, cell]
        for where in _where(rows.vocabulary, places, tally.of_scope[cell_of == cell]):
            total = sums.setdefault(where, [0.0, 0.0])
            total[0] += held
            total[1] += seen
    relation = rows.relations[tally.kinds[kind, 0]]
    # A kind is a relation with its arguments in some order of the variables.
    letters = [LETTERS[int(i)] for i in np.argsort(tally.kinds[kind, 1:], kind="stable")]
    shown = say(relation, letters[: relation.arity], rows.vocabulary)
    found = []
    for where, (held, seen) in sums.items():
        p = (held + rate[kind]) / (seen + 1)
        if held >= SEEN and p >= WORTH_SAYING:
            found.append((held, f"{where}: {shown} ({100 * p:.0f} %)"))
    return found


def _where(vocabulary: Vocabulary, places: Places, scopes: Ints) -> list[str]:
    """What all these scopes have in common."""
    stems = places.stem[scopes]
    names = [vocabulary.names[int(scopes[0, i])] for i in range(scopes.shape[1])]
    if not (stems == stems[0, 0]).all():
        return [f"such as {' and '.join(names)}"]
    stem = names[0].split("[")[0].strip()
    at = places.coordinates[scopes]
    depth = len(places.shapes[int(stems[0, 0])])
    count = {1: "one", 2: "two", 3: "three", 4: "four"}[scopes.shape[1]]
    same = [d for d in range(depth) if depth > 1 and (at[:, :, d] == at[:, :1, d]).all()]
    if same and depth == 2:
        return [f"{count} of {stem} in one {line_along(1 - d, depth)}" for d in same]
    if same:
        return [f"{count} of {stem} with the same {listed([f'index {d + 1}' for d in same])}"]
    return [f"{count} of {stem}, such as {' and '.join(names)}"]
