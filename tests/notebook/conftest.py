"""A browser for notebooks, and the same interview beside them."""

from __future__ import annotations

import shutil

import pytest

from kit.pages import WEEK
from tacit.formats.problem_file import parse_problem
from tacit.interview import FOR_PEOPLE, Interview, Log

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
WAIT_MS = 150_000


@pytest.fixture
def page():
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("chromium is not installed (scripts/debian-tools.sh installs it with root and apt)")
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=FLAGS)
        made = browser.new_page(viewport={"width": 1280, "height": 900})
        made.set_default_timeout(WAIT_MS)
        yield made
        browser.close()


@pytest.fixture
def mirror(tmp_path):
    """The same interview beside it, which knows what is asked."""
    with Log(tmp_path / "mirror.sqlite") as log:
        yield Interview.start(log, parse_problem(WEEK, source="week"), **FOR_PEOPLE)
