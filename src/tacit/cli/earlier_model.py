"""What `tacit learn` can start from: a model of another problem, as background or as beliefs to confirm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tacit.carrying.carried import Carried
from tacit.carrying.carry import carry_over
from tacit.cli.apply import read_readings
from tacit.cli.layout import plural
from tacit.cli.models import load_model
from tacit.errors import OptionError
from tacit.exact.cpsat import solve
from tacit.interview.kept_claims import keep_expected
from tacit.learning.expected import Expected
from tacit.problem.problem import Problem
from tacit.structure.rule import Rule


@dataclass(frozen=True)
class EarlierModel:
    """What an interview starts from.

    options:   `expected`, as the log keeps it
    additions: what the language needs to say the rules
    known:     rules that are taken as known
    told:      what is said about it
    """

    options: dict[str, Any]
    additions: list[dict[str, Any]]
    known: list[Rule]
    told: str


def check_options(background: str | None, beliefs: str | None, readings: Sequence[str], named: bool) -> None:
    if background is not None and beliefs is not None:
        raise OptionError("either --background or --beliefs")
    if background is None and beliefs is None and (readings or named):
        raise OptionError("--reading and --named go with --background or --beliefs")
    if beliefs is not None and named:
        raise OptionError("--named goes with --background: with --beliefs all rules are asked about")


def start_from(
    background: str | None, beliefs: str | None, readings: Sequence[str], named: bool, problem: Problem, rules: bool
) -> EarlierModel | None:
    """Reads --background or --beliefs. rules: can whoever answers be asked about rules?"""
    argument = background if beliefs is None else beliefs
    if argument is None:
        return None
    if beliefs is not None and not rules:
        raise OptionError("--beliefs: rules can't be asked about here; --background takes them as known")
    carried = carry_over(load_model(argument), problem, readings=read_readings(readings))
    known = [] if beliefs is not None else [each.rule for each in carried.chosen(named=named)]
    if known:
        network = carried.network(named=named)
        if solve(network.vocabulary, list(network))[0] is None:
            raise OptionError(
                f"--background {argument}: these rules have no solution here; tacit apply shows which clash"
            )
    asked = [each for each in carried.beliefs if each.claim not in known] if rules else []
    additions = carried.additions([*asked, *map(Expected, known)])
    options = {"expected": keep_expected(asked)} if asked else {}
    return EarlierModel(options, additions, known, _told(argument, carried, len(known), len(asked)))


def _told(argument: str, carried: Carried, known: int, asked: int) -> str:
    parts = [f"{plural(known, 'rule')} taken as known"] if known else []
    parts += [f"{plural(asked, 'rule')} to be asked about first"] if asked else []
    parts += [f"{len(carried.left)} left out"] if carried.left else []
    return f"From {argument}: {', '.join(parts) or 'nothing carries over'}. (tacit apply lists them.)"
