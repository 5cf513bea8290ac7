"""What people expect of a question: all keys in one place, flags and notes, the whole table, exceptions by clicking."""

from __future__ import annotations

import pytest

from kit.pages import WEEK
from kit.ward import WARD
from tacit.formats.problem_file import parse_problem
from tacit.interview import FOR_PEOPLE, Interview, Log
from tacit.structure.finding import find_family
from tacit.structure.rule import Rule

TABLE = """
name = "table"
language = ["!="]
[variables]
shift = { rows = ["anna", "ben", "carla", "dora", "emil"], columns = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"], domain = ["off", "late"] }
"""  # noqa: E501


def entries(person):
    with Log(person.server.db) as log:
        return log.entries(int(person.path.split("/")[2]))


def test_all_keys_are_shown_by_one_key_and_can_be_turned_off(person):
    person.start()
    page = person.page
    page.keyboard.press("?")
    assert page.is_visible("#keys")
    page.keyboard.press("y")  # behind the list nothing is answered
    page.keyboard.press("Escape")
    assert not page.is_visible("#keys")
    page.click("#show-keys")
    page.uncheck("#single-keys")
    page.click("#keys button")
    page.reload()
    page.keyboard.press("y")
    page.keyboard.press("Backspace")
    page.keyboard.press("?")
    assert not page.is_visible("#keys")
    assert not page.is_visible("#b-yes kbd")
    assert entries(person) == []
    page.focus("#b-yes")
    person.press("Enter")  # the browser's own keys work as ever
    assert [entry.answer for entry in entries(person)] == [True]


def test_a_flag_and_a_note_are_kept_with_the_answer_and_found_again(person):
    path = person.start()
    page = person.page
    page.keyboard.press("f")
    page.fill("#note", "ask the night shift: yes, no?")
    person.moves(lambda: page.click("#b-unknown"))
    person.press("y")
    assert [(entry.flagged, entry.note) for entry in entries(person)] == [
        (True, "ask the night shift: yes, no?"),
        (False, ""),
    ]
    page.click('a[data-side*="tab=history"]')
    page.click("text=1 flagged")
    page.wait_for_selector("text=All answers")
    assert page.locator(".history li").count() == 1
    assert "ask the night shift" in page.inner_text(".history")
    page.click(f'.history a[href="{path}/answers/1"]')
    page.uncheck(".remark input[name=flagged]")
    page.click(".remark button")
    page.wait_for_selector("text=Kept.")
    assert [entry.flagged for entry in entries(person)] == [False, False]


def test_the_whole_table_is_one_key_away_and_marks_stay(person):
    person.start(TABLE)
    page = person.page
    while page.locator("#answer td.filled").count() > 8 or not page.locator("#table").count():
        person.press("d")
    few = page.locator("#answer .board td").count()
    assert page.inner_text(".sentence")
    page.check("#answer input[name=clash] >> nth=0", force=True)
    page.keyboard.press("t")
    page.wait_for_selector("#table:has-text('only what matters')")
    assert page.locator("#answer .board td.empty, #answer .board td.filled").count() == 35 > few - 7
    assert page.locator("#answer input:checked").count() == 1
    person.press("d")
    assert page.locator("#answer .board td.empty, #answer .board td.filled").count() == 35  # it stays as chosen
    page.click("#table")
    page.wait_for_selector("#table:has-text('whole table')")


@pytest.mark.parametrize("where", ["th label", "td.in"])
def test_exceptions_are_named_in_the_picture(person, where):
    """A click on a row or column, or on one of its cells; the list shows the same."""
    page = person.page
    with Log(person.server.db) as log:
        interview = Interview.start(log, parse_problem(WARD, source=""), **FOR_PEOPLE)
        problem = interview.file.problem
        interview.tell_rule(Rule(problem.language[1], find_family(problem.vocabulary, "column")))
        while not isinstance(interview.question, Rule):
            interview.answer(None)
    page.goto(f"{person.server.base}/i/{interview.id}")
    chosen = page.locator(f".where {where}").nth(1)
    name = (
        chosen.locator("input").get_attribute("value") if where == "th label" else chosen.get_attribute("data-choice")
    )
    chosen.click()
    assert page.locator(".where td.out").count() > 0
    assert page.is_checked(f'.exceptions input[value="{name}"]')
    assert page.inner_text("#b-no span") == "No, except these"
    assert page.is_disabled("#b-yes")
    person.press("n")
    assert entries(person)[-1].exceptions == (name,)


def test_the_first_tab_skips_to_the_question(person):
    person.start(WEEK)
    person.page.keyboard.press("Tab")
    person.page.keyboard.press("Enter")
    assert person.page.evaluate("document.activeElement.id") == "heading"


def test_without_script_there_are_forms_and_links(people):
    person = people(java_script_enabled=False)
    page = person.page
    with Log(person.server.db) as log:
        path = f"/i/{Interview.start(log, parse_problem(TABLE, source=''), **{**FOR_PEOPLE, 'rules': False}).id}"
    page.goto(f"{person.server.base}{path}")
    page.click("#remark summary")
    page.check("#flagged")
    page.click("#b-unknown")
    assert page.inner_text("#heading") == "Question 2"
    assert "Answer 1 is saved" in page.inner_text("#saved")
    page.click("#table")
    assert page.locator("#answer .board td.empty, #answer .board td.filled").count() == 35
    page.click("#b-unknown")
    assert page.locator("#answer .board td.empty, #answer .board td.filled").count() == 35
    assert [entry.flagged for entry in entries(person)] == [True, False]
    assert not page.is_visible("#show-keys")
