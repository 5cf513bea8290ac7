"""The families that are offered to whoever says a rule, and those that they may name in words."""

from __future__ import annotations

import pytest

from tacit import Problem
from tacit.dialogue.dialogue import Dialogue
from tacit.errors import FamilyError
from tacit.interview.composing import families_to_name, family_called, rules_with

PROBLEM = Problem(
    {f"shift[{who},{day}]": [0, 1, 2] for who in ("anna", "ben", "eva") for day in ("Mon", "Tue", "Wed", "Thu")},
    language=["x != 2", "!="],
    groups={"trainees": ["anna", "eva"], "late": ["Wed", "Thu"]},
)


def test_of_single_cells_only_whole_sets_of_cells_are_offered():
    phrases = [family.phrase for family in families_to_name(PROBLEM, 1)]
    assert phrases[:3] == ["the whole of shift", "the whole of shift, only trainees", "the whole of shift, only late"]
    assert {"row anna of shift", "column Mon of shift"} <= set(phrases)
    assert not [phrase for phrase in phrases if phrase.startswith("each")]
    cells = [frozenset(family.scopes(1)[:, 0].tolist()) for family in families_to_name(PROBLEM, 1)]
    assert len(set(cells)) == len(cells)


def test_of_two_cells_rows_columns_and_neighbours_are_offered():
    phrases = [family.phrase for family in families_to_name(PROBLEM, 2)]
    assert "each row of shift" in phrases
    assert "row anna of shift" not in phrases


def test_the_rules_that_are_offered_range_over_these():
    dialogue = Dialogue(PROBLEM, algorithm="guided", rules=True)
    alone, differ = PROBLEM.language
    assert [rule.family for rule in rules_with(dialogue, alone)] == families_to_name(PROBLEM, 1)
    assert {rule.family for rule in rules_with(dialogue, differ)} == set(families_to_name(PROBLEM, 2))


@pytest.mark.parametrize("name", ["trainees", " Trainees"])
def test_a_said_group_alone_is_a_place(name):
    assert family_called(PROBLEM, name, 1).spec == "whole of shift only trainees"
    assert family_called(PROBLEM, name, 2).spec == "row of shift only trainees"


def test_other_words_are_read_as_everywhere():
    assert family_called(PROBLEM, "next in row", 2).phrase == "each cell of shift and the next one in its row"
    with pytest.raises(FamilyError, match="traines"):
        family_called(PROBLEM, "traines", 2)
