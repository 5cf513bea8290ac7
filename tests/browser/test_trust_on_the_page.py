"""Whole plans, gaps with advice and second looks in a real browser, at the sizes of a phone, a tablet and a desk."""

from __future__ import annotations

import itertools

import pytest

from kit.browsing import PHONE
from tacit.formats.problem_file import parse_problem
from tacit.interview import FOR_PEOPLE, Interview, Log
from tacit.problem.query import Query

SIZES = {"phone": PHONE, "tablet": {"viewport": {"width": 820, "height": 1180}}, "desk": {}}
CUT = """() => [...document.querySelectorAll('.part')]
    .filter(part => part.getClientRects().length && part.scrollWidth > part.clientWidth + 1).length"""

# A board as wide as a week.
SHIFTS = """
name = "shifts"
language = [{ relation = "x != night or y != early", over = "next in row" }]
[variables]
shift = { rows = ["anna", "ben"], columns = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"], domain = ["off", "early", "late", "night"] }
"""  # noqa: E501
LISTED = """
name = "order"
orders = "given"
language = ["<", "!="]
[variables]
job = { rows = ["a", "b", "c"], domain = "1..3" }
"""


def no_early_after_a_night(shown):
    days = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
    rows = [[shown.get(f"shift[{name},{day}]") for day in days] for name in ("anna", "ben")]
    return all(pair != ("night", "early") for row in rows for pair in itertools.pairwise(row))


def against_the_order(shown):
    given = [shown[name] for name in ("job[c]", "job[b]", "job[a]") if name in shown]
    return given == sorted(set(given))


def prepare(server, text, fine, *, slip=(), until="end", **options):
    """An interview that is answered up to the first plan, or to the end; returns its address."""
    with Log(server.db) as log:
        chosen = {**FOR_PEOPLE, "rules": False, **options}
        interview = Interview.start(log, parse_problem(text, source="text.toml"), **chosen)
        asked = 0
        while isinstance(query := interview.question, Query) and query.kind != until:
            asked += 1
            interview.answer(fine(query.shown) is not (asked in slip))
        return f"{server.base}/i/{interview.id}"


@pytest.mark.parametrize("size", SIZES)
def test_no_cell_of_a_plan_is_out_of_sight(people, server, size):
    person = people(**SIZES[size])
    page = person.page
    page.goto(prepare(server, SHIFTS, no_early_after_a_night, until="plan"))
    page.wait_for_selector("text=Here is a whole plan. Is it fine?")
    assert page.locator("#answer td.filled").count() == 14
    assert page.evaluate(CUT) == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    # The clash is marked, and the answer says so.
    cells = page.locator("#answer td.filled label")
    for cell in (cells.nth(0), cells.nth(1)):
        (cell.tap if size == "phone" else cell.click)()
    assert page.inner_text("#b-no span") == "No, because of these"
    person.moves(lambda: (page.tap if size == "phone" else page.click)("#b-no"))
    with Log(server.db) as log:
        kept = log.entries(int(person.path.split("/")[2]))
    assert [entry.kind for entry in kept[-2:]] == ["verdict", "mark"]


@pytest.mark.parametrize("size", SIZES)
def test_one_click_adds_what_is_advised(people, server, size):
    person = people(**SIZES[size])
    page = person.page
    page.goto(prepare(server, LISTED, against_the_order, slips=0.0))
    page.wait_for_selector("#gaps .gap")
    page.wait_for_selector(".solutions")
    assert page.evaluate(CUT) == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    button = page.locator("#gaps button[name=advice]").first
    assert button.bounding_box()["height"] >= 44
    button.click()
    page.wait_for_selector(".notice:has-text('Added to the language')")
    while person.asked():
        shown = {name: int(value) for name, value in person.sees().items()}
        person.press("y" if against_the_order(shown) else "n")
    page.wait_for_selector("text=Done, if your answers are right and these relations can say it")


def test_two_answers_that_do_not_go_together_are_shown_side_by_side(person):
    """One answer is a slip. When it is put again in another form, the person says otherwise."""
    text = 'name = "free"\nlanguage = ["!=", "<"]\n[variables]\nx = { shape = [4], domain = "1..4" }'
    page = person.page

    def different(shown):
        return len(set(shown.values())) == len(shown)

    for wrong in range(2, 14):
        person.start(text)
        asked = 0
        while person.asked() and page.locator(".notice .card").count() == 0:
            asked += 1
            said = different(person.sees()) is not (asked == wrong)
            person.press("y" if said else "n")
        if person.asked():
            break
    assert page.locator(".notice .card").count() == 2
    assert " together" in page.inner_text(".notice")
    path = person.path
    slip = page.locator(f'.notice .card:has(form[action$="/answers/{wrong}"])')
    if slip.count():
        slip.locator("button.yes, button.no").first.click()
        page.wait_for_selector(".notice:has-text('is now')")
    while person.asked():
        person.press("y" if different(person.sees()) else "n")
    assert person.path == path
    page.wait_for_selector("text=No question is left")


def test_a_second_look_at_the_end(person, server):
    """The answer that was a slip is shown with what speaks against it, and is changed there."""
    text = 'name = "pairs"\nlanguage = ["!=", "<"]\n[variables]\nx = { shape = [4], domain = "1..4" }'

    def different(shown):
        return len(set(shown.values())) == len(shown)

    page = person.page
    for wrong in range(2, 14):
        page.goto(prepare(server, text, different, slip=(wrong,)))
        page.wait_for_selector("#solutions")
        slip = page.locator(f'#looks .card:has(form[action$="/answers/{wrong}"])')
        if slip.count():
            break
    assert slip.count() == 1
    assert "a slip" in slip.inner_text()
    slip.locator("button.yes, button.no").first.click()
    page.wait_for_selector(".notice:has-text('is now')")
    while person.asked():
        person.press("y" if different(person.sees()) else "n")
    page.wait_for_selector("text=No question is left")
    assert page.locator("#looks").count() == 0


def test_boards_of_a_week_fit_into_the_cards_of_the_end(people, server):
    text = SHIFTS.replace('["anna", "ben"]', '["anna", "ben", "carla"]')
    address = prepare(server, text, lambda shown: True, plans=0)
    for size in SIZES.values():
        page = people(**size).page
        page.goto(address)
        page.wait_for_selector(".solutions")
        assert page.locator(".solutions .part").count() == 5
        assert page.evaluate(CUT) == 0
