"""Interviews: dialogues whose answers are kept on disk, so that they can be left, resumed, undone and changed."""

from tacit.interview.answerer import PERSON, Answerer, OthersAnswers
from tacit.interview.interview import FOR_PEOPLE, Interview
from tacit.interview.log import Entry, Kept, Log, LogError
from tacit.interview.second_looks import Doubtful
from tacit.interview.statements import Statement

__all__ = [
    "FOR_PEOPLE",
    "PERSON",
    "Answerer",
    "Doubtful",
    "Entry",
    "Interview",
    "Kept",
    "Log",
    "LogError",
    "OthersAnswers",
    "Statement",
]
