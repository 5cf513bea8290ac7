"""What the commands share to write text: the width of the page, counted nouns, lists that are cut; an exit code."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Sequence
from typing import NoReturn

from tacit.showing.drawing import printable

FINDING = 1
WIDTH = 80


def page_width() -> int:
    """The width of the terminal; 80 columns if the output goes elsewhere."""
    return shutil.get_terminal_size((WIDTH, 24)).columns if sys.stdout.isatty() else WIDTH


def wrapped(text: str, *, indent: int = 2, width: int | None = None) -> str:
    """A line, wrapped if it is too long; the continued lines are indented."""
    return textwrap.fill(
        printable(text),
        max(20, width or page_width()),
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def numbered(lines: Sequence[str], width: int | None = None) -> str:
    """Lines with their numbers, each wrapped beside its number.

    >>> print(numbered(["one and two", "three"], 20))
      1  one and two
      2  three
    """
    return "\n".join(wrapped(f"{place:>3}  {line}", indent=5, width=width) for place, line in enumerate(lines, 1))


def some_of(items: Sequence[object], most: int) -> str:
    """The first few items, and how many more there are.

    >>> some_of(["a", "b", "c", "d"], 2), some_of(["a", "b"], 2)
    ('a, b, … and 2 more', 'a, b')
    """
    shown = ", ".join(str(each) for each in items[:most])
    return shown if len(items) <= most else f"{shown}, … and {len(items) - most:,} more"


def plural(count: int, noun: str) -> str:
    """
    >>> plural(1, "solution"), plural(1200, "example")
    ('1 solution', '1,200 examples')
    """
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def are(count: int, noun: str) -> str:
    """
    >>> are(1, "answer"), are(2, "answer")
    ('1 answer is', '2 answers are')
    """
    return f"{plural(count, noun)} {'is' if count == 1 else 'are'}"


def end_with_finding() -> NoReturn:
    sys.exit(FINDING)
