"""Does a rule that a person says leave a solution, or a number? What leaves none is refused before it is taken.

Otherwise the interview would end at once: what was learned would have no solution.
"""

from __future__ import annotations

import numpy as np

from tacit.errors import AnswerError, RuleError
from tacit.exact.cliques import all_different
from tacit.generation.solution import has_solution
from tacit.learning.asker import Asker
from tacit.learning.claims import Claimed, Claims
from tacit.learning.reporter import Reporter
from tacit.problem.bounds import AT_LEAST, AT_MOST
from tacit.problem.network import Constraint
from tacit.problem.vocabulary import Vocabulary
from tacit.showing.bound_words import stated
from tacit.showing.claim_words import statement
from tacit.structure.rule import Number, Rule

LIMIT = 2.0  # CP-SAT's deterministic time; somebody waits. What it can't decide is taken.
MOST_NAMED = 3
CELLS = "the cells"  # a sum in words begins so


def refuse_without_solution(asker: Asker, rule: Rule) -> None:
    """Raise if a rule, together with what was learned, has no solution. No answer may speak against it."""
    trial = asker.copy()
    trial.reporter = Reporter()  # nobody is to hear of what is only tried
    trial.tell_claims([Claimed(rule, True)])
    space = trial.space
    if trial.witness.solution(space) is not None:
        return
    v = space.vocabulary
    why = _crowded(space.bias.constraints(space.network), v)
    if why is None and has_solution(trial, limit=LIMIT) is False:
        why = "together with what is known it leaves no solution" if asker.space.network else "it leaves no solution"
    if why is not None:
        raise RuleError(f"“{statement(rule, v)}” can't be right: {why}")


def refuse_number_without_solution(claims: Claims, question: Number, number: int) -> None:
    """Raise if a number is "at least 3" of a group that is known to have at most 2, or the other way round."""
    bounds, first, learned = claims.space.rows.bounds, claims.space.rows.n_plain, claims.space.learned
    for part in question.rule(number).relation.parts():  # type: ignore[attr-defined]
        other = part.with_number(number, AT_LEAST if part.sign == AT_MOST else AT_MOST)
        sort = bounds.sort_of(other)
        for i, group in enumerate(question.family.groups()):
            series = None if sort is None else bounds.find_series(sort, group)
            if series is None:
                continue
            rows = np.arange(bounds.start[series], bounds.start[series + 1])
            tightest = rows[learned[rows + first]][:1]
            # The room of "at most 2" against "at least 3" is one too small.
            if len(tightest) and bounds.room[tightest[0]] < bounds.room_for(other, group):
                known, where = stated(bounds.relation(int(tightest[0]))), question.family.name(i)
                if known.startswith(CELLS):
                    raise AnswerError(f"{number} can't be: that {CELLS} of {where}{known.removeprefix(CELLS)} is known")
                raise AnswerError(f"{number} can't be: {known} is known of {where}")


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
