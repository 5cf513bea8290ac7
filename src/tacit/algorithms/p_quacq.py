"""P-QuAcq: QuAcq, and after each constraint questions about those that are likely beside it (Daoudi et al. 2016).

    1   C_L ← ∅
    2   loop
    3       as QuAcq: generate e; if the answer is "no", c ← FindC(e, FindScope(e, X)), C_L ← C_L ∪ {c}
    4       Predict&Ask(the relation of c)

    5   function Predict&Ask(r)
    6       (Y, E) ← the graph of the constraints with relation r in C_L
    7       Δ ← the candidates in B with relation r whose variables are in Y
    8       no ← 0
    9       while Δ ≠ ∅ and no < α
    10          take the c out of Δ whose variables score highest
    11          if "does c hold?" = yes   C_L ← C_L ∪ {c}, E ← E ∪ {scope(c)}, no ← 0
    12          else                      B ← B \\ {c}, no ← no + 1

Line 10 is link prediction: the score of x and y is Adamic's and Adar's, the sum of 1 / log |N(z)| over all z that are
joined to both. α = 4, as in the paper. It is about relations of two variables; after another constraint nothing is
asked here. Ties go to the lowest row.

The question of line 11 is a recommendation query. Here it is a rule question about two cells (`structure/rule.py`). An
oracle that answers examples only is shown one on the scope of c, which c rejects and as few others as possible: a
"yes" refutes c, and after a "no" FindC finds out whether it was c.

Asks O(|C_T| · (log |X| + |Γ|)) questions about examples, and at most (α + 1) · |C_T| that Predict&Ask adds.

A. Daoudi, Y. Mechqrane, C. Bessiere, N. Lazaar, E. H. Bouyakhf, "Constraint Acquisition with Recommendation Queries",
IJCAI 2016
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tacit.algorithms.outcome import COLLAPSE, Outcome, verdict
from tacit.algorithms.scope_inside import scope_inside
from tacit.candidates.version_space import VersionSpace
from tacit.generation.own_scope import OwnScope
from tacit.generation.solution import may_have_solution
from tacit.learning.asker import Asker
from tacit.learning.asking import Asking, DontKnow
from tacit.problem.rows import Block, RowIds
from tacit.structure.families import cells_family
from tacit.structure.rule import Rule

ALPHA = 4  # "no" answers in a row


def p_quacq(asker: Asker) -> Asking[Outcome]:
    """Learn the target of whoever answers."""
    while True:
        asker.at_top()
        if not may_have_solution(asker):
            return COLLAPSE
        e = asker.options.generator(asker)
        if e is None:
            return verdict(asker)
        Y = e.variables
        try:
            if (yield from asker.ask(e, Y)):
                continue
            scope = yield from scope_inside(asker, e, Y)
            constraints = yield from asker.options.constraint_finder(asker, e, scope)
        except DontKnow:
            asker.space.park(e.kappa(Y))
            continue
        for c in constraints:
            asker.learn(c)
        for c in constraints:
            yield from predict_and_ask(asker, c)


def predict_and_ask(asker: Asker, c: int) -> Asking[None]:
    """Lines 5 to 12, for the relation of a row that was just learned."""
    space = asker.space
    block = next(block for block in space.rows.blocks if block.first <= c < block.first + len(block))
    if block.arity != 2:
        return
    same = np.flatnonzero(block.relation_ids == block.relation_ids[c - block.first]) + block.first
    asked = np.zeros(space.rows.size, dtype=bool)
    no = 0
    while no < ALPHA:
        joined = _graph(space, block, same)
        delta = same[space.in_bias[same] & ~space.parked[same] & ~space.beyond[same] & ~asked[same]]
        in_graph = joined.sum(axis=1) > 0
        delta = delta[in_graph[block.scopes[delta - block.first]].all(axis=1)]
        if not len(delta):
            return
        best = int(delta[np.argmax(adamic_adar(joined, block.scopes[delta - block.first]))])
        asked[best] = True
        try:
            holds = yield from _holds(asker, best)
        except DontKnow:
            continue
        no = 0 if holds else no + 1


def adamic_adar(joined: NDArray[np.bool_], pairs: NDArray[np.int32]) -> NDArray[np.float64]:
    """The score of each pair, rounded, so that the order is the same on every machine.

    >>> joined = np.array([[0, 1, 1, 0], [1, 0, 0, 1], [1, 0, 0, 1], [0, 1, 1, 0]], dtype=bool)
    >>> adamic_adar(joined, np.array([[0, 3], [0, 1]])).tolist()  # 1 and 2 join 0 and 3, and each has two neighbours
    [2.885390082, 0.0]
    """
    degree = joined.sum(axis=1)
    weight = np.where(degree > 1, 1 / np.log(np.maximum(degree, 2)), 0.0)
    common = (joined[pairs[:, 0]] & joined[pairs[:, 1]]).astype(np.float64)
    score: NDArray[np.float64] = (common @ weight).round(9)
    return score


def _graph(space: VersionSpace, block: Block, same: RowIds) -> NDArray[np.bool_]:
    joined = np.zeros((len(space.vocabulary), len(space.vocabulary)), dtype=bool)
    ends = block.scopes[same[space.learned[same]] - block.first]
    joined[ends[:, 0], ends[:, 1]] = joined[ends[:, 1], ends[:, 0]] = True
    return joined


def _holds(asker: Asker, row: int) -> Asking[bool]:
    """Does this constraint hold? Line 11: as a rule, or by an example. It is settled then, if the oracle knows."""
    space = asker.space
    own = OwnScope.of(asker, space.scope_set(row))
    if own.implied(np.array([row])):
        own.drop_implied()  # this needs no question
        return True
    if asker.options.rules:
        family = cells_family(space.vocabulary, space.rows.scope(row))
        return (yield from asker.ask_claim(Rule(space.rows.relation(row), family)))
    e = own.separating(row, alone=True)
    if e is None:
        raise DontKnow  # to each example that would tell, "don't know" was the answer
    if (yield from asker.ask(e, own.scope)):
        return False
    scope = yield from scope_inside(asker, e, own.scope)
    for c in (yield from asker.options.constraint_finder(asker, e, scope)):
        asker.learn(c)
    return bool(space.learned[row])
