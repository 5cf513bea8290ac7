"""Damaged spreadsheets: each is refused in one line that names the sheet and the cell, or says what the file is."""

from __future__ import annotations

import io
import re
import sys
import zipfile
from collections.abc import Callable

import openpyxl
import pytest

from tacit.errors import TacitError
from tacit.problem.vocabulary import Vocabulary
from tacit.sheets.opening import MAX_BYTES, read_spreadsheet
from tacit.sheets.plan_files import known_in
from tacit.sheets.problem_text import new_problem

PEOPLE = ("anna", "ben", "carla")
DAYS = ("Mon", "Tue", "Wed")
V = Vocabulary({f"shift[{who},{day}]": ["off", "early", "night"] for who in PEOPLE for day in DAYS})
ROWS = [
    ["shift", *DAYS],
    ["anna", "off", "early", "night"],
    ["ben", "early", "off", "off"],
    ["carla", "night", "night", "off"],
]

Change = Callable[[openpyxl.worksheet.worksheet.Worksheet], None]


def workbook(change: Change = lambda sheet: None) -> bytes:
    """A good plan in the sheet May, from B2 on, and what was done to it."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "May"
    for r, row in enumerate(ROWS, 2):
        for c, text in enumerate(row, 2):
            sheet.cell(r, c, text)
    change(sheet)
    return saved(book)


def saved(book: openpyxl.Workbook) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def put(cell: str, value: object) -> bytes:
    return workbook(lambda sheet: sheet.__setitem__(cell, value))


def repacked(change: Callable[[str, bytes], bytes | None], content: bytes | None = None) -> bytes:
    """A workbook whose parts were changed, or left out."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(content or workbook())) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as new,
    ):
        for name in old.namelist():
            part = change(name, old.read(name))
            if part is not None:
                new.writestr(name, part)
    return out.getvalue()


def in_sheet(old: bytes, new: bytes) -> bytes:
    return repacked(lambda name, part: part.replace(old, new) if "worksheets/sheet1" in name else part)


def two_sheets(change: Change) -> bytes:
    book = openpyxl.load_workbook(io.BytesIO(workbook()))
    change(book.copy_worksheet(book["May"]))
    book.worksheets[1].title = "June"
    return saved(book)


GOOD_CSV = "shift,Mon,Tue,Wed\nanna,off,early,night\nben,early,off,off\ncarla,night,night,off\n"


def csv(old: str, new: str, encoding: str = "utf-8") -> bytes:
    assert old in GOOD_CSV
    return GOOD_CSV.replace(old, new).encode(encoding)


def opendocument() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as new:
        new.writestr("content.xml", "<office:document-content/>")
    return out.getvalue()


def bomb() -> bytes:
    return repacked(lambda name, part: part + b" " * 300_000_000 if name == "xl/workbook.xml" else part)


