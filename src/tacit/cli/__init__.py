"""The command line. An error is one line on stderr and exit code 2; Ctrl-C is exit code 130."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import click

from tacit.cli.apply import apply
from tacit.cli.assistants import mcp
from tacit.cli.bench import bench
from tacit.cli.check import check
from tacit.cli.diff import diff
from tacit.cli.export import export
from tacit.cli.learn import learn
from tacit.cli.new import new
from tacit.cli.reproduce import reproduce
from tacit.cli.solve import solve
from tacit.cli.web import web
from tacit.errors import TacitError
from tacit.version import __version__

# The exit code that a shell reports for a program that was stopped because nobody reads its output any more, as after
# `… | head -1`. Not 0: that would say "there is a solution", or "all are right", before everything was looked at.
NOBODY_READS = 141


class NobodyReads(Exception):
    """Nobody reads our output any more."""


@contextlib.contextmanager
def _noticing_the_reader() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError as error:  # only from our own output: a dead command that we ask is an OracleError
        raise NobodyReads from error


class Commands(click.Group):
    """Notices that the reader has gone before click does: click would end with exit code 1, here a negative finding."""

    def make_context(self, *arguments: Any, **more: Any) -> click.Context:
        with _noticing_the_reader():
            return super().make_context(*arguments, **more)

    def invoke(self, context: click.Context) -> Any:
        with _noticing_the_reader():
            return super().invoke(context)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="tacit")
def tacit() -> None:
    """Learn a constraint model by asking yes/no questions."""


tacit.add_command(apply)
tacit.add_command(bench)
tacit.add_command(check)
tacit.add_command(diff)
tacit.add_command(export)
tacit.add_command(learn)
tacit.add_command(mcp)
tacit.add_command(new)
tacit.add_command(reproduce)
tacit.add_command(solve)
tacit.add_command(web)


def main(arguments: list[str] | None = None) -> None:
    """Run a command. (`tacit.__main__` is the entry point.)"""
    warnings.showwarning = _one_line  # type: ignore[assignment]
    try:
        with _noticing_the_reader():  # also of an error message
            _run(arguments)
    except NobodyReads:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:  # or Python would try once more to write what is left in it, and complain
                os.dup2(nowhere, stream.fileno())
        sys.exit(NOBODY_READS)


def _run(arguments: list[str] | None) -> None:
    try:
        tacit.main(args=arguments, standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as nothing:
        click.echo(nothing.format_message())
    except click.ClickException as error:
        _fail(error.format_message())
    except TacitError as error:
        _fail(str(error))
    except (click.Abort, KeyboardInterrupt):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # one Ctrl-C is enough: a second would only disturb the way out
        click.echo("tacit: interrupted", err=True)
        sys.exit(130)
    except OSError as error:  # such as a full disk
        _fail(str(error))


def _fail(message: str) -> None:
    click.echo(f"tacit: {' '.join(message.split())}", err=True)
    sys.exit(2)


def _one_line(message: Warning | str, *_: object) -> None:
    click.echo(f"tacit: {message}", err=True)
