"""The paper's tables with its numbers, ours and the ratio side by side: for the terminal, as Markdown, CSV and HTML."""

from __future__ import annotations

import csv
import html
import io
import textwrap
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from tacit.experiments.paper import paper_cutoffs, paper_row
from tacit.experiments.protocol import CAPTIONS, TableRow
from tacit.experiments.run import CUT, Row

BAR = "\N{COMBINING MACRON}"
METRICS = {
    "learned": "|C_L|",
    "queries": "#q",
    "mean_query_size": f"q{BAR}",
    "complete_queries": "#q_c",
    "mean_wait_s": f"T{BAR}",
    "max_wait_s": "T_max",
    "time_queries_s": "T_queries",
    "time_total_s": "T_total",
    "cutoffs_min": "cut_min",
    "cutoffs_max": "cut_max",
}
SAME = {True: "yes", False: "no", None: "not decided"}
MARK = "†"  # stands after the status if runs were stopped by their cap
LEGEND = (
    f"|C_L| constraints learned · #q queries · q{BAR} mean query size · #q_c complete queries · T{BAR} mean and T_max "
    "longest wait, T_queries to the last query, T_total to convergence, in seconds · cut_min, cut_max how often "
    f"each cutoff fired · means over the runs · {MARK} stopped by the cap on a run's time"
)


@dataclass(frozen=True)
class Reproduction:
    """One row of a table: what the paper has, and the means of our runs."""

    row: TableRow
    paper: Mapping[str, float | None]
    ours: Mapping[str, float | None]
    runs: int
    status: str  # "converged", or how many of the runs ended how
    equivalent: str  # "yes", "no", "not decided", or how many of the runs are equivalent
    cut: bool

    def ratio(self, metric: str) -> float | None:
        """Our figure divided by the paper's."""
        paper, ours = self.paper[metric], self.ours[metric]
        return None if paper is None or ours is None or not paper else ours / paper


def compare(row: TableRow, runs: Sequence[Row]) -> Reproduction:
    """A row of the paper beside our runs of it."""
    printed = paper_row(row.table, row.benchmark, row.method)
    paper: dict[str, float | None] = {
        metric: float(printed[metric]) if printed.get(metric) else None for metric in METRICS
    }
    cutoffs = paper_cutoffs(row.benchmark, row.setting["algorithm"], row.setting["objective"])
    if cutoffs is not None:
        paper["cutoffs_min"], paper["cutoffs_max"] = cutoffs
    ours = {metric: fmean(run[metric] for run in runs) if runs else None for metric in METRICS}
    cut = any(run["reason"] == CUT for run in runs)
    status = _counted("cut" if run["reason"] == CUT else run["status"] for run in runs)
    return Reproduction(row, paper, ours, len(runs), status, _counted(SAME[r["equivalent"]] for r in runs), cut)


def _counted(words: Iterable[str]) -> str:
    counts = Counter(words)
    if len(counts) == 1:
        return next(iter(counts))
    return ", ".join(f"{word} {count}" for word, count in sorted(counts.items())) or "not run"


# --- numbers as people read them ---


def number(value: float | None) -> str:
    """Three digits that matter, and no decimals where there are enough before the point.

    >>> [number(each) for each in (None, 0, 0.00003, 0.00071, 0.131, 1, 38.2, 6858.4, 869.67)]
    ['–', '0', '3e-05', '0.0007', '0.131', '1.00', '38.2', '6858', '870']
    """
    if value is None:
        return "–"
    size = abs(value)
    if size >= 100 or not size:
        return f"{value:.0f}"
    if size < 0.01:
        return f"{value:.4f}".rstrip("0") if size >= 1e-4 else f"{value:.0e}"
    return f"{value:.{1 if size >= 10 else 2 if size >= 1 else 3}f}"


def figure(metric: str, value: float | None) -> str:
    """A metric as text. A count has no decimals if it is whole.

    >>> figure("queries", 52.0), figure("queries", 52.5), figure("max_wait_s", 1.0)
    ('52', '52.5', '1.00')
    """
    if value is not None and value == int(value) and not metric.endswith("_s"):
        return str(int(value))
    return number(value)


def quotient(value: float | None) -> str:
    """A ratio.

    >>> [quotient(each) for each in (None, 1.037, 12.3, 0.00071)]
    ['', '1.04', '12', '0.0007']
    """
    if value is None:
        return ""
    if value >= 10:
        return f"{value:.0f}"
    return f"{value:.2f}" if value >= 0.01 else f"{value:.1g}"


# --- the same rows in four forms ---


