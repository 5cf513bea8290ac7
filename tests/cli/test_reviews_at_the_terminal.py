"""A review at `tacit learn`: read out line by line, answered, changed, looked at again."""

from __future__ import annotations

import sys

import pytest

from kit.reviewed import GRID, TARGET, slipping
from tacit import Review
from tacit.cli import cards
from tacit.cli.keys import Terminal
from tacit.cli.read_out import which_are_wrong
from tacit.exact.equivalence import equivalent
from tacit.interview import Interview, Log
from tacit.interview.statements import Statement


@pytest.fixture
def named():
    return "columns.toml", GRID


class Answering:
    """Somebody at a keyboard who says this when a review is open, and else answers as they do; then leaves.

    before: at the first review
    end:    when nothing is left to ask
    """

    def __init__(self, db, *before, end=()):
        self.db, self.before, self.end = db, list(before), list(end)

    def isatty(self):
        return False

    def readline(self):
        with Log(self.db) as log:
            question = Interview.open(log, 1).question
        if question is None:
            return f"{self.end.pop(0)}\n" if self.end else ""
        if isinstance(question, Review) and self.before:
            return f"{self.before.pop(0)}\n"
        answer = slipping(question)
        return "?\n" if answer.value is None else "y\n" if answer.value else "n\n"


@pytest.fixture
def talk(tacit, file, tmp_path, monkeypatch):
    def call(*before, end=()):
        monkeypatch.setattr(sys, "stdin", Answering(tmp_path / "log.sqlite", *before, end=end))
        ended = tacit("learn", file.name)
        assert ended.err == ""
        assert max(map(len, ended.out.splitlines())) <= 80
        with Log(tmp_path / "log.sqlite") as log:
            return ended.out, Interview.open(log, 1)

    return call


def reviews(interview):
    return [(entry.answer, entry.exceptions) for entry in interview.entries if "review" in entry.query]


def test_a_wrong_line_is_named(talk):
    said, interview = talk("n", "2")
    assert "To be sure:\n\nThis is what I have understood:\n\n  1  Each cell of g and the next one" in said
    assert "  2  In each column of g, all cells differ\n\nIs all of it right?  [y] yes  [n] no" in said
    assert "Which are wrong?" in said
    assert reviews(interview) == [(False, ("2",))]
    assert equivalent(interview.result.network, TARGET)
    # At the end, the slip is shown, and the review speaks against it.
    assert "Worth a second look" in said
    assert "Against it: question 11, answered no to this: In each column of g, all cells" in said


def test_what_is_none_of_the_lines_is_asked_again(talk):
    said, interview = talk("n", "7", "two", "1 and 3", "q", "x", "n", "1, 2")
    assert "'7' is not in the list: it has 1 to 2." in said
    assert "'two' is not in the list" in said
    assert "'3' is not in the list" in said
    assert "'x' is none of the keys." in said
    assert reviews(interview)[0] == (False, ("1", "2"))


def test_who_can_t_tell_which_is_asked_line_by_line(talk):
    said, interview = talk("n", "")
    assert "can't tell" in said
    assert reviews(interview)[0] == (False, ())
    assert "To be sure" in said
    assert "Worth a second look" in said  # the rule that was accepted by mistake: it was found line by line
    assert equivalent(interview.result.network, TARGET)


def test_nothing_is_answered_at_the_end_of_the_input(tacit, file, tmp_path, monkeypatch):
    class Gone(Answering):
        def readline(self):
            return super().readline() if self.before else ""

    monkeypatch.setattr(sys, "stdin", Gone(tmp_path / "log.sqlite", "n"))
    assert tacit("learn", file.name).code == 0
    with Log(tmp_path / "log.sqlite") as log:
        interview = Interview.open(log, 1)
    assert isinstance(interview.question, Review)


def test_undone_and_not_known(talk):
    said, interview = talk("u", "n", "u", " ")
    assert reviews(interview) == [(None, ())]
    assert said.count("This is what I have understood:") == 2  # again after the undo


def test_the_keys_of_a_terminal():
    typed = iter("2 5\n")
    assert which_are_wrong(Review((None,) * 5), Terminal(lambda: next(typed)).number) == ["2", "5"]
    for keys, expected in (("\n", []), ("\x1b", None), ("q", None), ("1\x7f3\n", ["3"])):
        typed = iter(keys)
        assert which_are_wrong(Review((None,) * 5), Terminal(lambda typed=typed: next(typed)).number) == expected
    assert which_are_wrong(Review((None,)), lambda: pytest.fail("there is nothing to ask")) == ["1"]


def test_a_card_marks_the_wrong_lines(talk):
    _, interview = talk("n", "2")
    entry = next(entry for entry in interview.entries if "review" in entry.query)
    shown = cards.asked(interview.statement(entry), 40)
    assert shown.splitlines() == [
        "This is what I have understood:",
        "  1  Each cell of g and the next one in",
        "     its column differ",
        "  2  In each column of g, all cells",
        "     differ  (wrong)",
    ]
    assert isinstance(interview.statement(entry), Statement)
