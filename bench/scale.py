"""`make bench-scale`: the bars for scale and for waiting, each with what was measured.

* growth: time per question on a larger Latin square over that on a smaller one, latin-20 over latin-10;
* size: latin-30 learned to its end within 15 minutes and 2 GB; building its bias (part of the run) also by itself;
* `import tacit` in fresh processes, without starting Python: the median;
* the time to learn Sudoku with max_v over that with random values: run in turns, the median of the ratios;
* the longest wait for a question on each benchmark of the suite, over all seeds.

SIZES="10 20 30" gives the three Latin squares; smaller ones make a quick trial. A run that is cut at its cap reaches
no bar.
"""

from __future__ import annotations

import statistics
from pathlib import Path

import measure
from measure import Row, line, number

WIDTHS = [-37, 13, 13, -12]

IMPORT = "import time; t = time.perf_counter(); import tacit; print(time.perf_counter() - t)"
BIAS = """
import time
from tacit.benchmarks import load
from tacit.candidates.bias import Bias
problem = load("{}").problem
t = time.perf_counter()
Bias(problem)
print(time.perf_counter() - t)
"""


class Bars:
    """Prints and keeps what was measured beside its bar."""

    def __init__(self, results: Path) -> None:
        self._results = results
        self._tree = measure.this_tree()
        self.missed = 0
        print(line(["what", "bar: at most", "measured", ""], WIDTHS))

    def run(self, case: str, seed: int, cap: float) -> Row:
        row = measure.run(case, seed, cap)
        measure.keep(self._results, "scale run", self._tree, row)
        return row

    def show(self, what: str, bar: float, unit: str, measured: float | None, why: str = "") -> None:
        """Without a measurement the bar is not reached, and `why` says what happened."""
        reached = measured is not None and measured <= bar
        self.missed += not reached
        shown = why if measured is None else f"{number(measured)} {unit}".strip()
        print(
            line([what, f"{bar:g} {unit}".strip(), shown, "reached" if reached else "NOT REACHED"], WIDTHS), flush=True
        )
        row = {"what": what, "bar": bar, "unit": unit, "measured": measured, "reached": reached, "why": why}
        measure.keep(self._results, "scale", self._tree, row)


def main() -> None:
    parser = measure.arguments(__doc__, cap=900.0)
    parser.add_argument("--sizes", nargs=3, type=int, default=[10, 20, 30], help="of three Latin squares")
    args = parser.parse_args()
    small, large, huge = (f"latin-{size}" for size in args.sizes)
    bars = Bars(args.results)
    bars.show("import tacit", 0.3, "s", statistics.median(measure.fresh_answer(IMPORT) for _ in range(7)))
    bars.show(f"bias of {huge}", 2, "s", statistics.median(measure.fresh_answer(BIAS.format(huge)) for _ in range(3)))
    longest_waits(bars, args.only or measure.SUITE, args.seeds, args.cap)
    orders_of_values(bars, args.seeds, args.cap)
    growth(bars, small, large, args.seeds, args.cap)
    size(bars, huge, args.cap)
    print(f"{bars.missed} bars not reached" if bars.missed else "All bars reached")


def longest_waits(bars: Bars, cases: list[str], seeds: int, cap: float) -> None:
    for case in cases:
        rows = [bars.run(case, seed, cap) for seed in range(seeds)]
        longest = max(row["max_wait_s"] for row in rows) if measure.complete(rows) == rows else None
        bars.show(f"longest wait, {case}", 100, "ms", longest and 1000 * longest, measure.ended(rows))


def orders_of_values(bars: Bars, seeds: int, cap: float) -> None:
    pairs = [(bars.run("sudoku+random", seed, cap), bars.run("sudoku+max_v", seed, cap)) for seed in range(seeds)]
    rows = [row for pair in pairs for row in pair]
    whole = measure.complete(rows) == rows
    ratio = statistics.median(y["time_s"] / x["time_s"] for x, y in pairs) if whole else None
    bars.show("sudoku, max_v / random, time", 2, "", ratio, measure.ended(rows))


def growth(bars: Bars, small: str, large: str, seeds: int, cap: float) -> None:
    """Runs both in turns, seed by seed; the first run that is cut ends it."""
    ratios = []
    for seed in range(seeds):
        rows = [bars.run(case, seed, cap) for case in (small, large)]
        if measure.complete(rows) != rows:
            bars.show(f"time per question, {large} / {small}", 6, "", None, measure.ended(rows))
            return
        one, other = (row["time_s"] / row["queries"] for row in rows)
        ratios.append(other / one)
    bars.show(f"time per question, {large} / {small}", 6, "", statistics.median(ratios))


def size(bars: Bars, case: str, cap: float) -> None:
    """A whole run, with one seed."""
    row = bars.run(case, 0, cap)
    right = row["status"] == "converged" and row["equivalent"]
    why = measure.ended([row])
    bars.show(f"{case}, until converged", 900, "s", row["time_s"] if right else None, why)
    bars.show(f"{case}, peak memory", 2048, "MB", row["peak_mb"] if right else None, why)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
