"""FindAllCons (Algorithm 7): all constraints that an example violates, each by FindScope and FindC.

    FindAllCons(e, Y, Scopes)
    1   if collapse return ∅
    2   if no c ∈ κ_{B\\C_L}(e_Y) has a scope that is not in Scopes return ∅
    3   NScopes ← ∅
    4   if Scopes ≠ ∅
    5       pick an S ∈ Scopes
    6       for each x_i ∈ S
    7           NScopes ← NScopes ∪ FindAllCons(e, Y \\ {x_i}, NScopes ∪ (Scopes \\ {S}))
    8   else if ASK(e_Y) = yes   B ← B \\ κ_B(e_Y)
    9   else
    10      scope ← FindScope(e, ∅, Y, false);  c ← FindC(e, scope)
    11      if c = nil   collapse ← true; return ∅
    12      else         C_L ← C_L ∪ {c}
    13      NScopes ← NScopes ∪ {scope}
    14      NScopes ← NScopes ∪ FindAllCons(e, Y, NScopes)
    15  return NScopes

Scopes that are no longer inside Y are dropped. Line 2 here also returns if every violated candidate's scope
*contains* one of Scopes: below, a variable of each of those is taken away before anything is asked, so none of
these candidates could be asked about. The questions are the same; without it a candidate around a learned scope
would keep an exponential tree alive.
"""

from __future__ import annotations

from tacit import bitset
from tacit.asking import Asking, DontKnow
from tacit.example import Example
from tacit.state import State


def find_all_cons(state: State, e: Example, Y: int, scopes: list[int]) -> Asking[list[int]]:
    """Learn what e_Y violates besides the given scopes; returns the scopes of what was learned."""
    state.reporter.enter("FindAllCons", Y=Y, Scopes=tuple(scopes))
    found = yield from _body(state, e, Y, scopes)
    state.reporter.leave("FindAllCons", tuple(found))
    return found


def _body(state: State, e: Example, Y: int, scopes: list[int]) -> Asking[list[int]]:
    if not _something_else(state, e, Y, scopes):
        return []
    new_scopes: list[int] = []
    if scopes:
        S, *others = scopes
        for x in bitset.members(S):
            left = [scope for scope in [*new_scopes, *others] if not scope >> x & 1]
            new_scopes += yield find_all_cons(state, e, Y & ~(1 << x), left)
        return new_scopes
    try:
        if (yield from state.ask(e, Y)):
            return []
        scope = yield from state.options.find_scope(state, e, Y)
        constraints = yield from state.options.find_c(state, e, scope)
    except DontKnow:
        state.park(state.kappa(e, Y))
        return []
    # c = nil can't come here: an answer that no candidate explains has ended the dialogue already.
    for c in constraints:
        state.learn(c)
    new_scopes = [scope]
    new_scopes += yield find_all_cons(state, e, Y, new_scopes)
    return new_scopes


def _something_else(state: State, e: Example, Y: int, scopes: list[int]) -> bool:
    """Does e_Y violate a candidate whose scope contains none of these?"""
    for row in state.kappa(e, Y).tolist():
        scope = state.scope_set(row)
        if not any(bitset.is_subset(S, scope) for S in scopes):
            return True
    return False
