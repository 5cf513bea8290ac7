"""`tacit check`: assignments from a file, tested against a model."""

from __future__ import annotations

import json
from dataclasses import dataclass

import click

from tacit.cli.layout import end_with_finding, plural, some_of, wrapped
from tacit.cli.models import MODEL_HELP, from_answers, load_model
from tacit.problem.network import Constraint
from tacit.problem.query import Answered
from tacit.sheets.plan_files import read_known
from tacit.sheets.spreadsheet import file_of

SHOWN = 5  # violated constraints that are listed for one example


@dataclass(frozen=True)
class Checked:
    """An example, its answer, and the constraints that it violates."""

    given: Answered
    violated: list[Constraint]

    @property
    def agrees(self) -> bool:
        """Does the model say what the file says?"""
        return self.given.answer == (not self.violated)


@click.command(
    short_help="Test assignments against a model.",
    epilog="Exit codes: 0 the model says of each example what the file says; 1 it does not; 2 an error; "
    "130 interrupted.",
    help=f"""Test the assignments in a file against a model, and name the violated constraints.

    {MODEL_HELP}

    FILE is a spreadsheet (.xlsx, .csv) of tables with labels down and across, CSV with a first line that names the
    variables, or JSON lines (.jsonl): {{"example": {{"a": 1, "b": 2}}}}.
    An empty cell leaves its variable unassigned; constraints on it then say nothing, except for bounds that can't be
    met any more, such as three nights where two are allowed. A column "answer" (yes or no) says
    what the model should say of an example; without it, that is yes.

    \b
    Examples:
      tacit check learned.json timetables.csv
      tacit solve sudoku --solutions 5 --csv > five.csv
      tacit check learned.json five.csv --json
    """,
)
@click.argument("model", metavar="MODEL")
@click.argument("file", metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each example, and nothing else.")
@from_answers
def check(model: str, file: str, as_json: bool) -> None:
    network = load_model(model).network
    checked = [Checked(given, network.rejecting(given.query.codes)) for given in read_known(file, network.vocabulary)]
    for each in checked:
        click.echo(json.dumps(as_object(each)) if as_json else wrapped(_in_words(each)))
    if not as_json:
        click.echo()
        click.echo(wrapped(_summary(checked)))
    if not all(each.agrees for each in checked):
        end_with_finding()


def as_object(each: Checked) -> dict[str, object]:
    return {
        **_line(each),
        "example": each.given.query.shown,
        "complete": each.given.query.complete,
        "answer": "yes" if each.given.answer else "no",
        "accepted": not each.violated,
        "violated": [str(constraint) for constraint in each.violated],
    }


def _line(each: Checked) -> dict[str, object]:
    """Where the example is in its file: a line, or the corner of a table in a sheet."""
    place = _place(each)
    line = place.removeprefix("line ")
    return {"line": int(line)} if line != place else {"line": None, "place": place}


def _place(each: Checked) -> str:
    source = str(each.given.source)
    return source.removeprefix(f"{file_of(source)}, ")


def _in_words(each: Checked) -> str:
    query = each.given.query
    size = "complete" if query.complete else f"partial ({len(query)} of {len(query.vocabulary)})"
    if each.violated:
        says = f"violates {some_of(each.violated, SHOWN)}"
        answered = "; as answered: no" if each.agrees else ""
    else:
        says = "accepted"
        answered = "" if each.agrees else ", but answered no"
    return f"{_place(each)}, {size}: {says}{answered}"


def _summary(checked: list[Checked]) -> str:
    rejected = sum(bool(each.violated) for each in checked)
    partial = sum(not each.given.query.complete for each in checked)
    agreed = sum(each.agrees for each in checked)
    accepted = len(checked) - rejected
    text = f"{plural(len(checked), 'example')} ({partial:,} partial): {accepted:,} accepted, {rejected:,} rejected"
    if all(each.given.answer for each in checked):
        return f"{text}."
    return f"{text}; {agreed:,} as answered, {len(checked) - agreed:,} not."
