"""G-QuAcq: QuAcq, and after each constraint questions whether it holds for all variables of a type (Bessiere et al.).

    1   C_L ← ∅
    2   loop
    3       as QuAcq: generate e; if the answer is "no", c ← FindC(e, FindScope(e, X)), C_L ← C_L ∪ {c}
    4       GenAcq(c)

    5   function GenAcq(c)
    6       Table ← the types that hold the variables of c, without those of which a part was denied before, or in
                which the relation of c was refuted somewhere
    7       no ← 0
    8       while Table ≠ ∅ and no < cutoff
    9           take the type s with the fewest variables out of Table                              (min_VAR)
    10          if "does the relation of c hold on all of s?" = yes
    11              C_L ← C_L ∪ {the constraints on s}
    12              take the parts of s out of Table; no ← 0
    13          else
    14              take what contains s out of Table; no ← no + 1

In the paper types are given, such as the rows of a grid. Here they are the families of the problem that bounds are
over, too (each row, each column, each box, the whole of an array, groups that the problem names), and each single group
of them. The generalization query of line 10 is the rule question (`structure/rule.py`). cutoff = 3.

An oracle that answers examples only can't be asked line 10: without rules G-QuAcq is QuAcq.

Asks O(|C_T| · (log |X| + |Γ|)) questions about examples, and at most one for each constraint and each type that holds
its variables.

C. Bessiere, R. Coletta, A. Daoudi, N. Lazaar, Y. Mechqrane, E. H. Bouyakhf, "Boosting Constraint Acquisition via
Generalization Queries", ECAI 2014, https://doi.org/10.3233/978-1-61499-419-0-99
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from tacit.algorithms.outcome import COLLAPSE, Outcome, verdict
from tacit.algorithms.scope_inside import scope_inside
from tacit.candidates.rule_rows import MISSING
from tacit.generation.solution import may_have_solution
from tacit.learning.asker import Asker
from tacit.learning.asking import Asking, DontKnow
from tacit.structure.families import families_of, is_usual
from tacit.structure.family import Family
from tacit.structure.rule import Rule

CUTOFF = 3  # "no" answers in a row


def g_quacq(asker: Asker) -> Asking[Outcome]:
    """Learn the target of whoever answers."""
    types = [family for family in families_of(asker.space.vocabulary, asker.problem.groups) if is_usual(family)]
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
        if asker.options.rules:
            for c in constraints:
                yield from genacq(asker, c, types)


def genacq(asker: Asker, c: int, types: Sequence[Family]) -> Asking[None]:
    """Lines 5 to 14."""
    claims = asker.answers.claims
    table = sorted(_rules(asker, c, types), key=lambda rule: len(np.unique(rule.scopes)))
    no = 0
    for rule in table:
        if no >= CUTOFF:
            return
        if not claims.is_open(rule) or claims.is_denied(claims.of(rule)):
            continue  # it was put before, or follows; or a part of it was denied
        try:
            no = 0 if (yield from asker.ask_claim(rule)) else no + 1
        except DontKnow:
            continue


def _rules(asker: Asker, c: int, types: Sequence[Family]) -> list[Rule]:
    """The relation of a row on each type that holds its variables: on one group, and on all groups."""
    rows, claims = asker.space.rows, asker.answers.claims
    relation, scope = rows.relation(c), rows.scope(c)
    found: dict[tuple[int, ...], Rule] = {}
    for family in types:
        numbers = family.holding(scope)
        parts = [family.part([number]) for number in numbers] if family.count > 1 else []
        for each in [*parts, *([family] if numbers else [])]:
            for order in itertools.permutations(range(relation.arity)):
                rule = Rule(relation, each, () if order == tuple(range(relation.arity)) else order)
                about = claims.of(rule)
                if c in about:
                    if not (about == MISSING).any():
                        found.setdefault(tuple(sorted(about.tolist())), rule)
                    break
    return list(found.values())
