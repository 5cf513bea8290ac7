"""PQ-Gen: generate an example of just those variables about which something is open (Tsouros, Berden, Guns 2023).

    1   function PQ-Gen(B, C_L)
    2       if B = ∅ return nil
    3       Y ← the variables of the candidates in B              (the projection)
    4       e ← an example of Y that C_L[Y] accepts and some c ∈ B rejects; nil if there is none
    5       until the cutoff: e ← a better one, by the objective
    6       return e

The paper's objective is the number of violated candidates. Since variables without candidates are left out, the
examples get smaller, and are found sooner, the more is settled.

Guided by counts (`pq_gen_counts`, the same paper) the objective is the sum, over the violated candidates c, of

    1 − |Γ| · [1 / P(c) ≤ log₂ |Y|]

where P(c) is the share of c's relation that was learned, among all its candidates that are settled. A candidate is
*likely* if the term in brackets holds: then a "no" that it alone explains costs fewer questions than a search for it
among others. So the best example violates as many unlikely candidates as possible and no likely one; once there are
only likely ones, the best example violates one of them alone. The former is searched for with the likely candidates as
if they were learned, the latter is an example on the candidate's own scope, which is the smallest of its kind.

Where the code differs: the paper calls CP-SAT, and line 4 has no time limit. Here a search has the usual cutoffs, in
nodes; what it leaves open is settled candidate by candidate (`one_by_one`), as by IrrGen. So under max_B, convergence
is proved on the candidates' own scopes, which the paper does not ask for.

D. C. Tsouros, S. Berden, T. Guns, "Guided Bottom-Up Interactive Constraint Acquisition", CP 2023,
https://doi.org/10.4230/LIPIcs.CP.2023.36
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from tacit.candidates.examination import Example
from tacit.candidates.version_space import Mask, VersionSpace
from tacit.generation.irrgen import generated, limits_of, one_by_one, run, search_for
from tacit.generation.own_scope import OwnScope
from tacit.learning.asker import Asker
from tacit.problem.vocabulary import Codes


def pq_gen(asker: Asker) -> Example | None:
    """An example of the variables that are in open candidates; None if there is none (under max: none was found)."""
    agenda = asker.space.agenda
    if not agenda.any():
        return None
    given = asker.next_given()
    if given is not None:
        return given
    Y = variables_of(asker.space, agenda)
    codes = run(asker, search_for(asker, limits_of(asker), complete=True, only=Y))
    return generated(asker, one_by_one(asker, Y) if codes is None else codes)


def pq_gen_counts(asker: Asker) -> Example | None:
    """The same, guided by counts."""
    agenda = asker.space.agenda
    if not agenda.any():
        return None
    given = asker.next_given()
    if given is not None:
        return given
    Y = variables_of(asker.space, agenda)
    likely = agenda & likely_rows(asker.space, int(Y.sum()))
    if not likely.any():
        return pq_gen(asker)
    codes = _violating_unlikely(asker, agenda & ~likely, likely, Y)
    if codes is None:
        codes = _violating_one(asker, agenda & ~likely)
    if codes is None:
        codes = _violating_one(asker, likely)
    return generated(asker, one_by_one(asker, Y) if codes is None else codes)


def variables_of(space: VersionSpace, rows: Mask) -> Mask:
    """The variables of these rows."""
    found = np.zeros(len(space.vocabulary), dtype=bool)
    for block in space.rows.blocks:
        found[block.scopes[rows[block.first : block.first + len(block)]].ravel()] = True
    return found


def likely_rows(space: VersionSpace, n: int) -> Mask:
    """The rows whose relation was learned so often that 1 / P ≤ log₂ n."""
    relations = len(space.rows.relations)
    kept = np.zeros(relations)
    gone = np.zeros(relations)
    for block, rows in _blocks(space):
        kept += np.bincount(block[space.learned[rows]], minlength=relations)
        gone += np.bincount(block[~space.surviving[rows]], minlength=relations)
    settled = np.maximum(kept + gone, 1)
    chosen = kept * math.log2(max(n, 1)) >= settled  # the same as 1 / (kept / settled) ≤ log₂ n, without a division
    chosen &= kept > 0
    found = np.zeros(space.rows.size, dtype=bool)
    for block, rows in _blocks(space):
        found[rows] = chosen[block]
    return found


def _blocks(space: VersionSpace) -> list[tuple[NDArray[np.int16], slice]]:
    """The relations of the rows, block by block, and where the block's rows are."""
    return [(block.relation_ids, slice(block.first, block.first + len(block))) for block in space.rows.blocks]


def _violating_unlikely(asker: Asker, unlikely: Mask, likely: Mask, Y: Mask) -> Codes | None:
    if not unlikely.any():
        return None
    hard = asker.space.learned | likely
    complete = not asker.options.partial
    return run(asker, search_for(asker, limits_of(asker), soft=unlikely, hard=hard, complete=complete, only=Y))


def _violating_one(asker: Asker, rows: Mask) -> Codes | None:
    """An example on the scope of the first of these rows that can be violated there, and that few others reject."""
    if not asker.options.partial:
        return None
    space = asker.space
    for row in np.flatnonzero(rows).tolist():
        if space.on_agenda(row):
            own = OwnScope.of(asker, space.scope_set(row))
            e = own.separating(row, alone=True)
            if e is not None:
                return e.codes
            own.drop_implied()
            if space.in_bias[row]:  # not implied: all its examples were answered "don't know"
                space.park(np.array([row]))
    return None
