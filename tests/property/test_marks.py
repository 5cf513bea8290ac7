""" "No, because of these": a mark is an answer of its own, and a scope is looked for inside it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.how_many import examples
from tacit import Answer, Dialogue, MarkError, OracleError, Problem, learn
from tacit.benchmarks import load
from tacit.exact.equivalence import equivalent
from tacit.experiments.run import answer_of
from tacit.testing.problems import cases

THREE = {"a": range(3), "b": range(3), "c": range(3)}


def marking(case, data):
    """A person who at random marks a violated scope, or something larger around it, or nothing."""
    target = case.problem.network(case.target)

    def ask(query):
        broken = [c for c in target if not c.accepts(query)]
        if not broken:
            return True
        chosen = data.draw(st.sampled_from(broken))
        more = data.draw(st.lists(st.sampled_from(list(query)), unique=True))
        return Answer(False, (*chosen.scope, *more)) if data.draw(st.booleans()) else False

    return ask


@pytest.mark.parametrize("algorithm", ["quacq", "mquacq", "multiacq"])
@given(st.data())
@examples(15)
def test_with_marks_the_same_is_learned(algorithm, data):
    case = data.draw(cases())
    result = learn(case.problem, marking(case, data), algorithm=algorithm, skip_known=data.draw(st.booleans()))
    plain = learn(case.problem, case.target, algorithm=algorithm)
    assert result.status == plain.status
    if result.status == "converged":
        assert equivalent(result.network, plain.network)
    asked = [entry for entry in result.answers if entry.source is None]
    assert result.statistics.queries == len(asked)


def test_a_mark_is_in_the_log_as_an_answer_of_its_own():
    problem = Problem(THREE, language=["!="])
    dialogue = Dialogue(problem, seed=1, algorithm="mquacq")
    while len(set(dialogue.query.values())) == 3:
        dialogue.answer(True)
    query = dialogue.query
    one, other = next((x, y) for x in query for y in query if x < y and query[x] == query[y])
    dialogue.answer(False, clash=[one, other])
    log = dialogue.asker.answers.log
    assert (log[-2].query, log[-2].answer, log[-2].source) == (query, False, None)
    assert (dict(log[-1].query), log[-1].answer, log[-1].source) == (
        {one: query[one], other: query[one]},
        False,
        "marked",
    )
    assert f"{one} != {other}" in [str(c) for c in dialogue.so_far().network]


def test_marks_that_cant_be_are_refused_and_the_question_stays():
    problem = Problem(THREE, language=["!="])
    dialogue = Dialogue(problem, algorithm="mquacq")
    query = dialogue.query
    different = next(([x, y] for x in query for y in query if query[x] != query[y]), [next(iter(query))])
    with pytest.raises(MarkError, match="nothing that is still possible can be broken"):
        dialogue.answer(False, clash=different)
    with pytest.raises(MarkError, match="'d' is marked, but has no value"):
        dialogue.answer(False, clash=["d"])
    with pytest.raises(OracleError, match="only a 'no'"):
        dialogue.answer(True, clash=["a"])
    with pytest.raises(OracleError, match="a list of names"):
        dialogue.answer(False, clash="abc")
    assert dialogue.query == query
    assert dialogue.asker.answers.log == []


@pytest.mark.parametrize("name", ["sudoku-4", "murder"])
def test_marks_save_a_third_of_the_questions(name):
    benchmark = load(name)
    plain = learn(benchmark.problem, benchmark.target, algorithm="mquacq")
    marked = learn(benchmark.problem, lambda query: answer_of(benchmark.target, query, marks=True), algorithm="mquacq")
    assert set(marked.network) == set(plain.network)
    assert marked.statistics.queries <= 0.65 * plain.statistics.queries
