"""An interview that knows plans: what they show is asked in one question, kept, undone, and asked again the same."""

from __future__ import annotations

import pytest

from kit.drive import said_by
from tacit import Answered, Query
from tacit.exact.equivalence import equivalent
from tacit.formats.problem_file import parse_problem
from tacit.interview import FOR_PEOPLE, Interview, Log
from tacit.interview.kept_claims import to_keep
from tacit.structure.rule import Review

FILE = parse_problem(
    """
name = "latin"
language = ["==", "!=", "<"]
[variables]
g = { rows = ["a", "b", "c", "d"], columns = [1, 2, 3, 4], domain = [1, 2, 3, 4] }
""",
    source="latin.toml",
)
NAMES = FILE.problem.names
V = FILE.problem.vocabulary
LINES = [[NAMES[4 * i + j] for j in range(4)] for i in range(4)]
LINES += [[NAMES[4 * i + j] for i in range(4)] for j in range(4)]
TARGET = FILE.problem.network([("!=", [x, y]) for line in LINES for n, x in enumerate(line) for y in line[:n]])
ORDERS = ((0, 1, 2, 3), (2, 0, 3, 1), (3, 1, 0, 2), (1, 3, 2, 0))
PLANS = [
    Answered(
        Query(V, V.encode({NAMES[4 * i + j]: (rows[i] + j) % 4 + 1 for i in range(4) for j in range(4)})), True, "p"
    )
    for rows in ORDERS
]


@pytest.fixture
def log(tmp_path):
    with Log(tmp_path / "db.sqlite") as log:
        yield log


def kept(question):
    return question.shown if isinstance(question, Query) else to_keep(question)


def talk(interview, most=100):
    asked = []
    while interview.question is not None and len(asked) < most:
        asked.append(kept(interview.question))
        interview.answer(said_by(TARGET, interview.question))
    return asked


def test_it_goes_on_with_the_same_questions(log):
    whole = talk(Interview.start(log, FILE, examples=PLANS, **FOR_PEOPLE))
    first = Interview.start(log, FILE, examples=PLANS, **FOR_PEOPLE)
    assert isinstance(first.question, Review)
    begin = talk(first, 2)
    again = Interview.open(log, first.id)
    assert begin + talk(again) == whole
    assert equivalent(again.dialogue.result.network, TARGET)


def test_a_list_can_be_taken_back_and_its_wrong_lines_are_kept(log):
    interview = Interview.start(log, FILE, examples=PLANS, **FOR_PEOPLE)
    question = interview.question
    interview.answer(False, except_=["2"])
    assert interview.entries[-1].exceptions == ("2",)
    assert question.lines[1] not in interview.dialogue.so_far().rules
    assert question.lines[0] in interview.dialogue.so_far().rules
    again = Interview.open(log, interview.id)
    assert kept(again.question) == kept(interview.question)
    assert again.undo()
    assert again.question == question
