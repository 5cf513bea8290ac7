"""`tacit new --from`, `--template`, `learn --examples`, `solve -o` and `check` with spreadsheets."""

from __future__ import annotations

import json

import openpyxl
import pytest

from tacit.formats.problem_file import read_problem_file

PLAN = "shift,Mon,Tue,Wed\nanna,off,early,late\nben,early,late,off\ncarla,late,off,early\n"
OTHER = "shift,Mon,Tue,Wed\nanna,early,off,late\nben,off,late,early\ncarla,late,early,off\n"
RULES = """
def fine(shift):
    by_day = {}
    for name, value in shift.items():
        by_day.setdefault(name.partition(",")[2], []).append(value)
    return all(len(set(values)) == len(values) for values in by_day.values())
"""


@pytest.fixture
def plans(tmp_path, monkeypatch):
    monkeypatch.setenv("TACIT_DB", str(tmp_path / "log.sqlite"))
    (tmp_path / "plans.csv").write_text(f"{PLAN}\n{OTHER}\n\nNote: by Greta\n")
    (tmp_path / "rules.py").write_text(RULES)
    return tmp_path


def test_from_a_spreadsheet_to_the_next_plan(tacit, plans):
    made = tacit("new", "week.toml", "--from", "plans.csv")
    assert (made.code, made.err) == (0, "")
    assert made.out == (
        "plans.csv: 2 plans, 3 rows (anna … carla) × 3 columns (Mon … Wed); values off,\n  early, late.\n"
        "Left aside: 'Note: by Greta' in A12.\n"
        "week.toml is written. Look at it, then: tacit learn week.toml\n"
    )
    learned = tacit("learn", "week.toml", "--oracle", "rules.py:fine")
    assert learned.code == 0
    assert "plans.csv: 2 known examples remove" in learned.out
    for file in ("next.xlsx", "next.csv"):
        solved = tacit("solve", "week.toml", "--solutions", 3, "-o", file)
        assert (solved.code, solved.out) == (0, f"{file}: 3 plans written.\n")
        checked = tacit("check", "week.toml", file)
        assert (checked.code, checked.out.count("complete: accepted")) == (0, 3)
        again = tacit("new", f"{file}.toml", "--from", file)
        assert again.out.startswith(f"{file}: 3 plans, 3 rows (anna … carla) × 3 columns (Mon … Wed)")
    assert openpyxl.load_workbook(plans / "next.xlsx").sheetnames == ["Plan 1", "Plan 2", "Plan 3"]


def test_nothing_is_overwritten_without_a_word(tacit, plans):
    (plans / "week.toml").write_text("mine")
    assert tacit("new", "week.toml", "--from", "plans.csv").err == "tacit: week.toml exists; nothing was written\n"
    assert (plans / "week.toml").read_text() == "mine"
    refused = tacit("solve", "sudoku-4", "-o", "plans.csv")
    assert (refused.code, refused.err) == (2, "tacit: plans.csv exists; nothing was written\n")
    assert tacit("solve", "sudoku-4", "-o", "plans.csv", "--overwrite").out == "plans.csv: 1 plan written.\n"
    assert tacit("check", "sudoku-4", "plans.csv").code == 0


def test_more_plans_for_a_problem_file(tacit, plans):
    tacit("new", "week.toml", "--from", "plans.csv")
    (plans / "more.tsv").write_text(
        "\tanna\tcarla\tben\nTue\tearly\toff\tlate\nWed\toff\tlate\tearly\nMon\tlate\tearly\toff\n"
    )
    learned = tacit("learn", "week.toml", "--oracle", "rules.py:fine", "--examples", "more.tsv")
    assert "more.tsv: 1 known example removes" in learned.out
    (plans / "bad.csv").write_text(PLAN.replace("late,off\n", "lat,off\n"))
    refused = tacit("learn", "week.toml", "--oracle", "rules.py:fine", "--examples", "bad.csv", "--new")
    assert (refused.code, refused.out) == (2, "")
    assert refused.err == (
        "tacit: bad.csv, cell C3: 'lat' is not a value of shift[ben,Tue] (did you mean 'late'?); "
        "there are off, early, late\n"
    )


def test_plans_that_were_bad(tacit, plans):
    (plans / "bad.csv").write_text(PLAN.replace("ben,early", "ben,off"))
    tacit("new", "week.toml", "--from", "plans.csv")
    text = (plans / "week.toml").read_text()
    (plans / "week.toml").write_text(
        text.replace('["plans.csv"]', '["plans.csv", { file = "bad.csv", answer = "no" }]')
    )
    learned = tacit("learn", "week.toml", "--oracle", "rules.py:fine")
    assert learned.code == 0
    assert "bad.csv: 1 known example" in learned.out


def test_what_empty_cells_stand_for_is_kept(tacit, plans):
    (plans / "gaps.csv").write_text(PLAN.replace("off", ""))
    made = tacit("new", "open.toml", "--from", "gaps.csv")
    assert "Not complete: all of them. If an empty cell means something, such as off, say\n  --empty off." in made.out
    assert tacit("new", "week.toml", "--from", "gaps.csv", "--empty", "off").code == 0
    assert read_problem_file(plans / "week.toml").examples[0].empty == "off"
    learned = tacit("learn", "week.toml", "--oracle", "rules.py:fine", "--json")
    assert json.loads(learned.out)["status"] == "converged"


