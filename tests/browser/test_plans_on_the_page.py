"""Plans until one is right, in a real browser, at the sizes of a phone and a desk."""

from __future__ import annotations

import pytest

from kit.browsing import PHONE

SIZES = {"phone": PHONE, "desk": {}}
WEEK = """
name = "ward"
language = [
  { relation = "x != night or y != early", over = "next in row" },
  { relation = "count(night) <= k", over = "column" },
  { relation = "count(night) >= k", over = "column" },
]
[variables]
shift = { rows = ["anna", "ben", "carla"], columns = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"], domain = ["off", "early", "night"] }
"""  # noqa: E501
CUT = "() => [...document.querySelectorAll('.part')].filter(part => part.scrollWidth > part.clientWidth + 1).length"


@pytest.mark.parametrize("size", SIZES)
def test_plans_are_shown_until_one_is_taken(people, size, tmp_path):
    person = people(**SIZES[size])
    page = person.page
    page.goto(person.server.base)
    page.click("#own summary")
    page.fill("#text", WEEK)
    page.check(".own input[value=plan]")
    page.screenshot(path=tmp_path / "start.png")
    page.click(".own button.primary")
    page.wait_for_selector("#answer")
    assert "A first plan" in page.inner_text(".plans")
    assert page.evaluate(CUT) == 0
    page.click("th:has-text('Mon')")  # marks the whole column
    assert page.locator("input[name=clash]:checked").count() == 3
    page.screenshot(path=tmp_path / "marked.png")
    page.click("#b-no")
    page.click("button[value='number:2']")
    page.wait_for_selector("td.changed")
    assert "7 of 21 cells are not as in the last one" in page.inner_text(".plans")
    page.screenshot(path=tmp_path / "changed.png", full_page=True)
    page.click("#b-yes")
    page.wait_for_selector("h1:has-text('You have a plan')")
    assert page.evaluate(CUT) == 0
    page.screenshot(path=tmp_path / "end.png")
    page.click("text=Find out the rest")
    page.wait_for_selector("#answer")
    assert page.locator("text=Show me plans instead").count() == 1
