"""The page in a real browser: interviews by keyboard, mouse and touch, and what people do in between."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys

import pytest

from kit.browsing import PHONE, PROBLEM, TARGET, Person
from kit.pages import WEEK, Server
from tacit.exact.equivalence import equivalent
from tacit.formats import json_model
from tacit.formats.problem_file import parse_problem
from tacit.interview import Log

# The rows of the cells of a gap, but not of the answers that allowed it, which are folded up.
AT_FIRST_SIGHT = "#gaps .gap .board tr:has(td.filled) th:visible"


def entries(person, path=None):
    with Log(person.server.db) as log:
        return log.entries(int((path or person.path).split("/")[2]))


def learned(person, path):
    """The model as it is downloaded."""
    return json_model.read(person.page.request.get(f"{person.server.base}{path}/export/json").text()).network


def test_by_keyboard(person):
    """Keys work wherever the focus is: on the page, on a link, on a button that has keys of its own, in a cell."""
    path = person.start()
    places = itertools.cycle(["body", ".stop", "#b-undo", "#b-no", "#answer input[name=clash]", ".tabs a"])
    while person.asked():
        person.page.evaluate("where => document.querySelector(where).focus()", next(places))
        person.press("y" if person.right() else "n")
    person.page.wait_for_selector("text=No question is left")
    assert equivalent(learned(person, path), TARGET)


def test_by_mouse_with_marks(person):
    """With a "no", the cells that clash are clicked. Each mark is one more entry in the log, and saves questions."""
    path = person.start()
    by_keys = len(person.talk())
    path = person.start()
    while person.asked():
        if person.right():
            person.moves(lambda: person.page.click("#b-yes"))
            continue
        broken = next(c for c in TARGET if not person.right(target=PROBLEM.network([c])))
        for name in broken.scope:
            person.page.click(f'label:has(input[value="{name}"])')
        assert person.page.inner_text("#b-no span") == "No, because of these"
        person.moves(lambda: person.page.click("#b-no"))
    assert equivalent(learned(person, path), TARGET)
    kept = entries(person, path)
    assert any(entry.kind == "mark" for entry in kept)
    assert sum(entry.kind == "question" for entry in kept) < by_keys


def test_on_a_phone(people):
    """By touch, at the size of a phone: nothing is wider than the screen, and buttons are large enough to touch."""
    person = people(**PHONE)
    path = person.start()
    page = person.page
    while person.asked():
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        for button in ("#b-yes", "#b-no", "#b-unknown", "#b-undo"):
            box = page.locator(button).bounding_box()
            assert box["height"] >= 44
            assert box["y"] + box["height"] <= 844
        cell = page.locator("#answer .board:not(.small) td.filled").first.bounding_box()
        assert min(cell["width"], cell["height"]) >= 40
        button = "#b-yes" if person.right() else "#b-no"
        person.moves(lambda button=button: page.tap(button))
    assert equivalent(learned(person, path), TARGET)
    page.wait_for_selector(".solutions")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_marks_by_keyboard(person):
    person.start('name = "pair"\nlanguage = ["!="]\n[variables]\nx = { shape = [2, 3], domain = "1..2" }')
    page = person.page
    page.keyboard.press("ArrowRight")
    first = page.evaluate("document.activeElement.value")
    page.keyboard.press("m")
    page.keyboard.press("ArrowDown")
    second = page.evaluate("document.activeElement.value")
    page.keyboard.press("m")
    assert (first, second) == ("x[0,0]", "x[1,0]")
    assert page.inner_text("#b-no span") == "No, because of these"
    page.keyboard.press("Escape")
    assert page.inner_text("#b-no span") == "No"
    page.keyboard.press("Enter")  # in a cell, Enter marks it, as a click does
    assert page.locator("#answer input:checked").count() == 1


def test_undo(person):
    person.start()
    first = person.sees()
    assert person.page.is_disabled("#b-undo")
    seen = person.talk(most=5)
    assert seen[0] == first
    for expected in reversed(seen):
        person.page.focus("#b-yes")
        person.press("Backspace")
        assert person.sees() == expected
    assert entries(person) == []
    assert person.talk(most=5) == seen


def test_space_presses_what_has_the_focus(person):
    """If nothing has it, a space is "don't know"; in a cell it is a mark, on a button what the button says."""
    person.start()
    person.press(" ")
    person.page.focus("#b-yes")
    person.press(" ")
    person.page.focus("#answer input[name=clash]")
    person.page.keyboard.press(" ")
    assert person.page.locator("#answer input:checked").count() == 1
    assert [entry.answer for entry in entries(person)] == [None, True]


def test_an_old_answer_is_changed(person):
    """A slip is found in the history and corrected; the answers after it are used, and the model is right."""
    path = person.start()
    right = person.right()
    person.press("n" if right else "y")
    while person.asked() and len(entries(person, path)) < 4:
        person.press("y" if person.right() else "n")
    page = person.page
    page.click('a[data-side*="tab=history"]')
    page.click(f'.history a[href="{path}/answers/1"]')
    page.click(f".change button.{'yes' if right else 'no'}")
    page.wait_for_selector(".notice")
    assert "3 other answers are used as before" in page.inner_text(".notice")
    assert entries(person, path)[0].answer is right
    person.talk()
    assert equivalent(learned(person, path), TARGET)


def test_reload_and_back_in_the_middle(person):
    """Reloading repeats nothing. All questions are one page: "back" leaves it, and "forward" returns to it."""
    path = person.start()
    page = person.page
    person.talk(most=3)
    question = person.question
    page.reload()
    assert person.question == question
    assert len(entries(person, path)) == 3
    page.go_back()
    page.wait_for_selector(".interviews")
    assert page.url == f"{person.server.base}/"
    page.go_forward()
    page.wait_for_selector("#answer")
    assert person.question == question
    person.talk(most=1)
    page.click(".stop")
    page.wait_for_selector("text=The model so far")
    page.go_back()
    page.wait_for_selector("#answer")
    person.talk()
    assert equivalent(learned(person, path), TARGET)


def test_two_tabs(person):
    """What was answered in one tab can't be answered in the other: it shows the open question instead."""
    path = person.start()
    other = person.page.context.new_page()
    other.goto(person.server.base + path)
    shown = person.sees()
    person.press("n")
    now = person.question
    other.keyboard.press("y")
    other.wait_for_selector(".notice")
    assert "in the meantime" in other.inner_text(".notice")
    assert other.get_attribute("#screen", "data-question") == now
    kept = entries(person, path)
    assert [(entry.answer, {name: str(value) for name, value in entry.query.items()}) for entry in kept] == [
        (False, shown)
    ]


