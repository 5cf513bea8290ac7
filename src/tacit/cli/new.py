"""`tacit new`: a commented problem file to start from, one from a spreadsheet, or one of the problems that come with
tacit; or an empty table to fill in.
"""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import click

from tacit.cli.spreadsheets import from_spreadsheet, told, write_template
from tacit.errors import OptionError, nearest
from tacit.examples import AS_COMMANDS, EXAMPLES, files_of_example

STARTER = """\
# A problem for tacit. Describe the variables and the relations that might hold between them;
# `tacit learn {file}` then finds out by yes/no questions which of them do.

name = "{name}"
about = "Who works which shift on which day."     # shown to whoever answers

# The relations that are considered, for every set of variables of their size. x, y, z, w are the variables, in every
# order; "!=" is short for "x != y". Names of values may be used, as `late` here.
#   == != < > <= >=    + - * // %    abs min max    and or not    count sum alldifferent
language = [
  "==",
  "!=",
  "x != off or y != off",          # of two, one must work
  "x != late or y != early",       # no early shift after a late one
  # Only for each day and the next one of the same person, and shown as you would say it:
  # {{ relation = "x != late or y != late", over = "next in row", say = "no two late shifts in a row" }},
  # {{ relation = "x == y or y == off", over = "row, only weekend" }},     # the groups are at the end of this file
  # How often, in a whole row or column; k is a number that is to be found out:
  # {{ relation = "count(late) <= k", over = "row" }},
  # {{ relation = "count(not off) >= k", over = ["column", "column, only trainees"] }},
]
# If you don't know which relations to give: a catalogue of common ones, limited to where they usually hold.
# language = "common"
# orders = "given"                 # x always comes before y in the list of variables; the default is "all"

# What is known to hold already, if anything:
# background = ["shift[anna,Mon] != off"]

# Further single constraints to consider, beside those that the language makes:
# candidates = ["shift[ben,Tue] == late"]

# Rosters that you have: spreadsheets of tables (.xlsx, .csv), CSV with a column for each variable, or JSON lines. Good
# ones, and bad ones:
# examples = ["last-month.csv", {{ file = "complaints.csv", answer = "no" }}]

# draw = "list"                    # how questions are drawn; the default is "grid"

[variables]
# One array of variables, with labelled rows and columns, and values with names:
shift = {{ rows = ["anna", "ben", "carla"], columns = ["Mon", "Tue", "Wed"], domain = ["off", "early", "late"] }}
# Other forms:
# grid  = {{ shape = [9, 9], domain = "1..9" }}
# slot  = {{ rows = ["math", "physics"], domain = "0..4, 8..12" }}
# chair = ["anna", "ben", "carla"]

# Names for sets of rows or columns, to be used in `over` and when you say a rule:
# [groups]
# trainees = ["anna", "carla"]
# weekend = ["Tue", "Wed"]
"""


@click.command(
    short_help="Write a commented problem file to start from.",
    epilog="Exit codes: 0, or 2 if something is wrong, which stderr says in one line.",
)
@click.argument("file", metavar="FILE")
@click.option("--from", "source", metavar="PLANS", help="Make it from the plans in a spreadsheet: .xlsx or .csv.")
@click.option("--empty", metavar="VALUE", help="With --from: what an empty cell stands for, such as off.")
@click.option("--example", metavar="NAME", help=f"A problem that comes with tacit: {', '.join(EXAMPLES)}.")
@click.option("--template", is_flag=True, help="An empty table to fill in: FILE is .xlsx, .csv or .tsv.")
@click.option("--rows", metavar="LABELS", help="With --template: anna,ben,carla.")
@click.option("--columns", metavar="LABELS", help="With --template: Mon-Sun, or 1-28, or any labels.")
@click.option("--values", metavar="VALUES", help="With --template: off,early,late, to choose from in Excel.")
@click.option("--copies", type=click.IntRange(1, 1000), metavar="N", help="With --template: for N plans.")
def new(file: str, source: str | None, empty: str | None, example: str | None, template: bool, **table: Any) -> None:
    """Write a commented problem file to start from. It is a small roster, ready to be learned.

    With --from it describes the plans in a spreadsheet: tables with labels down and across, one for each plan, below
    or beside each other or on several sheets. What was recognised is said, and what was left aside.

    With --example it is one of the problems that come with tacit, with the files that belong to it: examples that are
    known, and a Python file that can answer the questions.

    With --template it is an empty table instead, with the labels that are given or those of a problem file (--from).

    \b
    Examples:
      tacit new week.toml && tacit learn week.toml
      tacit new week.toml --from plans.xlsx --empty off
      tacit new roster.toml --example roster
      tacit new --template table.xlsx --rows anna,ben --columns Mon-Sun
      tacit new --template table.xlsx --from week.toml
    """
    path = Path(file)
    if source is not None and example is not None:
        raise OptionError("either --from or --example")
    if template:
        if example is not None or empty is not None:
            raise OptionError("--template takes --rows and --columns, or --from FILE.toml")
        write_template(path, source, **table)
        return
    for name, value in table.items():
        if value is not None:
            raise OptionError(f"--{name} has an effect only with --template")
    if empty is not None and source is None:
        raise OptionError("--empty has an effect only with --from")
    if path.suffix != ".toml":
        raise OptionError(f"{file}: a problem file's name ends in .toml")
    name = "".join(c if c.isalnum() or c in "-_ " else "-" for c in path.stem).strip() or "problem"
    if source is not None:
        made = from_spreadsheet(path, source, name, empty)
        _write({path: made.text.encode()})
        click.echo(told(made, source))
        click.echo(f"{file} is written. Look at it, then: {shlex.join(['tacit', 'learn', file])}")
    elif example is None:
        _write({path: STARTER.format(name=name, file=file).encode()})
        click.echo(f"{file} is written. Change it, then: {shlex.join(['tacit', 'learn', file])}")
    else:
        _write_example(path, example)


def _write_example(path: Path, name: str) -> None:
    if name not in EXAMPLES:
        known = f"{nearest(name, EXAMPLES)}. There are: {', '.join(EXAMPLES)}"
        raise OptionError(f"--example {name}: there is no such example{known}")
    (_, problem), *others = files_of_example(name).items()
    files = {path: problem, **{path.with_name(other): content for other, content in others}}
    _write(files)
    rules = list(files)[-1]
    learn = shlex.join(["tacit", "learn", str(path)])
    answering = f'--command "python {rules}"' if name in AS_COMMANDS else f"--oracle {shlex.quote(f'{rules}:fine')}"
    click.echo(f"Written: {', '.join(map(str, files))}.")
    click.echo(f"You answer:        {learn}")
    click.echo(f"The rules answer:  {learn} {answering}")


def _write(files: dict[Path, bytes]) -> None:
    """Write all files or none; none if one of them exists already."""
    written = []
    try:
        for path, content in files.items():
            with open(path, "xb") as out:
                written.append(path)
                out.write(content)
    except OSError as error:
        for each in written:
            each.unlink()
        if isinstance(error, FileExistsError):
            raise OptionError(f"{path} exists; nothing was written") from None
        raise OptionError(f"{path}: {error.strerror}") from None
