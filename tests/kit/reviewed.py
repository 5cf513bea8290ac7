"""Somebody who slips once about a rule, and is read out later what was understood: a review with a wrong line."""

from __future__ import annotations

from kit.drive import said_by
from tacit import Answer, Review, Rule
from tacit.formats.problem_file import parse_problem
from tacit.interview import Interview
from tacit.learning.asking import Question

GRID = """
name = "columns"
language = ["!=", "<"]
[variables]
g = { rows = ["a", "b", "c"], columns = ["d", "e", "f"], domain = "1..3" }
"""
FILE = parse_problem(GRID, source="columns.toml")
# Neighbours in a column differ; the first and the last of a column may be equal.
TARGET = FILE.problem.network(
    [("!=", [f"g[{one},{column}]", f"g[{other},{column}]"]) for column in "def" for one, other in ("ab", "bc")]
)
NEXT = "Each cell of g and the next one in its column differ"
ALL = "In each column of g, all cells differ"


def slipping(question: Question) -> Answer:
    """What the person answers: the truth, but "yes" to the rule that all cells of a column differ."""
    slips = isinstance(question, Rule) and question.family.spec == "column of g" and question.relation.name == "!="
    return Answer(True) if slips else said_by(TARGET, question)


def up_to_review(interview: Interview) -> Review:
    """Answer up to the first review, which is then the open question."""
    while not isinstance(question := interview.question, Review):
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
