"""Rules that a person says unasked, and answers about rules from an earlier dialogue."""

from __future__ import annotations

import pytest

import tacit
from tacit.dialogue.oracles import TargetOracle
from tacit.structure.families import cells_family
from tacit.structure.finding import find_family
from tacit.structure.rule import Free, Rule


def latin(n: int = 3, language: tuple[str, ...] = ("==", "!=")) -> tuple[tacit.Problem, tacit.Network]:
    cells = {f"grid[{i},{j}]": range(n) for i in range(n) for j in range(n)}
    problem = tacit.Problem(cells, language=language)
    pairs = [(a, b) for a in cells for b in cells if a < b and (a[5] == b[5] or a[7] == b[7])]
    return problem, problem.network([("!=", pair) for pair in pairs])


def finish(dialogue: tacit.Dialogue, target: tacit.Network) -> tacit.Result:
    oracle = TargetOracle(target)
    while dialogue.question is not None:
        question = dialogue.question
        dialogue.answer(oracle.ask(question) if isinstance(question, tacit.Query) else oracle.ask_rule(question))
    return dialogue.result


def rule_of(problem: tacit.Problem, relation: str, over: str) -> Rule:
    return Rule(next(r for r in problem.language if r.name == relation), find_family(problem.vocabulary, over))


def test_a_rule_that_is_told_is_learned_at_once_and_not_asked():
    problem, target = latin()
    dialogue = tacit.Dialogue(problem, algorithm="guided", rules=True)
    rule = dialogue.tell_rule("!=", over="each row of grid")
    assert rule == rule_of(problem, "!=", "row")
    assert len(dialogue.learned()) == 9
    assert dialogue.progress().asked == 0
    result = finish(dialogue, target)
    assert result.status == "converged"
    assert set(result.network) == set(target)
    assert rule not in [said.claim for said in result.claims[1:]]
    shown = result.explain(next(iter(result.network)))
    assert [said.source for said in shown.claims] == ["told"]


def test_it_may_be_told_in_the_middle_of_a_dialogue_and_after_its_end():
    problem, target = latin()
    dialogue = tacit.Dialogue(problem, algorithm="guided", rules=False)
    for _ in range(5):
        dialogue.answer(TargetOracle(target).ask(dialogue.query))
    dialogue.tell_rule("!=", over="row")
    dialogue.tell_rule(rule_of(problem, "!=", "column"))
    result = finish(dialogue, target)
    assert (result.status, set(result.network)) == ("converged", set(target))
    dialogue.tell_rule("!=", over="row")  # it is known by now, and right
    assert dialogue.result.status == "converged"


def test_every_learner_may_be_told_before_the_first_answer_and_only_guided_later():
    problem, target = latin()
    dialogue = tacit.Dialogue(problem, algorithm="mquacq")
    dialogue.tell_rule("!=", over="row")
    dialogue.answer(TargetOracle(target).ask(dialogue.query))
    with pytest.raises(tacit.DialogueError, match="before the first answer"):
        dialogue.tell_rule("!=", over="column")
    result = finish(dialogue, target)
    assert (result.status, set(result.network)) == ("converged", set(target))


def test_a_rule_that_a_yes_refutes_is_refused_with_the_example_and_nothing_happens():
    problem, _ = latin()
    known = {"grid[0,0]": 1, "grid[0,1]": 1}
    dialogue = tacit.Dialogue(problem, algorithm="guided", earlier=[(known, True)])
    before = dialogue.question, len(dialogue.learned())
    with pytest.raises(tacit.RuleError, match=r"all cells differ' can't be right: Query\(grid\[0,0\]=1") as error:
        dialogue.tell_rule("!=", over="row")
    assert [dict(query) for query in error.value.yes] == [known]
    assert (dialogue.question, len(dialogue.learned())) == before
    dialogue.tell_rule("!=", over="column")


def test_a_rule_against_a_free_answer_or_against_its_own_no_is_refused():
    problem, _ = latin()
    row = rule_of(problem, "!=", "row")
    free = tacit.Claimed(Free(2, inside=(row.family,)), True)
    dialogue = tacit.Dialogue(problem, algorithm="guided", claims=[free])
    with pytest.raises(
        tacit.RuleError, match="yes was the answer to 'Two cells of one row of grid: may they have any values"
    ) as error:
        dialogue.tell_rule(row)
    assert error.value.claims == (free,)
    denied = tacit.Claimed(row, False)
    dialogue = tacit.Dialogue(problem, algorithm="guided", claims=[denied])
    with pytest.raises(
        tacit.RuleError, match="no was the answer to 'In each row of grid, do all cells differ"
    ) as error:
        dialogue.tell_rule(row)
    assert error.value.claims == (denied,)


def test_rules_from_an_earlier_dialogue_are_known_and_may_contradict_examples():
    problem, target = latin()
    said = [tacit.Claimed(rule_of(problem, "!=", over), True) for over in ("row", "column")]
    result = finish(tacit.Dialogue(problem, algorithm="guided", claims=said), target)
    assert (result.status, set(result.network)) == ("converged", set(target))
    wrong = {"grid[0,0]": 1, "grid[0,1]": 1}
    dialogue = tacit.Dialogue(problem, algorithm="guided", claims=said, earlier=[(wrong, True)])
    assert dialogue.result.status == "collapsed"
    assert [dict(query) for query in dialogue.result.conflict.yes] == [wrong]
    assert dialogue.result.conflict.claims == (said[0],)


def test_rewinding_goes_back_before_rules_that_were_told():
    problem, target = latin()
    dialogue = tacit.Dialogue(problem, algorithm="guided", rules=False, rewindable=True)
    first = dialogue.question
    dialogue.tell_rule("!=", over="row")
    dialogue.answer(TargetOracle(target).ask(dialogue.query))
    assert dialogue.rewind(0) == 0
    assert (dialogue.question, len(dialogue.learned())) == (first, 0)


