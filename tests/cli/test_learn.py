"""`tacit learn` and `tacit new`, as real processes: examples learned end to end, commands that fail, a terminal."""

from __future__ import annotations

import itertools
import json
import os
import pty
import re
import select
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import tacit
from tacit.exact.equivalence import equivalent
from tacit.formats import json_model
from tacit.formats.problem_file import parse_problem, read_problem_file

EXAMPLES = Path(tacit.__file__).parent / "examples"

PEOPLE = ("anna", "ben", "carla", "dora", "emil")
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
TARGETS = {
    "timetable": [
        *("slot[algebra] // 3 != slot[physics] // 3", "slot[algebra] // 3 != slot[history] // 3"),
        *("slot[physics] // 3 != slot[history] // 3", "slot[analysis] // 3 != slot[chemistry] // 3"),
        *("slot[analysis] // 3 != slot[latin] // 3", "slot[chemistry] // 3 != slot[latin] // 3"),
        *("slot[art] != slot[music]", "slot[art] != slot[algebra]", "slot[music] != slot[latin]"),
        *("slot[history] != slot[latin]", "slot[algebra] < slot[analysis]", "slot[music] % 3 != 2"),
    ],
    "roster": [
        *(
            f"shift[{who},{a}] != night or shift[{who},{b}] == off"
            for who in ("anna", "ben", "carla")
            for a, b in (("Mon", "Tue"), ("Tue", "Wed"), ("Wed", "Thu"))
        ),
        *(f"shift[anna,{day}] != off or shift[ben,{day}] != off" for day in ("Mon", "Tue", "Wed", "Thu")),
        *(f"shift[ben,{day}] != shift[carla,{day}]" for day in ("Mon", "Tue", "Wed", "Thu")),
        *(f"shift[carla,{day}] != night" for day in ("Mon", "Tue", "Wed", "Thu")),
    ],
    "ward": [
        *(
            f"shift[{who},{today}] != {a} or shift[{who},{tomorrow}] != {b}"
            for who in PEOPLE
            for today, tomorrow in itertools.pairwise(DAYS)
            for a, b in (("night", "early"), ("night", "late"), ("late", "early"))
        ),
        *(f"count(not off in {', '.join(f'shift[{who},{day}]' for day in DAYS)}) <= 5" for who in PEOPLE),
        *(f"count(night in {', '.join(f'shift[{who},{day}]' for day in DAYS)}) <= 2" for who in PEOPLE),
        *(
            f"count({what} in {', '.join(f'shift[{who},{day}]' for who in people)}) {sign} 1"
            for day in DAYS
            for what, sign, people in [
                *(("night", "==", PEOPLE), ("early", ">=", PEOPLE)),
                *(("late", ">=", PEOPLE), ("early", ">=", PEOPLE[:2])),
            ]
        ),
        *(f"shift[dora,{day}] != night" for day in DAYS),
    ],
    "puzzle": [
        "cell[0,0] == 2",
        *(
            f"cell[{a},{b}] != cell[{c},{d}]"
            for a in range(4)
            for b in range(4)
            for c in range(4)
            for d in range(4)
            if (a, b) < (c, d) and (a == c or b == d or (a // 2, b // 2) == (c // 2, d // 2))
        ),
        *(f"cell[{a},2] < cell[{b},2]" for a in range(4) for b in range(a + 1, 4)),
    ],
    "frequencies": [
        *("abs(channel[north] - channel[tower]) > 2", "abs(channel[south] - channel[tower]) > 1"),
        *("abs(channel[south] - channel[harbour]) > 2", "abs(channel[east] - channel[west]) > 0"),
        *("abs(channel[east] - channel[tower]) > 1", "abs(channel[west] - channel[harbour]) > 1"),
        *("abs(channel[north] - channel[south]) == 5", "channel[harbour] % 2 == 0"),
    ],
}


@pytest.fixture
def run(tmp_path):
    """The command as a process of its own, with a log of its own."""

    def run(*arguments, stdin="", **more):
        environment = {**os.environ, "TACIT_DB": str(tmp_path / "db.sqlite"), "COLUMNS": "80"}
        return subprocess.run(
            [sys.executable, "-m", "tacit", *map(str, arguments)],
            input=stdin,
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=environment,
            timeout=120,
            **more,
        )

    return run


def oracle(name):
    if name == "frequencies":
        return "--command", f"{sys.executable} {EXAMPLES / 'frequencies.py'}"
    return "--oracle", f"{EXAMPLES / name}.py:fine"


@pytest.mark.parametrize("name", TARGETS)
def test_the_examples_are_learned_end_to_end(name, run, tmp_path):
    file = EXAMPLES / f"{name}.toml"
    done = run("learn", file, *oracle(name), "-o", "learned.json")
    assert done.returncode == 0, done.stderr
    assert "Done, if your answers are right and these relations can say it" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80 + len(str(file)) * 2  # 80 columns, but for the file's name
    model = json_model.read((tmp_path / "learned.json").read_text())
    assert model.status == "converged"
    target = read_problem_file(file).problem.network(TARGETS[name])
    constraints = [(c.relation.name, c.scope) for c in target]
    assert equivalent(model.network, type(target)(model.network.vocabulary, constraints))
    solved = run("solve", "learned.json", "--json")
    assert solved.returncode == 0, solved.stderr
    again = run("learn", file, *oracle(name), "--json")
    assert json.loads(again.stdout)["questions"] == model.questions  # no more than before: all were answered then


def test_known_examples_are_reported_file_by_file(run):
    done = run("learn", EXAMPLES / "roster.toml", *oracle("roster"))
    assert re.search(r"roster_known.csv: 2 known examples remove \d+ of 342 candidates.", done.stdout)


def test_an_example_against_another_is_said_with_its_line(run, tmp_path):
    header = "slot[algebra],slot[physics],answer"
    (tmp_path / "known.csv").write_text(f"{header}\n3,3,yes\n1,5,yes\n3,3,no\n")
    done = run("learn", EXAMPLES / "timetable.toml", *oracle("timetable"), "--examples", "known.csv")
    assert done.returncode == 2
    assert "known.csv, line 4" in done.stderr
    assert "known.csv, line 2" in done.stderr
    assert done.stderr.count("\n") == 1


BROKEN = """
import json, pathlib, sys, time
how, answered = sys.argv[1], pathlib.Path("answered")  # counted in a file: a fresh start does not help it
sys.path.insert(0, {examples!r})
import timetable
for line in sys.stdin:
    count = len(answered.read_bytes()) if answered.exists() else 0
    if how != "well" and count == 50:
        if how == "dies":
            sys.exit("out of licences")
        if how == "sleeps":
            time.sleep(60)
        if how == "garbage":
            print("%&/()", flush=True)
            continue
        if how == "two lines":
            print("yes\\nno", flush=True)
            continue
    answered.write_bytes(b"x" * (count + 1))
    print("yes" if timetable.fine(json.loads(line)["example"]) else "no", flush=True)
"""


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("dies", "out of licences"),
        ("sleeps", "no answer"),
        ("garbage", "%&/()"),
        ("two lines", "line"),
    ],
)
def test_a_command_that_fails_after_50_answers(how, message, run, tmp_path):
    """One clear message, an exit code, and a second start goes on from answer 51."""
    checker = tmp_path / "checker.py"
    checker.write_text(BROKEN.format(examples=str(EXAMPLES)))
    file = EXAMPLES / "timetable.toml"
    failed = run("learn", file, "--command", f"{sys.executable} {checker} '{how}'", "--limit", "1")
    assert failed.returncode == 2, failed.stdout
    assert failed.stderr.count("\n") == 1
    assert message in failed.stderr
    assert "50 answers are kept" in failed.stderr
    well = run("learn", file, "--command", f"{sys.executable} {checker} well", "--keep", "--json")
    assert well.returncode == 0, well.stderr
    undisturbed = run("learn", file, "--command", f"{sys.executable} {checker} well", "--json", "--new")
    assert json.loads(well.stdout) == json.loads(undisturbed.stdout)
    asked_in_all = len((tmp_path / "answered").read_bytes())
    assert asked_in_all == 2 * json.loads(well.stdout)["questions"]  # no question was put twice