def as_text(table: int, rows: Sequence[Reproduction]) -> str:
    """For a terminal of 80 columns: a line with the method and how it ended, then paper, tacit and ratio."""
    lines = [f"Table {table}. {CAPTIONS[table]}", "", " " * 7 + _line(METRICS.values())]
    benchmark = ""
    for each in rows:
        if each.row.benchmark != benchmark:
            benchmark = each.row.benchmark
            lines.append(benchmark)
        mark = f" {MARK}" if each.cut else ""
        lines.append(f"  {each.row.method}: {each.status}, equivalent {each.equivalent} ({_runs(each)}){mark}")
        lines += [f"  {who}{_line(cells)}".rstrip() for who, cells in _three_lines(each)]
    return "\n".join([*lines, "", *textwrap.wrap(LEGEND, 80)])


WIDTHS = (6, 7, 6, 6, 7, 7, 10, 8, 8, 8)  # with the seven columns before them they make a line of 80


def _line(cells: Iterable[str]) -> str:
    # A bar over a letter is a character of its own, but takes no room on the line.
    return "".join(f"{cell:>{width + cell.count(BAR)}}" for cell, width in zip(cells, WIDTHS, strict=True))


def as_markdown(table: int, rows: Sequence[Reproduction]) -> str:
    """Each figure as ours (the paper's). The ratios of the queries and of the total time have columns of their own."""
    symbols = [symbol.replace("|", r"\|") for symbol in METRICS.values()]
    head = ["benchmark", "method", "runs", "status", "equivalent", *symbols, "#q / paper", "T_total / paper"]
    lines = [f"**Table {table}.** {CAPTIONS[table]}. Each figure: tacit (paper).", ""]
    lines += ["| " + " | ".join(head) + " |", "|" + "---|" * 5 + "---:|" * (len(head) - 5)]
    for each in rows:
        cells = [
            each.row.benchmark,
            each.row.method,
            str(each.runs),
            each.status + (f" {MARK}" if each.cut else ""),
            each.equivalent,
        ]
        cells += [f"{figure(metric, each.ours[metric])} ({figure(metric, each.paper[metric])})" for metric in METRICS]
        cells += [quotient(each.ratio("queries")), quotient(each.ratio("time_total_s"))]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join([*lines, "", LEGEND.replace("|", r"\|"), ""])


def as_csv(rows: Sequence[Reproduction]) -> str:
    """One line for each row, with the paper's figure, ours and the ratio of each metric."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    columns = [f"{metric}_{who}" for metric in METRICS for who in ("paper", "tacit", "ratio")]
    writer.writerow(["table", "benchmark", "method", "runs", "status", "equivalent", "cut", *columns])
    for each in rows:
        figures = [value for metric in METRICS for value in (each.paper[metric], each.ours[metric], each.ratio(metric))]
        writer.writerow(
            [each.row.table, each.row.benchmark, each.row.method, each.runs, each.status, each.equivalent, each.cut]
            + ["" if value is None else f"{value:.6g}" for value in figures]
        )
    return out.getvalue()


def as_html(table: int, rows: Sequence[Reproduction]) -> str:
    """A table whose cells hold our figure, the paper's below it, and the ratio."""
    head = "".join(f"<th scope=col>{html.escape(symbol)}</th>" for symbol in METRICS.values())
    body = []
    for index, each in enumerate(rows):
        new = index == 0 or rows[index - 1].row.benchmark != each.row.benchmark
        cells = "".join(
            f"<td><b>{figure(metric, each.ours[metric])}</b><span>{figure(metric, each.paper[metric])}</span>"
            f"<i>{quotient(each.ratio(metric))}</i></td>"
            for metric in METRICS
        )
        ended = html.escape(each.status) + (f" {MARK}" if each.cut else "")
        body.append(
            f"<tr{' class=new' if new else ''}><th scope=row>{html.escape(each.row.benchmark) if new else ''}</th>"
            f"<td class=method>{html.escape(each.row.method)}<small>{ended}; equivalent: {each.equivalent}; "
            f"{_runs(each)}</small></td>{cells}</tr>"
        )
    caption = f"<caption><b>Table {table}.</b> {html.escape(CAPTIONS[table])}</caption>"
    return (
        f"<table>{caption}<thead><tr><th scope=col>benchmark</th><th scope=col>method</th>{head}</tr></thead>"
        f"<tbody>{''.join(body)}</tbody></table>"
    )


def _three_lines(each: Reproduction) -> list[tuple[str, list[str]]]:
    return [
        ("paper", [figure(metric, each.paper[metric]) for metric in METRICS]),
        ("tacit", [figure(metric, each.ours[metric]) for metric in METRICS]),
        ("ratio", [quotient(each.ratio(metric)) for metric in METRICS]),
    ]


def _runs(each: Reproduction) -> str:
    return f"{each.runs} run{'s' if each.runs != 1 else ''}"
