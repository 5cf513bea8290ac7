"""A warning about rules that have more variables than any relation of the language."""

from __future__ import annotations

import warnings
from collections.abc import Iterable

from tacit.errors import OracleWarning
from tacit.problem.problem import Problem


def warn_if_too_wide(rules: Iterable[tuple[str, int]], problem: Problem) -> None:
    """Warn of rules with too many variables. Each rule is given by what to call it and its number of variables."""
    relations = [*problem.language, *(candidate.relation for candidate in problem.candidates)]
    widest = max((relation.arity for relation in relations), default=0)
    wide = [(name, size) for name, size in rules if size > widest]
    if not wide:
        return
    shown = "; ".join(f"{name} ({size} variables)" for name, size in wide[:3])
    more = f"; and {len(wide) - 3} more" if len(wide) > 3 else ""
    warnings.warn(
        f"the oracle has rules about more variables than any relation of the language, which has at most {widest}: "
        f"{shown}{more}. A rule speaks when all its variables are assigned; what only such a rule forbids can't be "
        "learned: it may be taken for another constraint, or end the dialogue as a contradiction",
        OracleWarning,
        stacklevel=5,
    )
