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
from collections.abc import Iterator

from tacit.errors import FamilyError, nearest
from tacit.problem.vocabulary import Vocabulary
from tacit.structure import kinds_across
from tacit.structure.arrays import Array, laid_out
from tacit.structure.exceptions import groups_called
from tacit.structure.families import cells_family, families_of, star_family
from tacit.structure.family import Family, restricted
from tacit.structure.in_array import InArray
from tacit.structure.phrases import pieces
from tacit.structure.said_groups import Groups, read_groups

CUT = re.compile(r",?\s+(only|except|without)\s+", re.I)
COMMON = ("row", "column", "next", "next in row", "next in column", "whole")  # suggested, where they mean something


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
                family = InArray(array, self.v).read(rest)
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
            return kinds_across.each_array(self.arrays)
        if match := re.fullmatch(r"(?:the |these )?(?:\d+ )?(?:cells?|variables?):? (.+)", text, re.I):
            named = pieces(match[1])
            if any(name in self.v.index for name in named):
                return cells_family(self.v, self.v.scope(named, of="cells"))
        if (match := re.fullmatch(r"(.+?) with (.+)", text, re.I)) and match[1] in self.v.index:
            centre, *others = self.v.scope([match[1], *pieces(match[2])], of="cells")
            return star_family(self.v, centre, others)
        if match := re.fullmatch(r"between (.+)", text, re.I):
            numbers = self.titles(match[1])
            if len(numbers) != 2:
                raise FamilyError(f"{text!r}: it takes two arrays, as in 'between a and b'")
            return kinds_across.between(self.arrays, min(numbers), max(numbers), names)
        if match := re.fullmatch(r"(?:any )?two positions in (.+)", text, re.I):
            numbers = self.titles(match[1])
            if len(numbers) != 2 or len({self.arrays[number].shape for number in numbers}) > 1:
                raise FamilyError(f"{text!r}: it takes two arrays of one shape, as in 'two positions in a and b'")
            return kinds_across.two_positions(self.arrays, min(numbers), max(numbers), names)
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
        return kinds_across.same_position(self.arrays, sorted(which), self.v.names)

    def titles(self, text: str) -> list[int]:
        """The numbers of the arrays that are listed."""
        known = {array.called.lower(): number for number, array in enumerate(self.arrays)}
        found = []
        for piece in pieces(text):
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
        chosen = groups_called(family, what, self.v, self.groups)
        if how != "only":
            chosen = set(range(family.count)) - chosen
        if not chosen:
            raise FamilyError(f"{family.phrase} without {what}: nothing is left of it")
        return family.part(chosen)
