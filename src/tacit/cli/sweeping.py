"""What the commands that run sweeps share: where to run, where to keep the results, and a progress bar."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tacit.errors import OptionError
from tacit.experiments.sweep import Finished, Runner, on_this_machine
from tacit.experiments.task import Task


def where_to_run(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say where a sweep runs."""
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

    return on_dask(dask)


@contextmanager
def progress(tasks: Sequence[Task]) -> Iterator[Callable[[Finished], None]]:
    """A bar with the time that is left, on stderr and only on a terminal; call it with each finished run."""
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