def test_a_command_that_comes_back_after_a_fresh_start_is_given_one(run, tmp_path):
    checker = tmp_path / "checker.py"
    checker.write_text(
        f"import json, sys\nsys.path.insert(0, {str(EXAMPLES)!r})\nimport timetable\n"
        "for count, line in enumerate(sys.stdin):\n"
        "    if count == 50:\n        sys.exit(3)\n"
        "    print('yes' if timetable.fine(json.loads(line)['example']) else 'no', flush=True)\n"
    )
    done = run("learn", EXAMPLES / "timetable.toml", "--command", f"{sys.executable} {checker}", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["status"] == "converged"


def test_an_object_answers_rules_and_numbers_too(run, tmp_path):
    (tmp_path / "ward.toml").write_text(
        'language = ["!=", { relation = "count(night) <= k", over = "row" }]\n'
        '[variables.g]\nrows = 3\ncolumns = 3\ndomain = ["off", "early", "night"]\n'
    )
    (tmp_path / "wardor.py").write_text(
        "from pathlib import Path\n"
        "class Logged:\n"
        "    def ask(self, query):\n"
        "        rows = ([query.shown.get(f'g[{i},{j}]') for j in range(3)] for i in range(3))\n"
        "        return all(row.count('night') <= 1 for row in rows)\n"
        "    def ask_rule(self, claim):\n"
        "        return None\n"
        "    def ask_number(self, number):\n"
        "        Path('asked.txt').write_text(number.bound.name)\n"
        "        return 1\n"
        "logged = Logged()\n"
    )
    done = run("learn", "ward.toml", "--oracle", "wardor.py:logged", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["status"], len(found["constraints"])) == ("converged", 3)
    assert (tmp_path / "asked.txt").read_text() == "count(night) <= k"


def test_new_writes_a_file_that_can_be_learned(run, tmp_path):
    done = run("new", "week.toml")
    assert (done.returncode, done.stderr) == (0, "")
    (tmp_path / "rules.py").write_text("def fine(example):\n    return 'off' not in example.values()\n")
    learned = run("learn", "week.toml", "--oracle", "rules.py:fine", "--json")
    assert json.loads(learned.stdout)["status"] == "incomplete"  # no relation in it says anything about one cell
    assert learned.returncode == 3
    # What is commented out in it can be used as it stands.
    text = (tmp_path / "week.toml").read_text()
    for line in ("  # { relation", "# [groups]", "# trainees", "# weekend"):
        assert line in text
        text = text.replace(line, line.replace("# ", "", 1))
    problem = parse_problem(text, source="week.toml").problem
    assert [relation.over for relation in problem.language if relation.over] == [
        ("next in row",),
        ("row, only weekend",),
        ("row",),
        ("column", "column, only trainees"),
    ]
    start, end = text.index("language = ["), text.index("# language =")
    common = parse_problem(text[:start] + text[end:].replace("# language =", "language =", 1), source="week.toml")
    assert {"count(late) <= k", "alldifferent"} <= {relation.name for relation in common.problem.language}
    assert set(problem.groups) == {"trainees", "weekend"}
    again = run("new", "week.toml")
    assert again.returncode == 2
    assert "exists" in again.stderr


@pytest.mark.parametrize("name", TARGETS)
def test_an_example_is_written_and_learned_as_its_message_says(name, run, tmp_path):
    (tmp_path / "inner").mkdir()
    done = run("new", f"inner/{name}.toml", "--example", name)
    assert (done.returncode, done.stderr) == (0, "")
    written = {path.name: path for path in (tmp_path / "inner").iterdir()}
    assert set(written) == {path.name for path in EXAMPLES.iterdir() if path.stem.split("_")[0] == name}
    assert {name: path.read_bytes() for name, path in written.items()} == {
        name: (EXAMPLES / name).read_bytes() for name in written
    }
    assert not any(path.is_symlink() for path in written.values())
    command = shlex.split(done.stdout.splitlines()[-1].partition("tacit ")[2].replace('"python', f'"{sys.executable}'))
    learned = run(*command, "--json")
    assert json.loads(learned.stdout)["status"] == "converged", learned.stderr


def test_an_example_under_another_name(run, tmp_path):
    assert run("new", "ward.toml", "--example", "roster").returncode == 0
    assert {path.name for path in tmp_path.iterdir()} == {"ward.toml", "roster_known.csv", "roster.py"}
    assert read_problem_file(tmp_path / "ward.toml").examples[0].path == tmp_path / "roster_known.csv"


def test_an_example_overwrites_nothing(run, tmp_path):
    for name in ("roster.toml", "roster_known.csv", "roster.py"):
        (tmp_path / name).write_text("mine")
        refused = run("new", "roster.toml", "--example", "roster")
        assert (refused.returncode, refused.stderr) == (2, f"tacit: {name} exists; nothing was written\n")
        assert [path.read_text() for path in tmp_path.iterdir()] == ["mine"]
        (tmp_path / name).unlink()


def test_an_example_that_is_not_there(run, tmp_path):
    refused = run("new", "roster.toml", "--example", "rooster")
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert "there is no such example (did you mean 'roster'?). There are: timetable, roster, " in refused.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_person_through_a_pipe(run):
    file = EXAMPLES / "timetable.toml"
    done = run("learn", file, stdin="?\n?\nx\n?\nu\nq\n")
    assert done.returncode == 0
    assert "2 answers are kept" in done.stdout
    assert "'x' is none of the keys" in done.stdout
    assert "\x1b" not in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80 + len(str(file))
    on = run("learn", file, stdin="")
    assert "Going on: 2 answers from before" in on.stdout
    assert "Question 3 " in on.stdout


WEEK = """
language = ["!=", "=="]
[variables]
day = { rows = ["anna", "ben", "carla"], domain = ["Mon", "Tue", "Wed"] }
"""


def test_a_person_contradicts_themselves_and_mends_it(run, tmp_path):
    """Not everything can be "no": the answers are shown side by side, and one of them is changed."""
    (tmp_path / "week.toml").write_text(WEEK)
    stuck = run("learn", "week.toml", stdin="n\n" * 30)
    assert "These answers can't all be right" in stuck.stdout
    numbers = [int(n) for n in re.findall(r"^Question (\d+), answered", stuck.stdout, flags=re.M)]
    assert numbers
    wrong = run("learn", "week.toml", stdin=f"999\n{numbers[-1]}\nq\n")
    assert "One of " in wrong.stdout
    assert "Changed. " in wrong.stdout
    assert wrong.returncode == 0


def test_a_person_comes_back_to_what_they_did_not_know(run, tmp_path):
    (tmp_path / "week.toml").write_text(WEEK)
    open_still = run("learn", "week.toml", stdin="?\n" * 200)
    assert "questions you did not know. Look at them again?" in " ".join(open_still.stdout.split())
    decided = run("learn", "week.toml", stdin="y\n" * 400)
    assert "Done, if your answers are right and these relations can say it" in decided.stdout
    assert "Nothing was learned" in decided.stdout


def test_a_person_at_a_terminal(tmp_path):
    """Single keys without Enter, on a real pseudo terminal. Cells that have changed are marked in bold."""
    environment = {**os.environ, "TACIT_DB": str(tmp_path / "db.sqlite"), "TERM": "xterm"}
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(tmp_path)
        os.execve(sys.executable, [sys.executable, "-m", "tacit", "learn", str(EXAMPLES / "roster.toml")], environment)
    seen = b""

    def until(what):
        nonlocal seen
        while what not in seen:
            assert select.select([terminal], [], [], 60)[0], seen
            seen += os.read(terminal, 4096)
        seen = seen[seen.index(what) + len(what) :]

    until(b"Question 1")
    # The plans that are known show rules, which are read out first: a "no" is asked which of them are wrong.
    for key, shown in ((b"n\r", b"Question 2"), (b"y", b"Question 3"), (b"u", b"Question 2"), (b"?", b"Question 3")):
        until(b"[q] leave")
        os.write(terminal, key)
        until(shown)
    until(b"[q] leave")
    os.write(terminal, b"q")
    until(b"2 answers are kept")
    _, status = os.waitpid(child, 0)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["none.toml"], "none.toml: there is no such file"),
        (["."], ". is a folder; a problem file is needed"),
        (["{file}", "--oracle", "a:b", "--command", "c"], "either --oracle or --command"),
        (["{file}", "--limit", "3"], "--limit has an effect only with --command"),
        (["{file}", "--json"], "--json needs --oracle, --command or --passive"),
        (["{file}", "--oracle", "nosuchmodule:fine"], "nosuchmodule"),
        (["{file}", "--command", "./nosuchcommand"], "nosuchcommand"),
        (["{file}", "--algorithm", "mquack"], "mquack"),
        (["{file}", "--values", "max_v"], "--values has no effect here: the guided learner"),
        (["{file}", "--oracle", "os:getcwd"], "). 0 answers are kept"),
        (["{file}", "-o", "model.mzn", "--oracle", "a:b"], "a model is kept as .json"),
        (["{file}", "--db", "/dev/null/x"], "/dev/null/x"),
        (["{file}", "--examples", "none.csv"], "none.csv"),
    ],
)
def test_mistakes_are_one_line_and_exit_code_2(arguments, message, run):
    done = run("learn", *(a.format(file=EXAMPLES / "timetable.toml") for a in arguments))
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr


