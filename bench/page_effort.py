"""How much there is to do on the page, from opening it to a roster that is right: clicks, keys and questions.

A ward of 8 nurses and 7 days is described and answered for in Chromium, as the tests do it (`tests/kit/manager.py`: the
manager has a night nurse on each day in mind, at most two nights for each, and no early shift after a night but for
one of them). What may matter stays ticked as it is proposed. A list that opens counts as two clicks, a letter as a key.

    python bench/page_effort.py
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from kit.beginning import describe, drop, last_rosters, start, tell_a_rule  # type: ignore[import-not-found]
from kit.browsing import Person  # type: ignore[import-not-found]
from kit.hands import Keys, Mouse  # type: ignore[import-not-found]
from kit.manager import Manager  # type: ignore[import-not-found]
from kit.pages import Server  # type: ignore[import-not-found]

FLAGS = ["--no-sandbox", "--disable-gpu"]
WAYS = {
    "questions until everything is known": "questions",
    "plans until one is right": "plans",
    "two rules told, then plans": "told",
    "two old rosters dropped, then plans": "dropped",
}


def one(browser: Any, kind: Any, way: str) -> tuple[int, int, Counter[str], float]:
    """Go one way; returns clicks, keys, questions by kind, and seconds (of a person who thinks no moment)."""
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "db.sqlite") as server:
        context = browser.new_context(viewport={"width": 1280, "height": 860})
        context.set_default_timeout(120_000)
        person = Person(context.new_page(), server)
        person.enter()
        hands = kind(person)
        begun = time.perf_counter()
        if way == "dropped":
            drop(hands, last_rosters())
            hands.clicks += 1
            hands.press("button[name=to][value=next]")
            hands.page.wait_for_url("**/rules")
        else:
            describe(hands)
        if way != "questions":
            hands.tick("input[name=until][value=plan]")
        start(hands)
        if way == "told":
            tell_a_rule(hands, "count(night) >= k", "column of shift", "1")
            tell_a_rule(hands, "count(night) <= k", "row of shift", "2")
        manager = Manager(hands, server)
        manager.answer_all(most=400)
        took = time.perf_counter() - begun
        context.close()
        return hands.clicks, hands.keys, Counter(manager.asked), took


def main() -> None:
    path = shutil.which("chromium")
    if path is None:
        sys.exit("page_effort: chromium is not installed")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=FLAGS)
        for text, way in WAYS.items():
            for kind in (Mouse, Keys):
                if kind is Keys and way == "dropped":
                    continue
                clicks, keys, asked, took = one(browser, kind, way)
                kinds = ", ".join(f"{count} {name}" for name, count in asked.items())
                line = f"{text}, by {'mouse' if kind is Mouse else 'keyboard'}: {clicks} clicks, {keys} keys"
                print(
                    f"{line}, {asked.total()} question{'s' * (asked.total() != 1)} ({kinds}), {took:.0f} s", flush=True
                )
        browser.close()


if __name__ == "__main__":
    main()
