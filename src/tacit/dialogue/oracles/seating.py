"""Who gets which seats: commands in processes, functions in processes or threads, or on Dask."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from tacit.dialogue.oracles import asked_about
from tacit.dialogue.oracles.command import CommandOracle
from tacit.dialogue.oracles.dask_seat import DaskSeat, connect
from tacit.dialogue.oracles.in_process import ByItself, BySpec, Loading
from tacit.dialogue.oracles.seats import CommandSeat, ProcessSeat, Seat, ThreadSeat
from tacit.dialogue.oracles.workers import Workers
from tacit.errors import OptionError
from tacit.learning.asking import Question
from tacit.problem.query import Query

PROCESSES, THREADS = "processes", "threads"


@contextmanager
def seated(seats: Sequence[Seat] | str, count: int, loading: Loading | None) -> Iterator[Workers]:
    """Workers on these seats; or on as many seats of the Dask cluster at this address."""
    if not isinstance(seats, str):
        with Workers(seats) as workers:
            yield workers
        return
    assert loading is not None
    client = connect(seats)
    try:
        with Workers([DaskSeat(client, loading) for _ in range(count)]) as workers:
            yield workers
    finally:
        client.close()


def command_seats(oracle: CommandOracle, count: int) -> list[Seat]:
    """The command, which runs already, and the same so many times in all."""
    return [CommandSeat(each, put) for each in (oracle, *(oracle.another() for _ in range(count - 1)))]


def function_seats(
    ask: Callable[[Question], Any], loading: Loading, count: int, workers: str | None, *, rules: bool
) -> list[Seat]:
    """ask: how to ask in a thread
    loading: how to ask elsewhere
    workers: processes, threads, or None for processes where the function can be sent to one
    rules: are there questions about rules? Their relations are functions, which can't be sent
    """
    if workers not in (None, PROCESSES, THREADS):
        raise OptionError(f"workers must be 'processes' or 'threads', not {workers!r}")
    if workers == PROCESSES and rules:
        raise OptionError("workers='processes': questions about rules are asked in threads; or say rules=False")
    if workers == PROCESSES or (workers is None and not rules and _can_be_sent(loading)):
        return [ProcessSeat(loading) for _ in range(count)]
    return [ThreadSeat(ask) for _ in range(count)]


def put(oracle: Any, question: Question) -> Any:
    """Ask whatever has `ask`, and `ask_rule` if it is asked about rules."""
    return oracle.ask(question) if isinstance(question, Query) else asked_about(oracle, question)


def _can_be_sent(loading: Loading) -> bool:
    """Can another process load it? What is defined in a script or a notebook can't be found from there."""
    if isinstance(loading, BySpec):
        return True
    given = loading.given
    for each in (given, type(given)):
        if getattr(each, "__module__", None) == "__main__":
            return False
    try:
        pickle.dumps(loading)
    except Exception:
        return False
    return True


__all__ = ["PROCESSES", "THREADS", "ByItself", "BySpec", "command_seats", "function_seats", "put", "seated"]
