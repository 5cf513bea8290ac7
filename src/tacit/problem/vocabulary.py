"""The vocabulary (X, D): variables with names, and their domains of integers.

Inside, a value is a *code*: its position in the sorted list of all values that occur in any domain. An example
is an array with one code per variable, and −1 where a variable has no value. Codes make truth tables small,
whatever the values are.

    >>> v = Vocabulary({"a": [10, 20], "b": [20, 500]})
    >>> v.encode({"b": 500}).tolist(), v.decode(v.encode({"b": 500}))
    ([-1, 2], {'b': 500})

A domain may be a list of texts instead, such as days of the week. A text is a value with a name. It stands for the
same integer wherever it occurs in the vocabulary: texts are numbered from 0 in the order in which they appear.

    >>> v = Vocabulary({"anna": ["Mon", "Tue", "Wed"], "ben": ["Tue", "Wed"]})
    >>> v.domains[1], v.shown("ben", 1), v.decode(v.encode({"ben": "Tue"}))
    ((1, 2), 'Tue', {'ben': 1})
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tacit.errors import ProblemError, nearest

Codes = NDArray[np.int64]

UNASSIGNED = -1
MAX_VARIABLES = 50_000  # the indices of four variables, as one number, fit into 64 bits
MAX_DOMAIN = 32_000  # a code fits into 16 bits
MAX_VALUE = 2**31


class Vocabulary:
    """Names, domains, and the codes of their values."""

    def __init__(
        self, variables: Mapping[str, Iterable[int] | Iterable[str]], own: Sequence[Any] | None = None
    ) -> None:
        """own: the user's own CPMpy variables, in the same order, if the vocabulary was made from them."""
        if not isinstance(variables, Mapping):
            raise ProblemError(
                "variables must be a mapping from names to domains, such as {'a': range(1, 10)}, or CPMpy variables in "
                f"arrays, lists and dicts, not {variables!r:.60}"
            )
        if not variables:
            raise ProblemError("a problem needs at least one variable")
        if len(variables) > MAX_VARIABLES:
            raise ProblemError(f"{len(variables):,} variables; at most {MAX_VARIABLES:,} are accepted")
        self.names: tuple[str, ...] = tuple(_read_name(name) for name in variables)
        self.own = None if own is None else tuple(own)
        stripped = [name.strip() for name in self.names]
        if len(set(stripped)) < len(stripped):
            twice = next(name for name in stripped if stripped.count(name) > 1)
            raise ProblemError(f"two variables have the same name {twice!r}")
        self.index: dict[str, int] = {name: i for i, name in enumerate(self.names)}
        self.named_values: dict[str, int] = {}
        domains = [_read_domain(name, values, self.named_values) for name, values in variables.items()]
        self.domains: tuple[tuple[int, ...], ...] = tuple(domain for domain, _ in domains)
        self.is_named: tuple[bool, ...] = tuple(named for _, named in domains)
        self._name_of = {value: name for name, value in self.named_values.items()}
        distinct = sorted({value for domain in set(self.domains) for value in domain})
        if len(distinct) > MAX_DOMAIN:
            raise ProblemError(f"the domains have {len(distinct):,} values in all; at most {MAX_DOMAIN:,} are accepted")
        self.values: NDArray[np.int64] = np.array(distinct, dtype=np.int64)
        code_of = {value: code for code, value in enumerate(distinct)}
        coded = {domain: np.array([code_of[value] for value in domain]) for domain in set(self.domains)}
        self.domain_codes: tuple[Codes, ...] = tuple(coded[domain] for domain in self.domains)
        self._code_of = code_of
        # Every query keeps its codes, so they are kept small.
        self.compact = np.dtype(np.int8) if len(distinct) < 127 else np.dtype(np.int16)

    def __len__(self) -> int:
        return len(self.names)

    @property
    def n_codes(self) -> int:
        return len(self.values)

    @cached_property
    def in_domain(self) -> NDArray[np.bool_]:
        """Which variable may take which code, as a matrix."""
        allowed = np.zeros((len(self), self.n_codes), dtype=bool)
        for variable, codes in enumerate(self.domain_codes):
            allowed[variable, codes] = True
        return allowed

    def scope(self, names: Sequence[str], *, of: str) -> tuple[int, ...]:
        """The indices of variables given by name; `of` says in an error what they belong to."""
        if isinstance(names, str) or not isinstance(names, Sequence):
            raise ProblemError(f"{of}: its scope must be a list of variable names, not {names!r}")
        for name in names:
            if not isinstance(name, str) or name not in self.index:
                raise ProblemError(f"{of}: there is no variable {name!r}{nearest(name, self.names)}")
        scope = tuple(self.index[name] for name in names)
        if len(set(scope)) < len(scope):
            raise ProblemError(
                f"{of}: its scope {list(names)} names a variable twice; repeat an argument in the relation instead, "
                "as in 'abs(x - y) != abs(y - z)'"
            )
        return scope

    def shown(self, name: str, value: int) -> str | int:
        """A value as people know it: by its name, if the variable's domain consists of texts."""
        return self._name_of[value] if self.is_named[self.index[name]] else value

    def encode(self, assignment: Mapping[str, int | str]) -> Codes:
        """An example, given by names and values, as an array of codes."""
        codes = np.full(len(self), UNASSIGNED, dtype=np.int64)
        for name, value in assignment.items():
            if name not in self.index:
                raise ProblemError(f"example: there is no variable {name!r}{nearest(name, self.names)}")
            variable = self.index[name]
            codes[variable] = self._code(variable, value)
        return codes

    def _code(self, variable: int, given: Any) -> int:
        value = self.named_values.get(given, given) if self.is_named[variable] else given
        if isinstance(value, (str, bool)) or value not in self._code_of or value not in self.domains[variable]:
            raise ProblemError(f"example: {given!r} is not in the domain of {self.names[variable]!r}")
        return self._code_of[value]

    def decode(self, codes: NDArray[np.integer[Any]]) -> dict[str, int]:
        """The assignment that an array of codes stands for: assigned variables only."""
        assigned = np.flatnonzero(codes >= 0)
        values = self.values[codes[assigned]]
        return {self.names[i]: int(value) for i, value in zip(assigned.tolist(), values.tolist(), strict=True)}


