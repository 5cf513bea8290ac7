"""What the page shows of trust, by forms and redirects alone: plans, gaps and advice, second looks, contradictions."""

from __future__ import annotations

import itertools
import re
from html import unescape

import pytest

from kit.pages import Question, field
from tacit.formats.problem_file import parse_problem
from tacit.interview import FOR_PEOPLE, Interview, Log
from tacit.interview.log import Entry
from tacit.problem.query import Plan

# The rules are against the order in which the variables are listed, so that the language can't say them.
ORDER = """
name = "order"
orders = "given"
language = ["<", "!="]
[variables]
job = { rows = ["a", "b", "c", "d"], domain = "1..4" }
"""
WEEK = """
name = "week"
language = ["!=", "<"]
[variables]
day = { rows = ["anna", "ben", "carla"], domain = "1..5" }
"""


def against_the_order(shown):
    """d before c before b before a."""
    given = [shown[name] for name in ("job[d]", "job[c]", "job[b]", "job[a]") if name in shown]
    return all(one < next_ for one, next_ in itertools.pairwise(given))


def differ(shown):
    return len(set(shown.values())) == len(shown)


@pytest.fixture
def start(server):
    """Starts an interview with questions about examples alone; returns its path."""

    def make(text, **options):
        with Log(server.db) as log:
            chosen = {**FOR_PEOPLE, "rules": False, **options}
            return f"/i/{Interview.start(log, parse_problem(text, source='text.toml'), **chosen).id}"

    return make


def talk(visitor, path, fine, most=400, slip=()):
    """Answer what the page shows; returns the pages with questions. slip: which questions are answered wrongly."""
    pages = []
    page = visitor.http.get(path).text
    while (question := Question.read(page)) is not None and len(pages) < most:
        pages.append(page)
        said = fine(question.shown) is not (len(pages) in slip)
        visitor.post(f"{path}/answer", question=question.name, answer="yes" if said else "no")
        page = visitor.http.get(path).text
    return pages


def shown_in(card):
    """The cells with a value of the board on a card, without what is behind "Which answer allowed it?"."""
    own = card.partition('<details class="more allowed">')[0]
    return {unescape(name): value for name, value in re.findall(r'aria-label="([^"]+?) is (\w+)[":]', own)}


def cards(page, section):
    """The cards of a section of a page."""
    inside = re.search(rf'<section id="{section}".*?</section>', page, re.DOTALL)
    return [] if inside is None else re.findall(r"<article.*?</article>", inside[0], re.DOTALL)


def test_plans_come_before_the_end(visitor, start, server):
    path = start(WEEK)
    pages = talk(visitor, path, differ)
    plans = [page for page in pages if "Here is a whole plan. Is it fine?" in page]
    assert plans[:3] == pages[pages.index(plans[0]) :][:3]
    assert [re.search(r"Plan (\d) of (\d)", page).groups() for page in plans[:3]] == [
        ("1", "3"),
        ("2", "3"),
        ("3", "3"),
    ]
    for page in plans:
        assert differ(Question.read(page).shown)
        assert page.count('name="clash"') == 3  # cells can be marked
    page = visitor.http.get(path).text
    assert "Done, if your answers are right and these relations can say it" in page
    assert f"You called {len(plans)} whole plans right." in page
    assert "prove" not in page


def test_cells_of_a_plan_can_be_marked(visitor, start, server):
    path = start(WEEK)
    while (question := Question.read(page := visitor.http.get(path).text)) is not None and "whole plan" not in page:
        visitor.post(f"{path}/answer", question=question.name, answer="yes" if differ(question.shown) else "no")
    sent = visitor.post(f"{path}/answer", question=question.name, answer="no", clash=["day[anna]", "day[ben]"])
    assert sent.status_code == 303
    with Log(server.db) as log:
        entries = log.entries(int(path[3:]))
    assert [(entry.kind, set(entry.query)) for entry in entries[-2:]] == [
        ("verdict", {"day[anna]", "day[ben]", "day[carla]"}),
        ("mark", {"day[anna]", "day[ben]"}),
    ]


