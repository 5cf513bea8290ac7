"""Plans that are written as tables and read again are the same plans: .xlsx, and every dialect of CSV."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import tacit
from kit.how_many import examples
from tacit.errors import OptionError
from tacit.problem.query import Query
from tacit.problem.vocabulary import UNASSIGNED, Vocabulary
from tacit.sheets.dialects import DELIMITERS, read_rows, write_rows
from tacit.sheets.laying_out import laid_out_plans
from tacit.sheets.matching import alike
from tacit.sheets.opening import as_file, read_spreadsheet
from tacit.sheets.plan_files import known_in
from tacit.sheets.reading_plans import plans_in

ENCODINGS = ["utf-8", "utf-8-sig", "utf-16-le", "utf-16-be", "utf-16"]
LINE_ENDS = ["\n", "\r\n", "\r"]
DIALECTS = list(itertools.product(DELIMITERS, ENCODINGS, LINE_ENDS))

LETTERS = st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs"), exclude_characters="[],")
LABELS = st.text(LETTERS, min_size=1, max_size=8).map(lambda text: " ".join(text.split())).filter(bool)
ODD = st.sampled_from(
    ["=1+1", "+x", "-x", "@sum", "'=x", "''+1", 'a"b', "a;b", "a\tb", "a|b", "-5", "01", "1.0", "Mon"]
)
VALUES = st.text(LETTERS | st.just(","), min_size=1, max_size=8).map(lambda text: " ".join(text.split())).filter(bool)


def differ(texts: list[str]) -> bool:
    return len({alike(text) for text in texts}) == len(texts)


@st.composite
def problems(draw):
    """Arrays of one, two or three dimensions and lone variables, and plans of them, complete or not."""
    variables = {}
    for stem in draw(st.lists(st.sampled_from(["shift", "room", "slot", "Mon"]), min_size=1, max_size=2, unique=True)):
        depth = draw(st.sampled_from([1, 2, 2, 2, 3]))
        sizes = [draw(st.integers(1 + (d == 0), 3)) for d in range(depth)]
        axes = [draw(st.lists(LABELS | ODD, min_size=n, max_size=n)) for n in sizes]
        axes = [[" ".join(label.translate(str.maketrans("[],\t", "    ")).split()) for label in axis] for axis in axes]
        if not all(differ(axis) and all(axis) for axis in axes):
            axes = [[f"{'abc'[d]}{i}" for i in range(n)] for d, n in enumerate(sizes)]
        numbers = st.lists(st.integers(-20, 20), min_size=1, max_size=4, unique=True)
        named = st.lists(VALUES | ODD, min_size=1, max_size=4).filter(differ)
        domain = draw(numbers | named.map(lambda each: [" ".join(value.split()) for value in each]).filter(differ))
        for index in itertools.product(*axes):
            variables[f"{stem}[{','.join(index)}]"] = domain
    for name in draw(st.lists(st.sampled_from(["boss", "deputy", "day"]), max_size=2, unique=True)):
        variables[name] = ["anna", "ben"]
    v = Vocabulary(variables)
    plans = []
    for _ in range(draw(st.integers(1, 3))):
        codes = [draw(st.sampled_from(v.domain_codes[i].tolist())) for i in range(len(v))]
        if draw(st.booleans()):
            open_ = draw(st.integers(0, len(v) - 1))
            codes[open_] = UNASSIGNED if len(v) > 1 else codes[open_]
        plans.append(Query(v, np.array(codes)))
    return v, plans


@given(problems(), st.sampled_from(DIALECTS))
@examples(60)
def test_every_dialect_of_csv(made, dialect):
    v, plans = made
    delimiter, encoding, line_end = dialect
    sheets = laid_out_plans(plans, v)
    rows = [row for sheet in sheets for row in [*sheet.rows, []]]
    content = write_rows(rows, delimiter=delimiter, encoding=encoding, line_end=line_end)
    assert [plan.query.shown for plan in plans_in(read_spreadsheet(content, "a.csv"), v)] == [p.shown for p in plans]


@given(problems())
@examples(25)
def test_workbooks(made):
    v, plans = made
    content = as_file(laid_out_plans(plans, v), ".xlsx")
    assert [plan.query.shown for plan in known_in(content, "a.xlsx", v)] == [plan.shown for plan in plans]


CELLS = st.text(st.characters(codec="utf-8", exclude_categories=("C",)), max_size=6)


@given(st.lists(st.lists(CELLS | ODD, min_size=2, max_size=4), min_size=2, max_size=5), st.sampled_from(DIALECTS))
@example([["a;b", "c;d"], ["e;f", "g;h"]], (",", "utf-8", "\n"))
@example([['"', ","], [";", '";"']], (";", "utf-16-le", "\r"))
@examples(120)
def test_cells_of_equally_long_rows_come_back_as_they_were(rows, dialect):
    rows = [[*row, *[""] * (4 - len(row))] for row in rows]
    delimiter, encoding, line_end = dialect
    read = read_rows(write_rows(rows, delimiter=delimiter, encoding=encoding, line_end=line_end), "a.csv")
    assert read.rows == [[" ".join(cell.split()) for cell in row] for row in rows]


V = Vocabulary({f"shift[{who},{day}]": ["off", "early", "=late"] for who in ("anna", "+ben") for day in ("Mon", "Tue")})
PLAN = Query(V, V.encode(dict(zip(V.names, ["off", "=late", "early", "=late"], strict=True))))


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_plan_in_each_dialect(dialect):
    delimiter, encoding, line_end = dialect
    rows = laid_out_plans([PLAN], V)[0].rows
    content = write_rows(rows, delimiter=delimiter, encoding=encoding, line_end=line_end)
    assert [plan.query for plan in known_in(content, "a.csv", V)] == [PLAN]


def test_no_cell_of_a_text_file_begins_like_a_formula():
    text = as_file(laid_out_plans([PLAN], V), ".csv").decode()
    cells = [cell for line in text.splitlines() for cell in line.split(",")]
    assert "'=late" in cells
    assert not [cell for cell in cells if cell[:1] in ("=", "+", "-", "@")]


def test_no_cell_of_a_workbook_is_a_formula(tmp_path):
    import openpyxl

    (tmp_path / "a.xlsx").write_bytes(as_file(laid_out_plans([PLAN], V), ".xlsx"))
    cells = [cell for row in openpyxl.load_workbook(tmp_path / "a.xlsx").active for cell in row if cell.value]
    assert "=late" in [cell.value for cell in cells]
    assert {cell.data_type for cell in cells} == {"s"}
    assert all(cell.quotePrefix for cell in cells if cell.value[0] in "=+")


@pytest.mark.parametrize("suffix", [".xlsx", ".csv", ".tsv"])
def test_in_python(tmp_path, suffix):
    problem = tacit.Problem({"grid[0,0]": range(3), "grid[0,1]": range(3), "boss": ["anna", "ben"]}, language=["!="])
    plans = [{"grid[0,0]": 1, "grid[0,1]": 2, "boss": "ben"}, {"grid[0,0]": 0, "boss": "anna"}]
    path = tmp_path / f"plans{suffix}"
    tacit.write_plans(path, plans, problem)
    read = tacit.read_plans(path, problem)
    assert [plan.query.shown for plan in read] == plans
    assert [plan.answer for plan in tacit.read_plans(path, problem, answer=False)] == [False, False]
    with pytest.raises(OptionError, match="exists; nothing was written"):
        tacit.write_plans(path, plans, problem)
    tacit.write_plans(path, read[:1], problem, overwrite=True)
    assert len(tacit.read_plans(path, problem)) == 1
    with pytest.raises(OptionError, match=r"plans are written as .xlsx, .csv or .tsv"):
        tacit.write_plans(tmp_path / "plans.ods", plans, problem)
