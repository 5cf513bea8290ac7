"""`tacit learn FILE --passive`: the model that examples support by themselves, without a question."""

from __future__ import annotations

import json
import shlex
import textwrap
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from tacit.cli.files import save
from tacit.cli.layout import WIDTH, plural, wrapped
from tacit.cli.models import known_examples
from tacit.dialogue.from_examples import learn_from
from tacit.errors import ExamplesError, OptionError
from tacit.formats import json_model
from tacit.formats.problem_file import read_problem_file
from tacit.learning.result import Result
from tacit.problem.model import Model
from tacit.regularities.regularity import Regularity
from tacit.showing.claim_words import statement
from tacit.showing.doubt_words import ENDS
from tacit.showing.support_words import support

MOST = 40  # lines of a model that are shown
TOGETHER = {"file", "passive", "more", "output", "as_json", "seed"}  # options that mean something without questions


def learn_passively(file: str, more: tuple[str, ...], output: str | None, as_json: bool, seed: int) -> None:
    """Learn from the examples that the problem file names, and from `more` files."""
    _refuse_idle_options()
    read = read_problem_file(file)
    examples = known_examples(read, more)
    if not examples:
        raise ExamplesError(
            f"{file}: --passive learns from examples, and there are none: name a file in `examples`, or with --examples"
        )
    result = learn_from(read.problem, examples, seed=seed)
    model = Model(read.problem.name, result.network, str(result.status))
    if output is not None:
        save(Path(output), json_model.write(model))
    if as_json:
        click.echo(json.dumps(_as_object(result, model)))
    else:
        click.echo(_in_words(result, file, output))


def _refuse_idle_options() -> None:
    context = click.get_current_context()
    for parameter in context.command.params:
        name = str(parameter.name)
        if name not in TOGETHER and context.get_parameter_source(name) == ParameterSource.COMMANDLINE:
            raise OptionError(f"--passive asks nobody, so {parameter.opts[-1]} has no effect with it")


def _in_words(result: Result, file: str, output: str | None) -> str:
    plans = len({each.query for each in result.answers if each.answer and each.query.complete})
    wrong = sum(each.answer is False for each in result.answers)
    learned_from = plural(plans, "plan") + (f" and {plural(wrong, 'wrong example')}" if wrong else "")
    parts = [wrapped(f"{ENDS[str(result.status)]} There are {learned_from}.", indent=0)]
    if not result.support:
        parts.append(wrapped("Nothing holds in these plans that chance would not explain: more plans would help."))
    else:
        title = f"Well supported ({plural(len(result.network), 'constraint')}):"
        shown = [_line(each) for each in result.support[:MOST]]
        if len(result.support) > MOST:
            shown.append(f"  … and {len(result.support) - MOST:,} more")
        parts.append("\n".join([title, *shown]))
    if result.gaps:
        parts.append(wrapped(f"{plural(len(result.gaps), 'wrong example')} of {wrong:,} would be accepted."))
    if result.support:
        if output is None:
            parts.append(f"Next: tacit learn {shlex.quote(file)} --passive -o model.json keeps the model")
        else:
            parts.append(f"Next: tacit solve {shlex.quote(output)}")
    return "\n\n".join(parts)


def words_of(line: Regularity) -> str:
    """What a line of the model says."""
    said = statement(line.rule)
    return said if len(line.rules) == 1 else f"{said}; and {len(line.rules) - 1} more rules of this form"


def _line(line: Regularity) -> str:
    said = textwrap.fill(words_of(line), WIDTH, initial_indent="  ", subsequent_indent="    ")
    rests = support(line.plans, line.places, line.bits, line.rejects)
    return f"{said}\n{textwrap.fill(rests, WIDTH, initial_indent='      ', subsequent_indent='      ')}"


def _as_object(result: Result, model: Model) -> dict[str, Any]:
    return {
        "problem": model.name,
        "status": model.status,
        "reason": result.reason,
        "questions": 0,
        "learned": len(model.network),
        "open": 0,
        "constraints": [str(constraint) for constraint in model.network],
        "words": [words_of(line) for line in result.support],
        "support": [_as_row(line) for line in result.support],
        "accepted_wrong": len(result.gaps),
    }


def _as_row(line: Regularity) -> dict[str, Any]:
    rules = [{"relation": rule.relation.name, "over": rule.family.spec} for rule in line.rules]
    for rule, row in zip(line.rules, rules, strict=True):
        if rule.order:
            row["order"] = list(rule.order)  # type: ignore[assignment]
    return {
        "rules": rules,
        "bits": line.bits,
        "plans": line.plans,
        "places": line.places,
        "rejects": line.rejects,
    }
