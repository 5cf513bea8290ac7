"""An interview that starts from an earlier model: as what is known, or as beliefs to confirm."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

import tacit
from tacit.benchmarks import load
from tacit.cli import main
from tacit.cli import tacit as command
from tacit.cli.models import load_model
from tacit.dialogue.oracles import as_oracle, asked_about
from tacit.exact.equivalence import equivalent
from tacit.formats import json_model
from tacit.formats.rule_folding import with_rules
from tacit.interview import Interview, Log
from tacit.problem.model import Model

ROSTER = """
name = "{name}"
language = ["!=", "x != night", {{ relation = "count(night) <= k", over = ["row", "column"] }}]
[variables]
shift = {{ rows = {people}, columns = {days}, domain = ["off", "early", "late", "night"] }}
"""
APRIL = ROSTER.format(name="april", people=["anna", "ben", "carla"], days=["Mon", "Tue", "Wed"])
MAY = ROSTER.format(name="may", people=["anna", "ben", "dora", "emil"], days=["Mon", "Tue", "Wed", "Thu"])


def talk(dialogue, target):
    oracle, asked = as_oracle(target, dialogue.problem), []
    while (question := dialogue.question) is not None:
        asked.append(question)
        example = isinstance(question, tacit.Query)
        dialogue.answer(oracle.ask(question) if example else asked_about(oracle, question))
    return asked


@pytest.mark.parametrize(("small", "large"), [("latin-4", "latin-6"), ("sudoku-4", "sudoku"), ("magic-3", "magic-4")])
def test_it_takes_fewer_questions_and_learns_the_same(small, large):
    before, after = load(small), load(large)
    carried = tacit.carry_over(before.target, after.problem)
    counts = []
    for options in ({}, {"expected": carried.expected}, {"claims": carried.known()}):
        dialogue = tacit.Dialogue(after.problem, algorithm="guided", rules=True, plans=0, **options)
        counts.append(len(talk(dialogue, after.target)))
        assert dialogue.result.status == "converged"
        assert equivalent(dialogue.result.network, after.target)
    without, beliefs, known = counts
    assert known < beliefs <= without


# --- at the terminal ---


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TACIT_DB", str(tmp_path / "log.sqlite"))
    for name, text in (("april.toml", APRIL), ("may.toml", MAY)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    problem = load_problem("april.toml")
    rows = [("count(night) <= 1", [n for n in problem.names if f"[{who}," in n]) for who in ("anna", "ben", "carla")]
    named = [("x != night", [n]) for n in problem.names if "[anna," in n]
    gone = [("x != off", [n]) for n in problem.names if "[carla," in n]
    model = with_rules(Model("april", problem.network([*rows, *named, *gone]), "converged", 9))
    (tmp_path / "april.json").write_text(json_model.write(model), encoding="utf-8")
    return tmp_path


def load_problem(name):
    from tacit.formats.problem_file import read_problem_file

    return read_problem_file(name).problem


def run(*arguments, typed="", code=0):
    done = CliRunner().invoke(command, list(arguments), input=typed, catch_exceptions=False)
    assert done.exit_code == code, done.output
    assert max(map(len, done.stdout.splitlines() or [""])) <= 80
    return done.stdout


def refused(capsys, *arguments):
    with pytest.raises(SystemExit) as left:
        main(list(arguments))
    assert left.value.code == 2
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    return said.err


def test_apply_says_what_carries_over_and_what_does_not(folder):
    said = run("apply", "april.json", "may.toml", "-o", "may.json")
    assert said == (
        "1 of 3 rules carries over to may.\n"
        "\n"
        "Please check:\n"
        "- in each row of shift: at most 1 × night (it was said of 3 cells, and here\n"
        "  there are 4)\n"
        "\n"
        "About people, lines or cells by their names, not applied; --named applies them:\n"
        "- in row anna of shift: no cell is night\n"
        "\n"
        "Left out:\n"
        "- in row carla of shift: no cell is off (there is no row carla in the new\n"
        "  problem)\n"
        "\n"
        "These rules (4 constraints) have a solution.\n"
        "Written to may.json: tacit solve may.json\n"
    )
    assert len(load_model("may.json").network) == 4
    assert "shift" in run("solve", "may.json")
    assert "in each of the 4 rows of shift: at most 1 × night" in run("export", "may.json", "--to", "markdown")


def test_apply_with_names(folder):
    said = run("apply", "april.json", "may.toml", "-o", "may.json", "--named")
    assert said.startswith("2 of 3 rules carry over to may, 1 rule by name among them.\n")
    assert "by their names, and applied, because of --named:" in said
    assert len(load_model("may.json").network) == 8


def test_rules_that_clash_are_named(folder):
    may = (folder / "may.toml").read_text(encoding="utf-8")
    nights = '\nbackground = [{ relation = "count(night) >= 2", over = "row" }, "shift[ben,Mon] == late"]\n[variables]'
    (folder / "may.toml").write_text(may.replace("\n[variables]", nights), encoding="utf-8")
    said = run("apply", "april.json", "may.toml", code=1)
    assert said.endswith(
        "There is no solution: these rules clash, and would not without any one of them:\n"
        "- in each row of shift: at most 1 × night\n"
    )


def test_a_background_without_a_solution_is_said_to_be_it(folder):
    may = (folder / "may.toml").read_text(encoding="utf-8")
    nothing = '\nbackground = ["shift[ben,Mon] == late", "shift[ben,Mon] == off"]\n[variables]'
    (folder / "may.toml").write_text(may.replace("\n[variables]", nothing), encoding="utf-8")
    assert "the background of the new problem has none by itself" in run("apply", "april.json", "may.toml", code=1)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("apply", "april.json", "june.toml"), "june.toml: there is no such file"),
        (("apply", "march.json", "may.toml"), "march.json"),
        (("apply", "april.json", "april.json"), "april.json"),
        (("apply", "april.json", "may.toml", "-o", "may.csv"), "-o may.csv: a model is kept as .json"),
        (("apply", "april.json", "may.toml", "-o", "no/may.json"), "there is no folder no"),
        (("apply", "april.json", "may.toml", "--reading", "row"), "--reading row: RULE=FAMILY is needed"),
        (("apply", "april.json", "may.toml", "--reading", "count(night) <= 1"), "RULE=FAMILY is needed"),
        (("apply", "april.json", "may.toml", "--reading", "x=rwo"), "reading of 'x': nothing here is called 'rwo'"),
        (("apply", "april.toml", "may.toml"), "there are no answers to april.toml"),
        (("learn", "may.toml", "--background", "april.json", "--beliefs", "april.json"), "either --background or"),
        (("learn", "may.toml", "--named"), "--reading and --named go with --background or --beliefs"),
        (("learn", "may.toml", "--beliefs", "april.json", "--algorithm", "mquacq"), "rules can't be asked about here"),
    ],
)
def test_mistakes_are_one_line(folder, capsys, arguments, why):
    assert why in refused(capsys, *arguments)


def test_beliefs_are_asked_first(folder):
    said = run("learn", "may.toml", "--beliefs", "april.json", typed="leave\n")
    assert said.startswith(
        "From april.json: 2 rules to be asked about first, 1 left out. (tacit apply lists\n  them.)\n"
    )
    assert "at most how often may night occur? (Expected: 1.)" in " ".join(said.split())
    again = run("learn", "may.toml", typed="1\nleave\n")  # what it began with is in the log
    assert "(Expected: 1.)" in again
    assert "row anna of shift" in " ".join(again.split())


def test_background_is_known(folder):
    said = run("learn", "may.toml", "--background", "april.json", typed="leave\n")
    assert "1 rule taken as known, 1 rule to be asked about first, 1 left out." in " ".join(said.split())
    assert "row anna of shift" in " ".join(said.split())
    with Log(durable=False) as log:
        interview = Interview.open(log, 1)
        assert [(entry.kind, entry.query["over"]) for entry in interview.entries] == [("told", "row of shift")]
        assert len(interview.learned()) == 4


def test_a_relation_that_the_language_lacks_is_added(folder):
    may = (folder / "may.toml").read_text(encoding="utf-8")
    (folder / "may.toml").write_text(may.replace('"x != night", ', ""), encoding="utf-8")
    said = run("learn", "may.toml", "--background", "april.json", "--named", typed="leave\n")
    assert "2 rules taken as known" in said
    with Log(durable=False) as log:
        assert len(Interview.open(log, 1).learned()) == 8
