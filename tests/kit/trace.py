"""A reporter that writes down the recursive calls of the paper's functions, as the paper's tables print them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tacit import Reporter
from tacit.candidates import bitset


@dataclass
class Call:
    number: str
    arguments: dict[str, Any]
    asked: list[int] | None = None  # the variables of its question (1, 2, …), None if it asked nothing
    answer: bool | None = None
    returned: Any = None


class Trace(Reporter):
    """Calls of one function, numbered as in the paper: 0, then the calls that it makes, 1, 2, …, then 1.1, 1.2, …"""

    def __init__(self, function: str) -> None:
        self.function = function
        self.calls: list[Call] = []
        self._stack: list[tuple[str, Call | None]] = []
        self._children: dict[str, int] = {}

    def enter(self, function: str, **arguments: Any) -> None:
        if function != self.function:
            self._stack.append((function, None))
            return
        parents = [call.number for name, call in self._stack if call is not None]
        if not parents:
            number = "0" if not self.calls else f"0'{len(self.calls)}"
        else:
            parent = "" if parents[-1] == "0" else parents[-1] + "."
            self._children[parent] = self._children.get(parent, 0) + 1
            number = f"{parent}{self._children[parent]}"
        call = Call(number, {name: show(value) for name, value in arguments.items()})
        self.calls.append(call)
        self._stack.append((function, call))

    def asking(self, query, redundant) -> None:
        call = self._stack[-1][1] if self._stack else None
        if call is not None:
            call.asked = [int(name[1:]) for name in query]

    def answered(self, query, answer) -> None:
        call = self._stack[-1][1] if self._stack else None
        if call is not None:
            call.answer = answer

    def leave(self, function: str, value: Any) -> None:
        _, call = self._stack.pop()
        if call is not None:
            call.returned = show(value)

    def __getitem__(self, number: str) -> Call:
        return next(call for call in self.calls if call.number == number)


def show(value: Any) -> Any:
    """Bitsets as lists of the paper's numbers, which start at 1."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, (tuple, list)):
        return [show(each) for each in value]
    return [variable + 1 for variable in bitset.members(value)]
