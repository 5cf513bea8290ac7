"""The contract fails for what is broken, and says why: a contract that can't fail would be worthless."""

from __future__ import annotations

import random
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, settings

from tacit import OptionError, Status
from tacit.algorithms import Outcome
from tacit.algorithms.findc import findc
from tacit.algorithms.mquacq import mquacq
from tacit.algorithms.outcome import verdict
from tacit.generation.irrgen import irrgen
from tacit.generation.ordering import max_v
from tacit.learning.asking import DontKnow
from tacit.testing import contract

LEARNS = "test_learns_targets_that_have_a_solution"
CROWDED = "test_learns_several_constraints_on_one_scope"
COLLAPSES = "test_collapses_on_targets_without_solutions"
BACKGROUND = "test_background_and_single_candidates"
UNDECIDED = "test_only_what_nobody_can_decide_is_left_undecided"
FOREIGN = "test_targets_outside_the_language"
SIMPLE = "test_first_findc_learns_simple_targets"
AGREES = "test_first_findc_agrees_with_the_answers"
FOREIGN_FIRST = "test_first_findc_on_targets_outside_the_language"
SAME = "test_the_same_seed_asks_the_same_questions"
DONT_KNOW = "test_dont_know_is_neither_yes_nor_no"


@pytest.fixture
def profile():
    """Activate another Hypothesis profile; here without shrinking, which takes long."""
    before = settings.get_current_profile_name()

    def load(examples: int = 60) -> None:
        settings.register_profile(
            "here", derandomize=True, max_examples=examples, phases=[Phase.generate], database=None
        )
        settings.load_profile("here")

    load()
    yield load
    settings.load_profile(before)


def methods_of(made: type) -> set[str]:
    return {name for name in dir(made) if name.startswith("test_")}


# --- what is broken ---


def always_the_first_variable(search):
    return 0


def not_the_last_value(search, variable, choices, gains):
    return np.arange(len(choices) - 1)


def by_another_random_number(search, variable, choices, gains):
    return np.array(random.sample(range(len(choices)), len(choices)), dtype=np.int64)


def says_converged_at_once(asker):
    return Outcome(Status.CONVERGED)
    yield


def never_looks_for_a_solution(asker):
    while (e := irrgen(asker)) is not None:
        try:
            if not (yield from asker.ask(e, e.variables)):
                scope = yield from asker.options.scope_finder(asker, e, e.variables)
                for c in (yield from asker.options.constraint_finder(asker, e, scope)):
                    asker.learn(c)
        except DontKnow:
            asker.space.park(e.kappa(e.variables))
    return Outcome(Status.CONVERGED)


def learns_the_first_suspect(asker):
    while (e := irrgen(asker)) is not None:
        try:
            if not (yield from asker.ask(e, e.variables)):
                asker.learn(int(e.kappa(e.variables)[0]))
        except DontKnow:
            asker.space.park(e.kappa(e.variables))
    return verdict(asker)


def forgets_a_no(asker):
    while (e := irrgen(asker)) is not None:
        yield from asker.ask(e, e.variables)
        asker.space.drop_implied(e.kappa(e.variables).tolist())
    return verdict(asker)


def _after_dont_know(name, react):
    def learner(asker):
        while (e := irrgen(asker)) is not None:
            rows = e.kappa(e.variables)
            try:
                if not (yield from asker.ask(e, e.variables)):
                    scope = yield from asker.options.scope_finder(asker, e, e.variables)
                    for c in (yield from asker.options.constraint_finder(asker, e, scope)):
                        asker.learn(c)
            except DontKnow:
                react(asker, rows)
        return verdict(asker)

    learner.__name__ = name
    return learner


takes_dont_know_for_no = _after_dont_know("for_no", lambda asker, rows: asker.learn(int(rows[0])))
takes_dont_know_for_yes = _after_dont_know("for_yes", lambda asker, rows: asker.space.drop_implied(rows.tolist()))
forgets_to_park = _after_dont_know("forgets_to_park", lambda asker, rows: None)


def asks_for_ever(asker):
    e = irrgen(asker)
    while e is not None:
        yield from asker.ask(e, e.variables)
    return verdict(asker)


def gives_up_early(asker):
    """A learner that drops half of the candidates without a question."""
    asker.space.drop_implied(np.flatnonzero(asker.space.in_bias)[1::2].tolist())
    return (yield from mquacq(asker))


def only_one_suspect(asker, e, Y):
    """A FindC that asks nothing."""
    return e.kappa_at(Y)[:1]
    yield


def the_whole_example(asker, e, Y):
    """A FindScope that asks nothing."""
    return Y
    yield


WRONG = r"ended converged after \d+ questions, but the learned network \[.*\] (accepts|rejects) \{.*\}"
WRONG_ANSWER = r"was answered (yes, but \[.*\] was learned|no, but nothing in the learned network rejects it)"