def test_the_server_is_started_again(chromium, tmp_path):
    """Killed in the middle: the page says so and loses nothing, and goes on at the new address."""
    context = chromium.new_context()
    page = context.new_page()
    first = Server(tmp_path / "db.sqlite")
    try:
        person = Person(page, first)
        person.enter()
        path = person.start()
        seen = person.talk(most=4)
        question = person.question
    finally:
        first.kill()
    page.keyboard.press("y")
    page.wait_for_selector("#offline:not([hidden])")
    assert "every answer is kept" in page.inner_text("#offline")
    assert person.question == question
    with Server(tmp_path / "db.sqlite", port=first.port) as second:
        page.keyboard.press("y")  # the server runs again, but with another key
        page.wait_for_selector("#offline:has-text('open that address here')")
        person = Person(page, second)
        person.enter()
        page.click(f'a[href="{path}"]')
        page.wait_for_selector("#answer")
        assert person.question == question
        seen += person.talk()
        page.wait_for_selector("text=No question is left")
        assert equivalent(learned(person, path), TARGET)
        assert [{name: str(v) for name, v in entry.query.items()} for entry in entries(person, path)] == seen
    context.close()


def test_a_contradiction_and_its_resolution(person):
    """With a published algorithm. (The guided learner finds out by questions which answer is wrong.)"""
    path = person.start(algorithm="mquacq", rules=None, slips=0.0, largest=None)
    seen = person.talk(most=12)
    page = person.page
    for position in range(1, len(seen) + 1):
        page.goto(f"{person.server.base}{path}/answers/{position}")
        page.click(".change button.yes, .change button.no")
        page.wait_for_url(re.compile(rf"{path}(\?notice=.*)?$"))
        if "contradiction" in page.title():
            break
        page.goto(f"{person.server.base}{path}/answers/{position}")
        page.click(".change button.yes, .change button.no")
        page.wait_for_url(re.compile(rf"{path}(\?notice=.*)?$"))
    assert "These answers can’t all be right" in page.inner_text("h1")
    cards = page.locator(".cards .card")
    assert cards.count() >= 2
    page.reload()
    card = page.locator(f'.cards .card:has(form[action$="/answers/{position}"])')
    assert card.count() == 1  # the one that was flipped is among them
    card.locator("button.yes, button.no").click()
    page.wait_for_selector("#answer")
    person.talk()
    page.wait_for_selector("text=No question is left")
    assert equivalent(learned(person, path), TARGET)


