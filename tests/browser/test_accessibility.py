"""axe-core on every screen, light and dark: no violation.

Screens are opened from interviews that are made in the log. The page's policy forbids scripts of others, so axe is not
put into the page by a tag, but evaluated by the browser's own tools.
"""

from __future__ import annotations

import itertools

import pytest

from kit.drive import said_by
from kit.manager import DAYS, NAMES, broken, truth
from tacit import Answer, Rule
from tacit.formats.problem_file import parse_problem
from tacit.interview import FOR_PEOPLE, Interview, Log
from tacit.interview.log import Entry
from tacit.problem.query import Plan
from tacit.structure.finding import find_family
from tacit.structure.rule import Unlimited

axe = pytest.importorskip("axe_playwright_python.base")
RUN = """(rules) => axe.run(document, { resultTypes: ["violations"], ...(rules ? { runOnly: rules } : {}) })
    .then(found => found.violations.map(each => [each.id, each.nodes.length, each.nodes[0].html.slice(0, 160),
        (each.nodes[0].any[0] || each.nodes[0].all[0] || each.nodes[0].none[0] || {}).message]))"""
IN_THE_DARK = ["color-contrast", "link-in-text-block"]  # whatever else axe looks at does not depend on colours

WARD = f"""
name = "ward"
language = [
  {{ relation = "x != night or y != early", over = "next in row" }},
  {{ relation = "x != late or y != early", over = "next in row" }},
  {{ relation = "count(night) <= k", over = "row" }},
  {{ relation = "count(night) >= k", over = "column" }},
  {{ relation = "count(early) >= k", over = "column" }},
]
[variables]
shift = {{ rows = {list(NAMES[:4])}, columns = {list(DAYS)}, domain = ["off", "early", "late", "night"] }}
"""
FAR = 'name = "far"\nlanguage = ["!="]\n[variables]\nx = { shape = [5], domain = "1..2" }'
ORDER = """
name = "order"
orders = "given"
language = ["<", "!="]
[variables]
job = { rows = ["a", "b", "c"], domain = "1..3" }
"""


class Looks:
    """Looks at one screen after another, and collects what axe finds."""

    def __init__(self, page, server):
        self.page = page
        self.server = server
        self.found = {}
        page.emulate_media(reduced_motion="reduce")  # colours that change slowly would be measured half way

    def at(self, name, path=None, wait="main"):
        if path is not None:
            self.page.goto(f"{self.server.base}{path}")
        self.page.wait_for_selector(wait)
        self.page.evaluate(axe.AXE_SCRIPT)
        for scheme, rules in (("dark", IN_THE_DARK), ("light", None)):
            self.page.emulate_media(color_scheme=scheme)
            if found := self.page.evaluate(RUN, rules):
                self.found[f"{name}, {scheme}"] = found


@pytest.fixture
def looks(person, server):
    looks = Looks(person.page, server)
    yield looks
    person.errors[:] = [each for each in person.errors if "404" not in each and "422" not in each]
    assert looks.found == {}


@pytest.fixture
def log(server):
    with Log(server.db) as log:
        yield log


def begin(log, text=WARD, **options):
    return Interview.start(log, parse_problem(text, source="text.toml"), **{**FOR_PEOPLE, **options})


def test_violations_are_found(person, server):
    """If there are any: a word that is hard to read in the dark, and a picture without words."""
    looks = Looks(person.page, server)
    person.page.evaluate(
        """() => {
            const faulty = "<p id='faint'>faint</p><svg role='img'></svg>";
            document.querySelector("main").insertAdjacentHTML("beforeend", faulty);
            document.getElementById("faint").style.color = "#222";
        }"""
    )
    looks.at("start")
    assert {name: [each[0] for each in found] for name, found in looks.found.items()} == {
        "start, dark": ["color-contrast"],
        "start, light": ["svg-img-alt"],
    }


def test_where_a_problem_is_described(looks):
    page = looks.page
    looks.at("start")
    page.fill("#who", "Anna, Ben, Ben")
    page.click("#describe button[value=next]")
    looks.at("who, when, what, with an error", wait=".error[role=alert]")
    page.fill("#who", ", ".join(NAMES))
    page.click("button[value=next]")
    page.wait_for_url("**/rules")
    page.click("button[value=add]")
    page.click("text=More")
    looks.at("what may matter", wait="#name-1")
    page.click("text=Show it as text")
    looks.at("as text", wait="#text")
    page.fill("#text", "language = [")
    page.click("button.primary")
    looks.at("as text, with an error", wait=".error")
    looks.at("start, with a description", "/")
    page.click("text=Read the table")
    looks.at("a table, with an error", wait="#table-error")
    page.fill("#pasted", "\tMon\tTue\nAnna\tearly\t\nBen\tlate\toff\n")
    page.click("text=Read the table")
    looks.at("a table, understood", wait=".understood")
    looks.at("nothing there", "/nowhere")


