"""The page with very many variables: how long the first question, each next one, and every page take on the server.

`make bench-web` runs this after the benchmarks of the paper. Whoever answers holds the same dialogue for himself, which
asks the same questions, so that questions about rules, numbers and plans can be answered, too.
"""

from __future__ import annotations

import json
import re
import statistics
import time
from collections.abc import Sequence
from typing import Any

import httpx

from tacit import Dialogue
from tacit.benchmarks import load
from tacit.dialogue.oracles import TargetOracle
from tacit.dialogue.oracles.slipping import Slipping
from tacit.formats.problem_file import parse_problem
from tacit.interview.interview import FOR_PEOPLE
from tacit.learning.asking import Question
from tacit.problem.problem import Problem
from tacit.problem.query import Answer
from tacit.structure.rule import IT_DIFFERS, NO_LIMIT, Number, Review

LARGE = ["ward-20x28", "latin-30"]  # 560 and 900 variables
SIX = ["==", "!=", "<", "<=", ">", ">="]
MEDIAN, MOST, PAGE, FIRST = 150, 500, 1000, 2000  # ms: an answer to the next question, a page, the first question
OPEN = re.compile(r'name="question" value="([^"]*)"')
PAGES = {
    "start page": "",
    "question": "/i/{id}",
    "beside it": "/i/{id}/side",
    "answers beside it": "/i/{id}/side?tab=history",
    "picture beside it": "/i/{id}/side?tab=picture",
    "I know a rule": "/i/{id}/rules",
    "all answers": "/i/{id}/answers",
    "one answer": "/i/{id}/answers/1",
    "stop here": "/i/{id}/model",
    "why": "/i/{id}/why/0",
    "on paper": "/i/{id}/paper",
    "answers.xlsx": "/i/{id}/table/answers.xlsx",
    "model as MiniZinc": "/i/{id}/export/minizinc",
    "progress": "/i/{id}/progress",
}


def text_of(name: str) -> str:
    """A benchmark as a problem file. Latin squares get the six relations, as people would give them."""
    problem = load(name).problem
    if name.startswith("latin"):
        size = name.removeprefix("latin-")
        shape = f'grid = {{ shape = [{size}, {size}], domain = "1..{size}" }}'
        return f'name = "{name}"\nlanguage = {json.dumps(SIX)}\n[variables]\n{shape}\n'
    nurses, days = (int(each) for each in name.removeprefix("ward-").split("x"))
    who, when = [f"n{i:02}" for i in range(1, nurses + 1)], [str(day) for day in range(1, days + 1)]
    values = json.dumps([problem.vocabulary.shown(problem.names[0], value) for value in problem.vocabulary.domains[0]])
    return (
        f'name = "{name}"\nlanguage = [{", ".join(map(_entry, problem.language))}]\n'
        f"[groups]\nseniors = {json.dumps(list(problem.groups['seniors']))}\n"
        f"[variables]\nshift = {{ rows = {json.dumps(who)}, columns = {json.dumps(when)}, domain = {values} }}\n"
    )


def _entry(relation: Any) -> str:
    over = f", over = {json.dumps(list(relation.over))}" if relation.over else ""
    return f"{{ relation = {json.dumps(relation.name)}{over} }}"


def fields_for(question: Question, answer: Answer) -> dict[str, Any]:
    """An answer as the page's form sends it."""
    if answer.number is not None:
        return {"answer": "number", "number": answer.number}
    if isinstance(question, Number) and answer.value is not None:
        return {"answer": NO_LIMIT if answer.value else IT_DIFFERS}
    if answer.value is None:
        return {"answer": "unknown"}
    if isinstance(question, Review) and answer.except_:
        return {"answer": "no", "wrong": list(answer.except_)}
    if answer.except_:
        return {"answer": "except", "except": list(answer.except_)}
    return {"answer": "yes" if answer.value else "no"} | ({"clash": list(answer.clash)} if answer.clash else {})


