"""Text files of cells, in all dialects that spreadsheet programs write: bytes ↔ rows.

Cells are separated by commas, semicolons, tabs or bars, lines end as on Unix, Windows or old Macs, and the text is
UTF-8, with a byte order mark or without, UTF-16 of either order, or Windows-1252, which Excel still writes.

>>> read_rows(b'\\xff\\xfe' + "name;Mon\\r\\nanna;\\"x;y\\"".encode("utf-16-le"), "a.csv").rows
[['name', 'Mon'], ['anna', 'x;y']]

A text that a spreadsheet program would take for a formula (= + - @ first) is written behind an apostrophe, which is
taken away again when it is read.

>>> write_rows([["=1+1", "-5", "'=x"]]).decode()
"'=1+1,-5,''=x\\n"
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tacit.sheets.spreadsheet import SheetError, cell_name

DELIMITERS = ",;\t|"
SAMPLE = 65_536  # characters that are looked at to find out what separates the cells
MARKS = [  # UTF-32 first: its mark begins with that of UTF-16
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
]
WINDOWS = "windows-1252"
_MANY_BYTES = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_SEPARATOR_LINE = re.compile(r"sep=(.)\n?", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?")
_LIKE_A_FORMULA = re.compile(r"'*[=+\-@]")
_ESCAPED = re.compile(r"'+[=+\-@]")


@dataclass(frozen=True)
class TextRows:
    """The cells of a text file, and how they were read."""

    rows: list[list[str]]
    encoding: str
    delimiter: str


def read_rows(content: bytes, file: str) -> TextRows:
    """The cells of a text file; `file` is what errors call it."""
    text, encoding = decoded(content, file)
    # Line ends of all kinds, also those inside cells, are one.
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    said = _SEPARATOR_LINE.match(text)  # Excel's own way to say it
    delimiter = said[1] if said else delimiter_of(text)
    rows = [[""]] if said else []  # the line counts: it is the first line of the file
    reader = csv.reader(io.StringIO(text[said.end() :] if said else text), delimiter=delimiter, strict=True)
    try:
        for row in reader:
            rows.append([_unescaped(" ".join(cell.split())) for cell in row])
    except csv.Error as error:
        raise _not_csv(error, text[said.end() :] if said else text, delimiter, bool(said), file) from None
    return TextRows(rows, encoding, delimiter)


def write_rows(
    rows: Iterable[Sequence[str]], *, delimiter: str = ",", encoding: str = "utf-8", line_end: str = "\n"
) -> bytes:
    """Cells as a text file. UTF-16 gets its byte order mark, and so does "utf-8-sig"."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, lineterminator=line_end)
    # A comma in quotes is no sign of commas between cells, so whatever could be a separator stands in quotes.
    careful = csv.writer(out, delimiter=delimiter, lineterminator=line_end, quoting=csv.QUOTE_ALL)
    for row in rows:
        cells = [_escaped(cell) for cell in row]
        (careful if any(set(cell) & set(DELIMITERS) for cell in cells) else writer).writerow(cells)
    mark = "\ufeff" if encoding.startswith(("utf-16-", "utf_16_")) else ""
    return (mark + out.getvalue()).encode(encoding)


def decoded(content: bytes, file: str) -> tuple[str, str]:
    """The text, and its encoding."""
    mark, encoding = next(((mark, name) for mark, name in MARKS if content.startswith(mark)), (b"", ""))
    if not encoding:
        encoding = _unmarked_utf16(content) or "utf-8"
    body = content[len(mark) :]
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError as error:
        text = _windows_text(body) if encoding == "utf-8" and not mark else ""
        if not text:
            where = _cell_at_the_end(body[: error.start].decode(encoding, "ignore"))
            called = encoding.upper().removesuffix("-LE").removesuffix("-BE")
            raise SheetError(
                f"{file}, cell {where}: it is not {called} there (byte {error.start + len(mark) + 1} of the file); "
                "save the file as CSV UTF-8"
            ) from None
        encoding = WINDOWS
    if "\0" in text:
        where = _cell_at_the_end(text.partition("\0")[0])
        raise SheetError(f"{file}, cell {where}: there is a NUL in it: it is neither a text file nor a workbook")
    return text, encoding


def _unmarked_utf16(content: bytes) -> str | None:
    """Western text in UTF-16 has a NUL in every second byte."""
    head = content[:1000]
    even, odd = head[::2].count(0), head[1::2].count(0)
    if len(head) % 2 == 0 and max(even, odd) > len(head) // 4 and not min(even, odd):
        return "utf-16-be" if even else "utf-16-le"
    return None


def _windows_text(content: bytes) -> str:
    """The text in Windows-1252, or nothing if it looks like UTF-8 that was damaged, or like no text at all."""
    if _MANY_BYTES.search(content):
        return ""
    try:
        text = content.decode("cp1252")
    except UnicodeDecodeError:
        return ""
    return text if all(c.isprintable() or c.isspace() for c in text) else ""


def delimiter_of(text: str) -> str:
    """What separates the cells: what occurs equally often, outside of quotes, in the most lines."""
    counts: dict[str, Counter[int]] = {each: Counter() for each in DELIMITERS}
    for line in _lines(text[:SAMPLE]):
        for each in DELIMITERS:
            if line[each]:
                counts[each][line[each]] += 1

    def score(delimiter: str) -> tuple[int, int]:
        many, lines = max(((many, lines) for many, lines in counts[delimiter].items()), key=lambda c: (c[1], c[0]))
        return lines, many

    return max((each for each in DELIMITERS if counts[each]), key=score, default=",")


def _lines(text: str) -> Iterator[Counter[str]]:
    """For each line, how often each character that may separate cells stands in it outside of quotes."""
    counts: Counter[str] = Counter()
    quoted, start = False, True  # inside quotes; at the start of a cell
    for c in text:
        if c == '"':
            quoted = not quoted if quoted or start else quoted
        elif not quoted:
            if c == "\n":
                yield counts
                counts = Counter()
            elif c in DELIMITERS:
                counts[c] += 1
        start = c in DELIMITERS or c == "\n" or (c == '"' and not quoted)  # "" inside quotes is a quote
    yield counts


def _cell_at_the_end(text: str) -> str:
    """The cell that the end of a text lies in."""
    delimiter = delimiter_of(text)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return cell_name(len(lines) - 1, lines[-1].count(delimiter))


def _not_csv(error: csv.Error, text: str, delimiter: str, after_said: bool, file: str) -> SheetError:
    """Which cell the reader of the standard library has stumbled over: it says only what was wrong."""
    row, column, opened, quoted, start = int(after_said), 0, cell_name(0, 0), False, True
    for i, c in enumerate(text):
        if quoted:
            if c == '"' and text[i + 1 : i + 2] not in ('"', delimiter, "\n", "") and text[i - 1] != '"':
                return SheetError(f"{file}, cell {opened}: after the closing quote there is more text")
            quoted = c != '"'
        elif c == '"' and (start or text[i - 1] == '"'):
            if start:
                opened = cell_name(row, column)
            quoted = True
        start = not quoted and c in (delimiter, "\n")
        if start:
            row, column = (row + 1, 0) if c == "\n" else (row, column + 1)
    if "field larger" in str(error):
        return SheetError(f"{file}, cell {opened}: a text of more than {csv.field_size_limit():,} characters")
    return SheetError(f"{file}, cell {opened}: a quote is opened there and never closed")


def _escaped(text: str) -> str:
    return f"'{text}" if _LIKE_A_FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


def _unescaped(text: str) -> str:
    return text[1:] if _ESCAPED.match(text) else text
