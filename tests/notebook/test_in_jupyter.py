"""The widget in a real JupyterLab, in a real browser: by buttons and by keys, light and dark."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("jupyterlab", reason="jupyterlab is not installed")

from kit.browsing import PROBLEM, TARGET
from kit.drive import said_by
from kit.looking import picture
from kit.pages import WEEK
from kit.serving import served

CELLS = [
    f"import tacit\nfrom tacit.formats.problem_file import parse_problem\n"
    f"problem = parse_problem({WEEK!r}, source='week').problem\nw = tacit.notebook.interview(problem)\nw",
    "print('so far:', w.result.status, len(w.interview.entries))\nw.result",
]


def notebook(cells):
    made = [
        {"cell_type": "code", "id": str(n), "metadata": {}, "execution_count": None, "outputs": [], "source": text}
        for n, text in enumerate(cells)
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return {"cells": made, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}


class Address(str):
    """Of a JupyterLab, with the folder of its settings."""

    config: Path


def settings(config, name, values):
    """What somebody has chosen in JupyterLab's settings."""
    folder = config / "lab" / "user-settings" / "@jupyterlab" / "apputils-extension"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.jupyterlab-settings").write_text(json.dumps(values))


@pytest.fixture(scope="module")
def jupyter(tmp_path_factory):
    """The address of a JupyterLab with one notebook in it."""
    folder = tmp_path_factory.mktemp("jupyter")
    (folder / "week.ipynb").write_text(json.dumps(notebook(CELLS)))
    homes = {name: str(folder / name) for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")}
    options = ["--no-browser", "--allow-root", "--ip=127.0.0.1", f"--ServerApp.root_dir={folder}"]
    config = folder / "JUPYTER_CONFIG_DIR"
    settings(config, "notification", {"fetchNews": "false", "checkForUpdates": False})
    with served("jupyterlab", [*options, "--IdentityProvider.token="], folder, homes, "/api/status") as address:
        found = Address(address)
        found.config = config
        yield found


def opened(page, jupyter):
    """The widget, once the first cell of the notebook has run."""
    page.goto(f"{jupyter}/doc/tree/week.ipynb")
    page.wait_for_selector(".jp-Notebook .jp-Cell")
    page.wait_for_function("document.body.innerText.includes('(ipykernel) | Idle')")  # what is run before is lost
    page.locator(".jp-Cell").first.locator(".cm-content").click()
    page.keyboard.press("Shift+Enter")
    widget = page.locator("section.tacit")
    widget.wait_for()
    return widget


def test_questions_are_answered_in_jupyter(jupyter, page, mirror):
    assert list(PROBLEM.names) == list(mirror.file.problem.names)
    widget = opened(page, jupyter)
    picture(page, "first")
    asked = 0
    while mirror.question is not None and asked < 8:
        number = mirror.number
        page.wait_for_function(f"document.querySelector('section.tacit h3').textContent.endsWith('question {number}')")
        given = said_by(TARGET, mirror.question)
        if given.number is not None or given.except_ or asked == 3:
            given = None if asked == 3 or given.except_ else given.number
        else:
            given = given.value
        if given is None:
            widget.get_by_role("button", name="Don’t know").click()
        elif isinstance(given, bool) and asked % 2:
            widget.get_by_role("button", name="Yes" if given else "No", exact=False).first.click()
        elif isinstance(given, bool):
            widget.focus()
            page.keyboard.press("y" if given else "n")
        else:
            widget.get_by_role("spinbutton").first.fill(str(given))
            widget.get_by_role("button", name="This number").click()
        mirror.answer(given)
        asked += 1
    if mirror.question is not None:
        page.wait_for_function(
            f"document.querySelector('section.tacit h3').textContent.endsWith('question {mirror.number}')"
        )
    widget.focus()
    page.keyboard.press("u")
    mirror.undo()
    page.wait_for_function(
        f"document.querySelector('section.tacit h3').textContent.endsWith('question {mirror.number}')"
    )
    picture(page, "later")
    page.locator(".jp-Cell").nth(1).locator(".cm-content").click()
    page.keyboard.press("y")  # outside of the widget a key is just a letter
    page.keyboard.press("Backspace")
    page.keyboard.press("Shift+Enter")
    page.wait_for_selector(".tacit-result")
    said = page.locator(".jp-OutputArea-output").nth(1).inner_text()
    assert f"so far: stopped {len(mirror.entries)}" in page.locator(".jp-Notebook").inner_text(), said
    picture(page, "result")
    live = page.locator("section.tacit [aria-live=polite]")
    assert live.count() == 1
    assert page.locator("section.tacit button:not([type=button])").count() == 0
    for width in (390, 2560):
        page.set_viewport_size({"width": width, "height": 900})
        picture(page, f"wide-{width}")


def test_in_the_dark(jupyter, page):
    settings(jupyter.config, "themes", {"theme": "JupyterLab Dark"})
    widget = opened(page, jupyter)
    page.wait_for_selector("body[data-jp-theme-light=false]", state="attached")
    light = "el => getComputedStyle(el).color.match(/[0-9.]+/g).slice(0, 3).map(Number).every(x => x > 150)"
    page.wait_for_function(f"({light})(document.querySelector('section.tacit'))")  # light letters on a dark page
    assert widget.count() == 1
    picture(page, "dark")
