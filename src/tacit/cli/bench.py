"""`tacit bench`: learn benchmarks from a simulated user, and measure."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import closing, nullcontext
from dataclasses import replace
from statistics import fmean
from typing import Any

import click
from rich.table import Table

from tacit.cli.checking import refuse_idle_options
from tacit.cli.sweeping import RUNS, SECONDS, SEED, Output, choose_runner, progress, seeds, where_to_run
from tacit.dialogue.extensions import Extension, is_spec
from tacit.dialogue.options import INNER, LEARNERS
from tacit.errors import OptionError
from tacit.experiments.run import CUT, Row
from tacit.experiments.store import Store
from tacit.experiments.sweep import sweep
from tacit.experiments.tables import number
from tacit.experiments.task import Task
from tacit.generation.generators import GENERATORS


class Scopes(click.ParamType):
    """A FindScope: a number, or a name."""

    name = "findscope"

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> int | str:
        return int(value) if str(value).isascii() and str(value).isdigit() else str(value)


OWN = "FILE.py:NAME"
SCOPES = Scopes()
COUNT = click.IntRange(1)
KNOWN = click.IntRange(0, 1000)
SHARE = click.FloatRange(0, 1)
EXPECTED = 0.02  # the share of wrong answers that the guided learner expects where slips are made


@click.command(
    short_help="Learn benchmarks from a simulated user, and measure.",
    epilog="Exit codes: 0, or 2 if something is wrong, which stderr says in one line; 130 after Ctrl-C.",
)
@click.argument("problems", metavar="PROBLEM…", nargs=-1, required=True)
@click.option("--algorithm", metavar=f"NAME|{OWN}", help=f"The learner: {', '.join(LEARNERS)}.  [default: mquacq]")
@click.option("--inner", metavar="NAME", help=f"growacq: what it calls: {', '.join(INNER)}.  [default: mquacq-2]")
@click.option("--findscope", type=SCOPES, metavar="1|2|cb", help="Algorithm 2 or 8, or CB-FindScope.  [default: 2]")
@click.option("--findc", metavar="first|corrected", help="Algorithm 3, or tacit's exact one.  [default: corrected]")
@click.option("--generate", metavar=f"NAME|{OWN}", help=f"{', '.join(GENERATORS)}.  [default: irrgen]")
@click.option("--strategy", metavar="expectation|optimistic", help="conacq-2: what it asks.  [default: expectation]")
@click.option("--objective", metavar="max|max_b", help="Complete or partial examples.  [default: max_b]")
@click.option("--variables", metavar=f"lex|dom|dom/wdeg|bdeg|{OWN}", help="Order of variables.  [default: bdeg]")
@click.option("--values", metavar=f"lex|random|max_v|{OWN}", help="Order of values.  [default: random]")
@click.option("--nodes-min", type=COUNT, metavar="N", help="Cut a search that has an example after N nodes.")
@click.option("--nodes-max", type=COUNT, metavar="N", help="Cut any search after N nodes.")
@click.option("--cut-min", type=SECONDS, metavar="S", help="The same in seconds (not repeatable).")
@click.option("--cut-max", type=SECONDS, metavar="S", help="The same in seconds (not repeatable).")
@click.option("--calls-scopes", type=COUNT, metavar="N", help="MultiAcq: cut FindAllScopes after N calls.")
@click.option("--cut-scopes", type=SECONDS, metavar="S", help="The same in seconds (not repeatable).")
@click.option("--prove", is_flag=True, default=None, help="Under max: settle with CP-SAT what the cutoffs leave open.")
@click.option("--normalized", is_flag=True, default=None, help="The target is known to have one constraint a scope.")
@click.option("--skip-known", is_flag=True, default=None, help="Don't ask what already follows.")
@click.option("--until", metavar="scopes|equivalent|plan", help="guided: where to stop.  [default: scopes]")
@click.option("--rules", is_flag=True, default=None, help="guided: ask about rules, too, as p-quacq and g-quacq do.")
@click.option("--largest", type=int, metavar="N", help="guided: show at most N cells in a question.")
@click.option("--checks/--no-checks", default=None, help="guided: check what nobody has confirmed.  [default: on]")
@click.option("--plans", type=int, metavar="N", help="guided: put N solutions to the user at the end.  [default: 3]")
@click.option("--slips", type=SHARE, metavar="P", help="The user answers wrongly with probability P.")
@click.option("--missed-only", is_flag=True, help="… and only by overlooking what is wrong in examples.")
@click.option(
    "--expect",
    type=float,
    metavar="P",
    help="guided: the share of wrong answers that it expects.  [default: 0.02 with --slips, else 0]",
)
@click.option("--orders", type=click.Choice(["given", "all"]), help="Orders of a relation's arguments in the bias.")
@click.option("--relation", "relations", metavar="TEXT", multiple=True, help="Add this to the problem's language.")
@click.option("--runs", type=RUNS, metavar="N", default=1, show_default=True, help="Run k of N uses seed S + k.")
@click.option("--seed", type=SEED, metavar="N", default=0, show_default=True, help="The first seed S.")
@click.option("--examples", type=KNOWN, metavar="N", default=0, help="So many solutions are known beforehand.")
@click.option("--counterexamples", type=KNOWN, metavar="N", default=0, help="So many near misses are known beforehand.")
@click.option("--marks", is_flag=True, help="With each no the user marks one scope that clashes.")
@click.option("--cap", type=SECONDS, metavar="S", help="Stop a run after S seconds.")
@click.option("--results", metavar="FILE", help="Keep each finished run in this SQLite file, and don't run it again.")
@where_to_run
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, and nothing else.")
def bench(
    problems: tuple[str, ...],
    orders: str | None,
    relations: tuple[str, ...],
    runs: int,
    seed: int,
    examples: int,
    counterexamples: int,
    marks: bool,
    slips: float | None,
    missed_only: bool,
    expect: float | None,
    cap: float | None,
    results: str | None,
    jobs: int | None,
    dask: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Learn benchmarks from a simulated user who knows their targets, and measure.

    PROBLEM is a name such as sudoku, sudoku-4, gtsudoku, jsudoku, latin-10, zebra, murder, purdey, allergy, golomb-12,
    golomb-6-full, examtt-24, rlfap-50, queens-8, nurse-7x3x8, random-20x5x40, clique-8.

    \b
    Examples:
      tacit bench sudoku murder --runs 5
      tacit bench sudoku --algorithm quacq --values max_v --json
      tacit bench sudoku-4 --examples 10
      tacit bench sudoku --algorithm growacq --generate pq-gen --findscope cb
      tacit bench sudoku --algorithm guided --rules
      tacit bench sudoku --algorithm guided --rules --slips 0.01 --runs 20
      tacit bench ward-8x7 --algorithm guided --until plan --runs 5
    """
    given = {name: value for name, value in options.items() if value is not None}
    given.setdefault("algorithm", "mquacq")  # what the paper is compared by; elsewhere guided is the default
    given |= _expectation(options["algorithm"], slips, expect)
    if options["until"] == "plan":
        given = {"rules": True, **given}  # whoever marks plans answers about rules, too
    if {options["algorithm"], options["inner"]} & {"p-quacq", "g-quacq"}:
        given = {"rules": True, **given}  # these are about rules, and the user knows the target
    if missed_only and slips is None:
        raise OptionError("--missed-only has no effect without --slips")
    extensions = tuple(Extension.read(spec) for spec in dict.fromkeys(filter(is_spec, given.values())))
    tasks = [
        Task(
            problem,
            given,
            each,
            relations=relations,
            orders=orders,
            cap_s=cap,
            extensions=extensions,
            slips=slips,
            missed_only=missed_only,
        )
        for problem in dict.fromkeys(problems)
        for each in seeds(seed, runs)
    ]
    helped = bool(examples or counterexamples or marks)
    if helped:  # the same runs without help, too, to see what it saves
        tasks += [replace(t, examples=examples, counterexamples=counterexamples, marks=marks) for t in tasks]
    _check(tasks)
    runner = choose_runner(jobs, dask)
    rows: list[Row] = []
    with (
        nullcontext() if results is None else Store(results) as store,
        closing(sweep(tasks, runner, store)) as finished_runs,
        progress(tasks) as advance,
    ):
        for finished in finished_runs:
            advance(finished)
            rows.append(finished[1])
            if as_json:
                click.echo(json.dumps(finished[1]))
    if not as_json:
        rows.sort(key=lambda row: (problems.index(row["problem"]), _help(row) != "", row["seed"]))
        _show(rows)
        if helped:
            _show_saved(rows)


