"""What can be taken away: answers and plans as tables, the page for paper."""

from __future__ import annotations

import io
import itertools

import openpyxl
import pytest

from tacit.formats.problem_file import parse_problem
from tacit.interview import FOR_PEOPLE, Interview, Log
from tacit.sheets.opening import read_spreadsheet
from tacit.sheets.reading_plans import plans_in
from tacit.showing.spoken_names import SpokenNames

FILE = parse_problem(
    """
name = "Station 3 (März)"
language = [
  { relation = "x != night or y != early", over = "next in row" },
  { relation = "count(night) <= k", over = "column" },
]
[variables]
shift = { rows = ["anna", "=ben"], columns = ["Mon", "Tue", "Wed"], domain = ["off", "early", "night"] }
""",
    source="station.toml",
)


def right(shown):
    days = ("Mon", "Tue", "Wed")
    for who in ("anna", "=ben"):
        row = [shown.get(f"shift[{who},{day}]") for day in days]
        if any(pair == ("night", "early") for pair in itertools.pairwise(row)):
            return False
    return all([shown.get(f"shift[{who},{day}]") for who in ("anna", "=ben")].count("night") < 2 for day in days)


@pytest.fixture(scope="module")
def plan_taken(server):
    """An interview that shows plans, of which one was taken."""
    with Log(server.db) as log:
        interview = Interview.start(log, FILE, **FOR_PEOPLE, until="plan")
        while (question := interview.question) is not None:
            if interview.query is not None:
                interview.answer(right(question.shown))
            else:
                interview.answer(1 if question.kind == "number" else True)
        assert interview.accepted is not None
        return f"/i/{interview.id}", interview.accepted.shown, len(interview.entries)


def sheets(content):
    return openpyxl.load_workbook(io.BytesIO(content))


@pytest.mark.parametrize("suffix", ["xlsx", "csv"])
def test_the_plan_that_was_taken(visitor, plan_taken, suffix):
    path, plan, _ = plan_taken
    page = visitor.http.get(path).text
    assert f'href="{path}/table/plan.xlsx"' in page
    sent = visitor.http.get(f"{path}/table/plan.{suffix}")
    assert sent.status_code == 200
    assert sent.headers["content-disposition"] == f'attachment; filename="Station-3-M-rz-plan.{suffix}"'
    (read,) = plans_in(read_spreadsheet(sent.content, f"plan.{suffix}"), FILE.problem.vocabulary, True)
    assert read.query.shown == plan


def test_answers_as_a_table(visitor, plan_taken):
    path, plan, count = plan_taken
    book = sheets(visitor.http.get(f"{path}/table/answers.xlsx").content)
    rows = list(book["Answers"].iter_rows(values_only=True))
    assert rows[0][:4] == ("Number", "Asked about", "What was asked", "Answer")
    assert [row[0] for row in rows[1:]] == list(range(1, count + 1))
    assert rows[-1][1:4:2] == ("whole plan", "yes")
    assert rows[-1][2] == SpokenNames.of(FILE.problem.vocabulary).example(plan)
    assert book.sheetnames[-1] == f"{count} yes"  # the plan itself, as a table
    text = visitor.http.get(f"{path}/table/answers.csv").content.decode("utf-8-sig")
    assert len(text.splitlines()) == count + 1
    listed = visitor.http.get(f"{path}/answers").text
    assert f'href="{path}/table/answers.csv"' in listed


def test_plans_of_the_model(visitor, plan_taken):
    path, _, _ = plan_taken
    content = visitor.http.get(f"{path}/table/plans.xlsx").content
    read = plans_in(read_spreadsheet(content, "plans.xlsx"), FILE.problem.vocabulary, True)
    assert len(read) == 5
    with_numbers = sheets(content)
    assert with_numbers.sheetnames == [f"Plan {number}" for number in range(1, 6)]


@pytest.mark.parametrize("name", ["plan.pdf", "plan", "nothing.csv", "plan-1.xlsx", "plan-99.csv", "plan-x.csv"])
def test_what_is_not_there(visitor, plan_taken, server, name):
    with Log(server.db) as log:
        empty = Interview.start(log, FILE, **FOR_PEOPLE).id
    assert visitor.http.get(f"/i/{empty}/table/{name}").status_code == 404


def test_the_page_for_paper(visitor, plan_taken):
    path, plan, _ = plan_taken
    page = visitor.http.get(f"{path}/paper").text
    assert '<table class="plan fits-1">' in page
    assert page.count("<td>") == len(plan) + 1  # and the corner
    assert "Station 3 (März)" in page
    assert "style=" not in page  # which the policy for contents forbids
