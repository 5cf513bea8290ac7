"""The same sweep on a Dask cluster.

When a worker is gone, the scheduler sends its task to another one, so every row arrives. A row that arrives twice is
stored once.
"""

from __future__ import annotations

import asyncio
import re
import socket
from concurrent.futures import CancelledError
from typing import Any

from tacit.experiments.run import Curve, Row, run
from tacit.experiments.sweep import Runner, Sweep, SweepError
from tacit.experiments.task import Task
from tacit.version import __version__

TIMEOUT_S = 10  # how long the scheduler may take to answer
ADDRESS = re.compile(r"(?:(?:tcp|tls)://)?(?P<host>\[[0-9a-fA-F:.]+\]|[^\s/:\[\]]+):(?P<port>[0-9]{1,5})")


def on_dask(address: str) -> Runner:
    """Tasks on the workers of the scheduler at this address, such as tcp://127.0.0.1:8786."""
    try:
        from distributed import Client, KilledWorker, as_completed
    except ImportError as error:
        raise SweepError("--dask needs Dask: pip install 'tacit[experiments]'") from error
    form = ADDRESS.fullmatch(address)
    if form is None or not 0 < int(form["port"]) < 2**16:
        raise SweepError(f"{address!r} is not the address of a Dask scheduler, such as tcp://127.0.0.1:8786")

    def runner(tasks: list[Task]) -> Sweep:
        if not tasks:
            return
        try:
            # First without Dask, because Dask would try to connect again and again. Then with a time limit of our own,
            # because a Dask client waits forever for a server that speaks another protocol.
            socket.create_connection((form["host"].strip("[]"), int(form["port"])), timeout=TIMEOUT_S).close()
            asyncio.run(asyncio.wait_for(_see_that_it_is_a_scheduler(address), TIMEOUT_S))
            client = Client(address, timeout=TIMEOUT_S, set_as_default=False)
        except Exception as error:  # of many kinds, depending on what answers there
            why = str(error) or f"nothing was heard for {TIMEOUT_S} s"
            raise SweepError(f"no Dask scheduler answers at {address}: {why}") from error
        try:
            _check_versions(client)
            # Not pure: a task is a measurement, not a function of its arguments.
            running = {
                client.submit(run, task, pure=False, key=f"tacit-{i}-{task.key}"): task for i, task in enumerate(tasks)
            }
            for future in as_completed(list(running), loop=client.loop):
                result: tuple[Row, Curve] = future.result()
                yield (running.pop(future), *result)
                future.release()
        except KilledWorker as error:
            raise SweepError(
                f"the Dask workers that were to run {running[future]} died, one after the other"
            ) from error
        except (CancelledError, OSError) as error:
            raise SweepError(f"the Dask scheduler at {address} is gone") from error
        finally:
            client.close()

    return runner


async def _see_that_it_is_a_scheduler(address: str) -> None:
    from distributed import rpc

    async with rpc(address, timeout=TIMEOUT_S) as there:
        kind = (await there.identity())["type"]
    if kind != "Scheduler":
        raise ValueError(f"it is a {kind}'s address")


def _version() -> str:
    return __version__


def _check_versions(client: Any) -> None:
    try:
        versions: dict[str, str] = client.run(_version)
    except ImportError as error:
        raise SweepError(f"a Dask worker can't import tacit {__version__}: {error}") from error
    if not versions:
        raise SweepError("the Dask scheduler has no workers: start some with `dask worker ADDRESS --nthreads 1`")
    for worker, version in versions.items():
        if version != __version__:
            raise SweepError(f"the Dask worker {worker} has tacit {version}, here is {__version__}")
