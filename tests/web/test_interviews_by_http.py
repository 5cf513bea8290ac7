"""Interviews by HTTP: many at once, killed at any moment, resumed elsewhere, on a disk that is full."""

from __future__ import annotations

import random
import re
import resource
import subprocess
import sys
import threading
import time

import httpx
import pytest

from kit.pages import WEEK, WEEK_RULES, Question, Server, Visitor, accepts, field
from tacit.benchmarks import load
from tacit.exact.equivalence import equivalent
from tacit.formats import json_model
from tacit.formats.problem_file import parse_problem, read_problem_file
from tacit.interview import FOR_PEOPLE, Answerer, Interview, Log

PROBLEM = parse_problem(WEEK, source="week.toml").problem
TARGET = PROBLEM.network(WEEK_RULES)

# Rules without a pattern: each has to be asked for.
LONG = """
name = "long"
language = ["==", "!=", ">", "<"]
[variables]
x = { shape = [20], domain = "1..5" }
"""
LONG_PROBLEM = parse_problem(LONG, source="long.toml").problem
LONG_RULES = LONG_PROBLEM.network([str(constraint) for constraint in load("random-20x5x40").target])
KILLS = 6
ANSWERS = 120


def answer_to(question, problem=PROBLEM, target=TARGET):
    """Someone who can judge examples, and does not know about rules."""
    if question.words is not None:
        return "unknown"
    return "yes" if accepts(problem, target, question.shown) else "no"


def say(visitor, path, question, problem=PROBLEM, target=TARGET):
    answer = answer_to(question, problem, target)
    return visitor.post(f"{path}/answer", fragment=True, question=question.name, answer=answer)


def talk(visitor, path, problem=PROBLEM, target=TARGET, most=10_000):
    """Answer questions; returns how many, and the question that is then open."""
    question = visitor.question(path)
    count = 0
    while question is not None and count < most:
        question = Question.read(say(visitor, path, question, problem, target).text)
        count += 1
    return count, question


def test_a_whole_interview_without_javascript(visitor):
    """By forms and redirects alone."""
    path = visitor.start(WEEK)
    while (question := visitor.question(path)) is not None:
        answer = answer_to(question)
        sent = visitor.post(f"{path}/answer", question=question.name, answer=answer)
        assert (sent.status_code, sent.headers["location"].split("?")[0]) == (303, path)
    page = visitor.http.get(f"{path}?solutions=1").text
    assert "No question is left" in page
    assert page.count("<h3>Plan ") == 5  # to be judged, if they were not put before the end
    learned = json_model.read(visitor.http.get(f"{path}/export/json").text).network
    assert equivalent(learned, TARGET)


def test_killed_at_any_moment(tmp_path):
    """Every acknowledged answer is there exactly once, and the questions are those of an undisturbed interview."""
    with Server(tmp_path / "undisturbed.sqlite") as server:
        visitor = Visitor(server)
        path = visitor.start(LONG)
        expected = []
        question = visitor.question(path)
        while question is not None and len(expected) < ANSWERS:
            expected.append(question)
            question = Question.read(say(visitor, path, question, LONG_PROBLEM, LONG_RULES).text)
        visitor.close()
    assert len(expected) == ANSWERS
    draw = random.Random(0)
    db = tmp_path / "killed.sqlite"
    server = Server(db)
    visitor = Visitor(server)
    path = visitor.start(LONG)
    acknowledged = kills = 0
    try:
        while acknowledged < ANSWERS:
            if kills < KILLS:
                after = draw.uniform(0, 0.12)
                killer = threading.Timer(after, server.process.kill)
                killer.start()
            try:
                question = visitor.question(path)
                while acknowledged < ANSWERS:
                    assert question == expected[acknowledged]
                    question = Question.read(say(visitor, path, question, LONG_PROBLEM, LONG_RULES).text)
                    acknowledged += 1
            except httpx.TransportError:
                kills += 1
                server.kill()
                visitor.close()
                kept = _kept(db)
                # An answer that was sent but not acknowledged may be there or not.
                assert acknowledged <= len(kept) <= acknowledged + 1
                assert [entry.position for entry in kept] == list(range(1, len(kept) + 1))
                acknowledged = len(kept)
                server = Server(db)
                visitor = Visitor(server)
    finally:
        server.kill()
        visitor.close()
    assert kills == KILLS
    examples = [entry for entry in _kept(db) if not entry.is_claim]
    assert [{name: str(value) for name, value in entry.query.items()} for entry in examples] == [
        question.shown for question in expected if question.words is None
    ]


