"""Days as labels: the days of a week, of several weeks, or from one date to another.

>>> weeks(1)[:2], weeks(2)[6:9]
(['Mon', 'Tue'], ['Sun 1', 'Mon 2', 'Tue 2'])
>>> dates("2026-06-01", "2026-06-03"), dates("2026-06-29", "2026-07-09")[:3]
(['Mon', 'Tue', 'Wed'], ['Mon 29', 'Tue 30', 'Wed 1'])
>>> [label for label in dates("1.5.2026", "31.5.2026") if is_weekend(label)][:3]
['Sat 2', 'Sun 3', 'Sat 9']
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta

from tacit.describing.lists import ListError
from tacit.sheets.matching import WEEKDAYS, day_of

MOST_WEEKS = 53
MOST_DAYS = 371
# The first letters by which days of the weekend are known, also in some other languages.
_WEEKEND = ("sat", "sun", "samstag", "sonntag", "sa", "so", "sam", "dim", "sáb", "sab", "dom", "su", "za", "zo")
_WORKING = (
    "mon",
    "tue",
    "wed",
    "thu",
    "fri",
    "mo",
    "di",
    "mi",
    "do",
    "fr",
    "montag",
    "lun",
    "mar",
    "mer",
    "jeu",
    "ven",
)


def weeks(count: int) -> list[str]:
    """The days of so many weeks, Monday first."""
    if not 1 <= count <= MOST_WEEKS:
        raise ListError(f"a number of weeks from 1 to {MOST_WEEKS} is needed")
    if count == 1:
        return list(WEEKDAYS)
    return [f"{day} {week}" for week in range(1, count + 1) for day in WEEKDAYS]


def dates(first: str, last: str) -> list[str]:
    """The days from one date to another, both with them, in as few letters as tell them apart."""
    start, end = _date(first, "first"), _date(last, "last")
    if end < start:
        raise ListError("the last day is before the first one")
    count = (end - start).days + 1
    if count > MOST_DAYS:
        raise ListError(f"{count:,} days; at most {MOST_DAYS} are accepted")
    days = [start + timedelta(days=i) for i in range(count)]
    forms = (
        [WEEKDAYS[day.weekday()] for day in days],
        [f"{WEEKDAYS[day.weekday()]} {day.day}" for day in days],
        [f"{WEEKDAYS[day.weekday()]} {day.day}.{day.month}." for day in days],
        [day.isoformat() for day in days],
    )
    return next(form for form in forms if len(set(form)) == count)


def _date(text: str, which: str) -> date:
    if not text.strip():
        raise ListError(f"the {which} day is missing")
    day = day_of(text.strip())
    if day is None:
        raise ListError(f"{text.strip()[:40]!r} is no date; it is written 2026-06-01 or 1.6.2026")
    return date(*day)


def is_weekend(label: str) -> bool:
    return _word(label) in _WEEKEND or _weekday(label) in (5, 6)


def are_days(labels: Iterable[str]) -> bool:
    """Do labels look like days, one after the other?"""
    return all(_word(each) in (*_WEEKEND, *_WORKING) or _weekday(each) is not None for each in labels)


def _word(label: str) -> str:
    return label.split(" ")[0].rstrip(".").casefold() if label else ""


def _weekday(label: str) -> int | None:
    day = day_of(label)
    if day is not None:
        return date(*day).weekday()
    word = _word(label)
    full = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
    return full.index(word) if word in full else None
