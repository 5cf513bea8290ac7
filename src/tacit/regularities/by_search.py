"""Other plans, found by search: for rules that hold plans so fast that shaking moves nothing.

Equal sums in all directions leave no cell free to change by itself, and no two to be exchanged. Then a solver finds
plans that satisfy the rules, from different starting points. They are no fair sample, but they show what the rules do
not say: that all numbers differ, for instance.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence

from tacit.problem.network import Network
from tacit.problem.vocabulary import Codes
from tacit.regularities.patterns import Said, as_columns
from tacit.structure.family import Ints

FIRST, ALL = 4, 48  # solutions: a few show whether it is worth it
MOST_VARIABLES, MOST_CONSTRAINTS = 150, 250  # of more, solutions would take too long


def found_by_search(network: Network, worth_it: Callable[[Ints], bool]) -> Ints:
    """Solutions of a network, as columns; a few only, if these are not worth it; none if it is too large."""
    v = network.vocabulary
    codes: list[Codes] = []
    for each in itertools.islice(_solutions(network), ALL):
        codes.append(each)
        if len(codes) == FIRST and not worth_it(as_columns(codes, v)):
            break
    return as_columns(codes, v)


def seems_to_follow(said: Sequence[Said], network: Network) -> bool:
    """Do the first few solutions that are found satisfy it?"""
    tried = 0
    for codes in itertools.islice(_solutions(network), FIRST):
        tried += 1
        column = as_columns([codes], network.vocabulary)
        if not all(part.in_all(column).all() for part in said):
            return False
    return tried > 0


def _solutions(network: Network) -> Iterator[Codes]:
    from tacit.exact.solutions import scattered_solutions

    if len(network.vocabulary) <= MOST_VARIABLES and len(network) <= MOST_CONSTRAINTS:
        yield from (network.vocabulary.encode(solution) for solution in scattered_solutions(network))
