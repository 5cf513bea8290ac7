"""`tacit solve`: solutions of a model."""

from __future__ import annotations

import csv
import io
import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from tacit.cli.layout import end_with_finding, page_width, plural
from tacit.cli.models import MODEL_HELP, from_answers, load_model
from tacit.cli.sweeping import SEED
from tacit.errors import OptionError, nearest
from tacit.exact.solutions import each_solution
from tacit.problem.model import Model
from tacit.problem.query import Query
from tacit.problem.vocabulary import Vocabulary
from tacit.sheets.plan_files import check_writable, save_plans
from tacit.showing.drawing import draw
from tacit.showing.progress_bar import ProgressBar


@click.command(
    short_help="Find solutions of a model.",
    epilog="Exit codes: 0 there is a solution; 1 there is none; 2 an error; 130 interrupted.",
    help=f"""Find solutions of a model with CP-SAT, and draw them.

    {MODEL_HELP}

    \b
    Examples:
      tacit solve learned.json
      tacit solve sudoku --solutions 3 --diverse
      tacit solve sudoku-4 --set grid[0,0]=3 --set grid[1,2]=4 --csv
      tacit solve week.toml --solutions 3 -o plans.xlsx
    """,
)
@click.argument("model", metavar="MODEL")
@click.option("--solutions", type=click.IntRange(1), metavar="N", default=1, show_default=True, help="How many.")
@click.option("--diverse", is_flag=True, help="As different from each other as can be found; otherwise often alike.")
@click.option("--set", "values", multiple=True, metavar="NAME=VALUE", help="A value that a variable must have.")
@click.option("--seed", type=SEED, metavar="N", default=0, show_default=True, help="Other seeds, other solutions.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, as `tacit check` reads them.")
@click.option("--csv", "as_csv", is_flag=True, help="CSV, a line for each, as `tacit check` reads it.")
@click.option("-o", "--output", metavar="FILE", help="Write tables: .xlsx (a sheet for each), .csv or .tsv.")
@click.option("--overwrite", is_flag=True, help="Write FILE also if it exists.")
@from_answers
def solve(
    model: str,
    solutions: int,
    diverse: bool,
    values: tuple[str, ...],
    seed: int,
    as_json: bool,
    as_csv: bool,
    output: str | None,
    overwrite: bool,
) -> None:
    if as_json + as_csv + (output is not None) > 1:
        raise OptionError("only one of --json, --csv and -o can be used")
    if output is not None:
        check_writable(Path(output), overwrite=overwrite)
    elif overwrite:
        raise OptionError("--overwrite has an effect only with -o")
    loaded = load_model(model)
    given = read_values(values, loaded.network.vocabulary)
    found = []
    show = _as_json if as_json else _as_csv if as_csv else _drawn
    for solution in _looking_for(each_solution(loaded.network, solutions, given=given, seed=seed, diverse=diverse)):
        found.append(solution)
        if output is None:  # as soon as it is found: the next one may take long
            show(loaded, solution, len(found), solutions)
    if not found:
        with_values = " with these values" if given else ""
        click.echo(f"tacit: {loaded.name} has no solution{with_values}", err=True)
        end_with_finding()
    if output is not None:
        v = loaded.network.vocabulary
        save_plans(Path(output), [Query(v, v.encode(each)) for each in found], v, overwrite=overwrite)
        click.echo(f"{output}: {plural(len(found), 'plan')} written.")
    if len(found) < solutions:
        click.echo(f"tacit: {loaded.name} has no more than {plural(len(found), 'solution')}", err=True)


def _looking_for(solutions: Iterator[dict[str, int]]) -> Iterator[dict[str, int]]:
    """The same, with a bar while one is looked for: it must be gone when something else is written."""
    for number in itertools.count(1):
        with ProgressBar(f"Looking for solution {number:,}"):
            solution = next(solutions, None)
        if solution is None:
            return
        yield solution


def read_values(given: tuple[str, ...], vocabulary: Vocabulary) -> dict[str, int]:
    """The values of NAME=VALUE, checked."""
    found: dict[str, int] = {}
    for each in given:
        name, equals, value = each.partition("=")
        name, value = name.strip(), value.strip()
        if not equals:
            raise OptionError(f"--set {each}: it is not of the form NAME=VALUE")
        if name not in vocabulary.index:
            raise OptionError(f"--set {each}: there is no variable {name!r}{nearest(name, vocabulary.names)}")
        if name in found:
            raise OptionError(f"--set {each}: {name} is set twice")
        domain = vocabulary.domains[vocabulary.index[name]]
        by_name = {str(vocabulary.shown(name, number)): number for number in domain}
        if value not in by_name:
            known = list(by_name) if len(by_name) <= 12 else [*list(by_name)[:10], "…", list(by_name)[-1]]
            hint = nearest(value, by_name) if vocabulary.is_named[vocabulary.index[name]] else ""
            raise OptionError(f"--set {each}: the values of {name} are {', '.join(known)}{hint}")
        found[name] = by_name[value]
    return found


def _shown(model: Model, solution: dict[str, int]) -> dict[str, Any]:
    v = model.network.vocabulary
    return Query(v, v.encode(solution)).shown


def _as_json(model: Model, solution: dict[str, int], number: int, asked: int) -> None:
    click.echo(json.dumps({"example": _shown(model, solution)}))


def _as_csv(model: Model, solution: dict[str, int], number: int, asked: int) -> None:
    out = io.StringIO()
    writer = csv.DictWriter(out, model.network.vocabulary.names, lineterminator="\n")
    if number == 1:
        writer.writeheader()
    writer.writerow(_shown(model, solution))
    click.echo(out.getvalue(), nl=False)


def _drawn(model: Model, solution: dict[str, int], number: int, asked: int) -> None:
    if asked > 1:
        click.echo(f"{'' if number == 1 else chr(10)}Solution {number} of {asked}\n")
    click.echo(draw(solution, model.network.vocabulary, width=page_width()))
