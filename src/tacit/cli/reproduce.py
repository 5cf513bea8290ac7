"""`tacit reproduce`: the paper's tables and figures, its numbers beside ours."""

from __future__ import annotations

import json
from collections.abc import Collection
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

import click

from tacit.cli.sweeping import RUNS, SECONDS, SEED, choose_runner, progress, seeds, where_to_run
from tacit.errors import OptionError
from tacit.experiments.figures import FIGURES, Figure, save
from tacit.experiments.page import page
from tacit.experiments.protocol import ALL_BENCHMARKS, FULL_CAP_S, QUICK_CAP_S, Effort, table_rows
from tacit.experiments.run import Curve, Row
from tacit.experiments.store import Store
from tacit.experiments.sweep import sweep
from tacit.experiments.tables import METRICS, Reproduction, as_csv, as_markdown, as_text, compare
from tacit.experiments.task import Task
from tacit.version import __version__


@click.command(
    short_help="The paper's tables and figures, its numbers beside ours.",
    epilog="Exit codes: 0, or 2 if something is wrong, which stderr says in one line; 130 after Ctrl-C.",
)
@click.option(
    "--table",
    "tables",
    type=click.IntRange(1, 4),
    metavar="1|2|3|4",
    multiple=True,
    help="One of the paper's tables; 4: what later papers published.",
)
@click.option("--figure", "figures", metavar="NAME|all|list", multiple=True, help="One of its figures.")
@click.option("--problem", "problems", metavar="NAME", multiple=True, help="Only this benchmark's rows of the tables.")
@click.option(
    "--runs",
    type=RUNS,
    metavar="N",
    help="Runs of each setting; 10 is the paper's protocol.  [default: 3]",
)
@click.option("--seed", type=SEED, metavar="N", default=0, show_default=True, help="The seed of the first run.")
@click.option("--cap", type=SECONDS, metavar="S", help="Stop a run after S seconds.  [default: 600]")
@click.option("--quick", is_flag=True, help=f"One run of each setting, of at most {QUICK_CAP_S:.0f} s.")
@click.option(
    "--results", metavar="FILE", default="tacit-results.sqlite", show_default=True, help="Where finished runs are kept."
)
@click.option(
    "--out", metavar="DIR", default="reproduction", show_default=True, help="Where tables, figures and page go."
)
@where_to_run
@click.option("--json", "as_json", is_flag=True, help="The tables' rows as JSON, one object a line, and nothing else.")
def reproduce(
    tables: tuple[int, ...],
    figures: tuple[str, ...],
    problems: tuple[str, ...],
    runs: int | None,
    seed: int,
    cap: float | None,
    quick: bool,
    results: str,
    out: str,
    jobs: int | None,
    dask: str | None,
    as_json: bool,
) -> None:
    """The paper's tables and figures, its numbers beside ours.

    Without --table and --figure: all of the paper's. Runs that are in the results file are not run again, so a sweep
    that was interrupted goes on where it was. MultiAcq runs once unless --runs is 10 or more.

    \b
    Examples:
      tacit reproduce --table 3 --quick
      tacit reproduce --figure list
    """
    if "list" in figures:
        if tables or problems or len(figures) > 1 or quick or as_json:
            raise OptionError("--figure list does nothing else: give it alone")
        for figure in FIGURES.values():
            click.echo(f"{figure.name:22}{figure.title}")
        return
    if quick and (runs is not None or cap is not None):
        raise OptionError("--quick is one short run of each setting: --runs and --cap have no effect with it")
    if figures and not tables and (problems or as_json):
        raise OptionError(f"--{'problem' if problems else 'json'} has no effect on figures: give --table, too")
    effort = Effort(1, seed, QUICK_CAP_S) if quick else Effort(runs or 3, seed, cap or FULL_CAP_S)
    seeds(effort.seed, effort.runs)
    if not tables and not figures:
        tables, figures = (1, 2, 3), () if problems else ("all",)
    drawn = _figures(figures)
    wanted = {table: list(table_rows(table, _known(problems))) for table in sorted(set(tables))}
    tasks = [task for rows in wanted.values() for row in rows for task in row.tasks(effort)]
    tasks += [task for figure in drawn for task in figure.tasks(effort)]
    folder = _made(out)
    found = _run({task.key: task for task in tasks}.values(), results, jobs, dask)

    compared = {
        table: [compare(row, [found[task.key][0] for task in row.tasks(effort)]) for row in rows]
        for table, rows in wanted.items()
    }
    _write(folder, compared, _draw(folder, drawn, effort, found), effort)
    if as_json:
        for rows in compared.values():
            for row in rows:
                click.echo(json.dumps(_as_object(row)))
        return
    for table, rows in compared.items():
        click.echo(as_text(table, rows) + "\n")
    click.echo(f"Written to {folder}: index.html" + "".join(f", {name}" for name in _names(compared, drawn)))


