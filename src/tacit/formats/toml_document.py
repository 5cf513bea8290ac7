"""A TOML file as it was read, and the means to check it: each error names the file, the line and the key."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from tacit.errors import LanguageError, ProblemError, nearest
from tacit.formats.toml_lines import Path as Place

MAX_TEXT = 80  # characters of a name or a label

T = TypeVar("T")


class ProblemFileError(ProblemError):
    """A problem file can't be read, or says something that can't be used."""


class TomlDocument:
    """What a file says, and in which line. `place` is the path of keys that leads to the value being checked."""

    def __init__(self, data: dict[str, Any], lines: Mapping[Place, int], source: str) -> None:
        self.data = data
        self.lines = lines
        self.source = source

    def choice(self, key: str, accepted: Sequence[str], default: str) -> str:
        """One of the accepted words."""
        given = self.data.get(key, default)
        if given not in accepted:
            words = " or ".join(repr(word) for word in accepted)
            raise self.error((key,), f"{words} is accepted, not {given!r:.60}{nearest(given, accepted)}")
        return str(given)

    def text(self, place: Place, given: Any, *, most: int = MAX_TEXT, empty: bool = False) -> str:
        """A text that can be shown on one line. If it may be `empty`, it may also have several lines."""
        if not isinstance(given, str):
            raise self.error(place, f"a text is needed, not {given!r:.60}")
        if not given.strip() and not empty:
            raise self.error(place, "an empty text")
        if len(given) > most:
            raise self.error(place, f"{len(given):,} characters; at most {most:,} are accepted")
        if not empty and not given.isprintable():
            raise self.error(place, f"it has characters that can't be printed: {given!r}")
        return given.strip()

    def only_keys(self, place: Place, table: Mapping[str, Any], accepted: Sequence[str]) -> None:
        """Refuse a table with any other key."""
        for key in table:
            if key not in accepted:
                hint = nearest(key, accepted) or f"; accepted are {', '.join(accepted)}"
                raise self.error((*place, key), f"unknown key {key!r:.60}{hint}")

    def no_two(self, place: Place, given: Sequence[Any], what: str) -> None:
        """Refuse a list in which something occurs twice."""
        seen = set()
        for i, each in enumerate(given):
            if each in seen:
                raise self.error((*place, i), f"the {what} {each!r} is there twice")
            seen.add(each)

    def blame(self, place: Place, read: Callable[[], T], *, strip: str = "") -> T:
        """What `read` returns; its error is raised with the place in front."""
        try:
            return read()
        except (LanguageError, ProblemError) as error:
            if isinstance(error, ProblemFileError):
                raise
            raise self.error(place, str(error).removeprefix(strip)) from None

    def error(self, place: Place, message: str) -> ProblemFileError:
        """An error that says what is wrong and where: the line is that of the innermost key whose line is known."""
        line = next((self.lines[place[:n]] for n in range(len(place), 0, -1) if place[:n] in self.lines), None)
        where = [self.source]
        if line is not None:
            where.append(f"line {line}")
        if place:
            where.append(_dotted(place))
        return ProblemFileError(f"{', '.join(where)}: {message}")


def _dotted(place: Place) -> str:
    """A path of keys as people write it; elements are counted from 1.

    >>> _dotted(("variables", "grid", "shape", 0))
    'variables.grid.shape, element 1'
    """
    keys = ".".join(f"{key:.60}" for key in place if isinstance(key, str))
    element = f", element {place[-1] + 1}" if isinstance(place[-1], int) else ""
    return keys + element
