"""Excel workbooks (.xlsx, .xlsm), read and written by openpyxl, which the extra `tacit[sheets]` installs.

Formulas are never computed: a cell that has one counts by the result that was saved with it, and is an error if none
was. Macros, links and pictures are not read. Before openpyxl sees a file, it is looked through for what would make it
work for hours: sizes, numbers of cells, merged areas, and entities, which are how small XML becomes huge.
"""

from __future__ import annotations

import io
import re
import warnings
import zipfile
import zlib
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any

from tacit.errors import OptionError
from tacit.sheets.spreadsheet import Sheet, SheetError, Spreadsheet

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

MAX_PARTS = 2_000  # files inside the file
MAX_UNPACKED = 250_000_000  # bytes
MAX_CELLS = 3_000_000
MAX_MERGED = 100_000  # cells inside merged areas
ZIP = b"PK"
OLD_EXCEL = b"\xd0\xcf\x11\xe0"  # also of workbooks with a password
_CELL = re.compile(rb"<(?:\w+:)?c[\s/>]")
_FORMULA = re.compile(rb"<(?:\w+:)?f[\s/>]")
_MERGED = re.compile(rb"""mergeCell\s[^>]*?ref\s*=\s*["']([A-Z]+)(\d+):([A-Z]+)(\d+)["']""")
_ENTITIES = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_ERROR = re.compile(r"#(?:REF|N/A|VALUE|DIV/0|NAME|NULL|NUM|GETTING_DATA|SPILL|CALC)[!?]?")


def openpyxl_module() -> Any:
    """openpyxl, which is loaded only when a workbook is read or written."""
    try:
        import openpyxl
    except ImportError:
        raise OptionError(
            "Excel files need openpyxl, which is not installed: pip install 'tacit[sheets]'; CSV files work without it"
        ) from None
    return openpyxl


def read_workbook(content: bytes, file: str) -> Spreadsheet:
    """The sheets of a workbook that are not hidden; `file` is what errors call it."""
    has_formulas = _looked_through(content, file)
    book = _loaded(content, file, data_only=True)
    formulas = _loaded(content, file, data_only=False) if has_formulas else None
    found = Spreadsheet(file, [])
    for sheet in book.worksheets:
        if sheet.sheet_state != "visible":
            found.notes.append(f"the hidden sheet {sheet.title}")
            continue
        found.sheets.append(_sheet(sheet, None if formulas is None else formulas[sheet.title], found))
    if not found.sheets:
        raise SheetError(f"{file}: there is no sheet in it{' that is not hidden' if found.notes else ''}")
    return found


def _looked_through(content: bytes, file: str) -> bool:
    """Refuse what can't be read, or is too large; whether there are formulas in it."""
    has_formulas = False
    cells = merged = 0
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            parts = archive.infolist()
            names = {part.filename for part in parts}
            if "[Content_Types].xml" not in names:
                what = "an OpenDocument file" if "content.xml" in names else "a zip file, but no Excel workbook"
                raise SheetError(f"{file}: it is {what}; save it as .xlsx or .csv")
            unpacked = sum(part.file_size for part in parts)
            if len(parts) > MAX_PARTS or unpacked > MAX_UNPACKED:
                raise SheetError(
                    f"{file}: unpacked it would have {unpacked:,} bytes in {len(parts):,} parts; "
                    f"at most {MAX_UNPACKED:,} in {MAX_PARTS:,} are accepted"
                )
            for part in parts:
                if part.flag_bits & 1:
                    raise SheetError(f"{file}: it is protected by a password; save it without one")
                if not part.filename.endswith((".xml", ".rels")):
                    continue
                xml = archive.read(part).removeprefix(b"\xef\xbb\xbf").lstrip()
                if not xml.startswith(b"<") or xml[1:2] == b"\0" or _ENTITIES.search(xml):
                    raise SheetError(f"{file}: its part {part.filename} is not as Excel writes it; save it again")
                if part.filename.startswith("xl/worksheets/"):
                    cells += sum(1 for _ in _CELL.finditer(xml))
                    merged += sum(_area(match) for match in _MERGED.finditer(xml))
                    has_formulas |= bool(_FORMULA.search(xml))
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError) as error:
        raise SheetError(f"{file}: the workbook is damaged ({_short(error)}); save it again") from None
    if cells > MAX_CELLS or merged > MAX_MERGED:
        raise SheetError(
            f"{file}: {cells:,} cells, and {merged:,} in merged areas; at most {MAX_CELLS:,} and {MAX_MERGED:,} are "
            "accepted"
        )
    return has_formulas


def _area(match: re.Match[bytes]) -> int:
    left, top, right, bottom = (part.decode() for part in match.groups())
    return (abs(int(bottom) - int(top)) + 1) * (abs(_number(right) - _number(left)) + 1)


def _number(letters: str) -> int:
    total = 0
    for letter in letters:
        total = 26 * total + ord(letter) - ord("A") + 1
    return total


def _loaded(content: bytes, file: str, *, data_only: bool) -> Any:
    openpyxl = openpyxl_module()
    try:
        with warnings.catch_warnings():  # about drop-down lists and the like, which it can't keep
            warnings.simplefilter("ignore")
            return openpyxl.load_workbook(io.BytesIO(content), data_only=data_only, keep_vba=False, keep_links=False)
    except Exception as error:  # it raises whatever the damage leads to: KeyError, ParseError, TypeError …
        raise SheetError(f"{file}: the workbook is damaged ({_short(error)}); save it again") from None


