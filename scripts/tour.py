"""Makes a picture of every screen of the page, in Chromium, to be looked at: at 390, 1280 and 2560 px, light and dark,
with a ward of 8 × 7 and a month of 20 × 28. Questions are taken as they are seen, other screens in full length.

.venv/bin/python scripts/tour.py FOLDER             # all
.venv/bin/python scripts/tour.py FOLDER ward model  # those whose name has one of these words
"""

from __future__ import annotations

import contextlib
import itertools
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, TimeoutError, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from kit.drive import said_by  # noqa: E402
from kit.manager import broken, truth  # noqa: E402
from kit.pages import Server  # noqa: E402
from tacit import Answer  # noqa: E402
from tacit.formats.problem_file import parse_problem  # noqa: E402
from tacit.interview import FOR_PEOPLE, Interview, Log  # noqa: E402
from tacit.interview.log import Entry  # noqa: E402
from tacit.problem.query import Plan  # noqa: E402
from tacit.structure.rule import Unlimited  # noqa: E402

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True, "device_scale_factor": 2}
SIZES: dict[str, dict[str, Any]] = {
    "390": PHONE,
    "390-dark": {**PHONE, "color_scheme": "dark"},
    "1280": {"viewport": {"width": 1280, "height": 800}},
    "1280-dark": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"},
    "2560": {"viewport": {"width": 2560, "height": 1300}},
}
NAMES = (
    *("Anna", "Ben", "Carla", "Dora", "Emil", "Fatima", "Georg", "Hanna", "Ida", "Jonas"),
    *("Katrin", "Lukas", "Mehmet", "Nadja", "Oskar", "Paula", "Quirin", "Rosa", "Stefan", "Theresa"),
)
WEEK = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def ward(people: int, days: int) -> str:
    """A ward as a problem file."""
    columns = [WEEK[i % 7] + (f" {i + 1}" if days > 7 else "") for i in range(days)]
    return f"""
name = "ward, {people} nurses, {days} days"
about = "Who works which shift on which day."
language = [
  {{ relation = "x != night or y != early", over = "next in row" }},
  {{ relation = "x != late or y != early", over = "next in row" }},
  {{ relation = "count(night) <= k", over = "row" }},
  {{ relation = "count(night) >= k", over = "column" }},
  {{ relation = "count(early) >= k", over = "column" }},
]
[variables]
shift = {{ rows = {list(NAMES[:people])}, columns = {columns}, domain = ["off", "early", "late", "night"] }}
"""


SUDOKU = 'name = "sudoku"\nlanguage = ["!=", "<"]\n[variables]\ngrid = { shape = [9, 9], domain = "1..9" }'
FAR = 'name = "far"\nlanguage = ["!="]\n[variables]\nx = { shape = [5], domain = "1..2" }'
ORDER = """
name = "order"
orders = "given"
language = ["<", "!="]
[variables]
job = { rows = ["a", "b", "c"], domain = "1..3" }
"""
TABLE = "\tMon\tTue\tWed\nAnna\tearly\t\tlate\nBen\tlate\toff\tearly\nCarla\tnight\tngiht\toff\n"

Stop = tuple[str, str, bool, Callable[[Page], None] | None]  # name, path, in full length, what to do there first


def begin(log: Log, text: str, **options: Any) -> Interview:
    return Interview.start(log, parse_problem(text, source="text.toml"), **{**FOR_PEOPLE, **options})


def press(selector: str) -> Callable[[Page], None]:
    return lambda page: page.click(selector)