def test_gaps_and_advice(visitor, start):
    """Each gap is shown by its cells alone. One click adds what is advised, and goes on with all answers."""
    path = start(ORDER, slips=0.0)
    asked = len(talk(visitor, path, against_the_order))
    page = visitor.http.get(path).text
    assert "These relations can’t say everything" in page
    assert "The model holds what was confirmed" in page
    gaps = cards(page, "gaps")
    drawn = [shown_in(card) for card in gaps if "Wrong together" in card]
    assert drawn
    assert all(
        len(cells) == 2 and not against_the_order({f"job[{n}]": int(v) for n, v in cells.items()}) for cells in drawn
    )
    first = next(card for card in gaps if 'name="advice"' in card)
    assert "orders = <code>all</code> would explain" in first
    old = visitor.post(f"{path}/advice", question="1-old", advice=0)
    assert "in the meantime" in visitor.http.get(old.headers["location"]).text
    assert visitor.post(f"{path}/advice", question=field(page, "question"), advice=99).status_code == 403
    visitor.post(f"{path}/advice", question=field(page, "question"), advice=0)
    page = visitor.http.get(path).text
    assert "Added to the language" in page
    assert f"All {asked} answers are used as before." in page
    talk(visitor, path, against_the_order)
    page = visitor.http.get(path).text
    assert "Done, if your answers are right" in page
    assert cards(page, "gaps") == []


def test_an_answer_that_is_worth_a_second_look_can_be_changed(visitor, start):
    """A slip that others speak against: the page shows it, with what speaks against it and a button to change it."""
    for wrong in range(3, 12):
        path = start(WEEK)
        talk(visitor, path, differ, slip=(wrong,))
        page = visitor.http.get(path).text
        looks = cards(page, "looks")
        if any(f"Question {wrong}<" in look for look in looks):
            break
    look = next(look for look in looks if f"Question {wrong}<" in look)
    assert "a slip" in look
    assert "speak against it" in look
    was, other = field(look, "was"), re.search(r'name="answer" value="(yes|no)"', look)[1]
    assert {was, other} == {"yes", "no"}
    visitor.post(f"{path}/answers/{wrong}", was=was, answer=other)
    talk(visitor, path, differ)
    page = visitor.http.get(path).text
    assert "No question is left" in page
    assert cards(page, "looks") == []


def test_at_most_six_cards_of_a_contradiction_at_first(visitor, start, server):
    """A published algorithm takes every answer for right, so this can't be: all pairs are fine, but not all of it."""
    text = 'name = "far"\nlanguage = ["!="]\n[variables]\nx = { shape = [5], domain = "1..2" }'
    path = start(text, algorithm="quacq", rules=None, slips=0.0, largest=None)
    names = [f"x[{i}]" for i in range(5)]
    said = [(dict.fromkeys(pair, 1), True) for pair in itertools.combinations(names, 2)]
    said.append((dict.fromkeys(names, 1), False))
    with Log(server.db) as log:
        entries = [Entry(i, 0, "question", query, answer) for i, (query, answer) in enumerate(said, start=1)]
        log.append(int(path[3:]), entries)
    page = visitor.http.get(path).text
    assert "These answers can’t all be right" in page
    first, _, rest = page.partition('<details class="more rest">')
    assert (first.count("<article"), rest.count("<article")) == (6, 5)
    assert "Show all 11" in rest
    assert page.count("It rules out that x[") == 10  # what rests on each "yes"


