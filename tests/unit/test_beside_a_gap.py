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
