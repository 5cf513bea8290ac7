"""From an empty start page to a roster as a spreadsheet, as a ward manager goes: by keys, by mouse, on a phone."""

from __future__ import annotations

import re

import pytest

from kit.beginning import describe, drop, last_rosters, matter, start, tell_a_rule
from kit.browsing import PHONE
from kit.hands import Keys, Mouse, Touch
from kit.manager import EXCEPTION, NAMES, Manager, roster
from kit.pages import Server
from tacit.structure.rule import Unlimited

pytest.importorskip("openpyxl")
WAYS = {"keys": (Keys, {}), "mouse": (Mouse, {}), "phone": (Touch, PHONE)}
TICKS = ("follow next in row", "count row", "count column")


@pytest.fixture
def server(tmp_path):
    """One with nothing in its log, for each test: the start page is empty."""
    with Server(tmp_path / "db.sqlite") as server:
        yield server


def download(hands, selector, tmp_path, **called):
    with hands.page.expect_download() as coming:
        hands.press(selector)
    assert coming.value.suggested_filename.endswith(".xlsx")
    coming.value.save_as(tmp_path / "roster.xlsx")
    return roster(tmp_path / "roster.xlsx", **called)


def words(text):
    """Of a question and of its statement: the same, in another order."""
    return sorted(re.findall(r"\w+", text))


def overlooks(question):
    """ "On each day, nothing limits how many have what": a slip, since somebody must have the night."""
    return isinstance(question, Unlimited) and "column" in question.family.phrase


@pytest.mark.parametrize("way", WAYS)
def test_a_ward_from_an_empty_page_to_a_roster(people, server, tmp_path, way):
    kind, size = WAYS[way]
    hands = kind(people(**size))
    page = hands.page
    assert "Say yes or no" in page.inner_text("h1")
    describe(hands)
    matter(hands, TICKS)
    start(hands)
    tell_a_rule(hands, "count(night) <= k", "row of shift", "2")  # before anybody asks
    manager = Manager(hands, server, overlooks)
    manager.answer_all()
    assert {"unlimited", "number", "rule", "free", "example", "review", "plan"} <= set(manager.asked)
    said = manager.interview.entries
    assert said[0].kind == "told"
    assert [entry.exceptions for entry in said if entry.kind == "rule" and EXCEPTION in entry.exceptions]
    assert [len(entry.query) for entry in said if entry.kind == "mark"] == [len(NAMES)]  # a day without a night
    # The slip is found, and set right where it is shown.
    looks = page.locator("#looks .card > .claim").all_inner_texts()
    slipped = [words(each) for each in looks].index(words(manager.slipped))
    page.locator("#looks .card").nth(slipped).evaluate("card => card.setAttribute('data-slipped', '')")  # to find it
    hands.press("#looks .card[data-slipped] button[value=no]")
    page.wait_for_selector(".notice:has-text('is now “no”')")
    manager.answer_all()
    page.wait_for_selector("h1:has-text('No question is left')")
    assert page.locator("#looks").count() == 0
    # A plan that is right is taken home.
    hands.press(".solutions button.yes")
    page.wait_for_selector(".solutions a[download]")
    found = download(hands, ".solutions a[download]", tmp_path)
    assert set(found) == set(manager.target.vocabulary.names)
    assert manager.target.accepts(found)
    if way == "phone":
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_dropped_workbook_leads_to_a_plan_that_is_taken(people, server, tmp_path):
    """From last weeks' rosters to the next one, in the short way: plans until one is right."""
    hands = Mouse(people())
    page = hands.page
    assert "Say yes or no" in page.inner_text("h1")
    drop(hands, last_rosters())
    assert page.locator(".understood dd").all_inner_texts()[:2] == ["2", f"8: {', '.join(NAMES)}"]
    hands.press("button[name=to][value=next]")
    page.wait_for_url("**/rules")
    matter(hands, TICKS)
    hands.tick("input[name=until][value=plan]")
    start(hands)
    manager = Manager(hands, server)
    manager.answer_all()
    assert manager.asked[-1] == "plan"
    page.wait_for_selector("h1:has-text('You have a plan')")
    found = download(hands, "a[href$='/table/plan.xlsx']", tmp_path, called="plan")
    assert manager.target.accepts(found)
    assert manager.interview.accepted.shown == found
    assert len(manager.interview.examples) == 2
