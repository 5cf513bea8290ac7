"""Why a network has no solution: a minimal set of its constraints that have no solution together (QuickXplain).

>>> v = Vocabulary({"a": [1, 2], "b": [1, 2], "c": [1, 2]})
>>> network = Network(v, ["a != b", "b != c", "a != c", "a <= c"])
>>> [str(c) for c in unsatisfiable_core(network)]
['a != b', 'b != c', 'a != c']
"""

from __future__ import annotations

from collections.abc import Sequence

from tacit.problem.network import Constraint, Network
from tacit.problem.vocabulary import Vocabulary


def unsatisfiable_core(network: Network) -> list[Constraint]:
    """Constraints of the network that have no solution together, but have one if any of them is left out.

    The network must have no solution. The earlier constraints are preferred.
    """
    core = _explain([], [], list(network), network.vocabulary)
    position = {constraint: i for i, constraint in enumerate(network)}
    return sorted(core, key=lambda constraint: position[constraint])


def _explain(
    background: list[Constraint], added: Sequence[Constraint], constraints: list[Constraint], vocabulary: Vocabulary
) -> list[Constraint]:
    """A minimal part of the constraints that leaves the background no solution; `added` is new in the background."""
    if added and not _has_solution(background, vocabulary):
        return []
    if len(constraints) == 1:
        return constraints
    half = len(constraints) // 2
    first, second = constraints[:half], constraints[half:]
    needed = _explain([*background, *first], first, second, vocabulary)
    return _explain([*background, *needed], needed, first, vocabulary) + needed


def _has_solution(constraints: list[Constraint], vocabulary: Vocabulary) -> bool:
    from tacit.exact.cpsat import solve

    return solve(vocabulary, constraints)[0] is not None
