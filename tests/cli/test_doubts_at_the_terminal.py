"""What `tacit learn` says of what may be wrong: gaps, slips, contradictions, plans; and its exit codes."""

from __future__ import annotations

import json
import re

import pytest

from tacit.cli import cards
from tacit.cli.person import Person
from tacit.errors import MarkError
from tacit.formats.problem_file import parse_problem
from tacit.interview import FOR_PEOPLE, Interview, Log
from tacit.interview.marking import read_cells
from tacit.interview.statements import Statement
from tacit.problem.query import Query

TEXT = """
name = "nights"
language = ["!=", "=="]
[variables]
shift = { rows = ["anna", "ben"], columns = ["Mon", "Tue", "Wed"], domain = ["off", "early", "night"] }
"""
FINE = """
def fine(example):
    return [example.get(f"shift[anna,{day}]") for day in ("Mon", "Tue", "Wed")].count("night") < 2
"""
FILE = parse_problem(TEXT, source="nights.toml")
V = FILE.problem.vocabulary


def fine(query):
    return [query.shown.get(f"shift[anna,{day}]") for day in ("Mon", "Tue", "Wed")].count("night") < 2


@pytest.fixture
def named():
    return "nights.toml", TEXT


@pytest.fixture
def learn(tacit, file):
    (file.parent / "nights.py").write_text(FINE, encoding="utf-8")
    return lambda *options: tacit("learn", file.name, "--oracle", "nights.py:fine", *options)


def test_gaps_are_drawn_with_advice_and_an_exit_code(learn):
    ended = learn()
    assert ended.code == 3
    assert max(map(len, ended.out.splitlines())) <= 80
    said = " ".join(ended.out.split())
    assert "some of your answers have a reason that these relations can't express" in said
    assert "gaps: what was called wrong together, and nothing in the language explains it. The model holds" in said
    assert re.search(r"^    anna +night +night +·$", ended.out, flags=re.M)
    assert "What would help:" in said


def test_json_has_gaps_second_looks_advice_and_plans(learn):
    found = json.loads(learn("--json").out)
    assert (found["status"], found["reason"]) == ("incomplete", "gaps")
    assert found["plans"] >= 1
    assert {"shift[anna,Mon]": "night", "shift[anna,Tue]": "night"} in [gap["cells"] for gap in found["gaps"]]
    assert found["second_look"] == []
    assert all(set(advice) == {"add", "explains", "of", "words"} for advice in found["advice"])


def test_after_so_many_questions_it_is_said_what_is_open(learn):
    ended = learn("--max-questions", "2")
    assert ended.code == 5
    told = " ".join(ended.out.split())
    assert re.search(
        r"Stopped after 2 answers, as --max-questions says: it counts all answers of this interview, and a larger "
        r"number goes on\. \d+ candidates are still open\.",
        told,
    )
    assert "Nothing was learned yet." in ended.out
    assert "holds" not in ended.out


def test_an_oracle_that_knows_nothing_is_no_success(tacit, file):
    (file.parent / "shrugs.py").write_text("def fine(example):\n    return None\n", encoding="utf-8")
    assert tacit("learn", file.name, "--oracle", "shrugs.py:fine").code == 5


def test_why_answers_contradict_each_other_is_said_once(tacit, file):
    (file.parent / "denies.py").write_text("def fine(example):\n    return False\n", encoding="utf-8")
    ended = tacit("learn", file.name, "--oracle", "denies.py:fine")
    assert ended.code == 4
    assert " ".join(ended.out.split()).count("can't all be right") == 1


class Typist:
    """Answers by what is fine, marks two cells of the first plan if told so, and types in the end what it was given."""

    def __init__(self, person, then, mark):
        self.person, self.then, self.mark = person, list(then), mark

    def key(self):
        question = self.person.interview.question
        if question.kind == "plan" and self.mark:
            return "m"
        return "y" if fine(question) else "n"

    def number(self):
        return self.then.pop(0) if self.then and self.person.interview.question is None else "\n"

    def text(self):
        mark, self.mark = self.mark, ""
        return mark

    def line(self):
        return "q"


@pytest.fixture
def talk(tmp_path, monkeypatch, capsys):
    def talk(then=(), mark=""):
        interview = Interview.start(Log(tmp_path / "db.sqlite"), FILE, **{**FOR_PEOPLE, "rules": False, "slips": 0.0})
        person = Person(interview, "tacit learn nights.toml")
        typist = Typist(person, then, mark)
        monkeypatch.setattr("tacit.cli.person.keyboard", lambda: _context(typist))
        return person.talk(), capsys.readouterr().out

    return talk


class _context:
    def __init__(self, keys):
        self.keys = keys

    def __enter__(self):
        return self.keys

    def __exit__(self, *_):
        pass


def test_plans_are_counted(talk):
    interview, said = talk()
    assert "Plan 1 of 3: here is a whole plan that keeps to all that you have said." in said
    assert "Is it fine?  [y] yes  [n] no  [m] no, because of …  [?] don't know" in said
    assert max(map(len, said.splitlines())) <= 80
    assert interview.result.status == "incomplete"


def test_the_cells_that_clash_in_a_plan_are_marked(talk):
    interview, said = talk(mark="Anna mon and ben Tue")
    assert "Wrong together (such as anna Mon, anna Tue; Enter: go back): " in said
    (mark,) = [entry for entry in interview.entries if entry.kind == "mark"]
    assert set(mark.query) == {"shift[anna,Mon]", "shift[ben,Tue]"}
    assert [gap.query.shown for gap in interview.result.gaps].count(mark.query) == 1


def test_advice_is_added_by_one_key(talk):
    interview, said = talk(then=["a"])
    assert "[Enter] leave it so" in said
    assert re.search(r"^  \[a\] Adding ", said, flags=re.M)
    assert "Added: " in said
    assert interview.relations
    assert interview.question is None


# --- parts ---


@pytest.mark.parametrize("typed", ["carla Mon", "carla", "shift"])
def test_cells_that_are_not_there_are_refused(typed):
    query = Query(V, V.encode(dict.fromkeys(V.names, "off")))
    with pytest.raises(MarkError, match="no cell that has a value here"):
        read_cells(query, typed)


def test_at_most_six_cards_of_a_contradiction_are_shown():
    queries = [Query(V, V.encode({name: "off"})) for name in V.names] * 2
    said = [Statement(query, True, None, f"question {place}") for place, query in enumerate(queries, 1)]
    shown = cards.contradiction(said, "contradiction")
    assert shown.count(", answered yes:") == cards.MOST_CARDS
    assert "and 6 more: question 7, question 8" in " ".join(shown.split())
    assert "Either one of them is a slip, or there is a rule that these relations can't say." in " ".join(shown.split())


def test_two_answers_side_by_side_in_80_columns():
    wide = parse_problem(TEXT.replace('"Wed"]', '"Wed", "Thu", "Fri", "Sat", "Sun"]'), source="wide.toml").problem
    for v in (V, wide.vocabulary):
        query = Query(v, v.encode(dict.fromkeys(v.names, "night")))
        said = [Statement(query, answer, None, f"question {place}") for place, answer in ((7, True), (9, False))]
        shown = cards.side_by_side(*said)
        assert max(map(len, shown.splitlines())) <= 80
        assert ("Question 9, answered no:" in shown.splitlines()[0]) == (v is V)  # a week is too wide for that
