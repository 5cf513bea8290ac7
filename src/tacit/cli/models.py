"""The models that commands accept: a model file, a problem file with its answers, or a benchmark's name."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

import click

from tacit.benchmarks import load
from tacit.cli.layout import are, plural
from tacit.errors import ProblemError
from tacit.formats import json_model
from tacit.formats.problem_file import ProblemFile, read_problem_file
from tacit.interview import Interview, Log
from tacit.learning.result import Status
from tacit.problem.model import Model
from tacit.problem.query import Answered
from tacit.sheets.plan_files import read_known

MODEL_HELP = (
    "MODEL is a model file (.json), a problem file (.toml), which stands for what was learned of it so far, or the "
    "name of a benchmark, which stands for its target."
)
DB = "tacit.db"


def keep(context: click.Context, _: click.Parameter, value: str | None) -> None:
    context.meta[DB] = value


from_answers = click.option(
    "--db",
    metavar="FILE",
    expose_value=False,
    callback=keep,
    help="Where the answers to a problem file are kept.  [default: TACIT_DB, or your data folder]",
)


def load_model(argument: str) -> Model:
    """The model that a command's argument stands for."""
    path = Path(argument)
    if path.suffix == ".toml":
        return _learned(argument)
    if path.suffix == ".json" or path.is_file():
        return json_model.read(_text(path), of=argument)
    if path.is_dir():
        raise ProblemError(f"{argument} is a folder; a model file is needed, such as {path / 'learned.json'}")
    try:
        benchmark = load(argument)
    except ProblemError as error:
        if path.suffix or "/" in argument:
            raise ProblemError(f"there is no model file {argument!r}") from None
        raise ProblemError(f"there is no model file {argument!r}, and {error}") from None
    return Model(benchmark.problem.name, benchmark.target)


def _learned(argument: str) -> Model:
    """What was learned so far from the answers about a problem file."""
    file = read_problem_file(argument)
    context = click.get_current_context(silent=True)
    with Log(context.meta.get(DB) if context else None, durable=False) as log:
        interview = Interview.look(log, file, known_examples(file))
        db = context.meta.get(DB) if context else None
        learn = f"tacit learn {with_db(argument, db)}"
        if interview is None:
            raise ProblemError(f"there are no answers to {argument} in {log.path}: {learn}")
        _tell_if_unfinished(interview, argument, learn)
        return interview.model()


def with_db(file: str, db: str | None) -> str:
    """A problem file for a command that is to be typed next, with the log that was used."""
    return shlex.join([file] if db is None else [file, "--db", db])


def _tell_if_unfinished(interview: Interview, argument: str, again: str) -> None:
    """A model that more answers will change is not used without a word.

    again: the command that goes on
    """
    result = interview.so_far()
    if result.status == Status.CONVERGED:
        return
    if result.status == Status.COLLAPSED:
        told = f"the answers to {argument} can't all be right; {again} shows them"
    elif result.status == Status.INCOMPLETE:
        told = f"the model lacks what its language can't say ({plural(len(result.gaps), 'gap')}); {again} shows it"
    else:
        told = f"not finished: {are(len(result.open), 'candidate')} open; {again} goes on"
    click.echo(f"tacit: {told}", err=True)


def known_examples(file: ProblemFile, more: Sequence[str] = ()) -> list[Answered]:
    """The examples in the files that a problem file names, and in `more` files."""
    named = [(str(each.path), each.answer, each.empty) for each in file.examples]
    found: list[Answered] = []
    for path, answer, empty in [*named, *((path, None, None) for path in more)]:
        found += read_known(path, file.problem.vocabulary, answer, empty=empty)
    return found


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > 4 * json_model.MAX_LENGTH:
            raise ProblemError(f"{path}: {path.stat().st_size:,} bytes are too many for a model")
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        if isinstance(error, ProblemError):
            raise
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise ProblemError(f"{path}: {why}") from None
