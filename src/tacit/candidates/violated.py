"""What the two ways of keeping the violated rows of an example have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod

from tacit.problem.rows import RowIds


class Violated(ABC):
    """The violated rows of one example; see `Example` for what the methods mean."""

    @abstractmethod
    def kappa(self, Y: int) -> RowIds: ...

    @abstractmethod
    def kappa_size(self, Y: int) -> int: ...

    @abstractmethod
    def rejecting(self, Y: int) -> RowIds: ...

    @abstractmethod
    def refuted(self, Y: int) -> None: ...

    @abstractmethod
    def open(self, *, put_aside: bool) -> Open: ...


class Open(ABC):
    """The open candidates of an example: violated, still to be settled, and with no scope found so far inside theirs.

    A *clue* stands for what is open inside some variables; it is 0 if nothing is.
    """

    @abstractmethod
    def inside(self, Y: int) -> int:
        """The clue of Y."""

    @abstractmethod
    def without(self, Y: int, clue: int, x: int, done: int) -> int:
        """The clue of Y \\ {x}, made from the clue of Y, which may be older than the last answers.

        done: the variables y that were tried before x: nothing is open inside Y \\ {y} any more
        """

    def asking(self, Y: int, clue: int) -> None:  # noqa: B027
        """Called before a question about Y is asked, with the clue of Y: a chance to keep what the question needs."""

    @abstractmethod
    def found(self, scope: int) -> None:
        """Called when a scope was found."""

    @abstractmethod
    def settled(self, Y: int) -> None:
        """Called when nothing is open inside Y any more: the answer was "yes", or "don't know" has put it aside."""
