"""Numbers and limits are answers like others: kept at once, replayed, undone, changed, part of contradictions."""

from __future__ import annotations

import pytest

from kit.limits import TEXT, asks_for_limits
from tacit.errors import AnswerError, RuleError
from tacit.formats.problem_file import parse_problem
from tacit.interview import FOR_PEOPLE, Interview, Log
from tacit.interview.solvable import refuse_number_without_solution
from tacit.learning.claims import Claimed
from tacit.problem.bounds import Bound
from tacit.structure.finding import find_family
from tacit.structure.rule import Number, Rule

__all__ = ["asks_for_limits"]
pytestmark = pytest.mark.usefixtures("asks_for_limits")

FILE = parse_problem(TEXT, source="ward.toml")
V = FILE.problem.vocabulary
UNLIMITED = {"unlimited": ["count(night) <= k"], "over": "row of shift"}
NUMBER = {"number": "count(night) <= k", "over": "row of shift"}


@pytest.fixture
def log(tmp_path):
    with Log(tmp_path / "db.sqlite") as log:
        yield log


@pytest.fixture
def interview(log):
    interview = Interview.start(log, FILE, **FOR_PEOPLE)
    interview.answer(False)
    interview.answer(2)
    return interview


def kept(log):
    return [(entry.query, entry.answer, entry.number) for entry in log.entries(1)]


def texts(interview):
    return [str(c.relation.name) for c in interview.learned()]


def test_what_is_kept(log, interview):
    assert kept(log) == [(UNLIMITED, False, None), (NUMBER, True, 2)]
    assert texts(interview) == ["count(night) <= 2"] * 3
    assert interview.question.kind == "unlimited"


@pytest.mark.parametrize(("given", "answer", "number"), [("it differs", False, None), (None, None, None), (0, True, 0)])
def test_other_answers(log, given, answer, number):
    interview = Interview.start(log, FILE, **FOR_PEOPLE)
    interview.answer(False)
    interview.answer(given)
    assert kept(log)[-1] == (NUMBER, answer, number)
    assert Interview.open(log, 1).question == interview.question


def test_a_limit_and_no_limit(log):
    interview = Interview.start(log, FILE, **FOR_PEOPLE)
    interview.answer(False)
    interview.answer("no limit")
    assert kept(log)[-1] == (NUMBER, True, None)
    assert interview.result.reason == "contradiction"
    assert [(each.asked.kind, each.answer) for each in interview.conflict()] == [("unlimited", False), ("number", True)]
    interview.set_right(1)
    assert interview.question.kind == "unlimited"
    assert interview.question.family.key.numbers == (0,)  # columns


def test_what_is_refused_is_not_kept(log, interview):
    before = kept(log)
    with pytest.raises(AnswerError):
        interview.answer(3)  # the question is whether there is any limit
    interview.answer(False)
    with pytest.raises(AnswerError, match="takes a number from 0 to 2"):
        interview.answer(7)
    assert kept(log)[:-1] == before


def test_resumed(log, interview):
    again = Interview.open(log, 1)
    assert (again.question, texts(again), again.reused) == (interview.question, texts(interview), 2)
    assert log.kept(1).round == 0


def test_undone(log, interview):
    interview.undo()
    assert interview.question.kind == "number"
    assert kept(log) == [(UNLIMITED, False, None)]
    interview.answer(1)
    assert texts(interview) == ["count(night) <= 1"] * 3


def test_changed(log, interview):
    interview.change(2, 1)
    assert kept(log)[1] == (NUMBER, True, 1)
    assert texts(interview) == ["count(night) <= 1"] * 3
    assert texts(Interview.open(log, 1)) == texts(interview)
    interview.change(2, "it differs")
    assert kept(log)[1] == (NUMBER, False, None)
    assert texts(interview) == []
    for wrong in (9, "perhaps"):
        with pytest.raises(AnswerError):
            interview.change(2, wrong)
    interview.change(1, True)
    with pytest.raises(AnswerError):
        interview.change(1, 2)


def test_changed_with_later_answers(log, interview):
    """A new round begins, in which the number is known."""
    interview.answer(True)
    interview.change(1, None)
    assert log.kept(1).round == 1
    assert texts(interview) == ["count(night) <= 2"] * 3
    assert interview.unusable == 0
    assert texts(Interview.open(log, 1)) == texts(interview)


def test_a_number_of_which_the_problem_no_longer_knows_is_put_aside(log, interview):
    text = TEXT.replace("count(night) <= k", "count(off) <= k")
    other = Interview(log, log.kept(1), parse_problem(text, source="ward.toml"), **FOR_PEOPLE)
    assert other.unusable == 2
    assert texts(other) == []


