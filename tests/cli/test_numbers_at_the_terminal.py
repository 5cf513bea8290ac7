"""Questions for limits and numbers at `tacit learn`, and bounds that are said unasked."""

from __future__ import annotations

import io
import re
import sys

import pytest

from kit.limits import TEXT, asks_for_all_limits, asks_for_limits
from tacit import in_words
from tacit.cli.keys import Terminal
from tacit.cli.person import Person
from tacit.formats.problem_file import read_problem_file
from tacit.interview import Interview, Log
from tacit.problem.bounds import Bound
from tacit.structure.rule import Number, Unlimited

__all__ = ["asks_for_all_limits", "asks_for_limits"]
pytestmark = pytest.mark.usefixtures("asks_for_limits")


@pytest.fixture
def person(tacit, tmp_path, monkeypatch):
    """`tacit learn ward.toml`, with these lines as its input."""
    monkeypatch.setenv("TACIT_DB", str(tmp_path / "log.sqlite"))
    (tmp_path / "ward.toml").write_text(TEXT, encoding="utf-8")

    def call(*lines, code=0):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        ended = tacit("learn", "ward.toml")
        assert (ended.code, ended.err) == (code, "")
        assert max(map(len, ended.out.splitlines())) <= 80
        return ended.out

    return call


@pytest.fixture
def kept(tmp_path):
    def read():
        with Log(tmp_path / "log.sqlite") as log:
            return [(next(iter(entry.query)), entry.answer, entry.number) for entry in log.entries(1)]

    return read


def test_a_number_is_asked_for_and_typed(person, kept):
    said = person("n", "2", "q")
    assert "In each row of shift: may night occur as often as you like?" in said
    assert "Yes: all of this is allowed. No: some of it is not." in said
    assert "In each row of shift: at most how often may night occur?" in said
    assert "[0 to 3, Enter]  [l] no limit  [d] it differs  [?] don't know\n[k] I know a rule  [u] undo" in said
    assert "at most 2 × night" in said  # what was learned
    assert kept() == [("unlimited", False, None), ("number", True, 2)]


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("0", (True, 0)),
        ("d", (False, None)),
        ("it differs", (False, None)),
        ("l", (True, None)),
        ("no limit", (True, None)),
        ("?", (None, None)),
        ("", (None, None)),
        ("unknown", (None, None)),
    ],
)
def test_keys_and_words(person, kept, typed, answer):
    contradicts = answer == (True, None)  # something is limited, and then nothing is
    person("n", typed, "q", "q", code=4 if contradicts else 0)
    assert kept()[1][1:] == answer


@pytest.mark.parametrize("typed", ["4", "-1", "2.5", "y", "two", "9" * 40])
def test_what_is_no_number_of_the_range_is_said_in_a_line(person, kept, typed):
    said = person("n", typed, "1", "q")
    assert f"'{typed[:20]}' is none of the keys, and no number from 0 to 3.\n" in said
    assert kept()[1:] == [("number", True, 1)]


def test_undo_and_the_next_number(person, kept):
    person("n", "2", "u", "3", "q")
    assert kept() == [("unlimited", False, None), ("number", True, 3)]


def test_answers_that_contradict_each_other_are_shown_and_a_number_is_asked_again(person, kept):
    said = person("n", "l", "2", "7", "2", "q")
    assert re.search(r"Question 2, answered no limit \(.*\):\n\n    In each row of shift: at most … × night\.", said)
    assert re.search(r"Question 1, answered no \(.*\):\n\n    In each row of shift: night may occur as often", said)
    assert said.count("In each row of shift: at most how often may night occur?") == 2
    assert "'7' is none of the keys, and no number from 0 to 3." in said
    assert kept() == [("unlimited", False, None), ("number", True, 2)]


