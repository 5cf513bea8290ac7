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

from tacit.cli.apply import reading_option
from tacit.cli.checking import refuse_idle_options
from tacit.cli.earlier_model import check_options, start_from
from tacit.cli.files import save
from tacit.cli.layout import plural, wrapped
from tacit.cli.models import known_examples, with_db
from tacit.cli.parallel import ask_in_parallel, check_parallel, say_what_is_kept, with_what_is_kept
from tacit.cli.passive import learn_passively
from tacit.cli.person import Person
from tacit.cli.summary import outcome
from tacit.cli.sweeping import SECONDS, SEED
from tacit.dialogue.oracles import asked_about
from tacit.dialogue.oracles.command import CommandOracle
from tacit.dialogue.oracles.function import fingerprint, load_oracle
from tacit.dialogue.oracles.patience import KNOWS_NOTHING, Patience
from tacit.dialogue.to_the_end import show_progress
from tacit.errors import OptionError, OracleError
from tacit.formats import json_model
from tacit.formats.problem_file import ProblemFile, read_problem_file
from tacit.formats.rule_folding import with_rules
from tacit.interview import FOR_PEOPLE, PERSON, Answerer, Doubtful, Interview, Log, OthersAnswers
from tacit.interview.replay import SIDE_BY_SIDE
from tacit.learning.advice import Advice
from tacit.learning.gap import Gap
from tacit.learning.result import PLAN_ACCEPTED, Status
from tacit.problem.model import Model
from tacit.problem.problem import Problem
from tacit.problem.query import Answered, Plan, Query
from tacit.problem.vocabulary import Vocabulary
from tacit.sheets.plan_files import check_writable, write_plans
from tacit.sheets.spreadsheet import file_of
from tacit.showing.advice_words import in_a_sentence
from tacit.showing.claim_words import statement
from tacit.showing.progress_bar import ProgressBar
from tacit.showing.sentences import lines

LIMIT_S = 10.0
EARLY = 5  # before everything was settled
EXIT_CODES = {
    Status.INCOMPLETE: 3,
    Status.COLLAPSED: 4,
    Status.STOPPED: EARLY,
    Status.PREMATURE: EARLY,
    Status.UNDECIDED: EARLY,
}


