"""The command line. What goes wrong is one line on stderr and exit code 2; Ctrl-C is exit code 130."""

from __future__ import annotations

import signal
import sys
import warnings

import click

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


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="tacit")
def tacit() -> None:
    """Learn a constraint model by asking yes/no questions."""


tacit.add_command(bench)
tacit.add_command(check)
tacit.add_command(diff)
tacit.add_command(export)
tacit.add_command(learn)
tacit.add_command(new)
tacit.add_command(reproduce)
tacit.add_command(solve)
tacit.add_command(web)


def main(arguments: list[str] | None = None) -> None:
    """The entry point of the command `tacit`."""
    warnings.showwarning = _one_line  # type: ignore[assignment]
    try:
        tacit.main(args=arguments, standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as nothing:
        click.echo(nothing.format_message())
    except click.ClickException as error:
        _fail(error.format_message())
    except TacitError as error:
        _fail(str(error))
    except (click.Abort, KeyboardInterrupt):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # once is enough: a second one would only disturb the way out
        click.echo("tacit: interrupted", err=True)
        sys.exit(130)
    except OSError as error:  # a full disk; that whoever read our output has gone, as `head` does, click sees to
        _fail(str(error))


def _fail(message: str) -> None:
    click.echo(f"tacit: {' '.join(message.split())}", err=True)
    sys.exit(2)


def _one_line(message: Warning | str, *_: object) -> None:
    click.echo(f"tacit: {message}", err=True)
