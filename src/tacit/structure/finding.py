"""The family that a text names: what people write in `over = "next in row"`, and what is kept of a rule.

Many ways to say the same are accepted; what means nothing here is an error that names the nearest right words.

>>> from tacit.problem.vocabulary import Vocabulary
>>> v = Vocabulary({f"shift[{who},{day}]": [0, 1] for who in ("anna", "ben", "carla") for day in ("Mon", "Tue", "Wed")})
>>> find_family(v, "each row").phrase, find_family(v, "rows anna and ben").phrase
('each row of shift', 'rows anna and ben of shift')
>>> find_family(v, "next in row except anna", groups={}).count
4
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from tacit.errors import FamilyError, nearest
from tacit.problem.vocabulary import Vocabulary
from tacit.structure import kinds
from tacit.structure.arrays import Array, laid_out
from tacit.structure.families import cells_family, families_of, star_family
from tacit.structure.family import Family, restricted
from tacit.structure.phrases import line_along
from tacit.structure.said_groups import cells_labelled, read_groups

LINE = r"(?:row|column|col|line(?: along(?: index)? \d+)?)s?"
SIZE = r"(\d+) ?x ?(\d+)"
BOX = r"(?:box(?:es)?|blocks?)"
CUT = re.compile(r",?\s+(only|except|without)\s+", re.I)
FILLER = re.compile(r"(?:in\s+)?(?:each|every|any|all|the|both)\s+(?:of\s+the\s+)?", re.I)
COMMON = ("row", "column", "next", "next in row", "next in column", "whole")  # suggested, where they mean something
Groups = Mapping[str, Sequence[str]]


def find_family(vocabulary: Vocabulary, spec: str, groups: Groups | None = None) -> Family:
    """The family that a text names in this vocabulary; `groups` are those that a person has named."""
    if not isinstance(spec, str) or not spec.strip():
        raise FamilyError(f"a family must be named by a text, such as 'row' or 'next in row', not {spec!r:.60}")
    return _Finder(vocabulary, groups or {}).find(spec)


class _Finder:
    def __init__(self, vocabulary: Vocabulary, groups: Groups) -> None:
        self.v = vocabulary
        self.groups = groups
        self.arrays = laid_out(vocabulary.names)

    def find(self, spec: str) -> Family:
        text = " ".join(spec.replace("×", "x").split())
        head, *cuts = CUT.split(text)
        family = self.base(head)
        for how, what in zip(cuts[::2], cuts[1::2], strict=True):
            family = self.cut(family, how.lower(), what)
        return family

    # --- what a text begins with ---

    def base(self, text: str) -> Family:
        return self.by_form(text) or self.by_phrase(text)

    def by_form(self, text: str) -> Family | None:
        family = self.across(text)
        if family is not None:
            return family
        found, reasons = [], []
        for rest, array in self.placed(text):
            try:
                family = _InArray(array, self.v).read(rest)
            except FamilyError as error:
                reasons.append(error)
                continue
            if family is not None:
                found.append(family)
        if len(found) > 1:
            raise FamilyError(f"{text!r} is not clear: say {' or '.join(repr(each.spec) for each in found[:4])}")
        if found:
            return found[0]
        if reasons:
            raise reasons[0]
        return None

    def placed(self, text: str) -> Iterator[tuple[str, Array]]:
        """The arrays that a text may be about, and what it says apart from that."""
        told = [array for array in self.arrays if array.called]
        for array in sorted(told, key=lambda each: -len(each.called)):
            for word in (" of ", " in "):
                if text.lower().endswith(word + array.called.lower()):
                    yield text[: -len(word + array.called)], array
                    return
            # "rows anna and ben of shift, column by column"
            if f" of {array.called}," in text:
                yield text.replace(f" of {array.called},", ","), array
                return
            if text.lower() == array.called.lower():
                yield "whole", array
                return
        yield from ((text, array) for array in self.arrays)

    def across(self, text: str) -> Family | None:
        names = self.v.names
        if re.fullmatch(r"(?:each |every |all )?arrays?", text, re.I) and len(self.arrays) > 1:
            return kinds.each_array(self.arrays)
        if match := re.fullmatch(r"(?:the |these )?(?:\d+ )?(?:cells?|variables?):? (.+)", text, re.I):
            pieces = _pieces(match[1])
            if any(piece in self.v.index for piece in pieces):
                return cells_family(self.v, self.v.scope(pieces, of="cells"))
        if (match := re.fullmatch(r"(.+?) with (.+)", text, re.I)) and match[1] in self.v.index:
            centre, *others = self.v.scope([match[1], *_pieces(match[2])], of="cells")
            return star_family(self.v, centre, others)
        if match := re.fullmatch(r"between (.+)", text, re.I):
            numbers = self.titles(match[1])
            if len(numbers) != 2:
                raise FamilyError(f"{text!r}: it takes two arrays, as in 'between a and b'")
            return kinds.between(self.arrays, min(numbers), max(numbers), names)
        if match := re.fullmatch(r"(?:the |at the )?same positions?(?: (?:in|of) (.+))?", text, re.I):
            return self.same_position(text, None if match[1] is None else self.titles(match[1]))
        return None

    def same_position(self, text: str, which: list[int] | None) -> Family:
        if which is None:
            shapes = {array.shape for array in self.arrays}
            if len(shapes) != 1 or len(self.arrays) < 2:
                raise FamilyError(f"{text!r}: say in which arrays of one shape, as in 'same position in a and b'")
            which = list(range(len(self.arrays)))
        if len(which) < 2 or len({self.arrays[number].shape for number in which}) > 1:
            raise FamilyError(f"{text!r}: it takes two or more arrays of one shape")
        return kinds.same_position(self.arrays, sorted(which), self.v.names)

    def titles(self, text: str) -> list[int]:
        """The numbers of the arrays that are listed."""
        known = {array.called.lower(): number for number, array in enumerate(self.arrays)}
        found = []
        for piece in _pieces(text):
            title = piece if piece.lower() in known else re.sub(r"^(?:any cell of|the whole of) ", "", piece)
            if title.lower() not in known:
                raise FamilyError(f"there is no array {piece!r}{nearest(piece, known)}")
            found.append(known[title.lower()])
        return list(dict.fromkeys(found))

    def by_phrase(self, text: str) -> Family:
        """People may say what they were shown. Otherwise they are told what comes near."""
        families = list(families_of(self.v, self.groups))
        for family in families:
            if text.lower() in (family.phrase.lower().replace("×", "x"), family.spec.lower()):
                return family
        short = [family.spec.split(" of ")[0] for family in families]
        known = dict.fromkeys([*filter(self.is_clear, COMMON), *short, *(family.spec for family in families)])
        hint = (
            nearest(text, known)
            or nearest(text.removeprefix("each "), known)
            or f"; there are, for example, {', '.join(map(repr, list(known)[:3]))}"
        )
        raise FamilyError(f"nothing here is called {text!r}{hint}")

    def is_clear(self, text: str) -> bool:
        try:
            return self.by_form(text) is not None
        except FamilyError:
            return False

    # --- what a family is cut down to ---

    def cut(self, family: Family, how: str, what: str) -> Family:
        if how == "only" and what in self.groups:
            return restricted(family, what, read_groups(self.v, {what: self.groups[what]})[what])
        chosen = self.numbers(family, what)
        if how != "only":
            chosen = set(range(family.count)) - chosen
        if not chosen:
            raise FamilyError(f"{family.phrase} without {what}: nothing is left of it")
        return family.part(chosen)

    def numbers(self, family: Family, text: str) -> set[int]:
        """The numbers of the groups that are listed, by their names or by a label."""
        names = {family.name(number).replace("×", "x").lower(): number for number in range(family.count)}
        found: set[int] = set()
        for piece in [text] if text.lower() in names else text.split("; ") if "; " in text else _pieces(text):
            lower = piece.lower()
            if lower in names:
                found.add(names[lower])
                continue
            ends = {number for name, number in names.items() if name.endswith(f" {lower}")}
            ends = ends or self.inside(family, piece)
            if not ends:
                known = [*names, *self.groups]
                hint = nearest(piece, known) or "; a set of labels gets a name in [groups], or by groups= in Python"
                raise FamilyError(f"{family.phrase}: no part of it is called {piece!r}{hint}")
            found |= ends
        return found

    def inside(self, family: Family, label: str) -> set[int]:
        """The groups of a family that lie in a line, or in a group that a person has named."""
        if label in self.groups:
            cells = read_groups(self.v, {label: self.groups[label]})[label]
        else:
            cells = cells_labelled(self.v, label)
        return {number for number, group in enumerate(family.groups()) if cells.issuperset(group)}


class _InArray:
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
        return kinds.next_along(self.array, axis, step, self.names)

    def next_in_line(self, line: str, label: str) -> Family | None:
        axis = self.axis(line)
        if axis is None or self.array.depth != 2:
            return None
        return kinds.next_in_line(self.array, axis, self.label(axis, label), self.names)

    def next_in_box(self, line: str | None, p: str, q: str) -> Family | None:
        if self.array.depth != 2:
            return None
        self.fits_boxes(int(p), int(q))
        axis = kinds.BOTH if line is None else self.axis(line)
        return None if axis is None else kinds.next_in_box(self.array, int(p), int(q), axis, self.names)

    def next_in_whole(self) -> Family | None:
        return kinds.next_in_whole(self.array, self.names) if self.array.depth > 1 else None

    def row_changes(self) -> Family | None:
        return kinds.row_changes(self.array, self.names) if self.array.depth == 2 else None

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
        return kinds.two_lines(self.array, axis, first, second, self.names)

    def single_lines(self, line: str, labels: str) -> Family | None:
        axis = self.axis(line)
        if axis is None or self.array.depth != 2:
            return None
        if labels.startswith("of "):
            raise FamilyError(f"there is no array {labels[3:]!r}{nearest(labels[3:], [self.array.called])}")
        known = self.array.axes[1 - axis]
        pieces = [labels] if labels in known else _pieces(labels)
        return kinds.lines(self.array, axis).part(self.label(axis, piece) for piece in pieces)

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


_CONSECUTIVE = rf"(?: consecutive)?(?: (?:cells?|variables?|days?))?(?: in (?:an? |each |its |the )?({LINE}))?"
_FORMS: list[tuple[str, Callable[..., Family | None]]] = [
    (r"(?:whole|cells|variables|whole array)", _InArray.whole),
    (rf"({LINE})", _InArray.lines),
    (r"(?:same index|cells with the same index|planes?) (\d+)", _InArray.planes),
    (rf"{BOX}(?: of)? {SIZE}(?: at (.+))?", _InArray.boxes),
    (rf"{SIZE} {BOX}(?: at (.+))?", _InArray.boxes),
    (rf"(?:spans?|groups?)(?: of)? (\d+){_CONSECUTIVE}", _InArray.spans),
    (rf"windows?(?: of)? (\d+){_CONSECUTIVE}", _InArray.windows),
    (rf"(\d+) consecutive(?: (?:cells?|variables?))?(?: in (?:an? |each |its |the )?({LINE}))?", _InArray.windows),
    (rf"(?:next|neighbou?rs?)(?: (\d+))?(?: (?:in|along) (?:an? |each |its |the )?({LINE}))?", _InArray.next),
    (rf"(?:next|neighbou?rs?) in (?:({LINE}) in )?(?:an? |each |one )?{BOX} {SIZE}", _InArray.next_in_box),
    (
        rf"(?:next|neighbou?rs?) (?:with)?in (?:(?:an? )?({LINE}) within )?(?:one )?{SIZE} {BOX}",
        _InArray.next_in_box,
    ),
    (r"(?:next|neighbou?rs?),? row (?:after|by) row", _InArray.next_in_whole),
    (r"(?:row changes?|(?:from )?row to row)", _InArray.row_changes),
    (r"(?:(long|main|two|two long) )?diagonals?", _InArray.diagonals),
    (rf"(?:({LINE}) )?(.+?) and (.+?)(?:,? by (?:position|row|column)|,? (\w+) by \4)", _InArray.two_lines),
    (rf"(?:next|neighbou?rs?) in (?:the )?({LINE}) (.+)", _InArray.next_in_line),
    (rf"({LINE}) (.+)", _InArray.single_lines),
]
_PATTERNS = [(re.compile(text, re.I), method) for text, method in _FORMS]


def _pieces(text: str) -> list[str]:
    """The parts of a list: a, b[0,1] and c."""
    return [piece.strip() for piece in re.split(r"[,;](?![^\[]*\])|\band\b", text) if piece.strip()]
