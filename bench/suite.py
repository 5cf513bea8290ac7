"""`make bench`: every benchmark with MQuAcq, FindScope-2, max_B and bdeg; time, questions a second, waits, memory.

The table has medians over the seeds, but for the longest wait, which is that of all seeds. All runs are appended to the
results.
"""

from __future__ import annotations

import measure
from measure import Row, line, median, number

COLUMNS = {
    "": -13,
    "queries": 7,
    "time s": 6,
    "q/s": 5,
    "mean": 6,
    "p99": 6,
    "max": 6,
    "end": 6,
    "MB": 4,
    "ended": -12,
}


def main() -> None:
    args = measure.arguments(__doc__).parse_args()
    tree = measure.this_tree()
    print(f"commit {tree['commit'][:10]}{' with changes' if tree['dirty'] else ''}, seeds 0 to {args.seeds - 1}")
    print(line(list(COLUMNS), list(COLUMNS.values())))
    for case in args.only or measure.SUITE:
        rows = []
        for seed in range(args.seeds):
            rows.append(with_rate(measure.run(case, seed, args.cap)))
            measure.keep(args.results, "suite", tree, rows[-1])
        print(line(cells(case, rows), list(COLUMNS.values())), flush=True)
        for reason in measure.reasons(rows):
            print(f"  {reason:.76}")
    print("Waits in ms: mean, 99th percentile, longest; end: last answer to result.")
    print(f"Medians over the seeds; of the longest waits the longest.\nAll runs: {args.results}")


def with_rate(row: Row) -> Row:
    return {**row, "queries_per_s": row["queries"] / row["time_s"]} if row.get("time_s") else row


def cells(case: str, rows: list[Row]) -> list[str]:
    """A line of the table. If all runs were cut, it has their figures so far."""
    shown = measure.complete(rows) or [row for row in rows if "queries" in row]
    longest = [row["max_wait_s"] for row in shown]
    return [
        case,
        middle(shown, "queries"),
        middle(shown, "time_s"),
        middle(shown, "queries_per_s"),
        middle(shown, "mean_wait_s", 1000),
        middle(shown, "p99_wait_s", 1000),
        number(1000 * max(longest)) if longest else "",
        middle(shown, "ending_s", 1000),
        middle(shown, "peak_mb"),
        measure.ended(rows),
    ]


def middle(rows: list[Row], key: str, factor: float = 1) -> str:
    return number(factor * median(rows, key)) if rows and key in rows[0] else ""


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