def _kept(db):
    with Log(db) as log:
        return log.entries(1)


def test_twenty_at_once(server):
    """Each person has an interview of their own; every acknowledged answer is there afterwards."""
    given: dict[str, int] = {}
    failures = []

    def person(seed):
        try:
            visitor = Visitor(server)
            path = visitor.start(LONG)
            given[path] = 0
            question = visitor.question(path)
            while given[path] < 30:
                answer = say(visitor, path, question, LONG_PROBLEM, LONG_RULES)
                if answer.status_code == 429:  # told to wait
                    time.sleep(0.1)
                    continue
                assert answer.status_code in (200, 204)
                given[path] += 1
                question = Question.read(answer.text)
            visitor.close()
        except Exception as error:
            failures.append(error)

    people = [threading.Thread(target=person, args=(seed,)) for seed in range(20)]
    for each in people:
        each.start()
    for each in people:
        each.join()
    assert failures == []
    with Log(server.db) as log:
        for path, answers in given.items():
            assert [entry.position for entry in log.entries(int(path[3:]))] == list(range(1, answers + 1))
    assert list(given.values()) == [30] * 20


def test_more_interviews_than_fit_in_memory(server, visitor):
    from tacit.web.desk import MOST

    paths = [visitor.start(WEEK) for _ in range(MOST + 3)]
    assert [talk(visitor, path, most=2)[0] for path in paths] == [2] * len(paths)
    assert talk(visitor, paths[0])[1] is None
    assert "No question is left" in visitor.http.get(paths[0]).text


def test_gone_on_with_in_a_terminal(server, visitor):
    path = visitor.start(WEEK)
    talk(visitor, path, most=2)
    with Log(server.db) as log:
        interview = Interview.open(log, int(path[3:]))
        interview.answer(TARGET.accepts(interview.query))
        interview.answer(TARGET.accepts(interview.query))
        shown = {name: str(value) for name, value in interview.query.shown.items()}
    assert visitor.question(path).shown == shown
    with Log(server.db) as log:
        Interview.open(log, int(path[3:])).undo(3)
    assert visitor.question(path).name.startswith("2-")


def test_the_file_of_the_command_line(tmp_path):
    (tmp_path / "week.toml").write_text(WEEK)
    with Server(tmp_path / "db.sqlite", str(tmp_path / "week.toml")) as server:
        visitor = Visitor(server)
        assert "Start over" not in visitor.http.get("/").text
        path = visitor.post("/new", file="1").headers["location"]
        talk(visitor, path, most=3)
        assert re.search(rf'href="{path}">Go on after 3 answers', visitor.http.get("/").text)
        visitor.close()
    with Log(tmp_path / "db.sqlite") as log:  # `tacit learn` goes on with it, with the same questions
        interview = Interview.resume(log, read_problem_file(tmp_path / "week.toml"), **FOR_PEOPLE)
        assert (interview.id, interview.answers, log.kept(1).round) == (1, 3, 0)


def test_answers_of_a_program_are_nobodys_own(tmp_path):
    """They are named, and a person goes on with them only by choice. After that they are the person's, too."""
    (tmp_path / "week.toml").write_text(WEEK)
    file = read_problem_file(tmp_path / "week.toml")
    with Log(tmp_path / "db.sqlite") as log:
        interview = Interview.start(log, file, answerer=Answerer.oracle("checks.py:fine"), **FOR_PEOPLE)
        interview.answer(None)
    with Server(tmp_path / "db.sqlite", str(tmp_path / "week.toml")) as server:
        visitor = Visitor(server)
        page = visitor.http.get("/").text
        assert '<a class="button" href="/i/1">Go on after 1 answer of checks.py:fine</a>' in page
        assert '<button class="primary">Answer yourself</button>' in page
        assert "1 answer by checks.py:fine ·" in page
        talk(visitor, "/i/1", most=1)
        page = visitor.http.get("/").text
        assert '<a class="button primary" href="/i/1">Go on after 2 answers</a>' in page
        assert "2 answers by checks.py:fine and people ·" in page
        visitor.close()


def test_duplicate_delete_and_undo(visitor):
    path = visitor.start(WEEK)
    talk(visitor, path, most=4)
    copy = visitor.post(f"{path}/duplicate").headers["location"]
    assert copy != path
    assert visitor.question(copy).shown == visitor.question(path).shown
    talk(visitor, copy, most=1)
    assert visitor.question(copy).shown != visitor.question(path).shown
    gone = visitor.post(f"{path}/delete").headers["location"]
    page = visitor.http.get(gone).text
    assert f'href="{path}"' not in page
    assert f'action="{path}/restore"' in page
    visitor.post(f"{path}/restore")
    assert f'href="{path}"' in visitor.http.get("/").text


