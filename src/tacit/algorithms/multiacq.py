"""MultiAcq (Algorithm 4; Arcangioli et al. 2016): all constraints that a negative example violates, by FindAllScopes.

    1   C_L ← ∅
    2   loop
    3       if sol(C_L) = ∅ return collapse
    4       generate e in D^X accepted by C_L and rejected by B
    5       if e = nil return converged
    6       else
    7           MSes ← ∅
    8           FindAllScopes(e, X, MSes)
    9           for each Y ∈ MSes
    10              c_Y ← FindC(e, Y)
    11              if c_Y = nil return collapse
    12              else C_L ← C_L ∪ {c_Y}

Its cutoff heuristic: when FindAllScopes is cut, it is called again on the same example with the variables in
reverse order; when it is cut again, a new example is generated and the variables are shuffled. Asks O(|C_T| ·
(|X| + |Γ|)) questions to find the target.

R. Arcangioli, C. Bessiere, N. Lazaar, "Multiple Constraint Acquisition", IJCAI 2016,
https://www.ijcai.org/Abstract/16/105
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from tacit.algorithms.findallscopes import CutOff
from tacit.algorithms.findallscopes_quick import findallscopes_quick
from tacit.algorithms.outcome import COLLAPSE, Outcome, verdict
from tacit.candidates.examination import Example
from tacit.generation.solution import may_have_solution
from tacit.learning.asker import Asker
from tacit.learning.asking import Asking, DontKnow

if TYPE_CHECKING:
    from tacit.dialogue.options import Options

CALLS_PER_VARIABLE = 2_000


def multiacq(asker: Asker) -> Asking[Outcome]:
    """Learn the target of whoever answers."""
    # As in the paper's example, the last variable is taken away first.
    order = list(range(len(asker.space.vocabulary)))[::-1]
    while True:
        if not may_have_solution(asker):
            return COLLAPSE
        e = asker.options.generator(asker)
        if e is None:
            return verdict(asker)
        MSes: list[int] = []
        if (yield from _learn_all(asker, e, MSes, order)):
            continue
        if not (yield from _learn_all(asker, e, MSes, order[::-1])):
            asker.random.shuffle(order)


def _learn_all(asker: Asker, e: Example, MSes: list[int], order: list[int]) -> Asking[bool]:
    """Lines 8 to 12; False if FindAllScopes was cut. Scopes that an earlier call found in e are in MSes already."""
    known = len(MSes)
    finished = True
    try:
        yield from findallscopes_quick(asker, e, MSes, order, _cutoff(asker))
    except CutOff:
        asker.reporter.cutoff("scopes")
        finished = False
    except DontKnow:
        asker.space.park(e.kappa(e.variables))
    for Y in MSes[known:]:
        try:
            constraints = yield from asker.options.constraint_finder(asker, e, Y)
        except DontKnow:
            # Park all that e violates, so that the next example is another one.
            asker.space.park(e.kappa(e.variables))
            continue
        for c in constraints:
            asker.learn(c)
    return finished


def _cutoff(asker: Asker) -> Callable[[], bool]:
    """May FindAllScopes make one more call? The limit is in calls, or in seconds if that was asked for."""
    options = asker.options
    if options.cut_scopes is not None:
        end = time.perf_counter() + options.cut_scopes
        return lambda: time.perf_counter() < end
    left = calls_allowed(options, len(asker.space.vocabulary))

    def one_more() -> bool:
        nonlocal left
        left -= 1
        return left >= 0

    return one_more


def calls_allowed(options: Options, n: int) -> int:
    """How many calls FindAllScopes may make; by default in proportion to the number of variables, n."""
    return options.calls_scopes or CALLS_PER_VARIABLE * n
