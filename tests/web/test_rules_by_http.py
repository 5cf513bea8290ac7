"""Rules on the page, by forms and redirects alone: asked, answered with exceptions, said unasked, taken back."""

from __future__ import annotations

import re
from html import unescape

import pytest

from kit.drive import said_by
from kit.pages import field
from kit.ward import DIFFER, NIGHT, TARGET, WARD
from tacit.exact.equivalence import equivalent
from tacit.formats import json_model
from tacit.formats.problem_file import parse_problem
from tacit.interview import FOR_PEOPLE, Interview, Log
from tacit.problem.query import Query
from tacit.structure.rule import Rule


@pytest.fixture
def kept(server):
    """The interview as it is on disk."""

    def read(path):
        with Log(server.db) as log:
            interview = Interview.open(log, int(path.split("/")[2]))
            return interview, interview.entries

    return read


def answer(visitor, path, question):
    """Answer the open question by the target, as someone with a browser but without JavaScript."""
    page = visitor.http.get(path).text
    name = field(page, "question")
    given = said_by(TARGET, question)
    if given.except_:
        listed = set(map(unescape, re.findall(r'name="except" value="([^"]*)"', page)))
        assert set(given.except_) <= listed
        return visitor.post(f"{path}/answer", question=name, answer="except", **{"except": list(given.except_)})
    return visitor.post(f"{path}/answer", question=name, answer="yes" if given.value else "no")


def test_a_whole_interview_with_rules_without_javascript(visitor, kept):
    path = visitor.start(WARD)
    seen = ""
    while (question := kept(path)[0].question) is not None:
        seen += visitor.http.get(path).text
        sent = answer(visitor, path, question)
        assert (sent.status_code, sent.headers["location"].split("?")[0]) == (303, path)
    assert "If so, this would be wrong:" in seen
    assert "may they have any values?" in seen
    learned = json_model.read(visitor.http.get(f"{path}/export/json").text).network
    assert equivalent(learned, TARGET)
    # The model shows the rules, and each constraint says which answers it rests on.
    page = visitor.http.get(path).text
    assert "no early after a night" in page
    why = [visitor.http.get(address).text for address in sorted(set(re.findall(rf"{path}/why/\d+", page)))]
    assert all("You said" in each for each in why)
    assert any('class="claim"' in each for each in why)
    history = visitor.http.get(f"{path}/answers").text
    assert "no early after a night" in history


def test_no_except_needs_exceptions(visitor, kept):
    path = visitor.start(WARD)
    while not isinstance(question := kept(path)[0].question, Rule):
        answer(visitor, path, question)
    count = len(kept(path)[1])
    name = field(visitor.http.get(path).text, "question")
    visitor.post(f"{path}/answer", question=name, answer="except")
    assert "Choose the exceptions first" in visitor.http.get(path).text
    visitor.post(f"{path}/answer", question=name, answer="except", **{"except": "nobody"})
    assert "is no part of" in unescape(visitor.http.get(path).text)
    assert len(kept(path)[1]) == count
    listed = list(map(unescape, re.findall(r'name="except" value="([^"]*)"', visitor.http.get(path).text)))
    visitor.post(f"{path}/answer", question=name, answer="except", **{"except": listed[0]})
    assert (kept(path)[1][-1].answer, kept(path)[1][-1].exceptions) == (False, (listed[0],))
    shown = visitor.http.get(f"{path}/answers/{count + 1}").text
    assert f"except in {listed[0]}" in unescape(shown)
    now = field(visitor.http.get(path).text, "question")
    visitor.post(f"{path}/answer", question=now, answer="undo")
    visitor.post(f"{path}/answer", question=name, answer="unknown")
    assert kept(path)[1][-1].answer is None
    visitor.post(f"{path}/answers/{count + 1}", was="don't know", answer="no")
    assert kept(path)[1][-1].answer is False


def test_an_earlier_no_becomes_no_except(visitor, kept):
    path = visitor.start(WARD)
    while not (isinstance(question := kept(path)[0].question, Rule) and question.family.count > 1):
        answer(visitor, path, question)
    name = question.family.name(0)
    visitor.post(f"{path}/answer", question=field(visitor.http.get(path).text, "question"), answer="no")
    entry = kept(path)[1][-1]
    assert f'name="except" value="{name}"' in unescape(visitor.http.get(f"{path}/answers/{entry.position}").text)
    visitor.post(f"{path}/answers/{entry.position}", was="no", answer="except")
    assert "Choose the exceptions first" in visitor.http.get(path).text
    visitor.post(f"{path}/answers/{entry.position}", was="no", answer="except", **{"except": "nobody"})
    assert "is no part of" in unescape(visitor.http.get(path).text)
    visitor.post(f"{path}/answers/{entry.position}", was="no", answer="except", **{"except": name})
    assert f"is now “no, except {name}”" in unescape(visitor.http.get(path).text)
    changed = next(each for each in kept(path)[1] if each.position == entry.position)
    assert (changed.answer, changed.exceptions) == (False, tuple(question.family.called([0])))


