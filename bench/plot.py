"""`make bench-plot`: time to converge against the size of the bias, with the paper's points beside ours.

Our points are medians of what `make bench` and `make bench-scale` have kept for the newest commit in the results. The
paper's are from its Table 3 (MQuAcq, random values), measured with a C++ program on another machine.
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

from tacit.benchmarks import load
from tacit.candidates.bias import Bias
from tacit.experiments.figures import save
from tacit.experiments.paper import paper_row
from tacit.experiments.protocol import BENCHMARKS

LEFT = {"sudoku", "golomb-12"}  # labelled on the left, because on the right the label would cover another point
LABELLED = {"sudoku", "murder", "golomb-12", "latin-10", "latin-20", "latin-30"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--results", type=Path, default=measure.RESULTS)
    parser.add_argument("--out", type=Path, default=measure.ROOT / "docs" / "figures" / "time-against-size")
    args = parser.parse_args()
    ours = our_points(args.results)
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
    args.out.parent.mkdir(parents=True, exist_ok=True)
    save(figure, args.out)
    for name in sorted(ours, key=size.__getitem__):
        theirs = f"paper {paper[name]:.3g} s" if name in paper else ""
        print(f"{name:15}{size[name]:>10} candidates {ours[name]:>9.3g} s   {theirs}")
    print(f"Written: {args.out}.png and .svg")


def our_points(results: Path) -> dict[str, float]:
    """The median time of each benchmark, over the runs of the newest commit that converged."""
    rows = [json.loads(text) for text in results.read_text(encoding="utf-8").splitlines()]
    runs = [row for row in rows if row["kind"] in ("suite", "scale run") and row.get("status") == "converged"]
    if not runs:
        raise SystemExit(f"{results} has no runs: make bench, make bench-scale")
    times: dict[str, list[Any]] = {}
    for row in runs:
        if row["commit"] == runs[-1]["commit"] and "+max_v" not in row["case"]:
            times.setdefault(row["case"].removesuffix("+random"), []).append(row["time_s"])
    return {name: statistics.median(each) for name, each in times.items()}


if __name__ == "__main__":
    main()
