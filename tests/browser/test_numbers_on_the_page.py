"""Questions for numbers in a real browser: by keyboard, on a phone, for screen readers."""

from __future__ import annotations

import pytest

from kit.browsing import PHONE
from kit.limits import PROGRAM, TEXT, asks_for_limits
from kit.pages import Server
from tacit.interview import Log

__all__ = ["asks_for_limits"]
UNNAMED = """() => [...document.querySelectorAll('button, a, input:not([type=hidden]), select, textarea')]
    .filter(each => !each.textContent.trim() && !each.getAttribute('aria-label') && !each.labels?.length)
    .map(each => each.outerHTML)"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("browser") / "db.sqlite", program=PROGRAM) as server:
        yield server


def kept(person, path):
    with Log(person.server.db) as log:
        return [(entry.answer, entry.number) for entry in log.entries(int(path.split("/")[2]))]


def test_by_keyboard(person):
    path = person.start_by_form(TEXT)
    page = person.page
    person.press("n")
    page.wait_for_selector("#number")
    page.keyboard.press("y")  # is no answer here
    page.keyboard.press("2")  # goes into the field
    assert page.input_value("#number") == "2"
    page.keyboard.press("Backspace")  # mends it, and is no undo
    page.keyboard.press("1")
    person.moves(lambda: page.keyboard.press("Enter"))
    assert kept(person, path) == [(False, None), (True, 1)]
    page.evaluate("document.activeElement.blur()")
    person.press("Backspace")
    page.wait_for_selector("#number")
    person.press("d")
    assert kept(person, path) == [(False, None), (False, None)]


def test_a_number_out_of_range_stays_in_the_field(person):
    path = person.start_by_form(TEXT)
    page = person.page
    person.press("n")
    page.wait_for_selector("#number")
    page.keyboard.press("9")
    page.keyboard.press("Enter")
    assert page.input_value("#number") == "9"
    assert page.evaluate("!document.getElementById('number').checkValidity()")
    person.moves(lambda: page.click("#b-l"))  # what is in the field does not matter for this answer
    assert kept(person, path) == [(False, None), (True, None)]


def test_on_a_phone_and_for_screen_readers(people):
    person = people(**PHONE)
    path = person.start_by_form(TEXT)
    page = person.page
    person.moves(lambda: page.click("#b-no"))
    rules = f"{path}/rules?relation=count(night)+%3C%3D+k&over=row+of+shift"
    for address in (path, rules, f"{rules}&number=2", f"{path}/answers/1"):
        page.goto(f"{person.server.base}{address}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert page.evaluate(UNNAMED) == []


def test_the_field_for_a_number_comes_with_the_relation_that_needs_it(person):
    path = person.start_by_form(TEXT.replace("[[language]]", '[[language]]\nrelation = "!="\n\n[[language]]', 1))
    page = person.page
    page.goto(f"{person.server.base}{path}/rules?relation=!%3D")
    assert not page.is_visible("#number")
    page.select_option("#relation", "count(night) <= k")
    page.wait_for_selector("#number", state="visible")
    page.fill("#number", "2")
    page.click(".compose button")
    page.click("text=Take this rule")
    page.wait_for_selector("#answer")
    assert "Taken: In each row of shift: at most 2 × night." in page.inner_text(".notice")
