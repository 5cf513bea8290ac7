"""Commands that answer, and all the ways in which a command can fail to."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import tacit
from tacit.dialogue.oracles.command import CommandError, CommandOracle, claim_message
from tacit.errors import OptionError, OracleError
from tacit.problem.query import Query
from tacit.problem.vocabulary import Vocabulary
from tacit.structure.finding import find_family
from tacit.structure.rule import Free, Number, Rule

V = Vocabulary({"anna": ["Mon", "Tue"], "ben": ["Tue", "Wed"], "room": range(1, 4)})
SHORT = 0.4  # seconds; for tests that wait for a command that hangs
LONG = 60.0  # for tests that are not about the limit


def question(**values) -> Query:
    return Query(V, V.encode(values or {"anna": "Mon", "room": 2}))


@pytest.fixture
def command(tmp_path):
    """A Python script as a command; it sees `lines` (of its stdin) and `say` (a line, flushed)."""

    def write(body: str) -> list[str]:
        head = "import json, os, signal, subprocess, sys, time\nlines = iter(sys.stdin.readline, '')\n"
        head += "def say(text):\n    print(text, flush=True)\n"
        path = tmp_path / "checker.py"
        path.write_text(head + textwrap.dedent(body), encoding="utf-8")
        return [sys.executable, str(path)]

    return write


def ask(oracle: CommandOracle, times: int, query: Query | None = None) -> list[bool | None]:
    """The answers until the command ends. If that is an error, the answers before it are in `given`."""
    given.clear()
    with oracle:
        for _ in range(times):
            given.append(oracle.ask(query or question()))
    return list(given)


given: list[bool | None] = []


def failure(oracle: CommandOracle, asks: int = 1) -> str:
    with pytest.raises(CommandError) as caught:
        ask(oracle, asks)
    return str(caught.value)


def wait_for(happened: Callable[[], object], what: str) -> None:
    end = time.monotonic() + LONG
    while not happened():
        assert time.monotonic() < end, f"{LONG:.0f} s have passed, and {what}"
        time.sleep(0.02)


def gone(pid: int) -> bool:
    """Does the process end within half a minute?"""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state in "ZX":
            return True
        time.sleep(0.02)
    return False


# --- what is sent and what is understood ---


def test_a_question_is_one_json_object_a_line(command, tmp_path):
    seen = tmp_path / "seen"
    script = command(
        f"out = open({str(seen)!r}, 'w')\nfor line in lines:\n    out.write(line); out.flush(); say('yes')"
    )
    with CommandOracle(script, limit_s=LONG) as oracle:
        assert oracle.ask(question(anna="Mon", ben="Wed", room=3)) is True
        assert oracle.ask(question(ben="Tue")) is True
    assert [json.loads(line) for line in seen.read_text().splitlines()] == [
        {"id": 1, "example": {"anna": "Mon", "ben": "Wed", "room": 3}},
        {"id": 2, "example": {"ben": "Tue"}},
    ]


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ('{"answer": "yes"}', True),
        ('{"answer": "No"}', False),
        ('{"answer": "unknown"}', None),
        ('{"answer": true}', True),
        ('{"answer": false, "because": [1, 2]}', False),
        ('{"answer": null}', None),
        ('{"answer": "true", "id": 1}', True),
        ("yes", True),
        ("NO", False),
        ("unknown", None),
        ("True", True),
        ("false", False),
        ("null", None),
        ('"no"', False),
        ("  yes \r", True),
    ],
)
def test_all_forms_of_an_answer(command, said, meant):
    with CommandOracle(command(f"for line in lines: say({said!r})"), limit_s=LONG) as oracle:
        assert oracle.ask(question()) is meant


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        ("maybe", "'maybe', which is not JSON"),
        ("", "an empty line"),
        ("1", "'1'"),
        ("[true]", r"'\[true\]'"),
        ('{"answer": "perhaps"}', "perhaps"),
        ('{"answer": 0}', "'{\"answer\": 0}'"),
        ('{"reply": "yes"}', 'which has no "answer"'),
        ('{"answer": "yes", "id": 7}', "whose id is not 1"),
        ('{"answer": "yes"', "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("yes\nno", "'yes' and one more line: 'no'"),
        ("yes\nno\nno", "'yes' and 2 more lines"),
        ("yes\nno way", "'yes' and one more line: 'no way'"),
    ],
)
def test_what_is_no_answer_is_an_error_at_once(command, tmp_path, said, complaint):
    started = tmp_path / "started"
    script = command(
        f"open({str(started)!r}, 'a').write('x')\nfor line in lines:\n    sys.stdout.write({said + chr(10)!r}); "
        "sys.stdout.flush()"
    )
    message = failure(CommandOracle(script, limit_s=LONG))
    assert re.search(complaint, message)
    assert 'question 1, {"anna": "Mon", "room": 2}' in message
    assert 'what is accepted is one line {"answer": "yes"}' in message
    assert started.read_text() == "x"  # it was not started again


def test_not_utf_8(command):
    script = command("for line in lines: sys.stdout.buffer.write(b'ja\\xff\\n'); sys.stdout.flush()")
    assert "which is not UTF-8" in failure(CommandOracle(script, limit_s=LONG))


def test_a_line_without_an_end(command):
    script = command("for line in lines:\n    while True: sys.stdout.write('x' * 100_000)")
    assert "a line of more than 1,048,576 bytes, which starts with 'xxx" in failure(CommandOracle(script, limit_s=LONG))


def test_a_line_that_comes_later_is_noticed_before_the_next_question(command, tmp_path):
    said = tmp_path / "said"
    script = command(f"for line in lines: say('yes'); time.sleep(0.05); say('no'); open({str(said)!r}, 'w')")
    oracle = CommandOracle(script, limit_s=LONG)
    assert oracle.ask(question()) is True
    wait_for(said.exists, "the command has not printed its second line")
    with pytest.raises(CommandError, match="printed 'no', which nobody has asked for, after question 1, "):
        oracle.ask(question())


def test_a_line_that_comes_later_is_noticed_at_the_end(command):
    script = command("for line in lines: say('yes'); time.sleep(0.05); say('no')")
    oracle = CommandOracle(script, limit_s=LONG)
    assert oracle.ask(question()) is True
    with pytest.raises(CommandError, match="printed 'no', which nobody has asked for, after question 1, "):
        oracle.close()


def test_a_greeting_is_not_an_answer(command):
    script = command("say('checker 1.0')\nfor line in lines: say('yes')")
    with pytest.raises(CommandError, match=r"checker 1\.0"), CommandOracle(script, limit_s=LONG) as oracle:
        oracle.ask(question())


# --- commands that end ---


def test_exit_code_0_before_the_end_is_no_accident(command):
    """50 answers, then one message: the command must not be started again silently every 50 questions."""
    oracle = CommandOracle(command("for _ in range(50): next(lines); say('yes')"), limit_s=LONG)
    assert "ended with exit code 0, after 50 answers, on question 51, {" in failure(oracle, asks=100)
    assert given == [True] * 50
    assert oracle.restarts == []


def test_a_crash_is_tried_once_more(command, tmp_path):
    """The command counts in a file, so that it fails again when it is started again."""
    count = tmp_path / "count"
    script = command(f"""
        count = {str(count)!r}
        for line in lines:
            n = int(open(count).read()) if os.path.exists(count) else 0
            if n == 50:
                sys.exit("no licence for more than 50")
            open(count, "w").write(str(n + 1))
            say("no")
    """)
    oracle = CommandOracle(script, limit_s=LONG)
    message = failure(oracle, asks=100)
    assert given == [False] * 50
    assert 'ended with exit code 1 on question 51, {"anna": "Mon", "room": 2} (it was started again' in message
    assert message.endswith("The end of its stderr:\n  | no licence for more than 50")
    assert len(oracle.restarts) == 1


def test_a_crash_that_does_not_happen_again_is_no_error(command, tmp_path):
    once = tmp_path / "once"
    script = command(f"""
        for line in lines:
            if json.loads(line)["id"] == 3 and not os.path.exists({str(once)!r}):
                open({str(once)!r}, "w")
                os.kill(os.getpid(), signal.SIGSEGV)
            say(json.dumps({{"id": json.loads(line)["id"], "answer": True}}))
    """)
    with CommandOracle(script, limit_s=LONG) as oracle:
        assert [oracle.ask(question()) for _ in range(5)] == [True] * 5
    assert [what.startswith("was ended by signal 11 (SIGSEGV), after 2 answers,") for what in oracle.restarts] == [True]


def test_a_signal(command):
    message = failure(CommandOracle(command("next(lines); os.kill(os.getpid(), signal.SIGKILL)"), limit_s=LONG))
    assert "was ended by signal 9 (SIGKILL) on question 1" in message
    assert message.endswith("Its stderr is empty")


def test_no_retry_if_none_is_wanted(command):
    oracle = CommandOracle(command("next(lines); sys.exit(3)"), limit_s=LONG, retries=0)
    assert "ended with exit code 3 on question 1" in failure(oracle)
    assert oracle.restarts == []


def test_an_answer_without_an_end_of_line_and_then_the_end(command):
    message = failure(CommandOracle(command("next(lines); print('yes', end='')"), limit_s=LONG))
    assert "ended with exit code 0 (it printed 'yes', without an end of line) on question 1" in message


def test_it_closes_its_stdin_and_stays(command):
    oracle = CommandOracle(command("next(lines); os.close(0); say('yes'); time.sleep(1000)"), limit_s=LONG, retries=0)
    assert "closed its stdin or stdout, but did not end, after 1 answer, on question 2" in failure(oracle, asks=2)


def test_it_ends_before_the_first_question(command):
    message = failure(CommandOracle(command("sys.exit(4)"), limit_s=LONG))
    assert "ended with exit code 4 on question 1" in message


# --- commands that hang ---


def test_no_answer_in_time(command):
    oracle = CommandOracle(command("print('loading', file=sys.stderr)\nnext(lines); time.sleep(1000)"), limit_s=SHORT)
    message = failure(oracle)
    assert "gave no answer in 0.4 s (does it flush each line that it prints?) on question 1" in message
    assert "(it was started again, to no avail)" in message
    assert oracle._process is None


def test_an_answer_without_an_end_of_line(command):
    script = command("next(lines); sys.stdout.write('yes'); sys.stdout.flush(); time.sleep(1000)")
    message = failure(CommandOracle(script, limit_s=3, retries=0))
    assert "gave no answer in 3 s (it printed 'yes', without an end of line)" in message


def test_a_question_larger_than_a_pipe_to_a_command_that_does_not_read(command):
    many = Vocabulary({f"variable {i}": [1, 2] for i in range(20_000)})
    query = Query(many, many.encode(dict.fromkeys(many.names, 1)))
    deaf = CommandOracle(command("time.sleep(1000)"), limit_s=SHORT)
    with pytest.raises(CommandError, match=r"gave no answer in 0.4 s.* on question 1, {.{190,200} …") as caught:
        ask(deaf, 1, query)
    assert len(str(caught.value)) < 800
    with CommandOracle(command("for line in lines: say('yes' if len(line) > 300_000 else 'no')"), limit_s=LONG) as good:
        assert good.ask(query) is True


def test_a_flood_on_stderr_blocks_nobody_and_is_cut(command):
    script = command("""
        for line in lines:
            sys.stderr.write("\\x1b[31m" + "long and red " * 100_000 + "\\n" + "last\\n")
            sys.stderr.flush()
            if json.loads(line)["id"] == 3:
                sys.exit(1)
            say("yes")
    """)
    message = failure(CommandOracle(script, limit_s=LONG), asks=3)
    assert message.endswith("\n  | last")
    assert len(message) < 1200
    assert "\x1b" not in message


# --- the end ---


def test_nothing_is_left_of_a_command_and_its_children(command, tmp_path):
    """The child outlives its parent, keeps its stdout open, and ignores SIGTERM."""
    pids = tmp_path / "pids"
    script = command(f"""
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        child = subprocess.Popen(["sleep", "1000"])
        open({str(pids)!r}, "w").write(f"{{os.getpid()}} {{child.pid}}")
        for line in lines:
            say("yes")
        time.sleep(1000)
    """)
    with CommandOracle(script, limit_s=LONG) as oracle:
        assert oracle.ask(question()) is True
    assert [gone(int(pid)) for pid in pids.read_text().split()] == [True, True]


def test_a_child_that_keeps_stdout_open_does_not_hide_the_end(command, tmp_path):
    pids = tmp_path / "pids"
    script = command(f"""
        next(lines)
        open({str(pids)!r}, "a").write(f"{{subprocess.Popen(['sleep', '1000']).pid}} ")
        os._exit(7)
    """)
    assert "ended with exit code 7 on question 1" in failure(CommandOracle(script, limit_s=LONG))
    assert [gone(int(pid)) for pid in pids.read_text().split()] == [True, True]


def test_ctrl_c_leaves_nothing_behind(command, tmp_path):
    """Ctrl-C goes to our process group only. The command hangs and does not get it, but is ended all the same."""
    pid = tmp_path / "pid"
    script = command(f"next(lines)\nopen({str(pid)!r}, 'w').write(str(os.getpid()))\ntime.sleep(1000)")
    ours = f"""
