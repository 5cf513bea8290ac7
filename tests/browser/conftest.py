"""A browser, and people in front of it."""

from __future__ import annotations

from typing import Any

import pytest

from kit.browsing import Person
from kit.chromium import launched
from kit.pages import Server


@pytest.fixture(scope="module")  # not for the session: while Playwright is at work, its event loop runs in this thread
def chromium():
    with launched() as browser:
        yield browser


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("browser") / "db.sqlite") as server:
        yield server


@pytest.fixture
def people(chromium, server):
    """Makes people, each with a browser window of their own. At the end, none of them may have seen an error."""
    made: list[Person] = []

    def make(**options: Any) -> Person:
        context = chromium.new_context(**{"viewport": {"width": 1280, "height": 860}, **options})
        context.set_default_timeout(20_000)
        person = Person(context.new_page(), server)
        made.append(person)
        person.enter()
        return person

    yield make
    errors = [error for person in made for error in person.errors]
    for person in made:
        person.page.context.close()
    assert errors == []


@pytest.fixture
def person(people):
    return people()
