"""`tacit learn --parallel N`: a slow function or command is asked several questions side by side."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from tacit.cli.layout import are
from tacit.dialogue.oracles.command import CommandOracle
from tacit.dialogue.oracles.seating import BySpec, command_seats, function_seats, put, seated
from tacit.dialogue.side_by_side import SideBySide
from tacit.dialogue.to_the_end import ask_side_by_side
from tacit.errors import OptionError, OracleError
from tacit.interview import Interview


def check_parallel(
    parallel: int | None, workers: str | None, dask: str | None, oracle: str | None, command: str | None
) -> None:
    """Refuse what has no effect, or can't be."""
    if parallel is None and (workers is not None or dask is not None):
        raise OptionError("--workers and --dask have an effect only with --parallel")
    if parallel is not None and oracle is None and command is None:
        raise OptionError("--parallel is for programs: it needs --oracle or --command")
    if oracle is None and (workers is not None or dask is not None):
        raise OptionError("--workers and --dask are for --oracle: a command is started as often as --parallel says")
    if workers is not None and dask is not None:
        raise OptionError("either --workers or --dask")


def ask_in_parallel(
    interview: Interview, answering: Any, spec: str | None, count: int, workers: str | None, dask: str | None
) -> None:
    """Ask until nothing is left to ask. Each answer is kept before the learner sees it."""
    rules = bool(interview.options.get("rules"))
    if dask is not None and rules:
        raise OptionError("--dask: questions about rules can't be sent to another machine; say --no-rules")
    batch = SideBySide(interview.dialogue, count, hear=interview.hear)
    loading = None if spec is None else BySpec.read(spec)
    if isinstance(answering, CommandOracle):
        answering.asked = interview.answers
        seats = command_seats(answering, count)
    elif dask is None:
        assert loading is not None
        seats = function_seats(partial(put, answering), loading, count, workers, rules=rules)
    try:
        with seated(seats if dask is None else dask, count, loading) as found:
            ask_side_by_side(interview.dialogue, batch, found, lines=True)
    except OracleError as error:
        raise with_what_is_kept(error, interview) from error
    except KeyboardInterrupt:
        say_what_is_kept(interview)
        raise


def say_what_is_kept(interview: Interview) -> None:
    """After Ctrl-C: that nothing is lost."""
    click.echo(f"\n{are(interview.answers, 'answer')} kept; start again to go on from there.", err=True)


def with_what_is_kept(error: OracleError, interview: Interview) -> OracleError:
    """The error of an oracle, and what is kept all the same."""
    kept = f"{are(interview.answers, 'answer')} kept"
    return OracleError(f"{str(error).rstrip('.')}. {kept}; start again to go on from there.")
