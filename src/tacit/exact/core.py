"""Why a network has no solution: a minimal set of its constraints that have no solution together (QuickXplain).

>>> v = Vocabulary({"a": [1, 2], "b": [1, 2], "c": [1, 2]})
>>> network = Network(v, ["a != b", "b != c", "a != c", "a <= c"])
>>> [str(c) for c in unsatisfiable_core(network)]
['a != b', 'b != c', 'a != c']
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tacit.problem.network import Constraint, Network
from tacit.problem.vocabulary import Vocabulary


def unsatisfiable_core(network: Network) -> list[Constraint]:
    """Constraints of the network that have no solution together, but have one if any of them is left out.

    The network must have no solution. The earlier constraints are preferred.
    """
    constraints = list(network)
    return [constraints[i] for i in clashing_parts(network.vocabulary, [[c] for c in constraints])]


def clashing_parts(
    vocabulary: Vocabulary, parts: Sequence[Sequence[Constraint]], background: Sequence[Constraint] = ()
) -> list[int]:
    """The same for sets of constraints, such as rules, that are taken or left as a whole: their numbers, ascending.

    All parts together with the background must have no solution; if the background has none by itself, the list is
    empty.
    """

    def solvable(numbers: list[int]) -> bool:
        from tacit.exact.cpsat import solve

        chosen = [*background, *(c for number in numbers for c in parts[number])]
        return solve(vocabulary, chosen)[0] is not None

    if background and not solvable([]):
        return []
    return sorted(_explain([], [], list(range(len(parts))), solvable))


def _explain(known: list[int], added: list[int], parts: list[int], solvable: Callable[[list[int]], bool]) -> list[int]:
    """A minimal set of parts that leaves what is known no solution; `added` is new in what is known."""
    if added and not solvable(known):
        return []
    if len(parts) == 1:
        return parts
    half = len(parts) // 2
    first, second = parts[:half], parts[half:]
    needed = _explain([*known, *first], first, second, solvable)
    return _explain([*known, *needed], needed, first, solvable) + needed
