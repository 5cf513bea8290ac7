"""The next plan: complete, agrees with all that was said, and is near the last one.

Repair finds one in a fraction of a second, if all that was learned is about one or two cells, or counts (`repair.py`).
Otherwise, or if repair does not succeed, CP-SAT looks for one near the last plan, and proves it if there is none.
"""

from __future__ import annotations

import numpy as np

from tacit.errors import Undecided
from tacit.generation.solution import has_solution
from tacit.learning.answers import Answers
from tacit.learning.asker import Asker
from tacit.planning.leanings import Leaner
from tacit.planning.repair import SHAKES, Repair
from tacit.planning.terms import Terms, can_be_weighed
from tacit.problem.query import Plan
from tacit.problem.rows import is_quick_to_list
from tacit.problem.vocabulary import Codes

FIRST_SHAKES = 5  # where nothing is known, one regular plan is as good as another
MOST_STARTS = 8  # values that a first plan is tried with


def next_plan(asker: Asker, leaner: Leaner) -> Plan | None:
    """A plan that was never put; None if it is proved that there is none. Raises `Undecided` if nobody can tell."""
    space, answers = asker.space, asker.answers
    last = last_plan(answers)
    refused = must_not_come_again(answers)
    near = last
    if can_be_weighed(space):
        terms = Terms(space, refused, leaner.leanings(answers))
        random = np.random.RandomState((asker.options.seed + len(answers.log)) % 2**32)
        start = first_guess(terms, space.vocabulary.domain_codes) if last is None else last
        near = start
        found = Repair(terms, start, last, random).run(SHAKES if len(space.network) else FIRST_SHAKES)
        if found is not None and is_new(asker, found, refused):
            return Plan(space.vocabulary, found)
    codes = _by_cpsat(asker, near, refused)
    return None if codes is None else Plan(space.vocabulary, codes)


def last_plan(answers: Answers) -> Codes | None:
    """The plan that was put last; before the first one, the last complete example that was called right."""
    plans = [entry.query for entry in answers.log if isinstance(entry.query, Plan)]
    if not plans:
        plans = [entry.query for entry in answers.log if entry.answer and entry.query.complete]  # type: ignore[misc]
    return plans[-1].codes if plans else None


def must_not_come_again(answers: Answers) -> list[Codes]:
    """What was called wrong and nothing that was learned rejects yet, and the plans that were put."""
    space = answers.space
    found = []
    for query, answer in answers.said.items():
        if answer is False or query.complete:
            codes = query.codes
            if not len(space.rows.rejecting(codes, space.learned)):
                found.append(codes)
    return found


def is_new(asker: Asker, codes: Codes, refused: list[Codes]) -> bool:
    """Does a plan agree with all that was learned, and contain nothing that must not come again?"""
    if len(asker.space.rows.rejecting(codes, asker.space.learned)):
        return False
    return not any(bool((codes[part >= 0] == part[part >= 0]).all()) for part in refused)


def first_guess(terms: Terms, domains: tuple[Codes, ...]) -> Codes:
    """A plan to start from: each cell has the first of its values, or each has the second, …: what costs least."""
    tries = [np.array([d[min(i, len(d) - 1)] for d in domains]) for i in range(min(MOST_STARTS, terms.m))]
    costs = [round(terms.total(codes, terms.levels(codes)), 6) for codes in tries]
    return tries[int(np.argmin(costs))]


def _by_cpsat(asker: Asker, near: Codes | None, refused: list[Codes]) -> Codes | None:
    from tacit.exact.partial import find_solution

    space = asker.space
    if not is_quick_to_list(space.rows, space.learned):
        if has_solution(asker) is False:
            return None
        found = asker.witness.solution(space)
        if found is None or not is_new(asker, found, refused):
            raise Undecided
        return found
    found, proved = find_solution(space.rows, space.network, near, avoid=refused, kept=asker.facts)
    if found is None and not proved:
        raise Undecided
    return found
