"""Advice can be added to an interview, which goes on with all answers and keeps what was added."""

from __future__ import annotations

import pytest

from tacit.errors import TacitError
from tacit.formats.problem_file import parse_problem
from tacit.interview import FOR_PEOPLE, Interview
from tacit.interview.log import Log
from tacit.learning.advice import advise
from tacit.learning.gap import Gap
from tacit.problem.query import Query

TEXT = """
name = "week"
orders = "given"
language = ["<", { relation = "!=", over = "row" }]
[variables.g]
rows = 2
columns = 3
domain = "1..3"
"""


@pytest.fixture
def interview(tmp_path):
    with Log(tmp_path / "db", durable=False) as log:
        interview = Interview.start(log, parse_problem(TEXT, source="week.toml"), **FOR_PEOPLE)
        for _ in range(3):
            interview.answer(False if interview.query is None else len(interview.query) < 4)
        yield interview


def advice_for(interview, cells):
    v = interview.file.problem.vocabulary
    return advise(interview.file.problem, [Gap(Query(v, v.encode(cells)))], [], most=None)


def test_orders(interview):
    best = advice_for(interview, {"g[0,0]": 1, "g[1,0]": 2})[0]
    before = list(interview.entries)
    interview.extend([best.entry])
    assert interview.file.problem.orders == "all"
    assert interview.entries == before
    assert interview.reused == len(before)
    reopened = Interview.open(interview.log, interview.id)
    assert (reopened.file.problem.orders, reopened.relations) == ("all", [{"orders": "all"}])
    resumed = Interview.resume(interview.log, parse_problem(TEXT, source="week.toml"), **FOR_PEOPLE)
    assert resumed.file.problem.orders == "all"


def test_a_relation_over_more_families(interview):
    found = advice_for(interview, {"g[0,0]": 2, "g[1,0]": 2})
    entry = next(each.entry for each in found if each.relation == "!=" and each.over == ("column of g",))
    interview.extend([entry])
    interview.extend([{"relation": "sum == k", "over": "row of g"}, "=="])
    reopened = Interview.open(interview.log, interview.id)
    assert [family.spec for family in reopened.file.problem.over["!="]] == ["row of g", "column of g"]
    assert [relation.name for relation in reopened.file.problem.language] == ["<", "!=", "sum == k", "=="]
    assert reopened.entries == interview.entries


def test_what_the_file_has_by_now(interview):
    """Whoever writes it into the file, too, can go on."""
    interview.extend([{"relation": "!=", "over": "column"}, {"orders": "all"}])
    text = TEXT.replace('over = "row"', 'over = ["row", "column"]').replace('"given"', '"all"')
    resumed = Interview.resume(interview.log, parse_problem(text, source="week.toml"), **FOR_PEOPLE)
    assert [family.spec for family in resumed.file.problem.over["!="]] == ["row of g", "column of g"]


def test_what_is_wrong_is_not_kept(interview):
    for wrong in ({"relation": "!=", "over": "diagonal line"}, {"orders": "some"}, {"relation": 3}):
        with pytest.raises(TacitError):
            interview.extend([wrong])
    assert interview.relations == []
    assert Interview.open(interview.log, interview.id).relations == []
