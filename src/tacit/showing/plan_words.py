"""Words about plans that are shown until one is right.

>>> from tacit.problem.query import Plan
>>> from tacit.problem.vocabulary import Vocabulary
>>> v = Vocabulary({"anna": ["Mon", "Tue"], "ben": ["Mon", "Tue"]})
>>> first = Plan(v, v.encode({"anna": "Mon", "ben": "Mon"}))
>>> print(next_plan(first, None))
A first plan. Take it, or say what is wrong with it.
>>> print(next_plan(Plan(v, v.encode({"anna": "Mon", "ben": "Tue"})), first))
The next plan: 1 of 2 cells is not as in the last one.
"""

from __future__ import annotations

from tacit.problem.query import Query

FIRST = "A first plan. Take it, or say what is wrong with it."


def next_plan(plan: Query, last: Query | None) -> str:
    """What is new in a plan."""
    if last is None:
        return FIRST
    changed = int((plan.codes != last.codes).sum())
    are = "is" if changed == 1 else "are"
    return f"The next plan: {changed:,} of {len(plan):,} cells {are} not as in the last one."
