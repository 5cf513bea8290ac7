"""Plans until one is right, at `tacit learn --until plan`."""

from __future__ import annotations

import json

import pytest

TEXT = """
name = "ward"
language = [
  { relation = "x != night or y != early", over = "next in row" },
  { relation = "count(night) <= k", over = "column" },
  { relation = "count(night) >= k", over = "column" },
]
[variables]
shift = { rows = ["anna", "ben", "carla"], columns = ["Mon", "Tue", "Wed", "Thu"], domain = ["off", "early", "night"] }
"""
PLANS = ("--until", "plan")


@pytest.fixture
def named():
    return "ward.toml", TEXT


def test_a_plan_is_marked_the_rule_asked_about_and_the_next_plan_taken(person):
    said = person("m", "Mon", "2", "y", options=PLANS)
    assert "You are shown plans until one is right." in said
    assert "A first plan. Take it, or say what is wrong with it." in said
    assert "In each column of shift: at most how often may night occur?" in said
    assert "The next plan: 4 of 12 cells are not as in the last one." in said
    assert "A * marks a value that has changed since the last plan." in said
    assert "You have a plan. It is right, because you said so" in said
    assert "in each of the 4 columns of shift: at most 2 × night" in said
    assert "Still open" not in said
    assert "start again without --until plan: all answers are kept" in " ".join(said.split())


def test_the_full_interview_goes_on_from_there(person):
    person("m", "Mon", "2", "y", options=PLANS)
    said = person("q")
    assert "Going on: 3 answers from before." in said
    assert "at most 2 × night" in said


def test_it_can_be_left_and_goes_on(person):
    person("m", "Mon", "2", "q", options=PLANS)
    said = person("y", options=PLANS)
    assert "The next plan: 4 of 12 cells" in said
    assert "You have a plan." in said


def test_without_a_mark_parts_are_asked_about(person):
    said = person("n", "q", options=PLANS)
    assert "Is this fine?" in said


def test_wrong_names_of_cells_are_named(person):
    said = person("m", "Mon, nobody", "", "q", options=PLANS)
    assert "'nobody' is no cell that has a value here" in said


def test_as_json(tacit, file, tmp_path):
    rules = tmp_path / "rules.py"
    rules.write_text("def fine(query):\n    return list(query.values()).count('night') == 0\n", encoding="utf-8")
    ended = tacit("learn", file.name, "--oracle", f"{rules}:fine", "--json", *PLANS)
    found = json.loads(ended.out)
    assert (found["status"], found["reason"]) == ("stopped", "a plan was accepted")
    assert set(found["plan"].values()) <= {"off", "early"}


def test_other_learners_show_no_plans(tacit, file):
    ended = tacit("learn", file.name, "--algorithm", "mquacq", *PLANS)
    assert ended.code == 2
    assert "only the guided learner shows plans until one is right" in ended.err