import tacit
from tacit.dialogue.oracles.command import CommandOracle
problem = tacit.Problem({{"a": range(3), "b": range(3)}}, language=["!="])
with CommandOracle({script!r}, limit_s=1000) as oracle:
    tacit.learn(problem, oracle)
"""
    process = subprocess.Popen([sys.executable, "-c", ours], stderr=subprocess.PIPE, text=True, start_new_session=True)
    wait_for(lambda: process.poll() is not None or (pid.exists() and pid.read_text()), "the command has not been asked")
    assert process.poll() is None
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert "KeyboardInterrupt" in err
    assert gone(int(pid.read_text()))


def test_an_oracle_that_nobody_closed(command, tmp_path):
    pid = tmp_path / "pid"
    script = command(
        f"open({str(pid)!r}, 'w').write(str(os.getpid()))\nfor line in lines: say('yes')\ntime.sleep(1000)"
    )
    oracle = CommandOracle(script, limit_s=LONG)
    assert oracle.ask(question()) is True
    with pytest.warns(ResourceWarning):
        del oracle
    assert gone(int(pid.read_text()))


def test_it_can_be_asked_again_after_an_error(command):
    script = command("for line in lines: say('yes' if json.loads(line)['id'] == 2 else 'perhaps')")
    with CommandOracle(script, limit_s=LONG) as oracle:
        with pytest.raises(CommandError, match="perhaps"):
            oracle.ask(question())
        assert oracle.ask(question()) is True


# --- commands that can't be started ---


def test_what_can_not_be_started(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plain").write_text("say yes")
    (tmp_path / "text").write_text("say yes")
    (tmp_path / "lost").write_text("#!/no/such/python\n")
    for name in ("text", "lost"):
        (tmp_path / name).chmod(0o755)
    told = {
        "./nowhere": "there is no such program$",
        "no-such-program --fast": r"there is no such program in the PATH \(is it ./no-such-program\?\)",
        "./plain": "not executable",
        "./text": "not a program; a script needs a first line",
        "./lost": r"the program that its first line \(#!\) names does not exist",
        ".": "directory",
    }
    for command, why in told.items():
        with pytest.raises(CommandError, match=rf"^the command {re.escape(command)} can't be started: .*{why}"):
            CommandOracle(command).ask(question())


@pytest.mark.parametrize("command", ["", "  ", [], "it's", ["", "x"]])
def test_what_is_no_command(command):
    with pytest.raises(OptionError, match="command"):
        CommandOracle(command)


@pytest.mark.parametrize("limit", [0, -1, float("nan")])
def test_what_is_no_limit(limit):
    with pytest.raises(OptionError, match="time limit"):
        CommandOracle("true", limit_s=limit)


# --- at work ---

RULES = """
    for line in lines:
        e = json.loads(line)["example"]
        anna, ben, room = e.get("anna"), e.get("ben"), e.get("room")
        say("no" if anna is not None and anna == ben or anna == "Mon" and room == 1 else "yes")
