"""What is still open, quickly: the same as when every scope is looked at by itself."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import tacit
from kit.how_many import examples
from tacit.algorithms.outcome import Outcome
from tacit.algorithms.still_open import open_candidates
from tacit.generation.own_scope import OwnScope
from tacit.learning.result import Status

LANGUAGES = [
    ["==", "!=", "<", "<="],
    ["!=", "x < y", "x + y != 3", "x != 2"],
    ["!=", "x + y + z != 4", "x != 1"],
    ["!=", {"relation": "count(1) <= k", "over": "all"}],
]


def naively(asker):
    """Each scope by itself."""
    found, scopes = [], {}
    for row in np.flatnonzero(asker.space.in_bias).tolist():
        if asker.space.rows.is_bound(row):
            found.append(row)
        else:
            scopes.setdefault(asker.space.scope_set(row), []).append(row)
    for scope, rows in scopes.items():
        implied = []
        if asker.space.learned_inside(scope):
            implied = OwnScope.of(asker, scope).implied(np.array(rows))
        found += [row for row in rows if row not in implied]
    return sorted(found)


@examples(60)
@given(st.data())
def test_as_many_as_by_hand(data):
    language = data.draw(st.sampled_from(LANGUAGES))
    domains = [range(1, data.draw(st.integers(3, 4))) for _ in range(6)]
    problem = tacit.Problem({f"x[{i}]": domain for i, domain in enumerate(domains)}, language=language)
    dialogue = tacit.Dialogue(problem, algorithm="guided", skip_known=True, seed=0)
    space = dialogue.asker.space
    for row in data.draw(st.lists(st.integers(0, space.rows.size - 1), max_size=8, unique=True)):
        if space.in_bias[row]:
            dialogue.asker.learn(row)
    before = dialogue.asker.random.get_state()[1].tolist()
    assert open_candidates(dialogue.asker, Outcome(Status.STOPPED, "so far")) == naively(dialogue.asker)
    assert dialogue.asker.random.get_state()[1].tolist() == before
