"""Does a rule that a person says leave a solution? One that leaves none is refused before it is taken.

Otherwise the interview would end at once: what was learned would have no solution.
"""

from __future__ import annotations

from tacit.errors import RuleError
from tacit.exact.cliques import all_different
from tacit.generation.solution import has_solution
from tacit.learning.asker import Asker
from tacit.learning.claims import Claimed
from tacit.learning.reporter import Reporter
from tacit.problem.network import Constraint
from tacit.problem.vocabulary import Vocabulary
from tacit.showing.claim_words import statement
from tacit.structure.rule import Rule

LIMIT = 2.0  # CP-SAT's deterministic time; somebody waits. What it can't decide is taken.
MOST_NAMED = 3


def refuse_without_solution(asker: Asker, rule: Rule) -> None:
    """Raise if a rule, together with what was learned, has no solution. No answer may speak against it."""
    trial = asker.copy()
    trial.reporter = Reporter()  # nobody is to hear of what is only tried
    trial.tell_claims([Claimed(rule, True)])
    space = trial.space
    if trial.witness.solution(space) is not None:
        return
    v = space.vocabulary
    why = _crowded([space.bias.constraint(row) for row in space.network], v)
    if why is None and has_solution(trial, limit=LIMIT) is False:
        why = "together with what is known it leaves no solution" if asker.space.network else "it leaves no solution"
    if why is not None:
        raise RuleError(f"“{statement(rule, v)}” can't be right: {why}")


def _crowded(constraints: list[Constraint], v: Vocabulary) -> str | None:
    """Cells that would all have to differ and have too few values for that, in words, if there are some."""
    for clique in all_different(constraints, v):
        values = {value for variable in clique for value in v.domains[variable]}
        if len(values) < len(clique):
            names = [v.names[variable] for variable in clique]
            more = f", … and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
            which = ", ".join(names[:MOST_NAMED]) + more
            return f"{len(clique)} cells ({which}) would all have to differ, and there are only {len(values)} values"
    return None
