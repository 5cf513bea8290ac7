"""What goes to paper, as Chromium prints it; and plans at the end, marked by keyboard alone."""

from __future__ import annotations

import re

import pytest

from tacit.formats.problem_file import parse_problem
from tacit.interview import FOR_PEOPLE, Interview, Log

MONTH = """
name = "month"
language = [{{ relation = "x != night or y != early", over = "next in row" }}]
[variables]
shift = {{ rows = ["anna", "ben", "carla"], columns = {days}, domain = ["off", "early", "night"] }}
"""


def plan_taken(server, days):
    with Log(server.db) as log:
        text = MONTH.format(days=[str(day) for day in range(1, days + 1)])
        interview = Interview.start(log, parse_problem(text, source="month.toml"), **FOR_PEOPLE, until="plan")
        interview.answer(True)
        return f"{server.base}/i/{interview.id}"


@pytest.mark.parametrize(("days", "first"), [(7, (595, 842)), (28, (842, 595))])
def test_a_week_is_printed_upright_and_a_month_across(person, server, days, first):
    page = person.page
    page.goto(plan_taken(server, days))
    page.click("text=Print >> nth=0")
    page.wait_for_selector("table.plan")
    page.wait_for_selector("[data-print]", state="visible")  # its script shows it
    printed = page.pdf(prefer_css_page_size=True)
    sizes = [
        tuple(round(float(each)) for each in box.split()[2:]) for box in re.findall(rb"/MediaBox \[([^\]]*)\]", printed)
    ]
    assert len(sizes) == 2  # the plan, and the rules
    assert first in sizes
    page.emulate_media(media="print")
    assert not page.is_visible(".top")
    wide = page.evaluate("document.querySelector('table.plan').scrollWidth")
    assert wide <= page.viewport_size["width"]


def test_a_plan_at_the_end_is_marked_by_keyboard(person, server):
    text = 'name = "pairs"\nlanguage = ["!="]\n[variables]\nx = { shape = [3], domain = "1..3" }'
    with Log(server.db) as log:
        interview = Interview.start(log, parse_problem(text, source="text.toml"), **{**FOR_PEOPLE, "rules": False})
        while (query := interview.query) is not None:
            interview.answer(len(set(query.values())) == len(query))
        number = interview.id
    page = person.page
    page.goto(f"{server.base}/i/{number}")
    card = page.locator(".solutions .card:has(form)").first
    card.wait_for()
    no = card.locator("button.no")
    assert no.inner_text() == "No"
    card.locator("input[name=clash]").first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert no.inner_text() == "No, because of these"
    no.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("text=something was missed")
    with Log(server.db) as log:
        assert [(entry.kind, len(entry.query)) for entry in log.entries(number)[-2:]] == [("verdict", 3), ("mark", 2)]
