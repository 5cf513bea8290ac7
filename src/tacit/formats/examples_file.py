"""Examples that are known already, from a file: CSV or JSON lines.

CSV has a first line that names the variables, in any order, and perhaps a column `answer`: yes or no (true, false, 1,
0, y, n). An empty cell leaves its variable unassigned. Values are integers or the names of values. Cells are separated
by commas, semicolons or tabs; a name with a comma stands in quotes.

    anna,ben,answer                 "grid[0,0]";"grid[0,1]"
    Mon,Tue,yes                     1;2
    Tue,Tue,no                      2;

JSON lines (.jsonl, .ndjson, .json) has one object a line, in either form:

    {"example": {"anna": "Mon", "ben": "Tue"}, "answer": "yes"}
    {"anna": "Tue", "ben": "Tue", "answer": "no"}

An example without an answer in the file gets the caller's answer, and without that a yes: most files of known examples
are files of solutions. (If the file has a place for the answer, but it is empty, and the caller does not give one, that
is an error.) If a variable is named `answer`, a column of that name is for the variable, and there is none for answers.
"""

from __future__ import annotations

import csv
import json
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from tacit.errors import ExamplesError, nearest
from tacit.problem.query import Answered, Query
from tacit.problem.vocabulary import UNASSIGNED, Vocabulary

MAX_BYTES = 20_000_000
MAX_LINE = 4_000_000  # bytes; the names of 50,000 variables fit
MAX_EXAMPLES = 100_000
ANSWER = "answer"
ANSWERS = {"yes": True, "y": True, "true": True, "1": True, "no": False, "n": False, "false": False, "0": False}
JSON_LINES = (".jsonl", ".ndjson", ".json")
DELIMITERS = ",;\t"
MISSING = object()
INTEGER = re.compile(r"[+-]?[0-9]{1,12}")


def read_examples(path: str | Path, vocabulary: Vocabulary, answer: bool | None = None) -> list[Answered]:
    """The examples in a file. `answer` is the answer of examples that have none in the file; None stands for yes."""
    try:
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size > MAX_BYTES:
                raise ExamplesError(f"{path}: {size:,} bytes are too many; at most {MAX_BYTES:,} are accepted")
            return read_examples_from(file, str(path), vocabulary, answer)
    except OSError as error:
        raise ExamplesError(f"{path} can't be read: {error.strerror}") from None
    except ValueError as error:  # a NUL in the path
        if isinstance(error, ExamplesError):
            raise
        raise ExamplesError(f"{str(path)!r} can't be read: {error}") from None


def read_examples_from(file: BinaryIO, name: str, vocabulary: Vocabulary, answer: bool | None = None) -> list[Answered]:
    """The same from an open file; `name` is what errors call it, and says by its suffix which kind it is."""
    reader = _ExamplesReader(name, vocabulary, answer)
    given = reader.read(file, json_lines=Path(name).suffix.lower() in JSON_LINES)
    if not given:
        raise ExamplesError(f"{name}: there is no example in it; what is expected is {reader.expected()}")
    return given