def questions(log: Log, name: str, text: str) -> Iterator[Stop]:
    """The first question of each kind about a ward, then its end, and what is beside them."""
    interview = begin(log, text)
    target, seen = truth(interview.file.problem), set()
    while (question := interview.question) is not None:
        if question.kind not in seen:
            seen.add(question.kind)
            path = f"/i/{log.duplicate(interview.id, interview.name).id}"
            yield f"{name}-{question.kind}", path, False, None
            if question.kind == "unlimited":
                yield f"{name}-exceptions", path, True, press(".exceptions summary")
            if question.kind == "rule":
                yield f"{name}-keys", path, False, lambda page: page.keyboard.press("?")
                yield f"{name}-known-rule", f"{path}/rules", True, None
                told = "relation=count(night)+<%3D+k&over=row+of+shift&number"
                yield f"{name}-known-rule-told", f"{path}/rules?{told}=2", True, None
                yield f"{name}-known-rule-wrong", f"{path}/rules?{told}=99", True, None
            if question.kind == "plan":
                yield f"{name}-history", f"{path}?tab=history", False, None
                yield f"{name}-picture", f"{path}?tab=picture", False, None
                yield f"{name}-model", f"{path}/model", True, None
        interview.answer(said_by(target, question))
    path = f"/i/{interview.id}"
    yield f"{name}-end", path, True, None
    yield f"{name}-why", f"{path}/why/1", True, None
    yield f"{name}-answers", f"{path}/answers", True, None
    yield f"{name}-answer", f"{path}/answers/3", True, None
    yield f"{name}-paper", f"{path}/paper", True, None


def plans(log: Log, name: str, text: str) -> Iterator[Stop]:
    """Plans until one is right."""
    interview = begin(log, text, until="plan")
    target = truth(interview.file.problem)
    path = f"/i/{log.duplicate(interview.id, interview.name).id}"
    yield f"{name}-first-plan", path, False, None
    yield f"{name}-first-plan-marked", path, False, press("#answer th[scope=row] >> nth=0")
    while (question := interview.question) is not None:
        answer = said_by(target, question)
        wrong = isinstance(question, Plan) and not answer.value
        interview.answer(Answer(False, clash=tuple(broken(target, question))) if wrong else answer)
    yield f"{name}-plan-taken", f"/i/{interview.id}", True, None
    yield f"{name}-plan-on-paper", f"/i/{interview.id}/paper", True, None


def examples(log: Log, name: str, text: str) -> Iterator[Stop]:
    interview = begin(log, text, rules=False)
    for _ in range(6):
        if interview.question is not None:
            interview.answer(None)
    yield f"{name}-example", f"/i/{interview.id}", False, None
    yield f"{name}-example-whole", f"/i/{interview.id}?table=full", False, None


def doubts(log: Log, text: str) -> Iterator[Stop]:
    """A slip found by a second look, a contradiction, a gap with advice."""
    interview = begin(log, text)
    target, slipped = truth(interview.file.problem), False
    because = False
    while (question := interview.question) is not None:
        answer = said_by(target, question)
        if not slipped and isinstance(question, Unlimited) and "column" in question.family.phrase:
            answer, slipped = Answer(True), True
        interview.answer(answer)
        if not because and isinstance(question, Plan) and answer.value is False and interview.question is not None:
            because = True
            yield "check", f"/i/{log.duplicate(interview.id, interview.name).id}", False, None
    yield "second-look", f"/i/{interview.id}", True, None

    far = begin(log, FAR, algorithm="quacq", rules=None, slips=0.0, largest=None)
    names = [f"x[{i}]" for i in range(5)]
    said = [(dict.fromkeys(pair, 1), True) for pair in itertools.combinations(names, 2)]
    said.append((dict.fromkeys(names, 1), False))
    log.append(far.id, [Entry(i, 0, "question", query, answer) for i, (query, answer) in enumerate(said, start=1)])
    yield "contradiction", f"/i/{far.id}", True, None

    order = begin(log, ORDER, rules=False, slips=0.0)
    while (question := order.question) is not None:
        given = [question.shown[name] for name in ("job[c]", "job[b]", "job[a]") if name in question.shown]
        order.answer(given == sorted(set(given)))
    yield "gap", f"/i/{order.id}", True, None


