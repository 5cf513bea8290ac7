"""A runner for sweeps: many tasks on all cores, or on a Dask cluster; each finished run is handed over at once.

Both runners are generators of (task, row, curve) in the order in which runs finish. `sweep` stores each as it comes,
so nothing is lost when a sweep is killed. Tasks whose results are in the store are not run again.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from multiprocessing.connection import wait as wait_for

from tacit.errors import TacitError
from tacit.experiments.run import Curve, Row, run
from tacit.experiments.store import Store
from tacit.experiments.task import Task

Finished = tuple[Task, Row, Curve]
Sweep = Generator[Finished, None, None]
Runner = Callable[[list[Task]], Sweep]


class SweepError(TacitError):
    """A sweep can't go on."""


def sweep(tasks: Iterable[Task], runner: Runner, store: Store | None = None) -> Sweep:
    """Every task once: first the stored results, then those of the runs, in the order in which they finish.

    To end a sweep early, close it (`contextlib.closing`): that ends what is still running.
    """
    waiting: list[Task] = []
    for task in {task.key: task for task in tasks}.values():
        stored = store.get(task) if store is not None else None
        if stored is not None:
            yield (task, *stored)
        else:
            waiting.append(task)
    with closing(runner(waiting)) as running:
        for finished in running:
            if store is not None:
                store.put(*finished)
            yield finished


def on_this_machine(jobs: int | None = None) -> Runner:
    """Runs tasks in processes of their own, by default as many at once as there are cores."""
    workers = jobs or _cores()

    def runner(tasks: list[Task]) -> Sweep:
        if workers == 1 or len(tasks) < 2:
            for task in tasks:
                yield (task, *run(task))
            return
        others = multiprocessing.active_children()
        # Fresh processes, because forking a process with threads (CP-SAT's, Dask's) can hang.
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(min(workers, len(tasks)), mp_context=context, initializer=_end_with_parent)
        try:
            with _interrupts_held_back():
                running: dict[Future[tuple[Row, Curve]], Task] = {pool.submit(run, task): task for task in tasks}
            while running:
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield (running.pop(future), *future.result())
        except BrokenProcessPool as error:
            raise SweepError(
                "a worker process died (out of memory?). What had finished is kept if there is a results file, and the "
                "same command goes on from there; --jobs 1 needs less memory"
            ) from error
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in multiprocessing.active_children():
                if worker not in others:
                    worker.terminate()  # when a sweep is interrupted, nobody waits for what is still running

    return runner


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Processes that are started in this block never see Ctrl-C; the process that drives the sweep does, and ends them.

    A Ctrl-C inside the block is acted on after it, because a worker that has only half started would complain.
    (Blocking the signal is not enough for that: one of numpy's threads may receive it.)
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "pthread_sigmask"):
        yield
        return
    held: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, frame: held.append(number))
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, handler)
    if held:
        signal.raise_signal(signal.SIGINT)


def _end_with_parent() -> None:
    """Let a worker end itself when the process that drives the sweep is killed: nobody else would end it."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return  # not a worker

    def watch() -> None:
        wait_for([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _cores() -> int:
    """The cores that this process may use, which can be fewer than the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