"""


def test_learned_from_a_command(command):
    problem = tacit.Problem(
        {"anna": ["Mon", "Tue"], "ben": ["Tue", "Wed"], "room": range(1, 4)}, language=["!=", "x != Mon or y != 1"]
    )
    with CommandOracle(command(RULES), limit_s=LONG) as oracle:
        result = tacit.learn(problem, oracle)
    assert sorted(str(c) for c in result.network) == ["anna != Mon or room != 1", "anna != ben"]
    assert oracle.asked == len(result.answers)


def test_a_command_that_fails_ends_the_learning_with_its_own_message(command):
    problem = tacit.Problem({"a": range(3), "b": range(3)}, language=["!="])
    oracle = CommandOracle(command("for line in lines: say('hm')"), limit_s=LONG)
    with pytest.raises(OracleError, match="'hm', which is not JSON"), oracle:
        tacit.learn(problem, oracle)


def test_ten_thousand_questions(command):
    with CommandOracle(command("for line in lines: say('no')"), limit_s=LONG) as oracle:
        query = question()
        assert not any(oracle.ask(query) for _ in range(10_000))
        assert oracle.restarts == []


# --- questions about rules ---

GRID = tacit.Problem({f"grid[{i},{j}]": range(3) for i in range(3) for j in range(3)}, language=["==", "!="])

KNOWS_RULES = """
    def holds(constraint):
        relation, (a, b) = constraint
        return relation == "!=" and (a[5] == b[5] or a[7] == b[7])

    for line in lines:
        asked = json.loads(line)
        if "rule" in asked:
            say(json.dumps({"id": asked["id"], "answer": all(map(holds, asked["constraints"]))}))
        elif "free" in asked:
            known = [sorted(names) for _, names in asked["besides"]]
            required = [scope for scope in asked["scopes"] if holds(["!=", scope]) and sorted(scope) not in known]
            say(json.dumps({"id": asked["id"], "answer": not required}))
        else:
            example = asked["example"]
            clash = [(a, b) for a in example for b in example if a < b and holds(["!=", (a, b)])]
            say("no" if any(example[a] == example[b] for a, b in clash) else "yes")
