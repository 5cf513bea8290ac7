"""What both ways of keeping the violated rows of an example can do."""

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
    """The open candidates of an example: violated, still to be settled, and no scope that was found lies inside theirs.

    A *clue* stands for what is open inside some variables; 0 if nothing is.
    """

    @abstractmethod
    def inside(self, Y: int) -> int:
        """The clue of Y."""

    @abstractmethod
    def without(self, Y: int, clue: int, x: int, done: int) -> int:
        """The clue of Y \\ {x}, made from that of Y, which may date from before the last answers.

        done: variables y that were taken away before: nothing is open inside Y \\ {y}
        """

    def asking(self, Y: int, clue: int) -> None:  # noqa: B027
        """A question about Y, whose clue is this, is about to be asked: a chance to keep what it will need."""

    @abstractmethod
    def found(self, scope: int) -> None:
        """It led to this scope."""

    @abstractmethod
    def settled(self, Y: int) -> None:
        """It was answered "yes", or "don't know" has put aside what is inside Y: there is nothing open any more."""