@click.command(
    short_help="Learn a problem by asking you, a function or a command.",
    epilog="Exit codes: 0 if everything is settled, a plan was taken or you left; 3 if the model is incomplete, "
    "because these relations can't say all; 4 if the answers contradict each other, or leave no solution; 5 if it "
    'ended before everything was settled: by --max-questions, another limit, or "don\'t know"; 2 if something else is '
    "wrong, which stderr says in one line; 130 after Ctrl-C. Answers are kept in each case: start again to go on.",
)
@click.argument("file", metavar="FILE.toml")
@click.option("--oracle", metavar="MODULE:NAME", help="Ask this Python function or object (or FILE.py:NAME), not you.")
@click.option("--command", metavar="COMMAND", help="Ask this command: a JSON object a line, an answer a line.")
@click.option("--limit", type=SECONDS, metavar="S", help=f"How long the command may think.  [default: {LIMIT_S:.0f}]")
@click.option("--parallel", type=click.IntRange(1), metavar="N", help="Ask a slow oracle N questions side by side.")
@click.option("--workers", type=click.Choice(["processes", "threads"]), help="Where --parallel calls a function.")
@click.option("--dask", metavar="ADDRESS", help="With --parallel: ask on the workers of this Dask scheduler.")
@click.option("--algorithm", metavar="guided|mquacq|…", help="The learner (docs/algorithms.md).  [default: guided]")
@click.option("--values", metavar="lex|random|max_v", help="Order of values.  [default: random]")
@click.option("--seed", type=SEED, metavar="N", default=0, show_default=True, help="Other seeds ask other questions.")
@click.option("--until", type=click.Choice(["scopes", "plan"]), help="plan: show plans until one is right.")
@click.option("--rules/--no-rules", default=None, help="Ask about rules, too.  [default: if they can be answered]")
@click.option("--largest", type=click.IntRange(2), metavar="N", help="At most N cells in a question.  [default: 12]")
@click.option(
    "--slips",
    type=float,
    metavar="P",
    help="Expected share of wrong answers.  [default: 0.02 for people, 0 for programs]",
)
@click.option(
    "--max-questions", type=click.IntRange(1), metavar="N", help="Stop after N answers, those from before included."
)
@click.option("--examples", "more", metavar="FILE", multiple=True, help="Known examples: .xlsx, .csv or .jsonl.")
@click.option("--background", metavar="MODEL", help="Take the rules of an earlier model as known.")
@click.option("--beliefs", metavar="MODEL", help="Ask about the rules of an earlier model first.")
@click.option("--named", is_flag=True, help="With --background, also rules about named people, lines and cells.")
@reading_option
@click.option("--passive", is_flag=True, help="Ask nobody: what the known examples support by themselves.")
@click.option("--new", is_flag=True, help="Start over, even if there are answers from before.")
@click.option("--keep", is_flag=True, help="Go on with the answers from before, even if somebody else gave them.")
@click.option("--db", metavar="FILE", help="Where answers are kept.  [default: TACIT_DB, or your data folder]")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Where to write the model (.json), or with --until plan the plan (.xlsx, .csv).",
)
@click.option("--json", "as_json", is_flag=True, help="The result as one JSON object, and nothing else.")
def learn(
    file: str,
    oracle: str | None,
    command: str | None,
    limit: float | None,
    parallel: int | None,
    workers: str | None,
    dask: str | None,
    more: tuple[str, ...],
    background: str | None,
    beliefs: str | None,
    named: bool,
    readings: tuple[str, ...],
    passive: bool,
    new: bool,
    keep: bool,
    db: str | None,
    output: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Learn the problem that FILE.toml describes, by asking questions.

    Each answer is kept at once: whatever happens, a second start goes on from there. Answers belong to whoever gave
    them: another oracle, or you after an oracle, must say --new or --keep.

    \b
    Examples:
      tacit new week.toml && tacit learn week.toml
      tacit learn week.toml --command ./checker -o learned.json
      tacit learn week.toml --oracle rules.py:fine --examples known.csv
      tacit learn may.toml --beliefs april.json
      tacit learn week.toml --until plan
      tacit learn week.toml --passive --examples known.csv
    """
    plan_file = _plan_file(output, options["until"])
    if passive:
        learn_passively(file, more, output, as_json, options["seed"])
        return
    if oracle is not None and command is not None:
        raise OptionError("either --oracle or --command")
    if limit is not None and command is None:
        raise OptionError("--limit has an effect only with --command")
    if as_json and oracle is None and command is None:
        raise OptionError("--json needs --oracle, --command or --passive")
    if new and keep:
        raise OptionError("either --new or --keep")
    check_parallel(parallel, workers, dask, oracle, command)
    check_options(background, beliefs, readings, named)
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
        interview = None
        who, chosen = _answerer(oracle, answering), _chosen(options, answering)
        if parallel is not None and parallel > 1:
            chosen[SIDE_BY_SIDE] = True
        if not new:
            interview = _resume(log, problem, examples, answerer=who, keep=keep, **chosen)
        begun = interview is None
        if interview is None:  # one that was begun before goes on with what it began with
            rules_too = bool(chosen.get("rules"))
            earlier = start_from(background, beliefs, readings, named, problem.problem, rules_too)
            if earlier is not None:
                chosen |= earlier.options
            interview = Interview.start(log, problem, examples, answerer=who, **chosen)
            if earlier is not None:
                interview.begin_with(earlier.additions, earlier.known)
                if not as_json:
                    click.echo(wrapped(earlier.told))
        if not as_json:
            _say_what_is_known(interview, just_begun=begun)
        if person:
            interview = Person(interview, _again()).talk()
        else:
            with _apart(as_json):
                if parallel is not None and parallel > 1:
                    ask_in_parallel(interview, answering, oracle, parallel, workers, dask)
                else:
                    _ask(interview, answering)
        if interview.question is not None:  # the person has left, and was told how to come back
            if output is not None:
                click.echo(f"{output} is written when the interview is over.")
            return
        model = interview.model()
        if plan_file is not None:
            _save_plan(plan_file, interview)
        elif output is not None:
            save(Path(output), json_model.write(with_rules(model)))
        if as_json:
            click.echo(json.dumps(_as_object(interview, model)))
        else:
            is_model = output is not None and plan_file is None
            model_file = shlex.quote(output) if output is not None and is_model else with_db(file, db)
            click.echo(
                "\n" * (person and interview.answers > 0) + outcome(interview, model_file, talked_through=person)
            )
        sys.exit(_exit_code(interview))


def _exit_code(interview: Interview) -> int:
    """What scripts are told of how it ended. Whoever has taken a plan has what they came for."""
    result = interview.result
    return 0 if result.reason == PLAN_ACCEPTED else EXIT_CODES.get(result.status, 0)


def _plan_file(output: str | None, until: str | None) -> Path | None:
    """Where the plan goes that is taken, if somebody wants just a plan; the model goes into a .json file."""
    if output is None or Path(output).suffix == ".json":
        return None
    if until != "plan":
        raise OptionError(f"-o {output}: a model is kept as .json; `tacit export` makes other formats of it")
    check_writable(Path(output), overwrite=False)
    return Path(output)


def _save_plan(path: Path, interview: Interview) -> None:
    taken = interview.result.plan
    if taken is None:
        click.echo(f"{path} is not written: no plan was taken.", err=True)
        return
    write_plans(path, [taken], interview.file.problem)
    click.echo(f"The plan is in {path}.", err=True)


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
    about_rules = guided or chosen["algorithm"] in ("p-quacq", "g-quacq")
    fitting = {"rules": about_rules and can_answer_rules, "slips": guided and oracle is None}
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
        if isinstance(parameter, click.Option) and parameter.is_flag:
            words += parameter.opts[-1:] if value else parameter.secondary_opts[-1:]
            continue
        for each in value if isinstance(value, tuple) else [value]:
            words += [str(each)] if isinstance(parameter, click.Argument) else [parameter.opts[-1], str(each)]
    return shlex.join(words)


def _answerer(oracle: str | None, answering: Any) -> Answerer:
    """Who answers, as the log keeps it."""
    if isinstance(answering, CommandOracle):
        return Answerer.command(shlex.join(answering.arguments))
    return PERSON if oracle is None else Answerer.oracle(oracle, fingerprint(oracle))


def _resume(log: Log, file: ProblemFile, examples: list[Answered], **options: Any) -> Interview | None:
    try:
        return Interview.resume(log, file, examples, **options)
    except OthersAnswers as refused:
        raise OptionError(f"{refused}: --new starts over, --keep goes on with what was answered") from None


def _ask(interview: Interview, oracle: Any) -> None:
    """Ask a function or a command until nothing is left to ask."""
    if isinstance(oracle, CommandOracle):
        oracle.asked = interview.answers  # only now it is known how many there are from before
    patience = Patience(entry.answer for entry in interview.entries)
    try:
        with ProgressBar("Learning", lines=True) as bar:
            while (question := interview.question) is not None:
                interview.answer(oracle.ask(question) if isinstance(question, Query) else asked_about(oracle, question))
                patience.hear(interview.entries[-1].answer)
                if patience.is_over:
                    interview.stop(KNOWS_NOTHING)
                if bar.is_shown:
                    show_progress(bar, interview.progress())
    except OracleError as error:
        raise with_what_is_kept(error, interview) from error
    except KeyboardInterrupt:
        say_what_is_kept(interview)
        raise


def _say_what_is_known(interview: Interview, *, just_begun: bool) -> None:
    """Tell what the given examples have removed, file by file, and which answers there are from before."""
    total = interview.progress().total
    files: dict[str, tuple[int, int]] = {}
    for entry, removed in interview.given:
        name = file_of(entry.source or "")
        if name and not name.startswith("question"):
            count, sum_removed = files.get(name, (0, 0))
            files[name] = (count + 1, sum_removed + removed)
    for name, (count, removed) in files.items():
        remove = f"{plural(count, 'known example')} {'removes' if count == 1 else 'remove'}"
        click.echo(f"{name}: {remove} {removed:,} of {plural(total, 'candidate')}.")
    if interview.answers or (interview.told and not just_begun):
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
        "plan": result.plan,
        "plans": sum(isinstance(said.query, Plan) for said in result.answers),
        "gaps": [_gap(gap) for gap in result.gaps],
        "second_look": [_second_look(look) for look in interview.second_looks()],
        "advice": [_advice(advice) for advice in result.advice],
        "seed": interview.options["seed"],
    }


def _gap(gap: Gap) -> dict[str, Any]:
    """The cells that are wrong together; or what was denied, if that is the gap."""
    if gap.query is not None:
        return {"cells": gap.query.shown}
    return {"denied": None if gap.claim is None else statement(gap.claim.claim)}


def _second_look(look: Doubtful) -> dict[str, Any]:
    said = look.said
    about = said.asked.shown if isinstance(said.asked, Query) else statement(said.asked)
    return {
        "source": said.source,
        "asked": about,
        "answer": said.answer if said.number is None else said.number,
        "chance": round(look.chance, 3),
        "set_aside": look.set_aside,
    }


def _advice(advice: Advice) -> dict[str, Any]:
    return {"add": advice.entry, "explains": advice.explains, "of": advice.gaps, "words": in_a_sentence(advice)}
