"""Limits and numbers on the page, by forms and redirects alone: asked, answered, changed; bounds said unasked."""

from __future__ import annotations

import re
from html import unescape

import pytest

from kit.limits import PROGRAM, TEXT, asks_for_limits
from kit.pages import Server, field
from tacit.interview import Interview, Log

__all__ = ["asks_for_limits"]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("web") / "db.sqlite", program=PROGRAM) as server:
        yield server


@pytest.fixture
def path(visitor):
    """An interview of which the first question was answered: there is a limit."""
    path = visitor.start(TEXT)
    answer(visitor, path, answer="no")
    return path


def answer(visitor, path, **fields):
    name = field(visitor.http.get(path).text, "question")
    return visitor.post(f"{path}/answer", question=name, **fields)


def kept(server, path):
    with Log(server.db) as log:
        entries = log.entries(int(path.split("/")[2]))
        return [(next(iter(entry.query)), entry.answer, entry.number) for entry in entries]


def page_of(visitor, address):
    return unescape(visitor.http.get(address).text)


def test_whether_there_is_a_limit_is_yes_or_no(visitor):
    page = page_of(visitor, visitor.start(TEXT))
    assert "In each row of shift: may night occur as often as you like?" in page
    assert "Yes: all of this is allowed. No: some of it is not." in page
    assert 'id="b-yes"' in page
    assert 'name="number"' not in page


def test_a_number_is_asked_for_and_taken(visitor, server, path):
    page = page_of(visitor, path)
    assert "In each row of shift: at most how often may night occur?" in page
    assert "A number from 0 to 3" in page
    numbers = [f"number:{number}" for number in range(4)]
    words = ["no limit", "it differs", "unknown", "undo"]
    assert re.findall(r'name="answer" value="([^"]*)"', page) == [*numbers, *words]
    assert answer(visitor, path, answer="number", number="2").status_code == 303
    assert kept(server, path)[1:] == [("number", True, 2)]
    assert "at most 2 × night" in page_of(visitor, path)  # what was learned


@pytest.mark.parametrize(
    ("given", "taken"), [("no limit", (True, None)), ("it differs", (False, None)), ("unknown", (None, None))]
)
def test_words_in_its_place(visitor, server, path, given, taken):
    answer(visitor, path, answer=given, number="2")
    assert kept(server, path)[1][1:] == taken


@pytest.mark.parametrize(
    ("typed", "said"), [("4", ", not “4”"), ("-1", ", not “-1”"), ("two", ", not “two”"), ("", "")]
)
def test_what_is_no_number_of_the_range_is_told(visitor, server, path, typed, said):
    answer(visitor, path, answer="number", number=typed)
    assert f"A number from 0 to 3 is needed{said}." in page_of(visitor, path)
    assert len(kept(server, path)) == 1


def test_what_no_form_offers_is_refused(visitor, server, path):
    assert answer(visitor, path, answer="yes").status_code == 403
    answer(visitor, path, answer="number", number="1")
    assert answer(visitor, path, answer="number", number="1").status_code == 403  # a limit is asked about
    assert answer(visitor, path, answer="no limit").status_code == 403
    assert len(kept(server, path)) == 2


def test_history_card_change_and_undo(visitor, server, path):
    answer(visitor, path, answer="number", number="2")
    history = page_of(visitor, f"{path}/answers")
    assert '<span class="answer number">2</span>' in history
    assert "In each row of shift: at most 2 × night." in history
    card = page_of(visitor, f"{path}/answers/2")
    assert "You were asked for this number." in card
    assert re.findall(r'name="answer" value="([^"]*)"', card) == ["number", "no limit", "it differs", "unknown"]
    visitor.post(f"{path}/answers/2", was="2", answer="number", number="9")
    assert "A number from 0 to 3 is needed, not “9”." in page_of(visitor, path)
    visitor.post(f"{path}/answers/2", was="2", answer="number", number="1")
    assert "Answer 2 is now “1”." in page_of(visitor, path)
    assert kept(server, path)[1] == ("number", True, 1)
    visitor.post(f"{path}/answers/2", was="2", answer="number", number="0")
    assert "was changed or taken back in the meantime" in page_of(visitor, path)
    visitor.post(f"{path}/answers/2", was="1", answer="it differs")
    assert "Answer 2 is now “it differs”." in page_of(visitor, path)
    answer(visitor, path, answer="undo")
    assert len(kept(server, path)) == 1


def test_a_contradiction_shows_the_number_and_where_to_change_it(visitor, server, path):
    answer(visitor, path, answer="no limit")
    page = page_of(visitor, path)
    assert "can’t all be right" in page
    assert '<span class="answer number">no limit</span>' in page
    assert 'id="number-2"' in page
    visitor.post(f"{path}/answers/2", was="no limit", answer="number", number="2")
    assert kept(server, path)[1] == ("number", True, 2)
    with Log(server.db) as log:
        assert [c.relation.k for c in Interview.open(log, int(path.split("/")[2])).learned()] == [2] * 3


def test_a_bound_is_said_with_its_number(visitor, server):
    path = visitor.start(TEXT)
    first = page_of(visitor, f"{path}/rules")
    assert "at most … × night" in first
    asked = {"relation": "count(night) <= k", "over": "row of shift"}
    for wrong in ("", "7", "two"):
        page = unescape(visitor.http.get(f"{path}/rules", params={**asked, "number": wrong}).text)
        assert "In each row of shift: at most … × night? A number from 0 to 3 is needed." in page
        assert "Take this rule" not in page
    page = unescape(visitor.http.get(f"{path}/rules", params={**asked, "number": "2"}).text)
    assert "In each row of shift: at most 2 × night." in page
    assert "3 constraints, in 3 places. This, for example, would be wrong:" in page
    name = field(page, "question")
    visitor.post(f"{path}/rules", question=name, **asked, order="", number="2")
    assert "Taken: In each row of shift: at most 2 × night." in page_of(visitor, path)
    assert kept(server, path) == [("rule", True, None)]
    visitor.post(f"{path}/rules", question=field(page_of(visitor, path), "question"), **asked, order="", number="9")
    assert "A number from 0 to 3 is needed." in page_of(visitor, f"{path}/rules")
    visitor.post(f"{path}/rules/1")
    assert "Taken back: In each row of shift: at most 2 × night." in page_of(visitor, path)
