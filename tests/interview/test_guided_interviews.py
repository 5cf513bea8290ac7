"""Interviews with the guided learner: what it believes is rebuilt, too."""

from __future__ import annotations

import pytest

from tacit.benchmarks import load
from tacit.exact.equivalence import equivalent
from tacit.experiments.run import answer_of
from tacit.formats.problem_file import ProblemFile
from tacit.interview import Interview, Log


def start(path, name, **options):
    benchmark = load(name)
    file = ProblemFile(benchmark.problem, "", "grid", (), "")
    return Interview.start(Log(path), file, algorithm="guided", **options), benchmark.target


def talk(interview, target, most=None, *, marks=False):
    asked = []
    while interview.query is not None and (most is None or len(asked) < most):
        asked.append(interview.query)
        interview.answer(answer_of(target, interview.query, marks=marks))
    return asked


@pytest.mark.parametrize("name", ["sudoku-4", "murder", "golomb-6"])
def test_undone_at_any_depth_and_answered_the_same(name, tmp_path):
    interview, target = start(tmp_path / "db", name)
    asked = talk(interview, target)
    for depth in (1, 2, 7, 25, len(asked) // 2, len(asked)):
        depth = min(depth, len(asked))
        assert interview.undo(depth) == depth
        assert talk(interview, target) == asked[len(asked) - depth :]
        assert interview.result.status == "converged"
    assert equivalent(interview.result.network, target)


@pytest.mark.parametrize("name", ["sudoku-4", "purdey"])
def test_cut_anywhere_and_resumed(name, tmp_path):
    plain, target = start(tmp_path / "plain", name)
    asked = [query.shown for query in talk(plain, target)]
    for k in range(0, len(asked), 19):
        interview, _ = start(tmp_path / str(k), name)
        talk(interview, target, k)
        interview.log.close()
        resumed, _ = start(tmp_path / str(k), name)
        again = Interview(resumed.log, resumed.log.kept(1), resumed.file, algorithm="guided")
        assert [query.shown for query in talk(again, target)] == asked[k:]


def test_stopped_by_a_number_of_questions_it_goes_on_as_if_it_had_not_been(tmp_path):
    """Another limit was taken for other options, and everything was asked in another way from there on."""
    plain, target = start(tmp_path / "plain", "sudoku-4")
    asked = [query.shown for query in talk(plain, target)]
    stopped, _ = start(tmp_path / "stopped", "sudoku-4", max_questions=20)
    assert [query.shown for query in talk(stopped, target)] == asked[:20]
    assert stopped.result.reason == "max_questions"
    more = Interview(stopped.log, stopped.log.kept(1), stopped.file, algorithm="guided", max_questions=30)
    assert [query.shown for query in talk(more, target)] == asked[20:30]
    rest = Interview(stopped.log, stopped.log.kept(1), stopped.file, algorithm="guided")
    assert [query.shown for query in talk(rest, target)] == asked[30:]


@pytest.mark.parametrize("marks", [False, True])
def test_each_answer_flipped_changed_back_and_all_is_well(marks, tmp_path):
    plain, target = start(tmp_path / "plain", "purdey")
    count = len(talk(plain, target, marks=marks))
    assert equivalent(plain.result.network, target)
    for position in range(1, count, 6):
        interview, _ = start(tmp_path / str(position), "purdey")
        talk(interview, target, count)
        entry = interview.entries[position - 1]
        interview.change(position, not entry.answer)
        if interview.query is None and interview.result.status == "collapsed":
            assert position in [said.entry.position for said in interview.conflict() if said.entry]
        interview.change(position, entry.answer)
        talk(interview, target)
        assert interview.result.status == "converged"
        assert equivalent(interview.result.network, target)


def test_marks_save_questions(tmp_path):
    plain, target = start(tmp_path / "plain", "murder")
    marked, _ = start(tmp_path / "marked", "murder")
    assert len(talk(marked, target, marks=True)) < len(talk(plain, target))
    assert equivalent(marked.result.network, target)
