"""A problem file from a spreadsheet: an array with its labels and values, and its plans as known examples."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from tacit.formats.problem_file import parse_problem
from tacit.problem.query import Answered
from tacit.problem.vocabulary import MAX_DOMAIN
from tacit.sheets.gathering import Gathered, gather
from tacit.sheets.matching import alike
from tacit.sheets.reading_plans import plans_in
from tacit.sheets.spreadsheet import SheetError, Spreadsheet

TEXT = """\
# A problem for tacit, from the plans in {file}.
# `tacit learn {name}.toml` finds out which rules they follow, by asking you.

name = {quoted}
about = ""                # a sentence for whoever answers

# The relations that are considered. "common" is a catalogue of common ones; docs/using.md has others.
language = "common"

# The plans that are known to be good. They are read from the spreadsheet each time, so it may be changed.
examples = [{examples}]

[variables.{stem}]
{axes}
domain = {domain}

# Names for sets of rows or columns, to be used when you say a rule:
# [groups]
# seniors = [{some}]
"""


@dataclass(frozen=True)
class NewProblem:
    """A problem file that is to be written, and what it was made of."""

    text: str
    seen: Gathered
    plans: list[Answered]
    encoding: str = ""  # of the spreadsheet, if it is not Unicode

    @property
    def partial(self) -> int:
        return sum(not plan.query.complete for plan in self.plans)


def new_problem(book: Spreadsheet, name: str, file: str, empty: str | None = None) -> NewProblem:
    """The problem file for a spreadsheet.

    name:  of the problem
    file:  the path by which the problem file names the spreadsheet
    empty: the value that empty cells stand for
    """
    seen = gather(book)
    if empty is not None:
        known = {alike(value): value for value in seen.values}
        empty = known.get(alike(empty), empty.strip())
        if alike(empty) not in known:
            seen.values.insert(0, empty)
    if len(seen.values) < 2:
        raise book.wrong(
            *seen.first, f"{seen.values[0]!r:.60} is the only value in all cells; a plan needs two or more"
        )
    text = _text(seen, name, file, empty)
    problem = parse_problem(text, source=f"{name}.toml", name=name, examples=False).problem
    plans = plans_in(book, problem.vocabulary, empty=empty)
    if not plans:
        raise SheetError(f"{book.file}: there is no plan in it")
    return NewProblem(text, seen, plans, book.encoding)


def _text(seen: Gathered, name: str, file: str, empty: str | None) -> str:
    if seen.bare:
        shape = ", ".join(str(len(axis)) for axis in (seen.rows, seen.columns) if axis)
        axes = f"shape = [{shape}]"
    else:
        axes = "\n".join(
            f"{key} = {_listed(labels)}" for key, labels in (("rows", seen.rows), ("columns", seen.columns)) if labels
        )
    examples = _quoted(file) if empty is None else f"{{ file = {_quoted(file)}, empty = {_quoted(empty)} }}"
    some = ", ".join(_quoted(label) for label in seen.rows[:2])
    return TEXT.format(
        file=" ".join(file.split()),
        name=" ".join(name.split()),
        quoted=_quoted(name),
        examples=examples,
        stem=seen.stem if re.fullmatch(r"[A-Za-z0-9_-]+", seen.stem) else _quoted(seen.stem),
        axes=axes,
        domain=_domain(seen),
        some=some,
    )


def _domain(seen: Gathered) -> str:
    """Numbers as a range: what was not in these plans may be in the next one."""
    if not seen.numeric:
        return _listed(seen.values)
    numbers = sorted(int(value) for value in seen.values)
    if numbers[-1] - numbers[0] >= MAX_DOMAIN:
        return f"[{', '.join(map(str, numbers))}]"
    return _quoted(f"{numbers[0]}..{numbers[-1]}")


def _listed(texts: list[str]) -> str:
    return f"[{', '.join(_quoted(text) for text in texts)}]"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)  # which is a basic string of TOML, too