def test_a_plan_is_wrong_and_a_relation_is_added(person):
    """A "no" to a plan at the end: questions find out what is wrong there. It is a gap; a relation is added."""
    path = person.start(slips=0.0)
    person.talk()
    page = person.page
    page.wait_for_selector(".solutions")
    before = entries(person, path)
    page.click(".solutions .card:has(button.no) button.no")
    page.wait_for_selector("#answer")
    assert "something was missed" in page.inner_text(".notice")
    verdict = entries(person, path)[len(before)]
    assert (verdict.kind, verdict.answer) == ("verdict", False)
    # Two cells of the plan that no "yes" had together: these are said to be wrong.
    fine = [entry.query for entry in before if entry.answer]
    a, b = next(
        (a, b)
        for a, b in itertools.combinations(PROBLEM.names, 2)
        if not any((e.get(a), e.get(b)) == (verdict.query[a], verdict.query[b]) for e in fine)
    )
    relation = f"x != {verdict.query[a]} or y != {verdict.query[b]}"
    problem = parse_problem(WEEK, source="week.toml", relations=[relation]).problem
    rule = f"{a} != {verdict.query[a]} or {b} != {verdict.query[b]}"
    target = problem.network([*map(str, TARGET), rule])
    person.talk(problem=problem, target=target)
    page.wait_for_selector("#gaps")
    assert "can’t say everything" in page.inner_text("h1")
    assert {f"day[{who}]" for who in page.locator(AT_FIRST_SIGHT).all_inner_texts()} == {a, b}
    said = len(entries(person, path))
    page.evaluate("document.querySelectorAll('#gaps details').forEach(each => each.open = true)")
    page.fill("#relation", "x is not y")
    page.click(".relation button")
    page.wait_for_selector("#relation-error")
    assert page.input_value("#relation") == "x is not y"
    page.focus("#relation")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type(relation)  # the letters y and n and the blanks in it must not count as answers
    page.click(".relation button")
    page.wait_for_selector(".notice")
    assert "is now in the language" in page.inner_text(".notice")
    assert f"All {said} answers are used as before" in page.inner_text(".notice")
    person.talk(problem=problem, target=target)
    page.wait_for_selector("text=No question is left")
    assert equivalent(learned(person, path), target)
    assert page.locator("#gaps").count() == 0
    person.errors = [error for error in person.errors if "422" not in error]  # from the text that was no relation


