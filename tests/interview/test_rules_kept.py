"""Answers about rules are answers: kept at once, undone, changed, replayed, part of contradictions; and rules that are
said unasked."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest

from kit.drive import said_by
from kit.ward import on, ward_target
from tacit.errors import DialogueError, RuleError
from tacit.exact.equivalence import equivalent
from tacit.formats.problem_file import parse_problem
from tacit.interview import FOR_PEOPLE, Interview, Log
from tacit.interview.kept_claims import to_keep
from tacit.interview.statements import about
from tacit.problem.query import Query
from tacit.structure.finding import find_family
from tacit.structure.rule import Free, Rule

TEXT = """
name = "ward"
language = ["x != night or y != early", "!=", "=="]
[variables]
shift = { rows = ["anna", "ben", "carla"], columns = ["Mon", "Tue", "Wed", "Thu"], domain = ["early", "late", "night"] }
"""
FILE = parse_problem(TEXT, source="ward.toml")
PROBLEM = FILE.problem
V = PROBLEM.vocabulary
NIGHT, DIFFER, EQUAL = PROBLEM.language


BELIEVED = {**FOR_PEOPLE, "slips": 0.0}  # no answer is set aside
TARGET = ward_target(PROBLEM)
NIGHTS = PROBLEM.network(on(PROBLEM, "next in row", NIGHT))
ROWS = Rule(NIGHT, find_family(V, "next in row"))


@pytest.fixture
def log(tmp_path):
    with Log(tmp_path / "db.sqlite") as log:
        yield log


def as_kept(question):
    return None if question is None else question.shown if isinstance(question, Query) else to_keep(question)


def talk(interview, most=None, target=TARGET):
    asked = []
    while interview.question is not None and (most is None or len(asked) < most):
        asked.append(as_kept(interview.question))
        interview.answer(said_by(target, interview.question))
    return asked


def finish(interview, target=TARGET):
    talk(interview, target=target)
    assert interview.result.status == "converged"
    assert equivalent(interview.result.network, target)


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """All questions of an undisturbed interview."""
    with Log(tmp_path_factory.mktemp("asked") / "db.sqlite") as log:
        interview = Interview.start(log, FILE, **FOR_PEOPLE)
        found = talk(interview)
        assert equivalent(interview.result.network, TARGET)
        assert {"rule", "free"} <= {kind for question in found for kind in question}
        return found


# --- kept, resumed, undone ---


def test_a_claim_is_kept_as_text_that_a_reader_understands(log, asked):
    interview = Interview.start(log, FILE, **FOR_PEOPLE)
    talk(interview)
    with closing(sqlite3.connect(log.path)) as db:
        rows = db.execute("SELECT query, answer, exceptions FROM answer WHERE kind = 'rule'").fetchall()
    kept = [json.loads(query) for query, _, _ in rows]
    assert {"rule", "free"} <= {key for each in kept for key in each}
    assert all(" of shift" in each["over"] or "cells" in each["over"] for each in kept if "rule" in each)


def test_exceptions_are_kept_by_name(log):
    interview = Interview.start(log, FILE, **FOR_PEOPLE)
    while not (isinstance(rule := interview.question, Rule) and rule.family.count > 1):
        interview.answer(said_by(TARGET, interview.question))
    before = list(interview.entries)
    names = tuple(rule.family.called([1]))
    interview.answer(False, except_=[rule.family.name(1)])
    with closing(sqlite3.connect(log.path)) as db:
        (last,) = db.execute("SELECT answer, exceptions FROM answer ORDER BY position DESC LIMIT 1").fetchall()
    assert (last[0], json.loads(last[1])) == ("no", list(names))
    again = Interview.open(log, 1)
    assert (again.entries[-1].exceptions, as_kept(again.question)) == (names, as_kept(interview.question))
    assert about(again.read(again.entries[-1]))[1:3] == (False, (1,))
    again.undo()
    assert (again.entries, as_kept(again.question)) == (before, to_keep(rule))


def test_cut_anywhere_and_resumed(tmp_path, asked):
    for k in range(0, len(asked) + 1, 4):
        with Log(tmp_path / f"{k}.sqlite") as log:
            talk(Interview.start(log, FILE, **FOR_PEOPLE), k)
        with Log(tmp_path / f"{k}.sqlite") as log:
            interview = Interview.open(log, 1)
            assert interview.answers == k
            assert log.kept(1).round == 0
            assert talk(interview) == asked[k:]


def test_undone_at_any_depth_and_answered_the_same(log, asked):
    interview = Interview.start(log, FILE, **FOR_PEOPLE)
    talk(interview)
    for depth in range(1, len(asked) + 1, 3):
        assert interview.undo(depth) == depth
        assert as_kept(interview.question) == asked[-depth]
        assert talk(interview) == asked[-depth:]
    assert log.kept(1).round == 0


def test_a_rule_that_the_problem_has_no_family_for_is_unusable(log, asked):
    talk(Interview.start(log, FILE, **FOR_PEOPLE))
    small = TEXT.replace('"anna", "ben", "carla"', '"anna"')
    file = parse_problem(small, source="ward.toml")
    interview = Interview.resume(log, file, **FOR_PEOPLE)
    columns = [e for e in interview.entries if e.is_claim and "column" in json.dumps(e.query)]
    assert columns
    assert interview.unusable >= len(columns)
    assert interview.reused + interview.unusable == len(interview.entries)


# --- changed ---


def test_each_rule_answer_changed_and_changed_back(tmp_path, asked):
    for position, question in enumerate(asked, 1):
        if not {"rule", "free"} & question.keys():
            continue
        with Log(tmp_path / f"{position}.sqlite") as log:
            interview = Interview.start(log, FILE, **FOR_PEOPLE)
            talk(interview)
            entry = interview.entries[position - 1]
            interview.change(position, not entry.answer)
            talk(interview)
            if interview.result.status == "collapsed":
                named = [said.entry.position for said in interview.conflict() if said.entry is not None]
                assert named
            interview.change(position, entry.answer, except_=entry.exceptions)
            finish(interview)


def test_a_rule_answer_changed_to_no_except(log, asked):
    """The first rule question is answered "no"; then its exceptions are named."""
    interview = Interview.start(log, FILE, **FOR_PEOPLE)
    while not isinstance(interview.question, Rule):
        interview.answer(said_by(TARGET, interview.question))
    rule, number = interview.question, interview.number
    interview.answer(False)
    interview.change(number, False, except_=[rule.family.name(0)])
    assert interview.entries[-1].exceptions == (rule.family.name(0),)
    again = Interview.open(log, 1)
    assert (again.entries[-1].answer, again.entries[-1].exceptions) == (False, (rule.family.name(0),))
    assert as_kept(again.question) == as_kept(interview.question)


# --- contradictions ---


def test_a_rule_and_an_example_that_contradict_each_other_are_both_named(log):
    interview = Interview.start(log, FILE, **BELIEVED)
    family = find_family(V, "row")
    pair = next(pair for pair in family.scopes(2).tolist() if all(V.names[x] in interview.query for x in pair))
    one, other = (V.names[x] for x in pair)
    equal = interview.query[one] == interview.query[other]
    rule = Rule(DIFFER if equal else EQUAL, find_family(V, f"cells {one}, {other}"))
    interview.answer(None)
    interview.tell_rule(rule)
    interview.change(1, True)
    assert interview.result.status == "collapsed"
    said = {each.entry.position: each for each in interview.conflict()}
    assert {position: each.asked.kind for position, each in said.items()} == {1: "example", 2: "rule"}
    assert said[2].asked == rule
    interview.set_right(2)
    assert (interview.told, interview.entries[0].answer) == ([], True)
    assert interview.question is not None


@pytest.mark.parametrize(
    ("known", "rule", "why"),
    [
        ([], (DIFFER, "row"), "4 cells .* would all have to differ, and there are only 3 values"),
        ([(DIFFER, "column")], (EQUAL, "whole"), "together with what is known it leaves no solution"),
    ],
)
def test_a_rule_that_leaves_no_solution_is_refused(log, known, rule, why):
    interview = Interview.start(log, FILE, **FOR_PEOPLE)
    for relation, over in known:
        interview.tell_rule(Rule(relation, find_family(V, over)))
    before = interview.question
    said = Rule(rule[0], find_family(V, rule[1]))
    for refuse in (interview.check_rule, interview.tell_rule):
        with pytest.raises(RuleError, match=f"can't be right: {why}"):
            refuse(said)
    assert len(interview.entries) == len(known)
    assert interview.question == before


def test_a_rule_that_leaves_no_solution_is_named_if_that_comes_out_later(log, monkeypatch):
    """Four cells can't differ if there are three values; here nobody has noticed in time."""
    monkeypatch.setattr("tacit.interview.interview.refuse_without_solution", lambda *_: None)
    interview = Interview.start(log, FILE, **BELIEVED)
    interview.tell_rule(Rule(DIFFER, find_family(V, "row")))
    talk(interview)
    assert interview.result.status == "collapsed"
    assert "told" in [said.entry.kind for said in interview.conflict()]
    interview.set_right(1)
    finish(interview)


