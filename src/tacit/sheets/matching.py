"""Which label or value a cell means: whatever its case, blanks and commas, and as Excel writes numbers and dates.

>>> labels = Words(["Meier Anna", "Mon", "7"])
>>> labels.find(" meier,  ANNA"), labels.find("07"), labels.find("7.0"), labels.find("Mo")
(0, 2, 2, None)
>>> Words(["Mon", "Tue"]).find("2026-05-05", (2026, 5, 5)), Words(["4", "5"]).find("2026-05-05", (2026, 5, 5))
(1, 1)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from functools import lru_cache

from tacit.errors import nearest

WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
FULL_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_NUMBER = re.compile(r"([+-]?)0*([0-9]{1,15})(?:[.,]0*)?")
_DATE = re.compile(r"(?:([0-9]{4})-([0-9]{2})-([0-9]{2})|([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4}))(?: 00:00(?::00)?)?")
_NOT_IN_LABELS = str.maketrans({"[": "(", "]": ")", ",": " "})
Day = tuple[int, int, int]


class Words:
    """Labels or values, to be found by what stands in cells."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = list(words)
        self.exact: dict[str, int] = {}
        self.alike: dict[str, int | None] = {}  # None where two words are alike
        for i, word in enumerate(words):
            self.exact.setdefault(word.strip(), i)
            key = alike(word)
            self.alike[key] = None if key in self.alike else i

    def find(self, text: str, day: Day | None = None) -> int | None:
        """The place of the word that a cell means. A date may also be meant as its day of the month, or of the week."""
        text = text.strip()
        if text in self.exact:
            return self.exact[text]
        found = self.alike.get(alike(text))
        day = day or day_of(text)
        if found is None and day is not None:
            in_week = date(*day).weekday()
            for form in (
                f"{day[0]:04}-{day[1]:02}-{day[2]:02}",
                str(day[2]),
                WEEKDAYS[in_week],
                FULL_WEEKDAYS[in_week],
            ):
                found = self.alike.get(alike(form)) if found is None else found
        return found

    def hint(self, text: str) -> str:
        """The word that was probably meant; also if only its case differs."""
        close = nearest(text, self.words) if len(text) < 200 else ""
        if not close and len(text) < 200:
            folded = {word.casefold(): word for word in self.words}
            close = nearest(text.casefold(), folded)
            close = next((f" (did you mean {folded[key]!r}?)" for key in folded if f"{key!r}?" in close), "")
        return close

    def in_short(self) -> str:
        shown = self.words if len(self.words) <= 12 else [*self.words[:10], "…", self.words[-1]]
        return ", ".join(shown)


@lru_cache(maxsize=65_536)
def day_of(text: str) -> Day | None:
    """The date that a text is, in a form that can mean only one.

    >>> day_of("2026-05-04"), day_of("4.5.2026"), day_of("5/4/2026")
    ((2026, 5, 4), (2026, 5, 4), None)
    """
    match = _DATE.fullmatch(text)
    if match is None:
        return None
    numbers = [int(part) for part in match.groups() if part]
    year, month, day = numbers if match[1] else reversed(numbers)
    try:
        date(year, month, day)
    except ValueError:
        return None
    return year, month, day


def forms_of(day: Day) -> tuple[str, str, str, str]:
    """A date as labels have it: whole, its day of the month, its day of the week.

    >>> forms_of((2026, 5, 4))
    ('2026-05-04', '4', 'Mon', 'Monday')
    """
    in_week = date(*day).weekday()
    return f"{day[0]:04}-{day[1]:02}-{day[2]:02}", str(day[2]), WEEKDAYS[in_week], FULL_WEEKDAYS[in_week]


@lru_cache(maxsize=65_536)  # sheets say the same again and again
def alike(text: str) -> str:
    """What texts have in common that mean the same."""
    number = _NUMBER.fullmatch(text.strip())
    if number is not None:
        return ("-" if number[1] == "-" and number[2] != "0" else "") + number[2]
    return as_label(text).casefold()


def as_label(text: str) -> str:
    """A text as a problem file accepts it for a label: brackets and commas are signs there."""
    label = " ".join(text.translate(_NOT_IN_LABELS).split())
    return "".join(c if c.isprintable() else "�" for c in label)[:80].strip()


def is_integer(text: str) -> bool:
    """
    >>> [is_integer(each) for each in ("7", "-07", "7.0", "7.5", "x", "")]
    [True, True, True, False, False, False]
    """
    return _NUMBER.fullmatch(text.strip()) is not None
