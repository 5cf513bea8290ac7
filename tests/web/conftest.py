from __future__ import annotations

import pytest

from kit.pages import Server, Visitor


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """One server for all tests of a module: each test has interviews of its own."""
    with Server(tmp_path_factory.mktemp("web") / "db.sqlite") as server:
        yield server


@pytest.fixture
def visitor(server):
    visitor = Visitor(server)
    yield visitor
    visitor.close()
