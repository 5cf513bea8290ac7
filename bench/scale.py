"""`make bench-scale`: the bars for scale and for waiting, each with what was measured.

Sections, all by default; SECTIONS="guided-20 golomb-40" runs some of them:

* start:     `from tacit import learn` in fresh processes, without starting Python; building the bias of latin-30;
* waits:     the longest wait for a question on each benchmark of the suite, over all seeds;
* values:    the time to learn Sudoku with max_v over that with random values: run in turns, the median of the ratios;
* growth:    time per question on a larger Latin square over that on a smaller one, latin-20 over latin-10;
* size:      latin-30 learned to its end by MQuAcq: time, longest wait, memory;
* guided-20: mean and longest wait of the guided learner on latin-20, by examples alone: no rules, checks or plans;
* guided-30: the same on latin-30 with rules, and its memory;
* guided-10: the longest wait of the guided learner on the paper's ten benchmarks, by examples and with rules;
* golomb-40: the longest wait of the guided learner on golomb-5-full with 40 values and all orders of arguments;
* peers:     pycona's time over tacit's on sudoku-4 and murder, if there is a Python that has pycona.

A wait is from an answer to the next question. The time to the first question, for which everything is built, and from
the last answer to the end are shown beside it, without a bar. SIZES="10 20 30" gives the three Latin squares; smaller
ones make a quick trial. A run that is cut at its cap reaches no bar. All runs are kept in the results.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import measure
from measure import Row, line, number

WIDTHS = [-61, 9, 9, -12]
TEN = ["sudoku", "gtsudoku", "latin-10", "zebra", "murder", "purdey", "allergy", "golomb-12", "examtt-24", "rlfap-50"]
PEERS = {"sudoku-4": 94.0, "murder": 102.0}  # what was reached before: to be held

IMPORT = "import time; t = time.perf_counter(); from tacit import learn; print(time.perf_counter() - t)"
BIAS = """
import time
from tacit.benchmarks import load
from tacit.candidates.bias import Bias
problem = load("{}").problem
t = time.perf_counter()
Bias(problem)
print(time.perf_counter() - t)
"""


@dataclass
class What:
    """What to run."""

    cases: list[str] | None  # in the place of the usual benchmarks
    seeds: int
    cap: float
    small: str
    large: str
    huge: str
    python: Path


class Bars:
    """Prints and keeps what was measured beside its bar."""

    def __init__(self, results: Path) -> None:
        self._results = results
        self._tree = measure.this_tree()
        self.missed = 0
        print(line(["what", "bar", "measured", ""], WIDTHS))

    def run(self, case: str, seed: int, cap: float) -> Row:
        row = measure.run(case, seed, cap)
        self.keep(row)
        return row

    def keep(self, row: Row) -> None:
        measure.keep(self._results, "scale run", self._tree, row)

    def show(
        self, what: str, bar: float, unit: str, measured: float | None, why: str = "", *, at_least: bool = False
    ) -> None:
        """Without a measurement the bar is not reached, and `why` says what happened."""
        reached = measured is not None and (measured >= bar if at_least else measured <= bar)
        self.missed += not reached
        shown = why if measured is None else f"{number(measured)} {unit}".strip()
        asked = f"{'≥' if at_least else '≤'} {bar:g} {unit}".strip()
        print(line([what, asked, shown, "reached" if reached else "NOT REACHED"], WIDTHS), flush=True)
        row = {"what": what, "bar": bar, "unit": unit, "measured": measured, "reached": reached, "why": why}
        measure.keep(self._results, "scale", self._tree, row)

    def waits(
        self, what: str, rows: list[Row], *, mean: float | None = None, longest: float, memory: float | None = None
    ) -> None:
        """Mean and longest wait in ms, and memory in MB, of runs that must have ended well."""
        right = all(row["status"] == "converged" and row.get("equivalent") for row in rows)
        why = measure.ended(rows)

        def shown(value: float) -> float | None:
            return value if right else None

        if mean is not None:
            waited = sum(row.get("later_mean_s", 0) * row.get("queries", 0) for row in rows)
            count = max(1, sum(row.get("queries", 0) for row in rows))
            self.show(f"{what}, mean wait", mean, "ms", shown(1000 * waited / count), why)
        most = max(row.get("later_wait_s", 0) for row in rows)
        self.show(f"{what}, longest wait", longest, "ms", shown(1000 * most), why)
        if memory is not None:
            self.show(f"{what}, peak memory", memory, "MB", shown(max(row.get("peak_mb", 0) for row in rows)), why)
        if right:
            end = 1000 * max(row["ending_s"] for row in rows)
            count = round(statistics.median(row["queries"] for row in rows))
            first = 1000 * max(row["first_wait_s"] for row in rows)
            print(
                f"    {count} questions; first question after {number(first)} ms, last answer to end {number(end)} ms",
                flush=True,
            )


def main() -> None:
    parser = measure.arguments(__doc__, cap=900.0)
    parser.add_argument("--sizes", nargs=3, type=int, default=[10, 20, 30], help="of three Latin squares")
    parser.add_argument("--sections", nargs="+", choices=list(SECTIONS), default=list(SECTIONS), help="which bars")
    parser.add_argument("--python", type=Path, default=measure.ROOT / ".venv-peers" / "bin" / "python")
    args = parser.parse_args()
    small, large, huge = (f"latin-{size}" for size in args.sizes)
    what = What(args.only, args.seeds, args.cap, small, large, huge, args.python)
    bars = Bars(args.results)
    for section in args.sections:
        SECTIONS[section](bars, what)
    print(f"{bars.missed} bars not reached" if bars.missed else "All bars reached")


def start(bars: Bars, what: What) -> None:
    bars.show("from tacit import learn", 0.3, "s", statistics.median(measure.fresh_answer(IMPORT) for _ in range(7)))
    seconds = [measure.fresh_answer(BIAS.format(what.huge)) for _ in range(3)]
    bars.show(f"bias of {what.huge}", 2, "s", statistics.median(seconds))


def longest_waits(bars: Bars, what: What) -> None:
    for case in what.cases or measure.SUITE:
        rows = [bars.run(case, seed, what.cap) for seed in range(what.seeds)]
        longest = max(row["max_wait_s"] for row in rows) if measure.complete(rows) == rows else None
        bars.show(f"longest wait, {case}", 100, "ms", longest and 1000 * longest, measure.ended(rows))


def orders_of_values(bars: Bars, what: What) -> None:
    seeds, cap = range(what.seeds), what.cap
    pairs = [(bars.run("sudoku+random", seed, cap), bars.run("sudoku+max_v", seed, cap)) for seed in seeds]
    rows = [row for pair in pairs for row in pair]
    whole = measure.complete(rows) == rows
    ratio = statistics.median(y["time_s"] / x["time_s"] for x, y in pairs) if whole else None
    bars.show("sudoku, max_v / random, time", 2, "", ratio, measure.ended(rows))


def growth(bars: Bars, what: What) -> None:
    """Runs both in turns, seed by seed; the first run that is cut ends it."""
    said = f"time per question, {what.large} / {what.small}"
    ratios = []
    for seed in range(what.seeds):
        rows = [bars.run(case, seed, what.cap) for case in (what.small, what.large)]
        if measure.complete(rows) != rows:
            bars.show(said, 6, "", None, measure.ended(rows))
            return
        one, other = (row["time_s"] / row["queries"] for row in rows)
        ratios.append(other / one)
    bars.show(said, 6, "", statistics.median(ratios))


def size(bars: Bars, what: What) -> None:
    """A whole run, with one seed."""
    row = bars.run(what.huge, 0, what.cap)
    right = row["status"] == "converged" and row["equivalent"]
    said = f"{what.huge} by MQuAcq"
    bars.show(f"{said}, until converged", 400, "s", row["time_s"] if right else None, measure.ended([row]))
    bars.waits(said, [row], longest=500, memory=2048)


def guided_alone(bars: Bars, what: What) -> None:
    bars.waits(f"guided {what.large}", [bars.run(f"{what.large}+bare", 0, what.cap)], mean=8, longest=150)


def guided_with_rules(bars: Bars, what: What) -> None:
    row = bars.run(f"{what.huge}+rules", 0, what.cap)
    bars.waits(f"guided {what.huge} with rules", [row], mean=30, longest=500, memory=2048)


def guided_on_ten(bars: Bars, what: What) -> None:
    for how in ("bare", "rules"):
        for case in what.cases or TEN:
            rows = [bars.run(f"{case}+{how}", seed, what.cap) for seed in range(what.seeds)]
            bars.waits(f"guided {case}{' with rules' if how == 'rules' else ''}", rows, longest=60)


def golomb(bars: Bars, what: What) -> None:
    for case, orders in (("golomb-5-full@40-all", "all"), ("golomb-5-full@40", "each")):
        for how in ("bare", "rules"):
            rows = [bars.run(f"{case}+{how}", seed, what.cap) for seed in range(what.seeds)]
            rules = " with rules" if how == "rules" else ""
            bars.waits(f"guided golomb-5-full, 40 values, {orders}{rules}", rows, longest=300)


def peers(bars: Bars, what: What) -> None:
    """In turns; the median of the ratios."""
    if not what.python.exists():
        print("    pycona / tacit: not measured, because there is no Python with pycona (make bench-peers installs it)")
        return
    from peers import run_pycona

    from tacit.benchmarks import load

    for case, bar in PEERS.items():
        ratios = []
        for seed in range(what.seeds):
            ours = bars.run(case, seed, what.cap)
            theirs = run_pycona(load(case), "mquacq", seed, what.cap, str(what.python))
            bars.keep({"learner": "pycona mquacq", **theirs})
            if measure.complete([ours, theirs]) == [ours, theirs]:
                ratios.append(theirs["time_s"] / ours["time_s"])
        ratio = statistics.median(ratios) if ratios else None
        bars.show(f"pycona / tacit, {case}, total time", bar, "", ratio, "no runs", at_least=True)


SECTIONS: dict[str, Callable[[Bars, What], None]] = {
    "start": start,
    "waits": longest_waits,
    "values": orders_of_values,
    "growth": growth,
    "size": size,
    "guided-20": guided_alone,
    "guided-30": guided_with_rules,
    "guided-10": guided_on_ten,
    "golomb-40": golomb,
    "peers": peers,
}


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
