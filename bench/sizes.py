"""`make bench-sizes`: time and memory on Latin squares that grow, for the figure: MQuAcq, guided with rules, pycona.

Points that the results have for this commit are not measured again (--again: they are), so that it can be run in parts:
SIZES="4 6", LEARNERS="mquacq rules". pycona runs only where there is a Python that has it, and is killed after CAP
seconds; a larger square is not tried after a run that was cut. `make bench-plot` draws what is there.
"""

from __future__ import annotations

import json
from pathlib import Path

import measure
from measure import Row, number

SIZES = [4, 6, 8, 10, 14, 20, 27]  # 480 to 1 061 424 candidates
LEARNERS = {"mquacq": "", "rules": "+rules", "pycona": ""}  # tacit's two, and pycona's MQuAcq
KIND = "sizes"


def main() -> None:
    parser = measure.arguments(__doc__, seeds=1, cap=900.0)
    parser.add_argument("--sizes", nargs="+", type=int, default=SIZES)
    parser.add_argument("--learners", nargs="+", choices=list(LEARNERS), default=list(LEARNERS))
    parser.add_argument("--again", action="store_true", help="measure also what is there already")
    parser.add_argument("--python", type=Path, default=measure.ROOT / ".venv-peers" / "bin" / "python")
    args = parser.parse_args()
    tree = measure.this_tree()
    known = {} if args.again else points(args.results, tree["commit"])
    for learner in args.learners:
        if learner == "pycona" and not args.python.exists():
            print("pycona: there is no Python that has it (make bench-peers installs it)")
            continue
        for size in sorted(args.sizes):
            problem = f"latin-{size}"
            row = known.get((learner, problem))
            if row is None:
                row = {"learner": learner, **run(learner, problem, args.cap, args.python)}
                measure.keep(args.results, KIND, tree, row)
            print(f"{learner:8}{problem:10}{told(row)}", flush=True)
            if row["status"] == measure.CUT:
                break


def run(learner: str, problem: str, cap: float, python: Path) -> Row:
    if learner != "pycona":
        return measure.run(problem + LEARNERS[learner], 0, cap)
    from peers import run_pycona

    from tacit.benchmarks import load

    return run_pycona(load(problem), "mquacq", 0, cap, str(python))


def told(row: Row) -> str:
    if row["status"] != "converged" and "time_s" not in row:
        return measure.ended([row])
    if row["status"] == measure.CUT:
        return f"cut at {row['cap_s']:g} s"
    return f"{number(row['time_s']):>8} s {number(row['peak_mb']):>6} MB {row['queries']:>7} questions"


def points(results: Path, commit: str | None = None) -> dict[tuple[str, str], Row]:
    """The newest run of each learner on each square; of one commit, if that is given."""
    if not results.exists():
        return {}
    rows = [json.loads(text) for text in results.read_text(encoding="utf-8").splitlines()]
    return {
        (row["learner"], row["problem"]): row
        for row in rows
        if row["kind"] == KIND and commit in (None, row["commit"]) and row["status"] != measure.FAILED
    }


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
