"""What the commands that run sweeps share: where to run, where to keep the results, and a progress bar."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tacit.errors import OptionError
from tacit.experiments.sweep import Finished, Runner, on_this_machine
from tacit.experiments.task import Task


def where_to_run(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options that say where a sweep runs."""
    command = click.option(
        "--jobs",
        type=click.IntRange(1),
        metavar="N",
        help="Runs at the same time, in processes.  [default: one for each core]",
    )(command)
    return click.option("--dask", metavar="ADDRESS", help="Run on the Dask cluster of this scheduler.")(command)


def choose_runner(jobs: int | None, dask: str | None) -> Runner:
    if dask is None:
        return on_this_machine(jobs)
    if jobs is not None:
        raise OptionError("--jobs has no effect with --dask: the cluster's workers say how many runs go at once")
    from tacit.experiments.on_dask import on_dask

    runner = on_dask(dask)
    for name in list(logging.root.manager.loggerDict):  # errors tell all that matters; Dask would also log tracebacks
        if name.split(".")[0] in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).disabled = True
    return runner


class Seconds(click.ParamType):
    """A positive number of seconds."""

    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> float:
        try:
            seconds = float(value)
        except ValueError:
            seconds = math.nan
        if not 0 < seconds < math.inf:
            self.fail(f"{value!r} is not a positive number of seconds.", param, context)
        return seconds


SECONDS = Seconds()
RUNS = click.IntRange(1, 100_000)
SEED = click.IntRange(0, 2**32 - 1)


def seeds(first: int, runs: int) -> range:
    """The seeds of the runs: run k uses seed S + k."""
    if first + runs > 2**32:
        raise OptionError(f"--runs {runs} from --seed {first}: a seed is at most 2^32 − 1, and run k uses seed S + k")
    return range(first, first + runs)


class Output(Console):
    """Lets a BrokenPipeError through, as other commands do; rich would end the program with exit code 1."""

    def on_broken_pipe(self) -> None:
        raise  # the BrokenPipeError that is being handled


@contextmanager
def progress(tasks: Collection[Task]) -> Iterator[Callable[[Finished], None]]:
    """A bar with the time that is left, on stderr if that is a terminal; to be called with each finished run."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda finished: None
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=20),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        running = bar.add_task("runs", total=len(tasks))
        yield lambda finished: bar.update(running, advance=1, description=finished[0].problem)