@pytest.mark.parametrize(
    ("relation", "over", "error", "words"),
    [
        ("!=", "each rwo of grid", tacit.FamilyError, "did you mean 'row"),
        ("!=", "row 7", tacit.FamilyError, "no row '7'"),
        ("!=", "row except row 7", tacit.FamilyError, "no part of it is called 'row 7'"),
        ("!==", "row", tacit.LanguageError, "'!==' is not in the language of the problem; there are '==', '!='"),
        ("<", "row", tacit.LanguageError, "'<' is not in the language of the problem; there are '==', '!='"),
        ("!=", "cells grid[0,0]", tacit.RuleError, "a rule over nothing: '!=' takes 2 cells"),
        ("!=", None, tacit.RuleError, "over='each row'"),
    ],
)
def test_bad_rules_are_refused_by_name_with_the_nearest_right_word(relation, over, error, words):
    problem, _ = latin()
    dialogue = tacit.Dialogue(problem, algorithm="guided")
    with pytest.raises(error) as raised:
        dialogue.tell_rule(relation, over=over)
    assert words in str(raised.value)
    assert dialogue.learned().constraints == ()


def test_groups_that_a_person_has_named():
    cells = {f"shift[{who},{day}]": range(3) for who in ("anna", "ben", "eva") for day in ("Mon", "Tue")}
    problem = tacit.Problem(cells, language=["!="], groups={"seniors": ["anna", "ben"]})
    dialogue = tacit.Dialogue(problem, algorithm="guided")
    with pytest.raises(tacit.FamilyError, match="did you mean 'seniors'"):
        dialogue.tell_rule("!=", over="column only senoirs")
    dialogue.tell_rule("!=", over="column only seniors")
    learned = {frozenset(constraint.scope) for constraint in dialogue.learned()}
    assert learned == {frozenset((f"shift[anna,{day}]", f"shift[ben,{day}]")) for day in ("Mon", "Tue")}


@pytest.mark.parametrize(
    ("claims", "words"),
    [
        (7, "a list of tacit.Claimed is needed, not 7"),
        ([("!=", True)], "number 1 is not a tacit.Claimed"),
    ],
)
def test_claims_that_are_none(claims, words):
    problem, _ = latin()
    with pytest.raises(tacit.RuleError) as error:
        tacit.Dialogue(problem, algorithm="guided", claims=claims)
    assert words in str(error.value)


def test_claims_of_another_problem():
    large, _ = latin(4)
    small, _ = latin(3)
    with pytest.raises(tacit.RuleError, match="belongs to a problem with more variables"):
        tacit.Dialogue(small, claims=[tacit.Claimed(rule_of(large, "!=", "row"), True)])


def test_an_order_of_arguments_that_the_language_lacks():
    cells = {f"grid[{i},{j}]": range(3) for i in range(3) for j in range(3)}
    problem = tacit.Problem(cells, language=["<"], orders="given")
    dialogue = tacit.Dialogue(problem, algorithm="guided")
    with pytest.raises(tacit.RuleError, match=r"'grid\[0,1\] < grid\[0,0\]' is not in the language"):
        dialogue.tell_rule("<", over="next in row", order=(1, 0))
    with pytest.raises(tacit.RuleError, match="must be an order of"):
        dialogue.tell_rule("<", over="next in row", order=(1, 2))
    assert dialogue.tell_rule("<", over="next in row", order=(0, 1)).order == ()


def test_exceptions_that_are_no_part_of_a_rule():
    problem, target = latin()
    dialogue = tacit.Dialogue(problem, algorithm="guided", rules=True)
    oracle = TargetOracle(target)
    while isinstance(dialogue.question, tacit.Query):
        with pytest.raises(tacit.AnswerError, match="this question is an example"):
            dialogue.answer(False, except_=["row 0"])
        dialogue.answer(oracle.ask(dialogue.question))
    assert isinstance(dialogue.question, Rule)
    rule = dialogue.question
    with pytest.raises(tacit.AnswerError, match=f"'row 00' is no part of {rule.family.phrase}"):
        dialogue.answer(False, except_=["row 00"])
    with pytest.raises(tacit.MarkError):
        dialogue.answer(False, clash=["grid[0,0]"])
    assert dialogue.question == rule


def test_a_question_that_is_put_again_counts_once():
    problem, target = latin()
    dialogue = tacit.Dialogue(problem, algorithm="guided", rules=True)
    dialogue.tell_rule("!=", over="row")
    dialogue.tell_rule("!=", over="column")
    assert dialogue.statistics.questions == 0
    statistics = finish(dialogue, target).statistics
    assert statistics.questions == statistics.queries + statistics.rules == dialogue.progress().asked > 0


def test_what_an_earlier_answer_leaves_apart_is_not_refuted_though_it_is_not_known_yet():
    problem = tacit.Problem({"a": range(4), "b": range(4), "c": range(4)}, language=["<", "!="])
    apart = tacit.Rule(problem.language[0], cells_family(problem.vocabulary, [0, 1]))
    nothing_else = tacit.Claimed(Free(2, besides=(apart,)), True)
    no = [({"a": 1, "b": 0, "c": 0}, False)]  # a < b, or a < c, or b != c
    dialogue = tacit.Dialogue(problem, algorithm="guided", rules=True, claims=[nothing_else], earlier=no)
    result = finish(dialogue, problem.network([("<", ("a", "b"))]))
    assert (result.status, [(c.relation.name, c.scope) for c in result.network]) == ("converged", [("<", ("a", "b"))])
