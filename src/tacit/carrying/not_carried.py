"""Why a rule can't be carried over."""

from __future__ import annotations


class NotCarried(Exception):
    """There is nothing in the new problem that the rule could be about; the text says what is missing."""
