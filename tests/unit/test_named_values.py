"""Values with names: texts in domains, in relations, in constraints, in examples."""

from __future__ import annotations

import pytest

from tacit import LanguageError, Problem, ProblemError, Query, Rules, learn
from tacit.dialogue.oracles.function import load_oracle
from tacit.problem.query import Plan

DAYS = ["Mon", "Tue", "Wed"]
WEEK = {"anna": DAYS, "ben": DAYS, "carla": ["Tue", "Wed"]}


def test_a_name_is_one_value_everywhere():
    v = Problem(WEEK, language=["!="]).vocabulary
    assert v.domains == ((0, 1, 2), (0, 1, 2), (1, 2))
    assert v.decode(v.encode({"anna": "Wed", "carla": "Wed"})) == {"anna": 2, "carla": 2}
    with pytest.raises(ProblemError, match="'Mon' is not in the domain of 'carla'"):
        v.encode({"carla": "Mon"})


def test_learned_with_names_and_shown_with_names():
    problem = Problem(WEEK, language=["!=", "x != Mon", "x == 'Wed'"])
    seen = []

    def fine(query):
        seen.append(query.shown)
        day = query.shown
        return day.get("ben") != "Mon" and not ("anna" in day and "ben" in day and day["anna"] == day["ben"])

    result = learn(problem, fine)
    assert sorted(str(c) for c in result.network) == ["anna != ben", "ben != Mon"]
    assert {value for example in seen for value in example.values()} <= set(DAYS)
    assert any("=Mon" in repr(answered.query) for answered in result.answers)


def test_constraints_as_texts():
    problem = Problem(WEEK, language=["!="], background=["anna != Tue"], candidates=["abs(anna - carla) > 1"])
    assert [str(c) for c in problem.background] == ["anna != Tue"]
    assert [str(c) for c in problem.candidates] == ["abs(anna - carla) > 1"]


def test_unknown_names_are_refused_with_a_hint():
    with pytest.raises(LanguageError, match=r"unknown name 'Tues' \(did you mean 'Tue'\?\)"):
        Problem(WEEK, language=["x != Tues"])


class Wrapping:
    """An oracle of one's own, with nothing but an oracle inside it."""

    def __init__(self, inner):
        self.inner = inner

    def ask(self, query):
        return self.inner.ask(query)

    def ask_rule(self, claim):
        return self.inner.ask_rule(claim)


NOT_MONDAY = [(["ben"], lambda ben: ben != "Mon"), (["anna", "ben"], lambda anna, ben: anna != ben)]


@pytest.mark.parametrize("algorithm", ["mquacq", "guided"])
def test_functions_get_names(algorithm):
    def fine(example):
        assert dict(example) == example.shown
        assert all(value in DAYS for value in example.values())
        both = "anna" in example and "ben" in example
        return example.get("ben") != "Mon" and not (both and example["anna"] == example["ben"])

    problem = Problem(WEEK, language=["!=", "x != Mon", "x == 'Wed'"])
    for oracle in (fine, Rules(NOT_MONDAY), Wrapping(Rules(NOT_MONDAY))):
        result = learn(problem, oracle, algorithm=algorithm)
        assert sorted(str(c) for c in result.network) == ["anna != ben", "ben != Mon"]


def test_numbers_stay_numbers_beside_names():
    problem = Problem({"day": DAYS, "room": [1, 2]}, language=["x != Mon", "x != 2"])
    result = learn(problem, lambda example: example.get("day") != "Mon" and example.get("room") != 2)
    assert sorted(str(c) for c in result.network) == ["day != Mon", "room != 2"]


class OnTuesday:
    def __init__(self):
        self.seen = []

    def ask(self, query):
        self.seen.append((dict(query), query.assignment, query.kind))
        return query["day"] == "Tue"


def test_the_ask_of_an_object_gets_names():
    problem = Problem({"day": DAYS}, language=["x == Tue"])
    oracle = OnTuesday()
    assert [str(c) for c in learn(problem, oracle).network] == ["day == Tue"]
    asked, numbers, kind = oracle.seen[0]
    assert (asked["day"] in DAYS, numbers["day"], kind) == (True, DAYS.index(asked["day"]), "example")


def test_so_does_an_object_in_a_file(tmp_path):
    source = "class OnTuesday:\n    def ask(self, query):\n        return query['day'] == 'Tue'\noracle = OnTuesday()\n"
    (tmp_path / "days.py").write_text(source, encoding="utf-8")
    problem = Problem({"day": DAYS}, language=["x == Tue"])
    loaded = load_oracle(f"{tmp_path / 'days.py'}:oracle", problem)
    v = problem.vocabulary
    assert [loaded.ask(Query(v, v.encode({"day": day}))) for day in DAYS] == [False, True, False]


def test_a_plan_by_name_is_a_plan():
    v = Problem({"day": DAYS}, language=["x == Tue"]).vocabulary
    plan = Plan(v, v.encode({"day": "Tue"}))
    assert (plan.by_name["day"], plan.by_name.kind, plan.by_name == plan) == ("Tue", "plan", True)