def test_all_kinds_of_questions(looks, log):
    interview = begin(log)
    path = f"/i/{interview.id}"
    looks.at("a rule to tell", f"{path}/rules")
    looks.at("a rule, wrongly", f"{path}/rules?relation=count(night)+<%3D+k&over=row+of+shift&number=99", ".error")
    looks.at("a rule, told", f"{path}/rules?relation=count(night)+<%3D+k&over=row+of+shift&number=2", ".previews")
    target, seen = truth(interview.file.problem), set()
    while (question := interview.question) is not None:
        answer = said_by(target, question)
        if question.kind not in seen:
            seen.add(question.kind)
            looks.at(question.kind, path, "#answer")
            if question.kind in ("rule", "unlimited"):
                looks.page.click(".exceptions summary")
                looks.page.click(".exceptions input >> nth=0")
                looks.at(f"{question.kind}, with exceptions")
        interview.answer(answer)
    assert seen == {"unlimited", "number", "free", "rule", "example", "review", "plan"}
    example = f"/i/{begin(log, rules=False).id}"
    looks.at("an example", example, "#answer[action] .sentence, #answer .board")
    looks.at("an example in the whole table", f"{example}?table=full", "#answer")
    looks.at("the end", path, ".solutions")
    looks.at("why", f"{path}/why/1")
    looks.at("all answers", f"{path}/answers")
    looks.at("one answer", f"{path}/answers/3")
    looks.at("on paper", f"{path}/paper")
    for tab in ("history", "picture"):
        interview.undo()
        looks.at(f"a plan beside {tab}", f"{path}?tab={tab}", "#answer")
    looks.at("the model so far", f"{path}/model")
    looks.page.keyboard.press("?")
    looks.at("all keys", wait="#keys[open]")


def test_plans_until_one_is_right(looks, log):
    interview = begin(log, until="plan")
    path = f"/i/{interview.id}"
    target = truth(interview.file.problem)
    looks.at("a first plan", path, "#answer")
    looks.page.click("#answer th >> nth=0")
    looks.at("a plan, marked", wait="#b-no.marked")
    while (question := interview.question) is not None:
        answer = said_by(target, question)
        if isinstance(question, Plan) and not answer.value:
            interview.answer(False, clash=broken(target, question))
        else:
            interview.answer(answer)
    looks.at("a plan, taken", path, "h1:has-text('You have a plan')")
    looks.at("a plan, on paper", f"{path}/paper", "table.plan")


def test_doubts_gaps_and_contradictions(looks, log):
    interview = begin(log)
    target, slipped = truth(interview.file.problem), False
    while (question := interview.question) is not None:
        answer = said_by(target, question)
        if not slipped and isinstance(question, Unlimited) and "column" in question.family.phrase:
            answer, slipped = Answer(True), True
        interview.answer(answer)
        if isinstance(question, Plan) and answer.value is False:
            looks.at("a question with its reason", f"/i/{interview.id}", ".because")
    looks.at("a second look", f"/i/{interview.id}", "#looks .card")
    looks.page.wait_for_selector(".solutions")

    far = begin(log, FAR, algorithm="quacq", rules=None, slips=0.0, largest=None)
    names = [f"x[{i}]" for i in range(5)]
    said = [(dict.fromkeys(pair, 1), True) for pair in itertools.combinations(names, 2)]
    said.append((dict.fromkeys(names, 1), False))
    log.append(far.id, [Entry(i, 0, "question", query, answer) for i, (query, answer) in enumerate(said, start=1)])
    looks.at("a contradiction", f"/i/{far.id}", "h1:has-text('can’t all be right')")

    order = begin(log, ORDER, rules=False, slips=0.0)
    while (question := order.question) is not None:
        given = [question.shown[name] for name in ("job[c]", "job[b]", "job[a]") if name in question.shown]
        order.answer(given == sorted(set(given)))
    looks.at("a gap with advice", f"/i/{order.id}", "#gaps .gap")

    told = begin(log)
    problem = told.file.problem
    told.tell_rule(Rule(problem.language[0], find_family(problem.vocabulary, "next in row")))
    looks.at("a rule that was said", f"/i/{told.id}/rules", ".card")
    looks.page.goto(looks.server.base)
    looks.page.click("button[aria-label='Delete far']")
    looks.at("start, with interviews", wait=".undo-bar")
