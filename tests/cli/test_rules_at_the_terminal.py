"""Questions about rules at `tacit learn`: how they are asked and answered, exceptions, rules said unasked."""

from __future__ import annotations

import contextlib
import re
import sys

import pytest

from kit.drive import said_by
from kit.ward import TARGET, WARD
from tacit.cli.keys import Terminal
from tacit.cli.known_rules import KnownRules
from tacit.cli.person import Person
from tacit.errors import RuleError
from tacit.exact.equivalence import equivalent
from tacit.formats.problem_file import read_problem_file
from tacit.interview import FOR_PEOPLE, Interview, Log
from tacit.learning.claims import Claimed
from tacit.structure.finding import find_family
from tacit.structure.rule import Free, Rule


@pytest.fixture
def named():
    return "ward.toml", WARD


@pytest.fixture
def kept(tmp_path):
    def read():
        with Log(tmp_path / "log.sqlite") as log:
            return [(entry.kind, entry.query, entry.answer, entry.exceptions) for entry in log.entries(1)]

    return read


class Answering:
    """Someone at the keyboard who knows the target."""

    def __init__(self, db):
        self.db = db
        self.exceptions = None

    def isatty(self):
        return False

    def readline(self):
        if self.exceptions is not None:
            names, self.exceptions = self.exceptions, None
            return f"{'; '.join(names)}\n"
        with Log(self.db) as log:
            answer = said_by(TARGET, Interview.open(log, 1).question)
        if answer.except_:
            self.exceptions = answer.except_
            return "e\n"
        return "y\n" if answer.value else "n\n"


def test_a_whole_interview_with_rules(tacit, file, tmp_path, monkeypatch, kept):
    monkeypatch.setattr(sys, "stdin", Answering(tmp_path / "log.sqlite"))
    ended = tacit("learn", "ward.toml")
    assert (ended.code, ended.err) == (0, "")
    assert max(map(len, ended.out.splitlines())) <= 80
    assert "[e] no, except" in ended.out
    assert "If so, this would be wrong:" in ended.out
    assert "Yes: nothing is forbidden. No: something is." in ended.out
    assert "no early after a night" in ended.out
    kinds = [kind for kind, _, _, _ in kept()]
    assert kinds.count("rule") >= 2
    with Log(tmp_path / "log.sqlite") as log:
        assert equivalent(Interview.open(log, 1).result.network, TARGET)


# --- rules said unasked ---


def test_a_rule_is_said_shown_taken_listed_and_taken_back(person, kept):
    said = person("k", "2", "1", "y", "k", "1", "q")
    assert "What holds?" in said
    assert "That is 18 constraints, in 3 places." in said
    assert "This, for example, would be wrong:" in said
    assert "Rules that you have said:" in said
    assert "Taken back: in each row of shift, all cells differ." in said
    assert kept() == []
    assert "1 rule that you said is kept." in person("k", "2", "1", "y", "q")
    assert kept() == [("told", {"rule": "!=", "over": "row of shift"}, True, ())]
    assert "Going on: 1 rule that you said before." in person("q")
    assert "Taken back: in each row of shift, all cells differ." in person("u", "q")
    assert kept() == []


def test_a_rule_in_words_and_what_is_not_understood(person, kept):
    said = person("k", "1", "nxt in row", "next in row", "n", "", "q")
    assert "did you mean 'next in row'?" in said
    assert "no early after a night" in said
    assert kept() == []
    said = person("k", "7", "1", "", "k", "", "q")
    assert "'7' is not in the list: it has 1 to 2." in said
    person("k", "1", "next in row", "y", "q")
    assert kept() == [("told", {"rule": "x != night or y != early", "over": "next in row of shift"}, True, ())]


def test_a_rule_that_an_earlier_answer_refutes_is_refused_with_that_example(person, kept):
    said = person("y", "k", "2", "whole", "", "q")
    assert "That can't be: question 1 breaks this rule, and was answered yes:" in said
    assert [kind for kind, *_ in kept()] == ["question"]


def test_a_rule_that_leaves_no_solution_is_refused(person, kept):
    said = person("k", "2", "whole", "", "q")
    assert "and there are only 4 values" in " ".join(said.split())
    assert "Take this rule?" not in said
    assert kept() == []


def test_a_rule_that_is_known_is_not_taken_twice(person, kept):
    said = person("k", "2", "1", "y", "k", "n", "2", "row", "", "q")
    assert "That follows from what you have said before." in said
    assert len(kept()) == 1


def test_what_was_said_about_rules_speaks_against_a_rule_in_words(file, tmp_path, capsys):
    with Log(tmp_path / "log.sqlite") as log:
        interview = Interview.start(log, read_problem_file(file), **FOR_PEOPLE)

        def nothing(*_):
            return ""

        error = RuleError("it can't be right", claims=[Claimed(Free(2), True)])
        KnownRules(interview, nothing, nothing)._refused(error)
    assert "That can't be. You have said: any two cells may have any values: yes." in capsys.readouterr().out


# --- exceptions ---


def until_a_rule(file, db):
    """The answers up to the first question about a rule, and that rule."""
    lines = []
    with Log(db.with_name("try.sqlite")) as log:
        interview = Interview.start(log, read_problem_file(file), **FOR_PEOPLE)
        while not (interview.question.kind == "rule" and interview.question.family.count > 2):
            fine = said_by(TARGET, interview.question).value
            lines.append("y" if fine else "n")
            interview.answer(fine)
        return lines, interview.question


