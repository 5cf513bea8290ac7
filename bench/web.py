"""`make bench-web`: how long a person at the page waits for the next question, on every benchmark of the paper.

It asks the real server by HTTP, as the page's script does, and times from the moment an answer is sent until the next
question is there. Each interview is held twice, with the same questions. A wait that comes again at the same question
is caused by tacit, one that doesn't by the machine; the bar is for those that come again. Beside that stands the time
from a key to the next question on the screen, if Chromium is installed. Then come undo and change late in a long
interview, twenty interviews at once for a minute, and problems of 560 and 900 variables (`large_pages.py`).
"""

from __future__ import annotations

import argparse
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import httpx
from large_pages import LARGE, large
from problem_text import problem_text

from tacit.benchmarks import Benchmark, load
from tacit.interview import Log

PAPER = [
    *("sudoku", "jsudoku", "gtsudoku", "latin-10", "zebra", "murder", "purdey", "allergy", "golomb-8"),
    *("examtt-24", "rlfap-50"),
]
BAR_MS = 100
KEYS = 40  # how many keys are pressed in Chromium, on each benchmark
VERY_LONG = "random-80x8x400"  # it has no pattern, so that no learner gets by with few questions
LONG = 2000  # how many answers are given before undo and change are measured
PEOPLE = 20
CELL = re.compile(r'name="clash" value="([^"]*)".*?<span>(.*?)</span>')
OPEN = re.compile(r'name="question" value="([^"]*)"')


@contextmanager
def serving() -> Iterator[tuple[str, str, Path]]:
    """The server as a process; yields its address, its key, and where it keeps answers."""
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "db.sqlite"
        command = [sys.executable, "-m", "tacit", "web", "--db", str(db)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        parts = urlsplit(process.stdout.readline().split()[1])
        try:
            yield f"http://{parts.netloc}", parts.query.removeprefix("key="), db
        finally:
            process.kill()
            process.wait()
            process.stdout.close()


def logged_in(base: str, key: str) -> tuple[httpx.Client, str]:
    """A client with the cookie, and the token that forms carry."""
    http = httpx.Client(base_url=base, timeout=600, trust_env=False)
    http.get("/", params={"key": key})
    found = re.search(r'name="token" value="([^"]*)"', http.get("/").text)
    assert found is not None
    return http, found[1]


def when_ready(http: httpx.Client, path: str) -> str:
    """A page about an interview; while it says that it is not ready, it is asked for again, as browsers do."""
    while True:
        page = http.get(path).text
        if '<meta http-equiv="refresh" content="1">' not in page:
            return page
        time.sleep(0.05)


class Visitor:
    """Someone who answers as a benchmark's target does."""

    def __init__(self, base: str, key: str, benchmark: Benchmark) -> None:
        self.http, self.token = logged_in(base, key)
        self.benchmark = benchmark
        self.path = self.send("/new", text=problem_text(benchmark.problem)).headers["location"]
        self.page = when_ready(self.http, self.path)
        self.waits: list[float] = []

    def send(self, path: str, **fields: Any) -> httpx.Response:
        headers = {"X-Tacit": "1", "Content-Type": "application/x-www-form-urlencoded"}
        data = urlencode({"token": self.token, **fields})
        return self.http.post(path, content=data, headers=headers)

    @property
    def asked(self) -> bool:
        return 'id="answer"' in self.page

    def right(self) -> str:
        shown = {unescape(name): int(value) for name, value in CELL.findall(self.page)}
        return "yes" if self.benchmark.target.accepts(shown) else "no"

    def answer(self, answer: str) -> bool:
        """Give an answer and wait for the next question; False if it was refused because of too many requests."""
        found = OPEN.search(self.page)
        assert found is not None
        began = time.perf_counter()
        response = self.send(f"{self.path}/answer", question=found[1], answer=answer)
        wait = time.perf_counter() - began
        if response.status_code == 429:
            return False
        assert response.status_code in (200, 204), response.text
        self.page = response.text
        self.waits.append(wait)
        return True


def one(base: str, key: str, name: str, most: int) -> tuple[list[float], float]:
    """The waits for a question, and the wait for the end, after the last answer."""
    visitor = Visitor(base, key, load(name))
    while visitor.asked and len(visitor.waits) < most:
        visitor.answer(visitor.right())
        if len(visitor.waits) % 10 == 0:  # as for someone who pauses now and then
            visitor.http.get(f"{visitor.path}/side")
    return (visitor.waits, 0.0) if visitor.asked else (visitor.waits[:-1], visitor.waits[-1])


def in_chromium(base: str, key: str, names: list[str]) -> dict[str, list[float]]:
    """Milliseconds from a key to the frame that shows the next question, for each benchmark."""
    path = shutil.which("chromium")
    if path is None:
        return {}
    from playwright.sync_api import sync_playwright

    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    found: dict[str, list[float]] = {}
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=flags)
        page = browser.new_page()
        page.goto(f"{base}/?key={key}")
        page.wait_for_selector("#text")
        for name in names:
            page.goto(base)
            page.fill("#text", problem_text(load(name).problem))
            page.click(".own button.primary")
            page.wait_for_selector("#answer")
            page.evaluate(WATCH)
            target = load(name).target
            for _ in range(KEYS):
                shown = {cell: int(value) for cell, value in page.evaluate(SEEN).items()}
                page.keyboard.press("y" if target.accepts(shown) else "n")
                page.wait_for_timeout(150)
                if page.query_selector("#answer") is None:
                    break  # that was the last question
                found[name] = page.evaluate("() => window.waits")
        browser.close()
    return found


