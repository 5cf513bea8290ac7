"""The widget in a real marimo, in a real browser: as an app and in its editor, by buttons and by keys, light and dark.

marimo is not among the packages for development, because it is large: pip install marimo.
"""

from __future__ import annotations

import contextlib

import pytest

pytest.importorskip("marimo", reason="marimo is not installed: pip install marimo")

from kit.browsing import TARGET
from kit.drive import said_by
from kit.looking import picture
from kit.pages import WEEK
from kit.serving import served

# `view.value` makes marimo run the second cell again after each answer, as docs/notebooks.md says.
NOTEBOOK = f"""
import marimo

app = marimo.App()


@app.cell
def _():
    import marimo as mo
    import tacit
    from tacit.formats.problem_file import parse_problem

    problem = parse_problem({WEEK!r}, source="week").problem
    w = tacit.notebook.interview(problem)
    view = mo.ui.anywidget(w)
    view
    return view, w


@app.cell
def _(view, w):
    view.value
    w.result
    return
"""


# The colour of the text as it is painted: marimo's are not written as red, green and blue.
PAINTED = """el => {
    const canvas = document.createElement('canvas').getContext('2d');
    canvas.fillStyle = getComputedStyle(el).color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
}"""


@contextlib.contextmanager
def marimo(folder, how, theme="light"):
    """The address of a marimo that shows the notebook: `run` as an app, `edit` with its code."""
    (folder / "week.py").write_text(NOTEBOOK)
    (folder / "config" / "marimo").mkdir(parents=True)
    (folder / "config" / "marimo" / "marimo.toml").write_text(
        f'[display]\ntheme = "{theme}"\n[runtime]\nauto_instantiate = true\n'
    )
    homes = {"XDG_CONFIG_HOME": str(folder / "config"), "XDG_STATE_HOME": str(folder / "state")}
    with served("marimo", [how, "week.py", "--headless", "--no-token"], folder, homes, "/health") as address:
        yield address


def asked(page, number):
    """Wait until this is the question. marimo puts widgets into a shadow tree, which locators see into."""
    page.locator("section.tacit h3").filter(has_text=f"question {number}").wait_for()


def test_questions_are_answered_in_an_app(tmp_path, page, mirror):
    with marimo(tmp_path, "run") as address:
        page.goto(address)
        widget = page.locator("section.tacit")
        for turn in range(8):
            asked(page, mirror.number)
            given = said_by(TARGET, mirror.question)
            said = None if turn == 3 or given.except_ or given.number is not None else given.value
            if said is None:
                widget.get_by_role("button", name="Don’t know").click()
            elif turn % 2:
                widget.get_by_role("button", name="Yes" if said else "No").first.click()
            else:
                widget.focus()
                page.keyboard.press("y" if said else "n")
            mirror.answer(said)
        asked(page, mirror.number)
        picture(page, "marimo")
        widget.focus()
        page.keyboard.press("u")
        mirror.undo()
        asked(page, mirror.number)
        page.locator(".tacit-result").filter(has_text=f"{len(mirror.entries)} questions").wait_for()  # the second cell


def test_keys_are_the_widgets_own_in_the_editor(tmp_path, page):
    with marimo(tmp_path, "edit", theme="dark") as address:
        page.goto(address)
        widget = page.locator("section.tacit")
        asked(page, 1)
        widget.focus()
        page.keyboard.press("n")
        asked(page, 2)
        page.keyboard.press("u")
        asked(page, 1)
        colour = widget.evaluate(PAINTED)
        picture(page, "marimo-dark")
        assert all(part > 150 for part in colour)  # light letters on a dark page
        assert page.locator(".cm-content").first.inner_text().startswith("import marimo as mo")  # no letter went there
