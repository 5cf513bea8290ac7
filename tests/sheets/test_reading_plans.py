"""Plans in tables, as people have them in their sheets, for a problem whose labels are known."""

from __future__ import annotations

import datetime
import io
import zipfile

import openpyxl
import pytest

from tacit.problem.vocabulary import Vocabulary
from tacit.sheets.dialects import WINDOWS
from tacit.sheets.opening import as_file, read_spreadsheet
from tacit.sheets.plan_files import known_in
from tacit.sheets.reading_plans import plans_in
from tacit.sheets.spreadsheet import Sheet

V = Vocabulary({f"shift[{who},{day}]": ["off", "early", "late"] for who in ("anna", "ben") for day in ("Mon", "Tue")})
NUMBERS = Vocabulary({f"grid[{r},{c}]": range(1, 4) for r in range(3) for c in range(3)})
LINE = Vocabulary({f"slot[{exam}]": range(5) for exam in ("math", "art", "music")})
GOOD = ["early", "off", "off", "late"]  # anna on Monday and Tuesday, ben on Monday and Tuesday


def plans(text: str, vocabulary: Vocabulary = V, **more) -> list[list]:
    """The values of each plan, in the order of the variables; None where there is none."""
    read = known_in(text.encode(), "a.csv", vocabulary, **more)
    return [[plan.query.shown.get(name) for name in vocabulary.names] for plan in read]


@pytest.mark.parametrize(
    "text",
    [
        "shift,Mon,Tue\nanna,early,off\nben,off,late\n",
        ",Mon,Tue\nben,off,late\nanna,early,off\n",
        "Name; TUE ;mon\n Ben ;Late;OFF\nANNA;Off;Early\n",
        "\t anna\tben\nTue\toff\tlate\nMon\tearly\toff\n",
        "Roster\n\n,Mon,Tue,Total\nanna,early,off,1\nben,off,late,1\nTotal,1,1,2\n\nNote: none\n",
        "team,name,Mon,,Tue,hours\nA,anna,early,,off,8\n\nB,ben,off,,late,8\n",
        ",Mon,Tue\n,4.5.,5.5.\nanna,early,off\nben,off,late\nfree,1,1\n",
        "x,y\n1,2\n\n\n,,,,,Mon,Tue\n,,,,anna,early,off\n,,,,ben,off,late\n",
        ",2026-05-04,2026-05-05\nanna,early,off\nben,off,late\n",
        ",4.5.2026,5.5.2026\nanna,early,off\nben,off,late\n",
    ],
)
def test_one_plan_in_many_forms(text):
    assert plans(text) == [GOOD]


@pytest.mark.parametrize(
    "text",
    [
        ",Mon,Tue\nanna,early,off\nben,off,late\n,Mon,Tue\nanna,late,late\nben,off,\n",
        ",Mon,Tue\nanna,early,off\nben,off,late\n\nanna,late,late\nben,off,\n",
        ",Mon,Tue,,,Mon,Tue\nanna,early,off,,anna,late,late\nben,off,late,,ben,off,\n",
        "May,,,June\n,Mon,Tue,Mon,Tue\nanna,early,off,late,late\nben,off,late,off,\n",
        ",anna,ben\nMon,early,off\nTue,off,late\n\n,anna,ben\nMon,late,off\nTue,late,\n",
    ],
)
def test_two_plans_in_many_forms(text):
    assert plans(text) == [GOOD, ["late", "late", "off", None]]


def test_a_plan_in_parts():
    """Weeks of a month, one below the other: whatever lies between two cells of one variable is one plan."""
    v = Vocabulary({f"shift[anna,{day}]": ["off", "on"] for day in range(1, 5)})
    text = ",1,2\nanna,on,off\n\n,3,4\nanna,off,on\n\n,1,2\nanna,on,on\n"
    assert plans(text, v) == [["on", "off", "off", "on"], ["on", "on", None, None]]


def test_what_an_empty_cell_stands_for():
    text = ",Mon,Tue\nanna,early,\nben,,late\n"
    assert plans(text) == [["early", None, None, "late"]]
    assert plans(text, empty="off") == [GOOD]


def test_answers():
    text = "answer,no\n,Mon,Tue\nanna,early,off\nben,off,late\n\n,Mon,Tue\nanna,late,late\nben,off,late\n"
    assert [plan.answer for plan in known_in(text.encode(), "a.csv", V)] == [False, True]
    assert [plan.answer for plan in known_in(text.encode(), "a.csv", V, False)] == [False, False]


def test_where_plans_come_from():
    text = "Roster\n\n,Mon,Tue\nanna,early,off\nben,off,late\n\n,,Mon,Tue\n,anna,early,off\n,ben,off,late\n"
    assert [plan.source for plan in known_in(text.encode(), "a.csv", V)] == ["a.csv, cell A3", "a.csv, cell B7"]


@pytest.mark.parametrize(
    "text",
    [
        "math,art,music\n1,2,3\n",
        "slot,art,math,music\n,2,1,3\n",
        "math,1\nart,2\nmusic,3\n",
        "x,y\nmath,01\nart,2.0\nmusic,3\n",
    ],
)
def test_lines(text):
    assert plans(text, LINE) == [[1, 2, 3]]


def test_several_plans_of_a_line():
    assert plans("math,art,music\n1,2,3\n4,0,1\n", LINE) == [[1, 2, 3], [4, 0, 1]]
    assert plans("exam,May,June\nmath,1,4\nart,2,0\nmusic,3,1\n", LINE) == [[1, 2, 3], [4, 0, 1]]


