"""Makes pictures of the page, in Chromium. Run it after the page has changed.

.venv/bin/python scripts/screenshots.py                   # those of the README: four screens
.venv/bin/python scripts/screenshots.py --screens FOLDER  # each kind of question at 390, 1280 and 2560 px
"""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tacit.formats.problem_file import parse_problem
from tacit.interview import FOR_PEOPLE, Interview, Log
from tacit.structure.rule import Number

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"
READ = """() => Object.fromEntries([...document.querySelectorAll('#answer input[name=clash]')]
    .map(cell => [cell.value, cell.nextElementSibling.textContent]))"""


def rules(name: str) -> Any:
    """The function that knows the rules of one of the examples."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "src" / "tacit" / "examples" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.fine


def answer(page: Page, name: str, most: int = 1000) -> None:
    """Answer questions about an example, as its rules say."""
    fine = rules(name)
    while most and page.query_selector("#answer"):
        most -= 1
        shown = {cell: int(value) if value.isdigit() else value for cell, value in page.evaluate(READ).items()}
        page.evaluate("() => { document.getElementById('screen').dataset.seen = 'yes'; }")
        # The function knows examples; of rules it says nothing.
        page.keyboard.press("d" if page.query_selector("#answer .claim") else "y" if fine(shown) else "n")
        page.wait_for_function(
            "() => document.readyState === 'complete' && !document.getElementById('screen')?.dataset.seen"
        )
    page.wait_for_timeout(500)


def start(page: Page, address: str, name: str) -> None:
    page.goto(address)
    page.wait_for_selector("#own")
    page.click(f"button[value={name}]")
    page.wait_for_selector("#answer")


def ward(people: int, days: int) -> str:
    """A ward as a problem file."""
    week = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
    names = ("Anna", "Ben", "Carla", "Dora", "Emil", "Fatima", "Georg", "Hanna", "Ida", "Jonas")
    rows = [names[i % 10] + (f" {i // 10 + 1}" if i >= 10 else "") for i in range(people)]
    columns = [week[i % 7] + (f" {i + 1}" if days > 7 else "") for i in range(days)]
    return f"""
name = "ward of {people} and {days} days"
about = "Who works which shift on which day."
language = [
  {{ relation = "x != night or y != early", over = "next in row", say = "no early after a night" }},
  {{ relation = "x == off or x != y", over = "column" }},
  {{ relation = "count(night) <= k", over = ["row", "column"] }},
]
[variables.shift]
rows = {json.dumps(rows)}
columns = {json.dumps(columns)}
domain = ["off", "early", "late", "night"]
"""


PROBLEMS = {
    "ward": ward(8, 7),
    "month": ward(20, 28),
    "sudoku": 'name = "sudoku"\nlanguage = ["!=", "<"]\n[variables]\ngrid = { shape = [9, 9], domain = "1..9" }',
}
SCREENS: dict[str, dict[str, Any]] = {
    "390": {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True, "device_scale_factor": 2},
    "1280": {"viewport": {"width": 1280, "height": 800}},
    "1280-dark": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"},
    "2560": {"viewport": {"width": 2560, "height": 1300}},
}
MOST = 25  # so many questions are asked to meet each kind


def kinds_of_questions(log: Log) -> dict[str, int]:
    """An interview for each kind of question about each problem, left at that question."""
    found: dict[str, int] = {}
    for name, text in PROBLEMS.items():
        for way, options in (("", {}), (" without rules", {"rules": False}), (" plans", {"until": "plan"})):
            interview = Interview.start(log, parse_problem(text, source=name), **FOR_PEOPLE | options)
            for count in range(MOST):
                if interview.question is None:
                    break
                kind = f"{name} {interview.question.kind}{way}"
                if kind not in found:
                    found[kind] = log.duplicate(interview.id, interview.name).id
                # Some "no", so that there are rules to ask about.
                interview.answer(None if isinstance(interview.question, Number) or count % 3 else False)
    return found


def screens(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as driver:
        with Log(Path(place) / "db.sqlite") as log:
            interviews = kinds_of_questions(log)
        command = [sys.executable, "-m", "tacit", "web", "--db", f"{place}/db.sqlite"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        address = server.stdout.readline().split()[1]
        try:
            browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            for size, options in SCREENS.items():
                page = browser.new_context(**options).new_page()
                page.goto(address)
                page.wait_for_selector("main")
                for kind, interview in interviews.items():
                    page.goto(f"{address.split('?')[0].rstrip('/')}/i/{interview}")
                    page.wait_for_selector("#answer")
                    page.screenshot(path=folder / f"{kind.replace(' ', '-')}-{size}.png")
            browser.close()
        finally:
            server.kill()
            server.wait()


def main() -> None:
    if sys.argv[1:2] == ["--screens"]:
        return screens(Path(sys.argv[2]))
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        command = [sys.executable, "-m", "tacit", "web", "--db", f"{folder}/db.sqlite"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        address = server.stdout.readline().split()[1]
        try:
            browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1180, "height": 720})
            start(page, address, "roster")
            answer(page, "roster", 34)
            while page.locator("#answer td.filled").count() < 4 or not page.locator("#answer td.changed").count():
                answer(page, "roster", 1)  # so that there is something to see
            page.screenshot(path=IMAGES / "question.png")
            answer(page, "roster")
            page.wait_for_selector(".solutions")
            whole = {"x": 0, "y": 0, "width": 1180, "height": 1215}
            page.screenshot(path=IMAGES / "end.png", clip=whole, full_page=True)
            start(page, address, "puzzle")
            while not (page.locator("#answer .claim").count() and page.locator("#answer .board").count()):
                answer(page, "puzzle", 1)
            page.screenshot(path=IMAGES / "rule.png")
            phone = browser.new_page(
                viewport={"width": 390, "height": 760}, is_mobile=True, has_touch=True, color_scheme="dark"
            )
            start(phone, address, "puzzle")
            answer(phone, "puzzle", 33)
            phone.screenshot(path=IMAGES / "phone.png")
            browser.close()
        finally:
            server.kill()
            server.wait()


if __name__ == "__main__":
    main()
