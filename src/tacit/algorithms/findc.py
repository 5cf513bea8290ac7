"""FindC (Algorithm 3), the first one: which of the candidates on a scope is it?

    FindC(e, Y)
    1   B ← B \\ {c_Y | C_L ⊨ c_Y}                 (implied by the learned constraints inside Y)
    2   Δ ← κ_B(e_Y)                              (only candidates whose scope is exactly Y)
    3   if Δ = ∅ return ∅
    4   loop
    5       generate e′ in D^Y accepted by C_L and rejected by Δ, with |κ_Δ(e′)| ≠ |Δ|
    6       if e′ = nil
    7           return a c in Δ                   (they all mean the same now)
    8       if ASK(e′) = yes
    9           B ← B \\ κ_B(e′);  Δ ← Δ \\ κ_Δ(e′)
    10      else Δ ← κ_Δ(e′)

Right if the target has one constraint on Y and none inside it (line 10 takes e′ to be rejected by the
constraint that is looked for). Asks at most |Δ| − 1 questions.
"""

from __future__ import annotations

from tacit.asking import Asking, DontKnow
from tacit.example import Example
from tacit.generation.own_scope import OwnScope
from tacit.state import State


def find_c(state: State, e: Example, Y: int) -> Asking[list[int]]:
    """The constraint on Y that rejects e, as a list of one row; empty if no candidate does."""
    own = OwnScope(state, Y)
    state.drop_implied(own.implied(state.candidates_at(Y)))
    at_Y = state.candidates_at(Y)
    violated = set(state.kappa(e, Y).tolist())
    delta = [row for row in at_Y.tolist() if row in violated]
    if not delta:
        return []
    while True:
        e2 = own.splitting(delta)
        if e2 is None:
            if state.unknown and not _same(own, delta):
                raise DontKnow  # examples that would tell them apart exist, but were not answered
            return [delta[0]]
        rejecting = set(state.kappa(e2, Y).tolist())
        try:
            answer = yield from state.ask(e2, Y)
        except DontKnow:
            continue  # another example may tell them apart
        if answer:
            delta = [row for row in delta if row not in rejecting]
        else:
            delta = [row for row in delta if row in rejecting]


def _same(own: OwnScope, delta: list[int]) -> bool:
    """Do these candidates mean the same on the scope? (Only asked for when a "don't know" is in the way.)"""
    if not own.complete:
        return len(delta) == 1
    rejects = own.rejected_by(delta)
    return bool((rejects == rejects[0]).all())
