"""A learner that asks for limits and numbers first, so that tests know what comes; guided does the rest."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tacit.algorithms import ALGORITHMS, Outcome
from tacit.algorithms.guided import guided
from tacit.learning.asker import Asker
from tacit.learning.asking import Asking, DontKnow
from tacit.structure.finding import find_family
from tacit.structure.rule import Claim, Number, Unlimited

TEXT = """
name = "ward"
[[language]]
relation = "count(night) <= k"
over = ["row", "column"]

[[language]]
relation = "count(early) >= k"
over = "column"

[variables.shift]
rows = ["anna", "ben", "eva"]
columns = ["Mon", "Tue", "Wed", "Thu"]
domain = ["off", "early", "night"]
"""


def limits_first(asker: Asker) -> Asking[Outcome]:
    """Is there any limit? If so, which number?"""
    for unlimited, number in _limits(asker):
        if (yield from _ask(asker, unlimited)) is False:
            yield from _ask(asker, number)
    return (yield from guided(asker))


def all_limits_first(asker: Asker) -> Asking[Outcome]:
    """Is there any limit in a column?"""
    family = find_family(asker.space.vocabulary, "column")
    yield from _ask(asker, Unlimited(family, tuple(sort.bound for sort in asker.space.rows.bounds.sorts)))
    return (yield from guided(asker))


def _limits(asker: Asker) -> Iterator[tuple[Unlimited, Number]]:
    claims = asker.answers.claims
    for line in ("row", "column"):
        family = find_family(asker.space.vocabulary, line)
        for sort in asker.space.rows.bounds.sorts:
            if claims.rows.numbers(sort.bound, family) is not None:
                yield Unlimited(family, (sort.bound,)), Number(sort.bound, family)


def _ask(asker: Asker, claim: Claim) -> Asking[bool | None]:
    claims = asker.answers.claims
    if claims.was_put(claim):
        return next(said.answer for said in reversed(claims.log) if said.claim == claim)
    if not claims.is_open(claim):
        return claims.follows(claim)
    try:
        return (yield from asker.ask_claim(claim))
    except DontKnow:
        return None


@pytest.fixture
def asks_for_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this test the guided learner asks for limits first."""
    monkeypatch.setitem(ALGORITHMS, "guided", limits_first)


@pytest.fixture
def asks_for_all_limits(asks_for_limits: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """In this test the guided learner first asks for all limits at once."""
    monkeypatch.setitem(ALGORITHMS, "guided", all_limits_first)


# `tacit`, with such a learner: what Python is given to run.
PROGRAM = (
    "-c",
    f"import sys; sys.path.insert(0, {str(Path(__file__).parents[1])!r}); "
    "from kit.limits import ALGORITHMS, limits_first; ALGORITHMS['guided'] = limits_first; "
    "from tacit.__main__ import main; main()",
)
