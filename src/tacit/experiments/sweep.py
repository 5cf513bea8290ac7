"""A runner for sweeps: many tasks on all cores, or on a Dask cluster; each finished run is handed over at once.

Both runners are generators of (task, row, curve) in the order in which runs finish. Whoever drives them stores
each, so nothing is lost when a sweep is killed; tasks whose results are in the store are not run again.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool

from tacit.errors import TacitError
from tacit.experiments.run import Curve, Row, run
from tacit.experiments.store import Store
from tacit.experiments.task import Task

Finished = tuple[Task, Row, Curve]
Runner = Callable[[list[Task]], Iterator[Finished]]


class SweepError(TacitError):
    """A sweep can't go on."""


def sweep(tasks: Iterable[Task], runner: Runner, store: Store | None = None) -> Iterator[Finished]:
    """Every task once: first what is stored already, then what is run now, as it comes in."""
    waiting: dict[str, Task] = {}
    for task in tasks:
        stored = store.get(task) if store and task.key not in waiting else None
        if stored is not None:
            yield (task, *stored)
        else:
            waiting.setdefault(task.key, task)
    for finished in runner(list(waiting.values())):
        if store is not None:
            store.put(*finished)
        yield finished


def on_this_machine(jobs: int | None = None) -> Runner:
    """Tasks in processes of their own, as many at once as there are cores."""
    workers = jobs or _cores()

    def runner(tasks: list[Task]) -> Iterator[Finished]:
        if workers == 1 or len(tasks) < 2:
            for task in tasks:
                yield (task, *run(task))
            return
        # Fresh processes: forking one that has threads (CP-SAT's, Dask's) can hang.
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(min(workers, len(tasks)), mp_context=context, initializer=_leave_interrupts_alone)
        try:
            running: dict[Future[tuple[Row, Curve]], Task] = {pool.submit(run, task): task for task in tasks}
            while running:
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield (running.pop(future), *future.result())
        except BrokenProcessPool as error:
            raise SweepError(
                "a worker process died (out of memory?). What had finished is stored; the same command goes on from "
                "there, and --jobs 1 needs less memory"
            ) from error
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in multiprocessing.active_children():
                worker.terminate()  # nobody waits for what is still running when a sweep is interrupted

    return runner


def _leave_interrupts_alone() -> None:
    """Ctrl-C is for the process that drives the sweep; it ends the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _cores() -> int:
    """Those this process may use, which can be fewer than the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
