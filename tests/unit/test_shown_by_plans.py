"""What known plans show: which rules are asked about together, in which words, and what an answer says."""

from __future__ import annotations

import pytest

from tacit import Answer, Claimed, Dialogue, Network, Query
from tacit.benchmarks import load
from tacit.dialogue.oracles import TargetOracle, asked_about
from tacit.errors import AnswerError
from tacit.exact.equivalence import equivalent
from tacit.exact.solutions import find_solutions
from tacit.interview.kept_claims import read_claim, to_keep
from tacit.learning.claims import parts
from tacit.problem.problem import Problem
from tacit.problem.relations import Relation
from tacit.showing.claim_words import question as in_words
from tacit.showing.claim_words import statement
from tacit.structure.finding import find_family
from tacit.structure.rule import Review, Rule

GRID = Problem({f"g[{i},{j}]": range(4) for i in range(4) for j in range(4)}, language=["==", "!=", "<", ">"])
ROWS, COLUMNS = (Rule(Relation.of("!="), find_family(GRID.vocabulary, each)) for each in ("row", "column"))
BOTH = Review((ROWS, COLUMNS), plans=3)
BARE = {"algorithm": "guided", "rules": True, "checks": False, "plans": 0, "slips": 0.0}


def squares(*shifts):
    """Latin squares, each as a known plan."""
    found = []
    for rows in shifts:
        found.append(({f"g[{i},{j}]": (rows[i] + j) % 4 for i in range(4) for j in range(4)}, True))
    return found


PLANS = squares((0, 1, 2, 3), (2, 0, 3, 1), (3, 1, 0, 2))


def test_what_plans_show_is_the_first_question():
    question = Dialogue(GRID, examples=PLANS, **BARE).question
    assert isinstance(question, Review)
    assert question.plans == 3
    assert {ROWS, COLUMNS} <= set(question.lines)


@pytest.mark.parametrize("known", [{"examples": []}, {"examples": PLANS, "rules": False}])
def test_without_plans_or_rules_nothing_is_read_out(known):
    assert isinstance(Dialogue(GRID, **{**BARE, **known}).question, Query)


def test_partial_and_wrong_examples_are_no_plans():
    partial = [({"g[0,0]": 1, "g[0,1]": 2}, True), ({f"g[{i},{j}]": 0 for i in range(4) for j in range(4)}, False)]
    assert not isinstance(Dialogue(GRID, examples=partial, **BARE).question, Review)


def test_each_line_counts_as_if_it_had_been_asked_alone():
    assert parts(Claimed(BOTH, True)) == [(ROWS, True), (COLUMNS, True)]
    assert parts(Claimed(BOTH, False, (1,))) == [(ROWS, True), (COLUMNS, False)]
    assert parts(Claimed(BOTH, False)) == parts(Claimed(BOTH, None)) == []
    assert parts(Claimed(Review((ROWS,), plans=3), False)) == [(ROWS, False)]
    assert parts(Claimed(Review((ROWS, COLUMNS)), True)) == []  # what was understood is read out, nothing more


def test_a_line_that_is_named_is_not_learned_and_the_others_are():
    dialogue = Dialogue(GRID, examples=PLANS, **BARE)
    place = dialogue.question.lines.index(COLUMNS)
    others = [rule for rule in dialogue.question.lines if rule != COLUMNS]
    with pytest.raises(AnswerError, match="is no number of the list"):
        dialogue.answer(False, except_=["9"])
    dialogue.answer(False, except_=[str(place + 1)])
    assert list(dialogue.so_far().rules) == others
    assert all(rule != COLUMNS for rule in getattr(dialogue.question, "rules", ()))


def test_if_all_lines_are_denied_fewer_are_asked_about():
    dialogue = Dialogue(GRID, examples=PLANS, **BARE)
    lists = []
    while isinstance(dialogue.question, Review):
        lists.append(len(dialogue.question.lines))
        dialogue.answer(False, except_=[str(place + 1) for place in range(lists[-1])])
    assert 1 <= len(lists) <= 3
    assert dialogue.progress().left  # though more holds in all plans than was read out


def test_words():
    assert in_words(BOTH, GRID.vocabulary).splitlines() == [
        "These hold in all 3 plans:",
        "1. In each row of g, all cells differ",
        "2. In each column of g, all cells differ",
        "Are all of them rules?",
    ]
    alone = Review((ROWS,), plans=1)
    assert in_words(alone).splitlines() == [
        "This holds in the known plan:",
        "1. In each row of g, all cells differ",
        "Is it a rule?",
    ]
    assert statement(BOTH, GRID.vocabulary, (0,)).endswith("; except (1)")


def test_it_is_kept_with_the_number_of_plans():
    kept = to_keep(BOTH)
    assert kept["plans"] == 3
    assert read_claim(kept, GRID) == BOTH


def test_somebody_who_does_not_know_one_line_has_said_nothing_of_the_list():
    class Unsure:
        def ask_rule(self, claim):
            return None if claim == ROWS else Answer(True)

    assert asked_about(Unsure(), BOTH).value is None


@pytest.mark.parametrize(("name", "count", "most"), [("latin-5", 4, 5), ("magic-3", 3, 8), ("nurse-7x3x5", 4, 8)])
def test_few_questions_are_left_and_the_result_is_the_target(name, count, most):
    benchmark = load(name)
    plans = [(plan, True) for plan in find_solutions(benchmark.target, count)]
    dialogue = Dialogue(benchmark.problem, examples=plans, **BARE)
    oracle, asked = TargetOracle(benchmark.target), 0
    while dialogue.question is not None:
        question = dialogue.question
        dialogue.answer(oracle.ask(question) if isinstance(question, Query) else asked_about(oracle, question))
        asked += 1
    assert asked <= most
    assert equivalent(dialogue.result.network, benchmark.target)


def test_rules_of_the_examples_can_be_carried_over():
    """`learn_from` asks nobody; its rules are those that the plans support."""
    from tacit import carry_over, learn_from

    larger = Problem({f"g[{i},{j}]": range(5) for i in range(5) for j in range(5)}, language=["==", "!=", "<", ">"])
    learned = learn_from(GRID, squares(*[(a, b, c, 6 - a - b - c) for a, b, c in ((0, 1, 2), (2, 0, 3), (3, 1, 0))]))
    carried = carry_over(learned, larger)
    assert set(learned.rules) == {rule for line in learned.support for rule in line.rules}
    square = {f"g[{i},{j}]": (2 * i + j) % 5 for i in range(5) for j in range(5)}
    network = carried.network()
    assert isinstance(network, Network)
    assert network.accepts(square)
    assert not network.accepts({**square, "g[0,0]": square["g[0,1]"]})
