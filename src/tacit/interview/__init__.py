"""Interviews: dialogues whose answers are kept on disk, so that they can be left, resumed and undone."""

from tacit.interview.interview import Interview
from tacit.interview.log import Log, LogError

__all__ = ["Interview", "Log", "LogError"]
