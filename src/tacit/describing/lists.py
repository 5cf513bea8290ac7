"""Lists as people type or paste them: one a line, or with commas; ranges of numbers and days in one word.

>>> labels_of("Anna, Ben,Carla"), labels_of("Meier, Anna\\n- Weiß, Ben\\n\\n"), labels_of("Mon-Wed; holiday")
(['Anna', 'Ben', 'Carla'], ['Meier Anna', 'Weiß Ben'], ['Mon', 'Tue', 'Wed', 'holiday'])
>>> labels_of("1-4"), labels_of("1 to 3"), labels_of("Sun-Hee, x-ray")
(['1', '2', '3', '4'], ['1', '2', '3'], ['Sun-Hee', 'x-ray'])
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tacit.errors import ProblemError
from tacit.sheets.matching import FULL_WEEKDAYS, WEEKDAYS, alike, as_label

MOST_TEXT = 100_000  # characters of a list
MOST_LABELS = 1_000
_BULLET = re.compile(r"^\s*(?:[-*•–·]\s+|\d{1,4}[.)]\s+)")
_RANGE = re.compile(r"(.+?)\s*(?:-|–|—|\.\.\.?|…|\bto\b|\buntil\b)\s*(.+)", re.IGNORECASE)


class ListError(ProblemError):
    """A list can't be used, and why."""


def labels_of(text: str) -> list[str]:
    """The labels that a text lists. The same label twice is an error."""
    if len(text) > MOST_TEXT:
        raise ListError(f"this is too long: at most {MOST_TEXT:,} characters are accepted")
    found: list[str] = []
    for part in _parts(text):
        label = as_label(part)
        if label:
            found += expanded(label)
        if len(found) > MOST_LABELS:
            raise ListError(f"more than {MOST_LABELS:,} names are not accepted")
    _refuse_twice(found)
    return found


def _parts(text: str) -> list[str]:
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < 2:
        return re.split(r"[,;\t]", _BULLET.sub("", text))
    if sum("\t" in line.strip() for line in lines) > 1:
        raise ListError("this looks like a whole table: paste it under “From a table”")
    parts: list[str] = []
    for line in lines:
        line = _BULLET.sub("", line).strip().rstrip(",;")
        # One comma on a line is a part of a name, as in “Meier, Anna”; several separate names.
        separators = len(re.findall(r"[,;]", line))
        parts += re.split(r"[,;]", line) if separators > 1 else [line]
    return parts


def expanded(label: str) -> list[str]:
    """Mon-Sun, Monday-Friday and 1-31 are ranges; anything else is a label as it is."""
    match = _RANGE.fullmatch(label)
    if match is None:
        return [label]
    first, last = match[1].strip(), match[2].strip()
    if first.isdecimal() and last.isdecimal() and len(first) < 7 and len(last) < 7 and int(first) <= int(last):
        if int(last) - int(first) >= MOST_LABELS:
            raise ListError(f"{label}: more than {MOST_LABELS:,} names are not accepted")
        return [str(number) for number in range(int(first), int(last) + 1)]
    for days in (WEEKDAYS, FULL_WEEKDAYS):
        places = {day.lower(): i for i, day in enumerate(days)}
        if first.lower() in places and last.lower() in places:
            start, end = places[first.lower()], places[last.lower()]
            return [days[i % 7] for i in range(start, (end if end >= start else end + 7) + 1)]
    return [label]


def _refuse_twice(labels: Sequence[str]) -> None:
    """Refuse labels that nobody, and no spreadsheet, could tell apart."""
    seen: dict[str, int] = {}
    for place, label in enumerate(labels, start=1):
        key = alike(label)
        if key in seen:
            before = labels[seen[key] - 1]
            same = f"“{label}”" if before == label else f"“{before}” and “{label}”"
            raise ListError(
                f"{same}: the same name at places {seen[key]} and {place}. Each name may be there only once"
            )
        seen[key] = place
