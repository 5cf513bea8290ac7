"""The contract that every learner here passes, to test an order or a learner of your own. Needs Hypothesis.

In a test file, for pytest:

    from tacit.testing import contract
    from my import order

    TestMyOrder = contract(values=order)

contract   the tests, as a class: see `tacit.testing.properties`
problems   problems with targets that Hypothesis makes
checks     what must hold for a result
brute      everything by enumeration, in the plainest way: what the fast code is checked against
oracles    simulated users: one who does not know everything, and one with rules that the language can't say
"""

try:
    import hypothesis  # noqa: F401
except ModuleNotFoundError as error:
    if error.name != "hypothesis":
        raise
    raise ImportError("tacit.testing needs Hypothesis: pip install 'tacit[testing]'") from None

from tacit.testing.problems import (
    Case,
    cases,
    crowded_cases,
    foreign_cases,
    limited_problems,
    problems,
    relations,
    rich_cases,
    structured_cases,
)
from tacit.testing.properties import contract

__all__ = [
    "Case",
    "cases",
    "contract",
    "crowded_cases",
    "foreign_cases",
    "limited_problems",
    "problems",
    "relations",
    "rich_cases",
    "structured_cases",
]
