"""Plans until one is right, by forms and redirects alone."""

from __future__ import annotations

import re

from kit.pages import Question, field

TEXT = """
name = "ward"
language = [
  { relation = "x != night or y != early", over = "next in row" },
  { relation = "count(night) <= k", over = "column" },
  { relation = "count(night) >= k", over = "column" },
]
[variables]
shift = { rows = ["anna", "ben", "carla"], columns = ["Mon", "Tue"], domain = ["off", "early", "night"] }
"""


def begin(visitor, **fields):
    start = visitor.http.get("/").text
    assert "Show me plans until one is right" in start
    answer = visitor.http.post(
        "/new", data={"token": field(start, "token"), "text": TEXT, "until": "plan", **fields}, follow_redirects=True
    )
    return str(answer.url.path), answer


def say(visitor, path, page, **fields):
    data = {"token": field(page, "token"), "question": Question.read(page).name, **fields}
    return visitor.http.post(f"{path}/answer", data=data, follow_redirects=True).text


def test_from_a_first_plan_to_one_that_is_taken(visitor):
    path, answer = begin(visitor)
    page = answer.text
    assert "A first plan." in page
    page = say(visitor, path, page, answer="no", clash=["shift[anna,Mon]", "shift[ben,Mon]", "shift[carla,Mon]"])
    assert "at most how often may night occur" in page
    page = say(visitor, path, page, answer="number", number="1")
    assert re.search(r"The next plan: \d+ of 6 cells are not as in the last one", page)
    assert 'class="filled changed' in page
    page = say(visitor, path, page, answer="yes")
    assert "You have a plan" in page
    assert "Find out the rest" in page
    page = visitor.http.post(
        f"{path}/until", data={"token": field(page, "token"), "until": "scopes"}, follow_redirects=True
    ).text
    assert "All 3 answers are used as before." in page or "You have a plan" not in page


def test_an_unknown_way_is_refused(visitor):
    _, answer = begin(visitor, until="nothing")
    assert answer.status_code == 403
    assert "Until is scopes or plan." in answer.text