DAMAGED = {
    # --- named by their cell ---
    "a value with a slip": ("a.xlsx", put("D4", "nihgt"), "a.xlsx, sheet May, cell D4: 'nihgt' .*did you mean 'night'"),
    "a value that is none": (
        "a.xlsx",
        put("D4", 7),
        "sheet May, cell D4: '7' is not a value of shift.ben,Tue.; there are off",
    ),
    "a row with a slip": (
        "a.xlsx",
        put("B4", "bne"),
        "sheet May, cell B4: 'bne' is no row of shift .did you mean 'ben'",
    ),
    "a column with a slip": ("a.xlsx", put("E2", "Wde"), "sheet May, cell E2: 'Wde' is no column of shift .*'Wed'"),
    "somebody unknown": (
        "a.xlsx",
        workbook(lambda s: [s.cell(6, 2 + i, x) for i, x in enumerate(["zoe", "off", "off", "off"])]),
        "sheet May, cell B6: 'zoe' is no row of shift; there are anna, ben, carla",
    ),
    "a slip behind an empty row": (
        "a.csv",
        csv("\nben,", "\n\nbenn,"),
        "a.csv, cell A4: 'benn' is no row of shift .did you mean 'ben'",
    ),
    "a slip behind an empty column": (
        "a.csv",
        b"shift,Mon,Tue,,Wde\nanna,off,early,,night\nben,early,off,,off\ncarla,night,night,,off\n",
        "a.csv, cell E1: 'Wde' is no column of shift .did you mean 'Wed'",
    ),
    "a label twice": ("a.xlsx", put("B5", "Anna"), "sheet May, cell B5: the row 'anna' is there twice"),
    "a formula without a result": (
        "a.xlsx",
        put("D4", "=C3"),
        "sheet May, cell D4: its formula was saved without a result",
    ),
    "an error of Excel": ("a.xlsx", put("D4", "#REF!"), "sheet May, cell D4: its value is the error #REF!"),
    "an error beside the second sheet": (
        "a.xlsx",
        two_sheets(lambda sheet: sheet.__setitem__("E5", "#DIV/0!")),
        "sheet June, cell E5: its value is the error #DIV/0!",
    ),
    "labels in front are missing": (
        "a.xlsx",
        workbook(lambda sheet: sheet.delete_cols(2)),
        "sheet May, cell B2: labels Mon … Wed of shift, but none of anna, ben, carla",
    ),
    "labels above are missing": (
        "a.xlsx",
        workbook(lambda sheet: sheet.delete_rows(2)),
        "sheet May, cell B2: from there on no table has the labels|sheet May, cell B2: labels anna … carla",
    ),
    "a table of something else": (
        "a.csv",
        b"x,y,z\n1,2,3\n4,5,6\n",
        "a.csv, cell A1: from there on no table has the labels Mon … Wed across and the labels anna … carla down",
    ),
    "nothing filled in": (
        "a.csv",
        b"shift,Mon,Tue,Wed\nanna,,,\nben,,,\ncarla,,,\n",
        "a.csv, cell A1: the table is empty",
    ),
    "a quote without an end": (
        "a.csv",
        csv("early,off", '"early,off'),
        "a.csv, cell B3: a quote is opened there and never closed",
    ),
    "text after a quote": ("a.csv", csv("early,off", '"early"s,off'), "a.csv, cell B3: after the closing quote"),
    "half a character": (
        "a.csv",
        csv("off,early", "öff,early").replace(b"\xb6", b"", 1) + "ö".encode(),
        "a.csv, cell B2: it is not UTF-8",
    ),
    "UTF-16 that was cut": (
        "a.csv",
        b"\xff\xfe" + GOOD_CSV.encode("utf-16-le")[:-1],
        "a.csv, cell [A-D][45]: it is not UTF-16 there",
    ),
    "a NUL": ("a.csv", csv("off,early", "off\0,early"), "a.csv, cell B2: there is a NUL"),
    "an answer that is none": (
        "a.csv",
        b"answer,perhaps\n" + GOOD_CSV.encode(),
        "a.csv, cell B1: the answer 'perhaps' is not understood",
    ),
    "a long form with a slip": (
        "a.xlsx",
        workbook(lambda s: [s.delete_rows(1, 9), s.append(["shift[anna,Mon]"]), s.append(["nihgt"])]),
        r"sheet May, cell A2: 'nihgt' is not a value of shift\[anna,Mon\]",
    ),
    # --- those in which no cell can be read ---
    "no workbook": ("a.xlsx", b"hello", "a.xlsx: it is no Excel workbook"),
    "an old workbook": (
        "a.xls",
        b"\xd0\xcf\x11\xe0" + bytes(600),
        r"a.xls: it is an old Excel file \(.xls\), or has a password",
    ),
    "a workbook that was cut": ("a.xlsx", workbook()[:2000], "a.xlsx: the workbook is damaged"),
    "a workbook with a flipped byte": (
        "a.xlsx",
        (lambda content: content[:400] + bytes([content[400] ^ 255]) + content[401:])(workbook()),
        "a.xlsx: the workbook is damaged",
    ),
    "a zip of something else": ("a.xlsx", repacked(lambda n, p: p if "sheet" in n else None), "no Excel workbook"),
    "an OpenDocument file": ("a.ods", opendocument(), "a.ods: it is an OpenDocument file; save it as .xlsx or .csv"),
    "without its sheets": (
        "a.xlsx",
        repacked(lambda n, p: None if "sheet1" in n else p),
        "a.xlsx: there is no sheet in it",
    ),
    "XML that ends early": ("a.xlsx", in_sheet(b"</sheetData>", b""), "a.xlsx: the workbook is damaged"),
    "a zip bomb": ("a.xlsx", bomb, "a.xlsx: unpacked it would have 300,[0-9,]+ bytes"),
    "entities": (
        "a.xlsx",
        in_sheet(b"<worksheet", b'<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet'),
        "a.xlsx: its part xl/worksheets/sheet1.xml is not as Excel writes it",
    ),
    "a merged area without an end": (
        "a.xlsx",
        in_sheet(b"</sheetData>", b'</sheetData><mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>'),
        "a.xlsx: 16 cells, and 17,179,869,184 in merged areas",
    ),
    "empty": ("a.csv", b"", "a.csv: it is empty"),
    "an empty workbook": ("a.xlsx", saved(openpyxl.Workbook()), "a.xlsx: it is empty"),
    "too large": ("a.csv", b"," * (MAX_BYTES + 1), "a.csv: more than 20,000,000 bytes are not accepted"),
}


