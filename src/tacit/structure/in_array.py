"""What a text says about one array: "row", "next in column", "box 3x3", "rows anna and ben"."""

from __future__ import annotations

import re
from collections.abc import Callable

from tacit.errors import FamilyError, nearest
from tacit.problem.vocabulary import Vocabulary
from tacit.structure import kinds, kinds_of_pairs, kinds_of_steps
from tacit.structure.arrays import Array
from tacit.structure.family import Family
from tacit.structure.phrases import line_along, pieces

LINE = r"(?:row|column|col|line(?: along(?: index)? \d+)?)s?"
SIZE = r"(\d+) ?x ?(\d+)"
BOX = r"(?:box(?:es)?|blocks?)"
NEXT = r"(?:next|neighbou?rs?)"
FILLER = re.compile(r"(?:in\s+)?(?:each|every|any|all|the|both)\s+(?:of\s+the\s+)?", re.I)


class InArray:
    """Reads what a text says about one array."""

    def __init__(self, array: Array, vocabulary: Vocabulary) -> None:
        self.array = array
        self.names = vocabulary.names

    def read(self, text: str) -> Family | None:
        """The family; None if the text does not fit at all; an error if it nearly does."""
        said = FILLER.sub("", text, count=1) if FILLER.match(text) else text
        for pattern, method in _PATTERNS:
            if match := pattern.fullmatch(said):
                return method(self, *match.groups())
        if re.fullmatch("all|everything", text, re.I):
            return self.whole()
        return None

    def axis(self, line: str | None) -> int | None:
        """The axis that "row", "column" or "line along 2" runs along; None if there is no such line here."""
        depth = self.array.depth
        if depth == 1:
            return 0 if line is None or not line.lower().startswith("col") else None
        if line is None:
            return None
        word = line.lower().rstrip("s")
        if depth == 2:
            return {"row": 1, "column": 0, "col": 0}.get(word)
        number = re.search(r"\d+", word)
        return int(number[0]) - 1 if number and 1 <= int(number[0]) <= depth else None

    def whole(self, *_: str | None) -> Family:
        return kinds.whole(self.array)

    def lines(self, line: str) -> Family | None:
        axis = self.axis(line)
        if axis is None:
            return None
        return kinds.whole(self.array) if self.array.depth == 1 else kinds.lines(self.array, axis)

    def planes(self, number: str) -> Family | None:
        axis = int(number) - 1
        if not 0 <= axis < self.array.depth or self.array.depth < 2:
            return None
        return kinds.planes(self.array, axis) if self.array.depth > 2 else kinds.lines(self.array, 1 - axis)

    def boxes(self, p: str, q: str, at: str | None = None) -> Family | None:
        if self.array.depth != 2:
            return None
        self.fits_boxes(int(p), int(q))
        family = kinds.boxes(self.array, int(p), int(q), self.names)
        if at is None:
            return family
        for number in range(family.count):
            if self.names[family.group(number)[0]] == at.strip():
                return family.part([number])
        corners = [self.names[group[0]] for group in family.groups()]
        raise FamilyError(f"{family.phrase}: none begins at {at!r}{nearest(at, corners)}")

    def fits_boxes(self, p: int, q: int) -> None:
        rows, columns = self.array.shape
        if not p or not q or rows % p or columns % q:
            raise FamilyError(
                f"blocks of {p}×{q} cells do not fill {self.array.called}, which has {rows} rows and {columns} columns"
            )

    def spans(self, k: str, line: str | None = None) -> Family | None:
        return self.pieces(int(k), line, windows=False)

    def windows(self, k: str, line: str | None = None) -> Family | None:
        return self.pieces(int(k), line, windows=True)

    def pieces(self, k: int, line: str | None, *, windows: bool) -> Family | None:
        axis = self.axis(line)
        if axis is None:
            return None
        length = self.array.shape[axis]
        where = self.array.called or "the variables"
        if windows:
            if not 2 <= k <= length:
                raise FamilyError(f"{where}: a window has 2 to {length} cells here, not {k}")
            return kinds.windows(self.array, axis, k, self.names)
        if k < 2 or length % k:
            accepted = ", ".join(str(n) for n in range(2, length + 1) if length % n == 0)
            raise FamilyError(f"{where}: {length} cells in a line can't be cut into spans of {k}, only of {accepted}")
        return kinds.spans(self.array, axis, k, self.names)

    def next(self, k: str | None, line: str | None = None) -> Family | None:
        axis = self.axis(line)
        if axis is None:
            return None
        step, length = int(k or 1), self.array.shape[axis]
        if not 1 <= step < length:
            raise FamilyError(f"{self.array.called or 'the variables'}: nothing is {step} further in lines of {length}")
        return kinds_of_pairs.next_along(self.array, axis, step, self.names)

    def next_in_line(self, line: str, label: str) -> Family | None:
        axis = self.axis(line)
        if axis is None or self.array.depth != 2:
            return None
        return kinds_of_pairs.next_in_line(self.array, axis, self.label(axis, label), self.names)

    def next_in_box(self, line: str | None, p: str, q: str) -> Family | None:
        if self.array.depth != 2:
            return None
        self.fits_boxes(int(p), int(q))
        axis = kinds_of_pairs.BOTH if line is None else self.axis(line)
        return None if axis is None else kinds_of_pairs.next_in_box(self.array, int(p), int(q), axis, self.names)

    def offset(self, down: str, right: str, side: str) -> Family | None:
        if self.array.depth != 2:
            return None
        rows, columns = self.array.shape
        if not 1 <= int(down) < rows or not 1 <= int(right) < columns:
            raise FamilyError(f"{self.array.called}: nothing is {down} down and {right} {side} here")
        steps = int(right) if side.lower() == "right" else -int(right)
        return kinds_of_steps.offset(self.array, int(down), steps, self.names)

    def equal_steps(self, k: str, line: str | None = None) -> Family | None:
        return self.steps(int(k), line, kinds_of_steps.equal_steps, 2)

    def two_steps(self, k: str, line: str | None = None) -> Family | None:
        return self.steps(int(k), line, kinds_of_steps.two_steps, 1)

    def steps(self, k: int, line: str | None, kind: Callable[..., Family], times: int) -> Family | None:
        axis = self.axis(line)
        if axis is None:
            return None
        family = kind(self.array, axis, k, self.names) if k >= 1 and times * k < self.array.shape[axis] else None
        if family is None or not family.count:
            raise FamilyError(f"{self.array.called or 'the variables'}: the lines are too short for steps of {k}")
        return family

    def sums_of_places(self) -> Family | None:
        if self.array.depth != 1 or self.array.shape[0] < 3:
            return None
        return kinds_of_steps.sums_of_places(self.array, self.names)

    def next_in_whole(self) -> Family | None:
        return kinds_of_pairs.next_in_whole(self.array, self.names) if self.array.depth > 1 else None

    def row_changes(self) -> Family | None:
        return kinds_of_pairs.row_changes(self.array, self.names) if self.array.depth == 2 else None

    def diagonals(self, which: str | None) -> Family | None:
        if self.array.depth != 2 or min(self.array.shape) < 2:
            return None
        if which is None:
            return kinds.diagonals(self.array, self.names)
        if self.array.shape[0] != self.array.shape[1]:
            raise FamilyError(f"{self.array.called}: only a square has long diagonals; there are 'diagonals'")
        return kinds.main_diagonals(self.array)

    def two_lines(self, line: str | None, one: str, other: str, *_: str) -> Family | None:
        if self.array.depth != 2:
            return None
        axis = self.axis(line) if line else self.axis_of(one)
        if axis is None:
            return None
        first, second = sorted((self.label(axis, one), self.label(axis, other)))
        if first == second:
            raise FamilyError(f"{line_along(axis, 2)} {one} is named twice")
        return kinds_of_pairs.two_lines(self.array, axis, first, second, self.names)

    def single_lines(self, line: str, labels: str) -> Family | None:
        axis = self.axis(line)
        if axis is None or self.array.depth != 2:
            return None
        if labels.startswith("of "):
            raise FamilyError(f"there is no array {labels[3:]!r}{nearest(labels[3:], [self.array.called])}")
        known = self.array.axes[1 - axis]
        named = [labels] if labels in known else pieces(labels)
        return kinds.lines(self.array, axis).part(self.label(axis, piece) for piece in named)

    def axis_of(self, label: str) -> int | None:
        """The axis of the lines that have this label."""
        for axis in (1, 0):
            if label.lower() in (known.lower() for known in self.array.axes[1 - axis]):
                return axis
        return None

    def label(self, axis: int, label: str) -> int:
        """The number of the line along an axis that has this label."""
        known = self.array.axes[1 - axis]
        if label in known:
            return known.index(label)
        alike = [number for number, each in enumerate(known) if each.lower() == label.lower()]
        if len(alike) != 1:
            what = line_along(axis, 2)
            raise FamilyError(f"{self.array.called} has no {what} {label!r}{nearest(label, known)}")
        return alike[0]


