"""`tacit mcp` as an assistant has it: a real process, asked over stdio by the package's own client."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from contextlib import asynccontextmanager

import pytest

pytest.importorskip("mcp", reason="needs tacit[mcp]")
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.types import ElicitResult

from kit.drive import said_by
from kit.reviewed import GRID
from kit.reviewed import TARGET as COLUMNS
from tacit import Number, Review, Rule
from tacit.formats.problem_file import parse_problem
from tacit.interview import FOR_PEOPLE, Interview, Log
from tacit.interview.question_text import question_text, ways_to_answer

TEXT = """
name = "nights"
language = ["!=", { relation = "count(night) <= k", over = "row" }]
[variables]
shift = { rows = ["anna", "ben", "carla"], columns = ["Mon", "Tue", "Wed"], domain = ["off", "day", "night"] }
"""
FILE = parse_problem(TEXT, source="problem")
PEOPLE, DAYS = ("anna", "ben", "carla"), ("Mon", "Tue", "Wed")
TARGET = FILE.problem.network(
    [("!=", [f"shift[{one},{day}]", f"shift[{other},{day}]"]) for day in DAYS for one, other in [PEOPLE[:2]]]
    + [("count(night) <= 1", [f"shift[{who},{day}]" for day in DAYS]) for who in PEOPLE]
)


class Assistant:
    """The client, and the process that it talks to."""

    def __init__(self, client):
        self.client = client

    async def said(self, tool, /, **arguments):
        """What a tool says; an error fails the test."""
        found = await self.client.call_tool(tool, arguments)
        text = "\n".join(each.text for each in found.content)
        assert not found.is_error, text
        return text

    async def refused(self, tool, /, **arguments):
        found = await self.client.call_tool(tool, arguments)
        assert found.is_error
        (content,) = found.content
        return content.text


@asynccontextmanager
async def assistant(db, on_question=None, mode="auto"):
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "tacit", "mcp", "--db", str(db)], env={"PATH": os.environ["PATH"]}
    )
    async with Client(stdio_client(server), elicitation_callback=on_question, mode=mode) as client:
        yield Assistant(client)


def process_of(db):
    """The process that serves this log."""
    found = subprocess.run(["pgrep", "-f", f"mcp --db {db}"], capture_output=True, text=True, check=True).stdout.split()
    return [int(pid) for pid in found]


def in_words(question, answer):
    """An answer as an assistant hands it over."""
    said = {"except_": list(answer.except_)} if answer.except_ else {}
    if isinstance(question, Number):
        word = answer.number if answer.number is not None else {True: "no limit", False: "it differs"}.get(answer.value)
        return said | {"answer": "don't know" if word is None else word}
    return said | {"answer": {True: "yes", False: "no", None: "don't know"}[answer.value]}


def kind_of(question):
    return "plan" if question.kind == "plan" else type(question).__name__


def test_a_whole_interview_with_a_kill_in_between(tmp_path):
    """What the assistant is shown is what the same interview shows elsewhere, before and after the kill."""
    db = tmp_path / "db.sqlite"
    log = Log(tmp_path / "mirror.sqlite")
    mirror = Interview.start(log, FILE, **FOR_PEOPLE)
    kinds = set()

    async def answer_some(talking, most, text):
        while mirror.question is not None and most:
            question, number = mirror.question, mirror.number
            assert question_text(mirror, question) in text
            kinds.add(kind_of(question))
            given = said_by(TARGET, question)
            by = "person" if number % 2 else "program"
            text = await talking.said(
                "answer", interview=1, question=number, answered_by=by, **in_words(question, given)
            )
            mirror.answer(given)
            most -= 1
        return text

    async def first():
        async with assistant(db) as talking:
            await answer_some(talking, 4, await talking.said("start_interview", problem=TEXT))
            for pid in process_of(db):
                os.kill(pid, signal.SIGKILL)
            with pytest.raises(Exception, match=r"(?i)clos|connection"):
                await talking.said("next_question", interview=1)

    async def second():
        async with assistant(db) as talking:
            assert "4 answers" in await talking.said("list_interviews")
            text = await answer_some(talking, 200, await talking.said("next_question", interview=1))
            assert "is over. Done, if your answers are right" in text
            model = json.loads(await talking.said("model", interview=1, as_json=True))
            words = await talking.said("model", interview=1)
            script = await talking.said("export", interview=1, to="minizinc")
            drawn = await talking.said("solve", interview=1, plans=2, values={"shift[anna,Mon]": "night"})
            table = await talking.said("solve", interview=1, plans=2, as_csv=True)
            return model, words, script, drawn, table, await talking.said("answers", interview=1, last=500)

    asyncio.run(first())
    model, words, script, drawn, table, history = asyncio.run(second())
    assert kinds >= {"Number", "Query", "plan"}, kinds
    assert mirror.result.status == "converged"
    assert model["status"] == "converged"
    assert "Learned (6 constraints)" in words
    assert "constraint" in script
    assert "night" in drawn
    assert table.splitlines()[0].startswith('"shift[anna,Mon]"')
    assert len(table.splitlines()) == 3
    with Log(db) as kept:
        entries = kept.entries(1)
        assert [(e.query, e.answer) for e in entries] == [(e.query, e.answer) for e in mirror.entries]
        assert [e.giver.is_person for e in entries] == [e.position % 2 == 1 for e in entries]
    assert history.count("by a person, through ") + history.count("by the assistant ") == len(entries)
    log.close()


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_questions_are_put_to_the_person(tmp_path, mode):
    """Both ways in which the protocol asks a person: in the middle of a call, and by a call that is repeated."""
    log = Log(tmp_path / "mirror.sqlite")
    mirror = Interview.start(log, FILE, **FOR_PEOPLE)
    put = []

    async def on_question(context, params):
        put.append(params)
        if len(put) == 1:
            return ElicitResult(action="decline")
        if len(put) == 2:
            return ElicitResult(action="cancel")
        content = {"answer": "perhaps"} if len(put) == 3 else {"answer": in_words(mirror.question, given())["answer"]}
        return ElicitResult(action="accept", content=json.loads(json.dumps(content)))

    def given():
        return said_by(TARGET, mirror.question)

    async def talk():
        async with assistant(tmp_path / "db.sqlite", on_question, mode) as talking:
            first = await talking.said("start_interview", problem=TEXT)
            text = await talking.said("ask_person", interview=1)
            assert text.startswith("1. don't know, by a person, through ")
            mirror.answer(None)
            assert "Stopped: the person cancelled. 1 answer kept" in await talking.said("ask_person", interview=1)
            refused = await talking.refused("ask_person", interview=1)
            assert "'perhaps' is no answer" in refused
            assert "\n" not in refused
            while isinstance(mirror.question, (Rule, Review)) and given().except_:
                mirror.answer(None)
                await talking.said(
                    "answer", interview=1, question=mirror.number - 1, answer="don't know", answered_by="person"
                )
            await talking.said("ask_person", interview=1)
            mirror.answer(given())
            return first

    first = asyncio.run(talk())
    assert put[0].message == first
    assert put[0].requested_schema["properties"]["answer"]
    with Log(tmp_path / "db.sqlite") as kept:
        entries = kept.entries(1)
        assert [(e.query, e.answer) for e in entries] == [(e.query, e.answer) for e in mirror.entries]
        assert all(e.giver.is_person for e in entries)
    log.close()


def test_whatever_is_wrong_is_said_in_one_line_and_the_server_lives_on(tmp_path):
    wrong = [
        ("start_interview", {}, "OptionError: exactly one way to describe the problem is needed"),
        ("start_interview", {"problem": "x = ["}, "ProblemFileError: problem: not TOML"),
        (
            "start_interview",
            {"example": "rooster"},
            "OptionError: there is no example 'rooster' (did you mean 'roster'?)",
        ),
        ("start_interview", {"who": ["a"]}, "OptionError: what: at least one is needed"),
        ("start_interview", {"example": "roster", "known_plans": "a,b\nc,d"}, "plans.csv"),
        ("next_question", {"interview": 99}, "DialogueError: there is no interview 99"),
        ("next_question", {"interview": "one"}, "next_question: interview: Input should be a valid integer"),
        ("answer", {"interview": 1}, "answer: question: Field required"),
        (
            "answer",
            {"question": 9, "answer": "yes", "answered_by": "person"},
            "question 9 is not the open one, which is 1",
        ),
        ("answer", {"question": 1, "answer": "maybe", "answered_by": "person"}, "AnswerError: 'maybe' is no answer"),
        ("answer", {"question": 1, "answer": 7, "answered_by": "person"}, "AnswerError: 7 is out of range"),
        ("answer", {"question": 1, "answer": "yes", "answered_by": "me"}, "AnswerError: answered_by is 'me'"),
        (
            "answer",
            {"question": 1, "answer": "no", "answered_by": "person"},
            "AnswerError: 'no' is no answer to a question",
        ),
        ("answer", {"question": 1, "answer": "no", "answered_by": "person", "wrong_cells": ["x"]}, "AnswerError"),
        ("change_answer", {"position": 5, "answer": "yes", "answered_by": "person"}, "there is no answer 5"),
        ("tell_rule", {"relation": "!=", "over": "each moon", "answered_by": "person"}, "moon"),
        ("tell_rule", {"relation": "almost", "over": "row", "answered_by": "person"}, "almost"),
        ("solve", {"plans": 0}, "OptionError: plans must be a number from 1"),
        ("solve", {"values": {"shift[anna,Mon]": "nigt"}}, "OptionError: values: shift[anna,Mon] can't be 'nigt'"),
        ("solve", {"values": {"shift[ana,Mon]": "off"}}, "OptionError: values: there is no variable 'shift[ana,Mon]'"),
        ("export", {"to": "minizin"}, "OptionError: to is 'minizin'"),
        ("ask_person", {}, "DialogueError: this client can't put questions to the person"),
        ("nonsense", {}, "Unknown tool: nonsense"),
    ]

    async def talk():
        async with assistant(tmp_path / "db.sqlite") as talking:
            started = await talking.said("start_interview", problem=TEXT)
            for tool, arguments, said in wrong:
                here = {} if tool.startswith("start") else {"interview": 1}
                told = await talking.refused(tool, **(here | arguments))
                assert said in told, (tool, arguments, told)
                assert "\n" not in told
            assert await talking.said("next_question", interview=1) == started
            assert await talking.said("answers", interview=1) == "No answers yet."

    asyncio.run(talk())


def test_exceptions_and_marks_that_are_not_there_are_named(tmp_path):
    async def talk():
        async with assistant(tmp_path / "db.sqlite") as talking:
            text = await talking.said("start_interview", problem=GRID)
            mirror = Interview.start(log, parse_problem(GRID, source="p"), **FOR_PEOPLE)
            seen = set()
            while seen != {"rule", "example"} and mirror.question is not None:
                kind = mirror.question.kind
                assert f"question {mirror.number}: {kind}" in text
                here = {"interview": 1, "question": mirror.number, "answered_by": "person"}
                if kind == "rule" and "exceptions may be named" in text:
                    assert "zoe" in await talking.refused("answer", answer="no", except_=["zoe"], **here)
                    assert "with the answer no" in await talking.refused(
                        "answer", answer="yes", except_=["anna"], **here
                    )
                    seen.add(kind)
                if kind == "example":
                    assert "zoe" in await talking.refused("answer", answer="no", wrong_cells=["zoe"], **here)
                    assert "wrong_cells" in await talking.refused("answer", answer="no", except_=["zoe"], **here)
                    seen.add(kind)
                given = said_by(COLUMNS, mirror.question)
                text = await talking.said("answer", **here, **in_words(mirror.question, given))
                mirror.answer(given)
            assert seen == {"rule", "example"}

    with Log(tmp_path / "mirror.sqlite") as log:
        asyncio.run(talk())


def test_taking_back_changing_and_saying_rules(tmp_path):
    async def talk():
        async with assistant(tmp_path / "db.sqlite") as talking:
            one = await talking.said("start_interview", who=["anna", "ben"], when=["Mon", "Tue"], what=["off", "on"])
            await talking.said("answer", interview=1, question=1, answer="don't know", answered_by="program")
            text = await talking.said("undo", interview=1)
            assert text == f"1 taken back.\n\n{one}"
            assert (await talking.said("undo", interview=1)).startswith("There is nothing to take back.")
            told = await talking.said("tell_rule", interview=1, relation="!=", over="each column", answered_by="person")
            assert "said unasked, by a person, through" in told
            await talking.said("answer", interview=1, question=2, answer="don't know", answered_by="program")
            await talking.said("change_answer", interview=1, position=2, answer="yes", answered_by="person")
            history = await talking.said("answers", interview=1)
            assert "2. yes, by a person, through" in history
            await talking.said("change_answer", interview=1, position=1, answer="no", answered_by="person")
            assert "said unasked" not in await talking.said("answers", interview=1)

    asyncio.run(talk())


def test_a_missing_extra_is_named_in_one_line(tmp_path):
    script = "import sys; sys.modules['mcp'] = None; from tacit.__main__ import main; main()"
    run = subprocess.run(
        [sys.executable, "-c", script, "mcp", "--db", str(tmp_path / "db.sqlite")], capture_output=True, text=True
    )
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "tacit: tacit mcp needs the package mcp: pip install 'tacit[mcp]'\n"


def test_the_question_text_has_a_way_to_answer_each_kind(tmp_path):
    with Log(tmp_path / "db.sqlite") as log:
        interview = Interview.start(log, FILE, **FOR_PEOPLE)
        ways = {}
        while (question := interview.question) is not None:
            ways[kind_of(question)] = ways_to_answer(interview, question)
            interview.answer(said_by(TARGET, question))
    assert ways["Number"] == "Answers: a number from 0 to 2, no limit, it differs, don't know."
    assert "such as anna Mon, anna Tue" in ways["plan"]
    assert all(text.startswith("Answers: ") for text in ways.values())
