"""What a learner promises, checked by enumeration.

Each check takes a result and raises an `AssertionError` that says what is wrong with it. `learn_and_check` runs one
learner on one case and checks everything that must hold for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tacit.dialogue.to_the_end import learn
from tacit.learning.result import CONTRADICTION, UNSATISFIABLE, Result
from tacit.problem.network import Constraint
from tacit.problem.problem import Problem
from tacit.problem.query import Answered, Query
from tacit.testing import brute
from tacit.testing.oracles import Forgetful
from tacit.testing.problems import Case


def run(case: Case, oracle: Any = None, **options: Any) -> Result:
    return learn(case.problem, case.target if oracle is None else oracle, **options)


def learn_and_check(case: Case, **options: Any) -> Result:
    """Learn a target in the bias: the result must be converged and equivalent, or collapsed if there is no solution."""
    result = run(case, **options)
    check_agreement(result)
    if not brute.solutions(case.problem, case.target):
        expected = ("collapsed", UNSATISFIABLE)
        assert (result.status, result.reason) == expected, f"the target has no solution, but it {ended(result)}"
        found = brute.solutions(case.problem, result.network)
        assert not found, f"it {ended(result)}, but the learned network has a solution: {found[0]}"
        return result
    assert result.status == "converged", f"the target has a solution, and can be learned, but it {ended(result)}"
    check_same(case, result, brute.complete_examples(case.problem))
    assert not result.undecided, f"it {ended(result)}, but has undecided candidates: {names(result.undecided)}"
    assert result.conflict is None, f"it {ended(result)}, but has a conflict: {result.conflict}"
    if options.get("objective", "max_b") == "max_b":
        check_same(case, result, brute.partial_examples(case.problem))
        assert not result.open, f"it {ended(result)}, but has open candidates: {names(result.open)}"
    return result


def check_same(case: Case, result: Result, examples: Iterable[Mapping[str, int]]) -> None:
    """The learned network and the target agree on these examples."""
    for example in examples:
        by_target = brute.rejecting(case.target, example)
        by_learned = brute.rejecting(result.network, example)
        if bool(by_target) != bool(by_learned):
            if by_target:
                what = f"accepts {example}, which breaks {names(by_target)} of the target"
            else:
                what = f"rejects {example} by {names(by_learned)}, and the target accepts it"
            raise AssertionError(f"it {ended(result)}, but the learned network {names(list(result.network))} {what}")


def check_agreement(result: Result) -> None:
    """The result agrees with every answer given. An undecided candidate may be the reason for a "no"."""
    network = list(result.network)
    for entry in result.answers:
        rejecting = brute.rejecting(network, entry.query)
        if entry.answer is True:
            assert not rejecting, f"{entry.query} was answered yes, but {names(rejecting)} was learned"
        if entry.answer is False:
            explained = rejecting or brute.rejecting(result.undecided, entry.query)
            assert explained, f"{entry.query} was answered no, but nothing in the learned network rejects it"


def check_nothing_wrong(case: Case, result: Result) -> None:
    """The target implies all that was learned, each constraint on its own scope."""
    for c in result.network:
        right = brute.implied_on_scope(case.problem, c, case.target)
        assert right, f"{c} was learned, but does not follow from the target"


def check_status(problem: Problem, result: Result) -> None:
    """The run ends in a contradiction, and shows why, exactly if no network over the bias agrees with the answers."""
    candidates = brute.all_candidates(problem)
    yes = [entry.query for entry in result.answers if entry.answer is True]
    no = [entry.query for entry in result.answers if entry.answer is False]
    left = [c for c in candidates if all(brute.accepts(c, query) for query in yes)]
    unexplained = [query for query in no if not brute.rejecting(left, query)]
    if not unexplained:
        assert result.reason != CONTRADICTION, f"it {ended(result)}, but some network agrees with the answers"
        assert result.conflict is None, f"it {ended(result)}, but has a conflict: {result.conflict}"
        check_agreement(result)
        return
    if result.status == "incomplete":
        small = [gap.query for gap in result.gaps if gap.query is not None]
        assert small, f"it {ended(result)}, but shows no gap"
        for query in small:
            assert not brute.rejecting(left, query), f"{query} is called a gap, but something explains it"
        return
    assert result.reason == CONTRADICTION, f"it {ended(result)}, but nothing can explain the no to {unexplained[0]}"
    assert result.conflict is not None
    assert result.conflict.no in no
    assert all(query in yes for query in result.conflict.yes)
    check_minimal(candidates, result.conflict.no, result.conflict.yes)


def check_minimal(candidates: Sequence[Constraint], no: Query, yes: Sequence[Query]) -> None:
    """Nothing explains this "no" if all of these "yes" are right; without any one of them something would."""

    def explanations(beside: Sequence[Query]) -> list[Constraint]:
        return [c for c in brute.rejecting(candidates, no) if all(brute.accepts(c, query) for query in beside)]

    assert not explanations(yes), f"{names(explanations(yes))} explains the no to {no}: it is no conflict"
    for needed in yes:
        rest = [query for query in yes if query != needed]
        assert explanations(rest), f"the conflict around the no to {no} does not need {needed}"


def undecided_by(problem: Problem, answers: Iterable[tuple[Mapping[str, int], bool | None]]) -> list[Constraint]:
    """The candidates that these answers do not decide.

    A candidate is decided if a "yes" refutes it, or if each example on its scope that it rejects must be "no": all
    explanations of some "no" reject that example, too.
    """
    answers = list(answers)
    candidates = brute.all_candidates(problem)
    for example, answer in answers:
        if answer:
            gone = set(brute.rejecting(candidates, example))
            candidates = [c for c in candidates if c not in gone]
    clauses = dict.fromkeys(frozenset(brute.rejecting(candidates, e)) for e, answer in answers if answer is False)

    def open_to_both(example: Mapping[str, int]) -> bool:
        rejecting = set(brute.rejecting(candidates, example))
        return bool(rejecting) and not any(clause <= rejecting for clause in clauses)

    return [
        c
        for c in candidates
        if any(not brute.accepts(c, e) and open_to_both(e) for e in brute.own_examples(problem, c))
    ]


def undecidable(case: Case, oracle: Forgetful) -> list[Constraint]:
    """The candidates that no question could decide, found by asking all questions."""
    return undecided_by(case.problem, [(e, oracle.on(e)) for e in brute.partial_examples(case.problem)])


def pairs(answers: Iterable[Answered]) -> list[tuple[Query, bool | None]]:
    return [(entry.query, entry.answer) for entry in answers]


def names(constraints: Sequence[Constraint]) -> list[str]:
    return sorted(str(c) for c in constraints)


def ended(result: Result) -> str:
    """How the run ended, in words."""
    because = f" ({result.reason})" if result.reason else ""
    return f"ended {result.status}{because} after {len(result.answers)} questions"
