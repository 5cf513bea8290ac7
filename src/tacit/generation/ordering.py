"""The orders in which a search takes variables and values (Section 8 of the paper).

An order is a plain function, and so is a researcher's own. A variable order looks at the search and returns one of its
free variables. A value order returns the positions of the choices in the order in which they will be tried; `gains`
says how many candidates each choice would violate together with the variables that are already assigned. Ties go to
the lowest index.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tacit.problem.vocabulary import Codes

if TYPE_CHECKING:
    from tacit.generation.search import Search

VariableOrder = Callable[["Search"], int]
ValueOrder = Callable[["Search", int, Codes, NDArray[np.int64]], NDArray[np.int64]]


# --- variables ---


def lex(search: Search) -> int:
    """The first free variable."""
    return int(np.argmax(search.free))


def dom(search: Search) -> int:
    """The variable with the fewest values left."""
    return int(np.argmin(np.where(search.free, search.values_left(), np.inf)))


def dom_wdeg(search: Search) -> int:
    """The lowest ratio of values left to weight of learned constraints around the variable (Boussemart et al. 2004)."""
    ratio = search.values_left() / np.maximum(search.weighted_degree(), 1.0)
    return int(np.argmin(np.where(search.free, ratio.round(9), np.inf)))


def bdeg(search: Search) -> int:
    """The variable that is in most candidates on the agenda.

    The paper counts the candidates in B \\ C_L. Those that a "don't know" has put aside and, under *max*, those that no
    solution of C_L violates are not on the agenda: no example is generated for them, so they don't count here.
    """
    return int(np.argmax(np.where(search.free, search.bias_degree, -1)))


# --- values ---


def lex_values(search: Search, variable: int, choices: Codes, gains: NDArray[np.int64]) -> NDArray[np.int64]:
    """In the order of the domain."""
    return np.arange(len(choices))


def random_values(search: Search, variable: int, choices: Codes, gains: NDArray[np.int64]) -> NDArray[np.int64]:
    """In random order."""
    return search.random.permutation(len(choices))


def max_v(search: Search, variable: int, choices: Codes, gains: NDArray[np.int64]) -> NDArray[np.int64]:
    """First the value that violates most candidates together with the variables that are already assigned."""
    return np.argsort(-gains, kind="stable")


VARIABLE_ORDERS: dict[str, VariableOrder] = {"lex": lex, "dom": dom, "dom/wdeg": dom_wdeg, "bdeg": bdeg}
VALUE_ORDERS: dict[str, ValueOrder] = {"lex": lex_values, "random": random_values, "max_v": max_v}