COMMANDS = ["learn", "new", "export", "solve", "check", "diff", "bench", "reproduce"]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example_and_exit_codes(command, run):
    done = run(command, "--help")
    assert done.returncode == 0
    assert f"tacit {command} " in done.stdout.partition("Usage:")[2].partition("\n")[2]
    assert "Exit codes" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "\x1b" not in done.stdout


def test_help_lists_all_commands(run):
    done = run("--help")
    assert all(f"  {command} " in done.stdout for command in COMMANDS)
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_a_file_without_answers_is_no_model_yet(run):
    done = run("solve", EXAMPLES / "timetable.toml")
    assert done.returncode == 2
    assert "there are no answers to" in done.stderr


def test_nothing_to_ask_is_said(run, tmp_path):
    """With a language that makes no candidate there is no question and no crash, but a model that `solve` accepts."""
    (tmp_path / "one.toml").write_text('name = "one"\nlanguage = ["!="]\n[variables]\na = { domain = "1..3" }\n')
    done = run("learn", "one.toml")
    assert done.returncode == 0
    assert done.stdout.split("\n") == [
        "There is nothing to ask: no relation of the language says anything about these",
        "variables.",
        "",
    ]
    solved = run("solve", "one.toml")
    assert (solved.returncode, solved.stdout.strip()[:4]) == (0, "a = ")
