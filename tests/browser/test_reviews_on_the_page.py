"""A review in a real browser: lines are marked by keys and by touch."""

from __future__ import annotations

import pytest

from kit.browsing import PHONE
from kit.reviewed import FILE, up_to_review
from tacit.interview import FOR_PEOPLE, Interview, Log


@pytest.fixture
def address(server):
    with Log(server.db) as log:
        interview = Interview.start(log, FILE, **FOR_PEOPLE)
        up_to_review(interview)
        return f"{server.base}/i/{interview.id}"


def kept(server, person):
    with Log(server.db) as log:
        entry = log.entries(int(person.path.split("/")[2]))[-1]
    return entry.answer, entry.exceptions


def test_by_keys(person, server, address):
    page = person.page
    page.goto(address)
    page.wait_for_selector(".read-out")
    no = page.locator("#b-no span")
    assert no.inner_text() == "Something is wrong"
    page.keyboard.press("2")
    page.keyboard.press("1")
    page.keyboard.press("7")  # there is no such line
    assert no.inner_text() == "The marked lines are wrong"
    assert page.is_disabled("#b-yes")
    page.keyboard.press("y")
    page.keyboard.press("1")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.value") == "2"
    page.keyboard.press("m")
    assert page.is_enabled("#b-yes")
    page.keyboard.press("m")
    person.press("n")
    assert kept(server, person) == (False, ("2",))
    person.press("Backspace")
    person.press(" ")
    assert kept(server, person) == (None, ())
    person.press("Backspace")
    person.press("y")
    assert kept(server, person) == (True, ())


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_by_touch_on_a_phone(people, server, address, scheme):
    person = people(**PHONE, color_scheme=scheme)
    page = person.page
    page.goto(address)
    page.wait_for_selector(".read-out")
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    page.tap(".read-out li:nth-child(2) label")
    page.keyboard.press("ArrowDown")
    assert page.is_checked(".read-out li:nth-child(2) input")
    person.moves(lambda: page.tap("#b-no"))
    assert kept(server, person) == (False, ("2",))