def _read_name(name: Any) -> str:
    if not isinstance(name, str):
        raise ProblemError(f"a variable's name must be a text, not {name!r}")
    if not name.strip():
        raise ProblemError(f"a variable has an empty name: {name!r}")
    return name


def _careful(name: str, values: Iterable[Any]) -> Iterator[Any]:
    """The values of a domain. They may be computed while they are read, and that may raise."""
    try:
        yield from values
    except Exception as error:
        raise ProblemError(f"variable {name!r}: reading its domain raised {error!r}") from error


def _read_domain(name: str, values: Any, named_values: dict[str, int]) -> tuple[tuple[int, ...], bool]:
    """A domain, and whether it consists of texts. Texts are entered into `named_values`."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise ProblemError(f"variable {name!r}: its domain must be a collection of integers, not {values!r:.60}")
    if isinstance(values, Sized) and len(values) > MAX_DOMAIN:
        raise ProblemError(f"variable {name!r}: {len(values):,} values; at most {MAX_DOMAIN:,} are accepted")
    domain: set[int] = set()
    kinds: set[bool] = set()
    for value in _careful(name, values):
        kinds.add(isinstance(value, str))
        if len(kinds) > 1:
            raise ProblemError(f"variable {name!r}: its domain mixes texts and integers")
        if isinstance(value, str):
            if not value.strip():
                raise ProblemError(f"variable {name!r}: its domain has an empty text")
            value = named_values.setdefault(value, len(named_values))
        if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
            raise ProblemError(f"variable {name!r}: its domain has {value!r}, which is not an integer")
        if abs(int(value)) > MAX_VALUE:
            raise ProblemError(f"variable {name!r}: {value} is too large; values are between ±2^31")
        domain.add(int(value))
        if len(domain) > MAX_DOMAIN:
            raise ProblemError(f"variable {name!r}: more than {MAX_DOMAIN:,} values")
    if not domain:
        raise ProblemError(f"variable {name!r}: its domain is empty")
    return tuple(sorted(domain)), True in kinds
