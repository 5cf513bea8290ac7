"""FindC (Algorithm 3; Bessiere et al. 2013), the first one: which of the candidates on a scope is it?

    1   function FindC(e, Y)
    2       B ← B \\ {c_Y | C_L ⊨ c_Y}              (implied by the learned constraints inside Y)
    3       Δ ← κ_B(e_Y)                           (only candidates whose scope is exactly Y)
    4       if Δ = ∅ return ∅
    5       loop
    6           generate e′ in D^Y accepted by C_L and rejected by Δ, with |κ_Δ(e′)| ≠ |Δ|
    7           if e′ = nil
    8               if Δ = ∅ return ∅
    9               else return random c in Δ      (they all mean the same now)
    10          if ASK(e′) = yes
    11              B ← B \\ κ_B(e′)
    12              Δ ← Δ \\ κ_Δ(e′)
    13          else Δ ← κ_Δ(e′)

In line 6 the paper prints κ_Δ(e_Y) ≠ |Δ|. Line 8 does not happen: some of Δ accepts e′, so Δ does not get
empty. In line 9 the first c is taken, not a random one.

Right if the target has one constraint on Y and none inside it: line 13 takes e′ to be rejected by the
constraint that is looked for. Asks at most |Δ| − 1 questions.
"""

from __future__ import annotations

from tacit.candidates.examination import Example
from tacit.generation.own_scope import OwnScope
from tacit.learning.asker import Asker
from tacit.learning.asking import Asking, DontKnow


def findc(asker: Asker, e: Example, Y: int) -> Asking[list[int]]:
    """The constraint on Y that rejects e, as a list of one row; empty if no candidate does."""
    own = OwnScope.of(asker, Y)
    own.drop_implied()
    delta = e.kappa_at(Y)
    if not delta:
        return []
    while True:
        e2 = own.splitting(delta)
        if e2 is None:
            if own.excluded() and own.tells_apart(delta):
                raise DontKnow  # examples that would tell them apart exist, but the oracle doesn't know
            return [delta[0]]
        rejecting = set(e2.kappa(Y).tolist())
        try:
            answer = yield from asker.ask(e2, Y)
        except DontKnow:
            continue  # another example may tell them apart
        if answer:
            delta = [row for row in delta if row not in rejecting]
        else:
            delta = [row for row in delta if row in rejecting]
