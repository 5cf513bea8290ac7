"""The same sweep on a Dask cluster.

The scheduler sends a task again when the worker that had it is gone, so every row arrives; a row that arrives twice
is stored once.
"""

from __future__ import annotations

from collections.abc import Iterator

from tacit.experiments.run import Curve, Row, run
from tacit.experiments.sweep import Finished, Runner, SweepError
from tacit.experiments.task import Task
from tacit.version import __version__

TIMEOUT_S = 10  # for the scheduler to answer


def on_dask(address: str) -> Runner:
    """Tasks on the workers of the scheduler at this address, such as tcp://127.0.0.1:8786."""
    try:
        from distributed import Client, as_completed
    except ImportError as error:
        raise SweepError("--dask needs Dask: pip install 'tacit[experiments]'") from error

    def runner(tasks: list[Task]) -> Iterator[Finished]:
        try:
            client = Client(address, timeout=TIMEOUT_S, set_as_default=False)
        except (OSError, ValueError) as error:
            raise SweepError(f"no Dask scheduler answers at {address}: {error}") from error
        try:
            _check_versions(client.run(_version))
            # Not pure: a task is a measurement, not a function of its arguments.
            running = {
                client.submit(run, task, pure=False, key=f"tacit-{i}-{task.key}"): task for i, task in enumerate(tasks)
            }
            for future in as_completed(list(running)):
                result: tuple[Row, Curve] = future.result()
                yield (running.pop(future), *result)
                future.release()
        finally:
            client.close()

    return runner


def _version() -> str:
    return __version__


def _check_versions(versions: dict[str, str]) -> None:
    if not versions:
        raise SweepError("the Dask scheduler has no workers: start some with `dask worker ADDRESS --nthreads 1`")
    others = {worker: version for worker, version in versions.items() if version != __version__}
    if others:
        worker, version = next(iter(others.items()))
        raise SweepError(f"the Dask worker {worker} has tacit {version}, here is {__version__}")