Found = dict[str, tuple[Row, Curve]]


def _run(tasks: Collection[Task], results: str, jobs: int | None, dask: str | None) -> Found:
    runner = choose_runner(jobs, dask)
    found: Found = {}
    with Store(results) as store, closing(sweep(tasks, runner, store)) as finished_runs, progress(tasks) as advance:
        try:
            for finished in finished_runs:
                advance(finished)
                found[finished[0].key] = finished[1:]
        except KeyboardInterrupt:
            click.echo(
                f"tacit: interrupted; {len(found)} of {len(tasks)} runs are in {results}, and the same command goes on "
                "from there",
                err=True,
            )
            raise
    return found


def _made(out: str) -> Path:
    """The folder to write to. It is made before the first run, so that an error does not come after the last one."""
    folder = Path(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OptionError(f"--out {out}: {error.strerror}") from error
    return folder


def _known(problems: tuple[str, ...]) -> tuple[str, ...]:
    for problem in problems:
        if problem not in ALL_BENCHMARKS.values():
            raise OptionError(
                f"the paper's tables have no benchmark {problem!r}. They have: {', '.join(ALL_BENCHMARKS.values())}"
            )
    return problems


def _figures(names: tuple[str, ...]) -> list[Figure]:
    for name in names:
        if name not in FIGURES and name != "all":
            raise OptionError(f"there is no figure {name!r}. There are: {', '.join(FIGURES)}")
    if names and find_spec("matplotlib") is None:
        raise OptionError("figures need matplotlib: pip install 'tacit[experiments]'")
    return list(FIGURES.values()) if "all" in names else [FIGURES[name] for name in dict.fromkeys(names)]


def _draw(folder: Path, figures: list[Figure], effort: Effort, found: Found) -> dict[str, tuple[str, Path]]:
    drawn = {}
    for figure in figures:
        save(figure.draw(figure.lines(effort), lambda task: found[task.key]), folder / figure.name)
        drawn[figure.name] = (figure.title, folder / f"{figure.name}.svg")
    return drawn


def _write(
    folder: Path, tables: dict[int, list[Reproduction]], figures: dict[str, tuple[str, Path]], effort: Effort
) -> None:
    for table, rows in tables.items():
        (folder / f"table-{table}.md").write_text(as_markdown(table, rows), encoding="utf-8")
        (folder / f"table-{table}.csv").write_text(as_csv(rows), encoding="utf-8")
    about = [
        "Beside the numbers of Tsouros and Stergiou, Efficient Multiple Constraint Acquisition: a C++ program on an "
        f"Intel Xeon E5-2667 at 2.9 GHz, means of 10 runs. Here: tacit {__version__}, {effort.runs} "
        f"run{'s' if effort.runs > 1 else ''} of each setting from seed {effort.seed}, each of at most "
        f"{effort.cap_s:.0f} s; "
        "cutoffs in nodes."
    ]
    (folder / "index.html").write_text(page(tables, figures, about), encoding="utf-8")


def _names(tables: dict[int, list[Reproduction]], figures: list[Figure]) -> list[str]:
    return [f"table-{table}.md and .csv" for table in tables] + [f"{figure.name}.png and .svg" for figure in figures]


def _as_object(row: Reproduction) -> dict[str, object]:
    figures = {
        f"{metric}_{who}": figure
        for metric in METRICS
        for who, figure in (("paper", row.paper[metric]), ("tacit", row.ours[metric]), ("ratio", row.ratio(metric)))
    }
    return {
        "table": row.row.table,
        "benchmark": row.row.benchmark,
        "method": row.row.method,
        "runs": row.runs,
        "status": row.status,
        "equivalent": row.equivalent,
        "cut": row.cut,
        **figures,
    }
