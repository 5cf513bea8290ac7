"""The bounds that the paper proves, as properties."""

from __future__ import annotations

import math

from hypothesis import assume, given
from hypothesis import strategies as st

from kit.drive import drive
from tacit import Problem
from tacit.algorithms.findc import findc
from tacit.algorithms.findscope import findscope
from tacit.algorithms.findscope2 import findscope2
from tacit.candidates import bitset
from tacit.candidates.examination import Example
from tacit.dialogue.options import Options
from tacit.learning.asker import Asker
from tacit.learning.reporter import Reporter
from tacit.testing import brute
from tacit.testing.problems import cases, problems


def by(target):
    return lambda query: not brute.rejecting(target, query)


@st.composite
def negative_examples(draw):
    """An asker, a target, and a complete example that the target rejects."""
    if draw(st.booleans()):  # larger problems, where the logarithm matters
        n = draw(st.integers(2, 40))
        problem = Problem({f"v{i}": range(3) for i in range(n)}, language=["!=", "<", "=="])
        pairs = draw(
            st.lists(st.lists(st.sampled_from(problem.names), min_size=2, max_size=2, unique=True), min_size=1)
        )
        target = [
            problem.network([(draw(st.sampled_from(["!=", "<", "=="])), sorted(p, key=problem.names.index))])
            for p in pairs
        ]
        target = [c for network in target for c in network]
    else:
        case = draw(cases(satisfiable=None))
        problem, target = case.problem, case.target
    values = {name: draw(st.sampled_from(d)) for name, d in zip(problem.names, problem.vocabulary.domains, strict=True)}
    assume(brute.rejecting(target, values))
    asker = Asker(problem, Options(algorithm="mquacq"), Reporter())
    return asker, target, Example(asker.space, asker.space.vocabulary.encode(values)), values


@given(negative_examples())
def test_findscope_2_asks_at_most_2_s_log_y(made):
    asker, target, e, _ = made
    scope, questions = drive(findscope2(asker, e, e.variables), by(target))
    Y = e.variables.bit_count()
    assert len(questions) <= 2 * scope.bit_count() * math.log2(Y)


@given(negative_examples(), st.sampled_from([findscope, findscope2]))
def test_the_scope_found_is_minimal(made, find):
    asker, target, e, values = made
    scope, _ = drive(find(asker, e, e.variables), by(target))
    names = [asker.space.vocabulary.names[i] for i in bitset.members(scope)]
    assert brute.rejecting(target, {name: values[name] for name in names})
    for left_out in names:
        assert not brute.rejecting(target, {name: values[name] for name in names if name != left_out})


@given(problems(), st.data())
def test_findc_first_asks_at_most_delta_minus_one(problem, data):
    """On a scope with one constraint of the target, and none inside it."""
    candidates = brute.all_candidates(problem)
    c = data.draw(st.sampled_from(candidates))
    wrong = [e for e in brute.own_examples(problem, c) if not brute.accepts(c, e)]
    assume(wrong)
    values = data.draw(st.sampled_from(wrong))
    asker = Asker(problem, Options(findc="first"), Reporter())
    e = Example(asker.space, asker.space.vocabulary.encode(values))
    delta = [d for d in brute.rejecting(candidates, values) if set(d.scope) == set(c.scope)]
    learned, questions = drive(findc(asker, e, e.variables), by([c]))
    assert len(questions) <= len(delta) - 1
    (row,) = learned
    found = asker.space.bias.constraint(row)
    for example in brute.own_examples(problem, c):
        assert brute.accepts(found, example) == brute.accepts(c, example)
