"""The contract that every learner, order, FindScope and FindC here keeps, as tests with examples from Hypothesis.

`contract(values=order)` is a class for pytest. What the caller does not fix (the algorithm, the objective, the other
order, the seed, the cutoffs …) is drawn at random for each example. The Hypothesis profile that is active when
`contract` is called says how many examples there are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tacit.algorithms import ALGORITHMS, FIND_C, FIND_SCOPE, Learner, Outcome
from tacit.candidates.examination import Example
from tacit.dialogue.options import read_options
from tacit.errors import OptionError
from tacit.generation.generators import GENERATORS
from tacit.generation.ordering import VALUE_ORDERS, VARIABLE_ORDERS
from tacit.learning.asker import Asker
from tacit.learning.asking import Asking
from tacit.learning.result import Result
from tacit.testing import brute, checks
from tacit.testing.oracles import ByConstraints, Forgetful
from tacit.testing.problems import Case, cases, crowded_cases, foreign_cases, rich_cases

# Far more than any learner needs for the largest of these problems, which has about a thousand examples in all.
MOST_QUESTIONS = 5_000
MOST_IDLE_ASKS = 1_000

FREE: dict[str, st.SearchStrategy[Any]] = {
    "algorithm": st.sampled_from(list(ALGORITHMS)),
    "findscope": st.sampled_from(list(FIND_SCOPE)),
    "generate": st.sampled_from(list(GENERATORS)),
    "objective": st.sampled_from(["max", "max_b"]),
    "variables": st.sampled_from(list(VARIABLE_ORDERS)),
    "values": st.sampled_from(list(VALUE_ORDERS)),
    "seed": st.integers(0, 3),
}
# None is the default; 1 cuts every search at once, so that the fallbacks have to do all the work.
NODES = st.sampled_from([(None, None), (1, None), (1, 1), (1, 7)])
FIXABLE = [*FREE, "findc", "nodes_min", "nodes_max"]

Fixed = Mapping[str, Any]


def contract(*, simple_targets: bool = False, **options: Any) -> type:
    """A class of tests, to be assigned to a name that pytest collects: `TestMyOrder = contract(values=order)`.

    options: what to test, as it is given to `tacit.learn`: algorithm, findscope, findc, generate, variables, values;
    and what to fix instead of drawing it at random: objective, seed, nodes_min, nodes_max.

    simple_targets: for a FindC that, like the first FindC, is right only if the target has at most one constraint per
    scope, and no scope inside another.
    """
    for name in options:
        if name not in FIXABLE:
            raise OptionError(f"contract: {name!r} can't be fixed. There are: {', '.join(FIXABLE)}")
    read_options(options)
    families = [_any_findc]
    if options.get("findc", "first") == "first" or simple_targets:
        families.append(_simple_targets)
    if options.get("findc") != "first" and not simple_targets:
        families.append(_all_targets)
    bases = tuple(family(options) for family in families)
    fixed = ", ".join(f"{name}={_shown(value)}" for name, value in options.items())
    return type("Contract", bases, {"__doc__": f"The contract, with {fixed or 'nothing fixed'}."})


def _all_targets(fixed: Fixed) -> type:
    """What holds with the corrected FindC, and with any other that is exact."""
    exact = {"findc": "corrected", **fixed}

    class AllTargets:
        @_property(case=cases(), others=_others(exact))
        def test_learns_targets_that_have_a_solution(self, case: Case, others: Fixed) -> None:
            """Nested and repeated scopes, mixed arities, several constraints on one scope."""
            checks.learn_and_check(case, **_watched(exact, others))

        @_property(case=crowded_cases(), others=_others(exact))
        def test_learns_several_constraints_on_one_scope(self, case: Case, others: Fixed) -> None:
            """A "no" may have another reason than the constraint that FindC looks for."""
            checks.learn_and_check(case, **_watched(exact, others))

        @_property(case=cases(satisfiable=False), others=_others(exact))
        def test_collapses_on_targets_without_solutions(self, case: Case, others: Fixed) -> None:
            checks.learn_and_check(case, **_watched(exact, others))

        @_property(case=rich_cases(), others=_others(exact), skip_known=st.booleans())
        def test_background_and_single_candidates(self, case: Case, others: Fixed, skip_known: bool) -> None:
            result = checks.learn_and_check(case, skip_known=skip_known, **_watched(exact, others))
            for constraint in case.problem.background:
                assert brute.implied_on_scope(case.problem, constraint, result.network)
                asked = [entry.query for entry in result.answers if brute.rejecting([constraint], entry.query)]
                assert not asked, f"{constraint} is known before the first question, but {asked[0]} was asked"
            if skip_known:
                assert result.statistics.redundant_queries == 0

        @_property(case=cases(max_variables=4), others=_others(exact, objective="max_b"), salt=st.integers(0, 1000))
        def test_only_what_nobody_can_decide_is_left_undecided(self, case: Case, others: Fixed, salt: int) -> None:
            """A third of the answers is "don't know". What is implied on its own scope is decided."""
            oracle = Forgetful(case.problem.network(case.target), salt)
            result = checks.run(case, oracle, larger_tries=None, **_watched(exact, others))
            checks.check_nothing_wrong(case, result)
            expected = checks.undecidable(case, oracle)
            left, right = checks.names(result.undecided), checks.names(expected)
            assert left == right, f"it {checks.ended(result)} with {left} undecided; {right} can't be decided"
            assert result.status == ("undecided" if expected else "converged"), checks.ended(result)

        @_property(case=foreign_cases(), others=_others(exact))
        def test_targets_outside_the_language(self, case: Case, others: Fixed) -> None:
            """The status tells the truth, as judged by an independent version space."""
            result = _foreign(case, _watched(exact, others))
            if result.status == "converged" and {**exact, **others}["objective"] == "max_b":
                left = checks.undecided_by(case.problem, checks.pairs(result.answers))
                assert not left, f"it {checks.ended(result)}, but {checks.names(left)} could still be in or out"

    if fixed.get("objective") == "max":
        del AllTargets.test_only_what_nobody_can_decide_is_left_undecided
    return AllTargets


def _simple_targets(fixed: Fixed) -> type:
    """What holds with the first FindC."""
    first = {"findc": "first", **fixed}

    class SimpleTargets:
        @_property(case=cases(simple=True), others=_others(first))
        def test_first_findc_learns_simple_targets(self, case: Case, others: Fixed) -> None:
            """At most one constraint per scope, and no scope inside another."""
            checks.learn_and_check(case, **_watched(first, others))

        @_property(case=cases(satisfiable=None), others=_others(first), prove=st.booleans())
        def test_first_findc_agrees_with_the_answers(self, case: Case, others: Fixed, prove: bool) -> None:
            """Whatever the target."""
            checks.check_agreement(checks.run(case, **{**_watched(first, others), "prove": prove}))

        @_property(case=foreign_cases(), others=_others(first))
        def test_first_findc_on_targets_outside_the_language(self, case: Case, others: Fixed) -> None:
            _foreign(case, _watched(first, others))

    return SimpleTargets


def _any_findc(fixed: Fixed) -> type:
    """What holds with either FindC."""

    class AnyFindC:
        @_property(case=cases(), others=_others(fixed, findc=None))
        def test_the_same_seed_asks_the_same_questions(self, case: Case, others: Fixed) -> None:
            first, second = (checks.run(case, **_watched(fixed, others)) for _ in range(2))
            for one, two in zip(first.answers, second.answers, strict=False):
                assert one == two, f"with the same seed {one.query} was asked first, and then {two.query}"
            assert checks.ended(first) == checks.ended(second)
            assert list(first.network) == list(second.network)

        @_property(
            case=cases(simple=True),
            others=_others(fixed, findc=None),
            salt=st.integers(0, 1000),
            one_in=st.sampled_from([2, 3, 10]),
        )
        def test_dont_know_is_neither_yes_nor_no(self, case: Case, others: Fixed, salt: int, one_in: int) -> None:
            """Nothing wrong is learned, and no question that was not answered is asked again."""
            oracle = Forgetful(case.problem.network(case.target), salt, one_in)
            result = checks.run(case, oracle, **_watched(fixed, others))
            checks.check_nothing_wrong(case, result)
            checks.check_agreement(result)
            assert result.status in ("converged", "undecided"), checks.ended(result)
            unanswered = [entry.query for entry in result.answers if entry.answer is None]
            assert len(set(unanswered)) == len(unanswered), "a question that was not answered was asked again"

    return AnyFindC


def _foreign(case: Case, options: dict[str, Any]) -> Result:
    """Learn from rules that the language can't say, and see whether the status is true."""
    result = checks.run(case, ByConstraints(case.target), **options)
    checks.check_status(case.problem, result)
    if result.reason == "unsatisfiable":
        found = brute.solutions(case.problem, result.network)
        assert not found, f"it {checks.ended(result)}, but the learned network has a solution: {found[0]}"
    elif result.status == "converged":
        assert brute.solutions(case.problem, result.network), f"it {checks.ended(result)}, but there is no solution"
    return result


