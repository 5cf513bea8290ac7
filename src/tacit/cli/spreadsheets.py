"""What `tacit new` does with spreadsheets: a problem file from plans, said in words, and empty tables to fill in."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import click

from tacit.cli.layout import plural, some_of, wrapped
from tacit.errors import OptionError, nearest
from tacit.formats.problem_file import read_problem_file
from tacit.problem.vocabulary import Vocabulary
from tacit.sheets.laying_out import blank_tables
from tacit.sheets.matching import FULL_WEEKDAYS, WEEKDAYS, as_label
from tacit.sheets.opening import TEXTS, WORKBOOKS, as_file, content_of, read_spreadsheet
from tacit.sheets.plan_files import check_writable, save_bytes
from tacit.sheets.problem_text import NewProblem, new_problem

ACCEPTED = ("", *WORKBOOKS, *TEXTS, ".xls", ".ods")  # of the last two it is said what to do with them
SHOWN = 6  # values, and things that were left aside


def from_spreadsheet(path: Path, source: str, name: str, empty: str | None) -> NewProblem:
    """The problem file at `path` that a spreadsheet makes; it is not written yet."""
    suffix = Path(source).suffix.lower()
    if suffix not in ACCEPTED:
        raise OptionError(f"--from {source}: a spreadsheet is .xlsx, .csv or .tsv")
    book = read_spreadsheet(content_of(source), source)
    named = os.path.relpath(Path(source).resolve(), path.resolve().parent)
    return new_problem(book, name, Path(named).as_posix(), empty)


def told(made: NewProblem, source: str) -> str:
    """What was seen in the spreadsheet, in words."""
    seen = made.seen
    axes = [(seen.rows, "row"), (seen.columns, "column")]
    shape = " × ".join(f"{plural(len(axis), noun)}{_ends(axis, seen.bare)}" for axis, noun in axes if axis)
    values = sorted(seen.values, key=int) if seen.numeric else seen.values
    lines = [
        f"{source}: {plural(len(made.plans), 'plan')}, {shape}; values {some_of(values, 2 * SHOWN)}.",
    ]
    if made.encoding:
        lines.append(f"It is not UTF-8, and was read as {made.encoding}: look at the letters.")
    if made.partial:
        how = f"{made.partial:,} of them" if made.partial < len(made.plans) else "all of them"
        lines.append(f"Not complete: {how}. If an empty cell means something, such as off, say --empty off.")
    if seen.aside:
        lines.append(f"Left aside: {some_of(seen.aside, SHOWN)}.")
    lines += [f"Look at {doubt}" for doubt in list(seen.doubts)[:SHOWN]]
    return "\n".join(wrapped(line) for line in lines)


def _ends(labels: list[str], bare: bool) -> str:
    if bare or not labels:
        return ""
    return f" ({labels[0]} … {labels[-1]})" if len(labels) > 1 else f" ({labels[0]})"


def write_template(
    path: Path, source: str | None, rows: str | None, columns: str | None, values: str | None, copies: int | None
) -> None:
    """An empty table with these labels, or with those of a problem file."""
    check_writable(path, overwrite=False)
    if source is not None:
        if rows or columns or values:
            raise OptionError("--from FILE.toml has its own labels: either it, or --rows, --columns and --values")
        if Path(source).suffix != ".toml":
            raise OptionError(f"--from {source}: a template has the labels of a problem file, FILE.toml")
        vocabulary = read_problem_file(source).problem.vocabulary
        offered = True
    else:
        if rows is None or columns is None:
            raise OptionError("--template needs --rows and --columns, as in --rows anna,ben --columns Mon-Sun")
        domain = _labels(values, "--values") if values else ["?"]
        down, across = _labels(rows, "--rows"), _labels(columns, "--columns")
        vocabulary = Vocabulary({f"plan[{row},{column}]": domain for row in down for column in across})
        offered = bool(values)
    sheets, choices = blank_tables(vocabulary, copies or 1)
    save_bytes(path, as_file(sheets, path.suffix.lower(), choices if offered else None), overwrite=False)
    use = ["tacit", "new", "FILE.toml", "--from"] if source is None else ["tacit", "learn", source, "--examples"]
    click.echo(f"{path} is written. Fill it in, then: {shlex.join([*use, str(path)])}")


def _labels(text: str, option: str) -> list[str]:
    """The labels of an option; a range of weekdays or numbers is one word."""
    found: list[str] = []
    for part in text.split(","):
        label = as_label(part)
        if not label:
            raise OptionError(f"{option} {text}: there is an empty label")
        found += _range(label)
    for i, label in enumerate(found):
        if label in found[:i]:
            raise OptionError(f"{option} {text}: {label!r} is there twice")
    return found


def _range(label: str) -> list[str]:
    """Mon-Sun, Monday-Friday and 1-31; anything else is a label as it is.

    >>> _range("Sat-Mon"), _range("8-11"), _range("x-ray")
    (['Sat', 'Sun', 'Mon'], ['8', '9', '10', '11'], ['x-ray'])
    """
    first, dash, last = (part.strip() for part in label.partition("-"))
    if not dash:
        return [label]
    if first.isdecimal() and last.isdecimal() and int(first) <= int(last) < int(first) + 1000:
        return [str(number) for number in range(int(first), int(last) + 1)]
    for days in (WEEKDAYS, FULL_WEEKDAYS):
        places = {day.lower(): i for i, day in enumerate(days)}
        if first.lower() in places and last.lower() in places:
            start, end = places[first.lower()], places[last.lower()]
            return [days[i % 7] for i in range(start, (end if end >= start else end + 7) + 1)]
        if first.lower() in places or last.lower() in places:
            odd = last if first.lower() in places else first
            raise OptionError(f"{label}: {odd!r} is no day of the week{nearest(odd, days)}")
    return [label]
