"""Questions about rules in a real browser: by keyboard, on a phone, for screen readers."""

from __future__ import annotations

import pytest

from kit.browsing import PHONE
from kit.ward import WARD
from tacit.interview import Interview, Log

UNNAMED = """() => [...document.querySelectorAll('button, a, input:not([type=hidden]), select, textarea')]
    .filter(each => !each.textContent.trim() && !each.getAttribute('aria-label') && !each.labels?.length)
    .map(each => each.outerHTML)"""


def opened(person, path):
    with Log(person.server.db) as log:
        return Interview.open(log, int(path.split("/")[2]))


def to_a_rule(person, path):
    """Say a rule, so that others are asked: columns after rows."""
    page = person.page
    page.keyboard.press("k")
    page.wait_for_selector(".compose")
    page.select_option("#relation", "!=")
    page.click(".compose button")
    page.select_option("#over", "column of shift")
    page.click(".compose button")
    page.click("text=Take this rule")
    page.wait_for_selector("#answer")
    for _ in range(40):
        if opened(person, path).question.kind == "rule":
            return
        person.press(" ")
    pytest.fail("no rule was asked")


def test_by_keyboard(person):
    path = person.start_by_form(WARD)
    to_a_rule(person, path)
    page = person.page
    assert "Taken: " in page.inner_text(".notice") or opened(person, path).answers
    position = len(opened(person, path).entries)
    page.click(".exceptions summary")
    first = page.locator("input[name=except]").first
    first.focus()
    page.keyboard.press(" ")  # chooses it, and is no answer
    assert first.is_checked()
    assert len(opened(person, path).entries) == position
    name = first.get_attribute("value")
    person.moves(lambda: page.click("#b-except"))
    kept = opened(person, path).entries[-1]
    assert (kept.kind, kept.answer, kept.exceptions) == ("rule", False, (name,))
    person.press("Backspace")
    assert len(opened(person, path).entries) == position
    person.press("n")
    assert opened(person, path).entries[-1].exceptions == ()


def test_on_a_phone_and_for_screen_readers(people):
    person = people(**PHONE)
    path = person.start_by_form(WARD)
    page = person.page
    for address in (path, f"{path}/rules?relation=!%3D&over=row+of+shift", f"{path}/rules?relation=!%3D&words=rwo"):
        page.goto(f"{person.server.base}{address}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert page.evaluate(UNNAMED) == []
    page.goto(f"{person.server.base}{path}")
    to_a_rule(person, path)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.click(".exceptions summary")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate(UNNAMED) == []
    for button in ("#b-yes", "#b-no", "#b-unknown", "#b-except"):
        assert page.locator(button).bounding_box()["height"] >= 44


WEEKS = """
language = ["x != night", "!="]
[variables.shift]
rows = ["anna", "ben"]
columns = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun", "Mon2", "Tue2", "Wed2", "Thu2", "Fri2", "Sat2", "Sun2"]
domain = ["off", "early", "late", "night"]
"""


def test_where_follows_what_and_the_preview_is_not_cut(people):
    person = people()
    path = person.start_by_form(WEEKS)
    page = person.page
    page.goto(f"{person.server.base}{path}/rules?relation=!%3D&over=column+of+shift")
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    part = page.locator(".previews .part")
    assert part.evaluate("part => part.scrollWidth - part.clientWidth") <= 0
    assert "each row of shift" in page.inner_text("#over")
    page.select_option("#relation", "x != night")
    page.wait_for_selector("#over option[value='row anna of shift']", state="attached")
    assert "each row of shift" not in page.inner_text("#over")
