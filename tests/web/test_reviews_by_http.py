"""A review on the page, by forms and redirects alone: its lines, what may be answered, how the answer is changed."""

from __future__ import annotations

import re
from html import unescape

import pytest

from kit.pages import field
from kit.reviewed import ALL, FILE, NEXT, TARGET, to_the_end, up_to_review
from tacit.exact.equivalence import equivalent
from tacit.interview import FOR_PEOPLE, Interview, Log


@pytest.fixture
def path(server):
    """An interview in which a review is open."""
    with Log(server.db) as log:
        interview = Interview.start(log, FILE, **FOR_PEOPLE)
        up_to_review(interview)
        return f"/i/{interview.id}"


@pytest.fixture
def kept(server, path):
    def read():
        with Log(server.db) as log:
            interview = Interview.open(log, int(path.split("/")[2]))
        found = [(e.position, e.answer, e.exceptions) for e in interview.entries if "review" in e.query]
        return interview, found

    return read


@pytest.fixture
def say(visitor, path):
    """Answer the open question; the page that follows."""

    def send(answer, **fields):
        page = visitor.http.get(path).text
        sent = visitor.post(f"{path}/answer", question=field(page, "question"), answer=answer, **fields)
        assert (sent.status_code, sent.headers["location"].split("?")[0]) == (303, path)
        return unescape(visitor.http.get(path).text)

    return send


def test_the_lines_and_the_buttons(visitor, path):
    page = unescape(visitor.http.get(path).text)
    assert "This is what I have understood. Is all of it right?" in page
    assert re.findall(r'name="wrong" value="(\d+)".*?<span class="claim">(.*?)</span>', page) == [
        ("1", NEXT),
        ("2", ALL),
    ]
    assert f'aria-label="2. {ALL}: mark it as wrong"' in page
    for text in ("All of this is right", "Something is wrong", "The marked lines are wrong", "Don’t know", "Undo"):
        assert text in page
    assert f"1. {NEXT}\n2. {ALL}\nIs all of it right?" in page  # to be read out


def test_a_line_is_wrong(say, kept, server):
    say("no", wrong="2")
    interview, found = kept()
    assert found == [(11, False, ("2",))]
    with Log(server.db) as log:
        interview = Interview.open(log, interview.id)
        to_the_end(interview)
        assert equivalent(interview.result.network, TARGET)


def test_not_all_of_it_is_right_though_it_was_said_so_with_marks(say, kept):
    page = say("yes", wrong="2")
    assert "You have marked lines as wrong" in page
    assert kept()[1] == []
    say("yes")
    assert kept()[1] == [(11, True, ())]


def test_something_is_wrong_and_don_t_know(say, kept):
    say("no")
    assert kept()[1] == [(11, False, ())]
    say("undo")
    assert kept()[1] == []
    say("unknown", wrong="1")
    assert kept()[1] == [(11, None, ())]


def test_a_line_that_is_not_there(say, kept):
    assert "'9' is no number of the list, which has 1 to 2." in say("no", wrong="9")
    assert kept()[1] == []


def test_an_earlier_review_is_looked_at_and_changed(visitor, path, say, kept):
    say("no", wrong="2")
    page = unescape(visitor.http.get(f"{path}/answers/11").text)
    assert "This was read out to you, and you were asked whether all of it is right." in page
    assert f'<li class="wrong"><span class="claim">{ALL}</span> <b>wrong</b></li>' in page
    assert f'<li><span class="claim">{NEXT}</span></li>' in page
    assert "Some lines are wrong …" in page
    history = unescape(visitor.http.get(f"{path}/answers").text)
    assert "This is right: (1) each cell of g" in history

    visitor.post(f"{path}/answers/11", was="no", answer="except", **{"except": ["1", "2"]})
    assert kept()[1] == [(11, False, ("1", "2"))]
    assert "Answer 11 is now “1 and 2 are wrong”." in unescape(visitor.http.get(path).text)
    visitor.post(f"{path}/answers/11", was="no", answer="yes")
    assert kept()[1] == [(11, True, ())]
    visitor.post(f"{path}/answers/11", was="yes", answer="except")
    assert kept()[1] == [(11, True, ())]


def test_a_slip_that_was_called_wrong_is_shown_at_the_end(server, visitor, path, say):
    say("no", wrong="2")
    with Log(server.db) as log:
        to_the_end(Interview.open(log, int(path.split("/")[2])))
    page = unescape(visitor.http.get(path).text)
    assert "Worth a second look" in page
    assert f'href="{path}/answers/11">Question 11</a>' in page


def test_a_no_without_a_line_is_worth_a_second_look(server, visitor, path, say):
    say("no")
    with Log(server.db) as log:
        interview = Interview.open(log, int(path.split("/")[2]))
        while interview.question.kind == "review":
            interview.answer(True)  # as if each line were right
        to_the_end(interview)
    page = unescape(visitor.http.get(path).text)
    assert "but line by line nothing wrong was found." in page
    assert f'<span class="claim">{NEXT}</span>' in page