SEEN = """() => Object.fromEntries([...document.querySelectorAll('#answer input[name=clash]')]
    .map(cell => [cell.value, cell.nextElementSibling.textContent]))"""
WATCH = """() => {
    window.waits = [];
    let pressed = 0;
    document.addEventListener('keydown', () => { pressed = performance.now(); }, true);
    new MutationObserver(() => {
        if (!pressed) return;
        const from = pressed;
        if (document.getElementById('screen')?.dataset.seen) return;
        document.getElementById('screen').dataset.seen = '1';
        pressed = 0;
        requestAnimationFrame(() => window.waits.push(performance.now() - from));
    }).observe(document.querySelector('.question'), { childList: true });
}"""


def late(base: str, key: str) -> tuple[int, float, float]:
    """How long undo, and a change in the middle, take after very many answers."""
    visitor = Visitor(base, key, load(VERY_LONG))
    while visitor.asked and len(visitor.waits) < LONG:
        visitor.answer(visitor.right())
    began = time.perf_counter()
    visitor.answer("undo")
    undo = time.perf_counter() - began
    found = re.search(r'name="was" value="([^"]*)"', visitor.http.get(f"{visitor.path}/answers/{LONG // 2}").text)
    assert found is not None
    began = time.perf_counter()
    visitor.send(f"{visitor.path}/answers/{LONG // 2}", was=unescape(found[1]), answer="unknown")
    visitor.http.get(visitor.path)
    return LONG, undo, time.perf_counter() - began


def many(base: str, key: str, db: Path, seconds: float) -> tuple[int, int, float]:
    """Twenty people at once: answers that were acknowledged, answers that are kept, and the longest wait."""
    until = time.monotonic() + seconds
    people: list[Visitor] = []

    def person() -> None:
        visitor = Visitor(base, key, load("sudoku"))
        people.append(visitor)
        while visitor.asked and time.monotonic() < until:
            if not visitor.answer(visitor.right()):
                time.sleep(0.1)
            time.sleep(0.15)  # nobody reads faster than this

    threads = [threading.Thread(target=person) for _ in range(PEOPLE)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    with Log(db) as log:
        for visitor in people:
            positions = [entry.position for entry in log.entries(int(visitor.path.removeprefix("/i/")))]
            assert positions == list(range(1, len(visitor.waits) + 1)), "answers are missing, or there twice"
        kept = sum(log.kept(int(visitor.path.removeprefix("/i/"))).answers for visitor in people)
    waits = sorted(wait for visitor in people for wait in visitor.waits)
    return len(waits), kept, waits[-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", default=PAPER, metavar="PROBLEM")
    parser.add_argument("--most", type=int, default=100_000, metavar="N", help="answers of each interview")
    parser.add_argument("--seconds", type=float, default=60, metavar="S", help="how long twenty people talk")
    parser.add_argument("--large", nargs="*", default=LARGE, metavar="PROBLEM", help="those of very many variables")
    parser.add_argument("--answers", type=int, default=150, metavar="N", help="answers about each of those")
    parser.add_argument("--thinking", type=float, default=0.0, metavar="S", help="seconds before each of these answers")
    parser.add_argument("--only-large", action="store_true", help="just those")
    args = parser.parse_args()
    if args.only_large:
        with serving() as (base, key, _):
            time.sleep(3)
            sys.exit(not large(*logged_in(base, key), args.answers, args.large, args.thinking))
    longest = 0.0
    with serving() as (base, key, db):
        time.sleep(3)  # until the server has loaded the solver in the background
        shown = in_chromium(base, key, args.only)
        titles = ("questions", "median", "p99", "longest", "again", "end", "key→screen", "longest")
        print(f"{'ms to the next question':24}{''.join(f'{title:>11}' for title in titles)}")
        for name in args.only:
            (first, end), (second, _) = (one(base, key, name, args.most) for _ in range(2))
            waits = sorted(1000 * wait for wait in [*first, *second])
            again = 1000 * max(map(min, first, second))
            keys = sorted(shown.get(name, []))
            longest = max(longest, again)
            figures = [statistics.median(waits), waits[int(0.99 * (len(waits) - 1))], waits[-1], again, 1000 * end]
            figures += [statistics.median(keys), keys[-1]] if keys else []
            print(f"{name:24}{len(first):11,}{''.join(f'{figure:11.1f}' for figure in figures)}", flush=True)
        print(f"The longest wait that comes again: {longest:.0f} ms (bar: {BAR_MS} ms)")
        answers, undo, change = late(base, key)
        print(f"After {answers:,} answers: undo {undo:.2f} s, change of one in the middle {change:.2f} s (bar: 1 s)")
        given, kept, wait = many(base, key, db, args.seconds)
        print(f"{PEOPLE} at once for {args.seconds:.0f} s: {given:,} answers acknowledged, {kept:,} kept")
        print(f"Their longest wait: {1000 * wait:.0f} ms")
        fine = large(*logged_in(base, key), args.answers, args.large, args.thinking)
    sys.exit(longest > BAR_MS or max(undo, change) > 1 or given != kept or not fine)


if __name__ == "__main__":
    main()
