"""Examples as plain text."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tacit.benchmarks import load
from tacit.problem.vocabulary import Vocabulary
from tacit.showing.board import board
from tacit.showing.drawing import draw
from tacit.showing.spoken_names import SpokenNames


def lines(text: str) -> str:
    """A drawing that is written in a test, without its indent and the empty lines around it."""
    return "\n".join(line.removeprefix("        ") for line in text.strip("\n").rstrip().split("\n"))


def test_a_grid_with_an_empty_cell_and_a_changed_one():
    v = load("sudoku-4").problem.vocabulary
    example = {"grid[0,0]": 1, "grid[1,2]": 4, "grid[3,3]": 2}
    assert draw(example, v) == lines("""
        grid  0 1 2 3
        0     1 · · ·
        1     · · 4 ·
        2     · · · ·
        3     · · · 2
        """)
    assert draw(example, v, changed={"grid[1,2]", "grid[2,2]"}) == lines("""
        grid   0  1  2  3
        0      1  ·  ·  ·
        1      ·  · *4  ·
        2      ·  · *·  ·
        3      ·  ·  ·  2
        """)


def test_a_grid_stays_where_it_is_from_question_to_question():
    v = Vocabulary({f"m[{i}]": [1, 1000] for i in range(3)})
    assert draw({"m[0]": 1}, v).split("\n")[0] == draw({"m[0]": 1000}, v).split("\n")[0]


def test_arrays_of_one_and_three_dimensions_and_what_stands_alone():
    v = Vocabulary(
        {f"x[{a},{b},{c}]": ["on", "off"] for a in "AB" for b in range(2) for c in ("Mon", "Tue")}
        | {"boss": ["anna", "日本"], "deputy": ["anna", "ben"], "guest": ["ben", "carla"]}
        | {f"y[{i}]": range(10) for i in range(4)}
    )
    shown = {"x[A,0,Tue]": "off", "boss": "日本", "guest": "carla", "y[3]": 7}
    example = {name: v.named_values.get(value, value) for name, value in shown.items()}
    assert draw(example, v, changed={"boss"}) == lines("""
        x[A]    Mon   Tue
        0         ·   off
        1         ·     ·

        x[B]    Mon   Tue
        0         ·     ·
        1         ·     ·

        boss  = *日本   guest = carla
        (1 more without a value)

        y   0  1  2  3
            ·  ·  ·  7
        """)
    assert draw({"boss": v.named_values["anna"]}, v) == lines("""
        x: empty

        boss = anna
        (2 more without a value)

        y: empty
        """)


def test_an_array_with_holes_is_a_grid_unless_most_of_it_is_missing():
    half = Vocabulary({"a[0,0]": [1], "a[0,1]": [1], "a[1,1]": [1]})
    assert draw({"a[0,0]": 1}, half) == "a  0 1\n0  1 ·\n1    ·"
    few = Vocabulary({f"a[{i},{i}]": [1] for i in range(5)})
    assert draw({"a[0,0]": 1, "a[4,4]": 1}, few) == "a[0,0] = 1   a[4,4] = 1\n(3 more without a value)"


def test_a_wide_grid_is_continued_below():
    v = load("latin-30").problem.vocabulary
    drawn = draw(dict.fromkeys(v.names, 30), v)
    assert max(map(len, drawn.split("\n"))) <= 80
    heads = [line.split()[1:] for line in drawn.split("\n") if line.startswith("grid")]
    assert len(heads) == 2
    assert [*heads[0], *heads[1]] == [str(i) for i in range(30)]


def test_of_a_large_grid_only_what_matters_is_drawn():
    v = Vocabulary({f"shift[{who},{day}]": ["off", "early"] for who in range(40) for day in range(1, 32)})
    assert draw({"shift[7,2]": 1, "shift[7,30]": 0, "shift[39,30]": 1}, v) == lines("""
        shift       2     30
        7       early    off
        39          ·  early
        (38 rows and 29 columns without a value not shown)
        """)
    assert draw({}, v) == "shift: empty"
    whole = draw(dict.fromkeys(v.names, 0), v)
    assert whole.count("off") == 40 * 31
    assert "not shown" not in whole


def test_of_a_long_row_only_what_matters_is_drawn():
    v = Vocabulary({f"mark[{i}]": range(100, 400) for i in range(40)})
    assert draw({"mark[0]": 100, "mark[39]": 300}, v) == lines("""
        mark    0  39
              100 300
        (38 cells without a value not shown)
        """)


def test_the_cell_that_is_called_as_an_empty_one_is_drawn():
    v = Vocabulary({f"x[{i},{j}]": ["·", "a"] for i in range(20) for j in range(4)})
    assert draw(dict.fromkeys(v.names, 0), v).count("·") == 80


def test_names_and_values_that_are_too_long_are_cut():
    long = "a very long name of somebody who works here at weekends and on some other days, too"
    v = Vocabulary({f"shift[{long},{day}]": ["off", long] for day in ("Mon", "Tue")} | {long: ["off", long]})
    drawn = draw(dict.fromkeys(v.names, 1), v)
    assert all(len(line) <= 80 for line in drawn.split("\n"))
    assert drawn.count("…") >= 5


def test_emphasis_does_not_move_anything():
    v = Vocabulary({"a[0]": [1, 2], "a[1]": [1, 20], "b": [3]})
    example, changed = {"a[0]": 1, "a[1]": 1, "b": 3}, {"a[1]", "b"}
    bold = draw(example, v, changed=changed, emphasis=lambda text: f"\x1b[1m{text}\x1b[0m")
    assert bold.count("\x1b[1m") == 2
    assert re.sub(r"\x1b\[\dm", "", bold) == draw(example, v, changed=changed)


def test_names_that_a_terminal_would_obey_are_shown_and_not_obeyed():
    v = Vocabulary({"a\x1b[31m": ["x\ny", "\x07"], "b[\r,1]": [1], "b[2,1]": [1]})
    drawn = draw({"a\x1b[31m": 0, "b[\r,1]": 1}, v)
    assert all(c.isprintable() or c == "\n" for c in drawn)
    assert "x\N{REPLACEMENT CHARACTER}y" in drawn


def test_two_names_of_one_place():
    v = Vocabulary({"g[0]": [1, 2], "g[ 0]": [3, 4], "g[1]": [5]})
    drawn = draw({"g[0]": 2, "g[ 0]": 3, "g[1]": 5}, v)
    assert {"2", "3", "5"} <= set(re.findall(r"\d", drawn))


NAMES = st.one_of(
    st.sampled_from(["a", "b", "boss", "日本"]),
    st.tuples(st.sampled_from("xyz"), st.integers(0, 9)).map(lambda t: f"{t[0]}[{t[1]}]"),
    st.tuples(st.sampled_from("xyz"), st.integers(0, 9), st.integers(0, 30)).map(lambda t: f"{t[0]}[{t[1]},{t[2]}]"),
    st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 2)).map(lambda t: f"t[{t[0]},{t[1]},{t[2]}]"),
)


@given(st.lists(NAMES, min_size=1, max_size=60, unique=True), st.data())
def test_everything_is_there_once_and_nothing_is_too_wide(names, data):
    """Each variable has a different value, so that one can see where it is drawn."""
    v = Vocabulary({name: [1000 + i] for i, name in enumerate(names)})
    assigned = data.draw(st.lists(st.sampled_from(names), unique=True))
    changed = data.draw(st.lists(st.sampled_from(names), unique=True))
    width = data.draw(st.integers(40, 120))
    drawn = draw({name: v.domains[v.index[name]][0] for name in assigned}, v, changed=changed, width=width)
    seen = re.findall(r"\*?\b1\d{3}\b", drawn)
    expected = [f"{'*' * (name in changed)}{1000 + v.index[name]}" for name in assigned]
    assert sorted(seen) == sorted(expected)
    assert drawn.count("*") == len(changed)
    assert all(cell_len(line) <= width and line == line.rstrip() for line in drawn.split("\n"))


def columns_of(drawn: str) -> list[list[str]]:
    """The labels above each part of a grid."""
    return [part.splitlines()[0].split()[1:] for part in drawn.split("\n\n")]


def test_a_month_is_cut_into_weeks():
    v = Vocabulary({f"shift[{who},{day}]": ["off", "early", "night"] for who in ("anna", "ben") for day in range(28)})
    drawn = draw(dict.fromkeys(v.names, 2), v, width=78)
    assert [len(part) for part in columns_of(drawn)] == [7, 7, 7, 7]
    assert [label for part in columns_of(drawn) for label in part] == [str(day) for day in range(28)]


def test_other_grids_are_cut_evenly():
    v = Vocabulary({f"shift[{who},{day}]": ["off", "early", "night"] for who in ("anna", "ben") for day in range(20)})
    drawn = draw(dict.fromkeys(v.names, 2), v, width=78)
    assert [len(part) for part in columns_of(drawn)] == [10, 10]


def test_numbers_of_columns_are_the_same_on_the_page():
    """An interview can be continued on either, and a name that is typed means the same cell."""
    v = Vocabulary({f"shift[{who},{day}]": range(2) for who in ("anna", "ben") for day in range(4)})
    example = dict.fromkeys(v.names, 1)
    (part,) = board(v, example)
    assert [list(part.columns)] == columns_of(draw(example, v))
    assert SpokenNames.of(v).names[0] == "anna, column 0"