def _property(**strategies: st.SearchStrategy[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """`given` with the settings of the active profile, but not its checks of speed: problems are slow to make."""
    slow = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
    profile = settings()
    suppressed = [*profile.suppress_health_check, *slow]

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        return given(**strategies)(settings(profile, deadline=None, suppress_health_check=suppressed)(test))

    return decorate


def _others(fixed: Fixed, **instead: Any) -> st.SearchStrategy[dict[str, Any]]:
    """Draws the options that are not fixed. instead: an option and its only value; findc=None draws either FindC."""
    free = {name: strategy for name, strategy in FREE.items() if name not in fixed}
    for name, value in instead.items():
        if name not in fixed:
            free[name] = st.sampled_from(list(FIND_C)) if value is None else st.just(value)
    drawn = st.fixed_dictionaries(free)
    if "nodes_min" in fixed or "nodes_max" in fixed:
        return drawn
    return st.builds(_with_nodes, drawn, NODES)


def _with_nodes(options: dict[str, Any], nodes: tuple[int | None, int | None]) -> dict[str, Any]:
    return {**options, "nodes_min": nodes[0], "nodes_max": nodes[1]}


def _watched(fixed: Fixed, others: Fixed) -> dict[str, Any]:
    """All options of one run, with a learner that is stopped when it goes round in circles."""
    options = {"prove": True, "max_questions": MOST_QUESTIONS, **fixed, **others}
    return {**options, "algorithm": _Watched(read_options(options).learner)}


class _Watched:
    """A learner that fails if its questions get nowhere."""

    def __init__(self, learner: Learner) -> None:
        self.learner = learner

    def __call__(self, asker: Asker) -> Asking[Outcome]:
        ask = asker.ask
        reached = _progress(asker)
        idle = 0

        def patient_ask(e: Example, Y: int, **more: bool) -> Asking[bool]:
            nonlocal reached, idle
            before, reached = reached, _progress(asker)
            idle = idle + 1 if before == reached else 0
            assert idle < MOST_IDLE_ASKS, (
                f"the learner has called asker.ask {MOST_IDLE_ASKS:,} times, and nothing new was asked, learned or "
                "put aside. A question that was not answered is not asked again: after DontKnow, park what it was about"
            )
            return (yield from ask(e, Y, **more))

        setattr(asker, "ask", patient_ask)  # noqa: B010
        return (yield from self.learner(asker))


def _progress(asker: Asker) -> tuple[int, ...]:
    return (
        len(asker.answers.log),
        len(asker.space.network),
        int(asker.space.in_bias.sum()),
        int(asker.space.parked.sum()),
    )


def _shown(value: Any) -> str:
    return getattr(value, "__name__", None) or repr(value)
