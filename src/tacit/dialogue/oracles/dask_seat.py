"""Questions on the workers of a Dask cluster. If a worker is gone, the scheduler sends its question to another one."""

from __future__ import annotations

from typing import Any

from tacit.dialogue.oracles.in_process import Loading, answer
from tacit.dialogue.oracles.seats import LOSSES
from tacit.errors import OptionError, OracleError
from tacit.learning.asking import Question
from tacit.problem.query import Answer, Query

TIMEOUT_S = 10  # how long the scheduler may take to answer


class DaskSeat:
    """One question at a time on a cluster."""

    def __init__(self, client: Any, loading: Loading) -> None:
        self._client = client
        self._loading = loading

    def ask(self, question: Question) -> Answer:
        from distributed import KilledWorker

        assert isinstance(question, Query)
        for _ in range(LOSSES):
            try:
                # Not pure: the same question is put again only if its answer was lost.
                found = self._client.submit(_ask_there, self._loading, question, pure=False).result()
            except KilledWorker:
                continue
            if isinstance(found, Answer):
                return found
            raise OracleError(found)
        raise OracleError(f"the Dask workers that were asked died, one after the other, on {question}")

    def end(self) -> None:
        """The client is closed by whoever has opened it."""


def _ask_there(loading: Loading, query: Query) -> Answer | str:
    return answer(loading.load(), query)


def connect(address: str) -> Any:
    """A client of the scheduler at this address, which has workers."""
    try:
        from distributed import Client
    except ImportError as error:
        raise OptionError("--dask needs Dask: pip install 'tacit[experiments]'") from error
    try:
        client = Client(address, timeout=TIMEOUT_S, set_as_default=False)
    except Exception as error:  # of many kinds, depending on what answers there
        raise OptionError(f"no Dask scheduler answers at {address}: {error}") from error
    if not client.scheduler_info()["workers"]:
        client.close()
        raise OptionError("the Dask scheduler has no workers: start some with `dask worker ADDRESS --nthreads 1`")
    return client
