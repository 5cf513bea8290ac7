"""A log of an earlier format opens in every later tacit: with real files of old formats, and with made-up steps."""

from __future__ import annotations

import json
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from tacit.interview import FOR_PEOPLE, PERSON, Answerer, Interview, Log, LogError
from tacit.interview.log import Entry
from tacit.interview.migrations import connect
from tacit.interview.schema import FORMAT
from tacit.structure.finding import find_family
from tacit.structure.rule import Rule

HERE = Path(__file__).parent
OLD = HERE / "data" / "format-1.sqlite"
TOLD = json.loads(OLD.with_suffix(".json").read_text(encoding="utf-8"))
COPY = re.compile(r"db\.format-1\.\d{4}-\d\d-\d\dT\d{6}\.sqlite")


@pytest.fixture
def path(tmp_path):
    """A log of format 1, as people have it."""
    path = tmp_path / "db.sqlite"
    shutil.copyfile(OLD, path)
    return path


def dump(path):
    with closing(sqlite3.connect(path)) as db:
        (number,) = db.execute("PRAGMA user_version").fetchone()
        return [f"format {number}", *db.iterdump()]


def copies(path):
    return [each for each in path.parent.iterdir() if each.name not in (path.name, f"{path.name}-shm")]


# --- real files of old formats ---


def test_a_log_of_format_1_has_all_its_answers(path):
    with Log(path) as log:
        for told in TOLD:
            entries = [[e.round, e.kind, e.query, e.answer] for e in log.entries(told["id"])]
            assert entries == told["entries"]
        assert {kind for _, kind, _, _ in TOLD[0]["entries"]} == {"question", "mark", "verdict"}
        assert {kept.id for kept in log.all()} == {1, 2}
        log.delete(3, deleted=False)
        assert {kept.id for kept in log.all()} == {1, 2, 3}


def test_an_interview_of_format_1_goes_on_with_the_question_it_was_left_at(path):
    (told,) = [told for told in TOLD if told["made"] == "two_rounds"]
    sys.path.insert(0, str(OLD.parent))
    try:
        from make_format_1 import fine
    finally:
        sys.path.pop(0)
    with Log(path) as log:
        interview = Interview.open(log, told["id"])
        assert interview.query.shown == told["open"]
        assert log.kept(told["id"]).round == told["round"]
        assert interview.relations == ["x != Mon or y != Tue"]
        assert [known.source for known in interview.examples] == ["known.csv, line 2"]
        while interview.query is not None:
            interview.answer(fine(interview.query))
        assert interview.result.status == "converged"
        assert "day[anna] != Mon or day[ben] != Tue" in {str(c) for c in interview.result.network}
        answers = interview.answers
    with Log(path) as log:
        interview = Interview.open(log, told["id"])
        assert (interview.query, interview.answers, log.kept(told["id"]).round) == (None, answers, told["round"])


def test_answers_of_people_are_used_whatever_they_are_asked_now(path):
    (told,) = [told for told in TOLD if told["made"] == "for_people"]
    with Log(path) as log:
        interview = Interview.open(log, told["id"])
        assert interview.answers == interview.reused == len(told["entries"])
        interview.answer(None)


def test_an_old_interview_goes_on_with_rules(path):
    """As `tacit learn` and the page do it now: what was answered is known, and a rule can be said."""
    (told,) = [told for told in TOLD if told["made"] == "for_people"]
    with Log(path) as log:
        kept = Interview.open(log, told["id"])
        interview = Interview(log, log.kept(told["id"]), kept.file, **FOR_PEOPLE)
        assert interview.reused == len(told["entries"])
        before = interview.question
        cells = find_family(interview.file.problem.vocabulary, "cells day[carla], day[dora]")
        interview.tell_rule(Rule(interview.file.problem.language[0], cells))
        assert log.entries(told["id"])[-1].query == {"rule": "!=", "over": "cells day[carla], day[dora]"}
        interview.undo()
        assert interview.question == before


def test_an_old_log_gets_the_tables_of_a_new_one(path, tmp_path):
    def tables(path):
        with closing(sqlite3.connect(path)) as db:
            rows = db.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
        without_comments = {name: re.sub(r"--.*", "", sql or "") for name, sql in rows}
        return {name: re.sub(r'["\s]', "", sql) for name, sql in without_comments.items()}

    Log(path).close()
    Log(tmp_path / "new.sqlite").close()
    assert tables(path) == tables(tmp_path / "new.sqlite")


def test_a_log_of_format_2_has_all_its_answers_about_rules(tmp_path):
    path = tmp_path / "db.sqlite"
    shutil.copyfile(HERE / "data" / "format-2.sqlite", path)
    told = json.loads((HERE / "data" / "format-2.json").read_text(encoding="utf-8"))
    with Log(path) as log:
        entries = log.entries(told["id"])
        assert [[e.round, e.kind, e.query, e.answer, list(e.exceptions)] for e in entries] == told["entries"]
        assert {entry.number for entry in entries} == {None}
        assert {kind for _, kind, *_ in told["entries"]} == {"question", "rule", "told"}
        interview = Interview.open(log, told["id"])
        assert interview.reused == len(entries)
        interview.answer(None)


