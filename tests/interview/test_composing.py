"""The families that are offered to whoever says a rule, and those that they may name in words."""

from __future__ import annotations

import pytest

from tacit import Problem
from tacit.dialogue.dialogue import Dialogue
from tacit.errors import FamilyError
from tacit.interview.composing import families_to_name, family_called, needs_number, rules_with, with_number

PROBLEM = Problem(
    {f"shift[{who},{day}]": [0, 1, 2] for who in ("anna", "ben", "eva") for day in ("Mon", "Tue", "Wed", "Thu")},
    language=["x != 2", "!="],
    groups={"trainees": ["anna", "eva"], "late": ["Wed", "Thu"]},
)
ALONE, DIFFER = PROBLEM.language


def test_of_single_cells_only_whole_sets_of_cells_are_offered():
    phrases = [family.phrase for family in families_to_name(PROBLEM, ALONE)]
    assert phrases[:3] == ["the whole of shift", "the whole of shift, only trainees", "the whole of shift, only late"]
    assert {"row anna of shift", "column Mon of shift"} <= set(phrases)
    assert not [phrase for phrase in phrases if phrase.startswith("each")]
    cells = [frozenset(family.scopes(1)[:, 0].tolist()) for family in families_to_name(PROBLEM, ALONE)]
    assert len(set(cells)) == len(cells)


def test_of_two_cells_rows_columns_and_neighbours_are_offered():
    phrases = [family.phrase for family in families_to_name(PROBLEM, DIFFER)]
    assert "each row of shift" in phrases
    assert "row anna of shift" not in phrases


def test_the_rules_that_are_offered_range_over_these():
    dialogue = Dialogue(PROBLEM, algorithm="guided", rules=True)
    assert [rule.family for rule in rules_with(dialogue, ALONE)] == families_to_name(PROBLEM, ALONE)
    assert {rule.family for rule in rules_with(dialogue, DIFFER)} == set(families_to_name(PROBLEM, DIFFER))


@pytest.mark.parametrize("name", ["trainees", " Trainees"])
def test_a_said_group_alone_is_a_place(name):
    assert family_called(PROBLEM, name, ALONE).spec == "whole of shift only trainees"
    assert family_called(PROBLEM, name, DIFFER).spec == "row of shift only trainees"


def test_other_words_are_read_as_everywhere():
    assert family_called(PROBLEM, "next in row", DIFFER).phrase == "each cell of shift and the next one in its row"
    with pytest.raises(FamilyError, match="traines"):
        family_called(PROBLEM, "traines", DIFFER)


def test_of_bounds_the_families_that_they_are_over():
    bounds = [
        {"relation": "count(2) <= k", "over": ["row", "column only trainees"]},
        {"relation": "sum <= 3", "over": "row"},
    ]
    problem = Problem(
        {name: [0, 1, 2] for name in PROBLEM.names}, language=["!=", *bounds], groups={"trainees": ["anna", "eva"]}
    )
    _, nights, few = problem.language
    dialogue = Dialogue(problem, algorithm="guided")
    phrases = ["each row of shift", "each column of shift, only trainees"]
    assert [rule.family.phrase for rule in rules_with(dialogue, nights)] == phrases
    assert family_called(problem, "trainees", nights).phrase == phrases[1]
    assert [rule.relation.k for rule in rules_with(dialogue, few)] == [3]
    assert needs_number(nights)
    assert not needs_number(few)
    two = with_number(rules_with(dialogue, nights)[0], 2)
    dialogue.tell_rule(two)
    dialogue.tell_rule(few, over="row")
    assert rules_with(dialogue, few) == []
