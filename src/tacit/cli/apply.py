"""`tacit apply`: the model of another problem, from rules that were learned before."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

import click

from tacit.carrying.carried import Carried, CarriedRule, LeftRule, constraints_of
from tacit.carrying.carry import carry_over
from tacit.cli.files import save
from tacit.cli.layout import end_with_finding, plural, wrapped
from tacit.cli.models import MODEL_HELP, from_answers, load_model
from tacit.errors import OptionError
from tacit.exact.core import clashing_parts
from tacit.exact.cpsat import solve
from tacit.formats import json_model
from tacit.formats.problem_file import read_problem_file

MOST_SINGLE = 6  # constraints on single cells that are listed one by one

reading_option = click.option(
    "--reading",
    "readings",
    multiple=True,
    metavar="RULE=FAMILY",
    help="Which family a rule is meant for, if that is not clear: 'count(night) <= 2=window of 7 in row'.",
)


@click.command(
    short_help="Apply what was learned to another problem: next month, more people.",
    epilog=f"{MODEL_HELP} Exit codes: 0; 1 if the rules have no solution in the new problem; 2 an error.",
)
@click.argument("model", metavar="MODEL")
@click.argument("file", metavar="FILE.toml")
@click.option("-o", "--output", metavar="FILE.json", help="Write the model of the new problem there.")
@click.option("--named", is_flag=True, help="Also apply rules about named people, lines and cells.")
@reading_option
@from_answers
def apply(model: str, file: str, output: str | None, named: bool, readings: tuple[str, ...]) -> None:
    """Apply the rules of a model to the problem of FILE.toml, of another size or with other labels.

    It says what carries over, what should be checked, and what does not carry over and why. Rules about named people,
    lines or cells are left out unless --named is given: somebody of the same name need not be the same.

    \b
    Examples:
      tacit apply april.json may.toml -o may.json && tacit solve may.json
      tacit apply april.toml may.toml --named
      tacit learn may.toml --beliefs april.json       to be asked about these rules first
    """
    if output is not None:
        if Path(output).suffix != ".json":
            raise OptionError(f"-o {output}: a model is kept as .json; `tacit export` makes other formats of it")
        if not Path(output).resolve().parent.is_dir():  # checked before the work, not after it
            raise OptionError(f"-o {output}: there is no folder {Path(output).parent}")
    problem = read_problem_file(file).problem
    carried = carry_over(load_model(model), problem, readings=read_readings(readings))
    _tell(carried, named)
    solvable = _tell_whether_it_has_a_solution(carried, named)
    if output is not None:
        save(Path(output), json_model.write(carried.model(named=named)))
        if solvable:
            click.echo(f"Written to {output}: tacit solve {shlex.quote(output)}")
        else:
            again = f"tacit learn {shlex.quote(file)} --beliefs {shlex.quote(model)}"
            told = f"Written to {output}, though it has no solution. To be asked which rules still hold: {again}"
            click.echo(wrapped(told))
    if not solvable:
        end_with_finding()


def read_readings(given: Sequence[str]) -> dict[str, str]:
    """RULE=FAMILY, where the rule may have a sign in it."""
    found = {}
    for each in given:
        rule, equals, family = each.rpartition("=")
        if not equals or not rule.strip() or not family.strip() or rule[-1] in "<>=!":
            raise OptionError(f"--reading {each}: RULE=FAMILY is needed, as in 'count(night) <= 2=window of 7 in row'")
        found[rule.strip()] = family.strip()
    return found


def _tell(carried: Carried, named: bool) -> None:
    name = carried.problem.name
    sure = [each for each in carried.rules if each.check is None]
    check = [each for each in carried.rules if each.check is not None]
    every = len(carried.rules) + len(carried.by_name) + len(carried.left)
    applied = len(carried.rules) + len(carried.by_name) * named
    told = f"{applied} of {plural(every, 'rule')} {'carries' if applied == 1 else 'carry'} over to {name}"
    by_name = f", {plural(len(carried.by_name), 'rule')} by name among them" if named and carried.by_name else ""
    click.echo(wrapped(f"{told}{by_name}."))
    _list("As they were learned:", sure)
    _list("Please check:", check)
    because = "and applied, because of --named" if named else "not applied; --named applies them"
    _list(f"About people, lines or cells by their names, {because}:", carried.by_name)
    _list("Left out:", carried.left)


def _list(heading: str, rules: Sequence[CarriedRule | LeftRule]) -> None:
    if not rules:
        return
    click.echo(f"\n{heading}")
    for each in rules[:MOST_SINGLE] if _are_single(rules) else rules:
        why = each.reason if isinstance(each, LeftRule) else each.check
        click.echo(wrapped(f"- {each.words}{'' if why is None else f' ({why})'}"))
    if _are_single(rules) and len(rules) > MOST_SINGLE:
        click.echo(f"- … and {len(rules) - MOST_SINGLE} more")


def _are_single(rules: Sequence[CarriedRule | LeftRule]) -> bool:
    return all(each.source.family.key.kind == "cells" for each in rules)


def _tell_whether_it_has_a_solution(carried: Carried, named: bool) -> bool:
    chosen = carried.chosen(named=named)
    network = carried.network(named=named)
    click.echo("")
    if solve(network.vocabulary, list(network))[0] is not None:
        click.echo(f"These rules ({plural(len(network), 'constraint')}) have a solution.")
        return True
    parts = [constraints_of(each.rule, carried.problem) for each in chosen]
    clashing = clashing_parts(network.vocabulary, parts, carried.problem.background)
    if not clashing:
        click.echo("There is no solution: the background of the new problem has none by itself.")
        return False
    click.echo("There is no solution: these rules clash, and would not without any one of them:")
    for number in clashing:
        click.echo(wrapped(f"- {chosen[number].words}"))
    return False
