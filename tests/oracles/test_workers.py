"""Seats side by side: workers that are killed lose nothing, and errors are named."""

from __future__ import annotations

import os
import signal
import threading

import pytest

from tacit import OracleError, Problem
from tacit.dialogue.oracles.in_process import ByItself, BySpec
from tacit.dialogue.oracles.seats import LOSSES, ProcessSeat, ThreadSeat
from tacit.dialogue.oracles.workers import Workers
from tacit.problem.query import Query

FUNCTIONS = """
import os, signal, sys

def differ(example):
    print("what a function prints is not an answer")
    return example["a"] != example["b"]

def own_number(example):
    raise ValueError(str(os.getpid()))

def killed_once(example):
    if not os.path.exists("was-killed"):
        open("was-killed", "w").close()
        os.kill(os.getpid(), signal.SIGKILL)
    return True

def always_killed(example):
    open("kills", "a").write("x")
    os.kill(os.getpid(), signal.SIGKILL)

def odd_answer(example):
    return "perhaps"
"""


@pytest.fixture
def query():
    problem = Problem({"a": range(3), "b": range(3)}, language=["!="])
    vocabulary = problem.vocabulary
    return Query(vocabulary, vocabulary.encode({"a": 1, "b": 1}))


@pytest.fixture
def seat(tmp_path, monkeypatch):
    """A seat for one of the functions above."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "oracles.py").write_text(FUNCTIONS)
    made = []

    def make(name):
        made.append(ProcessSeat(BySpec.read(f"oracles.py:{name}")))
        return made[-1]

    yield make
    for each in made:
        each.end()


def test_a_function_in_a_process(seat, query):
    asked = seat("differ")
    assert asked.ask(query).value is False
    assert asked.ask(query).value is False  # in the same process


def test_a_process_that_is_killed_in_the_middle_is_started_again_and_asked_again(seat, query, tmp_path):
    assert seat("killed_once").ask(query).value is True
    assert (tmp_path / "was-killed").exists()


def test_a_process_that_is_killed_between_two_questions(seat, query):
    asked = seat("own_number")
    with pytest.raises(OracleError) as first:
        asked.ask(query)
    number = int(str(first.value).split("ValueError: ")[1].split()[0])
    os.kill(number, signal.SIGKILL)
    with pytest.raises(OracleError, match="ValueError") as second:
        asked.ask(query)
    assert str(second.value) != str(first.value)


def test_a_function_that_kills_every_process_is_given_up(seat, query, tmp_path):
    with pytest.raises(OracleError, match="3 processes in a row ended without an answer"):
        seat("always_killed").ask(query)
    assert len((tmp_path / "kills").read_text()) == LOSSES


def test_what_is_no_answer_is_named(seat, query):
    with pytest.raises(OracleError, match="perhaps"):
        seat("odd_answer").ask(query)


def test_a_function_that_is_not_there_is_named(seat, query):
    with pytest.raises(OracleError, match=r"can't be loaded in a process of its own: .*'nowhere'"):
        seat("nowhere").ask(query)


def test_a_function_of_a_module_needs_no_file(query):
    asked = ProcessSeat(ByItself(len))
    try:
        with pytest.raises(OracleError, match="2"):  # a number is no answer, but it was called
            asked.ask(query)
    finally:
        asked.end()


def test_answers_come_back_in_the_order_in_which_they_are_ready(query):
    vocabulary = query.vocabulary
    other = Query(vocabulary, vocabulary.encode({"a": 0, "b": 1}))
    may_go = threading.Event()

    def ask(question):
        if question == query:
            assert may_go.wait(30)
        return question != query

    with Workers([ThreadSeat(ask), ThreadSeat(ask)]) as workers:
        workers.put(query)
        workers.put(other)
        assert workers.next() == (other, True)
        may_go.set()
        assert workers.next() == (query, False)
