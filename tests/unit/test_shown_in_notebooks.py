"""What a notebook and a terminal show of long work and of results."""

from __future__ import annotations

import io
import os
import pty
import sys
import time

import pytest

import tacit
from tacit.showing import progress_bar
from tacit.showing.progress_bar import ProgressBar


@pytest.fixture
def at_once(monkeypatch):
    monkeypatch.setattr(progress_bar, "AFTER_S", 0.01)


def wait_for(bar):
    for _ in range(2000):
        if bar.is_shown:
            return
        time.sleep(0.01)
    pytest.fail("the bar did not show itself")


def test_a_bar_at_a_terminal(at_once, monkeypatch):
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "w") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        monkeypatch.setenv("TERM", "xterm")
        with ProgressBar("Learning [so]") as bar:
            wait_for(bar)
            bar.update(3, 10, "3 of 10 <questions>")
            time.sleep(0.3)
    shown = b""
    while b"questions" not in shown:
        shown += os.read(ours, 10_000)
    assert b"3 of 10 <questions>" in shown


def test_no_bar_in_a_pipe(at_once, monkeypatch):
    out = io.StringIO()
    monkeypatch.setattr(sys, "stderr", out)
    with ProgressBar("Learning") as bar:
        bar.update(1, 2)
        time.sleep(0.1)
        assert not bar.is_shown
    assert out.getvalue() == ""


def test_a_line_now_and_then_in_a_file(monkeypatch):
    """As many as there is time for, not one for each update."""
    out = io.StringIO()
    monkeypatch.setattr(sys, "stderr", out)
    monkeypatch.setattr(progress_bar, "LINE_EVERY_S", 0.01)
    with ProgressBar("Learning", lines=True) as bar:
        while not bar.is_shown:
            time.sleep(0.001)
        monkeypatch.setattr(progress_bar, "LINE_EVERY_S", 1000)
        for done in range(5):
            bar.update(done, 9, f"{done} questions")
    assert out.getvalue() == "tacit: 0 questions\n"


def test_what_is_over_soon_shows_nothing(monkeypatch):
    with ProgressBar("Learning", show=True) as bar:
        bar.update(1, 2)
    time.sleep(0.05)
    assert not bar.is_shown


def test_learning_updates_a_bar(at_once, monkeypatch):
    seen = []
    monkeypatch.setattr(ProgressBar, "is_shown", True)
    monkeypatch.setattr(ProgressBar, "update", lambda self, done, total, text: seen.append((done, total, text)))
    problem = tacit.Problem({"a": range(3), "b": range(3)}, language=["!=", "<"])
    tacit.learn(problem, lambda example: True, progress=False)
    assert seen[-1][0] == seen[-1][1] == 3
    assert seen[0][2].startswith("1 questions, 0 constraints learned")


def test_a_result_as_html_is_escaped_and_says_what_it_rests_on():
    names = ["<b>", "b&c"]
    problem = tacit.Problem({name: ["x<y", "z"] for name in names}, language=["!="])
    result = tacit.learn(problem, [("!=", names)])
    html = result._repr_html_()
    assert "<strong>converged</strong> (1 constraint, " in html
    assert "Done, if your answers are right and these relations can say it" in html
    assert "&lt;b&gt; and b&amp;c differ" in html
    assert "<b>" not in html
    assert "<td>x&lt;y</td>" in html  # the last plan, as a table
    assert "The last plan that was called right" in html


def test_gaps_are_shown_with_their_cells():
    problem = tacit.Problem({name: [0, 1] for name in "abc"}, language=["=="])
    result = tacit.learn(problem, lambda example: not (example.get("a") == 0 and example.get("b") == 1))
    assert str(result.status) == "incomplete"
    html = result._repr_html_()
    assert "Gap: These 2 cells are wrong together" in html
    assert html.count("<table>") >= 1


def test_a_collapse_says_why():
    problem = tacit.Problem({"a": range(2), "b": range(2)}, language=["!=", "=="])
    result = tacit.learn(problem, lambda example: False, algorithm="mquacq")
    assert "The answers can&#x27;t all be right: what they say together leaves no plan" in result._repr_html_()
