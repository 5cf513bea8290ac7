"""`make bench-compare A=<commit> B=<commit>`: the suite on two commits, alternating; ratios B/A.

Both commits are checked out into a temporary folder, and their `src` is put on PYTHONPATH: they share Python, numpy and
the scripts of this folder. Without B, A is compared with the working tree as it is.

The runs alternate, A, B, A, B …, one seed after the other, because the machine may be busy with other things: each run
of B is compared with the run of A just before it. The table has the medians of these ratios (below 1: B is better). If
a commit lacks a benchmark, that is said, and the benchmark is left out. `same` says whether both asked the same
questions.
"""

from __future__ import annotations

import contextlib
import signal
import statistics
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import measure
from measure import Row, line, median, number

COLUMNS = {"benchmark": -14, "A s": 7, "B s": 7, "time": 6, "max wait": 8, "memory": 6, "same": 4, "A": -11, "B": -11}


def main() -> None:
    parser = measure.arguments(__doc__)
    parser.add_argument("a", metavar="A", help="a commit")
    parser.add_argument("b", metavar="B", nargs="?", help="another commit; the working tree as it is if left out")
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, _as_interrupt)
    with contextlib.ExitStack() as stack:
        sides = [stack.enter_context(checked_out(commit)) for commit in (args.a, args.b)]
        for name, (tree, _) in zip("AB", sides, strict=True):
            print(f"{name}: {describe(tree)}")
        print(line(list(COLUMNS), list(COLUMNS.values())))
        for case in args.only or measure.SUITE:
            rows: tuple[list[Row], list[Row]] = [], []
            for seed in range(args.seeds):
                for side, (tree, src) in enumerate(sides):
                    rows[side].append(measure.run(case, seed, args.cap, src))
                    measure.keep(args.results, "compare", tree, {"side": "AB"[side], **rows[side][-1]})
            print(line(cells(case, *rows), list(COLUMNS.values())), flush=True)
            for side in (0, 1):
                for reason in measure.reasons(rows[side]):
                    print(f"  {'AB'[side]}: {reason:.74}")
    print("Ratios are B/A, medians over the seeds: below 1, B takes less.")


@contextlib.contextmanager
def checked_out(commit: str | None) -> Iterator[tuple[Row, Path]]:
    """A commit in a folder of its own, which is removed afterwards in any case; None is the working tree."""
    if commit is None:
        yield measure.this_tree(), measure.ROOT / "src"
        return
    full = measure.git("rev-parse", "--verify", f"{commit}^{{commit}}")
    with tempfile.TemporaryDirectory(prefix="tacit-bench-") as folder:
        tree = Path(folder).resolve() / "tree"
        try:
            measure.git("worktree", "add", "--quiet", "--detach", str(tree), full)
            yield {"commit": full, "dirty": False}, tree / "src"
        finally:
            remove = ["git", "-C", str(measure.ROOT), "worktree", "remove", "--force", str(tree)]
            subprocess.run(remove, capture_output=True)


def describe(tree: Row) -> str:
    return measure.git("log", "-1", "--format=%h %s", tree["commit"])[:70] + (" with changes" if tree["dirty"] else "")


def cells(case: str, a: list[Row], b: list[Row]) -> list[str]:
    pairs = [(x, y) for x, y in zip(a, b, strict=True) if len(measure.complete([x, y])) == 2]
    if not pairs:
        return [case, *[""] * 6, measure.ended(a), measure.ended(b)]

    def ratio(key: str) -> str:
        return number(statistics.median(y[key] / x[key] for x, y in pairs))

    return [
        case,
        number(median((x for x, _ in pairs), "time_s")),
        number(median((y for _, y in pairs), "time_s")),
        ratio("time_s"),
        ratio("max_wait_s"),
        ratio("peak_mb"),
        "yes" if all(x["questions"] == y["questions"] for x, y in pairs) else "NO",
        measure.ended(a),
        measure.ended(b),
    ]


def _as_interrupt(*_: object) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
