"""Changing one's mind: wrong answers are found, named, and mended; nothing else is lost."""

from __future__ import annotations

import itertools
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.how_many import examples
from tacit import AnswerError
from tacit.benchmarks import load
from tacit.exact.core import unsatisfiable_core
from tacit.exact.equivalence import equivalent, not_implied_on_scope
from tacit.formats.problem_file import ProblemFile, parse_problem
from tacit.interview import Interview, Log
from tacit.problem.network import Network
from tacit.problem.query import Query
from tacit.testing import brute
from tacit.testing.problems import cases

WEEK = parse_problem(
    """
language = ["!=", "==", "<", "x != Mon"]
[variables]
day = { rows = ["anna", "ben", "carla", "dora"], domain = ["Mon", "Tue", "Wed"] }
""",
    source="week.toml",
    name="week",
)
TARGET = WEEK.problem.network(["day[anna] != day[ben]", "day[ben] < day[carla]", "day[dora] != Mon"])


def as_file(problem):
    return ProblemFile(problem, "", "grid", (), "")


def talk(interview, target, *, flipped=(), most=2000):
    """Answer by the target, but wrongly at the flipped positions. Returns the error if an answer is refused."""
    for _ in range(most):
        if interview.query is None:
            return None
        right = target.accepts(interview.query)
        try:
            interview.answer(right != (interview.number in flipped))
        except AnswerError as error:
            return error
    raise AssertionError("a loop")


def start(path, file=WEEK, **options):
    return Interview.start(Log(path), file, **{"algorithm": "mquacq", "skip_known": True, **options})


@pytest.mark.parametrize("name", ["week", "sudoku-4", "murder"])
def test_each_answer_flipped_in_turn(name, tmp_path):
    """It ends in a contradiction that names the flipped answer, or in another network that agrees with this answer."""
    if name == "week":
        file, target = WEEK, TARGET
    else:
        benchmark = load(name)
        file, target = as_file(benchmark.problem), benchmark.target
    plain = Interview.start(Log(tmp_path / "plain"), file, algorithm="mquacq", skip_known=True)
    assert talk(plain, target) is None
    ends = {"refused": 0, "contradiction": 0, "other": 0}
    positions = range(1, plain.answers + 1) if name == "week" else range(1, plain.answers + 1, 41)
    for position in positions:
        interview = Interview.start(Log(tmp_path / f"{position}"), file, algorithm="mquacq", skip_known=True)
        error = talk(interview, target, flipped=[position])
        flipped = interview.entries[position - 1]
        if error is not None:
            assert interview.entry_of(error.earlier) == flipped
            ends["refused"] += 1
        elif interview.result.status == "collapsed":
            statements = interview.conflict()
            assert flipped in [statement.entry for statement in statements]
            ends["contradiction"] += 1
            interview.change(position, not flipped.answer)
            assert talk(interview, target) is None
            assert equivalent(interview.result.network, target)
        else:
            assert interview.result.status == "converged"
            for entry in interview.entries:
                assert interview.result.network.accepts(entry.query) == entry.answer
            ends["other"] += 1
        interview.log.close()
    print(name, ends)
    assert sum(ends.values()) == len(positions)


@given(data=st.data())
@examples(40)
def test_any_answers_changed_and_changed_back(data, tmp_path_factory):
    case = data.draw(cases())
    target = case.problem.network(case.target)
    interview = Interview.start(Log(tmp_path_factory.mktemp("log") / "db"), as_file(case.problem), algorithm="mquacq")
    interview.file = as_file(case.problem)
    talk(interview, target)
    first = interview.so_far()
    if not interview.entries:
        return
    position = data.draw(st.integers(1, len(interview.entries)))
    was = interview.entries[position - 1].answer
    count = len(interview.entries)
    interview.change(position, not was)
    assert interview.reused == count
    interview.change(position, was)
    assert interview.reused == count
    talk(interview, target)
    assert interview.so_far().status == first.status
    if first.status == "converged":
        assert equivalent(interview.so_far().network, first.network)
    interview.log.close()


def test_a_mark_is_kept_undone_with_its_answer_and_can_be_changed(tmp_path):
    interview = start(tmp_path / "db", algorithm="quacq")
    while True:
        broken = [c for c in TARGET if not c.accepts(interview.query)]
        if broken and len(interview.query) > 2:
            break
        interview.answer(not broken)
    before = len(interview.entries)
    query = interview.query
    interview.answer(False, clash=broken[0].scope)
    assert [entry.kind for entry in interview.entries[before:]] == ["question", "mark"]
    resumed = Interview.open(interview.log, interview.id)
    assert resumed.query.shown == interview.query.shown
    assert resumed.entries == interview.entries
    assert interview.undo() == 1
    assert (interview.query, len(interview.entries)) == (query, before)
    interview.answer(False, clash=broken[0].scope)
    interview.change(interview.entries[-1].position, True)  # "these alone are fine"
    assert interview.entries[-1].answer is True
    assert not any(set(c.scope) == set(broken[0].scope) for c in interview.so_far().network)


