"""Which files an answer crosses on its way to the next question: at the terminal, and on the page.

`python scripts/walk.py` answers a few questions of the guided learner about a Sudoku of four by four, all of them about
examples. Then it prints the files of tacit whose code the next answer calls: each file once, in the order of the first
call. The walk in docs/architecture.md was made this way.
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import urlencode

import tacit
from tacit.cli.person import Person
from tacit.formats.problem_file import parse_problem
from tacit.interview import FOR_PEOPLE, Interview, Log
from tacit.learning import checkpoints

ROOT = str(Path(tacit.__file__).parent)
SUDOKU = 'name = "small"\nlanguage = ["==", "!=", "<", ">"]\n[variables]\ngrid = { shape = [4, 4], domain = "1..4" }\n'
OPTIONS = {**FOR_PEOPLE, "rules": False}
BEFORE = 20  # how many questions are answered first, so that something is known


@contextlib.contextmanager
def watched() -> Iterator[list[str]]:
    """The files of tacit whose code is called inside the block, in the order of the first call."""
    found: dict[str, None] = {}

    def see(frame: FrameType, event: str, _: object) -> None:
        name = frame.f_code.co_filename
        if event == "call" and name.startswith(ROOT) and not frame.f_code.co_name.startswith("<module"):
            found[name[len(ROOT) + 1 :]] = None

    walk: list[str] = []
    threading.setprofile(see)
    sys.setprofile(see)
    try:
        yield walk
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
        walk += found


def fine(example: Any) -> bool:
    """Do all cells of each row, column and box differ?"""
    cells = {(int(name[5]), int(name[7])): value for name, value in example.items()}
    pairs = [(a, b) for a in cells for b in cells if a < b and cells[a] == cells[b]]
    return not any(a[0] == b[0] or a[1] == b[1] or (a[0] // 2, a[1] // 2) == (b[0] // 2, b[1] // 2) for a, b in pairs)


class OneAnswer(io.StringIO):
    """Someone who answers one question. The next one is on the screen when they are asked again."""

    def __init__(self, interview: Interview) -> None:
        super().__init__()
        self._interview = interview
        self._asked = 0

    def readline(self, size: int | None = -1) -> str:
        self._asked += 1
        if self._asked > 1:
            raise EOFError
        return "yes\n" if fine(self._interview.query) else "no\n"


def at_the_terminal(log: Log) -> list[str]:
    interview = Interview.start(log, parse_problem(SUDOKU, source="small.toml"), **OPTIONS)
    for _ in range(BEFORE):
        interview.answer(fine(interview.query))
    person, typed = Person(interview, "tacit learn small.toml"), sys.stdin
    sys.stdin = OneAnswer(interview)
    try:
        with contextlib.redirect_stdout(io.StringIO()), watched() as walk, contextlib.suppress(EOFError):
            person.talk()
    finally:
        sys.stdin = typed
    return walk


def on_the_page(log: Log) -> list[str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the test client complains about which packages are installed
        from starlette.testclient import TestClient

    from tacit.web.app import create_app
    from tacit.web.handler_threads import HandlerThreads

    class Fresh(HandlerThreads):
        """A new thread for each page, because threads that wait for work can't be watched any more."""

        async def run(self, function: Callable[..., Any], *given: Any) -> Any:
            return await HandlerThreads().run(function, *given)

    app = create_app(log, port=8642, secret="walk", workers=Fresh())
    page = TestClient(app, base_url="http://127.0.0.1:8642")
    page.get("/", params={"key": "walk"})

    def field(name: str, text: str) -> str:
        found = re.search(rf'name="{name}" value="([^"]*)"', text)
        assert found is not None, text[:500]
        return found[1]

    token = field("token", page.get("/").text)

    def post(path: str, **fields: str) -> Any:
        headers = {"Content-Type": "application/x-www-form-urlencoded", "X-Tacit": "1"}
        return page.post(path, content=urlencode({"token": token, **fields}), headers=headers, follow_redirects=False)

    here = f"/i/{Interview.start(log, parse_problem(SUDOKU, source='small.toml'), **OPTIONS).id}"
    text = page.get(here).text
    walk: list[str] = []
    for number in range(BEFORE + 1):
        cells = re.findall(r'name="clash" value="([^"]*)".*?<span>(.*?)</span>', text)
        answer = "yes" if fine({name: int(value) for name, value in cells}) else "no"
        with watched() if number == BEFORE else contextlib.nullcontext(walk) as walk:
            text = post(f"{here}/answer", question=field("question", text), answer=answer).text
    return walk


def main() -> None:
    checkpoints.WORTH = float("inf")  # when a copy is worth its time depends on the clock: here none is made
    with tempfile.TemporaryDirectory() as folder, Log(Path(folder) / "log.sqlite") as log:
        walks: list[tuple[str, Callable[[Log], list[str]]]] = [
            ("At the terminal", at_the_terminal),
            ("On the page", on_the_page),
        ]
        for title, walked in walks:
            files = walked(log)
            print(f"{title}: {len(files)} files\n  " + " → ".join(file.removesuffix(".py") for file in files))


if __name__ == "__main__":
    main()