def describing(people: int, days: str) -> Iterator[tuple[str, Callable[[Page], None]]]:
    """From the start page to the text behind a problem, one step after the other."""

    def who(page: Page) -> None:
        page.fill("#who", ", ".join(NAMES[:people]))
        page.wait_for_function("() => document.getElementById('who-heard').textContent")
        if days:
            page.click(f"label:has(input[name=when][value={days}])")
            page.wait_for_timeout(500)

    def on(page: Page) -> None:
        page.click("button[value=next]")
        page.wait_for_url("**/rules")

    def group(page: Page) -> None:
        page.click("button[value=add]")
        page.click("text=More")

    def wrong(page: Page) -> None:
        page.fill("#text", "language = [\n")
        page.click("button.primary")
        page.wait_for_selector(".error")

    yield "start-filled", who
    yield "rules", on
    yield "rules-more", group
    yield "text", press("text=Show it as text")
    yield "text-wrong", wrong


def take(page: Page, folder: Path, name: str, size: str, whole: bool) -> None:
    with contextlib.suppress(TimeoutError):  # plans at the end are looked for when the page is there already
        page.wait_for_function("() => !document.querySelector('.waiting')", timeout=30_000)
    page.wait_for_timeout(300)
    page.screenshot(path=folder / f"{name}-{size}.png", full_page=whole)


def tour(browser: Browser, server: Server, folder: Path, wanted: Callable[[str], bool]) -> None:
    pages = {size: browser.new_context(**options).new_page() for size, options in SIZES.items()}
    for size, page in pages.items():
        page.set_default_timeout(300_000)
        page.emulate_media(reduced_motion="reduce")
        if wanted("locked"):
            page.goto(f"{server.base}/")
            take(page, folder, "locked", size, True)
        page.goto(server.address)
        if wanted("start"):
            take(page, folder, "start", size, True)
        if wanted("nowhere"):
            page.goto(f"{server.base}/nowhere")
            take(page, folder, "nowhere", size, True)
    for label, people, days in (("ward", 8, ""), ("month", 20, "weeks")):
        for size, page in pages.items():
            if not wanted(f"{label}-describing"):
                continue
            page.goto(f"{server.base}/")
            for name, act in describing(people, days):
                act(page)
                take(page, folder, f"{label}-describing-{name}", size, True)
    for size, page in pages.items():
        if wanted("table"):
            page.goto(f"{server.base}/")
            page.click("text=Read the table")
            page.wait_for_selector("#table-error")
            take(page, folder, "table-wrong", size, True)
            page.fill("#pasted", TABLE)
            page.click("text=Read the table")
            page.wait_for_selector(".understood")
            take(page, folder, "table", size, True)
    with Log(server.db) as log:
        ways = (
            ("doubts check second-look contradiction gap", doubts(log, ward(4, 7))),
            ("ward", questions(log, "ward", ward(8, 7))),
            ("ward", plans(log, "ward", ward(8, 7))),
            ("ward", examples(log, "ward", ward(8, 7))),
            ("sudoku", examples(log, "sudoku", SUDOKU)),
            ("month", plans(log, "month", ward(20, 28))),
            ("month", examples(log, "month", ward(20, 28))),
            ("month", questions(log, "month", ward(20, 28))),
        )
        for hints, stops in ways:
            if not any(wanted(hint) or any(word.startswith(hint) for word in sys.argv[2:]) for hint in hints.split()):
                continue
            for name, path, whole, act in stops:
                if not wanted(name):
                    continue
                for size, page in pages.items():
                    page.goto(f"{server.base}{path}")
                    if size == "390" and page.locator("progress[aria-label^='Answers gone']").count():
                        take(page, folder, f"{name}-waiting", size, True)
                    page.wait_for_selector("#answer, h1:not(:has(~ p[role=status]))")
                    if act is not None:
                        act(page)
                    take(page, folder, name, size, whole)
    if wanted("interviews"):
        for size, page in pages.items():
            page.goto(f"{server.base}/")
            take(page, folder, "interviews", size, True)


def main() -> None:
    folder = Path(sys.argv[1])
    words = sys.argv[2:]
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        with Server(Path(place) / "db.sqlite") as server:
            tour(browser, server, folder, lambda name: not words or any(word in name for word in words))
        browser.close()


if __name__ == "__main__":
    main()
