"""Describing a problem in a real browser: by keyboard alone, by mouse alone, with a dropped file, on a phone."""

from __future__ import annotations

import base64
import io

import pytest

from kit.browsing import PHONE
from kit.pages import Server
from tacit.interview import Log

DROP = """([name, content]) => {
    const bytes = Uint8Array.from(atob(content), (each) => each.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], name));
    const zone = document.querySelector(".drop");
    for (const kind of ["dragover", "drop"]) {
        zone.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
    }
}"""
ROWS = [["", "Mon", "Tue", "Wed"], ["Anna", "early", "late", "off"], ["Ben", "late", "off", "early"]]


def kept(person):
    with Log(person.server.db) as log:
        return log.kept(int(person.path.split("/")[2]))


def focused(page):
    return page.evaluate("document.activeElement.name + '=' + document.activeElement.value")


def tab_to(page, wanted, most=80):
    for _ in range(most):
        if focused(page).startswith(wanted):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{wanted} is not reached by the keyboard; the focus is at {focused(page)}")


def test_the_empty_form_says_what_is_missing_beside_the_field(person):
    page = person.page
    page.get_by_role("button", name="Next: what may matter").click()
    page.wait_for_selector("#who-error:has-text('Write at least one name')")
    assert focused(page) == "who="
    page.keyboard.type("Anna, Ben")
    page.wait_for_url("**/describe/*")
    page.wait_for_function("() => document.getElementById('who-error').textContent === ''")
    page.get_by_role("button", name="Next: what may matter").click()
    page.wait_for_url("**/rules")
    person.errors = [error for error in person.errors if "422" not in error]  # from the empty form


def test_a_ward_by_keyboard_alone(person):
    """Eight names, and a few keys; what was typed is there again when the page is loaded again."""
    page = person.page
    tab_to(page, "who=")
    page.keyboard.type("Anna, Ben, Carla, Dora, Emil, Finn, Gina, Hugo")
    page.wait_for_function("() => document.getElementById('who-heard').textContent.startsWith('8: ')")
    page.wait_for_url("**/describe/*")
    page.reload()
    assert page.input_value("#who").startswith("Anna, Ben")
    tab_to(page, "when=week")
    page.keyboard.press("ArrowDown")
    assert page.is_visible("#weeks")
    page.keyboard.press("ArrowUp")
    assert not page.is_visible("#weeks")
    tab_to(page, "to=next")
    page.keyboard.press("Enter")
    page.wait_for_url("**/rules")
    tab_to(page, "tick=count row")
    page.keyboard.press(" ")
    tab_to(page, "to=add")
    page.keyboard.press("Enter")
    page.wait_for_selector("#name-1")
    assert not page.is_checked("input[name=tick][value='count row']")
    tab_to(page, "name 1=")
    page.keyboard.type("seniors")
    tab_to(page, "label 1=r Ben")
    page.keyboard.press(" ")
    tab_to(page, "to=start")
    page.keyboard.press("Enter")
    page.wait_for_selector("#answer")
    assert 'seniors = ["Ben"]' in kept(person).problem
    assert "count(night) <= k" in kept(person).problem  # on each day, still
    assert '"row of shift", "column' not in kept(person).problem
    page.go_back()
    page.wait_for_selector("#name-1")
    assert page.input_value("#name-1") == "seniors"


def test_by_mouse_with_days_and_values_of_ones_own(person):
    page = person.page
    page.fill("#who", "Math\nPhysics\nArt")
    page.click("text=From one day to another")
    page.fill("#first", "2026-06-01")
    page.fill("#last", "2026-06-03")
    page.click("text=Values of my own")
    page.fill("#values_text", "hall, lab, free")
    page.wait_for_function("() => document.getElementById('what-heard').textContent.includes('free, hall, lab')")
    page.click("text=Next: what may matter")
    page.wait_for_url("**/rules")
    page.click("text=Show it as text")
    page.wait_for_selector("#text")
    assert 'columns = ["Mon", "Tue", "Wed"]' in page.input_value("#text")
    page.click("text=Back to the sentences")
    page.wait_for_selector("#about")
    page.fill("#about", "The lab is closed on Wednesdays.")
    page.click("text=Show me plans until one is right")
    page.click("button.primary")
    page.wait_for_selector("#answer")
    assert page.inner_text(".about") == "The lab is closed on Wednesdays."
    assert kept(person).options["until"] == "plan"


def test_a_dropped_workbook(person):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in ROWS:
        book.active.append(row)
    content = io.BytesIO()
    book.save(content)
    page = person.page
    page.evaluate(DROP, ["may.xlsx", base64.b64encode(content.getvalue()).decode()])
    page.wait_for_selector("text=What tacit has understood")
    assert "2: Anna, Ben" in page.inner_text(".understood")
    page.click("text=Next: what may matter")
    page.click("button.primary")
    page.wait_for_selector("#answer")
    assert len(kept(person).examples) == 1


def test_pasted_cells_without_scripts(people):
    person = people(java_script_enabled=False)
    page = person.page
    page.fill("#pasted", "\n".join("\t".join(row) for row in ROWS))
    page.click("text=Read the table")
    assert "3: Mon, Tue, Wed" in page.inner_text(".understood")
    page.click("text=Next: what may matter")
    page.click("button.primary")
    page.wait_for_selector("#answer")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_nothing_is_wider_than_the_screen(people, scheme):
    page = people(**PHONE, color_scheme=scheme).page
    page.fill("#who", ", ".join(f"Somebody-with-a-very-long-name-{i}" for i in range(30)))
    for go, then in (("text=Next: what may matter", "#matter"), ("text=Show it as text", "#text")):
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.tap(go)
        page.wait_for_url("**/rules" if then == "#matter" else "**/text")
        page.wait_for_selector(then)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_an_old_tab_after_a_restart(people, chromium, tmp_path):
    """The page of a server that was started anew is drawn like others, and says what to do."""
    with Server(tmp_path / "db.sqlite") as first:
        page = chromium.new_context().new_page()
        page.goto(first.address)
        page.wait_for_url("**/")
        page.click("button[value=timetable]")
        page.wait_for_selector("#answer")
        port = first.port
    with Server(tmp_path / "db.sqlite", port=port) as second:
        page.keyboard.press("y")
        page.wait_for_function("() => !document.getElementById('offline').hidden")
        told = page.inner_text("#offline")
        assert told.startswith("Locked. tacit has been started anew")
        page.reload()
        assert page.evaluate("getComputedStyle(document.querySelector('main')).maxWidth") != "none"
        assert "open that address here" in page.inner_text("main")
        other = page.context.new_page()
        other.goto(second.address)
        other.wait_for_url("**/")
        page.reload()
        page.wait_for_selector("#answer")
    page.context.close()
