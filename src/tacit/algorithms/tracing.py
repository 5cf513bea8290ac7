"""Report each call of a recursive function of the paper, and its return, also when an exception ends it."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

from tacit.learning.asker import Asker
from tacit.learning.asking import Asking

P = ParamSpec("P")
T = TypeVar("T")
Function = Callable[Concatenate[Asker, P], Asking[T]]


def traced(name: str, *shown: str) -> Callable[[Function[P, T]], Function[P, T]]:
    """`shown` are the parameters to report; arguments are given by position, the asker first."""

    def decorate(function: Function[P, T]) -> Function[P, T]:
        code = function.__code__
        positions = [(key, code.co_varnames.index(key) - 1) for key in shown]

        @functools.wraps(function)
        def call(asker: Asker, /, *arguments: P.args, **named: P.kwargs) -> Asking[T]:
            asker.reporter.enter(name, **{key: arguments[position] for key, position in positions})
            found: T | None = None
            try:
                found = yield from function(asker, *arguments, **named)
                return found
            finally:
                asker.reporter.leave(name, found)

        return call

    return decorate