@pytest.mark.parametrize("case", DAMAGED)
def test_damaged_spreadsheets(case):
    name, content, message = DAMAGED[case]
    with pytest.raises(TacitError) as refused:
        known_in(content() if callable(content) else content, name, V)
    assert re.search(message, str(refused.value)), str(refused.value)
    assert "\n" not in str(refused.value)


def test_what_they_were_before_they_were_damaged():
    for name, content in (("a.xlsx", workbook()), ("a.csv", GOOD_CSV.encode())):
        assert [plan.query.complete for plan in known_in(content, name, V)] == [True]


# --- without a problem, whose labels are known ---

UNTOLD = {
    "a label above is missing": ("shift,Mon,,Wed\n", "a.csv, cell C1: a label is missing above this column"),
    "a label before is missing": ("\n,early,off,off\n", "a.csv, cell A3: a label is missing before this row"),
    "a column twice": ("shift,Mon,Tue,Mon\n", "a.csv, cell D1: 'Mon' is there twice"),
    "a row twice": ("\nanna,early,off,off\n", "a.csv, cell A3: 'anna' is there twice"),
}


@pytest.mark.parametrize("case", UNTOLD)
def test_labels_that_nobody_has_told(case):
    new, message = UNTOLD[case]
    old = "\nben,early,off,off\n" if new.startswith("\n") else "shift,Mon,Tue,Wed\n"
    with pytest.raises(TacitError, match=re.escape(message)):
        new_problem(read_spreadsheet(csv(old, new), "a.csv"), "week", "a.csv")


def test_a_slip_in_a_label_of_one_of_two_tables():
    content = two_sheets(lambda sheet: sheet.__setitem__("B5", "karla"))
    with pytest.raises(
        TacitError, match=r"sheet June, cell B5: 'karla' is a label that no other .* did you mean 'carla'"
    ):
        new_problem(read_spreadsheet(content, "a.xlsx"), "week", "a.xlsx")


@pytest.mark.parametrize("text", ["just a sentence", "1,2\n3,4\n\n5,6,7\n", "a,b\n"])
def test_no_table_at_all(text):
    with pytest.raises(TacitError, match=r"a.csv, cell A1: from there on there is (no table|tables of 2 shapes)"):
        new_problem(read_spreadsheet(text.encode(), "a.csv"), "week", "a.csv")


def test_hidden_sheets_are_left_aside():
    content = two_sheets(lambda sheet: setattr(sheet, "sheet_state", "hidden"))
    assert len(known_in(content, "a.xlsx", V)) == 1
    assert new_problem(read_spreadsheet(content, "a.xlsx"), "week", "a.xlsx").seen.aside == ["the hidden sheet June"]


def test_without_openpyxl(monkeypatch):
    content = workbook()
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(TacitError, match=r"^Excel files need openpyxl.*pip install 'tacit\[sheets\]'"):
        known_in(content, "a.xlsx", V)
    assert len(known_in(GOOD_CSV.encode(), "a.csv", V)) == 1
