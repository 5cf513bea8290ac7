"""How many examples Hypothesis tries, for tests that are dearer or cheaper than most."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from hypothesis import settings

USUAL = 40  # in a build


def examples(in_a_build: int) -> settings:
    """So many in a build. A search tries more of them, by the same factor as for all other tests."""
    return settings(max_examples=max(1, settings().max_examples * in_a_build // USUAL))


@contextmanager
def fewer(in_a_build: int) -> Iterator[None]:
    """Contracts that are made inside try so many (`examples`): each is a class with a dozen tests."""
    before = settings.get_current_profile_name()
    settings.register_profile("fewer", parent=examples(in_a_build))
    settings.load_profile("fewer")
    yield
    settings.load_profile(before)