"""


def test_a_command_is_asked_about_rules_only_if_it_is_said_to_know_them(command):
    with CommandOracle(command(KNOWS_RULES), limit_s=LONG) as oracle:
        without = tacit.learn(GRID, oracle, algorithm="guided")
    with CommandOracle(command(KNOWS_RULES), limit_s=LONG, rules=GRID.vocabulary) as oracle:
        result = tacit.learn(GRID, oracle, algorithm="guided")
    assert without.statistics.rules == 0 < result.statistics.rules
    assert result.statistics.questions < without.statistics.questions
    assert (result.status, len(result.network), result.network) == ("converged", 18, without.network)


ROWS = Rule(GRID.language[1], find_family(GRID.vocabulary, "row"))


def test_what_a_command_is_sent_about_rules():
    message = claim_message(ROWS, GRID.vocabulary)
    assert {**message, "constraints": message["constraints"][:1]} == {
        "rule": "In each row of grid, do all cells differ?",
        "relation": "!=",
        "over": "row of grid",
        "groups": ["row 0", "row 1", "row 2"],
        "constraints": [["!=", ["grid[0,0]", "grid[0,1]"]]],
    }
    assert len(message["constraints"]) == 9
    free = claim_message(Free(2, inside=(ROWS.family,), besides=(ROWS,)), GRID.vocabulary)
    assert free["free"] == "Two cells of one row of grid: besides that they differ, may they have any values?"
    assert free["scopes"] == [names for _, names in free["besides"]] == [names for _, names in message["constraints"]]


def test_a_command_may_name_exceptions_to_a_rule(command):
    said = [
        '{"answer": "no", "except": ["row 1"]}',
        "no",
        '{"answer": "no", "except": 1}',
        '{"answer": "yes", "except": ["a"]}',
    ]
    body = f"for line, reply in zip(lines, {said!r}):\n    say(reply)\n"
    with CommandOracle(command(body), limit_s=LONG, rules=GRID.vocabulary) as oracle:
        assert oracle.ask_rule(ROWS) == tacit.Answer(False, except_=("row 1",))
        assert oracle.ask_rule(ROWS) == tacit.Answer(False)
    body = 'for line in lines:\n    say(\'{"answer": "no", "except": ["rwo 1"]}\')\n'
    with pytest.raises(CommandError, match=r"'rwo 1' is no part of each row of grid \(did you mean 'row 1'"):
        CommandOracle(command(body), limit_s=LONG, rules=GRID.vocabulary).ask_rule(ROWS)
    for last in said[2:]:
        oracle = CommandOracle(command(f"for line in lines:\n    say({last!r})\n"), limit_s=LONG, rules=GRID.vocabulary)
        with pytest.raises(CommandError, match='whose "except" is not a list of names with a "no"'):
            oracle.ask_rule(ROWS)


# --- limits and numbers ---

WARD = tacit.Problem(
    {f"shift[{who},{day}]": ["off", "early", "night"] for who in ("anna", "ben") for day in ("Mon", "Tue", "Wed")},
    language=[{"relation": "count(night) <= k", "over": "row"}],
)
NIGHTS = Number(WARD.language[0], find_family(WARD.vocabulary, "row"))
CELLS = [[f"shift[{who},{day}]" for day in ("Mon", "Tue", "Wed")] for who in ("anna", "ben")]


def test_what_a_command_is_sent_about_limits_and_numbers():
    assert claim_message(NIGHTS, WARD.vocabulary) == {
        "number": "In each row of shift: at most how often may night occur?",
        "relation": "count(night) <= k",
        "over": "row of shift",
        "groups": ["row anna", "row ben"],
        "cells": CELLS,
    }
    assert claim_message(NIGHTS.nothing_tighter(2), WARD.vocabulary) == {
        "unlimited": "In each row of shift: besides at most 2 × night, may there be 2 × night?",
        "besides": [["count(night) <= 2", cells] for cells in CELLS],
        "relations": ["count(night) <= k"],
        "over": "row of shift",
        "cells": CELLS,
    }
    rule = claim_message(NIGHTS.rule(2), WARD.vocabulary)
    assert rule["rule"] == "In each row of shift, does night occur at most twice?"
    assert rule["constraints"] == [["count(night) <= 2", cells] for cells in CELLS]


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ('{"answer": 2}', tacit.Answer(True, number=2)),
        ("2", tacit.Answer(True, number=2)),
        ('{"answer": "no limit"}', tacit.Answer(True)),
        ("No limit", tacit.Answer(True)),
        ('{"answer": "it differs"}', tacit.Answer(False)),
        ("unknown", tacit.Answer(None)),
        ('{"answer": null}', tacit.Answer(None)),
    ],
)
def test_a_command_answers_with_a_number(command, reply, answer):
    with CommandOracle(
        command(f"for line in lines:\n    say({reply!r})\n"), limit_s=LONG, rules=WARD.vocabulary
    ) as oracle:
        assert oracle.ask_rule(NIGHTS) == answer


@pytest.mark.parametrize("reply", ["yes", '{"answer": true}', '{"answer": 2.0}', '{"answer": "2"}', '{"answer": "no"}'])
def test_what_is_no_number(command, reply):
    oracle = CommandOracle(command(f"for line in lines:\n    say({reply!r})\n"), limit_s=LONG, rules=WARD.vocabulary)
    with pytest.raises(CommandError, match=r'what is accepted is one line \{"answer": 3\}, "no limit", "it differs"'):
        oracle.ask_rule(NIGHTS)


def test_a_number_is_no_answer_about_a_rule(command):
    oracle = CommandOracle(command("for line in lines:\n    say('2')\n"), limit_s=LONG, rules=WARD.vocabulary)
    with pytest.raises(CommandError, match=r'one line {"answer": "yes"}, "no" or "unknown"'):
        oracle.ask_rule(NIGHTS.rule(2))
