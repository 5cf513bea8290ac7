"""What stands beside and below a question, without a browser."""

from __future__ import annotations

import re

from kit.pages import WEEK

SHIFTS = """
name = "shifts"
instructions = "Nobody works <seven> days."
language = ["!="]
[variables]
shift = { rows = ["anna", "ben"], columns = ["Sat", "Sun"], domain = ["off", "night"] }
"""


def test_instructions_and_names_as_people_say_them(visitor):
    path = visitor.start(SHIFTS)
    page = visitor.http.get(path).text
    assert "Nobody works &lt;seven&gt; days." in page
    while (question := visitor.question(path)).words is not None:  # about a rule
        visitor.post(f"{path}/answer", question=question.name, answer="unknown")
    spoken = re.search(r'id="spoken" aria-live="polite">(.*?)</p>', visitor.http.get(path).text)[1]
    assert re.search(r"(anna|ben), (Satur|Sun)day is (off|night)", spoken)


def test_the_live_region_says_what_it_leaves_out(visitor):
    text = 'name = "many"\nlanguage = ["!="]\n[variables]\nx = { shape = [4, 5], domain = "1..3" }'
    path = visitor.post("/new", text=text, until="plan").headers["location"]
    spoken = re.search(r'id="spoken" aria-live="polite">(.*?)</p>', visitor.http.get(path).text)[1]
    assert spoken.partition("filled:")[2].count(" is ") == 12
    assert "row 0, column 0 is " in spoken  # as the terminal and the file have it
    assert spoken.endswith("and 8 more cells.")


def test_exceptions_that_are_named_make_it_a_no_and_never_a_yes(visitor):
    """As it comes from the picture, where no button of its own is pressed."""
    path = visitor.start(WEEK)
    question = visitor.question(path)
    said = visitor.post(f"{path}/answer", question=question.name, answer="yes", **{"except": ["row anna"]})
    assert "You have named exceptions" in visitor.http.get(said.headers["location"]).text
    assert visitor.question(path) == question


def test_a_flag_comes_with_the_answer_and_can_be_taken_away(visitor):
    path = visitor.start(WEEK)
    question = visitor.question(path)
    visitor.post(f"{path}/answer", question=question.name, answer="unknown", flagged="1", note="later")
    page = visitor.http.get(f"{path}/answers?flagged=1").text
    assert "1 flagged answer<" in page
    assert "later" in page
    visitor.post(f"{path}/answers/1/remark", note="")
    assert "Nothing is flagged." in visitor.http.get(f"{path}/answers?flagged=1").text


def test_undo_says_which_answer_was_taken_back(visitor):
    """The answer before it was saved long ago: that is no news."""
    path = visitor.start(WEEK)
    for _ in range(2):
        visitor.post(f"{path}/answer", question=visitor.question(path).name, answer="unknown")
    assert "Answer 2 is saved" in visitor.http.get(path).text
    sent = visitor.post(f"{path}/answer", question=visitor.question(path).name, answer="undo")
    page = visitor.http.get(sent.headers["location"]).text
    assert "Answer 2 is taken back." in page
    assert "is saved" not in page