def test_a_rule_is_composed_shown_taken_and_taken_back(visitor, kept):
    path = visitor.start(WARD)
    page = visitor.http.get(f"{path}/rules").text
    assert "no early after a night" in page
    assert "each row of shift" not in page  # where a rule may hold depends on what holds
    page = visitor.http.get(f"{path}/rules", params={"relation": DIFFER.name}).text
    assert re.search(r'<optgroup label="Rows and columns">\s*<option value="row of shift">each row of shift<', page)
    page = visitor.http.get(f"{path}/rules", params={"relation": NIGHT.name, "over": "next in row of shift"}).text
    assert "9 constraints, in 9 places" in page
    assert "This, for example, would be wrong" in page
    fields = {name: field(page, name) for name in ("question", "relation", "over", "order")}
    sent = visitor.post(f"{path}/rules", **fields)
    assert (sent.status_code, sent.headers["location"].split("?")[0]) == (303, path)
    assert "Taken: " in visitor.http.get(path).text
    (told,) = kept(path)[1]
    assert (told.kind, told.query) == ("told", {"rule": NIGHT.name, "over": "next in row of shift"})
    visitor.post(f"{path}/rules", **fields)  # sent twice: the question it was sent with is gone
    assert len(kept(path)[1]) == 1
    assert "Take it back" in visitor.http.get(f"{path}/rules").text
    assert 'data-number="1"' in visitor.http.get(path).text  # a rule that was said is no question
    visitor.post(f"{path}/rules/1")
    assert "Taken back: " in visitor.http.get(path).text
    assert kept(path)[1] == []


def test_a_rule_in_words_and_what_is_wrong_with_it(visitor, kept):
    path = visitor.start(WARD)

    def preview(relation, words):
        return unescape(visitor.http.get(f"{path}/rules", params={"relation": relation.name, "words": words}).text)

    assert "In column Mon of shift, all cells differ." in preview(DIFFER, "column Mon")
    assert "there are only 4 values" in preview(DIFFER, "whole")
    assert "did you mean 'next in row'?" in preview(DIFFER, "nxt in row")
    interview = kept(path)[0]
    while not isinstance(interview.question, Query):
        visitor.post(f"{path}/answer", question=field(visitor.http.get(path).text, "question"), answer="unknown")
        interview = kept(path)[0]
    query = interview.question
    one, other = next((a, b) for a in query for b in query if a < b and query[a] == query[b])
    visitor.post(f"{path}/answer", question=field(visitor.http.get(path).text, "question"), answer="yes")
    refused = preview(DIFFER, f"cells {one}, {other}")
    assert "You said this before" in refused
    assert "Take this rule" not in refused


def test_a_rule_and_an_example_that_contradict_each_other(server, visitor, kept):
    """Where no slips are expected. (Where they are, it is found out by questions which of the two is one.)"""
    with Log(server.db) as log:
        file = parse_problem(WARD, source="ward.toml")
        path = f"/i/{Interview.start(log, file, **{**FOR_PEOPLE, 'slips': 0.0}).id}"
    while not isinstance(query := kept(path)[0].question, Query):
        visitor.post(f"{path}/answer", question=field(visitor.http.get(path).text, "question"), answer="unknown")
    one, other = next((a, b) for a in query for b in query if a < b and query[a] == query[b])
    visitor.post(f"{path}/answer", question=field(visitor.http.get(path).text, "question"), answer="unknown")
    position = kept(path)[1][-1].position
    page = visitor.http.get(f"{path}/rules", params={"relation": "!=", "words": f"cells {one}, {other}"}).text
    visitor.post(f"{path}/rules", **{name: field(page, name) for name in ("question", "relation", "over", "order")})
    visitor.post(f"{path}/answers/{position}", was="don't know", answer="yes")
    page = visitor.http.get(path).text
    assert "This rule and this example can’t both be right" in page
    assert "Take it back" in page
    visitor.post(f"{path}/rules/{position + 1}")
    assert kept(path)[0].question is not None


GROUPED = f"""{WARD}
[groups]
busy = ["Mon", "Wed", "Thu"]
"""


def test_what_was_learned_is_said_of_the_groups_that_the_problem_names(visitor):
    path = visitor.start(GROUPED)
    page = visitor.http.get(f"{path}/rules", params={"relation": "!=", "words": "row only busy"}).text
    visitor.post(f"{path}/rules", **{name: field(page, name) for name in ("question", "relation", "over", "order")})
    for address in (path, f"{path}/model"):
        assert "in each of the 3 rows of shift, only busy, all cells differ" in visitor.http.get(address).text.lower()


@pytest.mark.parametrize(
    ("fields", "code"),
    [({"relation": "nothing", "over": "row of shift"}, 403), ({"relation": "!=", "over": "x", "order": "9;"}, 403)],
)
def test_forms_that_are_not_ours_are_refused(visitor, kept, fields, code):
    path = visitor.start(WARD)
    question = field(visitor.http.get(path).text, "question")
    assert visitor.post(f"{path}/rules", question=question, **fields).status_code == code
    assert kept(path)[1] == []
