"""Groups without names: which question finds them, by what is known of the pairs."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from tacit.guided.known_pairs import Group, Known, Star
from tacit.guided.placing import next_question


class Asked:
    """Answers by known groups, and keeps what follows."""

    def __init__(self, n: int, groups: list[Group]) -> None:
        self.truth = np.zeros((n, n), dtype=bool)
        for x, y in itertools.chain.from_iterable(itertools.combinations(sorted(group), 2) for group in groups):
            self.truth[x, y] = self.truth[y, x] = True
        self.meets, self.free = np.zeros_like(self.truth), np.zeros_like(self.truth)
        self.stars: list[Star] = []
        self.asked: list[Star] = []
        self.groups: list[Group] = []
        self.denied: list[Group] = []

    def known(self) -> Known:
        return Known(self.meets.copy(), self.free.copy(), self.stars, self.groups, self.denied, self.asked)

    def answer(self, question: Star | Group) -> None:
        if isinstance(question, Star):
            self.asked.append(question)
            if self.truth[question.centre, list(question.others)].any():
                self.stars.append(question)
            else:
                self._set(self.free, [(question.centre, other) for other in question.others])
        else:
            pairs = list(itertools.combinations(sorted(question), 2))
            right = all(self.truth[pair] for pair in pairs)
            (self.groups if right else self.denied).append(question)
            if right:
                self._set(self.meets, pairs)
        self.stars = [star for star in map(self._left, self.stars) if star is not None]

    def _left(self, star: Star) -> Star | None:
        left = tuple(other for other in star.others if not self.free[star.centre, other])
        if len(left) == 1:
            self._set(self.meets, [(star.centre, left[0])])
        return None if self.meets[star.centre, list(left)].any() else Star(star.centre, left)

    @staticmethod
    def _set(matrix: np.ndarray, pairs: list[tuple[int, int]]) -> None:
        for x, y in pairs:
            matrix[x, y] = matrix[y, x] = True


def find(n: int, groups: list[Group], order: list[int]) -> Asked:
    """Ask until there is nothing to ask. `order`: the names of the variables say nothing about the groups."""
    asked = Asked(n, [frozenset(order[x] for x in group) for group in groups])
    for _ in range(3 * n * n):
        question = next_question(asked.known())
        if question is None:
            return asked
        asked.answer(question)
    raise AssertionError("it never ends")


def lines_of_square(n: int) -> list[Group]:
    rows = [frozenset(range(n * i, n * i + n)) for i in range(n)]
    return rows + [frozenset(range(i, n * n, n)) for i in range(n)]


@pytest.mark.parametrize("seed", range(3))
def test_the_lines_of_a_square_are_found_with_fewer_questions_than_it_has_pairs(seed: int):
    order = np.random.RandomState(seed).permutation(25).tolist()
    asked = find(25, lines_of_square(5), order)
    assert set(asked.groups) == {frozenset(order[x] for x in line) for line in lines_of_square(5)}
    assert len(asked.asked) + len(asked.groups) + len(asked.denied) < 300 / 2


def test_teams_that_share_nobody_are_found():
    teams = [frozenset(range(4 * i, 4 * i + 4)) for i in range(4)]
    order = np.random.RandomState(5).permutation(16).tolist()
    asked = find(16, teams, order)
    assert set(asked.groups) == {frozenset(order[x] for x in team) for team in teams}


def test_without_groups_the_search_for_a_first_one_is_given_up():
    ring = [frozenset({x, (x + 1) % 12}) for x in range(12)]
    asked = find(12, ring, list(range(12)))
    assert asked.groups == []
    assert len(asked.asked) < 12


def test_a_star_that_meets_is_halved_until_it_is_known_who_is_met():
    known = Known(np.zeros((8, 8), dtype=bool), np.zeros((8, 8), dtype=bool), [Star(0, (1, 2, 3, 4))])
    question = next_question(known)
    assert isinstance(question, Star)
    assert question.centre == 0
    assert 0 < len(question.others) < 4
    assert set(question.others) < {1, 2, 3, 4}


def test_the_same_is_asked_for_the_same_knowledge():
    asked = Asked(16, lines_of_square(4))
    for _ in range(30):
        question = next_question(asked.known())
        assert question == next_question(asked.known())
        assert question is not None
        asked.answer(question)
