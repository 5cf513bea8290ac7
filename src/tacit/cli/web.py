"""`tacit web`: interviews in a browser."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from tacit.cli.models import known_examples
from tacit.formats.problem_file import read_problem_file
from tacit.interview import Log


@click.command(
    short_help="Answer questions on a page in your browser.",
    epilog="The page can be reached from this machine only, and only with the key in the address. Ctrl-C ends the "
    "server; answers are kept, and a second start goes on from there.",
)
@click.argument("file", metavar="[FILE.toml]", required=False)
@click.option("--port", type=click.IntRange(1, 65535), metavar="N", help="The port.  [default: 8642, or a free one]")
@click.option("--db", metavar="FILE", help="Where answers are kept.  [default: TACIT_DB, or your data folder]")
@click.option(
    "--memory",
    type=click.FloatRange(min=0.01, max=10_000),
    metavar="GB",
    help="How much memory interviews may use.  [default: 2.5, or 40 % of what is free]",
)
@click.option("--open", "browse", is_flag=True, help="Open the page in your browser.")
def web(file: str | None, port: int | None, db: str | None, memory: float | None, browse: bool) -> None:
    """Answer questions on a page in your browser, about the problem of FILE.toml or one that you describe there.

    \b
    Examples:
      tacit web
      tacit web week.toml --open
    """
    from tacit.web import LeftBusy, serve

    problem = None if file is None else read_problem_file(file)
    examples = [] if problem is None else known_examples(problem)

    def ready(address: str) -> None:
        click.echo(f"Open {address}")
        click.echo("Ctrl-C ends it; every answer is kept.")
        if browse:
            click.launch(str(_way_in(address, Path(folder))))

    room = None if memory is None else int(memory * 2**30)
    try:
        with TemporaryDirectory() as folder, Log(db) as log:
            serve(log, port=port, file=problem, examples=examples, memory=room, ready=ready)
    except LeftBusy:  # everything is closed and kept: Python would still wait for the threads
        click.echo("tacit: interrupted", err=True)
        sys.stdout.flush()
        os._exit(130)


def _way_in(address: str, folder: Path) -> Path:
    """A page that leads to the address, and that only we can read. The browser is started with this page and not with
    the key, because everybody on this machine can see what programs are started with.
    """
    path = folder / "tacit.html"
    path.touch(mode=0o600)
    path.write_text(f'<!doctype html><meta http-equiv="refresh" content="0;url={address}"><title>tacit</title>')
    return path
