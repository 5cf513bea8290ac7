"""Interviews: dialogues whose answers are kept on disk, so that they can be left, resumed, undone and changed."""

from tacit.interview.interview import Interview, Outdated, Statement
from tacit.interview.log import Entry, Kept, Log, LogError

__all__ = ["Entry", "Interview", "Kept", "Log", "LogError", "Outdated", "Statement"]
