"""A problem file from a spreadsheet whose labels nobody has told: what is recognised, and what is left aside."""

from __future__ import annotations

import datetime
import io
import random

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tacit
from kit.how_many import examples
from tacit.errors import ExamplesError
from tacit.formats.problem_file import parse_problem
from tacit.sheets.laying_out import laid_out_plans
from tacit.sheets.opening import as_file, read_spreadsheet
from tacit.sheets.problem_text import NewProblem, new_problem

PEOPLE = ["Anna Meier", "Ben, Jr.", "Carla", "Dora", "Emil", "Fatma"]
LABELS = ["Anna Meier", "Ben Jr.", "Carla", "Dora", "Emil", "Fatma"]  # a label has no comma
DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
SHIFTS = ["off", "early", "late", "night"]


def made_of(text: str | bytes, name: str = "a.csv", empty: str | None = None) -> NewProblem:
    content = text if isinstance(text, bytes) else text.encode()
    return new_problem(read_spreadsheet(content, name), "week", name, empty)


def variables(made: NewProblem) -> dict[str, list]:
    """The variables of the problem file, and the values of each by name."""
    v = parse_problem(made.text, source="week.toml", examples=False).problem.vocabulary
    return {name: [v.shown(name, value) for value in v.domains[i]] for i, name in enumerate(v.names)}


def messy(months: int, seed: int = 0) -> tuple[bytes, list[dict[str, str]]]:
    """A roster as a ward has it: a title, teams, an empty row between them, totals, wishes, a legend, a note."""
    rng = random.Random(seed)
    book = openpyxl.Workbook()
    book.remove(book.active)
    plans = []
    for number in range(months):
        sheet = book.create_sheet(f"Month {number + 1}")
        sheet["A1"] = f"Roster ward 3, month {number + 1}"
        sheet.merge_cells("A1:J1")
        for column, text in enumerate(["Team", "Name", *DAYS, "Total", "Wishes"], 1):
            sheet.cell(4, column, text)
        row, plan = 5, {}
        for who, label in zip(PEOPLE, LABELS, strict=True):
            row += who == "Dora"  # the empty row
            sheet.cell(row, 1, "A" if row < 8 else "B")
            sheet.cell(row, 2, f" {who}")
            for day, text in enumerate(DAYS):
                plan[f"plan[{label},{text}]"] = rng.choice(SHIFTS)
                sheet.cell(
                    row,
                    3 + day,
                    plan[f"plan[{label},{text}]"].upper() if rng.random() < 0.1 else plan[f"plan[{label},{text}]"],
                )
            sheet.cell(row, 10, f'=COUNTIF(C{row}:I{row},"<>off")')
            if who == "Carla":
                sheet.cell(row, 11, "no nights please")
            row += 1
        sheet.cell(row, 2, "nights")
        for day in range(7):
            sheet.cell(row, 3 + day, rng.randint(0, 3))
        for below, pair in enumerate([("Legend", None), ("off", "day off"), ("early", "6 to 14")], row + 2):
            sheet.cell(below, 1, pair[0])
            sheet.cell(below, 2, pair[1])
        sheet.cell(row + 6, 1, "Changes only after talking to Greta.")
        plans.append(plan)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue(), plans


@pytest.mark.parametrize("seed", range(5))
def test_a_messy_roster(seed):
    content, plans = messy(3, seed)
    made = made_of(content, "roster.xlsx")
    assert set(variables(made)) == set(plans[0])
    assert {value.lower() for value in made.seen.values} == set(SHIFTS)
    assert [{k: str(v).lower() for k, v in plan.query.shown.items()} for plan in made.plans] == plans
    aside = "; ".join(made.seen.aside)
    for each in (
        "column A (Team)",
        "column J (Total)",
        "column K (Wishes)",
        "row 12 (nights)",
        "'Roster ward 3, month 1' in A1",
    ):
        assert each in aside


def test_the_problem_file():
    made = made_of("shift,Mon,Tue\nanna,off,early\nben,early,off\n")
    file = parse_problem(made.text.replace('examples = ["a.csv"]', ""), source="week.toml")
    assert file.problem.name == "week"
    assert 'language = "common"' in made.text
    assert 'examples = ["a.csv"]' in made.text
    assert variables(made) == {
        f"shift[{who},{day}]": ["off", "early"] for who in ("anna", "ben") for day in ("Mon", "Tue")
    }


def table(columns: list[str], rng: random.Random, rows: list[str] = LABELS) -> str:
    lines = [",".join([who, *(rng.choice(SHIFTS) for _ in columns)]) for who in rows]
    return "\n".join([",".join(["", *columns]), *lines, ""])


def dates(first: datetime.date, count: int) -> list[str]:
    return [(first + datetime.timedelta(days=i)).isoformat() for i in range(count)]


def test_dates_that_differ_are_days_of_the_week_or_of_the_month():
    rng = random.Random(1)
    weeks = "\n".join(table(dates(datetime.date(2026, 5, 4 + 7 * i), 7), rng) for i in range(3))
    made = made_of(weeks)
    assert (len(made.plans), made.seen.columns, made.partial) == (3, DAYS, 0)
    months = "\n".join(table(dates(datetime.date(2026, m, 1), n), rng) for m, n in ((5, 31), (6, 30)))
    made = made_of(months)
    assert (len(made.plans), made.seen.columns, made.partial) == (2, [str(i) for i in range(1, 32)], 1)
    once = table(dates(datetime.date(2026, 5, 4), 9), rng)
    assert made_of(once).seen.columns == dates(datetime.date(2026, 5, 4), 9)


