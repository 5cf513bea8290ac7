"""What the tutorial, the how-to pages and the reference show is what happens."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from kit.documents import Reader, blocks
from kit.drive import said_by
from tacit.formats.problem_file import read_problem_file
from tacit.interview import FOR_PEOPLE, Interview, Log
from tacit.problem.network import Network
from tacit.problem.problem import Problem
from tacit.problem.query import Answer
from tacit.structure.rule import Unlimited

DOCS = Path(__file__).parents[2] / "docs"
BEGINNING = [DOCS / name for name in ("index.md", "tutorial.md", "rules.md")]
PAGES = [*BEGINNING, *sorted(DOCS.glob("howto/*.md")), *sorted(DOCS.glob("reference/*.md"))]


def ward(problem: Problem) -> Network:
    """What the person of the tutorial knows."""
    rows, days = ("anna", "ben", "carla", "dora", "emil"), ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
    each_day = [", ".join(f"shift[{person},{day}]" for person in rows) for day in days]
    each_week = [", ".join(f"shift[{person},{day}]" for day in days) for person in rows]
    rules = [f"count({shift} in {cells}) >= 1" for shift in ("early", "late") for cells in each_day]
    rules += [f"count(off in {cells}) >= 2" for cells in each_week]
    rules += [f"shift[dora,{day}] != late" for day in days]
    after_late = [
        ("x != late or y != early", [f"shift[{person},{day}]", f"shift[{person},{next_day}]"])
        for person in rows
        for day, next_day in pairwise(days)
    ]
    return problem.network([*rules, *after_late])


def typed(answer: Answer, question: object) -> list[str]:
    """An answer as lines for `tacit learn`."""
    if answer.number is not None:
        return [str(answer.number)]
    if isinstance(question, Unlimited) and answer.except_:
        names = [relation.name for relation in question.bounds]
        return ["e", " ".join(str(names.index(each) + 1) for each in answer.except_)]
    assert not answer.except_
    return [{True: "y", False: "n", None: "?"}[answer.value]]


def typing(command: str, folder: Path) -> str:
    """Whoever is asked by `tacit learn week.toml` knows the ward."""
    if command != "tacit learn week.toml":
        return ""
    file = read_problem_file(folder / "week.toml")
    target = ward(file.problem)
    lines: list[str] = []
    with Log(folder / "beside.sqlite") as log:
        beside = Interview.start(log, file, **FOR_PEOPLE)
        while beside.question is not None:
            answer = said_by(target, beside.question)
            lines += typed(answer, beside.question)
            beside.answer(answer)
    return "\n".join([*lines, ""])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_page_is_true(page, tmp_path):
    reader = Reader(tmp_path, typing)
    run = reader.follow(page)
    assert run == sum(1 for each in blocks(page) if each.file or each.kind in ("python", "console"))


def test_a_page_that_is_wrong_fails(tmp_path):
    page = tmp_path / "page.md"
    for number, text in enumerate(
        (
            "```python\n>>> 1 + 1\n3\n```\n",
            "```console\n$ echo one\ntwo\n```\n",
            "```console\n$ false\n```\n",
            "```console\n$ printf 'one\\ntwo\\n'\ntwo\none\n```\n",
            "```python\nassert False\n```\n",
        )
    ):
        page.write_text(text, encoding="utf-8")
        folder = tmp_path / str(number)
        folder.mkdir()
        with pytest.raises(AssertionError):
            Reader(folder).follow(page)