@pytest.mark.usefixtures("asks_for_all_limits")
def test_what_is_limited_is_chosen_from_a_list(person, tmp_path):
    said = person("e", "3", "x", "", "e", "2", "q")
    assert "In each column of shift: may night occur as often as you like" in said
    assert "may early be missing?" in " ".join(said.split())
    assert "[e] limits only to" in said
    assert (
        "There are limits to these, and to nothing else: which?\n  1  at most … × night\n  2  at least … × early\n"
        in said
    )
    assert "'3' is not in the list: it has 1 and 2." in said
    assert "'x' is not in the list: it has 1 and 2." in said
    with Log(tmp_path / "log.sqlite") as log:
        (entry,) = log.entries(1)
        assert (entry.answer, entry.exceptions) == (False, ("count(early) >= k",))
        claimed = Interview.open(log, 1).read(entry)
    assert in_words(claimed).endswith("and early may be missing; but there is a limit: at least … × early")


def test_a_limit_has_the_same_number_in_each_list(tmp_path):
    """What is asked about later is a part of it, and who has read 2 types 2."""
    (tmp_path / "ward.toml").write_text(TEXT, encoding="utf-8")
    with Log(tmp_path / "log.sqlite") as log:
        person = Person(Interview.start(log, read_problem_file(str(tmp_path / "ward.toml"))), "tacit learn")
        night, early = (Bound.of(text, {"early": 1, "night": 2}) for text in ("count(night) <= k", "count(early) >= k"))
        assert [person._number_of_limit(each) for each in (night, early, night)] == [1, 2, 1]
        assert [person._number_of_limit(each) for each in (early, night)] == [2, 1]


def test_at_least_is_not_more_than_the_at_most_that_is_known(tmp_path):
    text = TEXT.replace('relation = "count(early) >= k"', 'relation = "count(night) >= k"')
    (tmp_path / "ward.toml").write_text(text, encoding="utf-8")
    with Log(tmp_path / "log.sqlite") as log:
        interview = Interview.start(log, read_problem_file(str(tmp_path / "ward.toml")), rules=True, slips=0.0)
        asked = {}
        while isinstance(question := interview.question, Number | Unlimited) and len(asked) < 4:
            if isinstance(question, Unlimited):
                interview.answer(False)
                continue
            asked[question.bound.name, question.family.spec] = interview.numbers(question)
            interview.answer(1)
        assert asked["count(night) <= k", "column of shift"] == (0, 2)
        assert asked["count(night) >= k", "column of shift"] == (1, 1)


# --- said unasked ---


def test_a_bound_is_said_with_its_number(person, kept):
    said = person("k", "1", "1", "7", "2", "y", "q")
    assert "  1  At most … × night" in said
    assert "  1  In each row of shift: at most … × night" in said
    assert "A number from 0 to 3 (Enter: back): " in said
    assert "'7' is no number from 0 to 3." in said
    assert "In each row of shift: at most 2 × night.\nThat is 3 constraints, in 3 places." in said
    assert "This, for example, would be wrong:" in said
    assert kept() == [("rule", True, None)]
    said = person("k", "n", "1", "row ben", "1", "y", "k", "2", "q")
    assert "In row ben of shift: at most 1 × night." in said
    assert "Taken back: in row ben of shift: at most 1 × night." in said


def test_a_bound_over_what_it_is_not_over(person, kept):
    said = person("k", "2", "row", "", "q")
    assert "count(early) >= k on each row of shift is not in the language" in " ".join(said.split())
    assert kept() == []


# --- at a real terminal, key by key ---


class Pressing:
    def __init__(self, typed):
        self.keys = iter(typed)

    def __call__(self):
        return next(self.keys)


@pytest.mark.parametrize(
    ("pressed", "read"),
    [
        ("12\n", "12"),
        ("-3\r", "-3"),
        ("l", "l"),
        ("?", "?"),
        ("u", "u"),
        ("1\x7f\x7f\x7f2\n", "2"),
        ("1x\n", "1x"),
        ("1\x1b", "\x1b"),
    ],
)
def test_key_by_key(pressed, read, capsys):
    assert Terminal(Pressing(pressed)).number() == read
