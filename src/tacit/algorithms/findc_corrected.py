"""FindC, corrected: exact for nested scopes, mixed arities, and several constraints on one scope.

This version is tacit's own. The FindC of Bessiere et al. (2016), which the paper mentions, repairs nested scopes only.

The first FindC narrows Δ when e′ is answered "no", as if the constraint it looks for had to be the reason. It need not
be: with Γ = {≠, ≤, y−x≥2}, target {≠, ≤} and e = (1,1), Δ is {≠, y−x≥2}; (2,1) is answered "no" because of ≤, and
narrowing would learn y−x≥2. So after a "no" on e′

* look for a smaller scope inside Y that e′ violates; if there is one, learn the constraint there;
* otherwise the evidence is a clause: at least one of *all* remaining candidates on Y that reject e′ is in the target.

    FindC(e, Y)
    1   B ← B \\ {c_Y | C_L ⊨ c_Y}
    2   clauses ← {κ_B(e_Y) on exactly Y}
    3   loop
    4       generate e′ in D^Y accepted by C_L that some, but not all, of a clause reject,
                and whose answer the clauses leave open (no clause lies inside κ_B(e′))
    5       if e′ = nil: return one candidate for each clause
    6       if ASK(e′) = yes   B ← B \\ κ_B(e′), also in the clauses
    7       else if S ← FindScope(e′, Y) is smaller than Y: learn FindC(e′, S)
    8       else add the clause κ_B(e′) on exactly Y

In line 5 any candidate of a clause will do. Each example that it rejects is rejected by all candidates of this clause,
or by all of another one. So the example must be a "no", and all networks that are left agree on it.

C. Bessiere et al., "New Approaches to Constraint Acquisition", 2016, https://hal.science/hal-01606245v1
"""

from __future__ import annotations

from tacit.candidates.examination import Example
from tacit.generation.own_scope import OwnScope
from tacit.learning.asker import Asker
from tacit.learning.asking import Asking, DontKnow
from tacit.problem.vocabulary import Codes


def findc_corrected(asker: Asker, e: Example, Y: int) -> Asking[list[int]]:
    """Constraints on Y: one that rejects e, and others that its questions have shown. Empty if there is none."""
    own = OwnScope.of(asker, Y)
    own.drop_implied()
    clauses = [e.kappa_at(Y)]
    if not clauses[0]:
        return []
    unanswered: list[Codes] = []  # examples: a "don't know" hides the answer, or the scope of the "no"
    while True:
        clauses = [[row for row in clause if asker.space.surviving[row]] for clause in clauses]
        e2 = _open_example(own, clauses, unanswered)
        if e2 is None:
            break
        try:
            if (yield from asker.ask(e2, Y)):
                continue
            S = yield from asker.options.scope_finder(asker, e2, Y)
            smaller = [] if S == Y else (yield from findc_corrected(asker, e2, S))
        except DontKnow:
            unanswered.append(e2.codes[own.variables])
            continue  # another example may tell them apart
        if S == Y:
            clauses.append(e2.kappa_at(Y))
            if asker.options.normalized:
                clauses = _in_all(clauses)
            continue
        for row in smaller:
            asker.learn(row)
        own = OwnScope.of(asker, Y)
        own.drop_implied()
    if (unanswered or own.excluded()) and any(own.tells_apart(clause, clauses) for clause in clauses):
        raise DontKnow  # the oracle doesn't know what would tell them apart
    return _one_of_each(clauses)


def _open_example(own: OwnScope, clauses: list[list[int]], unanswered: list[Codes]) -> Example | None:
    for clause in sorted(clauses, key=len):
        if len(clause) > 1:
            e2 = own.splitting(clause, clauses, unanswered)
            if e2 is not None:
                return e2
    return None


def _in_all(clauses: list[list[int]]) -> list[list[int]]:
    """If a scope has one constraint, it explains all clauses: keep what they have in common, if there is anything."""
    common = [row for row in clauses[0] if all(row in clause for clause in clauses)]
    return [common] if common else clauses


def _one_of_each(clauses: list[list[int]]) -> list[int]:
    """The first candidate of each clause, unless a candidate chosen before explains the clause."""
    chosen: list[int] = []
    for clause in sorted(clauses, key=len):
        if not any(row in chosen for row in clause):
            chosen.append(clause[0])
    return chosen
