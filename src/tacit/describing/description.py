"""What somebody says about a problem, field by field, and the labels and values that follow from it.

Fields are texts, as forms have them; `Description.of` keeps all that it knows and passes over the rest, so that a
description can be kept while it is not finished. What is wrong with a field is said of that field.

>>> said = Description.of({"who": "Anna, Ben", "when": "week", "what": "shifts"})
>>> said.rows, said.columns[:2], said.values, said.absent
(['Anna', 'Ben'], ['Mon', 'Tue'], ['off', 'early', 'late', 'night'], 'off')
>>> Description.of({"who": "Anna, Anna"}).wrong()["who"]
'“Anna”: the same name at places 1 and 2. Each name may be there only once'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from tacit.describing.days import are_days, dates, is_weekend, weeks
from tacit.describing.lists import MOST_TEXT, ListError, labels_of
from tacit.sheets.matching import alike, as_label, is_integer

WHEN = ("week", "weeks", "dates", "list", "none")
WHAT = ("shifts", "there", "numbers", "list")
SHIFTS = ["off", "early", "late", "night"]
THERE = ["off", "on"]
# What people write for somebody who is not there.
ABSENT = (
    "off",
    "free",
    "none",
    "absent",
    "-",
    "–",
    "—",
    "day off",
    "rest",
    "frei",
    "libre",
    "leave",
    "no",
    "not there",
)
MOST_CELLS = 5_000
MOST_VALUES = 60  # names; numbers may be more, because they are written as a range
MOST_NUMBERS = 1_000
MOST_GROUPS = 20


@dataclass(frozen=True)
class GroupSaid:
    """A name for some labels; it may still lack its name or its labels.

    labels: "r Anna" for a row, "c Mon" for a column, because rows and columns may have the same labels
    """

    name: str = ""
    labels: tuple[str, ...] = ()


@dataclass(frozen=True)
class Description:
    """All that was said so far. Texts are as they were typed; `rows`, `columns` and `values` are what they mean."""

    name: str = ""
    about: str = ""
    who: str = ""
    when: str = "week"
    weeks: str = "4"
    first: str = ""
    last: str = ""
    days: str = ""
    what: str = "shifts"
    low: str = "1"
    high: str = "9"
    values_text: str = ""
    absent_text: str = ""
    entry: str = ""  # what one cell is called
    groups: tuple[GroupSaid, ...] | None = None  # None: nothing was said yet
    unticked: tuple[str, ...] = ()  # sentences, and single relations of them, that are chosen by default
    ticked: tuple[str, ...] = ()  # and those that are not
    until: str = "scopes"
    seed: str = "0"
    plans: str = "3"
    largest: str = "12"
    text: str | None = None  # a problem file that was changed by hand; the rest does not count then
    file: str = ""  # the name of the spreadsheet that it comes from
    empty: str = ""  # what an empty cell of the spreadsheet stands for
    taken: tuple[str, ...] = ()  # slips in the spreadsheet, each as "nihgt\tnight": what it says, and what is meant

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Description:
        """From fields, as a form or a kept description has them."""
        known = {each.name for each in fields(cls)} - {"groups", "unticked", "ticked", "taken", "text"}
        found: dict[str, Any] = {k: str(value)[: MOST_TEXT + 1] for k, value in given.items() if k in known}
        found |= {key: tuple(map(str, given.get(key, ()))) for key in ("unticked", "ticked", "taken")}
        if given.get("groups") is not None:
            made = [GroupSaid(str(each["name"])[:80], tuple(map(str, each["labels"]))) for each in given["groups"]]
            found["groups"] = tuple(made[:MOST_GROUPS])
        if given.get("text") is not None:
            found["text"] = str(given["text"])
        return cls(**found)

    @property
    def is_empty(self) -> bool:
        """Has nobody written anything yet? What is chosen is chosen from the start."""
        typed = (self.name, self.about, self.who, self.first, self.last, self.days, self.values_text, self.absent_text)
        return not any(each.strip() for each in (*typed, self.entry, self.file, self.text or ""))

    def to_keep(self) -> dict[str, Any]:
        """Fields from which `of` makes the same again."""
        return asdict(self)

    # --- what it means ---

    @property
    def rows(self) -> list[str]:
        labels = labels_of(self.who)
        if not labels:
            raise ListError("write at least one name")
        return labels

    @property
    def columns(self) -> list[str]:
        """Empty if there is just one cell for each row."""
        if self.when == "none":
            return []
        if self.when == "week":
            return weeks(1)
        if self.when == "weeks":
            if not self.weeks.strip().isdecimal() or len(self.weeks.strip()) > 4:
                raise ListError("a number of weeks is needed, such as 4")
            return weeks(int(self.weeks))
        if self.when == "dates":
            return dates(self.first, self.last)
        labels = labels_of(self.days)
        if not labels:
            raise ListError("write at least one name, or choose another way")
        return labels

    @property
    def values(self) -> list[str]:
        """The values as texts; the one for “not there” comes first."""
        if self.what == "shifts":
            return list(SHIFTS)
        if self.what == "there":
            return list(THERE)
        if self.what == "numbers":
            return self._numbers()
        values = labels_of(self.values_text)
        if len(values) < 2:
            raise ListError("write at least two values, such as early, late, off")
        if len(values) > (MOST_NUMBERS if all(map(is_integer, values)) else MOST_VALUES):
            raise ListError(f"{len(values):,} values; at most {MOST_VALUES} are accepted")
        absent = self._absent(values)
        return values if absent is None else [absent, *(each for each in values if each != absent)]

    def _numbers(self) -> list[str]:
        ends = [each.strip() for each in (self.low, self.high)]
        if not all(is_integer(each) and len(each) < 10 for each in ends):
            raise ListError("two whole numbers are needed, such as 1 and 9")
        low, high = map(int, ends)
        if not low < high:
            raise ListError("the second number must be larger than the first one")
        if high - low >= MOST_NUMBERS:
            raise ListError(f"more than {MOST_NUMBERS:,} numbers are not accepted")
        return [str(number) for number in range(low, high + 1)]

    @property
    def absent(self) -> str | None:
        """The value that means “not there”, if there is one."""
        if self.what in ("shifts", "there"):
            return "off"
        return self._absent(labels_of(self.values_text)) if self.what == "list" else None

    def _absent(self, values: list[str]) -> str | None:
        known = {alike(value): value for value in values}
        said = as_label(self.absent_text)
        if said:
            if alike(said) not in known:
                raise ListError(f"“{said}” is not one of the values ({', '.join(values[:8])})")
            return known[alike(said)]
        return next((known[word] for word in ABSENT if word in known), None)

    @property
    def numeric(self) -> bool:
        return all(map(is_integer, self.values))

    @property
    def of_days(self) -> bool:
        """Are the columns days, so that the rows are in no order of their own?"""
        return bool(self.columns) and are_days(self.columns)

    @property
    def said_groups(self) -> tuple[GroupSaid, ...]:
        """The groups, with a first proposal if nothing was said yet."""
        if self.groups is not None:
            return self.groups
        weekend = tuple(f"c {label}" for label in self.columns if is_weekend(label)) if self.of_days else ()
        return (GroupSaid("weekend", weekend),) if 0 < len(weekend) < len(self.columns) else ()

    def named_groups(self) -> dict[str, list[str]]:
        """The groups that can be used, as a problem file has them: with a name, and with labels that there are."""
        known: dict[str, str] = {}
        for letter, axis, labels, others in (
            ("r", "row", self.rows, self.columns),
            ("c", "column", self.columns, self.rows),
        ):
            known |= {f"{letter} {label}": f"{axis} {label}" if label in others else label for label in labels}
        made = {
            as_label(each.name): [known[label] for label in each.labels if label in known] for each in self.said_groups
        }
        return {name: labels for name, labels in made.items() if name and labels}

    # --- what is wrong ---

    def wrong(self) -> dict[str, str]:
        """What is wrong with which field."""
        found: dict[str, str] = {}
        _try(found, "who", lambda: self.rows)
        _try(found, "when", lambda: self.columns)
        _try(found, "what", lambda: self.values)
        if len(self.name.strip()) > 80:
            found["name"] = "at most 80 characters are accepted"
        if not found:
            cells = len(self.rows) * max(1, len(self.columns))
            if cells > MOST_CELLS:
                found["who"] = f"{cells:,} cells in all; at most {MOST_CELLS:,} are accepted"
            elif cells < 2:
                found["who"] = "there is just one cell: write more names"
        return found

    def wrong_groups(self) -> dict[int, str]:
        """What is wrong with which group."""
        found: dict[int, str] = {}
        names: set[str] = set()
        labels = {alike(each) for each in [*self.rows, *self.columns]}
        for place, each in enumerate(self.said_groups):
            name = as_label(each.name)
            if not name and each.labels:
                found[place] = "give the group a name"
            elif name and not each.labels:
                found[place] = f"tick who or what belongs to “{name}”"
            elif name and alike(name) in names:
                found[place] = f"there are two groups “{name}”"
            elif name and alike(name) in labels:
                found[place] = f"“{name}” is the name of a row or a column already"
            names.add(alike(name))
        return found

    @property
    def title(self) -> str:
        """The name of the problem, also if none was given."""
        given = " ".join(self.name.split())[:80]
        return "".join(c for c in given if c.isprintable()) or (
            "roster" if self.what in ("shifts", "there") else "plan"
        )


def _try(found: dict[str, str], key: str, read: Callable[[], object]) -> None:
    try:
        read()
    except ListError as error:
        found[key] = str(error)
