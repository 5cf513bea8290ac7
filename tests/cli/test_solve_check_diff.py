"""The model at work: `tacit solve`, `tacit check`, `tacit diff`."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tacit import Problem
from tacit.benchmarks import load
from tacit.formats import json_model
from tacit.formats.examples_file import read_examples
from tacit.problem.model import Model

WEEK = ["Mon", "Tue", "Wed"]
ROSTER = Problem(
    {"anna": WEEK, "ben": WEEK, "carla": ["Tue", "Wed"]}, language=["!=", "<", "<=", "x != Mon"], name="roster"
)


def model(path, *constraints: str, problem: Problem = ROSTER) -> str:
    path.write_text(json_model.write(Model(path.stem, problem.network(constraints))), encoding="utf-8")
    return str(path)


@pytest.fixture
def roster(tmp_path) -> str:
    return model(tmp_path / "roster.json", "anna != ben", "ben <= carla", "anna < carla", "ben != carla")


# --- solve ---


def test_a_solution_is_drawn(tacit, roster):
    ended = tacit("solve", "sudoku-4", "--set", "grid[0,0]=3", "--set", "grid[0,1]=1")
    assert (ended.code, ended.err) == (0, "")
    lines = ended.out.splitlines()
    assert lines[0] == "grid  0 1 2 3"
    assert lines[1].startswith("0     3 1 ")
    assert tacit("solve", roster, "--set", "ben=Mon").out == "anna  = Tue   ben   = Mon   carla = Wed\n"


def test_some_solutions_or_all_of_them(tacit, roster):
    three = tacit("solve", "queens-8", "--solutions", 3, "--diverse")
    assert [line for line in three.out.splitlines() if "of" in line] == [f"Solution {i} of 3" for i in (1, 2, 3)]
    every = tacit("solve", roster, "--solutions", 10, "--json")
    found = [row["example"] for row in every.rows]
    assert {tuple(each.values()) for each in found} == {("Mon", "Tue", "Wed"), ("Tue", "Mon", "Wed")}
    assert every.err == "tacit: roster has no more than 2 solutions\n"


def test_what_solve_writes_check_reads(tacit, roster, tmp_path):
    v = load("sudoku-4").problem.vocabulary
    for form in ("csv", "json"):
        path = tmp_path / f"found.{form}"
        path.write_text(tacit("solve", "sudoku-4", "--solutions", 20, f"--{form}").out, encoding="utf-8")
        assert len({each.query for each in read_examples(path, v)}) == 20
        ended = tacit("check", "sudoku-4", path)
        assert (ended.code, ended.out.splitlines()[-1]) == (0, "20 examples (0 partial): 20 accepted, 0 rejected.")


def test_seeds(tacit):
    once, again, other = (tacit("solve", "sudoku", "--seed", seed).out for seed in (1, 1, 2))
    assert once == again != other


def test_no_solution_is_exit_code_1(tacit, roster):
    ended = tacit("solve", roster, "--set", "anna=Mon", "--set", "ben=Mon", "--json")
    assert (ended.code, ended.out, ended.err) == (1, "", "tacit: roster has no solution with these values\n")


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--set", "ana=Mon"], "--set ana=Mon: there is no variable 'ana' (did you mean 'anna'?)"),
        (["--set", "anna=Mun"], "--set anna=Mun: the values of anna are Mon, Tue, Wed (did you mean 'Mon'?)"),
        (["--set", "anna"], "--set anna: it is not of the form NAME=VALUE"),
        (["--set", "anna=Mon", "--set", "anna=Mon"], "anna is set twice"),
        (["--json", "--csv"], "only one of --json, --csv and -o can be used"),
        (["--solutions", "0"], "--solutions"),
    ],
)
def test_mistakes_of_solve(tacit, roster, options, why):
    assert why in tacit("solve", roster, *options).refusal


# --- check ---


def test_violated_constraints_are_named_with_their_lines(tacit, roster, tmp_path):
    (tmp_path / "e.csv").write_text("anna,ben,carla\nMon,Tue,Wed\n\nMon,Mon,\nWed,Wed,Wed\n", encoding="utf-8")
    ended = tacit("check", roster, "e.csv")
    assert ended.code == 1
    assert ended.out.splitlines() == [
        "line 2, complete: accepted",
        "line 4, partial (2 of 3): violates anna != ben",
        "line 5, complete: violates anna != ben, anna < carla, ben != carla",
        "",
        "3 examples (1 partial): 1 accepted, 2 rejected.",
    ]


def test_answers_in_the_file_are_compared_with_what_the_model_says(tacit, roster, tmp_path):
    lines = ["Mon,Tue,Wed,yes", "Mon,Mon,,no", "Tue,Mon,Wed,no", "Mon,Tue,Tue,yes"]
    (tmp_path / "e.csv").write_text("anna,ben,carla,answer\n" + "\n".join(lines[:2]), encoding="utf-8")
    ended = tacit("check", roster, "e.csv")
    assert (ended.code, ended.out.splitlines()[1]) == (
        0,
        "line 3, partial (2 of 3): violates anna != ben; as answered: no",
    )
    (tmp_path / "e.csv").write_text("anna,ben,carla,answer\n" + "\n".join(lines), encoding="utf-8")
    ended = tacit("check", roster, "e.csv")
    assert ended.code == 1
    assert "line 4, complete: accepted, but answered no" in ended.out.splitlines()
    assert ended.out.splitlines()[-1] == ("4 examples (1 partial): 2 accepted, 2 rejected; 2 as answered, 2 not.")
    row = tacit("check", roster, "e.csv", "--json").rows[3]
    assert row == {
        "line": 5,
        "example": {"anna": "Mon", "ben": "Tue", "carla": "Tue"},
        "complete": True,
        "answer": "yes",
        "accepted": False,
        "violated": ["ben != carla"],
    }


def test_many_violated_constraints_are_cut_and_wrapped(tacit, tmp_path):
    names = ",".join(f'"{name}"' for name in load("sudoku").problem.names)
    (tmp_path / "e.csv").write_text(f"{names}\n{','.join('1' * 81)}\n", encoding="utf-8")
    ended = tacit("check", "sudoku", "e.csv")
    assert "… and 805 more" in " ".join(ended.out.split())
    assert max(map(len, ended.out.splitlines())) <= 80
    assert len(tacit("check", "sudoku", "e.csv", "--json").rows[0]["violated"]) == 810


def test_mistakes_of_check(tacit, roster, tmp_path):
    (tmp_path / "e.csv").write_text("anna,bem\nMon,Tue\n", encoding="utf-8")
    assert (
        "e.csv, line 1: column 2: there is no variable 'bem' (did you mean 'ben'?)"
        in tacit("check", roster, "e.csv").refusal
    )
    assert "nowhere.csv can't be read" in tacit("check", roster, "nowhere.csv").refusal


# --- diff ---


def test_missing_extra_implied_and_examples(tacit, roster, tmp_path):
    other = model(tmp_path / "other.json", "ben != anna", "ben < carla", "anna <= carla", "ben != Mon")
    ended = tacit("diff", "roster.json", "other.json")
    assert ended.code == 1
    assert (
        ended.out
        == """\