def test_exceptions_by_name_and_what_is_no_part_of_the_rule(person, file, tmp_path, kept):
    lines, rule = until_a_rule(file, tmp_path / "log.sqlite")
    name = rule.family.name(1)
    said = person(*lines, "e", "", "e", "nobody", name, "q")
    assert "'nobody' is no part of" in said
    kind, query, answer, exceptions = kept()[-1]
    assert (kind, query["over"], answer) == ("rule", rule.family.spec, False)
    assert exceptions == tuple(rule.family.called([1]))


def test_the_nearest_right_name_is_told(person, file, tmp_path):
    lines, rule = until_a_rule(file, tmp_path / "log.sqlite")
    name = rule.family.name(0)
    said = person(*lines, "e", f"{name}x", "", "q")
    assert "did you mean" in said


def test_e_is_no_key_for_an_example(person):
    assert "'e' is none of the keys" in person("e", "q")


class Pressing:
    """Keys at a terminal, pressed one after another; at the end of them the person leaves."""

    def __init__(self, typed):
        self.keys = iter(typed)

    def __call__(self):
        return next(self.keys, "q")


def at_the_terminal(file, db, monkeypatch, typed):
    """Talk with someone who types this, key by key."""

    @contextlib.contextmanager
    def typing():
        yield Terminal(Pressing(typed))

    monkeypatch.setattr("tacit.cli.person.keyboard", typing)
    with Log(db) as log:
        interview = Interview.start(log, read_problem_file(file), **FOR_PEOPLE)
        return Person(interview, "tacit learn ward.toml").talk().entries


def test_a_name_that_is_typed_again_is_no_answer(file, tmp_path, monkeypatch, capsys):
    lines, rule = until_a_rule(file, tmp_path / "log.sqlite")
    name = rule.family.name(1)
    keys = f"{''.join(lines)}e{name[:-1]}\n{name}\nq"
    *earlier, last = at_the_terminal(file, tmp_path / "other.sqlite", monkeypatch, keys)
    assert "did you mean" in capsys.readouterr().out
    assert len(earlier) == len(lines)
    assert (last.kind, last.exceptions) == ("rule", tuple(rule.family.called([1])))


@pytest.mark.parametrize(
    ("typed", "not_understood"),
    [
        ("k2\nanny never works on sundays\n\nq", "'anny never works on sundays'"),
        ("kyes, anna never\n\nq", "'yes, anna never' is not in the list"),
        ("k2\n1\nnot any more\nno\n\nq", "'not any more' is neither y nor n"),
        ("k2\n1\nyes\nkno, not yet\n\nq", "'no, not yet' is not in the list"),
    ],
)
def test_a_sentence_in_the_menu_is_no_row_of_answers(file, tmp_path, monkeypatch, capsys, typed, not_understood):
    entries = at_the_terminal(file, tmp_path / "other.sqlite", monkeypatch, typed)
    assert not_understood in capsys.readouterr().out
    assert [entry.kind for entry in entries] == ["told"] * ("yes\n" in typed)


def test_of_a_single_group_nothing_can_be_excepted(file, tmp_path):
    with Log(tmp_path / "log.sqlite") as log:
        interview = Interview.start(log, read_problem_file(file), **FOR_PEOPLE)
        v, differ = interview.file.problem.vocabulary, interview.file.problem.language[1]
        keys = {
            over: Person(interview, "")._keys_for(Rule(differ, find_family(v, over))) for over in ("row", "row ben")
        }
    assert ["[e]" in line for line in keys.values()] == [True, False]
    assert all("[k] I know a rule" in line for line in keys.values())


# --- contradictions ---


def test_a_rule_and_an_example_that_contradict_each_other(person, tmp_path, kept):
    person("?", "q")
    with Log(tmp_path / "log.sqlite") as log:
        interview = Interview.open(log, 1)
        query, v = interview.read(interview.entries[0]).query, interview.file.problem.vocabulary
        one, other = next((a, b) for a in query for b in query if a < b and query[a] == query[b])
        interview.tell_rule(Rule(interview.file.problem.language[1], find_family(v, f"cells {one}, {other}")))
        interview.change(1, True)
    said = person("9", "2", "q", options=["--slips", "0"])
    assert "This rule and this example can't both be right" in said
    assert re.search(r"Rule 2, which you said \(1 constraint rests on it\):", said)
    assert "One of 1, 2, please." in said
    assert [kind for kind, *_ in kept()] == ["question"]


# --- options ---


def test_no_rules(person):
    said = person("k", *["?"] * 30, "q", options=["--no-rules"])
    assert "[e]" not in said
    assert "Is that so?" not in said


def test_rules_need_an_oracle_that_can_answer_them(tacit, file):
    (file.parent / "mine.py").write_text("def fine(example):\n    return True\n")
    refusal = tacit("learn", "ward.toml", "--oracle", "mine.py:fine", "--rules").refusal
    assert "no `ask_rule`" in refusal
    assert "largest" in tacit("learn", "ward.toml", "--algorithm", "mquacq", "--largest", "5").refusal


# --- words at a terminal ---


@pytest.mark.parametrize(
    ("pressed", "read"),
    [
        (["r", "o", "w", " ", "q", "\r"], "row q"),  # neither a space nor q ends it
        (["a", "b", "\x7f", "c", "\n"], "ac"),
        (["\x7f", "a", "\n"], "a"),
        (["a", "\x1b"], ""),  # never mind
        (["a", "\x1b[A", "b", "\n"], "ab"),  # an arrow key
    ],
)
def test_a_line_of_words(pressed, read):
    keys = iter(pressed)
    assert Terminal(lambda: next(keys)).text() == read
