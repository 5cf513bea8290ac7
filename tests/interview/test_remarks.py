"""Flags and notes on answers: kept with them, copied with them, gone with them."""

from __future__ import annotations

from kit.pages import WEEK
from tacit.formats.problem_file import parse_problem
from tacit.interview import FOR_PEOPLE, Interview, Log

FILE = parse_problem(WEEK, source="week.toml")


def remarks(entries):
    return [(entry.position, entry.flagged, entry.note) for entry in entries]


def test_a_flag_and_a_note_stay_with_an_answer_through_changes_and_copies(tmp_path):
    with Log(tmp_path / "db.sqlite") as log:
        interview = Interview.start(log, FILE, **{**FOR_PEOPLE, "rules": False})
        interview.answer(True, flagged=True, note=" ask Carla ")
        interview.answer(None)
        interview.answer(None)
        interview.remark(2, flagged=False, note="why?")
        interview.change(1, False)
        wanted = [(1, True, "ask Carla"), (2, False, "why?"), (3, False, "")]
        assert remarks(interview.entries) == remarks(log.entries(interview.id)) == wanted
        assert remarks(log.entries(log.duplicate(interview.id, "copy").id)) == wanted
        interview.remark(1, flagged=False, note="")
        interview.undo(2)
        assert remarks(Interview.open(log, interview.id).entries) == [(1, False, "")]
        interview.answer(None)
        assert remarks(log.entries(interview.id)) == [(1, False, ""), (2, False, "")]


def test_questions_are_numbered_as_they_are_counted(tmp_path):
    """A mark is a part of its question, and a rule that was said unasked is no question."""
    with Log(tmp_path / "db.sqlite") as log:
        interview = Interview.start(log, FILE, **{**FOR_PEOPLE, "rules": False})
        while interview.answers < 3:
            query = interview.query
            interview.answer(False, clash=list(query)[:1] if len(query) > 1 else ())
        kinds = [entry.kind for entry in interview.entries]
        assert "mark" in kinds
        numbers = interview.numbered()
        asked = [numbers[entry.position] for entry in interview.entries if entry.kind == "question"]
        assert asked == [1, 2, 3]
        assert interview.question_number == 4
        mark = kinds.index("mark")
        assert numbers[interview.entries[mark].position] == numbers[interview.entries[mark - 1].position]
