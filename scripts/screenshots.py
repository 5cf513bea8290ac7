"""Makes the six pictures of the page for the README and the documents, in Chromium. Run it after the page has changed.

.venv/bin/python scripts/screenshots.py

`scripts/tour.py` takes every screen, to be looked at; from there the wards of these pictures come.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from tour import NAMES, PHONE, ROOT, SUDOKU, Server, begin, truth, ward

from kit.drive import said_by
from tacit.interview import Interview, Log
from tacit.learning.asking import Question
from tacit.problem.query import Plan
from tacit.structure.rule import Number, Rule

IMAGES = ROOT / "docs" / "images"
WIDE = {"viewport": {"width": 1180, "height": 720}}


def until(interview: Interview, enough: Callable[[Question], bool]) -> Interview:
    """Answer by what the manager of the ward has in mind, up to such a question, or to the end."""
    target = truth(interview.file.problem)
    while interview.question is not None and not enough(interview.question):
        interview.answer(said_by(target, interview.question))
    return interview


def rows_and_columns(interview: Interview) -> Interview:
    """A Sudoku after some answers."""
    for answer in (True, False, False, None, None):
        if interview.question is not None:
            interview.answer(None if isinstance(interview.question, Number) else answer)
    return interview


def opened(browser: Browser, server: Server, path: str, **options: Any) -> Page:
    page = browser.new_context(**{**WIDE, **options}).new_page()
    page.set_default_timeout(120_000)
    page.emulate_media(reduced_motion="reduce")
    page.goto(server.address)
    page.wait_for_url("**/")
    page.goto(f"{server.base}{path}")
    page.wait_for_selector("#answer, .solutions, #who")
    page.wait_for_timeout(400)
    return page


def take(page: Page, name: str, **options: Any) -> None:
    page.screenshot(path=IMAGES / f"{name}.png", **options)
    page.close()


def main() -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        with Server(Path(place) / "db.sqlite") as server, Log(server.db) as log:
            page = opened(browser, server, "/")
            page.fill("#who", ", ".join(NAMES[:8]))
            page.wait_for_function("() => document.getElementById('who-heard').textContent")
            page.click("button[value=next]")
            page.wait_for_url("**/rules")
            page.wait_for_timeout(400)
            take(page, "describe", clip={"x": 0, "y": 0, "width": 1180, "height": 900}, full_page=True)

            week = until(begin(log, ward(8, 7)), lambda asked: isinstance(asked, Rule))
            take(opened(browser, server, f"/i/{week.id}"), "rule")
            example = begin(log, ward(8, 7), rules=False)
            for _ in range(6):
                example.answer(None)
            page = opened(browser, server, f"/i/{example.id}")
            take(page, "question")
            month = until(begin(log, ward(20, 28)), lambda asked: isinstance(asked, Plan))
            size = {"viewport": {"width": 1480, "height": 900}}
            take(opened(browser, server, f"/i/{month.id}", **size), "plan")
            until(week, lambda asked: False)
            page = opened(browser, server, f"/i/{week.id}")
            page.wait_for_selector(".solutions")
            take(page, "end", clip={"x": 0, "y": 0, "width": 1180, "height": 1215}, full_page=True)
            sudoku = rows_and_columns(begin(log, SUDOKU, rules=False))
            phone = {**PHONE, "viewport": {"width": 390, "height": 760}, "color_scheme": "dark"}
            take(opened(browser, server, f"/i/{sudoku.id}", **phone), "phone")
        browser.close()


if __name__ == "__main__":
    main()
