"""The widget's Python side: what it shows for each kind of question, what is done with what a person does."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytest.importorskip("anywidget", reason="needs tacit[notebook]")

import tacit
import tacit.notebook
from kit.drive import said_by
from kit.reviewed import FILE as GRID
from kit.reviewed import TARGET as COLUMNS
from tacit import Number, Query, Review
from tacit.errors import OptionError, ProblemError
from tacit.interview import PERSON, Log
from tacit.notebook.widget import BY_CODE

LANGUAGE = ["!=", {"relation": "count(night) <= k", "over": "row"}]
PEOPLE, DAYS = ("anna", "ben", "carla"), ("Mon", "Tue", "Wed")
NIGHTS = tacit.Problem(
    {f"shift[{who},{day}]": ["off", "day", "night"] for who in PEOPLE for day in DAYS}, language=LANGUAGE, name="nights"
)
TARGET = NIGHTS.network(
    [("!=", [f"shift[anna,{day}]", f"shift[ben,{day}]"]) for day in DAYS]
    + [("count(night) <= 1", [f"shift[{who},{day}]" for day in DAYS]) for who in PEOPLE]
)


class Browser:
    """What the widget's other half would do."""

    def __init__(self, widget):
        self.widget, self.count = widget, 0

    def do(self, **what):
        self.count += 1
        self.widget.said = what | {"count": self.count}
        return self.widget.state["notice"]

    def answer(self, given):
        question = self.widget.question
        said = {"answer": {True: "yes", False: "no", None: "unknown"}[given.value]}
        if isinstance(question, Number):
            said["answer"] = given.number if given.number is not None else "it differs"
        more = {"clash": list(given.clash), "except": list(given.except_)}
        return self.do(do="answer", question=self.widget.state["number"], **said, **more)


def test_a_whole_interview_by_buttons():
    widget = tacit.notebook.interview(NIGHTS)
    browser, kinds = Browser(widget), {}
    while widget.question is not None:
        kinds.setdefault(widget.state["kind"], widget.state)
        assert browser.answer(said_by(TARGET, widget.question)) == ""
    assert kinds.keys() >= {"number", "example", "plan"}, kinds.keys()
    assert kinds["number"]["range"] == [0, 2]
    assert kinds["number"]["answers"] == ["no limit", "it differs"]
    assert kinds["example"]["mark"]
    (part,) = kinds["plan"]["parts"]
    assert (part["columns"], [row["label"] for row in part["rows"]]) == (list(DAYS), list(PEOPLE))
    assert widget.state["kind"] == "end"
    assert "in each of the 3 rows of shift: at most 1 × night" in widget.state["model"]
    assert widget.result.status == "converged"
    assert {str(c) for c in widget.network} == {str(c) for c in TARGET}
    assert {entry.giver for entry in widget.interview.entries} == {PERSON}
    assert widget.dialogue.question is None
    assert "<strong>converged</strong>" in widget.result._repr_html_()


def test_exceptions_lines_and_marks_are_offered_and_taken():
    widget = tacit.notebook.interview(GRID.problem)
    browser, seen = Browser(widget), {}
    while widget.question is not None and len(seen) < 60:
        state = widget.state
        if state["kind"] == "rule" and state["exceptions"]:
            seen["exceptions"] = state["excepting"]
        given = said_by(COLUMNS, widget.question)
        if state["kind"] == "plan" and "mark" not in seen:
            seen["mark"] = browser.do(do="answer", question=state["number"], answer="no", clash=["g[a,d]"])
            browser.do(do="undo")
        assert browser.answer(given) == ""
    assert seen["exceptions"] == "No, except …"
    assert seen["mark"] == ""
    assert widget.result.status in ("converged", "incomplete")


def test_undo_rules_and_what_code_answers():
    widget = tacit.notebook.interview(GRID.problem)
    browser = Browser(widget)
    assert not widget.state["can_undo"]
    assert browser.do(do="undo") == "There is nothing to undo."
    first = widget.state["words"]
    widget.answer(None)
    assert widget.interview.entries[-1].giver == BY_CODE
    assert widget.state["can_undo"]
    assert widget.undo() == 1
    assert widget.state["words"] == first
    assert browser.do(do="rule", relation="!=", over="next in column of g") == "Taken."
    assert any("differ" in text for text in widget.state["model"])
    assert "follows" in browser.do(do="rule", relation="!=", over="next in column of g")
    browser.do(do="undo")
    assert widget.tell_rule("!=", over="next in column").family.spec == "next in column of g"


@pytest.mark.parametrize(
    ("said", "notice"),
    [
        ({"do": "answer", "question": 7, "answer": "yes"}, "in the meantime"),
        ({"do": "answer", "question": 1, "answer": "perhaps"}, "must be True"),
        ({"do": "answer", "question": 1}, "not understood"),
        ({"do": "nothing"}, "not understood"),
        ({"do": "rule", "relation": "!=", "over": "each moon"}, "moon"),
        ({"do": "wrong", "position": 3}, "there is no answer 3".capitalize()),
        ({}, ""),
    ],
)
def test_what_is_wrong_is_a_notice_and_no_traceback(said, notice):
    widget = tacit.notebook.interview(GRID.problem)
    before = widget.state["words"]
    assert notice in Browser(widget).do(**said)
    assert widget.state["words"] == before
    assert not widget.interview.entries


def test_answers_that_cannot_all_be_right_are_shown_and_set_right():
    problem = tacit.Problem({"a": range(3), "b": range(3)}, language=["!=", "=="])
    widget = tacit.notebook.interview(problem, rules=False, slips=0, plans=0, checks=False)
    browser = Browser(widget)
    while widget.question is not None:
        assert isinstance(widget.question, Query)
        browser.do(do="answer", question=widget.state["number"], answer="no")
    assert widget.state["status"] == "collapsed"
    assert "can't all be right" in widget.state["words"]
    wrong = widget.state["doubtful"][0]
    assert wrong["answer"] == "no"
    assert "Changed" in browser.do(do="wrong", position=wrong["position"])
    assert widget.interview.entries[wrong["position"] - 1].answer is True


def test_a_problem_file_is_kept_and_gone_on_with(tmp_path):
    path = tmp_path / "grid.toml"
    path.write_text(GRID.text)
    widget = tacit.notebook.interview(path, db=tmp_path / "db.sqlite")
    widget.answer(None)
    state = widget.state
    again = tacit.notebook.interview(str(path), db=tmp_path / "db.sqlite")
    assert again.state == state
    with Log(tmp_path / "db.sqlite") as log:
        assert len(log.entries(1)) == 1


def test_what_cannot_be_asked_about_is_named(tmp_path):
    with pytest.raises(ProblemError, match=r"a tacit\.Problem or the path"):
        tacit.notebook.interview(3)
    with pytest.raises(OptionError, match="only the answers to a problem file can be kept"):
        tacit.notebook.interview(GRID.problem, db=tmp_path / "db.sqlite")


def test_a_review_has_its_lines():
    from kit.reviewed import up_to_review

    widget = tacit.notebook.interview(GRID.problem)
    up_to_review(widget.interview)
    widget._show()
    assert isinstance(widget.question, Review)
    assert len(widget.state["lines"]) == len(widget.question.lines)
    assert Browser(widget).do(do="answer", question=widget.state["number"], answer="no", **{"except": ["1"]}) == ""


def test_a_missing_extra_is_named_in_one_line():
    script = "import sys; sys.modules['anywidget'] = None; import tacit; tacit.notebook.interview(1)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert run.stderr.splitlines()[-1].endswith(
        "tacit.notebook needs the package anywidget: pip install 'tacit[notebook]'"
    )
