"""The paper's figures (and its Section 10.2 as one), each under a name of its own: what to run, and how to draw it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Any

from tacit.experiments.protocol import MAX, MAX_B, MAX_V, MQUACQ, QUACQ, Effort, Setting
from tacit.experiments.run import CUT, Curve, Row
from tacit.experiments.task import Task

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing

Results = Callable[[Task], tuple[Row, Curve]]

BLUE, RED = "#20639b", "#b3462c"
STYLE = {"MQuAcq": (BLUE, "s"), "QuAcq": (RED, "o"), "bdeg": (BLUE, "s"), "dom/wdeg": (RED, "o")}
LAST = 20


@dataclass(frozen=True)
class Series:
    """One line of a plot: its label, and the tasks behind each of its points."""

    label: str
    points: tuple[tuple[Task, ...], ...]
    at: tuple[float, ...] = ()  # the sizes at which the points are, if x is a size


@dataclass(frozen=True)
class Figure:
    """A figure of one or two panels."""

    name: str
    title: str
    lines: Callable[[Effort], list[list[Series]]]  # the lines of each panel
    draw: Callable[[Sequence[Sequence[Series]], Results], Drawing]

    def tasks(self, effort: Effort) -> list[Task]:
        return [task for panel in self.lines(effort) for line in panel for point in line.points for task in point]


def _panels(count: int) -> tuple[Drawing, Sequence[Axes]]:
    """Axes side by side. The global settings of matplotlib are not touched: they belong to the user."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure as Drawing

    drawing = Drawing(figsize=(4.6 * count + 0.6, 3.7), layout="constrained")
    FigureCanvasAgg(drawing)
    axes = [drawing.add_subplot(1, count, i + 1) for i in range(count)]
    for each in axes:
        each.grid(True, color="#e4e4e4", linewidth=0.8)
        each.set_axisbelow(True)
        each.spines[["top", "right"]].set_visible(False)
    return drawing, axes


def _plot(
    axes: Axes, x: Sequence[float], y: Sequence[float], label: str, *, markers: bool, dashed: bool = False
) -> None:
    name = next((name for name in STYLE if label.startswith(name)), "")
    colour, marker = STYLE.get(name, ("#444444", "^"))
    axes.plot(
        x,
        y,
        label=label.replace("max_B", "max$_B$"),
        color=colour,
        linestyle="--" if dashed else "-",
        linewidth=1.8,
        marker=marker if markers else None,
        markersize=5,
        markerfacecolor="white" if dashed else colour,
    )


def _told(line: Series, results: Results) -> str:
    """The label of a line. If one of its runs was stopped by its cap, the label says so."""
    cut = any(results(task)[0]["reason"] == CUT for point in line.points for task in point)
    return f"{line.label} (stopped by the cap)" if cut else line.label


def _named(title: str, axes: Axes, x: str, y: str, *, legend: bool = True, room: float = 1.08) -> None:
    """Set title and labels, and let the y axis start at 0 with some room above the data."""
    axes.set_title(title, fontsize=11)
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    axes.set_ylim(0, room * axes.dataLim.ymax if 0 < axes.dataLim.ymax < math.inf else 1)
    axes.locator_params(axis="x", nbins=6)
    if legend:
        axes.legend(frameon=False)


# --- time against the constraints learned ---


def _time_lines(algorithm: Setting) -> Callable[[Effort], list[list[Series]]]:
    def lines(effort: Effort) -> list[list[Series]]:
        return [
            [
                Series(order, (tuple(effort.tasks("sudoku", {**algorithm, **objective, "variables": order})),))
                for order in ("bdeg", "dom/wdeg")
            ]
            for objective in (MAX, MAX_B)
        ]

    return lines


def _draw_time(panels: Sequence[Sequence[Series]], results: Results) -> Drawing:
    drawing, axes = _panels(2)
    for each, lines, title in zip(axes, panels, ("max", "max$_B$"), strict=True):
        for line in lines:
            curves = [[at for _, at in results(task)[1]["learned"]] for task in line.points[0]]
            length = min(len(curve) for curve in curves)
            _plot(
                each,
                range(1, length + 1),
                [fmean(c[i] for c in curves) for i in range(length)],
                _told(line, results),
                markers=False,
            )
        _named(title, each, "constraints learned", "time (s)")
    return drawing


