"""Numbers and wide boards in a browser."""

from __future__ import annotations

import pytest

from kit.browsing import PHONE
from kit.limits import PROGRAM, TEXT
from kit.pages import Server

WIDE = """
name = "wide"
language = ["!="]
[variables.plan]
rows = ["anna", "ben"]
columns = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun", "Mo2"]
domain = ["free", "early", "night"]
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("numbers") / "db.sqlite", program=PROGRAM) as server:
        yield server


def test_a_number_out_of_range_is_told_below_the_field(people):
    person = people(**PHONE)
    page = person.page
    person.start(TEXT)
    person.moves(lambda: page.click("#b-no"))
    said = page.locator("#number-wrong")
    assert not said.is_visible()
    page.fill("#number", "7")
    page.click("button[value=number]")
    assert said.inner_text() == "A number from 0 to 3 is needed. Or is there no limit?"
    assert page.get_attribute("#number", "aria-invalid") == "true"
    page.fill("#number", "2")
    assert not said.is_visible()
    person.moves(lambda: page.click("button[value=number]"))


def test_words_are_whole_in_cells_and_boards_scroll(people):
    person = people(**PHONE)
    page = person.page
    person.start(WIDE)
    while page.locator("td.filled").count() == 0:
        person.moves(lambda: page.click("#b-unknown"))
    heights = page.eval_on_selector_all("td.filled label > span", "all => all.map((one) => one.offsetHeight)")
    assert max(heights) < 40  # one line
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    part = page.locator(".part").first
    assert "scroll sideways" in part.evaluate("one => getComputedStyle(one, '::after').content")
    part.evaluate("one => { one.scrollLeft = one.scrollWidth; }")
    last = part.locator("td").last.bounding_box()
    assert last["x"] + last["width"] <= 390
    assert part.locator("th[scope=row]").last.bounding_box()["x"] >= 0
