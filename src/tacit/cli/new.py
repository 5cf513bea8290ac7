"""`tacit new`: a commented problem file to start from."""

from __future__ import annotations

from pathlib import Path

import click

from tacit.errors import OptionError

STARTER = """\
# A problem for tacit. Describe the variables and the relations that might hold between them;
# `tacit learn {file}` then finds out by yes/no questions which of them do.

name = "{name}"
about = "Who works which shift on which day."     # shown to whoever answers

# The relations that are considered, for every set of variables of their size. x, y, z, w are the variables, in the
# order in which they are listed below; "!=" is short for "x != y". Names of values may be used, as `late` here.
#   == != < > <= >=    + - * // %    abs min max    and or not
language = [
  "==",
  "!=",
  "x != off or y != off",          # of two, one must work
  "x != late or y != early",       # no early shift after a late one
]
# orders = "all"                   # also y before x; the default is "given"

# What is known to hold already, if anything:
# background = ["shift[anna,Mon] != off"]

# Further single constraints to consider, beside those that the language makes:
# candidates = ["shift[ben,Tue] == late"]

# Rosters that you have: CSV with a column for each variable, or JSON lines. Good ones, and bad ones:
# examples = ["last-month.csv", {{ file = "complaints.csv", answer = "no" }}]

# draw = "list"                    # how questions are drawn; the default is "grid"

[variables]
# One array of variables, with labelled rows and columns, and values with names:
shift = {{ rows = ["anna", "ben", "carla"], columns = ["Mon", "Tue", "Wed"], domain = ["off", "early", "late"] }}
# Other forms:
# grid  = {{ shape = [9, 9], domain = "1..9" }}
# slot  = {{ rows = ["math", "physics"], domain = "0..4, 8..12" }}
# chair = ["anna", "ben", "carla"]
"""


@click.command(
    short_help="Write a commented problem file to start from.",
    epilog="Exit codes: 0, or 2 if something is wrong, which stderr says in one line.",
)
@click.argument("file", metavar="FILE.toml")
def new(file: str) -> None:
    """Write a commented problem file to start from. It is a small roster, ready to be learned.

    \b
    Example:
      tacit new week.toml && tacit learn week.toml
    """
    path = Path(file)
    if path.suffix != ".toml":
        raise OptionError(f"{file}: a problem file's name ends in .toml")
    name = "".join(c if c.isalnum() or c in "-_ " else "-" for c in path.stem).strip() or "problem"
    try:
        with open(path, "x", encoding="utf-8") as out:
            out.write(STARTER.format(name=name, file=file))
    except FileExistsError:
        raise OptionError(f"{file} exists; nothing was written") from None
    except OSError as error:
        raise OptionError(f"{file}: {error.strerror}") from None
    click.echo(f"{file} is written. Change it, then: tacit learn {file}")
