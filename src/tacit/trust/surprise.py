"""Answers that are hard to believe are put again, in another form, before anything is built on them.

How likely an answer is to be a slip follows from how likely it was (`Question.chance`), by Bayes' rule. Whether it is
worth another question depends on what a slip would cost: a "no" that is a slip puts a false constraint into the model,
which nothing finds later; what a "yes" wrongly refutes, a plan may find at the end.
"""

from __future__ import annotations

from tacit.learning.answers import Answers

# What it would be worth to know that an answer is a slip, in questions:
COST_OF_NO = 30.0  # a false constraint in the model
COST_OF_RULE = 50.0  # many of them
COST_OF_YES = 10.0  # one that is missing
COST_OF_DENIAL = 20.0  # a rule that has to be learned group by group
COST_OF_CLEARING = 12.0  # what is required is looked for by large examples, and there is nothing
SEEN = 50.0  # so many answers weigh as much as what was expected beforehand


def slip_rate(answers: Answers, expected: float) -> float:
    """The share of slips: what was expected, and what was found since."""
    found = len(answers.doubts.corrected) + len(answers.doubts.dropped)
    return min((SEEN * expected + found) / (SEEN + answers.total), 0.3)


def chance_of_slip(no: float, answer: bool, slips: float) -> float:
    """How likely an answer is a slip, if a "no" was expected with probability `no`."""
    right, wrong = (1 - no, no) if answer else (no, 1 - no)
    return slips * wrong / (slips * wrong + (1 - slips) * right)


def is_worth_a_question(chance: float, cost: float) -> bool:
    """Should an answer that is a slip with this probability be put again?"""
    return chance * cost > 1
