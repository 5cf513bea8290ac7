"""Whatever is asked about is on the screen, with the buttons: from a phone to a big screen, and at 200 % zoom."""

from __future__ import annotations

import json

import pytest

from kit.browsing import PHONE

# The last one is a laptop's screen of 1280 × 800 at 200 %.
SIZES = [(390, 844), (768, 1024), (1280, 800), (2560, 1300), (640, 400)]
DAYS = [f"{('Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun')[day % 7]} {day + 1}" for day in range(28)]
MONTH = f"""
name = "month"
language = [{{ relation = "x != night or y != early", over = "next in row" }}, {{ relation = "!=", over = "column" }}]
[variables.shift]
rows = {json.dumps([f"nurse {number}" for number in range(1, 21)])}
columns = {json.dumps(DAYS)}
domain = ["off", "early", "late", "night"]
"""
GRID = """
name = "grid"
language = [{ relation = "!=", over = ["next in row", "next in column"] }]
[variables]
grid = { shape = [30, 30], domain = "1..30" }
"""
SUDOKU = 'name = "sudoku"\nlanguage = ["!="]\n[variables]\ngrid = { shape = [9, 9], domain = "1..9" }'
# Which cells are not wholly inside the screen and above the buttons?
OUT_OF_SIGHT = """() => {
    const below = document.querySelector('#answer .buttons').getBoundingClientRect().top;
    return [...document.querySelectorAll('#answer .board:not(.small) td.filled')].filter((cell) => {
        const box = cell.getBoundingClientRect();
        return box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > below + 1;
    }).length;
}"""
# … and which could only be reached by scrolling sideways?
SIDEWAYS = """() => [...document.querySelectorAll('#answer .board:not(.small) td.filled')].filter((cell) => {
    const box = cell.getBoundingClientRect();
    return box.left < 0 || box.right > document.documentElement.clientWidth;
}).length + (document.documentElement.scrollWidth > document.documentElement.clientWidth)"""
BUTTONS = """() => ['yes', 'no', 'unknown', 'undo'].every((name) => {
    const box = document.getElementById(`b-${name}`).getBoundingClientRect();
    return box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
})"""


def settled(page, count):
    """What is counted, once the page has seen that the screen has another size."""
    for _ in range(40):
        if not page.evaluate(count):
            break
        page.wait_for_timeout(100)
    return page.evaluate(count)


@pytest.mark.parametrize("text", [MONTH, GRID, SUDOKU], ids=["20×28", "30×30", "sudoku"])
def test_every_cell_that_is_asked_about_is_in_sight(people, text):
    person = people()
    page = person.page
    person.start(text)
    for answer in ("n", "d", "y", "d"):
        assert page.locator("#answer td.filled").count() > 0
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert (width, settled(page, OUT_OF_SIGHT), page.evaluate(BUTTONS)) == (width, 0, True)
        page.set_viewport_size({"width": 390, "height": 844})
        person.press(answer)
        assert settled(page, OUT_OF_SIGHT) == 0  # of the next question, too


def test_of_a_whole_plan_no_cell_is_reached_by_scrolling_sideways(people):
    person = people()
    page = person.page
    person.start(MONTH, until="plan", rules=True)
    page.wait_for_selector("text=Here is a whole plan")
    assert page.locator("#answer td.filled").count() == 560
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert (width, settled(page, SIDEWAYS), page.evaluate(BUTTONS)) == (width, 0, True)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.click("#answer th:has-text('nurse 3')")  # the whole row, in all weeks
    assert page.locator("#answer input:checked").count() == 28


def test_cells_of_a_plan_can_be_tapped(people):
    """24 pixels at least, as WCAG 2.5.8 wants it."""
    person = people(**PHONE)
    person.start(MONTH, until="plan", rules=True)
    person.page.wait_for_selector("text=Here is a whole plan")
    boxes = person.page.eval_on_selector_all(
        "#answer td.filled",
        "all => all.map((one) => one.getBoundingClientRect()).map((box) => [box.width, box.height])",
    )
    assert min(min(box) for box in boxes) >= 24
    assert person.page.evaluate(SIDEWAYS) == 0
