"""Interviews: dialogues whose answers are kept on disk, so that they can be left, resumed, undone and changed."""

from tacit.interview.interview import FOR_PEOPLE, Interview
from tacit.interview.log import Entry, Kept, Log, LogError
from tacit.interview.statements import Statement

__all__ = ["FOR_PEOPLE", "Entry", "Interview", "Kept", "Log", "LogError", "Statement"]
