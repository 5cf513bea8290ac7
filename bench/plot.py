"""`make bench-plot`: two figures of what the results have.

* Time to converge against the size of the bias, with the paper's points beside ours. Our points are medians of what
  `make bench` and `make bench-scale` have kept for the newest commit in the results. The paper's are from its Table 3
  (MQuAcq, random values), measured with a C++ program on another machine.
* Time and memory on Latin squares that grow: what `make bench-sizes` has kept last.

A figure for which there are no results is left out.
"""

from __future__ import annotations

import argparse
import json
import statistics
from pathlib import Path
from typing import Any

import measure
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import NullFormatter
from sizes import points as points_of_squares
from sizes import told

from tacit.benchmarks import load
from tacit.candidates.bias import Bias
from tacit.experiments.figures import save
from tacit.experiments.paper import paper_row
from tacit.experiments.protocol import BENCHMARKS

LEARNERS = {
    "mquacq": ("tacit, MQuAcq", "#20639b", "s"),
    "rules": ("tacit, guided with rules", "#2a8a57", "o"),
    "pycona": ("pycona 0.4.1, MQuAcq", "#b3462c", "D"),
}
LEFT = {"sudoku", "golomb-12"}  # labelled on the left, because on the right the label would cover another point
LABELLED = {"sudoku", "murder", "golomb-12", "latin-10", "latin-20", "latin-30"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--results", type=Path, default=measure.RESULTS)
    parser.add_argument("--out", type=Path, default=measure.ROOT / "docs" / "figures" / "time-against-size")
    parser.add_argument("--sizes-out", type=Path, default=measure.ROOT / "docs" / "figures" / "growing-squares")
    args = parser.parse_args()
    if not args.results.exists():
        raise SystemExit(f"{args.results} has no runs: make bench, make bench-scale, make bench-sizes")
    against_the_paper(args.results, args.out)
    growing_squares(args.results, args.sizes_out)


def growing_squares(results: Path, out: Path) -> None:
    """Time and memory against the size of the bias, both axes logarithmic; an arrow where a run was cut."""
    known = points_of_squares(results)
    if not known:
        print("No runs on growing squares: make bench-sizes")
        return
    size = {problem: Bias(load(problem).problem).size for _, problem in known}
    figure = Figure(figsize=(9.2, 4.0), layout="constrained")
    FigureCanvasAgg(figure)
    panels = figure.subplots(1, 2)
    for learner, (label, colour, marker) in LEARNERS.items():
        rows = sorted((size[problem], row) for (who, problem), row in known.items() if who == learner)
        for axes, key in zip(panels, ("time_s", "peak_mb"), strict=True):
            ended = [(n, row[key]) for n, row in rows if row["status"] != measure.CUT and key in row]
            axes.plot(*zip(*ended, strict=True), label=label, color=colour, marker=marker) if ended else None
            for n, row in rows:
                if row["status"] == measure.CUT and key == "time_s":
                    axes.plot([n], [row["cap_s"]], color=colour, marker="^", fillstyle="none")
                    axes.annotate("stopped", (n, row["cap_s"]), (6, -3), textcoords="offset points", fontsize=8)
        for n, row in rows:
            print(f"{label:24}{n:>10} candidates   {told(row)}")
    for axes, what in zip(panels, ("time to converge (s)", "peak memory (MB)"), strict=True):
        axes.set(xscale="log", yscale="log", xlabel="candidates in the bias", ylabel=what)
        axes.grid(True, color="#e4e4e4", linewidth=0.8)
        axes.set_axisbelow(True)
        axes.spines[["top", "right"]].set_visible(False)
        axes.yaxis.set_major_formatter("{x:g}")
        axes.yaxis.set_minor_formatter(NullFormatter())
    panels[1].set(ylim=(10, None))
    panels[1].legend(frameon=False, loc="lower right")
    save(figure, out)
    print(f"Written: {out}.png and .svg")


def against_the_paper(results: Path, out: Path) -> None:
    ours = our_points(results)
    if not ours:
        print("No runs of the suite: make bench, make bench-scale")
        return
    size = {name: Bias(load(name).problem).size for name in {*ours, *BENCHMARKS.values()}}
    paper = {ours_: float(paper_row(3, theirs, "MQuAcq rand")["time_total_s"]) for theirs, ours_ in BENCHMARKS.items()}

    figure = Figure(figsize=(6.6, 4.4), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    for points, label, colour, marker in ((paper, "paper (C++)", "#b3462c", "o"), (ours, "tacit", "#20639b", "s")):
        axes.scatter([size[name] for name in points], list(points.values()), label=label, color=colour, marker=marker)
        for name in LABELLED & points.keys():
            left = name in LEFT
            axes.annotate(
                name,
                (size[name], points[name]),
                xytext=(-7 if left else 5, -3 if left else 5),
                textcoords="offset points",
                ha="right" if left else "left",
                fontsize=8,
                color=colour,
            )
    axes.set(xscale="log", yscale="log", xlabel="candidates in the bias", ylabel="time to converge (s)")
    axes.grid(True, color="#e4e4e4", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.margins(x=0.12)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, loc="upper left")
    out.parent.mkdir(parents=True, exist_ok=True)
    save(figure, out)
    for name in sorted(ours, key=size.__getitem__):
        theirs = f"paper {paper[name]:.3g} s" if name in paper else ""
        print(f"{name:15}{size[name]:>10} candidates {ours[name]:>9.3g} s   {theirs}")
    print(f"Written: {out}.png and .svg")


def our_points(results: Path) -> dict[str, float]:
    """The median time of each benchmark, over the runs of the newest commit that converged."""
    rows = [json.loads(text) for text in results.read_text(encoding="utf-8").splitlines()]
    runs = [row for row in rows if row["kind"] in ("suite", "scale run") and row.get("status") == "converged"]
    times: dict[str, list[Any]] = {}
    for row in runs:
        paper = row.get("options", {}).get("algorithm") == "mquacq" and "@" not in row["case"]
        if paper and row["commit"] == runs[-1]["commit"] and "+max_v" not in row["case"]:
            times.setdefault(row["case"].removesuffix("+random"), []).append(row["time_s"])
    return {name: statistics.median(each) for name, each in times.items()}


if __name__ == "__main__":
    main()