def test_the_spreadsheet_may_be_in_another_folder(tacit, plans):
    (plans / "here").mkdir()
    assert tacit("new", "here/week.toml", "--from", "plans.csv").code == 0
    assert 'examples = ["../plans.csv"]' in (plans / "here" / "week.toml").read_text()
    assert tacit("learn", "here/week.toml", "--oracle", "rules.py:fine").code == 0


@pytest.mark.parametrize("suffix", ["xlsx", "csv", "tsv"])
def test_a_template_is_filled_in_and_used(tacit, plans, suffix):
    file = f"table.{suffix}"
    made = tacit("new", "--template", file, "--rows", "anna,ben", "--columns", "Mon-Wed", "--values", "off,on")
    assert made.out == f"{file} is written. Fill it in, then: tacit new FILE.toml --from {file}\n"
    empty = tacit("new", "week.toml", "--from", file)
    assert empty.code == 2
    assert "the table is empty: there is no value in it" in empty.err
    if suffix == "xlsx":
        book = openpyxl.load_workbook(plans / file)
        assert book.active.data_validations.dataValidation[0].formula1 == '"off,on"'
        for row in ("B2", "C3", "D2"):
            book.active[row] = "on"
        for row in ("B3", "C2", "D3"):
            book.active[row] = "off"
        book.save(plans / file)
    else:
        text = (plans / file).read_text()
        empty_row = ("\t" if suffix == "tsv" else ",") * 3
        for who, row in (("anna", ["on", "off", "on"]), ("ben", ["off", "on", "off"])):
            assert f"{who}{empty_row}\n" in text
            text = text.replace(f"{who}{empty_row}", empty_row[0].join([who, *row]))
        (plans / file).write_text(text)
    assert tacit("new", "week.toml", "--from", file).out.startswith(
        f"{file}: 1 plan, 2 rows (anna … ben) × 3 columns (Mon … Wed)"
    )


def test_a_template_for_a_problem_file(tacit, plans):
    tacit("new", "ward.toml", "--example", "ward")
    made = tacit("new", "--template", "may.xlsx", "--from", "ward.toml", "--copies", 4)
    assert made.out == "may.xlsx is written. Fill it in, then: tacit learn ward.toml --examples may.xlsx\n"
    book = openpyxl.load_workbook(plans / "may.xlsx")
    assert book.sheetnames == ["Plan 1", "Plan 2", "Plan 3", "Plan 4"]
    assert [cell.value for cell in book["Plan 4"][1]] == ["shift", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["week.toml", "--from", "none.xlsx"], "none.xlsx can't be read: No such file or directory"),
        (["week.toml", "--from", "rules.py"], "--from rules.py: a spreadsheet is .xlsx, .csv or .tsv"),
        (["week.txt", "--from", "plans.csv"], "week.txt: a problem file's name ends in .toml"),
        (["week.toml", "--from", "plans.csv", "--example", "ward"], "either --from or --example"),
        (["week.toml", "--empty", "off"], "--empty has an effect only with --from"),
        (["week.toml", "--rows", "a,b"], "--rows has an effect only with --template"),
        (["--template", "a.xlsx"], "--template needs --rows and --columns"),
        (["--template", "a.toml", "--rows", "a", "--columns", "b"], "a.toml: plans are written as .xlsx, .csv or .tsv"),
        (["--template", "plans.csv", "--rows", "a", "--columns", "b"], "plans.csv exists; nothing was written"),
        (["--template", "a.csv", "--rows", "a,a", "--columns", "b"], "--rows a,a: 'a' is there twice"),
        (["--template", "a.csv", "--rows", "a,,b", "--columns", "b"], "--rows a,,b: there is an empty label"),
        (
            ["--template", "a.csv", "--rows", "a", "--columns", "Mon-Sum"],
            "'Sum' is no day of the week (did you mean 'Sun'?)",
        ),
        (["--template", "a.csv", "--from", "plans.csv"], "a template has the labels of a problem file"),
        (["--template", "a.csv", "--from", "x.toml", "--rows", "a"], "--from FILE.toml has its own labels"),
        (["--template", "a.csv", "--example", "ward"], "--template takes --rows and --columns, or --from FILE.toml"),
    ],
)
def test_mistakes(tacit, plans, arguments, message):
    ended = tacit("new", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err
    assert ended.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-o", "a.ods"], "a.ods: plans are written as .xlsx, .csv or .tsv"),
        (["-o", "none/a.csv"], "there is no folder none"),
        (["-o", "a.csv", "--json"], "only one of --json, --csv and -o can be used"),
        (["--overwrite"], "--overwrite has an effect only with -o"),
    ],
)
def test_mistakes_of_solve(tacit, plans, arguments, message):
    ended = tacit("solve", "sudoku-4", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err


def test_where_checked_plans_are(tacit, plans):
    tacit("solve", "sudoku-4", "-o", "a.xlsx")
    assert "sheet Plan 1, cell A1, complete: accepted" in tacit("check", "sudoku-4", "a.xlsx").out
    found = json.loads(tacit("check", "sudoku-4", "a.xlsx", "--json").out)
    assert (found["line"], found["place"], found["accepted"]) == (None, "sheet Plan 1, cell A1", True)