@pytest.mark.parametrize("name", ["timetable", "roster", "ward", "puzzle", "frequencies"])
def test_built_in_examples(visitor, name):
    path = visitor.post("/new", example=name).headers["location"]
    assert visitor.question(path) is not None
    assert "learning the rules" in visitor.http.get(f"{path}/progress").text


def test_an_unknown_example(visitor):
    assert visitor.post("/new", example="../roster").status_code == 403


def test_what_is_wrong_with_a_text_is_said_and_the_text_kept(visitor):
    answer = visitor.post("/new", text=WEEK.replace("language", "langage"))
    assert answer.status_code == 422
    assert "did you mean" in answer.text
    assert "carla" in answer.text
    files = visitor.post("/new", text='examples = ["/etc/passwd"]\n' + WEEK)
    assert files.status_code == 422
    assert "can&#39;t be named here" in files.text


def test_dont_know_can_be_answered_later(visitor):
    path = visitor.start(WEEK)
    count = 0
    while (question := visitor.question(path)) is not None:
        answer = answer_to(question)
        answer = "unknown" if {"day[anna]", "day[ben]"} <= set(question.shown) else answer
        visitor.post(f"{path}/answer", question=question.name, answer=answer)
        count += 1
    page = visitor.http.get(path).text
    positions = re.findall(rf'href="{path}/answers/(\d+)"[^>]*>(?:(?!</a>).)*answer it now', page)
    assert "that you could answer" in page
    assert positions
    for position in positions:
        with_question = visitor.http.get(f"{path}/answers/{position}").text
        assert "don&#39;t know" in with_question
        said = re.findall(r'aria-label="(\w+) is (\w+)"', with_question)
        shown = {f"day[{who}]": day for who, day in said}
        if not shown:  # a rule
            continue
        answer = "yes" if accepts(PROBLEM, TARGET, shown) else "no"
        visitor.post(f"{path}/answers/{position}", was="don't know", answer=answer)
    assert talk(visitor, path)[1] is None
    assert equivalent(json_model.read(visitor.http.get(f"{path}/export/json").text).network, TARGET)


def test_a_change_that_was_made_elsewhere_is_not_made_again(visitor):
    path = visitor.start(WEEK)
    talk(visitor, path, most=3)
    was = re.search(r'name="was" value="(\w+)"', visitor.http.get(f"{path}/answers/2").text)[1]
    other = "no" if was == "yes" else "yes"
    visitor.post(f"{path}/answers/2", was=was, answer=other)
    visitor.post(f"{path}/answers/2", was=was, answer=other)
    assert "in the meantime" in visitor.http.get(path).text
    assert f'value="{other}"' in visitor.http.get(f"{path}/answers/2").text.split("Change this one")[0]


TWO = 'name = "two"\nlanguage = ["!="]\n[variables]\nx = { shape = [3], domain = "1..2" }'


def test_a_mark_that_nothing_explains_is_refused(server, visitor):
    """By a published algorithm. (The guided learner takes it: it may be a gap.)"""
    with Log(server.db) as log:
        path = f"/i/{Interview.start(log, parse_problem(TWO, source='two.toml'), algorithm='quacq').id}"
    question = visitor.question(path)
    one = next(iter(question.shown))
    visitor.post(f"{path}/answer", question=question.name, answer="no", clash=[one])
    page = visitor.http.get(path).text
    assert "mark more" in page
    assert Question.read(page) == question
    wrong = visitor.post(f"{path}/answer", fragment=True, question=question.name, answer="no", clash=["nobody"])
    assert "has no value" in wrong.text


def test_an_impossible_answer_is_refused_and_shows_the_earlier_one(tmp_path):
    """With a published algorithm, which asks what already follows: a part of what was fine can't be wrong."""
    file = parse_problem(WEEK, source="week.toml")
    with Log(tmp_path / "db.sqlite") as log:
        Interview.start(log, file, skip_known=False, algorithm="quacq", findscope=1)
    with Server(tmp_path / "db.sqlite") as server:
        visitor = Visitor(server)
        refused = None
        while refused is None and (question := visitor.question("/i/1")) is not None:
            right = accepts(PROBLEM, TARGET, question.shown)
            for answer in ("no" if right else "yes", "yes" if right else "no"):
                page = visitor.post("/i/1/answer", fragment=True, question=question.name, answer=answer).text
                if "can&#39;t be" in page:
                    refused = page
                    break
                if answer == ("no" if right else "yes"):
                    now = visitor.question("/i/1")
                    name = (
                        now.name
                        if now
                        else re.search(r'name="question" value="([^"]+)"', visitor.http.get("/i/1").text)[1]
                    )
                    visitor.post("/i/1/answer", question=name, answer="undo")
        visitor.close()
    assert refused is not None
    assert "Change this one to" in refused
    assert Question.read(refused) == question


