"""Objects that are asked for numbers: by `ask_number` if they have it, else by `ask_rule`."""

from __future__ import annotations

import pytest

import tacit
from kit.limits import TEXT, asks_for_limits
from tacit.dialogue.oracles.target import TargetOracle
from tacit.formats.problem_file import parse_problem
from tacit.structure.finding import find_family

__all__ = ["asks_for_limits"]
pytestmark = pytest.mark.usefixtures("asks_for_limits")
PROBLEM = parse_problem(TEXT, source="ward.toml").problem


ROWS = list(find_family(PROBLEM.vocabulary, "row").groups())
TARGET = PROBLEM.network([("count(night) <= 2", [PROBLEM.names[x] for x in row]) for row in ROWS])


class Knows:
    """At most two nights in a row; no limit elsewhere. What it is asked about rules is kept."""

    def __init__(self, nights=2):
        self.nights = nights
        self.kinds = []
        self.target = TargetOracle(TARGET)

    def ask(self, query):
        return self.target.ask(query)

    def ask_rule(self, claim):
        self.kinds.append(claim.kind)
        return self.nights if claim.kind == "number" else self.target.ask_rule(claim)


class KnowsNumbers(Knows):
    def ask_number(self, number):
        self.kinds.append("for a number")
        return self.nights if number.family.count > 1 else 2


@pytest.mark.parametrize(("oracle", "kinds"), [(Knows(), "number"), (KnowsNumbers(), "for a number")])
def test_who_is_asked(oracle, kinds):
    result = tacit.learn(PROBLEM, oracle, algorithm="guided", rules=True)
    assert oracle.kinds == ["unlimited", kinds, "unlimited", "unlimited"]
    assert result.status == "converged"
    assert [c.relation.name for c in result.network] == ["count(night) <= 2"] * 3
    s = result.statistics
    assert (s.numbers, s.rules, s.questions) == (1, 3, s.queries + 4)


@pytest.mark.parametrize("word", ["it differs", None, tacit.Answer(True, number=2)])
def test_words_and_answers(word):
    result = tacit.learn(PROBLEM, KnowsNumbers(word), algorithm="guided", rules=True)
    assert [c.relation.name for c in result.network] == ["count(night) <= 2"] * 3


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("two", "ask_number of the oracle, on 'In each row of shift: at most how often may night occur.': 'two' is no"),
        (7, r"takes a number from 0 to 3 \(did you mean 3"),
    ],
)
def test_what_is_no_answer(given, why):
    with pytest.raises(tacit.OracleError, match=why):
        tacit.learn(PROBLEM, KnowsNumbers(given), algorithm="guided", rules=True)
