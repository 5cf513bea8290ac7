"""Variables and examples as people say them: "carla, Sunday" for shift[carla,Sun], "row 0, column 3" for grid[0,3].

>>> v = Vocabulary({f"shift[{who},{day}]": ["off", "night"] for who in ("anna", "ben") for day in ("Sat", "Sun")})
>>> said = SpokenNames(v)
>>> said.names[3], said.example({"shift[ben,Sat]": "night", "shift[ben,Sun]": "off"})
('ben, Sunday', 'ben: night on Saturday, off on Sunday')
>>> said.example({"shift[anna,Sun]": "night", "shift[ben,Sun]": "off"})
'On Sunday: anna night, ben off'
>>> said.example({"shift[anna,Sun]": "night", "shift[ben,Sat]": "off"})
'anna: night on Sunday; ben: off on Saturday'
>>> grid = SpokenNames(Vocabulary({f"grid[{row},{column}]": range(1, 4) for row in range(3) for column in range(3)}))
>>> grid.names[5], grid.example({"grid[0,0]": 1, "grid[0,2]": 1}), grid.example({"grid[0,1]": 1, "grid[2,1]": 1})
('row 1, column 2', 'Row 0: 1 in column 0, 1 in column 2', 'Column 1: 1 in row 0, 1 in row 2')
>>> grid.example({"grid[0,0]": 1, "grid[1,2]": 2})
'Row 0: 1 in column 0; row 1: 2 in column 2'
>>> grid.text("in row 0 of grid, grid[2,1] and grid[1,1] differ; rows 1 and 2")
'in row 0 of grid, row 2, column 1 and row 1, column 1 differ; rows 1 and 2'
>>> said.text("shift[anna,Sat] is not night; in row anna")
'anna, Saturday is not night; in row anna'

Rows and columns that have numbers instead of labels keep these numbers, which begin at 0: so they are called in files,
at the terminal, in what is downloaded, and wherever somebody types a name. A variable alone keeps its name.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache

from tacit.problem.vocabulary import Vocabulary
from tacit.structure.arrays import Array, arrays

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
SHORT_DAYS = {**{day[:3].casefold(): day for day in DAYS}, **{day.casefold(): day for day in DAYS}}
_DAY = re.compile(
    r"(?:mon|tue|wed|thu|fri|sat|sun)(?:day|sday|nesday|rsday|urday)?s?\b.*|\d{4}-\d\d-\d\d\b.*", re.IGNORECASE
)
_MORE = "; "


def counted(axis: tuple[str, ...]) -> bool:
    """Has an axis the numbers 0, 1, 2 … instead of labels?"""
    return axis == tuple(map(str, range(len(axis))))


class SpokenNames:
    """How the variables of a vocabulary are called. `of` gives the same one for the same vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        every = arrays(vocabulary.names)
        self.names = list(vocabulary.names)
        self._where: dict[int, tuple[str, str, str]] = {}  # its array's title, its row and its column, in words
        tell_apart = len([array for array in every if array.axes]) > 1
        for array in every:
            self._call(array, f"{array.stem}: " if tell_apart else "")
        self._by_name = dict(zip(vocabulary.names, self.names, strict=True))
        known = [re.escape(name) for name in vocabulary.names if "[" in name]
        self._in_text = re.compile("|".join(sorted(known, key=len, reverse=True))) if known else None

    @staticmethod
    @lru_cache(maxsize=16)
    def of(vocabulary: Vocabulary) -> SpokenNames:
        return SpokenNames(vocabulary)

    def _call(self, array: Array, title: str) -> None:
        for position, variable in array.cells.items():
            labels = [axis[i] for axis, i in zip(array.axes, position, strict=True)]
            words = [day_in_full(label) for label in labels]
            if array.depth == 2:
                row, column = (
                    f"{line} {label}" if all(map(str.isdigit, axis)) else word
                    for line, label, axis, word in zip(("row", "column"), labels, array.axes, words, strict=True)
                )
                self.names[variable] = f"{title}{row}, {column}"
                self._where[variable] = (title, row, column)
            elif array.depth == 1:
                self.names[variable] = f"{array.stem} {labels[0]}" if counted(array.axes[0]) else f"{title}{words[0]}"
            elif array.depth:
                self.names[variable] = f"{array.stem} {', '.join(words)}"

    def called(self, name: str) -> str:
        """How people call the variable with this name."""
        return self._by_name.get(name, name)

    def example(self, shown: Mapping[str, int | str]) -> str:
        """What an example says, in a sentence: person by person, or day by day if there is only one day."""
        rows: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
        alone = []
        for name, value in shown.items():
            where = self._where.get(self.vocabulary.index.get(name, -1))
            if where is None:
                alone.append(f"{self.called(name)}: {value}")
            else:
                rows[where[0], where[1]].append((where[2], str(value)))
        columns = {(title, column) for (title, _), cells in rows.items() for column, _ in cells}
        if len(columns) == 1 and len(rows) > 1 and not alone:
            ((title, column),) = columns
            said = [self._in(row, value, first=True) for (_, row), ((_, value),) in rows.items()]
            return f"{title}{_opening(column)}: {', '.join(said)}"
        parts = [
            f"{title}{row if place else _start(row)}: {', '.join(self._in(column, value) for column, value in cells)}"
            for place, ((title, row), cells) in enumerate(rows.items())
        ]
        return _MORE.join([*parts, *alone])

    def _in(self, where: str, value: str, *, first: bool = False) -> str:
        """A value and where it is."""
        if where.startswith(("row ", "column ")):
            return f"{value} in {where}"
        if first:
            return f"{where} {value}"
        return f"{value} on {where}" if is_day(where) else f"{where} {value}"

    def text(self, text: str) -> str:
        """A text in which variables are named as in files, with their names as people say them."""
        if self._in_text is not None and "[" in text:
            text = self._in_text.sub(lambda found: self._by_name[found[0]], text)
        return text


def is_day(label: str) -> bool:
    """
    >>> is_day("Sunday"), is_day("Mon 3"), is_day("2026-03-01"), is_day("monitor")
    (True, True, True, False)
    """
    return _DAY.fullmatch(label) is not None


def day_in_full(label: str) -> str:
    return SHORT_DAYS.get(label.casefold(), label)


def _opening(column: str) -> str:
    return f"On {column}" if is_day(column) else _start(column)


def _start(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}" if words.startswith(("row ", "column ")) else words
