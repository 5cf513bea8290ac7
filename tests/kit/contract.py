"""What a learner promises, checked by enumeration.

`learn_and_check` runs one learner on one case and checks everything that must hold for it.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kit import brute
from kit.problems import Case
from tacit import Constraint, Network, Problem, Query, Result, learn
from tacit.oracles import TargetOracle


def run(case: Case, oracle: Any = None, **options: Any) -> Result:
    return learn(case.problem, case.target if oracle is None else oracle, **options)


def learn_and_check(case: Case, **options: Any) -> Result:
    """A target in the bias: converged, and equivalent; or collapsed, if it has no solution."""
    result = run(case, **options)
    expected = brute.solutions(case.problem, case.target)
    check_agreement(result)
    if not expected:
        assert result.status == "collapsed", result
        assert result.reason == "unsatisfiable"
        assert brute.solutions(case.problem, result.network) == []
        return result
    assert result.status == "converged", result
    assert brute.solutions(case.problem, result.network) == expected
    assert not result.undecided
    assert result.conflict is None
    if options.get("objective", "max_b") == "max_b":
        for example in brute.partial_examples(case.problem):
            same = bool(brute.rejecting(case.target, example)) == bool(brute.rejecting(result.network, example))
            assert same, example
        assert not result.open
    return result


def check_agreement(result: Result) -> None:
    """The result agrees with every answer given."""
    network = list(result.network)
    for entry in result.answers:
        if entry.answer is True:
            assert not brute.rejecting(network, entry.query), entry
        if entry.answer is False:
            assert brute.rejecting(network, entry.query), entry


class Forgetful:
    """A simulated user that does not know a share of the answers, always the same ones."""

    def __init__(self, target: Network, salt: int, one_in: int = 3) -> None:
        self.inner = TargetOracle(target)
        self.salt = salt
        self.one_in = one_in

    def ask(self, query: Query) -> bool | None:
        return self.on(query.assignment)

    def on(self, assignment: dict[str, int]) -> bool | None:
        key = f"{self.salt}:{sorted(assignment.items())}".encode()
        if zlib.crc32(key) % self.one_in == 0:
            return None
        return self.inner.target.accepts(assignment)


def undecided_by(problem: Problem, answers: Iterable[tuple[Mapping[str, int], bool | None]]) -> list[Constraint]:
    """The candidates that these answers do not decide.

    A candidate is decided if a "yes" refutes it, or if each example of its scope that it rejects must be "no": every
    explanation of some "no" is among what rejects that example.
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
    """The candidates that no question could decide: by asking all of them."""
    return undecided_by(case.problem, [(e, oracle.on(e)) for e in brute.partial_examples(case.problem)])


def names(constraints: Sequence[Constraint]) -> list[str]:
    return sorted(str(c) for c in constraints)
