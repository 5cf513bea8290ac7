"""`tacit bench`: rows can be run again, options have an effect, and a mistake is one line."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys

import pytest

import tacit as package

KEYS = (
    "problem algorithm findscope findc objective variables values seed n_variables bias target learned status reason "
    "equivalent queries redundant_queries mean_query_size complete_queries mean_wait_s max_wait_s time_queries_s "
    "time_total_s cutoffs_min cutoffs_max cutoffs_scopes"
)
SETTING = "algorithm findscope findc objective variables values"
COUNTS = "questions rules numbers checks plans slips_made slips_found gaps told false_alarms cells"
LIMITS = "nodes_min nodes_max cut_min cut_max calls_scopes cut_scopes orders"
FLAGS = "prove normalized skip_known"
TIMES = ("mean_wait_s", "max_wait_s", "time_queries_s", "time_total_s")


def told(row):
    """All that a row says, but for times."""
    return {key: value for key, value in row.items() if key not in TIMES}


def again(row):
    """The command line that runs a row again, made from the row."""
    arguments = ["bench", row["problem"], "--seed", row["seed"], "--json"]
    for name in f"{SETTING} {LIMITS}".split():
        if row[name] is not None:
            arguments += ["--" + name.replace("_", "-"), row[name]]
    arguments += ["--" + name.replace("_", "-") for name in FLAGS.split() if row[name]]
    return arguments


# --- rows ---


def test_guided_with_rules(tacit):
    common = ("bench", "latin-4", "--algorithm", "guided", "--runs", 3, "--json")
    without, rows = tacit(*common).rows, tacit(*common, "--rules", "--largest", 3, "--slips", 0).rows
    for row in rows:
        assert (row["status"], row["equivalent"]) == ("converged", True)
        assert row["questions"] == row["queries"] + row["rules"] + row["checks"] + row["plans"]
        assert row["rules"] > 0
        assert row["complete_queries"] == row["plans"]
        assert row["cells"] <= 3 * (row["queries"] + row["checks"]) + 16 * (row["rules"] + row["plans"])
        assert [row[key] for key in ("numbers", "slips_made", "slips_found", "gaps", "told")] == [0, 0, 0, 0, False]
        assert [row[key] for key in ("ask_rules", "largest", "slips", "expect")] == [True, 3, 0, 0.02]
    for row in without:
        examples = row["queries"] + row["checks"] + row["plans"]
        assert (row["rules"], row["questions"], row["ask_rules"]) == (0, examples, False)
        assert row["cells"] == pytest.approx(row["mean_query_size"] * examples, abs=0.5)
        assert [row[key] for key in ("slips", "expect", "slips_found")] == [None, 0, None]
    assert sum(row["questions"] for row in rows) < sum(row["questions"] for row in without) / 2


@pytest.mark.parametrize("option", [["--rules"], ["--largest", 5], ["--expect", 0.1], ["--plans", 1], ["--no-checks"]])
def test_rules_are_for_guided(tacit, option):
    run = tacit("bench", "latin-4", *option)
    assert run.code == 2
    assert "guided" in run.err


def test_slips(tacit):
    command = ("bench", "sudoku-4", "--algorithm", "guided", "--rules", "--runs", 6, "--jobs", 1, "--json")
    rows = tacit(*command, "--slips", 0.1).rows
    assert [told(row) for row in tacit(*command, "--slips", 0.1).rows] == list(map(told, rows))
    assert sum(row["slips_made"] > 0 for row in rows) > 3
    for row in rows:
        assert row["slips_found"] <= row["slips_made"]
        assert row["equivalent"] or row["slips_made"]
        assert row["told"] or row["slips_found"] == row["false_alarms"] == 0
        assert (row["slips"], row["expect"], row["missed_only"]) == (0.1, 0.02, False)
    assert {row["expect"] for row in tacit(*command, "--slips", 0.1, "--expect", 0.05).rows} == {0.05}


def test_the_paper_s_learners_are_told_wrong_answers_too(tacit):
    rows = tacit("bench", "murder", "--slips", 0.1, "--runs", 3, "--json").rows
    assert {(row["status"], row["told"], row["expect"]) for row in rows} == {("collapsed", True, None)}


def test_violations_that_are_missed(tacit):
    """Where nothing is wrong, there is nothing to overlook."""
    command = ("bench", "random-6x3x0", "clique-4", "--slips", 1, "--missed-only", "--json")
    free, clique = sorted(tacit(*command).rows, key=lambda row: row["target"])
    assert (free["slips_made"], free["equivalent"], free["missed_only"]) == (0, True, True)
    assert clique["slips_made"] > 0
    assert clique["learned"] == 0  # each example was called fine


def test_slips_are_stored_apart(tacit):
    command = ("bench", "sudoku-4", "--algorithm", "guided", "--results", "r.sqlite", "--json")
    settings = [
        (),
        ("--slips", 0),
        ("--slips", 0.2),
        ("--slips", 0.2, "--missed-only"),
        ("--plans", 0),
        ("--no-checks",),
    ]
    rows = [tacit(*command, *setting).rows for setting in settings]
    keys = ("slips", "missed_only", "ask_plans", "ask_checks")
    assert [[row[key] for key in keys] for (row,) in rows] == [
        [None, False, 3, True],
        [0, False, 3, True],
        [0.2, False, 3, True],
        [0.2, True, 3, True],
        [None, False, 0, True],
        [None, False, 3, False],
    ]
    assert rows == [tacit(*command, *setting).rows for setting in settings]


def test_the_keys_of_a_row(tacit):
    (row,) = tacit("bench", "purdey", "--json").rows
    assert " ".join(row).startswith(KEYS)
    assert {*LIMITS.split(), *FLAGS.split(), *COUNTS.split(), "version"} <= set(row)
    assert (row["n_variables"], row["bias"], row["target"], row["learned"]) == (12, 264, 27, 27)
    assert (row["status"], row["reason"], row["equivalent"], row["version"]) == (
        "converged",
        None,
        True,
        package.__version__,
    )
    assert [row[key] for key in ("algorithm", "findscope", "findc", "objective", "variables", "values")] == [
        "mquacq",
        2,
        "corrected",
        "max_b",
        "bdeg",
        "random",
    ]
    assert [row[key] for key in ("cut_min", "cut_max", "calls_scopes", "cutoffs_scopes", "prove")] == [None] * 5
    assert 0 < row["mean_wait_s"] <= row["max_wait_s"] <= row["time_queries_s"] <= row["time_total_s"]


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--algorithm", "quacq", "--findscope", 1, "--findc", "first", "--seed", 5),
        ("--algorithm", "multiacq", "--findc", "first", "--objective", "max", "--variables", "dom/wdeg"),
        ("--algorithm", "multiacq", "--calls-scopes", 40),
        ("--objective", "max", "--nodes-min", 30, "--nodes-max", 90, "--values", "max_v"),
        ("--objective", "max", "--nodes-min", 30, "--nodes-max", 90, "--prove", "--variables", "lex"),
        ("--orders", "all", "--skip-known", "--normalized", "--values", "lex", "--variables", "dom"),
    ],
)
def test_a_row_can_be_run_again_from_what_it_says(tacit, options):
    (row,) = tacit("bench", "purdey", "--json", *options).rows
    (other,) = tacit(*again(row)).rows
    assert told(other) == told(row)
    assert row["queries"] > 50


def test_equivalent_is_computed(tacit):
    """A search that is cut at once learns too little, and the row says so."""
    (row,) = tacit("bench", "sudoku-4", "--objective", "max", "--nodes-min", 1, "--nodes-max", 20, "--json").rows
    assert (row["status"], row["equivalent"]) == ("premature", False)
    assert row["learned"] < row["target"]
    assert row["cutoffs_max"] > 0


def test_a_cap_stops_a_run_and_the_row_says_so(tacit):
    (row,) = tacit("bench", "sudoku", "--cap", 0.05, "--json").rows
    assert (row["status"], row["reason"], row["equivalent"], row["cap_s"]) == ("stopped", "cap", False, 0.05)


def test_run_k_of_n_uses_seed_s_plus_k(tacit):
    rows = {row["seed"]: told(row) for row in tacit("bench", "purdey", "--runs", 3, "--seed", 5, "--json").rows}
    assert sorted(rows) == [5, 6, 7]
    (single,) = tacit("bench", "purdey", "--seed", 6, "--json").rows
    assert told(single) == rows[6]
    assert rows[5]["queries"] != rows[6]["queries"]


def test_processes_give_the_rows_that_one_gives(tacit):
    command = ("bench", "purdey", "clique-8", "--runs", 2, "--json")
    one, two = (tacit(*command, "--jobs", jobs).rows for jobs in (1, 2))
    assert sorted(map(str, map(told, one))) == sorted(map(str, map(told, two)))
    assert len(one) == 4


def test_the_largest_seed(tacit):
    (row,) = tacit("bench", "clique-8", "--seed", 2**32 - 1, "--json").rows
    assert row["seed"] == 2**32 - 1


def test_a_problem_named_twice_runs_once(tacit):
    assert [row["problem"] for row in tacit("bench", "purdey", "purdey", "clique-8", "--jobs", 1, "--json").rows] == [
        "purdey",
        "clique-8",
    ]


# --- what goes where ---


def test_only_json_on_stdout_and_nothing_on_stderr_that_is_no_terminal(start):
    ended = start("bench", "purdey", "clique-8", "--runs", 2, "--json").end()
    assert (ended.code, ended.err) == (0, "")
    assert len(ended.rows) == 4


def test_progress_goes_to_a_terminal_on_stderr(tmp_path):
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "tacit", "bench", "purdey", "--runs", "3", "--jobs", "1", "--json"]
    run = subprocess.run(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=theirs, check=True, text=True)
    os.close(theirs)
    shown = os.read(ours, 100_000).decode()
    os.close(ours)
    assert "3/3" in shown
    assert len([json.loads(line) for line in run.stdout.splitlines()]) == 3


def test_the_table_is_whole_in_a_narrow_terminal(tacit, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    shown = tacit("bench", "clique-8").out
    assert "clique-8" in shown
    assert "converged" in shown


def test_the_table_fits_in_80_columns(tacit):
    ended = tacit("bench", "purdey", "random-12x4x30-1", "--runs", 2, "--jobs", 1)
    lines = ended.out.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0].split()[0] == "problem"
    assert [line.split()[1] for line in lines[1:]] == ["0", "1", "mean"] * 2
    assert [line.split()[0] for line in lines[1:4]] == ["purdey"] * 3
    assert all(line.rstrip().endswith("converged") for line in lines[1:])
    assert lines[3].split()[2] == "27/27"
    assert "2/2" in lines[3]


def test_the_table_with_slips_fits_in_80_columns(tacit):
    command = ("bench", "sudoku-4", "random-12x4x30-1", "--algorithm", "guided", "--runs", 2, "--jobs", 1)
    lines = tacit(*command, "--slips", 0.05).out.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0].split()[3:8] == ["asked", "slips", "found", "gaps", "told"]
    assert lines[3].split()[7] in ("0/2", "1/2", "2/2")
    assert "told" not in tacit(*command).out


def test_whoever_reads_stdout_may_leave(start):
    begun = start("bench", "murder", "--runs", 40, "--json")
    json.loads(begun.line())
    begun.process.stdout.close()
    err = begun.process.stderr.read()
    assert begun.process.wait(60) == 141
    assert err == ""
    assert begun.wait_until(lambda members: members == 0) == 0


def test_help_tells_every_option(tacit):
    said = tacit("bench", "--help").out
    for option in f"{SETTING} {LIMITS} {FLAGS} runs seed jobs json dask results cap".split():
        assert f"  --{option.replace('_', '-')} " in said
    assert tacit("--version").out.strip() == f"tacit, version {package.__version__}"


# --- one's own functions ---


@pytest.mark.parametrize("jobs", [1, 2])
def test_functions_of_ones_own(tacit, own, jobs):
    command = ("bench", "sudoku-4", "--runs", 2, "--jobs", jobs, "--json")
    rows = tacit(*command, "--values", "my.py:order", "--algorithm", "my.py:learner").rows
    assert {(row["values"], row["algorithm"]) for row in rows} == {("my.py:order", "my.py:learner")}
    assert all(row["equivalent"] for row in rows)
    assert len({row["queries"] for row in rows}) == 1  # its order does not depend on the seed
    others = tacit(*command).rows
    assert {row["queries"] for row in rows}.isdisjoint({row["queries"] for row in others})


def test_a_row_with_ones_own_learner_can_be_run_again(tacit, own):
    (row,) = tacit("bench", "purdey", "--algorithm", "my.py:learner", "--calls-scopes", 7, "--json").rows
    assert row["calls_scopes"] == 7
    (other,) = tacit(*again(row)).rows
    assert told(other) == told(row)


def test_a_changed_file_is_run_again(tacit, own):
    command = ("bench", "sudoku-4", "--values", "my.py:order", "--results", "r.sqlite", "--json")
    (before,) = tacit(*command).rows
    (same,) = tacit(*command).rows
    assert same == before
    own.write_text(
        own.read_text().replace("np.arange(len(choices))[::-1]", "np.argsort(-gains, kind='stable')"), encoding="utf-8"
    )
    (after,) = tacit(*command).rows
    assert after["queries"] != before["queries"]


@pytest.mark.parametrize("runs", [1, 2])
def test_an_error_in_ones_own_function_names_file_and_line(tacit, own, runs):
    command = ("bench", "sudoku-4", "--values", "my.py:broken", "--runs", runs)
    assert tacit(*command).refusal == "tacit: my.py, line 18: IndexError: list index out of range\n"


@pytest.mark.parametrize("option", ["--variables", "--algorithm"])
def test_a_function_in_the_wrong_place_is_one_line(tacit, own, option):
    said = tacit("bench", "sudoku-4", option, "my.py:order").refusal
    assert said.startswith("tacit: my.py: TypeError: order() missing 3 required positional arguments")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"x = '\xff\xfe'\n", "my.py can't be decoded"),
        (b"raise RuntimeError('one\\ntwo')\n", "my.py, line 1: RuntimeError: one"),
        (b"def order(:\n", "my.py, line 1: SyntaxError"),
        (b"def f(): pass\n", "my.py has no 'order'. There is: f."),
        (b"order = 3\n", "order in my.py is not a function, but 3"),
        (b"def order(*_): return [5]\n", "values: order returned [5]"),
        (b"import sys; sys.exit(0)\n", "my.py, line 1: SystemExit"),
    ],
)
def test_files_that_can_not_be_used(tacit, own, text, says):
    own.write_bytes(text)
    assert tacit("bench", "sudoku-4", "--values", "my.py:order").refusal.startswith(f"tacit: {says}")


# --- mistakes ---


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nope"], "there is no benchmark 'nope'"),
        (["purdey", "latin-1"], "latin-1: a Latin square needs"),
        (["examtt-7"], "examtt-7: the courses must"),
        (["latin-999999"], "latin-999999: at most 40"),
        ([], "Missing argument 'PROBLEM"),
        (["purdey", "--runs", 2, "--seed", 2**32 - 1], "--runs 2 from --seed 4294967295"),
        (["purdey", "--seed", 2**32], "Invalid value for '--seed'"),
        (["purdey", "--seed", -1], "Invalid value for '--seed'"),
        (["purdey", "--runs", 0], "Invalid value for '--runs'"),
        (["purdey", "--runs", 10**9], "Invalid value for '--runs'"),
        (["purdey", "--cap", "nan"], "Invalid value for '--cap': 'nan' is not a positive number"),
        (["purdey", "--cap", "inf"], "Invalid value for '--cap'"),
        (["purdey", "--cap", "0"], "Invalid value for '--cap'"),
        (["purdey", "--cut-min", "nan", "--cut-max", "1"], "Invalid value for '--cut-min'"),
        (["purdey", "--cut-min", "1"], "cut_min and cut_max go together"),
        (["purdey", "--algorithm", "nope"], "algorithm must be one of 'quacq'"),
        (["purdey", "--values", "none.py:f"], "there is no file none.py"),
        (["purdey", "--jobs", 0], "Invalid value for '--jobs'"),
        (["purdey", "--nope"], "No such option '--nope'"),
        (["purdey", "--results", ""], "the results file '' can't be used"),
        (["purdey", "--results", "."], "the results file '.' can't be used: it is a directory"),
        (["purdey", "--results", "none/r.sqlite"], "there is no directory none"),
        # options without effect
        (["purdey", "--prove"], "--prove has no effect here"),
        (["purdey", "--cut-scopes", 1], "--cut-scopes has no effect here"),
        (["purdey", "--calls-scopes", 1], "--calls-scopes has no effect here"),
        (["purdey", "--algorithm", "multiacq", "--findc", "first", "--findscope", 1], "--findscope has no effect"),
        (["purdey", "--dask", "127.0.0.1:9", "--jobs", 2], "--jobs has no effect with --dask"),
        (["purdey", "--no-checks"], "--checks has no effect here"),
        (["purdey", "--expect", 0.02], "--expect has no effect here"),
        (["purdey", "--missed-only"], "--missed-only has no effect without --slips"),
        (["purdey", "--slips", 2], "Invalid value for '--slips'"),
        (["purdey", "--algorithm", "guided", "--expect", 0.5], "slips must be a share from 0 to less than 0.5"),
    ],
)
def test_mistakes_are_one_line_and_code_2(tacit, arguments, says):
    assert says in tacit("bench", *arguments).refusal


def test_a_results_file_that_is_none(tacit, tmp_path):
    (tmp_path / "notes.txt").write_text("not a database, but long enough to be looked at\n" * 100)
    assert "file is not a database" in tacit("bench", "purdey", "--results", "notes.txt").refusal


def test_a_full_disk_is_one_line(tmp_path):
    if not os.path.exists("/dev/full"):
        pytest.skip("there is no /dev/full")
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "tacit", "bench", "clique-8", "--json"]
        run = subprocess.run(command, cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, text=True)
    assert run.returncode != 0
    assert "No space left on device" in run.stderr
    assert "Traceback" not in run.stderr
