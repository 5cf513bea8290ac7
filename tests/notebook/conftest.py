"""A browser for notebooks, and the same interview beside them."""

from __future__ import annotations

import pytest

from kit.chromium import launched
from kit.pages import WEEK
from tacit.formats.problem_file import parse_problem
from tacit.interview import FOR_PEOPLE, Interview, Log

WAIT_MS = 150_000


@pytest.fixture
def page():
    with launched() as browser:
        made = browser.new_page(viewport={"width": 1280, "height": 900})
        made.set_default_timeout(WAIT_MS)
        yield made


@pytest.fixture
def mirror(tmp_path):
    """The same interview beside it, which knows what is asked."""
    with Log(tmp_path / "mirror.sqlite") as log:
        yield Interview.start(log, parse_problem(WEEK, source="week"), **FOR_PEOPLE)