BROKEN = [
    ({"variables": always_the_first_variable}, LEARNS, "returned 0, which is not a free variable"),
    ({"values": not_the_last_value}, LEARNS, r"must return each position of the \d choices once"),
    ({"values": by_another_random_number}, SAME, "with the same seed .* was asked first, and then"),
    ({"algorithm": says_converged_at_once}, LEARNS, WRONG),
    ({"algorithm": says_converged_at_once}, COLLAPSES, "no solution, but it ended converged after 0 questions"),
    ({"algorithm": says_converged_at_once}, UNDECIDED, r"with \[\] undecided; \[.*\] can't be decided"),
    ({"algorithm": says_converged_at_once}, FOREIGN, r"but \[.*\] could still be in or out"),
    ({"algorithm": says_converged_at_once}, BACKGROUND, WRONG),
    ({"algorithm": never_looks_for_a_solution}, COLLAPSES, "the target has no solution, but it ended converged"),
    ({"algorithm": learns_the_first_suspect}, LEARNS, f"{WRONG}|ended collapsed"),
    ({"algorithm": learns_the_first_suspect}, SIMPLE, WRONG),
    ({"algorithm": forgets_a_no}, AGREES, WRONG_ANSWER),
    ({"algorithm": forgets_a_no}, FOREIGN, WRONG_ANSWER),
    ({"algorithm": forgets_a_no}, FOREIGN_FIRST, WRONG_ANSWER),
    ({"algorithm": gives_up_early}, LEARNS, f"{WRONG}|{WRONG_ANSWER}"),
    ({"algorithm": takes_dont_know_for_no}, DONT_KNOW, "was learned, but does not follow from the target"),
    ({"algorithm": takes_dont_know_for_no}, UNDECIDED, "was learned, but does not follow from the target"),
    ({"algorithm": takes_dont_know_for_yes}, UNDECIDED, "can't be decided|does not follow from the target"),
    ({"algorithm": forgets_to_park}, DONT_KNOW, "after DontKnow, park what it was about"),
    ({"algorithm": asks_for_ever}, LEARNS, r"ended stopped \(max_questions\) after 5000 questions"),
    ({"findc": only_one_suspect}, LEARNS, f"{WRONG}|{WRONG_ANSWER}|ended collapsed"),
    ({"findc": findc}, CROWDED, f"{WRONG}|{WRONG_ANSWER}|ended collapsed"),
    ({"findscope": the_whole_example}, LEARNS, WRONG_ANSWER),
]


@pytest.mark.parametrize(
    ("options", "test", "says"),
    BROKEN,
    ids=[f"{next(iter(options.values())).__name__}-{test}" for options, test, _ in BROKEN],
)
def test_what_is_broken_fails(profile, options, test, says):
    broken = contract(**options)()
    with pytest.raises((AssertionError, OptionError), match=says):
        getattr(broken, test)()


# --- what it is made of ---

BOTH = {SAME, DONT_KNOW}
FIRST = {SIMPLE, AGREES, FOREIGN_FIRST}
EXACT = {LEARNS, CROWDED, COLLAPSES, BACKGROUND, UNDECIDED, FOREIGN}


@pytest.mark.parametrize(
    ("options", "tests"),
    [
        ({}, BOTH | FIRST | EXACT),
        ({"values": "max_v", "seed": 3, "nodes_max": 5}, BOTH | FIRST | EXACT),
        ({"values": max_v}, BOTH | FIRST | EXACT),
        ({"objective": "max_b", "findscope": 1}, BOTH | FIRST | EXACT),
        ({"objective": "max", "algorithm": "quacq"}, BOTH | FIRST | EXACT - {UNDECIDED}),
        ({"findc": "first"}, BOTH | FIRST),
        ({"findc": findc, "simple_targets": True}, BOTH | FIRST),
        ({"findc": "corrected"}, BOTH | EXACT),
        ({"findc": only_one_suspect}, BOTH | EXACT),
    ],
)
def test_which_tests_there_are(options, tests):
    assert methods_of(contract(**options)) == tests


@pytest.mark.parametrize(
    "options",
    [
        {"values": "max_v", "nodes_min": 2},
        {"findc": findc, "simple_targets": True, "objective": "max_b"},
        {"variables": "dom", "objective": "max", "algorithm": "multiacq", "seed": 7},
    ],
)
def test_names_are_accepted_and_pass(profile, options):
    profile(4)
    made = contract(**options)
    for test in sorted(methods_of(made)):
        getattr(made(), test)()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"value": "max_v"}, "contract: 'value' can't be fixed. There are: algorithm, findscope"),
        ({"max_questions": 3}, "contract: 'max_questions' can't be fixed"),
        ({"values": "maxv"}, "values must be one of 'lex', 'random', 'max_v', or a function, not 'maxv'"),
    ],
)
def test_options_that_are_none(options, says):
    with pytest.raises(OptionError, match=says):
        contract(**options)


def test_the_active_profile_says_how_many_examples(profile):
    runs = []

    def counted(asker):
        runs.append(asker)
        return (yield from mquacq(asker))

    profile(5)
    getattr(contract(algorithm=counted)(), LEARNS)()
    assert len(runs) == 5


def test_the_document_of_a_class_says_what_is_fixed():
    assert contract(values=max_v, objective="max").__doc__ == "The contract, with values=max_v, objective='max'."
    assert contract().__doc__ == "The contract, with nothing fixed."


def test_slow_problems_are_no_reason_to_fail(profile):
    """Hypothesis's default profile has a deadline, and complains about slow or filtered examples."""
    settings.load_profile("default")
    own = contract(values="max_v")
    used = own.test_learns_targets_that_have_a_solution._hypothesis_internal_use_settings
    assert used.deadline is None
    assert HealthCheck.too_slow in used.suppress_health_check
    assert used.max_examples == settings.get_profile("default").max_examples


def test_without_hypothesis_the_import_says_what_to_install():
    script = "import sys; sys.modules['hypothesis'] = None; import tacit; import tacit.testing"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert run.stderr.splitlines()[-1] == "ImportError: tacit.testing needs Hypothesis: pip install 'tacit[testing]'"
    assert run.stderr.count("Traceback") == 1
