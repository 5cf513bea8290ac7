"""Warnings about a language, for the one whose language it is."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from tacit.errors import LanguageWarning

_lock = threading.Lock()  # Python catches warnings for all threads at once


@contextmanager
def hearing() -> Iterator[list[str]]:
    """The warnings of what is done inside, filled in at its end.

    >>> with hearing() as heard:
    ...     warnings.warn("relation 'x == x' is always true", LanguageWarning)
    >>> heard
    ["relation 'x == x' is always true"]
    """
    heard: list[str] = []
    with _lock, warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", LanguageWarning)
        yield heard
        heard += [str(each.message) for each in caught if issubclass(each.category, LanguageWarning)]