# --- said unasked ---


def test_a_rule_said_at_any_moment_is_kept_undone_and_resumed(tmp_path, asked):
    for k in (0, 1, 3):
        with Log(tmp_path / f"{k}.sqlite") as log:
            interview = Interview.start(log, FILE, **FOR_PEOPLE)
            talk(interview, k)
            before = interview.question
            interview.tell_rule(ROWS)
            assert interview.entries[-1].kind == "told"
            assert set(NIGHTS) <= set(interview.learned())
            after = interview.question
            again = Interview.open(log, 1)
            assert (as_kept(again.question), again.entries) == (as_kept(after), interview.entries)
            interview.undo(len(talk(interview, 2)))
            assert interview.question == after
            interview.undo()
            assert interview.question == before
            interview.tell_rule(ROWS)
            assert log.kept(1).round == 0
            finish(interview)


def test_a_rule_that_a_yes_refutes_is_refused_with_that_example(log):
    interview = Interview.start(log, FILE, **FOR_PEOPLE)
    while not any(entry.answer for entry in interview.entries):
        interview.answer(True)
    before = list(interview.entries), interview.question
    with pytest.raises(RuleError) as refused:
        interview.tell_rule(Rule(EQUAL, find_family(V, "whole")))
    assert refused.value.yes
    assert (interview.entries, interview.question) == before
    assert log.entries(1) == before[0]