# --- violated candidates in the last examples ---


def _last_lines(effort: Effort) -> list[list[Series]]:
    orders = ("bdeg", "dom/wdeg")
    return [[Series(o, (tuple(effort.tasks("sudoku", {**MQUACQ, **MAX_B, "variables": o})),)) for o in orders]]


def _draw_last(panels: Sequence[Sequence[Series]], results: Results) -> Drawing:
    drawing, (axes,) = _panels(1)
    for line in panels[0]:
        ends = [results(task)[1]["violated"][-LAST:] for task in line.points[0]]
        length = min(len(end) for end in ends)
        means = [fmean(end[len(end) - length + i] for end in ends) for i in range(length)]
        _plot(axes, range(-length + 1, 1), means, _told(line, results), markers=True)
    _named("", axes, "generated query, counted from the last (0)", "violated candidates", room=1.3)
    axes.set_xticks(range(-LAST + 2, 1, 3))
    return drawing


# --- time and |C_L| against the number of queries ---


def _query_lines(problem: str, values: Setting) -> Callable[[Effort], list[list[Series]]]:
    def lines(effort: Effort) -> list[list[Series]]:
        both = [
            Series(name, ((effort.tasks(problem, {**algorithm, **values})[0],),))
            for name, algorithm in (("QuAcq", QUACQ), ("MQuAcq", MQUACQ))
        ]
        return [both, both]

    return lines


def _draw_queries(panels: Sequence[Sequence[Series]], results: Results) -> Drawing:
    drawing, (left, right) = _panels(2)
    for line in panels[0]:
        learned = results(line.points[0][0])[1]["learned"]
        queries = [question for question, _ in learned]
        label = _told(line, results)
        _plot(left, queries, [at for _, at in learned], label, markers=False)
        _plot(right, queries, range(1, len(learned) + 1), label, markers=False)
    _named("", left, "queries", "time (s)")
    _named("", right, "queries", "constraints learned")
    return drawing


# --- queries and time against a size ---

# What the study of the bias's size adds to the language, step by step. The paper leaves the constants open. With these,
# each relation is sometimes true and sometimes false on the domains of all four problems.
GROWING = [
    ["<=", ">="],
    ["x - y == 1"],
    ["abs(x - y) == 1"],
    [f"abs(x - y) > {k}" for k in (1, 2, 3)],
    [f"abs(x - y) == {k}" for k in (2, 3)],
    [f"abs((x - 1) // 3 - (y - 1) // 3) > {k}" for k in (0, 1)],
]


def _bias_lines(problem: str) -> Callable[[Effort], list[list[Series]]]:
    # The last step is about the days of exams; the exams' own language has it already.
    growing = GROWING[:-1] if problem.startswith("examtt") else GROWING

    def lines(effort: Effort) -> list[list[Series]]:
        steps = [[relation for step in growing[:count] for relation in step] for count in range(len(growing) + 1)]
        line = Series("MQuAcq", tuple(tuple(effort.tasks(problem, {**MQUACQ, **MAX_B}, step)) for step in steps))
        return [[line], [line]]

    return lines


def _scale_lines(problems: Sequence[str]) -> Callable[[Effort], list[list[Series]]]:
    def lines(effort: Effort) -> list[list[Series]]:
        line = Series("MQuAcq", tuple(tuple(effort.tasks(problem, {**MQUACQ, **MAX_B})) for problem in problems))
        return [[line], [line]]

    return lines


def _draw_against(key: str, label: str) -> Callable[[Sequence[Sequence[Series]], Results], Drawing]:
    def draw(panels: Sequence[Sequence[Series]], results: Results) -> Drawing:
        drawing, axes = _panels(2)
        (line,) = panels[0]
        points = [[results(task)[0] for task in point] for point in line.points]
        x = [fmean(row[key] for row in rows) for rows in points]
        cut = [i for i, rows in enumerate(points) if any(row["reason"] == CUT for row in rows)]
        for each, metric, name in zip(
            axes, ("queries", "time_total_s"), ("queries", "time to converge (s)"), strict=True
        ):
            y = [fmean(row[metric] for row in rows) for rows in points]
            _plot(each, x, y, line.label, markers=True)
            if cut:
                at = [x[i] for i in cut], [y[i] for i in cut]
                each.plot(*at, "s", color="white", markeredgecolor=BLUE, label="stopped by the cap")
            _named("", each, label, name, legend=bool(cut))
            if key == "n_variables":
                each.set_xticks(x, [f"{n:.0f}" for n in x])
        return drawing

    return draw


