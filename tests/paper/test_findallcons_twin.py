"""FindAllCons in three versions: line 3 to the letter; laid out as published, with an earlier return; the quick one.

All ask the same questions in the same order. So do FindAllScopes as published and its quick twin.
"""

from __future__ import annotations

import contextlib
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit import Problem, Reporter
from tacit.algorithms import findallcons as module
from tacit.algorithms.findallcons import findallcons
from tacit.algorithms.findallscopes import CutOff, findallscopes
from tacit.algorithms.findallscopes_quick import findallscopes_quick
from tacit.algorithms.mquacq import mquacq
from tacit.algorithms.outcome import COLLAPSE, verdict
from tacit.benchmarks import load
from tacit.candidates import examination
from tacit.candidates.examination import Example
from tacit.dialogue.options import Options
from tacit.dialogue.to_the_end import learn
from tacit.generation.irrgen import irrgen
from tacit.generation.solution import may_have_solution
from tacit.learning import asking
from tacit.learning.asker import Asker
from tacit.testing.checks import run
from tacit.testing.oracles import Forgetful
from tacit.testing.problems import cases


def main_loop(asker, learn_from):
    """What the algorithms have in common: an example, all that can be learned from it, and the next one."""
    while True:
        if not may_have_solution(asker):
            return COLLAPSE
        e = irrgen(asker)
        if e is None:
            return verdict(asker)
        yield from learn_from(asker, e)


def published(asker):
    """MQuAcq with the FindAllCons that is laid out like Algorithm 7."""
    return main_loop(asker, lambda asker, e: findallcons(asker, e, e.variables, []))


def to_the_letter(asker, e, Y, Scopes):
    """Line 3 to the letter: is there a violated candidate whose scope is not in Scopes?"""
    rows = e.kappa(Y)
    return any(asker.space.scope_set(row) not in Scopes for row in rows[~asker.space.parked[rows]].tolist())


options = st.fixed_dictionaries(
    {
        "findscope": st.sampled_from([1, 2]),
        "findc": st.sampled_from(["first", "corrected"]),
        "objective": st.sampled_from(["max", "max_b"]),
        "values": st.sampled_from(["random", "max_v"]),
    }
)


def same(one, other):
    assert one.answers == other.answers
    assert list(one.network) == list(other.network)
    assert one.status == other.status


@given(case=cases(max_variables=4), options=options)
def test_published_returns_early_and_asks_the_same(case, options):
    """Also with nested scopes, for which the early return is made."""
    early = run(case, algorithm=published, **options)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_something_else", to_the_letter)
        same(run(case, algorithm=published, **options), early)


# An example under examination is kept as rows or, from some size on, as a graph. The limits 0 and 10**9 choose one way
# for all sizes.
ways = st.sampled_from([0, 10**9])


@given(case=cases(), options=options, many=ways)
def test_quick_asks_what_published_asks(case, options, many):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(examination, "MANY", many)
        same(run(case, algorithm=mquacq, **options), run(case, algorithm=published, **options))


@given(case=cases(), options=options, salt=st.integers(0, 100), many=ways)
def test_quick_asks_what_published_asks_when_the_oracle_does_not_know(case, options, salt, many):
    target = case.problem.network(case.target)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(examination, "MANY", many)
        same(
            run(case, oracle=Forgetful(target, salt), algorithm=mquacq, **options),
            run(case, oracle=Forgetful(target, salt), algorithm=published, **options),
        )


@pytest.mark.parametrize("name", ["sudoku-4", "murder", "zebra", "queens-8", "golomb-6-full", "random-12x4x20"])
@pytest.mark.parametrize("values", ["random", "max_v"])
@pytest.mark.parametrize("many", [0, 10**9])
def test_on_benchmarks(name, values, many, monkeypatch):
    monkeypatch.setattr(examination, "MANY", many)
    benchmark = load(name)
    quick = learn(benchmark.problem, benchmark.target, values=values)
    same(quick, learn(benchmark.problem, benchmark.target, values=values, algorithm=published))
    assert len(quick.answers) > 50


