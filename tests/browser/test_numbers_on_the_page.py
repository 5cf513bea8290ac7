"""Numbers and wide boards in a browser."""

from __future__ import annotations

import pytest

from kit.browsing import PHONE
from kit.limits import PROGRAM, TEXT
from kit.pages import Server
from tacit.interview import Log

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
    person.start(TEXT.replace('"Thu"]', f"{', '.join(map(repr, ['Thu', *map(str, range(5, 15))]))}]"))
    person.moves(lambda: page.click("#b-no"))
    said = page.locator("#number-wrong")
    assert not said.is_visible()
    page.fill("#number", "17")
    page.click("button[value=number]")
    assert said.inner_text() == "A number from 0 to 13 is needed. Or is there no limit?"
    assert page.get_attribute("#number", "aria-invalid") == "true"
    page.fill("#number", "2")
    assert not said.is_visible()
    person.moves(lambda: page.click("button[value=number]"))


def test_one_key_is_a_number(people):
    """If no second digit could follow. Which numbers there are can be seen."""
    person = people()
    page = person.page
    person.start(TEXT)
    person.press("n")
    assert page.locator(".numbers button").all_inner_texts() == ["0", "1", "2", "3"]
    assert page.locator(".where td.in").count() == 12
    person.press("2")
    with Log(person.server.db) as log:
        assert [entry.number for entry in log.entries(int(person.path.split("/")[2]))] == [None, 2]
    assert page.inner_text("#saved").endswith("Answer 2 is saved: 2")


def test_words_are_whole_in_cells(people):
    person = people(**PHONE)
    page = person.page
    person.start(WIDE)
    while page.locator("td.filled").count() == 0:
        person.moves(lambda: page.click("#b-unknown"))
    heights = page.eval_on_selector_all("td.filled label > span", "all => all.map((one) => one.offsetHeight)")
    assert max(heights) < 40  # one line
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
