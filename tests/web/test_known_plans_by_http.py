"""What known plans show, on the page: a list of rules, of which the wrong ones can be ticked."""

from __future__ import annotations

import re

from kit.pages import field
from tacit import Answered, Query
from tacit.formats.problem_file import parse_problem
from tacit.interview import FOR_PEOPLE, Interview, Log
from tacit.structure.rule import Review

FILE = parse_problem(
    """
name = "latin"
language = ["==", "!=", "<"]
[variables]
g = { rows = ["a", "b", "c", "d"], columns = [1, 2, 3, 4], domain = [1, 2, 3, 4] }
""",
    source="latin.toml",
)
V = FILE.problem.vocabulary
ORDERS = ((0, 1, 2, 3), (2, 0, 3, 1), (3, 1, 0, 2), (1, 3, 2, 0))


def plan(rows):
    cells = {name: (rows[n // 4] + n) % 4 + 1 for n, name in enumerate(FILE.problem.names)}
    return Answered(Query(V, V.encode(cells)), True, "known.csv")


def test_the_wrong_lines_of_a_list_are_ticked(visitor, server):
    with Log(server.db) as log:
        interview = Interview.start(log, FILE, examples=map(plan, ORDERS), **FOR_PEOPLE)
        number, asked = interview.id, interview.question
    assert isinstance(asked, Review)
    path = f"/i/{number}"
    page = visitor.http.get(path).text
    assert "These hold in all 4 plans:" in page
    assert "All of these are rules" in page
    assert re.findall(r'name="wrong" value="([^"]*)"', page) == [str(n + 1) for n in range(len(asked.lines))]
    sent = visitor.post(f"{path}/answer", question=field(page, "question"), answer="no", wrong=["2"])
    assert sent.status_code == 303
    with Log(server.db) as log:
        again = Interview.open(log, number)
        assert again.entries[-1].exceptions == ("2",)
        assert asked.lines[0] in again.dialogue.so_far().rules
        assert asked.lines[1] not in again.dialogue.so_far().rules
    answered = visitor.http.get(f"{path}/answers/1")
    assert answered.status_code == 200
    assert "all cells differ" in answered.text