def test_of_a_log_of_format_3_nobody_knows_who_answered(tmp_path):
    path = tmp_path / "db.sqlite"
    shutil.copyfile(HERE / "data" / "format-3.sqlite", path)
    told = json.loads((HERE / "data" / "format-3.json").read_text(encoding="utf-8"))
    with Log(path) as log:
        entries = log.entries(told["id"])
        assert [[e.round, e.kind, e.query, e.answer, e.number] for e in entries] == told["entries"]
        assert 2 in {entry.number for entry in entries}
        assert log.kept(told["id"]).answerers == ()
        file = Interview.open(log, told["id"]).file
        checker = Answerer.command("./checker")
        Interview.resume(log, file, answerer=checker, **FOR_PEOPLE).answer(None)  # so whoever comes may go on
        assert log.kept(told["id"]).answerers == (checker,)


def test_in_a_log_of_format_4_nobody_knows_who_gave_which_answer_and_nothing_is_flagged(tmp_path):
    path = tmp_path / "db.sqlite"
    shutil.copyfile(HERE / "data" / "format-4.sqlite", path)
    told = json.loads((HERE / "data" / "format-4.json").read_text(encoding="utf-8"))
    with Log(path) as log:
        entries = log.entries(told["id"])
        assert [[e.round, e.kind, e.query, e.answer, e.number] for e in entries] == told["entries"]
        assert {entry.giver for entry in entries} == {None}
        assert [str(each) for each in log.kept(told["id"]).answerers] == ["a person", "the command ./checker"]
        Interview.open(log, told["id"]).answer(None)
        assert [entry.giver for entry in log.entries(told["id"])] == [None, None, PERSON]
        assert not any(entry.flagged or entry.note for entry in entries)
        Interview.open(log, told["id"]).remark(1, flagged=True, note="ask Carla")
        assert (log.entries(told["id"])[0].flagged, log.entries(told["id"])[0].note) == (True, "ask Carla")


# --- made-up steps ---


def another_kind(db):
    """A step that changes what SQLite can't alter: a CHECK."""
    (sql,) = db.execute("SELECT sql FROM sqlite_master WHERE name = 'answer'").fetchone()
    db.execute(re.sub('TABLE "?answer"?', "TABLE answer_new", sql.replace("'verdict'", "'verdict', 'guess'")))
    db.execute("INSERT INTO answer_new SELECT * FROM answer")
    db.execute("DROP TABLE answer")
    db.execute("ALTER TABLE answer_new RENAME TO answer")


def another_column(db):
    """A step that adds a column to a table; deleting its rows would delete the rows that refer to them."""
    (sql,) = db.execute("SELECT sql FROM sqlite_master WHERE name = 'round'").fetchone()
    new = sql.replace("number INTEGER", "begun REAL, number INTEGER").replace("TABLE round", "TABLE round_new")
    db.execute(new)
    db.execute("INSERT INTO round_new SELECT interview, 0, number, options, version FROM round")
    db.execute("DROP TABLE round")
    db.execute("ALTER TABLE round_new RENAME TO round")


def failing(db):
    db.execute("UPDATE interview SET name = 'half-way'")
    db.execute("DELETE FROM answer")
    db.execute("INSERT INTO nowhere VALUES (1)")


def test_steps_are_taken_in_order_and_nothing_is_lost(path):
    answers = "SELECT * FROM answer ORDER BY interview, position"
    with closing(sqlite3.connect(path)) as db:
        before = db.execute(answers).fetchall()
    with closing(connect(path, steps=[another_kind, another_column])) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (3,)
        assert db.execute(answers).fetchall() == before
        assert db.execute("SELECT count(*), sum(begun) FROM round").fetchone() == (4, 0)
        db.execute("UPDATE answer SET kind = 'guess' WHERE kind = 'mark'")
        with pytest.raises(sqlite3.IntegrityError):  # references are enforced again
            db.execute("UPDATE answer SET round = 7")
        db.execute("DELETE FROM interview WHERE id = 1")
        assert db.execute("SELECT count(*) FROM answer WHERE interview = 1").fetchone() == (0,)


def test_only_the_steps_that_are_missing_are_taken(path):
    connect(path, steps=[another_kind]).close()
    connect(path, steps=[failing, another_column]).close()
    assert dump(path)[0] == "format 3"
    connect(path, steps=[failing, failing]).close()


def test_the_old_file_is_kept_beside_it(path):
    path.chmod(0o640)
    before = dump(path)
    connect(path, steps=[another_kind]).close()
    (copy,) = copies(path)
    assert COPY.fullmatch(copy.name)
    assert dump(copy) == before
    assert copy.stat().st_mode == path.stat().st_mode
    with Log(copy) as log:  # this tacit plays the part of the earlier one
        assert Interview.open(log, 1).query.shown == TOLD[0]["open"]