class _ExamplesReader:
    """Reads one file."""

    def __init__(self, path: str, vocabulary: Vocabulary, answer: bool | None) -> None:
        self.path = path
        self.vocabulary = vocabulary
        self.answer = answer
        self.line = 0  # the number of the line that is being read
        self.index = {name.strip(): i for name, i in vocabulary.index.items()}
        self.codes = _code_tables(vocabulary)

    def read(self, file: BinaryIO, *, json_lines: bool) -> list[Answered]:
        found: list[Answered] = []
        for example in (self.json_lines if json_lines else self.csv_lines)(self.lines(file)):
            if len(found) == MAX_EXAMPLES:
                raise self.wrong(f"more than {MAX_EXAMPLES:,} examples are not accepted")
            found.append(example)
        return found

    def lines(self, file: BinaryIO) -> Iterator[str]:
        """The lines as text. The file is read line by line, because it may be a pipe that never ends."""
        read = 0
        while raw := file.readline(MAX_LINE + 1):
            self.line += 1
            read += len(raw)
            if len(raw) > MAX_LINE or read > MAX_BYTES:
                raise self.wrong(f"too long: at most {MAX_LINE:,} bytes a line and {MAX_BYTES:,} in all are accepted")
            if b"\0" in raw:
                raise self.wrong("there is a NUL byte in it: it is not a text file in UTF-8")
            try:
                text = raw.decode("utf-8-sig" if self.line == 1 else "utf-8")
            except UnicodeDecodeError as error:
                raise self.wrong(f"it is not UTF-8 (byte {error.start + 1} of the line)") from None
            # The CSV reader would count lines differently if line ends of both kinds came in.
            yield text.removesuffix("\n").removesuffix("\r") + "\n"

    # --- CSV ---

    def csv_lines(self, lines: Iterator[str]) -> Iterator[Answered]:
        head = next((line for line in lines if line.strip()), None)
        if head is None:
            raise ExamplesError(f"{self.path}: the file is empty; what is expected is {self.expected()}")
        delimiter = max(DELIMITERS, key=lambda each: self.count_known(head, each))
        try:
            columns = self.header(_cells(head, delimiter))
        except csv.Error as error:
            raise self.not_csv(error) from None
        rows = csv.reader(lines, delimiter=delimiter, strict=True, skipinitialspace=True)
        while True:
            start = self.line + 1
            try:
                row = next(rows, None)
            except csv.Error as error:
                self.line = start
                raise self.not_csv(error) from None
            if row is None:
                return
            end, self.line = self.line, start  # a row may have several lines; messages name the first
            if len(row) > 1 or "".join(row).strip():
                yield self.row(row, columns)
            self.line = end

    def not_csv(self, error: csv.Error) -> ExamplesError:
        if "new-line" in str(error):
            return self.wrong("there is a carriage return inside it; lines end with \\n or \\r\\n")
        return self.wrong(f"it is not CSV: {error}")

    def count_known(self, head: str, delimiter: str) -> int:
        try:
            return sum(self.name(cell) in self.index or self.name(cell) == ANSWER for cell in _cells(head, delimiter))
        except csv.Error:
            return 0

    def header(self, cells: list[str]) -> list[str]:
        """The names of the columns."""
        names = [self.name(cell) for cell in cells]
        unknown = [name for name in names if name not in self.index and name != ANSWER]
        if len(unknown) == len(names):
            raise self.wrong(
                f"the first line must name the variables, and {unknown[0]!r:.60} is none{self.nearest(unknown[0])}; "
                f"what is expected is {self.expected()}"
            )
        for place, name in enumerate(names, 1):
            if not name:
                raise self.wrong(f"column {place} has no name")
            if name in names[: place - 1]:
                raise self.wrong(f"there are two columns {name!r}")
            if name in unknown:
                raise self.unknown(name, f"column {place}: ")
        return names

    def row(self, cells: list[str], columns: list[str]) -> Answered:
        if len(cells) != len(columns):
            raise self.wrong(f"{len(cells)} cells, but the first line names {len(columns)} columns")
        return self.example(zip(columns, map(str.strip, cells), strict=True), "column")

    # --- JSON lines ---

    def json_lines(self, lines: Iterator[str]) -> Iterator[Answered]:
        for line in lines:
            if line.strip():
                yield self.object(line)

    def object(self, line: str) -> Answered:
        try:
            found = json.loads(line.rstrip(), object_pairs_hook=_Pairs)
        except json.JSONDecodeError as error:
            raise self.wrong(f"it is not JSON: {error.msg}, column {error.colno}") from None
        except (ValueError, RecursionError):
            raise self.wrong("a number in it is too long, or it is nested too deep") from None
        if not isinstance(found, _Pairs):
            raise self.wrong(f"an object such as {self.expected()} is expected, not {found!r:.60}")
        pairs = dict(self.once(found))
        inner = pairs.get("example")
        if isinstance(inner, _Pairs) and ("example" not in self.index or set(pairs) <= {"example", ANSWER}):
            odd = next((key for key in pairs if key not in ("example", ANSWER)), None)
            if odd is not None:
                raise self.wrong(f"beside the example there is {odd!r:.60}; what is expected is {self.expected()}")
            return self.example(self.once(inner), "key", pairs.get(ANSWER, MISSING))
        return self.example([(self.name(key), value) for key, value in pairs.items()], "key")

    def once(self, pairs: _Pairs) -> list[tuple[str, Any]]:
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise self.wrong(f"the key {key!r:.60} is there twice")
            seen.add(key)
        return list(pairs)

    # --- both ---

    def name(self, given: str) -> str:
        name = given.strip()
        return ANSWER if name.lower() == ANSWER and name not in self.index else name

    def example(self, values: Iterable[tuple[str, Any]], place: str, answer: Any = MISSING) -> Answered:
        codes = np.full(len(self.vocabulary), UNASSIGNED, dtype=np.int64)
        for given, value in values:
            name = given.strip()
            if name in self.index:
                if value is not None and value != "":
                    codes[self.index[name]] = self.code(name, value, f"{place} {name!r:.60}")
            elif name == ANSWER:
                answer = value
            else:
                raise self.unknown(name, "")
        said = self.read_answer(answer)
        if (codes == UNASSIGNED).all():
            raise self.wrong("the example has no value at all")
        return Answered(Query(self.vocabulary, codes), said, f"{self.path}, line {self.line}")

    def code(self, name: str, value: Any, place: str) -> int:
        variable = self.index[name]
        named = self.vocabulary.is_named[variable]
        codes = self.codes[variable]
        text = value.strip() if isinstance(value, str) else str(value) if type(value) is int and not named else None
        if text is not None and text in codes:
            return codes[text]
        if text is not None and not named and INTEGER.fullmatch(text) and str(int(text)) in codes:
            return codes[str(int(text))]  # also as 07 or +7
        hint = nearest(text, codes) if named and text is not None and len(text) < 200 else ""
        raise self.wrong(f"{place}: {value!r:.60} is not in its domain{hint}, which is {_in_short(list(codes))}")

    def read_answer(self, given: Any) -> bool:
        if isinstance(given, bool):
            return given
        if given is MISSING:
            return self.answer is not False
        if self.answer is not None and (given is None or given == ""):
            return self.answer
        text = str(given).strip().lower() if isinstance(given, (str, int)) else "…"
        if text not in ANSWERS:
            what = f"the answer {given!r:.60} is not understood" if text else "the answer is empty"
            raise self.wrong(f"{what}; accepted are yes and no, true and false, 1 and 0, y and n")
        return ANSWERS[text]

    def unknown(self, name: str, place: str) -> ExamplesError:
        hint = self.nearest(name)
        if "[" in name and "]" not in name:
            hint = ' (a name with a comma stands in quotes, as in "grid[0,1]")'
        return self.wrong(f"{place}there is no variable {name!r:.60}{hint}")

    def nearest(self, name: str) -> str:
        return nearest(name, self.vocabulary.names) if len(name) < 200 else ""

    def wrong(self, what: str) -> ExamplesError:
        return ExamplesError(f"{self.path}, line {max(self.line, 1)}: {what}")

    def expected(self) -> str:
        """What a file for these variables looks like."""
        names = self.vocabulary.names[:2]
        if Path(self.path).suffix.lower() in JSON_LINES:
            values = {name: self.vocabulary.shown(name, self.vocabulary.domains[i][0]) for i, name in enumerate(names)}
            return json.dumps({"example": values, "answer": "yes"}, ensure_ascii=False)
        quoted = [f'"{name}"' if set(name) & set(DELIMITERS) else name for name in names]
        more = ["…"] if len(self.vocabulary) > len(names) else []
        return f"a first line {','.join([*quoted, *more, ANSWER])} and a line of values for each example"


class _Pairs(list[tuple[str, Any]]):
    """A JSON object as it is written: a key may occur twice."""

    def __repr__(self) -> str:
        return repr(dict(self))


def _cells(line: str, delimiter: str) -> list[str]:
    return next(csv.reader([line], delimiter=delimiter, strict=True, skipinitialspace=True))


def _code_tables(vocabulary: Vocabulary) -> list[dict[str, int]]:
    """For each variable, the code of each value, by the text that it is written as."""
    tables: dict[tuple[tuple[int, ...], bool], dict[str, int]] = {}
    for i, name in enumerate(vocabulary.names):
        key = vocabulary.domains[i], vocabulary.is_named[i]
        if key not in tables:
            codes = zip(vocabulary.domains[i], vocabulary.domain_codes[i].tolist(), strict=True)
            tables[key] = {str(vocabulary.shown(name, value)).strip(): code for value, code in codes}
    return [tables[domain, named] for domain, named in zip(vocabulary.domains, vocabulary.is_named, strict=True)]


def _in_short(values: list[str]) -> str:
    return ", ".join(values) if len(values) <= 12 else f"{', '.join(values[:10])}, …, {values[-1]}"
