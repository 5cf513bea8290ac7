"""An example that breaks a rule in one place, to show people what the rule forbids."""

from __future__ import annotations

import numpy as np

from tacit.candidates.rule_rows import MISSING, RuleRows
from tacit.candidates.version_space import VersionSpace
from tacit.problem.query import Query
from tacit.problem.vocabulary import UNASSIGNED
from tacit.structure.rule import Rule

MOST = 50  # so many constraints of the rule are tried


def breaking(space: VersionSpace, rule: Rule) -> Query | None:
    """An example of one constraint of the rule that breaks it, and as little else that was learned as possible."""
    rows = RuleRows(space.bias).of_rule(rule)
    # What is still open shows the point of the question better than what is known.
    order = np.argsort(~space.in_bias[rows], kind="stable")[:MOST].tolist()
    for given in (True, False):
        for row in rows[order].tolist():
            found = None if row == MISSING else _example(space, row, given=given)
            if found is not None:
                return found
    return None


def _example(space: VersionSpace, row: int, *, given: bool) -> Query | None:
    """given: keep to all that was learned about these variables"""
    variables = sorted(space.rows.scope(row))
    known = [each for each in space.network if each != row and set(space.rows.scope(each)) <= set(variables)]
    examples = space.rows.accepted_on(variables, known if given else [])
    if examples is None:
        return None
    broken = examples[space.rows.rejects(row, variables, examples)]
    if not len(broken):
        return None
    codes = np.full(len(space.vocabulary), UNASSIGNED, dtype=np.int64)
    codes[variables] = broken[0]
    return Query(space.vocabulary, codes)
