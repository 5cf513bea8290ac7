"""How often the number of questions left is in the range that people are shown: `make bench-estimate`.

A simulated user is asked as people are, with and without questions about rules. At some points of each interview the
range that would be shown is compared with how many questions were still to come. The constants of
`tacit/interview/estimate.py` were chosen on the problems of FITTED, seeds 0 to 3; the others were only looked at
afterwards. Interviews that take longer than the cap are left out, and named.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass

from tacit import Dialogue
from tacit.benchmarks import load
from tacit.dialogue.oracles import TargetOracle
from tacit.dialogue.oracles.slipping import Slipping
from tacit.interview.estimate import Estimate, moment_of, still_to_ask
from tacit.interview.interview import FOR_PEOPLE

FITTED = "murder purdey sudoku-4 latin-6 golomb-8 examtt-12 nurse-5x3x4 ward-8x7 timetable-3x6 queens-6"
FRESH = "zebra allergy sudoku latin-5 golomb-6 queens-7 examtt-9 magic-3 nurse-4x2x5 random-20x4x40 ward-7x7"
POINTS = 20  # of an interview, evenly spread


@dataclass(frozen=True)
class Run:
    """An interview: at each of its questions the range that was shown, if there was one."""

    name: str
    rules: bool
    ranges: list[Estimate | None]

    def points(self) -> Iterator[tuple[Estimate | None, int]]:
        """At some points: the range, and how many questions were still to come, with the open one."""
        total = len(self.ranges)
        for place in sorted({total * point // POINTS for point in range(POINTS)}):
            yield self.ranges[place], total - place


def interview(name: str, *, rules: bool, seed: int, slips: float, cap: float) -> Run | None:
    """None if it takes too long."""
    benchmark = load(name)
    begin = time.perf_counter()
    dialogue = Dialogue(benchmark.problem, **{**FOR_PEOPLE, "rules": rules, "seed": seed})
    numbers = dialogue.asker.answers.claims.numbers
    user = Slipping(TargetOracle(benchmark.target), slips, seed, numbers=numbers)
    open_after, ranges = [dialogue.progress().left], []
    while dialogue.question is not None:
        if time.perf_counter() - begin > cap:
            return None
        ranges.append(still_to_ask(moment_of(dialogue, open_after)))
        dialogue.answer(user.answer(dialogue.question))
        open_after.append(dialogue.progress().left)
    return Run(name, rules, ranges)


def line(runs: list[Run]) -> str:
    """How often there was a range, how often it held, and how wide it was."""
    points = [point for run in runs for point in run.points()]
    shown = [(found, left) for found, left in points if found is not None]
    held = sum(found.low <= left <= found.high for found, left in shown)
    widths = sorted(found.high / max(1, found.low) for found, _ in shown)
    share = f"{held:4} of {len(shown):4} ({held / len(shown):4.0%})" if shown else "no number at any point"
    width = f", high end {widths[len(widths) // 2]:.1f} times the low end" if widths else ""
    return f"{share}; a number at {len(shown) / len(points):.0%} of the points{width}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--only", nargs="+", metavar="PROBLEM", help="these problems")
    parser.add_argument("--fitted", action="store_true", help="the problems that the constants were chosen on")
    parser.add_argument("--seeds", type=int, nargs="+", default=[4, 5])
    parser.add_argument("--slips", type=float, default=0.0, help="the share of answers that are wrong")
    parser.add_argument("--cap", type=float, default=60.0, metavar="S", help="seconds for an interview")
    args = parser.parse_args()
    names = args.only or (FITTED if args.fitted else FRESH).split()
    every: list[Run] = []
    for rules in (True, False):
        mine: list[Run] = []
        for name in names:
            tried = [interview(name, rules=rules, seed=s, slips=args.slips, cap=args.cap) for s in args.seeds]
            found = [run for run in tried if run is not None]
            told = line(found) if found else "none was over in time"
            print(f"{name:14} rules {'on ' if rules else 'off'} {told}", flush=True)
            mine += found
        if mine:
            print(f"{'all':14} rules {'on ' if rules else 'off'} {line(mine)}", flush=True)
        every += mine
    if every:
        print(f"{'all':24} {line(every)}")


if __name__ == "__main__":
    main()