In both: 1 constraint.

Missing: in other.json and not in roster.json: 3 constraints
  1 that roster.json does not imply:
    ben != Mon
  2 that roster.json implies:
    ben < carla
    anna <= carla

Extra: in roster.json and not in other.json: 3 constraints
  1 that other.json does not imply:
    anna < carla
  2 that other.json implies:
    ben <= carla
    ben != carla

roster.json and other.json are not equivalent.

roster.json accepts this, other.json does not (ben != Mon):

anna  = Tue   ben   = Mon   carla = Wed

other.json accepts this, roster.json does not (anna < carla):

anna  = Wed   ben   = Tue   carla = Wed
"""
    )
    (row,) = tacit("diff", roster, other, "--json").rows
    assert row == {
        "equivalent": False,
        "both": ["anna != ben"],
        "missing": {"decisive": ["ben != Mon"], "undecided": [], "implied": ["ben < carla", "anna <= carla"]},
        "extra": {"decisive": ["anna < carla"], "undecided": [], "implied": ["ben <= carla", "ben != carla"]},
        "only_a_accepts": {"anna": "Tue", "ben": "Mon", "carla": "Wed"},
        "only_b_accepts": {"anna": "Wed", "ben": "Tue", "carla": "Wed"},
    }


def test_the_same_solutions_are_exit_code_0(tacit, roster, tmp_path):
    model(tmp_path / "same.json", "anna != ben", "ben < carla", "anna < carla")
    ended = tacit("diff", "roster.json", "same.json")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.splitlines()[-1] == "roster.json and same.json have the same solutions."


def test_long_lists_are_cut_unless_all_is_wanted(tacit, tmp_path):
    sudoku = load("sudoku-4")
    model(tmp_path / "empty.json", problem=sudoku.problem)
    cut, whole = tacit("diff", "empty.json", "sudoku-4").out, tacit("diff", "empty.json", "sudoku-4", "--all").out
    assert "    … and 36 more (--all lists them)\n" in cut
    assert [sum("] != grid[" in line for line in text.splitlines()) for text in (cut, whole)] == [21, 57]


def test_models_of_different_variables(tacit, roster):
    assert "the second model has no variable 'anna'" in tacit("diff", roster, "sudoku-4").refusal


# --- all of them ---


@pytest.mark.parametrize("command", ["solve", "check", "diff"])
def test_help_has_an_example_and_exit_codes_and_fits(command):
    run = subprocess.run(
        [sys.executable, "-m", "tacit", command, "--help"],
        capture_output=True,
        text=True,
        check=True,
        env={"COLUMNS": "80", "PYTHONIOENCODING": "utf-8"},
    )
    assert f"  tacit {command} " in run.stdout
    assert "Exit codes: 0 " in run.stdout
    assert max(map(len, run.stdout.splitlines())) <= 80


def test_what_is_piped_has_no_escape_codes(tacit, roster, tmp_path):
    (tmp_path / "e.csv").write_text("anna\nMon\n", encoding="utf-8")
    for arguments in (("solve", roster), ("check", roster, "e.csv"), ("diff", roster, roster)):
        out = tacit(*arguments).out
        assert out
        assert "\x1b" not in out


# --- bounds ---


def test_a_ward_is_solved_and_checked(tacit, tmp_path):
    file = tmp_path / "plans.csv"
    file.write_text(tacit("solve", "ward-8x7", "--solutions", 2, "--csv").out, encoding="utf-8")
    assert tacit("check", "ward-8x7", file).out.splitlines()[-1] == "2 examples (0 partial): 2 accepted, 0 rejected."


def test_a_bound_speaks_before_all_is_known(tacit, tmp_path):
    """Two nights on one day are one too many, whoever else works."""
    file = tmp_path / "day.csv"
    file.write_text('"shift[n03,1]","shift[n04,1]"\nnight,night\nnight,off\n', encoding="utf-8")
    ended = tacit("check", "ward-8x7", file, "--json")
    assert ended.code == 1
    (day,) = ended.rows[0]["violated"]
    assert day.startswith("count(night in shift[n01,1], ")
    assert day.endswith(") == 1")
    assert ended.rows[1]["violated"] == []


def test_wards_side_by_side(tacit, tmp_path):
    file = tmp_path / "ward.json"
    text = json_model.write(Model("ward", load("ward-8x7").target))
    file.write_text(
        text.replace('"count(not off) <= 5"', '"count(off) >= 2"').replace(
            '{"count": ["off"], "not": true, "<=": 5}', '{"count": ["off"], ">=": 2}'
        ),
        encoding="utf-8",
    )
    same = tacit("diff", file, "ward-8x7", "--json")
    assert (same.code, same.rows[0]["equivalent"]) == (0, True)
    assert len(same.rows[0]["both"]) == 202
    file.write_text(
        text.replace('"count(not off) <= 5"', '"sum >= 9"').replace(
            '{"count": ["off"], "not": true, "<=": 5}', '{"sum": true, ">=": 9}'
        ),
        encoding="utf-8",
    )
    other = tacit("diff", file, "ward-8x7", "--json")
    assert (other.code, other.rows[0]["equivalent"]) == (1, False)
    assert len(other.rows[0]["missing"]["decisive"]) == len(other.rows[0]["extra"]["decisive"]) == 8