def test_what_needs_no_step_is_not_copied(path):
    connect(path, steps=[]).close()
    assert copies(path) == []


def commits(db):
    db.execute("DELETE FROM answer")
    db.executescript("UPDATE interview SET name = 'committed'; SELECT 1;")


def leaves_answers_without_a_round(db):
    db.execute("DELETE FROM round")


def has_a_bug(db):
    db.execute("DELETE FROM answer")
    raise KeyError("options")


@pytest.mark.parametrize("wrong", [failing, commits, leaves_answers_without_a_round, has_a_bug])
def test_a_step_that_fails_leaves_the_old_file(path, wrong):
    before = dump(path)
    with pytest.raises(LogError, match="can't be brought from format 1 to format 3, and stays as it was"):
        connect(path, steps=[another_kind, wrong])
    assert dump(path) == before
    assert copies(path) == []
    connect(path, steps=[another_kind, another_column]).close()
    (copy,) = copies(path)
    with Log(copy) as log:
        assert Interview.open(log, 1).query.shown == TOLD[0]["open"]


def test_a_log_of_a_later_format_is_refused_and_not_touched(path):
    connect(path, steps=[another_kind, another_column]).close()
    before = path.read_bytes()
    with pytest.raises(LogError, match=r"written by a newer version of tacit \(format 3; this one knows 2\)$"):
        connect(path, steps=[another_kind])
    assert path.read_bytes() == before


def test_a_file_of_another_program_is_not_touched(tmp_path):
    other = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(other)) as db:
        db.execute("CREATE TABLE t (x)")
    before = other.read_bytes()
    with pytest.raises(LogError, match="not a file of tacit's interviews"):
        Log(other)
    assert other.read_bytes() == before


def test_an_earlier_tacit_that_still_runs_does_not_write_into_the_new_format(path):
    with Log(path) as log:
        number = log.entries(1)[-1].position + 1
        log.append(1, [Entry(number, 1, "question", {"day[anna]": "Mon"}, True)])
        connect(path, steps=[another_kind] * FORMAT).close()
        before = dump(path)
        with pytest.raises(LogError, match=f"a newer tacit has brought it to format {FORMAT + 1}"):
            log.append(1, [Entry(number + 1, 1, "question", {"day[anna]": "Tue"}, True)])
    assert dump(path) == before


# --- other processes ---

PROGRAM = """
import os, sys, time
sys.path.insert(0, {here!r})
from pathlib import Path
from test_migrations import another_kind, connect

def wait_and_count(db):
    db.execute("CREATE TABLE IF NOT EXISTS taken (by)")
    db.execute("INSERT INTO taken VALUES (?)", (os.getpid(),))
    time.sleep(0.3)

def die(db):
    db.execute("DELETE FROM answer")
    os.kill(os.getpid(), 9)

print("ready", flush=True)
while not Path({go!r}).exists():
    time.sleep(0.001)
connect(Path({path!r}), steps=[another_kind, {step}]).close()
print("open")
"""


def opening(path, step):
    program = PROGRAM.format(here=str(HERE), go=str(path.with_name("go")), path=str(path), step=step)
    return subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_killed_in_the_middle_of_a_step(path):
    before = dump(path)
    go = path.with_name("go")
    go.touch()
    killed = opening(path, "die")
    killed.communicate(timeout=60)
    assert killed.returncode == -signal.SIGKILL
    assert dump(path) == before
    connect(path, steps=[another_kind, another_column]).close()
    assert dump(path)[0] == "format 3"


def test_several_processes_open_it_at_once(path):
    several = [opening(path, "wait_and_count") for _ in range(4)]
    assert [each.stdout.readline() for each in several] == ["ready\n"] * 4
    path.with_name("go").touch()
    ended = [each.communicate(timeout=60) for each in several]
    assert ended == [("open\n", "")] * 4
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT count(*) FROM taken").fetchone() == (1,)
    assert len([copy for copy in copies(path) if COPY.fullmatch(copy.name)]) == 1


def test_several_processes_make_it_at_once(tmp_path):
    program = """
import sys
from pathlib import Path
from tacit.interview.migrations import connect
for i in range(50):
    go = Path(f"go{i}")
    while not go.exists():
        pass
    connect(Path(f"db{i}.sqlite")).close()
    Path(f"open{i}-{sys.argv[1]}").touch()
"""
    command = [sys.executable, "-c", program]
    several = [subprocess.Popen([*command, str(n)], cwd=tmp_path, stderr=subprocess.PIPE, text=True) for n in range(3)]
    for i in range(50):
        (tmp_path / f"go{i}").touch()
        while not all((tmp_path / f"open{i}-{n}").exists() or each.poll() for n, each in enumerate(several)):
            time.sleep(0.001)
    assert [each.communicate(timeout=60) for each in several] == [(None, "")] * 3
