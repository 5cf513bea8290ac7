"""How many examples Hypothesis tries, for tests that are dearer or cheaper than most."""

from __future__ import annotations

from hypothesis import settings

USUAL = 40  # in a build


def examples(in_a_build: int) -> settings:
    """So many in a build. A search tries more of them, by the same factor as for all other tests."""
    return settings(max_examples=max(1, settings().max_examples * in_a_build // USUAL))