class Knowing:
    """Someone who answers as a benchmark's target does, whatever is asked."""

    def __init__(self, http: httpx.Client, token: str, name: str) -> None:
        self.http, self.token = http, token
        text = text_of(name)
        self.problem: Problem = parse_problem(text, source=name).problem
        target = self.problem.network([(c.relation.name, c.scope) for c in load(name).target])
        self.dialogue = Dialogue(self.problem, **FOR_PEOPLE)
        numbers = self.dialogue.asker.answers.claims.numbers
        self.user = Slipping(TargetOracle(target), 0.0, 0, numbers=numbers)
        began = time.perf_counter()
        self.path = self.send("/new", text=text).headers["location"]
        self.page = self.http.get(self.path).text
        while '<meta http-equiv="refresh" content="1">' in self.page:  # it says that it is not ready
            time.sleep(0.05)
            self.page = self.http.get(self.path).text
        self.first = 1000 * (time.perf_counter() - began)
        self.waits: list[float] = []

    def send(self, path: str, **fields: Any) -> httpx.Response:
        headers = {"X-Tacit": "1"}
        return self.http.post(path, data={"token": self.token, **fields}, headers=headers)

    def answer(self, thinking: float = 0.0) -> bool:
        """Answer the open question, on the page and in the own dialogue; False if there is none.

        thinking: seconds until the answer is sent
        """
        question = self.dialogue.question
        found = OPEN.search(self.page)
        if question is None or 'id="answer"' not in self.page or found is None:
            return False
        answer = self.user.answer(question)
        time.sleep(thinking)
        began = time.perf_counter()
        response = self.send(f"{self.path}/answer", question=found[1], **fields_for(question, answer))
        self.waits.append(1000 * (time.perf_counter() - began))
        self.page = response.text
        self.dialogue.answer(answer)
        return response.status_code == 200

    def undo(self) -> float:
        """How long it takes to take back an answer (which is then given again)."""
        found = OPEN.search(self.page)
        assert found is not None
        began = time.perf_counter()
        self.page = self.send(f"{self.path}/answer", question=found[1], answer="undo").text
        return 1000 * (time.perf_counter() - began)

    def look(self) -> dict[str, float]:
        """How long each page takes; the second time, because the first may load a library."""
        waits = {}
        for title, path in PAGES.items():
            address = path.format(id=self.path.removeprefix("/i/")) or "/"
            for _ in range(2):
                began = time.perf_counter()
                response = self.http.get(address)
                wait = 1000 * (time.perf_counter() - began)
            if response.status_code == 200:
                waits[title] = wait
        return waits


def large(http: httpx.Client, token: str, most: int, names: Sequence[str] = LARGE, thinking: float = 0.0) -> bool:
    """Print how long everything takes; returns whether all of it is within its bar."""
    fine = True
    for name in names:
        person = Knowing(http, token, name)
        while len(person.waits) < most and person.answer(thinking):
            pass
        waits = sorted(person.waits)
        over = person.dialogue.question is None
        median, longest = statistics.median(waits), waits[-1]
        print(f"{name}: {len(person.problem.names)} variables; first question {person.first:.0f} ms (bar: {FIRST})")
        print(f"  {len(waits)} answers{'' if over else ' of more'}: median {median:.0f} ms (bar: {MEDIAN}), ", end="")
        print(f"p90 {waits[int(0.9 * (len(waits) - 1))]:.0f}, longest {longest:.0f} ms (bar: {MOST})", flush=True)
        pages = person.look()
        if not over:
            pages["undo"] = person.undo()
        print(
            f"  pages, ms (bar: {PAGE}): {', '.join(f'{title} {wait:.0f}' for title, wait in pages.items())}",
            flush=True,
        )
        fine &= person.first <= FIRST and median <= MEDIAN and longest <= MOST and max(pages.values()) <= PAGE
    return fine