def _sheet(given: Worksheet, formulas: Worksheet | None, book: Spreadsheet) -> Sheet:
    """The cells of a sheet as texts."""
    sheet = Sheet(given.title, [])
    # The cells that are there, and no others: to go through rows and columns would make all that lie between them.
    cells = {place: cell for place, cell in given._cells.items() if cell.value is not None}
    if formulas is not None:
        for (row, column), cell in formulas._cells.items():
            if cell.data_type == "f":
                sheet.formulas.add((row - 1, column - 1))
                if (row, column) not in cells:
                    sheet.bad[row - 1, column - 1] = (
                        "its formula was saved without a result, and formulas are not computed here; "
                        "open the file in Excel and save it, or write the value itself"
                    )
    widest: dict[int, int] = {}
    for row, column in [*cells, *((row + 1, column + 1) for row, column in sheet.bad)]:
        widest[row] = max(widest.get(row, 0), column)
    if sum(widest.values()) > 4 * MAX_CELLS:
        row = max(widest, key=lambda each: widest[each])
        raise book.wrong(sheet, row - 1, widest[row] - 1, "too far to the right, in too many rows")
    sheet.rows = [[""] * widest.get(row + 1, 0) for row in range(max(widest, default=0))]
    for (row, column), cell in cells.items():
        text = cell_text(cell.value)
        if cell.data_type == "e" or _ERROR.fullmatch(text):
            sheet.bad[row - 1, column - 1] = f"its value is the error {text}"
        sheet.rows[row - 1][column - 1] = text
        if isinstance(cell.value, (date, datetime)):
            sheet.dates[row - 1, column - 1] = (cell.value.year, cell.value.month, cell.value.day)
    for area in given.merged_cells.ranges:
        _spread(sheet, area.min_row - 1, area.min_col - 1, area.max_row - 1, area.max_col - 1)
    return sheet


def _spread(sheet: Sheet, top: int, left: int, bottom: int, right: int) -> None:
    """A merged cell of a table stands for all its cells. A title, beside which there is nothing, stays where it is."""
    text = sheet.at(top, left)
    if not text or sum(1 for cell in sheet.rows[top] if cell) == 1:
        return
    for row in range(top, min(bottom + 1, len(sheet.rows))):
        sheet.rows[row] += [""] * (right + 1 - len(sheet.rows[row]))
        for column in range(left, right + 1):
            sheet.rows[row][column] = text
            for known in (sheet.bad, sheet.dates):
                if (top, left) in known:
                    known[row, column] = known[top, left]  # type: ignore[assignment]


def cell_text(value: Any) -> str:
    """What a cell says, in one line. Excel has no integers: 1.0 is 1. A date is as the standard has it.

    >>> [cell_text(each) for each in (1.0, 2.5, True, datetime(2026, 5, 4), " anna\\n(senior) ")]
    ['1', '2.5', 'TRUE', '2026-05-04', 'anna (senior)']
    """
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%d" if value.time() == time() else "%Y-%m-%d %H:%M")
    if isinstance(value, time):
        return value.strftime("%H:%M")
    if isinstance(value, timedelta):
        minutes = round(value.total_seconds() / 60)
        return f"{minutes // 60:02}:{minutes % 60:02}"
    return " ".join(str(value).split())


def write_workbook(sheets: Sequence[Sheet], *, choices: dict[str, list[str]] | None = None) -> bytes:
    """Sheets as a workbook. Every text is a text, also if it begins like a formula; integers are numbers.

    choices: for cells to be filled in, by sheet and area ("May!B2:H9"), the values that a list offers
    """
    openpyxl = openpyxl_module()
    from openpyxl.styles import Font

    book = openpyxl.Workbook()
    book.remove(book.active)
    for number, sheet in enumerate(sheets, 1):
        made = book.create_sheet(sheet.name or f"Sheet{number}")
        for r, row in enumerate(sheet.rows, 1):
            for c, text in enumerate(row, 1):
                if not text:
                    continue
                cell = made.cell(r, c)
                if re.fullmatch(r"0|-?[1-9][0-9]{0,14}", text):
                    cell.value = int(text)
                else:
                    cell.value = text
                    cell.data_type = "s"
                    # Excel then shows the text as it is, and keeps it a text when it is edited.
                    cell.quotePrefix = text[0] in "=+-@'"
        if sheet.rows:
            for cell in made[1]:
                cell.font = Font(bold=True)
    for area, values in (choices or {}).items():
        name, _, cells = area.rpartition("!")
        _offer(book[name], cells, values)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _offer(sheet: Worksheet, area: str, values: list[str]) -> None:
    """A list to choose from in each cell of an area, if the values fit into Excel's form for it."""
    from openpyxl.worksheet.datavalidation import DataValidation

    listed = ",".join(values)
    if len(listed) > 250 or any(set(value) & set(',"') for value in values):
        return
    offered = DataValidation(type="list", formula1=f'"{listed}"', allow_blank=True)
    offered.add(area)
    sheet.add_data_validation(offered)


def _short(error: Exception) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) < 100 else f"{text[:99]}…"