def published_scopes(asker, e, MSes, order, one_more_call):
    yield from findallscopes(asker, e, e.variables, MSes, order, one_more_call)


@given(case=cases(), options=options, many=ways)
def test_quick_scopes_ask_what_published_scopes_ask(case, options, many):
    uncut = {**options, "algorithm": "multiacq", "calls_scopes": 10**9}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(examination, "MANY", many)
        quick = run(case, **uncut)
        patch.setattr(sys.modules["tacit.algorithms.multiacq"], "findallscopes_quick", published_scopes)
        same(quick, run(case, **uncut))


@given(case=cases(max_variables=4), options=options, salt=st.integers(0, 100), many=ways)
def test_quick_scopes_ask_what_published_scopes_ask_when_the_oracle_does_not_know(case, options, salt, many):
    uncut = {**options, "algorithm": "multiacq", "calls_scopes": 10**9}
    oracle = Forgetful(case.problem.network(case.target), salt)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(examination, "MANY", many)
        quick = run(case, oracle=oracle, **uncut)
        patch.setattr(sys.modules["tacit.algorithms.multiacq"], "findallscopes_quick", published_scopes)
        same(quick, run(case, oracle=oracle, **uncut))


@pytest.mark.parametrize("name", ["random-6x4x8", "golomb-4-full", "clique-5"])
def test_quick_scopes_on_benchmarks(name):
    benchmark = load(name)
    uncut = {"algorithm": "multiacq", "calls_scopes": 10**9}
    quick = learn(benchmark.problem, benchmark.target, **uncut)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys.modules["tacit.algorithms.multiacq"], "findallscopes_quick", published_scopes)
        same(quick, learn(benchmark.problem, benchmark.target, **uncut))


def test_quick_scopes_need_no_cutoff():
    """On a problem where the published tree would have 2^24 calls below a minimal scope."""
    benchmark = load("zebra")
    result = learn(benchmark.problem, benchmark.target, algorithm="multiacq", calls_scopes=10**9)
    assert result.status == "converged"
    assert result.statistics.cutoffs_scopes == 0


def in_two_passes(find_scopes):
    """MultiAcq with two passes over each example; in the first, FindAllScopes is cut when it has found a scope."""

    def learn_from(asker, e):
        order = list(range(len(asker.space.vocabulary)))
        MSes = []
        with contextlib.suppress(CutOff):
            yield from find_scopes(asker, e, MSes, order, lambda: False)
        yield from learn_at(asker, e, MSes)
        first = len(MSes)
        yield from find_scopes(asker, e, MSes, order[::-1], lambda: True)
        yield from learn_at(asker, e, MSes[first:])

    return lambda asker: main_loop(asker, learn_from)


def learn_at(asker, e, scopes):
    for Y in scopes:
        for c in (yield from asker.options.constraint_finder(asker, e, Y)):
            asker.learn(c)


@given(case=cases(), options=options)
def test_quick_scopes_ask_what_published_scopes_ask_in_a_second_pass(case, options):
    """In the second pass, MSes holds scopes whose constraints are learned, so that κ_B no longer shows them."""
    quick = run(case, algorithm=in_two_passes(findallscopes_quick), **options)
    same(quick, run(case, algorithm=in_two_passes(published_scopes), **options))


def test_a_second_pass_finds_no_scope_around_a_known_one():
    """x ≠ y was learned after the first pass. Because of it {x, y, z, w} is negative, but not a minimal scope."""
    problem = Problem({name: range(2) for name in "xyzw"}, language=["!=", "x + y + z + w > 0"])
    asker = Asker(problem, Options(algorithm="mquacq"), Reporter())
    space = asker.space
    e = Example(space, space.vocabulary.encode(dict.fromkeys("xyzw", 0)))
    asker.learn(int(space.rows.at([0, 1])[0]))
    for pair in [(0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]:
        space.refute(space.rows.at(pair))
    MSes = [0b0011]
    for _ in asking.run(findallscopes(asker, e, e.variables, MSes, range(4), lambda: True)):
        pytest.fail("asked what is known")
    assert MSes == [0b0011]
