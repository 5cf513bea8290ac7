"""TQ-Gen: generate an example within a bounded time, of as many variables as that allows (Addi et al. 2018).

    1   function TQ-Gen(B, C_L, ℓ)
    2       spent ← 0
    3       while B ≠ ∅ and spent < bound
    4           ℓ ← max(ℓ, the smallest arity in B)
    5           choose ℓ variables Y that hold the scope of some c ∈ B
    6           e ← an example of Y that C_L[Y] accepts and some c ∈ B[Y] rejects, within τ
    7           spent ← spent + what line 6 took
    8           if e was found return e
    9           if there is none   B ← B \\ B[Y]       (implied)
    10          else               ℓ ← ⌊α · ℓ⌋         (τ was too short: fewer variables are easier)
    11      return nil

Before the next example, ℓ follows the answer: ⌈ℓ / α⌉ after a "yes", ⌊α · ℓ⌋ after a "no", because small examples are
easier to search for a scope. α = 0.8, and ℓ begins at |X|.

Where the code differs. Learners read no clock: τ is a number of nodes (the cutoff of a search, `nodes_max`), and the
bound is ten times τ. The paper stops there (premature convergence). Here what is left open is settled candidate by
candidate (`one_by_one`). Line 9 asks no more about candidates that all solutions of C_L[Y] satisfy. That is what max
does, too; under max_B a smaller example may violate them, so they are tried on their own scopes.

H. A. Addi, C. Bessiere, R. Ezzahir, N. Lazaar, "Time-Bounded Query Generator for Constraint Acquisition", CPAIOR 2018,
https://doi.org/10.1007/978-3-319-93031-2_1
"""

from __future__ import annotations

import math

import numpy as np

from tacit.candidates.examination import Example
from tacit.candidates.version_space import Mask, VersionSpace
from tacit.generation.irrgen import generated, limits_of, one_by_one, search_for
from tacit.generation.own_scope import OwnScope
from tacit.learning.asker import Asker
from tacit.problem.vocabulary import Codes

ALPHA = 0.8
TRIES = 10  # the bound, in units of τ
SIZE, ASKED = "tq-gen: ℓ", "tq-gen: answers before"


def tq_gen(asker: Asker) -> Example | None:
    """An example of as many variables as there is time for; None if there is none (under max: none was found)."""
    if not asker.space.agenda.any():
        return None
    given = asker.next_given()
    if given is not None:
        return given
    codes = _within_the_bound(asker, _adjusted(asker))
    if codes is None:
        codes = one_by_one(asker)
    asker.remembered[ASKED] = len(asker.answers.log)
    return generated(asker, codes)


def _adjusted(asker: Asker) -> int:
    """ℓ, after the answer to the last example."""
    size = asker.remembered.get(SIZE, len(asker.space.vocabulary))
    asked = asker.remembered.get(ASKED, -1)
    if 0 <= asked < len(asker.answers.log):
        if asker.answers.log[asked].answer:
            size = min(math.ceil(size / ALPHA), len(asker.space.vocabulary))
        else:
            size = max(int(ALPHA * size), 2)
    return size


def _within_the_bound(asker: Asker, size: int) -> Codes | None:
    space = asker.space
    limits = limits_of(asker).any_example()
    left = TRIES * limits.nodes_max
    while left > 0 and (agenda := space.agenda).any():
        size = max(size, _smallest_arity(space, agenda))
        asker.remembered[SIZE] = size
        Y = _variables(asker, agenda, size)
        search = search_for(asker, limits, soft=agenda & _inside(space, Y), complete=True, only=Y)
        codes = search.run()
        left -= max(search.nodes, 1)
        asker.reporter.searched(search.nodes)
        if codes is not None and search.best_violated > 0:
            return codes
        if search.exhausted:
            codes = _settled(asker, agenda & _inside(space, Y))
            if codes is not None:
                return codes
        else:
            asker.reporter.cutoff("max")
            size = int(ALPHA * size)
    return None


def _settled(asker: Asker, rows: Mask) -> Codes | None:
    """Line 9: no solution of C_L[Y] violates these rows. Under max_B, an example of a row's own scope that does."""
    space = asker.space
    if not asker.options.partial:
        space.put_out_of_reach(np.flatnonzero(rows))
        return None
    for row in np.flatnonzero(rows).tolist():
        if space.on_agenda(row):
            own = OwnScope.of(asker, space.scope_set(row))
            e = own.separating(row)
            if e is not None:
                return e.codes
            own.drop_implied()
            if space.in_bias[row]:  # not implied: all its examples were answered "don't know"
                space.park(np.array([row]))
    return None


def _variables(asker: Asker, agenda: Mask, size: int) -> Mask:
    """So many variables: those of a candidate drawn at random, and others drawn at random."""
    space = asker.space
    rows = np.flatnonzero(agenda)
    scope = list(space.rows.scope(int(rows[asker.random.randint(len(rows))])))
    Y = np.zeros(len(space.vocabulary), dtype=bool)
    Y[scope] = True
    others = np.flatnonzero(space.looked_at & ~Y)
    Y[asker.random.permutation(others)[: max(size - len(scope), 0)]] = True
    return Y


def _inside(space: VersionSpace, Y: Mask) -> Mask:
    found = np.zeros(space.rows.size, dtype=bool)
    for block in space.rows.blocks:
        found[block.first : block.first + len(block)] = Y[block.scopes].all(axis=1)
    return found


def _smallest_arity(space: VersionSpace, agenda: Mask) -> int:
    there = [block.arity for block in space.rows.blocks if agenda[block.first : block.first + len(block)].any()]
    return min(there, default=1)
