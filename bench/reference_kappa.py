"""`make bench-kappa`: the whole run of Sudoku against the bare cost of κ for its questions. The bar: at most 4 times.

The yardstick shares nothing with tacit but the recorded questions. It goes through them one by one, and for each it
computes what any learner has to know at least. First, which of the 12,960 initial candidates reject it: one vectorised
pass over plain numpy arrays (gather both cells of each row, see whether they have values, evaluate the relation).
Second, the user's answer: the same over the 810 constraints of the target. There is no cleverness, such as remembering
what is left of the bias, and no deliberate slowness. It is written in two ways, because their speed differs: with truth
tables, and with comparisons over the rows of one relation at a time. The bar is for the faster one.

tacit's time is that of a whole run (MQuAcq, FindScope-2, max_B, bdeg, random values, seed 0), including its bias and
the user's answers. All are timed in one process, in turns; the medians are printed.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import measure
import numpy as np
from measure import line, number
from numpy.typing import NDArray

from tacit import Dialogue
from tacit.benchmarks import load

BAR = 4.0
OPTIONS: dict[str, Any] = {
    "algorithm": "mquacq",
    "findscope": 2,
    "objective": "max_b",
    "variables": "bdeg",
    "values": "random",
}

WIDTHS = [-6, 8, 8, 12]

Ints = NDArray[np.int64]

# All candidates as rows: a relation and two cells. The rows of one relation are side by side.
SIDE = 9
PAIRS = np.array(list(itertools.combinations(range(SIDE * SIDE), 2)))
RELATIONS = [np.equal, np.not_equal, np.greater, np.less]
OPPOSITES = [np.not_equal, np.equal, np.less_equal, np.greater_equal]
RELATION = np.repeat(np.arange(len(RELATIONS)), len(PAIRS))
LEFT, RIGHT = np.tile(PAIRS, (len(RELATIONS), 1)).T.copy()
VALUES = np.arange(SIDE + 1)
ACCEPTS = np.stack([relation(VALUES[:, None], VALUES) for relation in RELATIONS])  # by relation, left, right value

# The target: cells of one row, column or block differ.
ROWS, COLUMNS = np.divmod(PAIRS, SIDE)
BLOCKS = ROWS // 3 * 3 + COLUMNS // 3
ALIKE = np.any([of[:, 0] == of[:, 1] for of in (ROWS, COLUMNS, BLOCKS)], axis=0)
ONE, OTHER = PAIRS[ALIKE].T.copy()


def main() -> None:
    parser = argparse.ArgumentParser(description="The whole run of Sudoku against the bare cost of κ for its questions")
    parser.add_argument("--turns", type=int, default=5, help="how often each is timed (default: %(default)s)")
    parser.add_argument("--results", type=Path, default=measure.RESULTS, help="where a JSON line is appended")
    args = parser.parse_args()
    print(line(["turn", "tacit s", "table s", "comparing s"], WIDTHS))
    turns: list[list[float]] = []
    for turn in range(args.turns):
        seconds, queries, answers = run_tacit()
        turns.append([seconds, *(run_reference(kappa, queries, answers) for kappa in (by_table, by_comparing))])
        print(line([str(turn + 1), *(f"{seconds:.3f}" for seconds in turns[-1])], WIDTHS), flush=True)
    tacit_s, table_s, comparing_s = (statistics.median(column) for column in zip(*turns, strict=True))
    print(line(["median", *(f"{seconds:.3f}" for seconds in (tacit_s, table_s, comparing_s))], WIDTHS))
    print(line(["ratio", "", number(tacit_s / table_s), number(tacit_s / comparing_s)], WIDTHS))
    ratio = tacit_s / min(table_s, comparing_s)
    print(f"{len(queries):,} questions. Bar: at most {BAR:g}: {'reached' if ratio <= BAR else 'NOT REACHED'}")
    row = {"tacit_s": tacit_s, "table_s": table_s, "comparing_s": comparing_s, "ratio": ratio, "bar": BAR}
    row |= {"turns": args.turns, "queries": len(queries), "numpy": np.__version__}
    measure.keep(args.results, "kappa", measure.this_tree(), row)


def run_tacit() -> tuple[float, Ints, list[bool]]:
    """The time of a run; its questions, one a row, with 0 in cells that have no value; the answers."""
    sudoku = load("sudoku")
    begin = time.perf_counter()
    dialogue = Dialogue(sudoku.problem, seed=0, **OPTIONS)
    while dialogue.query is not None:
        dialogue.answer(sudoku.target.accepts_codes(dialogue.query.codes))
    seconds = time.perf_counter() - begin
    log = dialogue.result.answers
    queries = np.zeros((len(log), SIDE * SIDE), dtype=np.int64)
    place = {name: i for i, name in enumerate(sudoku.problem.names)}
    for i, entry in enumerate(log):
        for name, value in entry.query.assignment.items():
            queries[i, place[name]] = value
    return seconds, queries, [bool(entry.answer) for entry in log]


def run_reference(kappa: Callable[[Ints], Ints], queries: Ints, answers: list[bool]) -> float:
    """The time that the bare passes take."""
    differ = 0
    begin = time.perf_counter()
    for query, answer in zip(queries, answers, strict=True):
        kappa(query)
        differ += accepted(query) != answer
    seconds = time.perf_counter() - begin
    if differ or any(list(by_table(query)) != list(by_comparing(query)) for query in queries[:50]):
        raise SystemExit("bench: the reference is wrong")
    return seconds


def by_table(query: Ints) -> Ints:
    """The numbers of the candidates that reject a question, by a truth table."""
    x, y = query[LEFT], query[RIGHT]
    return np.flatnonzero((x > 0) & (y > 0) & ~ACCEPTS[RELATION, x, y])


def by_comparing(query: Ints) -> Ints:
    """The same by comparing, one relation after the other."""
    x, y = query[LEFT], query[RIGHT]
    violated = (x > 0) & (y > 0)
    for r, opposite in enumerate(OPPOSITES):
        own = slice(r * len(PAIRS), (r + 1) * len(PAIRS))
        violated[own] &= opposite(x[own], y[own])
    return np.flatnonzero(violated)


def accepted(query: Ints) -> bool:
    """The user's answer: no two cells of one row, column or block have the same value."""
    x, y = query[ONE], query[OTHER]
    return not ((x > 0) & (y > 0) & (x == y)).any()


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