CLIQUES = (4, 8, 16, 32)


def _clique_lines(effort: Effort) -> list[list[Series]]:
    return [
        [
            Series(
                f"{name}, {'max' if objective is MAX else 'max_B'}",
                tuple(tuple(effort.tasks(f"clique-{n}", {**algorithm, **objective})) for n in CLIQUES),
                CLIQUES,
            )
            for name, algorithm in (("QuAcq", QUACQ), ("MQuAcq", MQUACQ))
            for objective in (MAX, MAX_B)
        ]
    ]


def _draw_cliques(panels: Sequence[Sequence[Series]], results: Results) -> Drawing:
    drawing, (axes,) = _panels(1)
    for line in panels[0]:
        means = [fmean(results(task)[0]["queries"] for task in point) for point in line.points]
        _plot(axes, line.at, means, _told(line, results), markers=True, dashed=line.label.endswith("max_B"))
    bound = [n * math.log2(n) for n in CLIQUES]
    axes.plot(CLIQUES, bound, color="#999999", linewidth=1.4, linestyle=":", label="n log₂ n")
    _named("", axes, "Boolean variables n, all equal", "queries")
    axes.set_xscale("log", base=2)
    axes.set_yscale("log", base=2)
    axes.set_ylim(4, 8192)
    axes.set_yticks(ticks := [4**k for k in range(1, 7)], [str(tick) for tick in ticks])
    axes.set_xticks(CLIQUES, [str(n) for n in CLIQUES])
    return drawing


def _figures() -> list[Figure]:
    found = [
        Figure(
            f"time-{name.lower()}", f"{name} on Sudoku: time against constraints learned", _time_lines(s), _draw_time
        )
        for name, s in (("QuAcq", QUACQ), ("MQuAcq", MQUACQ))
    ]
    last = f"MQuAcq, max_B: what the last {LAST} examples violate on Sudoku"
    found.append(Figure("last-queries", last, _last_lines, _draw_last))
    for values, setting in (("random", MAX_B), ("max_v", MAX_V)):
        for name, problem in (("sudoku", "sudoku"), ("latin", "latin-10")):
            title = f"{name.capitalize()}, {values} values: time and |C_L| against queries"
            found.append(Figure(f"queries-{name}-{values}", title, _query_lines(problem, setting), _draw_queries))
    for name, problem in (
        ("examtt", "examtt-24"),
        ("latin", "latin-10"),
        ("sudoku", "sudoku"),
        ("golomb", "golomb-12"),
    ):
        draw = _draw_against("bias", "candidates in the bias")
        found.append(
            Figure(f"bias-{name}", f"{problem}: queries and time against the bias", _bias_lines(problem), draw)
        )
    for name, sizes in (("latin", range(6, 13)), ("rlfap", range(40, 61, 5)), ("examtt", range(24, 55, 6))):
        draw = _draw_against("n_variables", "variables")
        title = f"{name}: queries and time against the number of variables"
        found.append(Figure(f"scale-{name}", title, _scale_lines([f"{name}-{n}" for n in sizes]), draw))
    found.append(Figure("cliques", "Boolean variables that are all equal (Section 10.2)", _clique_lines, _draw_cliques))
    return found


FIGURES: dict[str, Figure] = {figure.name: figure for figure in _figures()}


def save(drawing: Drawing, path: Any) -> None:
    """Save as PNG and as SVG; the same data give the same bytes."""
    import matplotlib as mpl

    drawing.savefig(f"{path}.png", dpi=150)
    with mpl.rc_context({"svg.hashsalt": "tacit"}):
        drawing.savefig(f"{path}.svg", metadata={"Date": None})