@pytest.mark.parametrize(
    "text",
    [
        "1,2,3\n2,3,1\n3,1,2\n",
        "a grid\n1,2,3\n2,3,1\n3,1,2\n",
        "grid,0,1,2\n0,1,2,3\n1,2,3,1\n2,3,1,2\n",
    ],
)
def test_numbers_need_no_labels(text):
    assert plans(text, NUMBERS) == [[1, 2, 3, 2, 3, 1, 3, 1, 2]]


def test_two_arrays_with_the_same_labels_are_told_apart_by_their_names():
    v = Vocabulary({f"{a}[{i},{j}]": range(3) for a in ("in", "out") for i in "ab" for j in "xy"})
    text = "out,x,y\na,1,2\nb,0,1\n\nIn,y,x\na,2,2\nb,1,0\n"
    assert plans(text, v) == [[2, 2, 0, 1, 1, 2, 0, 1]]


# --- workbooks ---


def content(change) -> bytes:
    book = openpyxl.Workbook()
    change(book.active)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def with_results(results: dict[str, str]) -> bytes:
    """A workbook with formulas whose results were saved, as Excel does and openpyxl does not."""

    def fill(sheet):
        for row in (["", "Mon", "Tue"], ["anna", "early", "off"], ["ben", "off", "=B2"]):
            sheet.append(row)

    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content(fill))) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            for cell, result in results.items():
                part = part.replace(f'<c r="{cell}"><f>'.encode(), f'<c r="{cell}" t="str"><f>'.encode())
                saved = f"<v>{result}</v>".encode()
                part = part.replace(b"<v></v>", saved).replace(b"<v/>", saved).replace(b"<v />", saved)
            new.writestr(name, part)
    return out.getvalue()


def test_formulas_are_never_computed():
    """The saved result counts, and not what the formula would give now: C3 says "=B2", which is early."""
    (plan,) = known_in(with_results({"C3": "late"}), "a.xlsx", V)
    assert list(plan.query.shown.values()) == GOOD


def test_macros_are_never_read():
    """What is inside the part for macros does not matter, because nothing opens it."""

    def fill(sheet):
        for row in (["", "Mon", "Tue"], ["anna", "early", "off"], ["ben", "off", "late"]):
            sheet.append(row)

    out = io.BytesIO(content(fill))
    with zipfile.ZipFile(out, "a") as book:
        book.writestr("xl/vbaProject.bin", b"Sub Auto_Open() : End : End Sub")
    (plan,) = known_in(out.getvalue(), "a.xlsm", V)
    assert list(plan.query.shown.values()) == GOOD


def test_merged_cells_stand_for_all_their_cells_and_dates_for_their_days():
    def fill(sheet):
        sheet["A1"] = "May"
        sheet.merge_cells("A1:C1")
        sheet["B3"], sheet["C3"] = datetime.date(2026, 5, 4), datetime.datetime(2026, 5, 5)
        for row in (["anna", "off"], ["ben", "early", "late"]):
            sheet.append(row)
        sheet.merge_cells("B4:C4")

    (plan,) = known_in(content(fill), "a.xlsx", V)
    assert list(plan.query.shown.values()) == ["off", "off", "early", "late"]


def test_numbers_of_excel():
    rows = [1.0, 2, 3], ["2", "03", 1], [3, 1, 2.0]
    (plan,) = known_in(content(lambda sheet: [sheet.append(row) for row in rows]), "a.xlsx", NUMBERS)
    assert list(plan.query.shown.values()) == [1, 2, 3, 2, 3, 1, 3, 1, 2]


def test_the_long_form_in_a_workbook():
    rows = ["shift[ben,Tue]", "Answer"], ["late", "no"], ["off", 1]
    read = known_in(content(lambda sheet: [sheet.append(row) for row in rows]), "a.xlsx", V)
    assert [(plan.query.shown, plan.answer, plan.source) for plan in read] == [
        ({"shift[ben,Tue]": "late"}, False, "a.xlsx, sheet Sheet, cell A2"),
        ({"shift[ben,Tue]": "off"}, True, "a.xlsx, sheet Sheet, cell A3"),
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_the_long_form_in_every_dialect(encoding, line_end):
    v = Vocabulary({"shift[jörg,Mon]": ["früh", "spät"], "shift[jörg,Tue]": ["früh", "spät"]})
    text = f'"shift[jörg,Mon]";"shift[jörg,Tue]"{line_end}früh;spät{line_end}'
    (plan,) = known_in(text.encode(encoding), "a.csv", v)
    assert list(plan.query.shown.values()) == ["früh", "spät"]


def test_old_windows_text_is_read_and_said():
    book = read_spreadsheet(";Mon\njürgen;früh\n".encode("cp1252"), "a.csv")
    assert (book.sheets[0].rows[1], book.encoding) == (["jürgen", "früh"], WINDOWS)


# --- very many ---

MANY = 10_000


@pytest.mark.parametrize("suffix", [".csv", ".xlsx"])
def test_ten_thousand_plans_in_one_file(suffix):
    v = Vocabulary({f"slot[anna,{day}]": range(100) for day in ("Mon", "Tue")})
    picked = [[i // 100, i % 100] for i in range(MANY)]
    rows = [row for each in picked for row in (["", "Mon", "Tue"], ["anna", *map(str, each)])]
    file = as_file([Sheet("all", rows)], suffix)
    read = plans_in(read_spreadsheet(file, f"a{suffix}"), v)
    assert [list(plan.query.shown.values()) for plan in read] == picked
    assert str(read[-1].source).endswith(f"cell A{2 * MANY - 1}")
