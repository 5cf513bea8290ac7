"""Interviews: dialogues whose answers are kept on disk, so that they can be left, resumed, undone and changed."""

from tacit.interview.interview import FOR_PEOPLE, Interview, Outdated, Statement
from tacit.interview.log import Entry, Kept, Log, LogError

__all__ = ["FOR_PEOPLE", "Entry", "Interview", "Kept", "Log", "LogError", "Outdated", "Statement"]
