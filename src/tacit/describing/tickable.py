"""What may matter in a problem, as sentences to tick: each stands for relations, and for where they may hold.

The sentences come from the catalogue of `problem/common.py`, so that nothing can be ticked that could not be learned,
and a few more. Where the columns are days, the rows are people in no order: then what only makes sense for cells in an
order, or anywhere, is not ticked. (Of a ward of 8 × 7 that more than halves the questions.)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from tacit.describing.description import Description
from tacit.problem.common import common_language, word_of
from tacit.problem.vocabulary import Vocabulary

MOST_SINGLE = 36  # relations of a sentence that can be ticked one by one
_VALUE = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|[^\s'\"()]+"
_SHAPES = {
    "never": re.compile(rf"x != (?P<a>{_VALUE})"),
    "follow": re.compile(rf"x != (?P<a>{_VALUE}) or y != (?P<b>{_VALUE})"),
    "same": re.compile(rf"x == (?P<a>{_VALUE}) or x != y"),
    "present": re.compile(rf"count\(not (?P<a>{_VALUE})\) (?P<sign>[<>]=) k"),
    "count": re.compile(rf"count\((?P<a>{_VALUE})\) (?P<sign>[<>]=) k"),
    "sum": re.compile(r"sum (?P<sign>[<>]=) k"),
    "different": re.compile(r"alldifferent"),
    "equal": re.compile(r"==|!="),
    "order": re.compile(r"<|>|<=|>="),
    "distance": re.compile(r"abs\(x - y\) .*|[xy] - [xy] == 1"),
}
_PARTS = {
    "follow": "What may follow what",
    "never": "Who may have what",
    "count": "How often",
    "present": "How often",
    "sum": "Sums",
    "same": "Two at once",
    "pair": "Two at once",
    "equal": "Same or different",
    "different": "Same or different",
    "order": "Smaller or larger",
    "distance": "How far apart",
}
AMOUNTS = {"<=": "at most", ">=": "at least"}


@dataclass(frozen=True)
class Single:
    """One relation of a sentence, in words."""

    relation: str
    words: str
    over: str | None  # the family; None for everywhere
    ticked: bool = True


@dataclass(frozen=True)
class Sentence:
    """Something that may matter."""

    key: str  # its shape and place: "count row"
    part: str  # the heading that it stands under
    words: str
    example: str
    singles: tuple[Single, ...] = ()
    common: bool = True  # is it in the catalogue?
    proposed: bool = True
    ticked: bool = True

    @property
    def entries(self) -> Iterator[tuple[str, str | None]]:
        """The relations, each with what it is over."""
        return ((each.relation, each.over) for each in self.singles if each.ticked)


@dataclass
class Sentences:
    """The sentences of a problem, ticked as its description says."""

    description: Description
    vocabulary: Vocabulary
    stem: str
    groups: dict[str, list[str]] = field(default_factory=dict)

    @cached_property
    def all(self) -> list[Sentence]:
        made: dict[str, Sentence] = {}
        for entry in common_language(self.vocabulary, self.groups):
            over: Any = entry.get("over")
            for spec in over or [None]:
                self._add(made, str(entry["relation"]), spec, common=True)
        for relation, spec in self._more():
            self._add(made, relation, spec, common=False)
        order = list(dict.fromkeys(_PARTS.values()))
        return [self._ticked(each) for each in sorted(made.values(), key=lambda each: order.index(each.part))]

    def parts(self) -> dict[str, list[Sentence]]:
        """The sentences under their headings."""
        found: dict[str, list[Sentence]] = {}
        for each in self.all:
            found.setdefault(each.part, []).append(each)
        return found

    def language(self) -> list[dict[str, Any]] | str:
        """What is ticked, as a problem file has it: "common" if it is just the catalogue."""
        if all(each.ticked == each.common and all(single.ticked for single in each.singles) for each in self.all):
            return "common"
        over: dict[str, list[str] | None] = {}
        for sentence in self.all:
            for relation, spec in sentence.entries if sentence.ticked else ():
                before = over.setdefault(relation, [])
                if spec is None:
                    over[relation] = None
                elif before is not None:
                    before.append(spec)
        return [{"relation": text} | ({"over": specs} if specs else {}) for text, specs in over.items()]

    def _ticked(self, sentence: Sentence) -> Sentence:
        said = self.description
        singles = tuple(
            replace(s, ticked=f"{sentence.key}: {s.relation}" not in said.unticked) for s in sentence.singles
        )
        ticked = sentence.key not in said.unticked if sentence.proposed else sentence.key in said.ticked
        return replace(sentence, singles=singles, ticked=ticked and any(each.ticked for each in singles))

    def read(self, ticked: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What is unticked and what is ticked otherwise than proposed, from the keys that a form has sent."""
        sent = set(ticked)
        unticked: list[str] = []
        others: list[str] = []
        for each in self.all:
            if each.proposed and each.key not in sent:
                unticked.append(each.key)
            elif not each.proposed and each.key in sent:
                others.append(each.key)
            if 1 < len(each.singles) <= MOST_SINGLE:
                singles = [f"{each.key}: {single.relation}" for single in each.singles]
                if any(single in sent for single in singles) or each.key not in sent:
                    unticked += [single for single in singles if single not in sent]
        return tuple(unticked), tuple(others)

    # --- words ---

    def _more(self) -> Iterator[tuple[str, str]]:
        """What is not in the catalogue: how often somebody is there at all; two people on one day."""
        absent = self.description.absent
        if absent is not None and self.description.columns:
            word = self._word(absent)
            lines = [f"row of {self.stem}", f"column of {self.stem}"]
            if len(self.description.columns) > 7 and len(self.description.columns) % 7 == 0:
                lines[1:1] = [f"span of 7 in row of {self.stem}", f"window of 7 in row of {self.stem}"]
            for spec in lines:
                yield from ((f"count(not {word}) {sign} k", spec) for sign in AMOUNTS)
        if self.description.of_days and 2 <= len(self.description.values) <= 8 and len(self.description.rows) > 1:
            words = [self._word(value) for value in self.description.values if value != absent]
            for a in words:
                yield from ((f"x != {a} or y != {b}", f"column of {self.stem}") for b in words)

    def _word(self, value: str) -> str:
        return word_of(self.vocabulary.named_values[value], self.vocabulary) if not self.description.numeric else value

    def _add(self, made: dict[str, Sentence], relation: str, spec: str | None, *, common: bool) -> None:
        shape = next((name for name, form in _SHAPES.items() if form.fullmatch(relation)), None)
        if shape is None:
            return
        place = "" if spec is None else spec.replace(f" of {self.stem}", "", 1)
        if shape == "follow" and not place.startswith("next"):
            shape = "pair"
        match = (_SHAPES.get(shape) or _SHAPES["follow"]).fullmatch(relation)
        assert match is not None
        parts = {key: _plain(value) for key, value in match.groupdict().items()}
        if shape == "distance":  # one sentence for the second next cell, the third next one, and so on
            place = re.sub(r"^next \d+", "further", place)
        key = f"{shape} {place}".strip()
        single = Single(relation, self._single(shape, relation, parts), spec)
        if key in made:
            made[key] = replace(made[key], singles=(*made[key].singles, single))
            return
        words, example = self._words(shape, place)
        proposed = self._proposed(shape, place, common=common)
        made[key] = Sentence(key, _PARTS[shape], words, example, (single,), common, proposed)

    def _proposed(self, shape: str, place: str, *, common: bool) -> bool:
        if not self.description.of_days:
            return common
        if not common:
            return shape == "present" and "column" not in place
        if shape in ("equal", "different") or (shape == "count" and place == "whole"):
            return False
        if shape == "follow":
            return place == "next in row"
        return not (shape == "same" and place.startswith("row"))

    def _single(self, shape: str, relation: str, parts: dict[str, str]) -> str:
        a, b = parts.get("a", ""), parts.get("b", "")
        amount = AMOUNTS.get(parts.get("sign", ""), "")
        next_one = "the day after" if self.description.of_days else "right after"
        return {
            "never": f"never {a}",
            "follow": f"no {b} {next_one} {a}",
            "pair": f"not {a} for one and {b} for the other",
            "same": f"not the same, unless it is {a}",
            "count": f"{amount} so many {a}",
            "present": f"{amount} so many that are not {a}",
            "sum": f"the sum is {amount} so much",
            "different": "all different",
            "equal": "always the same" if relation == "==" else "never the same",
        }.get(shape, _of_numbers(relation))

    def _words(self, shape: str, place: str) -> tuple[str, str]:
        """The sentence, and an example of it."""
        said = self.description
        values = [value for value in said.values if value != said.absent]
        some, other = values[-1], values[0]
        one, two, last = said.rows[0], said.rows[min(1, len(said.rows) - 1)], said.rows[-1]
        days = said.of_days
        where, here = self._where(place)
        unless = f", unless it is {said.absent}" if said.absent else ""
        if shape == "never":
            return "Some never have a certain value", f"{last} never has {some}"
        if shape == "follow":
            if days and place == "next in row":
                return "What may come the day after what", f"no {other} right after {some}"
            return f"What may stand {where}", f"no {other} right after {some}"
        if shape == "pair":
            return "Two of them on one day: what does not go together", f"when {one} has {some}, {two} has no {other}"
        if shape == "same":
            if days and place == "column":
                return "Two of them never have the same on one day", f"{one} and {two} never have the same{unless}"
            if days and place == "row":
                return "Nobody has the same on two days", f"{one} never has the same twice{unless}"
            return f"Two cells {where} are never the same", f"{here}: never the same twice{unless}"
        if shape == "count":
            like = f"at least 1 × {other}" if place.startswith("column") else f"at most 2 × {some}"
            return f"{_capital(where)}: at most, or at least, so many of a value", f"{here}: {like}"
        if shape == "present":
            if place == "column":
                return (
                    f"{_capital(where)}: at most, or at least, so many are present",
                    f"{here}: at least 3 are present",
                )
            return f"{_capital(where)}: present at most, or at least, so often", f"{here}: present at most 5 times"
        if shape == "sum":
            return f"{_capital(where)}: the sum is at most, or at least, so much", f"{here}: the sum is at most 20"
        if shape == "different":
            return f"{_capital(where)}: all values differ", f"{here}: no value twice"
        if shape == "equal":
            if place:
                return f"Two cells {where} are the same, or differ", f"{here}: two of them differ"
            day = f" on {said.columns[0]}" if said.columns else ""
            return "Any two cells are the same, or differ, wherever they are", f"{one} and {two} have the same{day}"
        if shape == "order":
            at = where if place else "wherever they are"
            return f"Of two cells {at}, one is smaller", f"{one} has less than {two}"
        if place.startswith("further"):
            return f"Cells some steps apart {where} are not as far apart in value", "as queens on a chessboard"
        return (
            f"Two cells {where} are some steps apart in value, or are not",
            f"{here}: two of them are 2 or more apart",
        )

    def _where(self, place: str) -> tuple[str, str]:
        """Where it may hold: in a sentence, and in an example."""
        said = self.description
        place, _, only = place.partition(" only ")
        row, column = said.rows[0], said.columns[0] if said.columns else ""
        if place == "row":
            where, here = ("for everyone", row) if said.of_days else ("in each row", f"row {row}")
        elif place == "column":
            where, here = ("on each day", column) if said.of_days else ("in each column", f"column {column}")
        elif place.startswith("span of 7"):
            where, here = "for everyone, in each week", row
        elif place.startswith("window of 7"):
            where, here = "for everyone, in any 7 days that follow each other", row
        elif place == "whole":
            where, here = "in all of it", "altogether"
        elif place.startswith("box"):
            where, here = f"in each block of {place.removeprefix('box ').replace('x', ' × ')}", "in a block"
        elif place == "long diagonals":
            where, here = "on each of the two long diagonals", "on a diagonal"
        elif place.startswith(("next", "further")):
            line = "in a row" if "row" in place else "in a column" if "column" in place else ""
            near = "next to each other" if place.startswith("next") else ""
            where, here = f"{near} {line}".strip(), near
        else:
            where, here = f"in each {place}", place
        if only:
            where, here = f"{where}, within “{only}”", f"{here}, within “{only}”"
        return where, here


_NUMBERS = {
    "<": "the first is smaller",
    ">": "the first is larger",
    "<=": "the first is not larger",
    ">=": "the first is not smaller",
    "x - y == 1": "the first is one more",
    "y - x == 1": "the second is one more",
}
_APART = {"!=": "not", "==": "exactly", ">=": "at least"}


def _of_numbers(relation: str) -> str:
    match = re.fullmatch(r"abs\(x - y\) (!=|==|>=) (\d+)", relation)
    return _NUMBERS.get(relation, relation) if match is None else f"{_APART[match[1]]} {match[2]} apart"


def _plain(value: str | None) -> str:
    """A value as people know it, without the quotation marks that a relation may need."""
    if value and value[0] in "'\"" and value[-1] == value[0]:
        return value[1:-1].replace(f"\\{value[0]}", value[0])
    return value or ""


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