def test_weeks_of_a_month_below_each_other_are_one_plan():
    rng = random.Random(2)
    made = made_of("\n".join(table([str(7 * week + day) for day in range(1, 8)], rng) for week in range(4)))
    assert (len(made.plans), len(made.seen.columns), made.partial) == (1, 28, 0)


def test_who_came_and_who_left():
    rng = random.Random(3)
    made = made_of(f"{table(DAYS, rng)}\n{table(DAYS, rng, [*LABELS[1:], 'Zoe'])}")
    assert made.seen.rows == [*LABELS, "Zoe"]
    assert (len(made.plans), made.partial) == (2, 2)


def test_two_rows_of_labels():
    rng = random.Random(4)
    made = made_of(",".join(["", *DAYS[:2] * 2]) + "\n" + table(["1", "2", "3", "4"], rng))
    assert made.seen.columns == ["1", "2", "3", "4"]
    assert made.seen.aside == ["row 1 above the labels"]


def test_what_empty_cells_stand_for():
    text = ",Mon,Tue,Wed\nanna,E,,L\nben,,L,E\ncarla,L,E,\n"
    assert made_of(text).partial == 1
    made = made_of(text, empty="free")
    assert (made.partial, made.seen.values) == (0, ["free", "E", "L"])
    assert 'examples = [{ file = "a.csv", empty = "free" }]' in made.text
    assert made_of(text, empty="e").seen.values == ["E", "L"]


def test_a_value_that_is_perhaps_a_slip_is_said():
    rows = [["night"] * 6 + ["off"] for _ in range(4)]
    rows[2][3] = "nihgt"
    text = "\n".join([",".join(["", *DAYS]), *(",".join([who, *row]) for who, row in zip(LABELS, rows, strict=False))])
    assert made_of(text).seen.doubts == {"cell E4: 'nihgt' is rare; did you mean 'night'?": ("nihgt", "night")}


def test_numbers_without_labels():
    made = made_of("1,2,3\n3,1,2\n2,3,1\n\n2,3,1\n1,2,3\n3,1,2\n")
    assert (len(made.plans), made.seen.bare) == (2, True)
    assert "shape = [3, 3]" in made.text
    assert 'domain = "1..3"' in made.text


def test_numbers_with_labels_and_sums():
    made = made_of("plan,a,b,c,sum\nx,8,1,6,15\ny,3,5,7,15\nz,4,9,2,15\nsum,15,15,15,\n")
    assert (made.seen.rows, made.seen.columns) == (["x", "y", "z"], ["a", "b", "c"])
    assert 'domain = "1..9"' in made.text


def test_one_value_is_not_enough():
    with pytest.raises(ExamplesError, match=r"a.csv, cell A2: 'off' is the only value in all cells"):
        made_of("\n,Mon,Tue\nanna,off,off\nben,off,off\n")


def test_a_plan_a_row():
    names = [f"shift[{who},{day}]" for who in ("anna", "ben") for day in ("Mon", "Tue")]
    text = ";".join([*names, "answer"]) + "\nE;L;L;E;yes\nL;L;E;E;no\n"
    made = made_of(text)
    assert list(variables(made)) == names
    assert [(list(plan.query.shown.values()), plan.answer) for plan in made.plans] == [
        (["E", "L", "L", "E"], True),
        (["L", "L", "E", "E"], False),
    ]
    with pytest.raises(ExamplesError, match=r"a.csv, cell A1: these names don't make one full array"):
        made_of(text.replace("ben,Tue", "carla,Tue"))


def test_a_list():
    made = made_of("exam,slot\nmath,1\nart,2\nmusic,1\n")
    assert list(variables(made)) == ["exam[math]", "exam[art]", "exam[music]"]
    assert [plan.query.shown for plan in made.plans] == [{"exam[math]": 1, "exam[art]": 2, "exam[music]": 1}]


WORDS = st.text(st.characters(codec="ascii", categories=("L",)), min_size=2, max_size=6).map(str.lower)


@given(
    st.lists(WORDS, min_size=4, max_size=6, unique=True),
    st.lists(WORDS, min_size=5, max_size=8, unique=True),
    st.integers(1, 4),
    st.integers(0, 10_000).map(random.Random),
    st.sampled_from([".csv", ".tsv"]),
)
@examples(8)
def test_tables_that_tacit_wrote_itself(rows, columns, count, rng, suffix):
    """A problem and its plans, written as tables, give the same problem and the same plans."""
    if set(rows + columns) & {*SHIFTS, "shift", "total", "sum"}:
        return
    names = [f"shift[{row},{column}]" for row in rows for column in columns]
    problem = tacit.Problem(dict.fromkeys(names, SHIFTS), language=["!="])
    v = problem.vocabulary
    picked = [dict(zip(names, rng.choices(SHIFTS, k=len(names)), strict=True)) for _ in range(count)]
    plans = [tacit.Query(v, v.encode(each)) for each in picked]
    made = made_of(as_file(laid_out_plans(plans, v), suffix), f"a{suffix}")
    assert list(variables(made)) == names
    assert [plan.query.shown for plan in made.plans] == [plan.shown for plan in plans]
