"""What a result says about its answers: which slips it names, whether it is silent, and false alarms."""

from __future__ import annotations

from dataclasses import replace

import pytest

import tacit
from tacit.experiments.noticed import REFUSED, Noticed, noticed
from tacit.learning.claims import Claimed
from tacit.learning.evidence import Conflict
from tacit.learning.gap import Gap
from tacit.learning.result import Status
from tacit.learning.second_look import SecondLook
from tacit.learning.statistics import Statistics
from tacit.problem.query import Plan
from tacit.structure.rule import Free

PROBLEM = tacit.Problem({"a": range(3), "b": range(3)}, language=["==", "!="])
RESULT = tacit.learn(PROBLEM, [("!=", ["a", "b"])], algorithm="guided")
ONE, OTHER = (tacit.Query(PROBLEM.vocabulary, PROBLEM.vocabulary.encode(e)) for e in ({"a": 1}, {"a": 1, "b": 1}))
NOTHING = Claimed(Free(2), True)


def look(said):
    return SecondLook(said if isinstance(said, Claimed) else tacit.Answered(said, True))


@pytest.mark.parametrize(
    ("changes", "slips", "found", "told", "false_alarms"),
    [
        ({}, [], 0, False, 0),
        ({}, [ONE], 0, False, 0),
        ({"second_look": (look(ONE),)}, [ONE, OTHER], 1, True, 0),
        ({"second_look": (look(NOTHING),)}, [Free(2)], 1, True, 0),
        ({"second_look": (look(ONE),)}, [OTHER], 0, False, 0),  # it names a right answer: the wrong one stays unseen
        ({"second_look": (look(ONE),)}, [], 0, False, 1),
        ({"gaps": (Gap(ONE), Gap(OTHER))}, [ONE], 0, True, 0),
        ({"gaps": (Gap(ONE), Gap(OTHER))}, [], 0, True, 2),
        ({"status": Status.COLLAPSED, "conflict": Conflict(ONE, (OTHER,), (NOTHING,))}, [ONE, Free(2)], 2, True, 0),
        ({"status": Status.COLLAPSED, "conflict": Conflict(None, (OTHER,))}, [], 0, True, 1),
        ({"status": Status.COLLAPSED, "reason": "unsatisfiable"}, [ONE], 0, True, 0),
        ({"status": Status.STOPPED, "reason": REFUSED}, [ONE], 0, True, 0),
    ],
)
def test_what_is_noticed(changes, slips, found, told, false_alarms):
    assert noticed(replace(RESULT, **changes), slips) == Noticed(found, told, false_alarms)


def test_a_plan_is_counted_as_a_plan():
    counted = Statistics()
    for query, check in ((ONE, False), (ONE, True), (Plan(OTHER.vocabulary, OTHER.codes), True)):
        counted.asking(query, redundant=False)
        if check:
            counted.checking(query)
        counted.answered(query, True)
    assert (counted.questions, counted.queries, counted.checks, counted.plans) == (3, 3, 1, 1)
