"""Candidates that nobody can judge, because all that they forbid is wrong for a reason that the language can't say."""

from __future__ import annotations

from tacit import Problem, learn

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
