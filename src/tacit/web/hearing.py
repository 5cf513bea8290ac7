"""Collects warnings about a language, to show them to the person who wrote it."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from tacit.errors import LanguageWarning

_lock = threading.Lock()  # Python catches warnings of all threads together, so only one thread may do it at a time


@contextmanager
def hearing() -> Iterator[list[str]]:
    """The warnings that are raised inside the block; the list is filled at the end of the block.

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