def test_a_disk_that_takes_nothing_more(tmp_path):
    """The answer is not kept, and the page says so. When there is room again, all earlier answers are there."""
    with Server(tmp_path / "db.sqlite") as server:
        visitor = Visitor(server)
        path = visitor.start(WEEK)
        talk(visitor, path, most=3)
        question = visitor.question(path)
        before = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
        answer = say(visitor, path, question)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, before)
        assert answer.status_code == 503
        assert "could not be kept" in answer.text
        assert visitor.question(path) == question
        assert say(visitor, path, question).status_code == 200
        assert len(_kept(server.db)) == 4
        visitor.close()


def test_the_command_says_what_is_wrong(tmp_path):
    def run(*arguments):
        command = [sys.executable, "-m", "tacit", "web", *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=60)

    missing = run(str(tmp_path / "none.toml"))
    assert (missing.returncode, missing.stderr.count("\n")) == (2, 1)
    with Server(tmp_path / "db.sqlite") as server:
        taken = run("--port", str(server.port), "--db", str(tmp_path / "db.sqlite"))
        assert taken.returncode == 2
        assert "in use" in taken.stderr


CIRCLE = """
name = "circle"
language = ["<", ">"]
[variables]
a = "1..3"
b = "1..3"
c = "1..3"
"""


def test_answers_that_prove_what_nothing_can_satisfy(visitor):
    """They are shown side by side, and one of them can be changed."""
    problem = parse_problem(CIRCLE, source="circle.toml").problem
    path = visitor.start(CIRCLE)
    talk(visitor, path, problem, problem.network(["a < b", "b < c", "a > c"]))
    page = visitor.http.get(path).text
    assert "nothing can satisfy" in page
    positions = re.findall(rf'action="{path}/answers/(\d+)"', page)
    assert len(positions) >= 2
    said = re.search(r'name="was" value="([^"]+)"', visitor.http.get(f"{path}/answers/{positions[0]}").text)[1]
    visitor.post(f"{path}/answers/{positions[0]}", was=said, answer="no" if said == "yes" else "yes")
    assert "is now" in visitor.http.get(path).text


def test_a_relation_that_says_nothing_is_told(visitor):
    path = visitor.start(WEEK.replace('"<"', '"<", "x == x or y == y"'))
    assert "is always true" in visitor.http.get(path).text
    question = visitor.question(path)
    for relation, said in (
        ("x > 7", "never true"),
        ("!=", "is in the language"),
        ("", "write a relation"),
        ("x ??", "relation"),
    ):
        answer = visitor.post(f"{path}/relation", question=question.name, relation=relation)
        assert (answer.status_code, said in answer.text) == (422, True), relation
    assert visitor.question(path) == question


def test_a_language_that_makes_too_many_candidates_changes_nothing(visitor):
    path = visitor.start('name = "many"\nlanguage = ["!="]\n[variables]\nx = { shape = [160], domain = "1..9" }')
    question = visitor.question(path)
    answer = visitor.post(f"{path}/relation", question=question.name, relation="x + y == z + w")
    assert (answer.status_code, "candidates" in answer.text) == (422, True)
    assert visitor.question(path) == question
    too_many = visitor.post(
        "/new", text='language = ["x + y == z + w"]\n[variables]\nx = { shape = [200], domain = "1..9" }'
    )
    assert too_many.status_code == 422


def test_nothing_to_ask_is_said(visitor):
    """A language that makes no candidate does not end the interview in an error; a relation can be added."""
    path = visitor.start('name = "one"\nlanguage = ["!="]\n[variables]\na = { domain = "1..3" }')
    page = visitor.http.get(path).text
    assert "There is nothing to ask" in page
    assert page.count('id="relation"') == 1
    assert visitor.http.get(f"{path}?solutions=1").status_code == 200
    visitor.post(f"{path}/relation", question=field(page, "question"), relation="x != 2")
    assert visitor.question(path) is not None