def test_a_copy_has_the_numbers(log, interview):
    log.duplicate(1, "again")
    assert [entry.number for entry in log.entries(2)] == [None, 2]


def test_a_number_against_an_example(log):
    interview = Interview.start(log, FILE, **{**FOR_PEOPLE, "slips": 0.0})
    interview.answer(False)
    interview.answer(2)
    three = {f"shift[anna,{day}]": "night" for day in ("Mon", "Tue", "Wed")}
    interview.judge({**three, **{name: "off" for name in V.names if name not in three}}, True)
    again = Interview.open(log, 1)
    interview.extend(["!="])
    assert interview.question is None
    said = interview.conflict()
    assert {(each.asked.kind, each.number) for each in said} == {("number", 2), ("plan", None)}
    (number,) = [each.entry for each in said if each.number == 2]
    interview.set_right(number.position)
    assert log.entries(1)[1].answer is None
    assert interview.question is not None
    assert again.entries[1].number == 2


def test_a_bound_said_unasked(log):
    interview = Interview.start(log, FILE, **FOR_PEOPLE)
    rule = Rule(Bound.of("count(night) <= 2", V.named_values), find_family(V, "row"))
    example = interview.check_rule(rule)
    assert sum(value == "night" for value in example.shown.values()) == 3
    interview.tell_rule(rule)
    assert kept(log) == [({"rule": "count(night) <= 2", "over": "row of shift"}, True, None)]
    assert texts(interview) == ["count(night) <= 2"] * 3
    assert texts(Interview.open(log, 1)) == texts(interview)
    with pytest.raises(RuleError, match="follows from what you have said"):
        interview.check_rule(Rule(Bound.of("count(night) <= 3", V.named_values), find_family(V, "row")))
    early = Rule(Bound.of("count(early) >= 3", V.named_values), find_family(V, "column"))
    interview.tell_rule(early)
    interview.take_back(1)
    assert texts(interview) == ["count(early) >= 3"] * 4


@pytest.mark.parametrize(
    ("text", "breaks"),
    [
        ("count(night) <= 2", lambda values: values == ["night"] * 3),
        ("count(night) <= 0", lambda values: values == ["night"]),
        ("count(early) >= 1", lambda values: len(values) == 9 and "early" not in values),
        ("count(early) == 1", lambda values: values == ["early"] * 2 or "early" not in values),
        ("alldifferent", lambda values: len(set(values)) < len(values) == 2),
    ],
)
def test_an_example_that_breaks_a_bound_on_a_large_group(log, text, breaks):
    """Of nine cells with nine values there are too many examples to list."""
    rows = ", ".join(f'"{each}"' for each in "abcdefghi")
    file = parse_problem(
        f"""
        name = "long"
        language = [{{ relation = "{text}", over = "column" }}]
        [variables]
        shift = {{ rows = [{rows}], columns = ["Mon", "Tue"], domain = ["off", "early", "night", {rows}] }}
        """,
        source="long.toml",
    )
    interview = Interview.start(log, file, **FOR_PEOPLE)
    rule = Rule(file.problem.language[0], find_family(file.problem.vocabulary, "column"))
    example = interview.example_of(rule)
    assert breaks(list(example.shown.values()))
    assert not file.problem.network([(text, [name for name in file.problem.names if "Mon" in name])]).accepts(example)


def test_a_sum_that_leaves_nothing_is_refused_in_a_sentence(log):
    text = 'language = ["sum <= k", "sum >= k"]\n[variables.g]\nrows = 1\ncolumns = 3\ndomain = "0..9"\n'
    file = parse_problem(text, source="sums.toml")
    asker = Interview.start(log, file, **FOR_PEOPLE).dialogue.asker
    row = find_family(file.problem.vocabulary, "row")
    asker.tell_claims([Claimed(Rule(Bound.of("sum <= 15"), row), True)])
    said = "16 can't be: that the cells of row 0 add up to at most 15 is known"
    with pytest.raises(AnswerError, match=said):
        refuse_number_without_solution(asker.answers.claims, Number(Bound.of("sum >= k"), row), 16)


def test_a_number_that_leaves_nothing_is_refused(log):
    """At least three of what there are at most two of."""
    text = TEXT.replace("count(early) >= k", "count(night) >= k")
    interview = Interview.start(log, parse_problem(text, source="ward.toml"), **FOR_PEOPLE)
    interview.answer(True)
    for given in (False, 1, False):
        interview.answer(given)
    with pytest.raises(AnswerError, match="2 can't be: at most 1 × night is known of column Mon"):
        interview.answer(2)
    assert len(kept(log)) == 4
    interview.answer(1)
    assert texts(interview) == ["count(night) <= 1"] * 4 + ["count(night) >= 1"] * 4