def test_a_no_to_a_plan_at_the_end_goes_on_from_there(visitor, start, server):
    """The language is not blamed at once: first the earlier answers are asked about."""
    path = start(WEEK)
    talk(visitor, path, differ)
    page = visitor.http.get(f"{path}?solutions=1").text
    form = next(card for card in cards(page, "solutions") if 'name="solution"' in card)
    sent = visitor.post(
        f"{path}/verdict", question=field(form, "question"), solution=field(form, "solution"), answer="no"
    )
    page = visitor.http.get(sent.headers["location"]).text
    assert Question.read(page) is not None
    assert "something was missed" in page
    assert 'class="because"' in page  # it is said why this is asked
    talk(visitor, path, differ)
    page = visitor.http.get(path).text  # the person has called every part of it right: so it is a gap
    assert "These relations can’t say everything" in page
    assert [shown_in(card) for card in cards(page, "gaps") if "Wrong together" in card] == [shown_in(form)]


def test_a_wrong_plan_of_a_model_that_is_not_finished_blames_nobody(visitor):
    """There was no earlier answer that could be a slip, and the relations can say it: it was only not asked yet."""
    path = visitor.post("/new", text=WEEK, until="plan").headers["location"]
    visitor.post(f"{path}/answer", question=visitor.question(path).name, answer="no")
    page = visitor.http.get(f"{path}/model").text
    assert "Something is required that is not known yet" in page
    assert "candidates are still open, and the questions that are left find out" in page
    assert "slip" not in page


def test_a_yes_to_a_plan_at_the_end_changes_nothing(visitor, start, server):
    path = start(WEEK)
    talk(visitor, path, differ)
    page = visitor.http.get(f"{path}?solutions=1").text
    form = next(card for card in cards(page, "solutions") if 'name="solution"' in card)
    visitor.post(f"{path}/verdict", question=field(form, "question"), solution=field(form, "solution"), answer="yes")
    with Log(server.db) as log:
        again = Interview.open(log, int(path[3:]))
        assert again.question is None
        assert again.entries[-1].kind == "verdict"
        assert isinstance(again.read(again.entries[-1]).query, Plan)


def test_cells_of_a_plan_at_the_end_can_be_marked(visitor, start, server):
    path = start(WEEK)
    talk(visitor, path, differ)
    page = visitor.http.get(f"{path}?solutions=1").text
    form = next(card for card in cards(page, "solutions") if 'name="solution"' in card)
    place = field(form, "solution")
    assert form.count(f'form="verdict-{place}"') == 3
    visitor.post(
        f"{path}/verdict",
        question=field(form, "question"),
        solution=place,
        answer="no",
        clash=["day[anna]", "day[ben]"],
    )
    with Log(server.db) as log:
        entries = log.entries(int(path[3:]))
    assert [(entry.kind, len(entry.query)) for entry in entries[-2:]] == [("verdict", 3), ("mark", 2)]
    assert set(entries[-1].query) == {"day[anna]", "day[ben]"}


def test_which_answer_allowed_it(visitor, start):
    """A gap names the answers without which the language could forbid it, and each can be changed there."""
    path = start(WEEK)
    talk(visitor, path, differ)
    page = visitor.http.get(f"{path}?solutions=1").text
    form = next(card for card in cards(page, "solutions") if 'name="solution"' in card)
    visitor.post(f"{path}/verdict", question=field(form, "question"), solution=field(form, "solution"), answer="no")
    talk(visitor, path, differ)
    page = visitor.http.get(path).text
    assert "Which answer allowed it?" in page
    allowed = re.search(r'<details class="more allowed">.*?</details>', page, re.DOTALL)[0]
    assert "It rules out that day[" in unescape(allowed)
    assert re.search(r'action="/i/\d+/answers/\d+"', allowed)
    assert 'name="answer" value="no"' in allowed


@pytest.mark.parametrize("text", ["x != y", "not x == y", "x > y", "y < x"])
def test_a_relation_that_is_there_under_another_name_is_refused(visitor, start, text):
    path = start(WEEK)
    talk(visitor, path, differ)
    page = visitor.http.get(path).text
    sent = visitor.post(f"{path}/relation", question=field(page, "question"), relation=text)
    assert sent.status_code == 422
    assert "which is in the language already" in sent.text
    page = visitor.http.get(path).text
    fine = visitor.post(f"{path}/relation", question=field(page, "question"), relation="abs(x - y) > 1")
    assert fine.status_code == 303
