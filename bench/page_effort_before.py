"""How much there was to do on an earlier page for the ward of `page_effort.py`: the problem is typed as TOML, and then
the questions are answered by mouse, by the same manager. For a commit from before problems could be described.

    git worktree add FOLDER d411aa0
    PYTHONPATH=FOLDER/src python bench/page_effort_before.py FOLDER

A letter of the text counts as a key, though nobody types it without looking the syntax up, and without an error. What
stands in the box is replaced: one click and one key. A number that is asked for is a click into its field, its digits
and Enter.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(sys.argv[1]) / "tests" if len(sys.argv) > 1 else ""))

from kit.browsing import READ, Person  # type: ignore[import-not-found]
from kit.drive import said_by  # type: ignore[import-not-found]
from kit.pages import Server  # type: ignore[import-not-found]
from tacit import Answer, Network, Query, Rule
from tacit.interview import Interview, Log
from tacit.problem.problem import Problem
from tacit.problem.query import Plan
from tacit.structure.finding import find_family
from tacit.structure.rule import Number, Review, Unlimited

NAMES = ("Anna", "Ben", "Carla", "Dora", "Emil", "Finn", "Gina", "Hugo")
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
RULES = """[
  { relation = "x != night or y != early", over = "next in row" },
  { relation = "count(night) <= k", over = "row" },
  { relation = "count(night) >= k", over = "column" },
]"""
LANGUAGES = {"the common relations": '"common"', "just the three relations that matter": RULES}
MOST = 700


def text(language: str) -> str:
    labels = f"rows = {json.dumps(NAMES)}, columns = {json.dumps(DAYS)}"
    domain = '["off", "early", "late", "night"]'
    return f'name = "ward"\nlanguage = {language}\n[variables]\nshift = {{ {labels}, domain = {domain} }}\n'


def truth(problem: Problem) -> Network:
    """What the manager of page_effort.py has in mind."""
    v = problem.vocabulary

    def groups(over: str) -> list[list[str]]:
        return [[v.names[x] for x in group] for group in find_family(v, over).groups()]

    return problem.network(
        [
            *(("count(night) <= 2", group) for group in groups("row")),
            *(("count(night) >= 1", group) for group in groups("column")),
            *(("x != night or y != early", pair) for pair in groups("next in row") if "Anna" not in pair[0]),
        ]
    )


def broken(target: Network, plan: Query) -> tuple[str, ...]:
    """The cells of one thing that is wrong with a plan."""
    return next(c.scope for c in target.constraints if not Network(target.vocabulary, [c]).accepts(plan))


class Hands:
    def __init__(self, page: Any, person: Any) -> None:
        self.page = page
        self.person = person
        self.clicks = self.keys = 0

    def press(self, selector: str) -> None:
        self.clicks += 1
        self.page.locator(selector).first.click(force=True)

    def give(self, question: object, answer: Answer) -> None:
        button = "#b-unknown" if answer.value is None else "#b-yes" if answer.value else "#b-no"
        if isinstance(question, Number) and answer.number is not None:
            self.press("#answer input[name=number]")
            self.page.fill("#answer input[name=number]", str(answer.number))
            self.keys += len(str(answer.number)) + 1
            return self.person.moves(lambda: self.page.press("#answer input[name=number]", "Enter"))
        if isinstance(question, Number) and answer.value is not None:
            button = f'#answer button[value="{"no limit" if answer.value else "it differs"}"]'
        for name in answer.clash:
            self.press(f'#answer input[name=clash][value="{name}"]')
        if answer.except_ and isinstance(question, (Rule, Unlimited)):
            self.press(".exceptions summary")
            for name in answer.except_:
                self.press(f'.exceptions input[value="{name}"]')
            button = "#b-except"
        if isinstance(question, Review):
            for line in answer.except_:
                self.press(f'.read-out input[value="{line}"]')
        self.person.moves(lambda: self.press(button))


def one(browser: Any, toml: str, plans: bool) -> tuple[int, int, Counter[str]]:
    """From the start page to the end; returns clicks, keys and questions by kind."""
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "db.sqlite") as server:
        context = browser.new_context(viewport={"width": 1280, "height": 860})
        context.set_default_timeout(120_000)
        person = Person(context.new_page(), server)
        person.enter()
        page, hands = person.page, Hands(person.page, person)
        hands.press("#text")
        page.fill("#text", toml)
        hands.keys += 1 + len(toml)
        if plans:
            hands.press(".own input[value=plan]")
        hands.press(".own button.primary")
        page.wait_for_selector("#answer")
        with Log(server.db) as log:
            interview = Interview.open(log, int(page.url.split("/i/")[1].split("?")[0]))
        dialogue, target, asked = interview.dialogue, truth(interview.file.problem), Counter[str]()
        while page.locator("#answer").count():
            question = dialogue.question
            assert question is not None
            assert page.get_attribute("#screen", "data-kind") == question.kind
            assert not isinstance(question, Query) or page.evaluate(READ) == dict(question.shown)
            asked[question.kind] += 1
            assert asked.total() < MOST
            answer = said_by(target, question)
            if isinstance(question, Plan) and not answer.value:
                answer = Answer(False, clash=broken(target, question))
            hands.give(question, answer)
            dialogue.answer(answer)
        context.close()
        return hands.clicks, hands.keys, asked


def main() -> None:
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, language in LANGUAGES.items():
            for way in ("questions until everything is known", "plans until one is right"):
                clicks, keys, asked = one(browser, text(language), way.startswith("plans"))
                kinds = ", ".join(f"{count} {kind}" for kind, count in asked.items())
                print(f"{name}, {way}: {clicks} clicks, {keys} keys, {asked.total()} questions ({kinds})", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
