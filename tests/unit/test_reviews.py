"""A review: in words, its answers, who answers it, and how it counts."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

import tacit
from kit.reviewed import ALL, FILE, NEXT, TARGET, slipping
from tacit.dialogue.oracles import Rules, TargetOracle, asked_about
from tacit.dialogue.oracles.command import CommandOracle
from tacit.dialogue.reading_answers import read_answer
from tacit.errors import AnswerError, RuleError
from tacit.interview import FOR_PEOPLE
from tacit.learning.claims import parts
from tacit.showing.claim_words import question, review_lines, sentence
from tacit.showing.doubt_words import rests_on_a_claim
from tacit.structure.exceptions import find_exceptions
from tacit.structure.families import cells_family
from tacit.structure.finding import find_family
from tacit.testing.brute import agrees

PROBLEM = FILE.problem
V = PROBLEM.vocabulary
DIFFER, LESS = PROBLEM.language
NEXT_DIFFER = tacit.Rule(DIFFER, find_family(V, "next in column"))
ALL_DIFFER = tacit.Rule(DIFFER, find_family(V, "column"))
ALONE = tacit.Rule(LESS, cells_family(V, (5, 0)))
REVIEW = tacit.Review((NEXT_DIFFER, ALL_DIFFER, ALONE), vocabulary=V)


# --- in words ---


def test_screens_get_the_lines_apart_from_what_is_around_them():
    lines = review_lines(REVIEW)
    assert lines == [NEXT, ALL, "g[b,f] is less than g[a,d]"]
    assert question(REVIEW).splitlines() == [
        "This is what I have understood:",
        *(f"{number}. {line}" for number, line in enumerate(lines, 1)),
        "Is all of it right?",
    ]
    assert tacit.in_words(REVIEW, ask=True) == question(REVIEW)


def test_what_was_answered_in_words():
    two = tacit.Review(REVIEW.lines[:2], vocabulary=V)
    first, second = (f"{line[0].lower()}{line[1:]}" for line in (NEXT, ALL))
    said = f"this is right: (1) {first}; (2) {second}"
    assert tacit.in_words(two) == said
    assert tacit.in_words(tacit.Claimed(two, False)) == f"{said}: no"
    assert tacit.in_words(tacit.Claimed(two, False, exceptions=(0, 1))) == f"{said}; except (1) and (2)"
    assert repr(tacit.Claimed(two, False, (1,))).endswith("no, except Rule('!=' on each column of g))")


def test_a_sentence_leaves_the_names_of_variables_as_they_are():
    assert sentence(ALONE, V) == "g[b,f] is less than g[a,d]"
    assert sentence(ALL_DIFFER, V) == ALL
    cut = tacit.Rule(LESS, NEXT_DIFFER.family.part([0]))
    assert sentence(cut, V) == "g[a,d] is less than g[b,d]"
    assert question(cut, V) == "Is g[a,d] less than g[b,d]?"
    assert sentence(replace(cut, order=(1, 0)), V) == "g[b,d] is less than g[a,d]"


def test_what_rests_on_a_review():
    assert rests_on_a_claim(REVIEW, True, 9) == "it says that all of 9 constraints hold"
    assert rests_on_a_claim(REVIEW, False, 9) == "it says that not all of 9 constraints hold"


# --- answers ---


def test_wrong_lines_are_named_by_their_numbers():
    assert find_exceptions(REVIEW, ["3", " 1", "3"]) == (0, 2)
    assert find_exceptions(REVIEW, []) == ()
    for name in ("0", "4", "row a", "-1", "1.0", ""):
        with pytest.raises(AnswerError, match=r"is no number of the list, which has 1 to 3"):
            find_exceptions(REVIEW, [name])


def test_the_only_line_is_the_wrong_one():
    one = tacit.Review((ALL_DIFFER,), vocabulary=V)
    assert read_answer(one, False).except_ == ("1",)
    assert read_answer(one, True).except_ == ()
    assert read_answer(one, None).except_ == ()
    assert read_answer(REVIEW, False).except_ == ()
    with pytest.raises(AnswerError, match="no question for a number"):
        read_answer(REVIEW, 2)


def test_nothing_is_concluded_from_the_answer_itself():
    for said in (True, False, None):
        assert parts(tacit.Claimed(REVIEW, said)) == []
    assert parts(tacit.Claimed(REVIEW, False, (1,))) == []


def test_what_is_known_of_its_rules_is_known_of_a_review():
    two = tacit.Review(REVIEW.lines[:2], vocabulary=V)
    dialogue = tacit.Dialogue(PROBLEM, algorithm="guided", seed=0, rules=True)
    claims = dialogue.asker.answers.claims
    assert claims.follows(two) is None
    dialogue.tell_rule("!=", over="column")
    claims = dialogue.asker.answers.claims
    assert claims.follows(two) is True
    equal = tacit.Dialogue(
        PROBLEM, examples=[({"g[a,d]": 1, "g[b,d]": 1}, True)], algorithm="guided", seed=0, rules=True
    )
    assert equal.asker.answers.claims.follows(two) is False


def test_rules_of_another_language_are_refused():
    other = tacit.Problem({name: range(3) for name in V.names}, language=["=="])
    strange = tacit.Review((ALL_DIFFER, tacit.Rule(other.language[0], find_family(other.vocabulary, "row"))))
    with pytest.raises(RuleError, match="not in the language"):
        tacit.Dialogue(PROBLEM, claims=[tacit.Claimed(strange, True)])


# --- who answers ---


def test_an_oracle_is_asked_rule_by_rule():
    oracle = TargetOracle(TARGET)
    assert asked_about(oracle, tacit.Review((NEXT_DIFFER,), vocabulary=V)) == tacit.Answer(True)
    assert asked_about(oracle, REVIEW) == tacit.Answer(False, except_=("2", "3"))
    # `Rules` has to know the vocabulary, which the lines of a review need not have.
    rules = Rules([(constraint.scope, "!=") for constraint in TARGET])
    assert asked_about(rules, REVIEW) == tacit.Answer(False, except_=("2", "3"))


def test_who_does_not_know_a_line_does_not_know_all():
    class Unsure:
        def ask_rule(self, rule):
            return {NEXT_DIFFER: True, ALL_DIFFER: None, ALONE: False}[rule]

    assert asked_about(Unsure(), tacit.Review((NEXT_DIFFER, ALL_DIFFER), vocabulary=V)) == tacit.Answer(None)
    assert asked_about(Unsure(), REVIEW) == tacit.Answer(False, except_=("3",))


def test_a_command_is_asked_rule_by_rule(tmp_path):
    script = tmp_path / "oracle.py"
    script.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    print(json.dumps(json.loads(line)['over'] != 'column of g'), flush=True)\n"
    )
    with CommandOracle([sys.executable, str(script)], rules=V) as oracle:
        assert asked_about(oracle, REVIEW) == tacit.Answer(False, except_=("2",))


@pytest.mark.parametrize("except_", [(), ("2",)])
def test_brute_force_agrees(except_):
    said = tacit.Claimed(tacit.Review((NEXT_DIFFER, ALL_DIFFER)), False, find_exceptions(REVIEW, except_))
    assert agrees(PROBLEM, said, list(TARGET))
    assert not agrees(PROBLEM, replace(said, answer=True, exceptions=()), list(TARGET))
    assert not agrees(PROBLEM, replace(said, exceptions=(0,)), list(TARGET))


# --- in a dialogue ---


def test_a_review_counts_as_a_check_and_names_what_was_a_slip():
    dialogue = tacit.Dialogue(PROBLEM, **FOR_PEOPLE)
    kinds = []
    while dialogue.question is not None:
        kinds.append(dialogue.question.kind)
        dialogue.answer(slipping(dialogue.question))
    s = dialogue.statistics
    assert kinds.count("review") == s.reviews == 1 <= s.checks
    assert s.rules == kinds.count("rule") + kinds.count("free")
    assert s.questions == len(kinds) == s.queries + s.rules + s.reviews
    assert set(map(str, dialogue.result.network)) == set(map(str, TARGET))
    assert [look.said.claim for look in dialogue.result.second_look] == [ALL_DIFFER]


def test_programs_are_asked_for_no_review():
    asked = []

    class Watched(TargetOracle):
        def ask_rule(self, claim):
            asked.append(claim.kind)
            return super().ask_rule(claim)

    result = tacit.learn(PROBLEM, Watched(TARGET), algorithm="guided", seed=0)
    assert result.statistics.reviews == 0
    assert "rule" in asked
