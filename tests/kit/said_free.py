"""Somebody who says by mistake that nothing limits the nights of a day, and is read out later what seems free."""

from __future__ import annotations

from kit.drive import said_by
from tacit import Answer, Review, Unlimited
from tacit.formats.problem_file import parse_problem
from tacit.interview import Interview
from tacit.learning.asking import Question

FILE = parse_problem(
    """
name = "nights"
language = ["!=", "count(night) >= k", "count(night) <= k", "count(off) >= k"]
[variables]
shift = { rows = ["ann", "ben", "eva", "joe"], columns = ["Mon", "Tue", "Wed"], domain = ["off", "day", "night"] }
""",
    source="nights.toml",
)
PEOPLE, DAYS = ("ann", "ben", "eva", "joe"), ("Mon", "Tue", "Wed")
TARGET = FILE.problem.network(
    [("count(night) >= 1", [f"shift[{who},{day}]" for who in PEOPLE]) for day in DAYS]
    + [("count(off) >= 1", [f"shift[{who},{day}]" for day in DAYS]) for who in PEOPLE]
)


def slipping(question: Question) -> Answer:
    """What the person answers: the truth, but that in each column all may occur as it likes, if nothing is besides."""
    slips = isinstance(question, Unlimited) and question.family.spec == "column of shift" and len(question.bounds) > 1
    return Answer(True) if slips else said_by(TARGET, question)


def up_to_list(interview: Interview) -> Review:
    """Answer up to the list of what was said to be free, which is then the open question."""
    while not isinstance(question := interview.question, Review) or question.rules:
        assert question is not None
        interview.answer(slipping(question))
    return question


def to_the_end(interview: Interview, most: int = 60) -> list[Question]:
    """Answer to the end; what was asked."""
    asked: list[Question] = []
    while interview.question is not None:
        asked.append(interview.question)
        interview.answer(slipping(interview.question))
        assert len(asked) < most
    return asked
