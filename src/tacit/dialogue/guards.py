"""Checks on what a user's own functions return: a mistake is an `OptionError` that says which function made it.

Without these checks, an order that returns a variable that is not free would make a search endless, and an order that
leaves out values would make a proof wrong. tacit's own functions are not wrapped.
"""

from __future__ import annotations

import inspect
import operator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tacit.algorithms import FindC, FindScope, Learner, Outcome
from tacit.candidates import bitset
from tacit.candidates.examination import Example
from tacit.errors import OptionError
from tacit.generation.generators import Generator
from tacit.generation.ordering import ValueOrder, VariableOrder
from tacit.learning.asker import Asker
from tacit.learning.asking import Asking
from tacit.problem.vocabulary import Codes

if TYPE_CHECKING:
    from tacit.generation.search import Search


@dataclass(frozen=True)
class OwnVariableOrder:
    """It returns one of the free variables, by its number."""

    function: VariableOrder

    def __call__(self, search: Search) -> int:
        given = self.function(search)
        variable = _integer(given)
        if variable is None or not 0 <= variable < len(search.free) or not search.free[variable]:
            free = np.flatnonzero(search.free).tolist()
            raise OptionError(
                f"variables: {_name(self.function)} returned {given!r:.60}, which is not a free variable. "
                f"Free are {_some(free)} (np.flatnonzero(search.free))"
            )
        return variable


@dataclass(frozen=True)
class OwnValueOrder:
    """It returns each position of `choices` once. The arrays that it is given are read-only."""

    function: ValueOrder

    def __call__(self, search: Search, variable: int, choices: Codes, gains: NDArray[np.int64]) -> NDArray[np.int64]:
        choices.setflags(write=False)
        gains.setflags(write=False)
        given = self.function(search, variable, choices, gains)
        order = np.asarray(given)
        if not order.size and not len(choices):
            return np.empty(0, dtype=np.int64)
        integers = order.ndim == 1 and np.issubdtype(order.dtype, np.integer)
        if not integers or not np.array_equal(np.sort(order), np.arange(len(choices))):
            shown = order.tolist() if isinstance(given, np.ndarray) else given
            raise OptionError(
                f"values: {_name(self.function)} returned {shown!r:.80}, but must return each position of the "
                f"{len(choices)} choices once: 0 to {len(choices) - 1}, in the order in which they are to be tried"
            )
        return order.astype(np.int64)


@dataclass(frozen=True)
class OwnFindScope:
    """It returns some of the variables it was given, as a bitset."""

    function: FindScope

    def __call__(self, asker: Asker, e: Example, Y: int) -> Asking[int]:
        given = yield from _generator("findscope", self.function, asker, e, Y)
        scope = _integer(given)
        if scope is None or scope <= 0 or not bitset.is_subset(scope, Y):
            raise OptionError(
                f"findscope: {_name(self.function)} returned {given!r:.60}, but must return a set of variables inside "
                f"Y = {Y} that is not empty, as a bitset (tacit.candidates.bitset)"
            )
        return scope


@dataclass(frozen=True)
class OwnFindC:
    """It returns the rows of constraints."""

    function: FindC

    def __call__(self, asker: Asker, e: Example, Y: int) -> Asking[list[int]]:
        given = yield from _generator("findc", self.function, asker, e, Y)
        rows = [_integer(row) for row in given] if isinstance(given, (list, tuple, np.ndarray)) else [None]
        if any(row is None or not 0 <= row < asker.space.rows.size for row in rows):
            raise OptionError(
                f"findc: {_name(self.function)} returned {given!r:.60}, but must return a list of rows, which are "
                f"integers from 0 to {asker.space.rows.size - 1}"
            )
        return [row for row in rows if row is not None]


@dataclass(frozen=True)
class OwnGenerator:
    """It returns an example that the learned constraints accept and some candidate rejects, or None."""

    function: Generator

    def __call__(self, asker: Asker) -> Example | None:
        given = self.function(asker)
        if given is None:
            return None
        if not isinstance(given, Example):
            raise OptionError(
                f"generate: {_name(self.function)} returned {given!r:.60}, but must return an Example "
                "(tacit.candidates.examination), or None if there is none"
            )
        if not len(given.kappa(given.variables)) or asker.space.learned[given.rejecting(given.variables)].any():
            query = asker.query(given, given.variables)
            raise OptionError(
                f"generate: {_name(self.function)} returned {query}, but must return an example that the learned "
                "constraints accept and some candidate in the bias rejects"
            )
        return given


@dataclass(frozen=True)
class OwnLearner:
    """It returns an `Outcome`."""

    function: Learner

    def __call__(self, asker: Asker) -> Asking[Outcome]:
        given = yield from _generator("algorithm", self.function, asker)
        if not isinstance(given, Outcome):
            raise OptionError(
                f"algorithm: {_name(self.function)} returned {given!r:.60}, but must return an Outcome, such as "
                "verdict(asker) (tacit.algorithms.outcome)"
            )
        return given


def _generator(option: str, function: Any, *arguments: Any) -> Asking[Any]:
    made = function(*arguments)
    if not inspect.isgenerator(made):
        raise OptionError(
            f"{option}: {_name(function)} returned {made!r:.60}, but must be a generator: a function that asks by "
            "`yield from asker.ask(…)`"
        )
    return made


def _integer(given: Any) -> int | None:
    try:
        return operator.index(given)
    except TypeError:
        return None


def _name(function: Any) -> str:
    return getattr(function, "__name__", None) or repr(function)


def _some(numbers: list[int]) -> str:
    shown = ", ".join(str(number) for number in numbers[:10])
    return f"{shown}, …" if len(numbers) > 10 else shown
