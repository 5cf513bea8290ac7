"""The version space: arrays that only its own methods write, a copy that goes on by itself, no way to its users."""

from __future__ import annotations

import gc
import types

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit import Dialogue, Problem, Reporter
from tacit.benchmarks import load
from tacit.candidates.bias import Bias
from tacit.candidates.examination import Example
from tacit.candidates.version_space import VersionSpace
from tacit.dialogue.options import Options
from tacit.learning.answers import Answers
from tacit.learning.asker import Asker
from tacit.learning.witness import Witness
from tacit.testing import brute
from tacit.testing.problems import problems

ARRAYS = ("surviving", "in_bias", "parked", "unreachable", "learned")


def small_space() -> VersionSpace:
    return VersionSpace(Bias(Problem({name: range(3) for name in "abcd"}, language=["==", "!=", "<"])))


def seen(space: VersionSpace) -> dict[str, object]:
    """All that can be read of it."""
    lists = [space.network, {s: list(r) for s, r in space.learned_at.items()}, len(space.removals), space.has_parked]
    return {**{name: getattr(space, name).tolist() for name in ARRAYS}, "others": lists}


def change(space: VersionSpace, how: str, row: int) -> None:
    rows = np.array([row])
    {
        "refute": lambda: space.refute(rows),
        "learn": lambda: space.learn(row),
        "drop": lambda: space.drop_implied([row]),
        "park": lambda: space.park(rows),
        "out of reach": lambda: space.put_out_of_reach(rows),
        "refute others": lambda: space.refute_others_at(row),
    }[how]()


changes = st.lists(
    st.tuples(
        st.sampled_from(["refute", "learn", "drop", "park", "out of reach", "refute others"]), st.integers(0, 17)
    ),
    max_size=8,
)


@pytest.mark.parametrize("name", ARRAYS)
def test_nobody_writes_its_arrays_from_outside(name):
    space = small_space()
    with pytest.raises(ValueError, match="read-only"):
        getattr(space, name)[0] = True
    space.refute(np.array([0]))
    with pytest.raises(ValueError, match="read-only"):
        getattr(space.copy(), name)[0] = True


@given(before=changes, one=changes, other=changes)
def test_a_copy_goes_on_by_itself(before, one, other):
    space, again = small_space(), small_space()
    for how, row in before:
        change(space, how, row)
        change(again, how, row)
    twin = space.copy()
    assert seen(twin) == seen(space)
    for how, row in one:
        change(twin, how, row)
    for how, row in other:
        change(space, how, row)
        change(again, how, row)
    assert seen(space) == seen(again)


@given(changes)
def test_what_is_shown_is_what_is_there(made):
    """The arrays that others hold follow every change; the agenda is what the methods have left."""
    space = small_space()
    held = {name: getattr(space, name) for name in ARRAYS}
    for how, row in made:
        change(space, how, row)
    for name in ARRAYS:
        assert held[name].tolist() == getattr(space, name).tolist()
    for row in range(space.rows.size):
        assert space.on_agenda(row) == bool(space.agenda[row])
    assert not (space.in_bias & (~space.surviving | space.learned)).any()


def test_it_refers_to_nobody_who_uses_it():
    benchmark = load("purdey")
    dialogue = Dialogue(benchmark.problem, algorithm="guided", rewindable=True)
    for _ in range(30):
        dialogue.answer(benchmark.target.accepts_codes(dialogue.query.codes))
    found: list[object] = []
    waiting: list[object] = [dialogue.asker.space]
    known: set[int] = set()
    while waiting:
        each = waiting.pop()
        if id(each) in known or isinstance(each, (type, types.ModuleType, types.FunctionType)):
            continue
        known.add(id(each))
        found.append(each)
        waiting += gc.get_referents(each)
    assert any(each is dialogue.asker.space.bias for each in found)
    users = (Asker, Answers, Example, Witness, Dialogue, Reporter)
    assert [type(each).__name__ for each in found if isinstance(each, users)] == []


@given(problem=problems(), data=st.data())
def test_a_witness_is_a_solution_of_what_is_learned(problem, data):
    """Whatever is learned after it was found: it stays if it satisfies that, and is gone if not."""
    asker = Asker(problem, Options(algorithm="mquacq"), Reporter())
    values = {
        name: data.draw(st.sampled_from(d)) for name, d in zip(problem.names, problem.vocabulary.domains, strict=True)
    }
    asker.witness.found(asker.space, problem.vocabulary.encode(values))
    rows = data.draw(st.lists(st.integers(0, asker.space.rows.size - 1), max_size=4, unique=True))
    for row in rows:
        asker.learn(row)
        if data.draw(st.booleans()):
            asker.witness.solution(asker.space)
    learned = [asker.space.bias.constraint(row) for row in rows]
    solution = asker.witness.solution(asker.space)
    assert (solution is None) == bool(brute.rejecting(learned, values))