@pytest.mark.parametrize("text", ["CPMpy", "MiniZinc", "XCSP3", "JSON", "Markdown"])
def test_downloads(person, tool, tmp_path, text):
    """Every format can be downloaded; those that run give a solution that the target accepts."""
    program = tool("minizinc") if text == "MiniZinc" else sys.executable
    person.page.goto(f"{person.server.base}/")
    finished = person.page.locator(".interviews li", has_text="no question left").first
    if finished.count() == 0:
        person.start()
        person.talk()
    else:
        finished.locator("a.resume").click()
    person.page.wait_for_selector("#downloads")
    with person.page.expect_download() as waiting:
        person.page.click(f'#downloads a:has-text("{text}")')
    path = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(path)
    assert path.stem == "week"
    assert path.read_text()
    if text in ("CPMpy", "MiniZinc"):
        arguments = ["--solver", "gecode", str(path)] if text == "MiniZinc" else [str(path)]
        run = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr
        assert "UNSATISFIABLE" not in run.stdout
        assert "day" in run.stdout


def test_stop_here(person):
    person.start()
    person.talk(most=6)
    page = person.page
    page.click("text=Stop here")
    page.wait_for_selector("text=The model so far")
    assert "candidates that no answer has settled" in page.inner_text("#open")
    page.keyboard.press("y")  # there is no question here, so this must not be an answer
    page.click("main >> text=Go on asking")
    page.wait_for_selector("#answer")
    assert page.inner_text("#heading") == "Question 7"


def test_why(person):
    path = person.start()
    person.talk()
    page = person.page
    page.wait_for_selector("text=No question is left")
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    for number in range(len(learned(person, path))):
        page.goto(f"{person.server.base}{path}/why/{number}")
        assert page.locator(".card .answer.no").count() >= 1


def test_what_is_beside_the_question(person):
    person.start()
    person.talk(most=8)
    page = person.page
    page.wait_for_selector("#asked:text-is('8')")
    assert page.locator("#side .words li").count() >= 1
    page.click('a[data-side*="tab=picture"]')
    page.wait_for_selector("svg.network")
    assert page.locator("svg.network rect").count() == 4
    every = page.locator("svg.network .edge").count()
    assert every >= 1
    if page.locator(".filter a").count() > 1:
        page.locator(".filter a").nth(1).click()
        page.wait_for_selector(".filter a:nth-child(2)[aria-current]")
        assert 1 <= page.locator("svg.network .edge").count() < every
    question = person.question
    page.reload()
    assert person.question == question


def test_for_screen_readers(person):
    """The next question is announced, cells say what they are, and everything has a name."""
    person.start()
    page = person.page
    person.talk(most=2)
    page.wait_for_selector("#spoken:has-text('Question 3. ')", state="attached")
    assert page.get_attribute("#spoken", "aria-live") == "polite"
    assert page.locator("#answer td.filled input:not([aria-label])").count() == 0
    assert page.evaluate(UNNAMED) == []


def test_dark_and_light(people):
    """Text is readable in both: a contrast of at least 4.5 to 1."""
    for scheme in ("dark", "light"):
        person = people(color_scheme=scheme)
        person.start()
        person.talk(most=3)
        for where in ("body", ".legend", "#b-yes", "#b-no", "#b-unknown", "#b-undo", ".facts dt", ".tabs a", ".stop"):
            assert person.page.evaluate(CONTRAST, where) >= 4.5, (scheme, where)


CONTRAST = """where => {
    const parse = text => text.match(/[\\d.]+/g).map(Number);
    let element = document.querySelector(where);
    const color = parse(getComputedStyle(element).color);
    let ground = [0, 0, 0, 0];
    while (element && (ground.length > 3 && ground[3] === 0)) {
        ground = parse(getComputedStyle(element).backgroundColor);
        element = element.parentElement;
    }
    const light = rgb => rgb.slice(0, 3).map(c => c / 255)
        .map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    const [a, b] = [light(color), light(ground)].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
}"""
UNNAMED = """() => [...document.querySelectorAll('button, a, input:not([type=hidden]), textarea')]
    .filter(each => !each.textContent.trim() && !each.getAttribute('aria-label') && !each.labels?.length)
    .map(each => each.outerHTML)"""
