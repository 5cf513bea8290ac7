"""Examples that are known before the first question: they prune, they are evidence, they are not asked again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.how_many import examples
from tacit import Answered, Dialogue, ExamplesError, Problem, Query, learn
from tacit.benchmarks import load
from tacit.exact.equivalence import equivalent
from tacit.testing.problems import cases

THREE = {"a": range(3), "b": range(3), "c": range(3)}
ALGORITHMS = ["quacq", "mquacq", "multiacq"]


def some_examples(draw, case):
    """Random examples, partial or complete, with the answers of the case's target."""
    v = case.problem.vocabulary
    found = []
    for _ in range(draw(st.integers(0, 6))):
        chosen = draw(st.lists(st.sampled_from(v.names), unique=True, min_size=1))
        example = {name: draw(st.sampled_from(v.domains[v.index[name]])) for name in chosen}
        found.append((example, case.problem.network(case.target).accepts(example)))
    return found


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@given(st.data())
@examples(40)
def test_the_same_network_and_no_given_question_again(algorithm, data):
    case = data.draw(cases())
    examples = some_examples(data.draw, case)
    result = learn(case.problem, case.target, examples=examples, algorithm=algorithm)
    plain = learn(case.problem, case.target, algorithm=algorithm)
    assert result.status == plain.status
    if result.status == "converged":
        assert equivalent(result.network, plain.network)
    queries = {Query(case.problem.vocabulary, case.problem.vocabulary.encode(e)) for e, _ in examples}
    asked = [entry.query for entry in result.answers if entry.source is None]
    assert not queries & set(asked)
    assert result.statistics.queries == len(asked)


def test_a_given_no_is_a_question_already_answered():
    """QuAcq starts from the given example: its first question is a part of it."""
    problem = Problem(THREE, language=["!="])
    dialogue = Dialogue(problem, examples=[({"a": 1, "b": 1, "c": 1}, False)], algorithm="quacq")
    assert len(dialogue.query) == 2
    assert set(dialogue.query.values()) == {1}


def test_how_much_each_example_removes_is_told():
    problem = Problem(THREE, language=["!=", "=="])
    dialogue = Dialogue(
        problem, examples=[({"a": 1, "b": 1, "c": 2}, True), ({"a": 0, "b": 0}, True)], algorithm="mquacq"
    )
    assert [(entry.source, removed) for entry, removed in dialogue.given] == [("example 1", 3), ("example 2", 0)]


def test_solutions_save_questions():
    benchmark = load("sudoku-4")
    solution = benchmark.target.to_cpmpy()
    assert solution.solve()
    values = {x.name: x.value() for x in solution_variables(solution)}
    plain = learn(benchmark.problem, benchmark.target, algorithm="mquacq")
    helped = learn(benchmark.problem, benchmark.target, examples=[(values, True)], algorithm="mquacq")
    assert helped.statistics.queries < plain.statistics.queries


def solution_variables(model):
    from cpmpy.transformations.get_variables import get_variables_model

    return get_variables_model(model)


@pytest.mark.parametrize(
    ("examples", "message"),
    [
        ([({"a": 1, "b": 2}, False)], r"example 1: answered 'no', but no relation of the language can reject"),
        (
            [({"a": 1, "b": 1, "c": 2}, True), ({"a": 1, "b": 1}, False)],
            r"example 2: 'no' contradicts 'yes' of example 1",
        ),
        ([({"a": 1, "b": 1}, False), ({"a": 1, "b": 1}, True)], r"example 1: 'no' contradicts 'yes' of example 2"),
        ([({"d": 1}, True)], r"example 1: example: there is no variable 'd'"),
        ([({"a": 7}, True)], r"example 1: example: 7 is not in the domain of 'a'"),
        ([({"a": 1}, "perhaps")], r"example 1: an answer must be True"),
        ([5], r"example 1: 5 is not of the form"),
        ("abc", r"a list of pairs"),
    ],
)
def test_what_is_wrong_is_said_by_its_source(examples, message):
    with pytest.raises(ExamplesError, match=message):
        Dialogue(Problem(THREE, language=["!="]), examples=examples, algorithm="mquacq")


def test_dont_know_is_not_asked_again_and_a_later_answer_counts():
    problem = Problem({"a": range(2), "b": range(2)}, language=["!="])
    v = problem.vocabulary
    query = Query(v, v.encode({"a": 1, "b": 1}))
    dialogue = Dialogue(problem, examples=[Answered(query, None, "earlier")], algorithm="mquacq")
    assert dialogue.query != query
    dialogue = Dialogue(problem, examples=[Answered(query, None), Answered(query, True)], algorithm="mquacq")
    assert dialogue.query is None
    assert len(dialogue.result.network) == 0


def test_the_budget_counts_only_what_is_asked():
    problem = Problem(THREE, language=["!=", "<"])
    result = learn(
        problem, lambda q: True, examples=[({"a": 0, "b": 1, "c": 2}, True)], max_questions=1, algorithm="mquacq"
    )
    assert result.statistics.queries == 1