def test_a_told_rule_is_taken_back(log):
    interview = Interview.start(log, FILE, **FOR_PEOPLE)
    interview.tell_rule(Rule(EQUAL, find_family(V, "row")))
    (told, rule) = interview.told[0]
    assert rule == Rule(EQUAL, find_family(V, "row"))
    for _ in range(3):
        interview.answer(None)
    interview.take_back(told.position)
    assert interview.told == []
    assert interview.answers == 3
    for entry in [entry for entry in interview.entries if entry.answer is None]:
        said = interview.read(entry)
        answer = said_by(TARGET, said.claim if entry.is_claim else said.query)
        interview.change(entry.position, answer.value)
    finish(interview)


def test_only_a_told_rule_can_be_taken_back_and_it_has_no_other_answer(log):
    interview = Interview.start(log, FILE, **FOR_PEOPLE)
    interview.tell_rule(ROWS)
    interview.answer(None)
    with pytest.raises(DialogueError, match="changed, or undone"):
        interview.take_back(2)
    with pytest.raises(DialogueError, match="taken back"):
        interview.change(1, False)


def test_what_is_free_besides_a_rule_is_not_used_without_the_rule(log):
    """ "Besides that they are equal, may they have any values?" says nothing once it is known that they may differ."""
    interview = Interview.start(log, FILE, **FOR_PEOPLE)
    interview.tell_rule(Rule(EQUAL, find_family(V, "row")))
    talk(interview)
    assert any("besides" in entry.query for entry in interview.entries)
    interview.take_back(1)
    finish(interview)


def test_a_free_answer_names_what_it_is_about(log, asked):
    interview = Interview.start(log, FILE, **FOR_PEOPLE)
    talk(interview)
    (free, *_) = [entry for entry in interview.entries if "free" in entry.query]
    said = interview.read(free)
    assert isinstance(said.claim, Free)
    assert interview.entry_of_claim(said) == free


def test_the_example_of_a_rule_breaks_it_and_nothing_else_that_is_known(log):
    interview = Interview.start(log, FILE, **FOR_PEOPLE)
    interview.tell_rule(ROWS)
    for rule in (Rule(DIFFER, find_family(V, "next in row")), Rule(EQUAL, find_family(V, "row"))):
        example = interview.example_of(rule)
        assert interview.learned().accepts(example)
        broken = [scope for scope in rule.scopes.tolist() if all(V.names[x] in example for x in scope)]
        values = [[example[V.names[x]] for x in scope] for scope in broken]
        assert [(a == b) == (rule.relation == EQUAL) for a, b in values] == [False]
    assert interview.example_of(Free(2)) is None
