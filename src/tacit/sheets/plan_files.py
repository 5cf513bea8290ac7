"""Files of plans: spreadsheets with tables, and the long forms that `formats.examples_file` reads."""

from __future__ import annotations

import csv
import io
import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tacit.errors import OptionError
from tacit.formats.examples_file import DELIMITERS, JSON_LINES, MAX_LINE, read_examples, read_examples_from
from tacit.problem.problem import Problem
from tacit.problem.query import Answered, Query
from tacit.problem.vocabulary import Vocabulary
from tacit.sheets.dialects import decoded
from tacit.sheets.laying_out import laid_out_plans
from tacit.sheets.opening import WORKBOOKS, WRITTEN, as_file, content_of, read_spreadsheet
from tacit.sheets.reading_plans import plans_in
from tacit.sheets.spreadsheet import SheetError
from tacit.sheets.workbooks import OLD_EXCEL, ZIP

PlanLike = Query | Answered | Mapping[str, int | str]


def read_known(
    path: str | Path, vocabulary: Vocabulary, answer: bool | None = None, *, empty: str | None = None
) -> list[Answered]:
    """The examples in a file of any kind: tables, or a line for each example. Arguments as for `plans_in`."""
    if Path(path).suffix.lower() in JSON_LINES:
        return read_examples(path, vocabulary, answer)
    return known_in(content_of(path), str(path), vocabulary, answer, empty=empty)


def known_in(
    content: bytes, name: str, vocabulary: Vocabulary, answer: bool | None = None, *, empty: str | None = None
) -> list[Answered]:
    """The same from the bytes of a file, such as one that was uploaded."""
    workbook = content.startswith((ZIP, OLD_EXCEL)) or Path(name).suffix.lower() in WORKBOOKS
    if not workbook and (Path(name).suffix.lower() in JSON_LINES or _is_long(content, vocabulary)):
        return _long_form(content, name, vocabulary, answer)
    try:
        return plans_in(read_spreadsheet(content, name), vocabulary, answer, empty=empty)
    except SheetError:
        if not workbook and _means_variables(content, vocabulary):
            _long_form(content, name, vocabulary, answer)  # which says what is wrong with the first line
        raise


def read_plans(path: str | Path, problem: Problem, *, answer: bool = True, empty: str | None = None) -> list[Answered]:
    """The plans in a spreadsheet, or in another file of known examples, for `learn(…, examples=…)`.

    answer: whether these plans are good; an answer in the file counts more
    empty:  the value that an empty cell of a table stands for; without it the variable has no value
    """
    return read_known(path, problem.vocabulary, answer, empty=empty)


def write_plans(path: str | Path, plans: Sequence[PlanLike], problem: Problem, *, overwrite: bool = False) -> None:
    """Write plans as tables: .xlsx with a sheet for each, .csv or .tsv with one below the other."""
    v = problem.vocabulary
    save_plans(Path(path), [_query(plan, v) for plan in plans], v, overwrite=overwrite)


def save_plans(path: Path, plans: Sequence[Query], vocabulary: Vocabulary, *, overwrite: bool) -> None:
    check_writable(path, overwrite=overwrite)
    save_bytes(path, as_file(laid_out_plans(plans, vocabulary), path.suffix.lower()), overwrite=overwrite)


def check_writable(path: Path, *, overwrite: bool) -> None:
    """Say what is wrong with a file that is to be written, before any work is done."""
    if path.suffix.lower() not in WRITTEN:
        raise OptionError(f"{path}: plans are written as {', '.join(WRITTEN[:-1])} or {WRITTEN[-1]}")
    if path.exists() and not overwrite:
        raise OptionError(f"{path} exists; nothing was written")
    if not path.resolve().parent.is_dir():
        raise OptionError(f"{path}: there is no folder {path.parent}")


def save_bytes(path: Path, content: bytes, *, overwrite: bool) -> None:
    """Write the whole file or nothing."""
    try:
        if not overwrite:
            with open(path, "xb") as new:
                new.write(content)
            return
        with tempfile.NamedTemporaryFile("wb", dir=path.resolve().parent, delete=False) as file:
            file.write(content)
        os.chmod(file.name, path.stat().st_mode & 0o777 if path.exists() else 0o644)
        os.replace(file.name, path)
    except FileExistsError:
        raise OptionError(f"{path} exists; nothing was written") from None
    except OSError as error:
        raise OptionError(f"{path}: {error.strerror}") from None


def _query(plan: Any, vocabulary: Vocabulary) -> Query:
    if isinstance(plan, Answered):
        plan = plan.query
    return Query(vocabulary, vocabulary.encode(plan.shown if isinstance(plan, Query) else plan))


def _long_form(content: bytes, name: str, vocabulary: Vocabulary, answer: bool | None) -> list[Answered]:
    """As the other reader wants it: in UTF-8, and with line ends of this century."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        text = decoded(content, name)[0]
    if "\n" not in text:
        text = text.replace("\r", "\n")
    return read_examples_from(io.BytesIO(text.encode()), name, vocabulary, answer)


def _is_long(content: bytes, vocabulary: Vocabulary) -> bool:
    """Does the first line name variables? Where variables are their own labels, a table has an empty corner."""
    known = {each.strip() for each in vocabulary.names}
    return any(cells[0] and known.intersection(cells) for cells in _first_cells(content))


def _means_variables(content: bytes, vocabulary: Vocabulary) -> bool:
    """Were variables meant by the first line?"""
    if all("[" not in each for each in vocabulary.names):
        return True
    return any("[" in cell for cells in _first_cells(content) for cell in cells)


def _first_cells(content: bytes) -> list[list[str]]:
    """The first line that is not empty, divided in each way that it may be meant."""
    head = content[: MAX_LINE - MAX_LINE % 4]
    try:
        text = head.decode("utf-8-sig", "replace") if b"\0" not in head else decoded(head, "")[0]
    except SheetError:
        return []
    line = next((line for line in text.replace("\r", "\n").split("\n") if line.strip()), None)
    if line is None:
        return []
    try:
        divided = [next(csv.reader([line], delimiter=each, skipinitialspace=True), []) for each in DELIMITERS]
    except csv.Error:  # a cell that is too long for names
        return []
    return [[cell.strip() for cell in cells] for cells in divided if cells]
