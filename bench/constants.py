"""`make bench-constants CONSTANT=LIKELY VALUES="0.3 0.5"`: what a constant of the guided learner is worth.

It prints the mean number of questions over some seeds, with the constant as it is and with other values, and the change
in percent. Without CONSTANT all constants are swept, each with its values in `SWEEPS`. The seeds start at 100, because
no setting was chosen by these. All runs are in one process, so that the figures can be compared.
"""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Iterator
from types import ModuleType

import numpy as np

from tacit import learn
from tacit.benchmarks import load
from tacit.guided import beliefs, choosing, clauses, graph, large_examples, tally
from tacit.structure import partitions

USUAL = "purdey allergy murder zebra sudoku-4 examtt-24 sudoku gtsudoku rlfap-50"
FIRST_SEED = 100
MODULES: list[ModuleType] = [beliefs, tally, choosing, clauses, graph, large_examples, partitions]
# Other values to try for each constant: a smaller and a larger one, or one that switches its idea off.
SWEEPS: dict[str, list[float]] = {
    "LIKELY": [0.3, 0.5],
    "TOO_LIKELY": [0.2, 0.5],
    "WORTH": [0.0, 0.6],
    "TRIES": [1, 6],
    "CERTAIN": [0.7, 1.1],
    "NEARLY": [0.85, 1.1],
    "FEW": [0, 4],
    "CROWD": [10, 10_000],
    "ORDERS": [3, 12],
    "LEAST_NOISE": [0.3, 1.0],
    "TIES": [0.0, 0.9],
    "FIRST_RATE": [0.03, 0.3],
    "FIRST_WEIGHT": [1.0, 10.0],
    "STRENGTH": [0.7, 3.0],
    "NEGLIGIBLE": [0.0, 0.05],
    "AGAINST_GUESSING": [1.0, 6.0],
    "SHARED": [0.0, 0.9],
    "SURPRISING": [0.25, 1.1],
    "TAKEN_HELD": [0.1, 1.0],
    "TAKEN_SEEN": [1.0, 10.0],
    "CAP": [2, 5],
    "SHORT": [6, 24],
}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--constant", choices=sorted(SWEEPS), help="one constant; without it all of them")
    parser.add_argument("--values", type=float, nargs="+", help="the values to try")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--only", nargs="+", default=USUAL.split())
    args = parser.parse_args()
    plain = [questions(name, args.seeds) for name in args.only]
    print(f"| constant | value | {' | '.join(args.only)} |\n|---|---|{'---|' * len(args.only)}")
    print(f"| as it is | | {' | '.join(f'{count:.1f}' for count in plain)} |", flush=True)
    for name in [args.constant] if args.constant else SWEEPS:
        now = current(name)
        for value in args.values or SWEEPS[name]:
            with constant(name, type(now)(value)):
                found = [questions(each, args.seeds) for each in args.only]
            change = " | ".join(f"{100 * (new / old - 1):+.1f} %" for new, old in zip(found, plain, strict=True))
            print(f"| `{name}` {now:g} | {value:g} | {change} |", flush=True)


def questions(name: str, seeds: int) -> float:
    """The mean number of questions of some runs. Each run must converge."""
    benchmark = load(name)
    counts = []
    for seed in range(FIRST_SEED, FIRST_SEED + seeds):
        result = learn(benchmark.problem, benchmark.target, algorithm="guided", seed=seed)
        if result.status != "converged":
            raise SystemExit(f"{name}, seed {seed}: {result.status}")
        counts.append(result.statistics.queries)
    return float(np.mean(counts))


def current(name: str) -> float:
    found: float = next(getattr(module, name) for module in MODULES if hasattr(module, name))
    return found


@contextlib.contextmanager
def constant(name: str, value: float) -> Iterator[None]:
    """Give the constant another value in all modules that have imported it."""
    before = [(module, getattr(module, name)) for module in MODULES if hasattr(module, name)]
    for module, _ in before:
        setattr(module, name, value)
    try:
        yield
    finally:
        for module, old in before:
            setattr(module, name, old)


if __name__ == "__main__":
    main()
