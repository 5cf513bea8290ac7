"""`tacit learn`: learn the problem of a file from a person, a function or a command."""

from __future__ import annotations

import json
import shlex
import sys
from contextlib import AbstractContextManager, ExitStack, nullcontext, redirect_stdout
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from tacit.cli.checking import refuse_idle_options
from tacit.cli.files import save
from tacit.cli.layout import are, plural, wrapped
from tacit.cli.models import known_examples
from tacit.cli.person import Person
from tacit.cli.summary import outcome
from tacit.cli.sweeping import SECONDS, SEED
from tacit.dialogue.oracles import asked_about
from tacit.dialogue.oracles.command import CommandOracle
from tacit.dialogue.oracles.function import load_oracle
from tacit.errors import OptionError, OracleError
from tacit.formats import json_model
from tacit.formats.problem_file import ProblemFile, read_problem_file
from tacit.interview import FOR_PEOPLE, Interview, Log
from tacit.problem.model import Model
from tacit.problem.problem import Problem
from tacit.problem.query import Answered, Query
from tacit.problem.vocabulary import Vocabulary
from tacit.showing.sentences import lines

LIMIT_S = 10.0


@click.command(
    short_help="Learn a problem by asking you, a function or a command.",
    epilog="Exit codes: 0 if all questions were answered or you left; 2 if something is wrong, which stderr says in "
    "one line; 130 after Ctrl-C. Answers are kept in each case: start again to go on.",
)
@click.argument("file", metavar="FILE.toml")
@click.option("--oracle", metavar="MODULE:NAME", help="Ask this Python function or object (or FILE.py:NAME), not you.")
@click.option("--command", metavar="COMMAND", help="Ask this command: a JSON object a line, an answer a line.")
@click.option("--limit", type=SECONDS, metavar="S", help=f"How long the command may think.  [default: {LIMIT_S:.0f}]")
@click.option("--algorithm", metavar="guided|mquacq|multiacq|quacq", help="The learner.  [default: guided]")
@click.option("--values", metavar="lex|random|max_v", help="Order of values.  [default: random]")
@click.option("--seed", type=SEED, metavar="N", default=0, show_default=True, help="Other seeds ask other questions.")
@click.option("--rules/--no-rules", default=None, help="Ask about rules, too.  [default: if they can be answered]")
@click.option("--largest", type=click.IntRange(2), metavar="N", help="At most N cells in a question.  [default: 12]")
@click.option("--slips", type=float, metavar="P", help="Expected share of wrong answers.  [default: 0.02]")
@click.option("--max-questions", type=click.IntRange(1), metavar="N", help="Stop after N questions.")
@click.option("--examples", "more", metavar="FILE", multiple=True, help="Known examples, CSV or JSON lines.")
@click.option("--new", is_flag=True, help="Start over, even if there are answers from before.")
@click.option("--db", metavar="FILE", help="Where answers are kept.  [default: TACIT_DB, or your data folder]")
@click.option("-o", "--output", metavar="FILE.json", help="Write the learned model there.")
@click.option("--json", "as_json", is_flag=True, help="The result as one JSON object, and nothing else.")
def learn(
    file: str,
    oracle: str | None,
    command: str | None,
    limit: float | None,
    more: tuple[str, ...],
    new: bool,
    db: str | None,
    output: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Learn the problem that FILE.toml describes, by asking questions.

    Each answer is kept at once: whatever happens, a second start goes on from there.

    \b
    Examples:
      tacit new week.toml && tacit learn week.toml
      tacit learn week.toml --command ./checker -o learned.json
      tacit learn week.toml --oracle rules.py:fine --examples known.csv
    """
    if oracle is not None and command is not None:
        raise OptionError("either --oracle or --command")
    if limit is not None and command is None:
        raise OptionError("--limit has an effect only with --command")
    if as_json and oracle is None and command is None:
        raise OptionError("--json needs --oracle or --command")
    if output is not None and Path(output).suffix != ".json":
        raise OptionError(f"-o {output}: a model is kept as .json; `tacit export` makes other formats of it")
    person = oracle is None and command is None
    problem = read_problem_file(file)
    examples = known_examples(problem, more)
    with ExitStack() as stack:
        log = stack.enter_context(Log(db, durable=person))
        with _apart(as_json):
            rules = problem.problem.vocabulary if options["rules"] else None
            answering = stack.enter_context(
                _oracle(oracle, command, LIMIT_S if limit is None else limit, rules, problem.problem)
            )
        interview = _interview(log, problem, examples, new=new, **_chosen(options, answering))
        if not as_json:
            _say_what_is_known(interview)
        if person:
            interview = Person(interview, _again()).talk()
        else:
            with _apart(as_json):
                _ask(interview, answering)
        if interview.question is not None:
            return  # the person has left, and was told how to come back
        model = interview.model()
        if output is not None:
            save(Path(output), json_model.write(model))
        if as_json:
            click.echo(json.dumps(_as_object(interview, model)))
        else:
            words = [output] if output is not None else [file] if db is None else [file, "--db", db]
            click.echo(outcome(interview, shlex.join(words), talked_through=person))


def _chosen(options: dict[str, Any], oracle: Any) -> dict[str, Any]:
    """The options that were given; for the rest those that people are asked with.

    Rules, small questions and slips are for the guided learner. Programs are asked large questions, and make no slips.
    """
    given = {name: value for name, value in options.items() if value is not None}
    can_answer_rules = oracle is None or getattr(oracle, "ask_rule", None) is not None
    if given.get("rules") and not can_answer_rules:
        raise OptionError("--rules: this oracle answers about examples only, because it has no `ask_rule`")
    chosen = {**FOR_PEOPLE, **given}
    guided = chosen["algorithm"] == "guided"
    fitting = {"rules": guided and can_answer_rules, "slips": guided and oracle is None}
    fitting["largest"] = fitting["slips"]
    for name, fits in fitting.items():
        if not fits and name not in given:
            del chosen[name]
    refuse_idle_options(chosen, given)
    return chosen


def _oracle(
    oracle: str | None, command: str | None, limit: float, rules: Vocabulary | None, problem: Problem
) -> AbstractContextManager[Any]:
    """rules: as for `CommandOracle`. Nobody knows whether a command can be asked about rules unless it is said."""
    if command is not None:
        return CommandOracle(command, limit_s=limit, rules=rules)
    return nullcontext(None if oracle is None else load_oracle(oracle, problem))


def _apart(as_json: bool) -> AbstractContextManager[Any]:
    """What a function prints goes to stderr if stdout is for one JSON object and nothing else."""
    return redirect_stdout(sys.stderr) if as_json else nullcontext()


def _again() -> str:
    """The command line that goes on with this interview: the same, but not --new."""
    context = click.get_current_context()
    words = ["tacit", "learn"]
    for parameter in context.command.params:
        name, value = str(parameter.name), context.params.get(str(parameter.name))
        if name == "new" or context.get_parameter_source(name) != ParameterSource.COMMANDLINE:
            continue
        for each in value if isinstance(value, tuple) else [value]:
            words += [str(each)] if isinstance(parameter, click.Argument) else [parameter.opts[-1], str(each)]
    return shlex.join(words)


def _interview(log: Log, file: ProblemFile, examples: list[Answered], *, new: bool, **options: Any) -> Interview:
    interview = None if new else Interview.resume(log, file, examples, **options)
    return interview or Interview.start(log, file, examples, **options)


def _ask(interview: Interview, oracle: Any) -> None:
    """Ask a function or a command until nothing is left to ask."""
    if isinstance(oracle, CommandOracle):
        oracle.asked = interview.answers  # only now it is known how many there are from before
    try:
        while (question := interview.question) is not None:
            interview.answer(oracle.ask(question) if isinstance(question, Query) else asked_about(oracle, question))
    except OracleError as error:
        kept = f"{are(interview.answers, 'answer')} kept"
        raise OracleError(f"{str(error).rstrip('.')}. {kept}; start again to go on from there.") from error


def _say_what_is_known(interview: Interview) -> None:
    """Tell what the given examples have removed, file by file, and which answers there are from before."""
    total = interview.progress().total
    files: dict[str, tuple[int, int]] = {}
    for entry, removed in interview.given:
        name = (entry.source or "").partition(", line")[0]
        if name and not name.startswith("question"):
            count, sum_removed = files.get(name, (0, 0))
            files[name] = (count + 1, sum_removed + removed)
    for name, (count, removed) in files.items():
        remove = f"{plural(count, 'known example')} {'removes' if count == 1 else 'remove'}"
        click.echo(f"{name}: {remove} {removed:,} of {plural(total, 'candidate')}.")
    if interview.answers or interview.told:
        told = f"Going on: {interview.said} before" if interview.told else f"Going on: {interview.said} from before"
        if interview.reused < interview.answers:
            told += f", of which {interview.reused:,} can be used with the problem as it is now"
        click.echo(wrapped(f"{told}. (--new starts over.)"))


def _as_object(interview: Interview, model: Model) -> dict[str, Any]:
    result = interview.result
    return {
        "problem": model.name,
        "status": model.status,
        "reason": result.reason,
        "questions": interview.answers,
        "learned": len(model.network),
        "open": model.open,
        "constraints": [str(constraint) for constraint in model.network],
        "words": [line.text for line in lines(model.network, interview.file.problem.groups)],
        "seed": interview.options["seed"],
    }