_IN_LINE = rf"(?: in (?:an? |each |its |the )?({LINE}))?"
_CONSECUTIVE = rf"(?: consecutive)?(?: (?:cells?|variables?|days?))?{_IN_LINE}"
_FORMS: list[tuple[str, Callable[..., Family | None]]] = [
    (r"(?:whole|cells|variables|whole array)", InArray.whole),
    (rf"({LINE})", InArray.lines),
    (r"(?:same index|cells with the same index|planes?) (\d+)", InArray.planes),
    (rf"{BOX}(?: of)? {SIZE}(?: at (.+))?", InArray.boxes),
    (rf"{SIZE} {BOX}(?: at (.+))?", InArray.boxes),
    (rf"(?:spans?|groups?|stretch(?:es)?)(?: of)? (\d+){_CONSECUTIVE}", InArray.spans),
    (rf"windows?(?: of)? (\d+){_CONSECUTIVE}", InArray.windows),
    (rf"(\d+) consecutive(?: (?:cells?|variables?))?{_IN_LINE}", InArray.windows),
    (rf"{NEXT}(?: (\d+))?(?: (?:in|along) (?:an? |each |its |the )?({LINE}))?", InArray.next),
    (rf"{NEXT} in (?:({LINE}) in )?(?:an? |each |one )?{BOX} {SIZE}", InArray.next_in_box),
    (rf"{NEXT} (?:with)?in (?:(?:an? )?({LINE}) within )?(?:one )?{SIZE} {BOX}", InArray.next_in_box),
    (rf"{NEXT},? row (?:after|by) row", InArray.next_in_whole),
    (r"(\d+) down(?:,| and)? (\d+) (?:to the )?(right|left)", InArray.offset),
    (rf"(?:three in )?equal steps(?: of)? (\d+){_IN_LINE}", InArray.equal_steps),
    (rf"two steps(?: of)? (\d+){_IN_LINE}", InArray.two_steps),
    (r"sums of places", InArray.sums_of_places),
    (r"(?:row changes?|(?:from )?row to row)", InArray.row_changes),
    (r"(?:(long|main|two|two long) )?diagonals?", InArray.diagonals),
    (rf"(?:({LINE}) )?(.+?) and (.+?)(?:,? by (?:position|row|column)|,? (\w+) by \4)", InArray.two_lines),
    (rf"{NEXT} in (?:the )?({LINE}) (.+)", InArray.next_in_line),
    (rf"({LINE}) (.+)", InArray.single_lines),
]
_PATTERNS = [(re.compile(text, re.I), method) for text, method in _FORMS]
