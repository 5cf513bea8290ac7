"""FindAllCons (Algorithm 7): all constraints that an example violates, each by FindScope and FindC.

    1   function FindAllCons(e, Y, Scopes)
    2       if collapse return ∅
    3       if no c ∈ κ_{B\\C_L}(e_Y) has a scope that is not in Scopes return ∅
    4       NScopes ← ∅
    5       if Scopes ≠ ∅
    6           pick an S ∈ Scopes
    7           for each x_i ∈ S
    8               NScopes ← NScopes ∪ FindAllCons(e, Y \\ {x_i}, NScopes ∪ (Scopes \\ {S}))
    9       else
    10          if ASK(e_Y) = yes   B ← B \\ κ_B(e_Y)
    11          else
    12              scope ← FindScope(e, ∅, Y, false)
    13              c ← FindC(e, scope)
    14              if c = nil
    15                  collapse ← true
    16                  return ∅
    17              else C_L ← C_L ∪ {c}
    18              NScopes ← NScopes ∪ {scope}
    19              NScopes ← NScopes ∪ FindAllCons(e, Y, NScopes)
    20      return NScopes

Scopes that are no longer inside Y are dropped. Line 3 here also returns if the scope of every violated candidate
*contains* one of Scopes: the calls below take away a variable of each of Scopes before they ask anything, so none of
these candidates could be asked about. The questions are the same; without this, a candidate whose scope contains a
learned one would keep an exponential tree alive. Candidates that a "don't know" has put aside don't count, either.

This is Algorithm 7 to be read; MQuAcq uses `findallcons_quick.py`, which asks the same questions.

D. C. Tsouros, K. Stergiou, "Efficient Multiple Constraint Acquisition", Constraints 25, 2020,
https://doi.org/10.1007/s10601-020-09311-4
"""

from __future__ import annotations

from tacit.algorithms.scope_inside import scope_inside
from tacit.algorithms.tracing import traced
from tacit.candidates import bitset
from tacit.candidates.examination import Example
from tacit.learning.asker import Asker
from tacit.learning.asking import Asking, DontKnow


@traced("FindAllCons", "Y", "Scopes")
def findallcons(asker: Asker, e: Example, Y: int, Scopes: list[int]) -> Asking[list[int]]:
    """Learn what e_Y violates besides the given scopes; returns the scopes of what was learned."""
    if not _something_else(asker, e, Y, Scopes):
        return []
    NScopes: list[int] = []
    if Scopes:
        S, *others = Scopes
        for x in bitset.members(S):
            inside = [scope for scope in [*NScopes, *others] if not scope >> x & 1]
            NScopes += yield findallcons(asker, e, Y & ~(1 << x), inside)
        return NScopes
    try:
        if (yield from asker.ask(e, Y)):
            return []
        scope = yield from scope_inside(asker, e, Y)
        constraints = yield from asker.options.constraint_finder(asker, e, scope)
    except DontKnow:
        asker.space.park(e.kappa(Y))
        return []
    for c in constraints:
        asker.learn(c)
    NScopes.append(scope)
    NScopes += yield findallcons(asker, e, Y, [scope])
    return NScopes


def _something_else(asker: Asker, e: Example, Y: int, Scopes: list[int]) -> bool:
    """Does e_Y violate a candidate whose scope contains none of Scopes?"""
    rows = e.kappa(Y)
    for row in rows[~asker.space.parked[rows]].tolist():
        scope = asker.space.scope_set(row)
        if not any(bitset.is_subset(S, scope) for S in Scopes):
            return True
    return False
