"""Candidates that nobody can judge, because all that they forbid is wrong for a reason that the language can't say."""

from __future__ import annotations

import numpy as np

from tacit import Answered, Problem, Query, Reporter, learn
from tacit.candidates.examination import Example
from tacit.dialogue.options import Options
from tacit.learning.answers import OpenNo
from tacit.learning.asker import Asker
from tacit.learning.gap import Gap
from tacit.trust.elimination import on_its_own, was_alone

OFF = 0


def test_the_learner_goes_on_without_them():
    """No cell may be off, which no relation says: whether two may be off together is never seen. (It must not ask the
    same again and again, and hear what it knows.)"""
    shifts = {f"shift[{who},{day}]": range(3) for who in ("anna", "ben", "carla") for day in ("Mon", "Tue", "Wed")}
    problem = Problem(shifts, language=["==", "!=", "x != 0 or y != 0", "x != 2 or y != 1"])
    result = learn(problem, lambda query: OFF not in query.values(), algorithm="guided", seed=0, max_questions=300)
    assert result.status == "incomplete"
    assert all(list(gap.query.values()) == [OFF] for gap in result.gaps)


def test_a_no_that_a_gap_explains_is_not_asked_for_ever():
    """Two rules of three are outside the language; the same question came again and again, without an end."""

    def fine(e):
        sums = not {"a", "b"} <= set(e) or e["a"] + e["b"] > 0
        ordered = not {"b", "c"} <= set(e) or e["b"] >= e["c"]
        return sums and ordered and ("a" not in e or e["a"] % 2 == 0)

    problem = Problem({name: [0, 1] for name in "abc"}, language=["x + y > z", "=="])
    result = learn(problem, fine, algorithm="guided", seed=0, max_questions=300)
    assert result.status != "stopped"
    assert result.gaps


def test_what_a_weaker_relation_explains_does_not_speak_for_a_stronger_one():
    """Beside a gap, x > y is believed only if enough "no" answers say more than x ≠ y. In a magic square of pairs it
    had been learned from seven, of which only those to 7, 8 and 8, 9 said more: and these have too large a sum."""
    problem = Problem({"x": range(1, 10), "y": range(1, 10)}, language=["!=", ">"])
    asker = Asker(problem, Options(checks=True), Reporter())

    def no(x: int, y: int) -> Answered:
        return Answered(Query(problem.vocabulary, problem.vocabulary.encode({"x": x, "y": y})), False)

    said = [*((n, n) for n in range(1, 8)), (7, 8), (8, 9)]
    asker.tell(
        [Answered(Query(problem.vocabulary, problem.vocabulary.encode({"x": x, "y": y})), False) for x, y in said]
    )
    greater, different = (asker.space.bias.row_of(relation, (0, 1)) for relation in reversed(problem.language))
    assert was_alone(asker.answers, greater, 0.0)
    asker.answers.doubts.gaps.append(Gap(no(2, 1).query))
    assert was_alone(asker.answers, different, 0.0)
    assert not was_alone(asker.answers, greater, 0.0)
    example = on_its_own(asker, greater, at_random=True)
    assert example.codes[0] < example.codes[1]
    asker.tell(
        [
            Answered(Query(problem.vocabulary, problem.vocabulary.encode({"x": x, "y": y})), False)
            for x, y in [(3, 5), (1, 9)]
        ]
    )
    assert was_alone(asker.answers, greater, 0.0)


def test_a_no_that_a_gap_explains_needs_no_other_explanation():
    """A square's sum, in a language of pairs, seed 3: the last explanation of a "no" was refuted after a gap had
    explained it, and an empty clause was a crash."""
    problem = Problem({name: [0, 1] for name in "ab"}, language=["==", "!="])
    asker = Asker(problem, Options(), Reporter())
    e = Example(asker.space, np.array([0, 0]))
    no = [OpenNo(e, e.variables, np.array(rows, dtype=np.int64)) for rows in ([], [1], [])]
    asker.answers.open_no = list(no)
    rows, size = asker.answers.explanations()
    assert (rows.tolist(), size.tolist()) == ([1], [1])
    assert asker.answers.open_no == [no[1]]