def _expectation(algorithm: str | None, slips: float | None, expect: float | None) -> dict[str, Any]:
    """The learner's own option: it expects slips where there may be some, unless something else is said."""
    if algorithm != "guided":
        if expect is not None:
            raise OptionError("--expect has no effect here: only the guided learner checks answers")
        return {}
    if expect is None and slips is None:
        return {}
    return {"slips": EXPECTED if expect is None else expect}


def _check(tasks: list[Task]) -> None:
    """Find every mistake before the first run."""
    for task in {task.problem: task for task in tasks}.values():
        task.benchmark()
    refuse_idle_options(tasks[0].keywords(), tasks[0].options)


def _show(rows: list[Row]) -> None:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    table.add_column("problem", overflow="fold")
    for column in ("seed", "learned", "asked", *(name for name, _ in _measures(rows[0])), "time s"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("right" if _for_a_plan(rows[0]) else "equal", no_wrap=True)
    table.add_column("status")
    for group in dict.fromkeys((row["problem"], _help(row)) for row in rows):
        own = [row for row in rows if (row["problem"], _help(row)) == group]
        for row in own:
            table.add_row(*_cells(row, str(row["seed"])))
        if len(own) > 1:
            means = {key: fmean(row[key] or 0 for row in own) for key in MEASURED}
            ended = Counter(_ended(row) for row in own)
            same = sum(_is_right(row) is True for row in own)
            said = ", ".join(how if len(ended) == 1 else f"{count} {how}" for how, count in ended.items())
            told = f"{sum(row['told'] for row in own)}/{len(own)}"
            mean = _cells({**own[0], **means, "told": told}, "mean")
            table.add_row(*mean[:-2], f"{same}/{len(own)}", said, style="bold")
    console = Output(highlight=False)
    console.width = max(console.width, 80)  # a narrow terminal may wrap lines, but must not lose half of the figures
    console.print(table)


def _help(row: Row) -> str:
    """The help that the user gives besides answers, in words; empty if there is none."""
    known = [f"{row[key]} {said}" for key, said in KNOWN_KINDS.items() if row[key]]
    return " and ".join([*known, "marks"] if row["marks"] else known)


def _show_saved(rows: list[Row]) -> None:
    """Print what that help saves, in the mean of the runs."""
    for problem in dict.fromkeys(row["problem"] for row in rows):
        own = [row for row in rows if row["problem"] == problem]
        without = fmean(row["questions"] for row in own if not _help(row))
        helped = [row for row in own if _help(row)]
        saved = without - fmean(row["questions"] for row in helped)
        click.echo(f"{problem}: {_help(helped[0])} save {saved:.0f} of {without:.0f} questions ({saved / without:.0%})")


KNOWN_KINDS = {"examples": "known solutions", "counterexamples": "known near misses"}
MEASURED = (
    "learned",
    "questions",
    "cells",
    "mean_wait_s",
    "max_wait_s",
    "time_total_s",
    "slips_made",
    "slips_found",
    "gaps",
    "plans",
    "marked",
)


def _with_slips(row: Row) -> bool:
    return row["slips"] is not None


def _for_a_plan(row: Row) -> bool:
    return row["until"] == "plan"


def _is_right(row: Row) -> bool | None:
    """Is the model equivalent to the target; or, where a plan was wanted, does the accepted plan satisfy the target?"""
    found: bool | None = row["plan_right" if _for_a_plan(row) else "equivalent"]
    return found


def _cells(row: Row, seed: str) -> list[str]:
    return [
        f"{row['problem']} +" if _help(row) else row["problem"],
        seed,
        f"{row['learned']:.0f}/{row['target']}",
        f"{row['questions']:.0f}",
        *(figure for _, figure in _measures(row)),
        number(row["time_total_s"]),
        {True: "yes", False: "NO", None: "?"}[_is_right(row)],
        _ended(row),
    ]


def _measures(row: Row) -> list[tuple[str, str]]:
    """What is measured besides, with the names of the columns: there is no room for all of it."""
    if _with_slips(row):
        told = str({True: "yes", False: "no"}.get(row["told"], row["told"]))
        counts = (("slips", "slips_made"), ("found", "slips_found"), ("gaps", "gaps"))
        return [*((name, f"{round(row[key], 1):g}") for name, key in counts), ("told", told)]
    if _for_a_plan(row):
        shown = f"{round(row['plans'], 1):g}", f"{round(row['marked'], 1):g}", f"{row['questions'] + row['marked']:.0f}"
        plans = list(zip(("plans", "marks", "all"), shown, strict=True))
        return [*plans, ("max ms", number(1000 * row["max_wait_s"]))]
    waits = number(1000 * row["mean_wait_s"]), number(1000 * row["max_wait_s"])
    return [("cells", f"{row['cells']:.0f}"), ("wait ms", waits[0]), ("max ms", waits[1])]


def _ended(row: Row) -> str:
    """How the run ended, in one word; the reason is in the JSON."""
    return "capped" if row["reason"] == CUT else str(row["status"])
