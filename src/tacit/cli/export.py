"""`tacit export`: a model for other solvers, or for people to read."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import click

from tacit.cli.files import save
from tacit.cli.models import MODEL_HELP, from_answers, load_model
from tacit.errors import OptionError
from tacit.exact.minimal import minimal
from tacit.formats import json_model
from tacit.formats.rule_folding import with_rules
from tacit.formats.writers import SUFFIXES, WRITERS
from tacit.problem.model import Model


@click.command(
    short_help="Write a model for other solvers, or for people to read.",
    epilog=f"{MODEL_HELP} Exit codes: 0, or 2 if something is wrong, which stderr says in one line.",
)
@click.argument("argument", metavar="MODEL")
@click.option("--to", metavar="|".join(WRITERS), help="The format.  [default: as FILE's suffix says]")
@click.option(
    "-o", "--output", metavar="FILE", help="A file .py, .mzn, .xml, .json or .md to write.  [default: stdout]"
)
@click.option("--minimal", "shorten", is_flag=True, help="Leave out what the rest implies, proved with CP-SAT.")
@from_answers
def export(argument: str, to: str | None, output: str | None, shorten: bool) -> None:
    """Write a model for other solvers, or for people to read.

    \b
    Examples:
      tacit export sudoku --to markdown
      tacit export learned.json -o model.mzn && minizinc --solver gecode model.mzn
      tacit export learned.json -o model.py --minimal && python model.py
    """
    write = WRITERS[_format(to, output)]
    if output is not None and not Path(output).resolve().parent.is_dir():  # checked before the work, not after it
        raise OptionError(f"-o {output}: there is no folder {Path(output).parent}")
    model = load_model(argument)
    if shorten:
        model = _shortened(model)
    if write is json_model.write and model.status is not None:
        model = with_rules(model)  # so that what was learned can be carried over to another problem
    text = write(model)
    if output is None:
        click.echo(text, nl=False)
    else:
        save(Path(output), text)


def _format(to: str | None, output: str | None) -> str:
    if to is not None:
        if to not in WRITERS:
            raise OptionError(f"--to {to}: there is no such format. There are: {', '.join(WRITERS)}")
        return to
    if output is None:
        raise OptionError(f"a format is needed: --to {'|'.join(WRITERS)}, or -o FILE with a suffix that says it")
    suffix = Path(output).suffix
    if suffix not in SUFFIXES:
        known = ", ".join(f"{ending} ({name})" for ending, name in SUFFIXES.items())
        raise OptionError(f"-o {output}: its suffix does not say the format. Give --to, or one of {known}")
    return SUFFIXES[suffix]


def _shortened(model: Model) -> Model:
    """The model without redundant constraints; stderr is told how it went."""
    on_terminal = sys.stderr.isatty()

    def watch(done: int, total: int) -> None:
        if on_terminal:
            click.echo(f"\r{done} of {total} constraints looked at", err=True, nl=done == total)

    found = minimal(model.network, watch=watch)
    told = f"{len(found.redundant)} of {len(model.network)} constraints are redundant and left out"
    if found.undecided:
        told += f"; {found.undecided} stay, undecided within the limit"
    click.echo(f"tacit: {told}", err=True)
    return replace(model, network=found.network)
