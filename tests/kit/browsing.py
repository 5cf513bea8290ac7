"""A person in front of a browser: looks at the page, and answers what they see there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kit.pages import WEEK, WEEK_RULES, Server, accepts
from tacit.formats.problem_file import parse_problem
from tacit.interview import FOR_PEOPLE, Interview, Log
from tacit.problem.network import Network
from tacit.problem.problem import Problem

READ = """() => Object.fromEntries([...document.querySelectorAll('#answer input[name=clash]')]
    .map(cell => [cell.value, cell.nextElementSibling.textContent]))"""
SEEN = "() => { document.getElementById('screen').dataset.seen = 'yes'; }"
MOVED = """() => {
    const screen = document.getElementById('screen');
    return document.readyState === 'complete' && (!screen || !screen.dataset.seen);
}"""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
PROBLEM = parse_problem(WEEK, source="week.toml").problem
TARGET = PROBLEM.network(WEEK_RULES)


class Person:
    """Looks at a page, and answers what they see there."""

    def __init__(self, page: Any, server: Server) -> None:
        self.page = page
        self.server = server
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)

    def enter(self) -> None:
        self.page.goto(self.server.address)
        self.page.wait_for_url("**/")
        assert "key" not in self.page.url

    def start(self, text: str = WEEK, **options: Any) -> str:
        """Start a new interview with questions about examples alone; returns its path."""
        with Log(self.server.db) as log:
            file = parse_problem(text, source="")
            interview = Interview.start(log, file, **{**FOR_PEOPLE, "rules": False, **options}).id
        self.page.goto(f"{self.server.base}/i/{interview}")
        self.page.wait_for_selector("#answer")
        return self.path

    def start_by_form(self, text: str = WEEK) -> str:
        """Start a new interview as people do; returns its path."""
        self.page.goto(self.server.base)
        self.page.click("#own summary")
        self.page.fill("#text", text)
        self.page.click(".own button.primary")
        self.page.wait_for_selector("#answer")
        return self.path

    @property
    def path(self) -> str:
        return self.page.url.removeprefix(self.server.base).split("?")[0]

    @property
    def question(self) -> str:
        return self.page.get_attribute("#screen", "data-question")

    def sees(self) -> dict[str, str]:
        return self.page.evaluate(READ)

    def asked(self) -> bool:
        return self.page.query_selector("#answer") is not None

    def moves(self, act: Callable[[], None]) -> None:
        """Do something, and wait until the page has changed."""
        self.page.evaluate(SEEN)
        act()
        self.page.wait_for_function(MOVED)

    def press(self, key: str) -> None:
        self.moves(lambda: self.page.keyboard.press(key))

    def right(self, problem: Problem = PROBLEM, target: Network = TARGET) -> bool:
        return accepts(problem, target, self.sees())

    def talk(self, most: int = 1000, problem: Problem = PROBLEM, target: Network = TARGET) -> list[dict[str, str]]:
        """Answer by keys, as someone with this target would; returns the questions that were seen."""
        seen = []
        while self.asked() and len(seen) < most:
            seen.append(self.sees())
            self.press("y" if self.right(problem, target) else "n")
        return seen
