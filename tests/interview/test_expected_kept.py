"""What an interview expects from the start is in the log: whoever goes on, or undoes, is asked the same."""

from __future__ import annotations

from tacit.formats.problem_file import parse_problem
from tacit.interview import FOR_PEOPLE, Interview, Log
from tacit.interview.kept_claims import keep_expected, read_kept_expected
from tacit.learning.expected import Expected
from tacit.problem.bounds import Bound
from tacit.structure.finding import find_family
from tacit.structure.rule import Number, Rule

TEXT = """
name = "latin"
language = ["!=", "==", { relation = "sum <= k", over = "row" }]
[variables]
g = { domain = "1..3", shape = [3, 3] }
"""


def problem_file():
    return parse_problem(TEXT, source="latin.toml")


def expected():
    problem = problem_file().problem
    v = problem.vocabulary
    rows, columns = find_family(v, "row"), find_family(v, "column")
    return [
        Expected(Rule(problem.language[0], columns), 0.9),
        Expected(Number(Bound.of("sum <= k"), rows, 6), 0.7),
        Expected(Rule(problem.language[0], rows), 0.6),
    ]


def test_it_is_kept_and_read_again():
    kept = keep_expected(expected())
    again = read_kept_expected(kept, problem_file().problem)
    assert again == expected()
    assert again[1].claim.suggested == 6
    assert read_kept_expected([{**kept[0], "over": "box 7x7"}], problem_file().problem) == []


def test_whoever_goes_on_is_asked_the_same(tmp_path):
    options = {**FOR_PEOPLE, "expected": keep_expected(expected())}
    with Log(tmp_path / "log.sqlite", durable=False) as log:
        interview = Interview.start(log, problem_file(), **options)
        assert interview.question == expected()[0].claim
        interview.answer(True)

        second = interview.question
    with Log(tmp_path / "log.sqlite", durable=False) as log:
        interview = Interview.resume(log, problem_file(), **FOR_PEOPLE)  # it is not said again
        assert interview.question == second
        assert interview._kept.round == 0  # no new round was needed
        interview.undo(len(interview.entries))
        assert interview.question == expected()[0].claim
        assert Interview.open(log, interview.id).question == expected()[0].claim
