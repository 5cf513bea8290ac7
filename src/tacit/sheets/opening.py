"""From a file to a spreadsheet and back: by what is in it, not by its name."""

from __future__ import annotations

from pathlib import Path

from tacit.sheets.dialects import WINDOWS, read_rows, write_rows
from tacit.sheets.spreadsheet import Sheet, SheetError, Spreadsheet
from tacit.sheets.workbooks import OLD_EXCEL, ZIP, read_workbook, write_workbook

MAX_BYTES = 20_000_000
WORKBOOKS = (".xlsx", ".xlsm")
TEXTS = {".csv": ",", ".tsv": "\t", ".txt": "\t"}
WRITTEN = (".xlsx", ".csv", ".tsv")


def read_spreadsheet(content: bytes, name: str) -> Spreadsheet:
    """The sheets in the bytes of a file, such as one that was uploaded; `name` is what errors call it."""
    if len(content) > MAX_BYTES:
        raise SheetError(f"{name}: more than {MAX_BYTES:,} bytes are not accepted")
    if content.startswith(ZIP):
        found = read_workbook(content, name)
    elif content.startswith(OLD_EXCEL):
        raise SheetError(f"{name}: it is an old Excel file (.xls), or has a password; save it as .xlsx without one")
    elif Path(name).suffix.lower() in WORKBOOKS and content.strip():
        raise SheetError(f"{name}: it is no Excel workbook, whatever its name says; a text file is named .csv")
    else:
        read = read_rows(content, name)
        found = Spreadsheet(name, [Sheet(None, read.rows)])
        if read.encoding == WINDOWS:
            found.encoding = WINDOWS
    if not any(text for sheet in found.sheets for row in sheet.rows for text in row):
        bad = next(((sheet, *each) for sheet in found.sheets for each in sheet.bad), None)
        if bad is not None:
            raise found.wrong(*bad, bad[0].bad[bad[1:]])
        raise SheetError(f"{name}: it is empty")
    return found


def content_of(path: str | Path) -> bytes:
    """The bytes of a file, which may also be a pipe; not more than are accepted, and one."""
    try:
        with open(path, "rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise SheetError(f"{path} can't be read: {error.strerror}") from None
    except ValueError as error:  # a NUL in the path
        raise SheetError(f"{str(path)!r} can't be read: {error}") from None


def as_file(sheets: list[Sheet], suffix: str, choices: dict[str, list[str]] | None = None) -> bytes:
    """Sheets as a file of this kind; a text file has them one below the other."""
    if suffix == ".xlsx":
        return write_workbook(sheets, choices=choices)
    rows: list[list[str]] = []
    for sheet in sheets:
        rows += [[], *sheet.rows] if rows else sheet.rows
    return write_rows(rows, delimiter=TEXTS[suffix])