def forgotten(interview):
    """A solution of the learned network, and a rule against it that no answer refutes."""
    yes = [entry.query for entry in interview.entries if entry.answer]
    network = interview.result.network
    for solution in brute.solutions(interview.file.problem, list(network)):
        shown = Query(network.vocabulary, network.vocabulary.encode(solution)).shown
        for one, other in itertools.combinations(shown, 2):
            if not any(q.get(one) == shown[one] and q.get(other) == shown[other] for q in yes):
                return solution, f"x != {shown[one]} or y != {shown[other]}"
    raise AssertionError("no such rule")


def test_a_verdict_no_is_kept_and_a_relation_can_be_added(tmp_path):
    interview = start(tmp_path / "db")
    talk(interview, TARGET)
    solution, rule = forgotten(interview)
    asked = interview.answers
    interview.judge(solution, False)
    again = Interview.open(interview.log, interview.id)
    assert [entry.kind for entry in again.entries][-2:] == ["verdict", "mark"]
    again.extend([rule])
    assert again.reused == asked + 2
    assert again.query is not None
    while again.query is not None:  # the person answers as if the rule held wherever no answer refutes it
        again.answer(
            TARGET.accepts(again.query) and again.dialogue.asker.known_answer is not False and not bad(again, rule)
        )
    assert again.result.status == "converged"
    assert not again.result.network.accepts(solution)
    reopened = Interview.open(again.log, again.id)
    assert rule in [relation.name for relation in reopened.file.problem.language]
    assert reopened.answers == again.answers


def bad(interview, rule):
    """Does the open question break the added rule on a scope where the rule can still hold?"""
    asker = interview.dialogue.asker
    rows = asker.space.rows.rejecting(interview.query.codes, asker.space.surviving)
    return any(asker.space.bias.constraint(row).relation.name == rule for row in rows.tolist())


def test_a_verdict_that_nothing_can_explain_contradicts_what_was_said(tmp_path):
    """The paper's algorithms collapse; with another relation they go on."""
    interview = start(tmp_path / "db")
    talk(interview, TARGET)
    solution = {"day[anna]": 0, "day[ben]": 1, "day[carla]": 2, "day[dora]": 2}
    interview.judge(solution, False)
    assert interview.result.reason == "contradiction"
    assert interview.conflict()[-1].asked == Query(TARGET.vocabulary, TARGET.vocabulary.encode(solution))
    interview.undo()
    assert interview.result.status == "converged"


def test_duplicates_and_the_bin(tmp_path):
    interview = start(tmp_path / "db")
    talk(interview, TARGET)
    log = interview.log
    copy = Interview.open(log, log.duplicate(interview.id, "a copy").id)
    assert (copy.name, copy.answers, copy.query) == ("a copy", interview.answers, None)
    copy.undo(3)
    assert Interview.open(log, interview.id).answers == copy.answers + 3
    log.delete(interview.id)
    assert [kept.id for kept in log.all()] == [copy.id]
    log.delete(interview.id, deleted=False)
    assert {kept.id for kept in log.all()} == {copy.id, interview.id}


@given(st.data())
@examples(60)
def test_cores_are_minimal(data):
    case = data.draw(cases())
    bias = list(case.target)
    more = data.draw(st.lists(st.sampled_from(case.problem.language), max_size=4)) if case.problem.language else []
    names = case.problem.names
    for relation in more:
        bias.append((relation, data.draw(st.permutations(names))[: relation.arity]))
    network = Network(case.problem.vocabulary, bias)
    solutions = [e for e in brute.complete_examples(case.problem) if network.accepts(e)]
    if solutions or not len(network):
        return
    core = unsatisfiable_core(network)
    for left_out in [None, *core]:
        part = Network(case.problem.vocabulary, [c for c in core if c != left_out])
        found = any(part.accepts(e) for e in brute.complete_examples(case.problem))
        assert found == (left_out is not None)


@pytest.mark.parametrize("name", ["sudoku-4", "murder", "purdey"])
def test_a_fifth_of_dont_know_never_teaches_anything_wrong(name, tmp_path):
    """Someone does not know a fifth of the questions. What stays open is listed, and answering later settles it."""
    benchmark = load(name)
    target = benchmark.target
    interview = Interview.start(Log(tmp_path / "db"), as_file(benchmark.problem), algorithm="mquacq", skip_known=True)

    def knows(query):
        return zlib.crc32(repr(sorted(query.items())).encode()) % 5 != 0

    while interview.query is not None:
        interview.answer(target.accepts(interview.query) if knows(interview.query) else None)
    result = interview.result
    assert result.status in ("converged", "undecided")
    for constraint in result.network:
        assert constraint in target or not not_implied_on_scope(target, Network(target.vocabulary, [constraint]))
    assert {c for c in target if c not in result.network} <= set(result.undecided) | {
        c for c in target if not not_implied_on_scope(result.network, Network(target.vocabulary, [c]))
    }
    # At the end the person comes back to what they did not know.
    for entry in [entry for entry in interview.entries if entry.answer is None]:
        interview.change(entry.position, target.accepts(entry.query))
    while interview.query is not None:
        interview.answer(target.accepts(interview.query))
    assert interview.result.status == "converged"
    assert equivalent(interview.result.network, target)
