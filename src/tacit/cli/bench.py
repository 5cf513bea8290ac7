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

from tacit.benchmarks import load
from tacit.cli.checking import refuse_idle_options
from tacit.cli.sweeping import RUNS, SECONDS, SEED, Output, choose_runner, progress, seeds, where_to_run
from tacit.dialogue.extensions import Extension, is_spec
from tacit.experiments.run import CUT, Row
from tacit.experiments.store import Store
from tacit.experiments.sweep import sweep
from tacit.experiments.tables import number
from tacit.experiments.task import Task

OWN = "FILE.py:NAME"
COUNT = click.IntRange(1)
KNOWN = click.IntRange(0, 1000)


@click.command(
    short_help="Learn benchmarks from a simulated user, and measure.",
    epilog="Exit codes: 0, or 2 if something is wrong, which stderr says in one line; 130 after Ctrl-C.",
)
@click.argument("problems", metavar="PROBLEM…", nargs=-1, required=True)
@click.option("--algorithm", metavar=f"quacq|multiacq|mquacq|guided|{OWN}", help="The learner.  [default: mquacq]")
@click.option("--findscope", type=int, metavar="1|2", help="Algorithm 2 or 8 of the paper.  [default: 2]")
@click.option("--findc", metavar="first|corrected", help="Algorithm 3, or tacit's exact one.  [default: corrected]")
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
@click.option("--until", metavar="scopes|equivalent", help="guided: where to stop.  [default: scopes]")
@click.option("--rules", is_flag=True, default=None, help="guided: ask about rules, too; the user answers them.")
@click.option("--largest", type=int, metavar="N", help="guided: show at most N cells in a question.")
@click.option("--slips", type=float, metavar="P", help="guided: expect this share of wrong answers.  [default: 0]")
@click.option("--orders", type=click.Choice(["given", "all"]), help="Orders of a relation's arguments in the bias.")
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
    runs: int,
    seed: int,
    examples: int,
    counterexamples: int,
    marks: bool,
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
      tacit bench sudoku --algorithm guided --rules
    """
    given = {name: value for name, value in options.items() if value is not None}
    extensions = tuple(Extension.read(spec) for spec in dict.fromkeys(filter(is_spec, given.values())))
    tasks = [
        Task(problem, given, each, orders=orders, cap_s=cap, extensions=extensions)
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


def _check(tasks: list[Task]) -> None:
    """Find every mistake before the first run."""
    for problem in dict.fromkeys(task.problem for task in tasks):
        load(problem)
    refuse_idle_options(tasks[0].keywords(), tasks[0].options)


def _show(rows: list[Row]) -> None:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    table.add_column("problem", overflow="fold")
    for column in ("seed", "learned", "asked", "cells", "wait ms", "max ms", "time s"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("equal", no_wrap=True)
    table.add_column("status")
    for group in dict.fromkeys((row["problem"], _help(row)) for row in rows):
        own = [row for row in rows if (row["problem"], _help(row)) == group]
        for row in own:
            table.add_row(*_cells(row, str(row["seed"])))
        if len(own) > 1:
            means = {key: fmean(row[key] for row in own) for key in MEASURED}
            ended = Counter(_ended(row) for row in own)
            same = sum(row["equivalent"] is True for row in own)
            said = ", ".join(how if len(ended) == 1 else f"{count} {how}" for how, count in ended.items())
            table.add_row(*_cells({**own[0], **means}, "mean")[:-2], f"{same}/{len(own)}", said, style="bold")
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
MEASURED = ("learned", "questions", "cells", "mean_wait_s", "max_wait_s", "time_total_s")


def _cells(row: Row, seed: str) -> list[str]:
    return [
        f"{row['problem']} +" if _help(row) else row["problem"],
        seed,
        f"{row['learned']:.0f}/{row['target']}",
        f"{row['questions']:.0f}",
        f"{row['cells']:.0f}",
        number(1000 * row["mean_wait_s"]),
        number(1000 * row["max_wait_s"]),
        number(row["time_total_s"]),
        {True: "yes", False: "NO", None: "?"}[row["equivalent"]],
        _ended(row),
    ]


def _ended(row: Row) -> str:
    """How the run ended, in one word; the reason is in the JSON."""
    return "capped" if row["reason"] == CUT else str(row["status"])
