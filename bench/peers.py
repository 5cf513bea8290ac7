"""`make bench-peers`: tacit's MQuAcq and guided learner beside pycona 0.4.1, same problems, same hour; ratios.

The same on both sides:
* variables, domains, language and target: tacit's benchmark, handed to pycona as plain data (`export`);
* a simulated user who knows the target: pycona's own ConstraintOracle there, tacit's target here;
* the clock (`one_run.py`): importing and building the problem are not timed, building the bias is; a wait is the time
  from an answer to the next question, without the time it takes to answer;
* Python and the machine; one process at a time, tacit right before each run of the peer.

What differs:
* how an example is found: pycona asks CP-SAT (8 workers, 1 s for its objective), tacit has a search of its own;
* FindScope and FindC: each side has its own version. pycona's FindC is for targets with one constraint a scope, as
  these are; tacit's does not assume this. Where the paper's algorithms ask what already follows, tacit asks it, too;
* the total time includes answering. pycona's oracle goes through its target in Python and is slower than tacit's; the
  column `answers` says how much of the total that is. The waits don't include it.

pycona's learners, each with its defaults: `mquacq`; `growacq` (GrowAcq around MQuAcq-2, guided by a classifier);
`growacq+mq` (GrowAcq around MQuAcq without a classifier, which is often its fastest). The last two are compared with
tacit's guided learner.

A run that is not over after CAP seconds is killed. Then the constraints learned per second are compared, and its time
and its longest wait are lower bounds (>). tacit compares what pycona has learned with the target.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import measure
from measure import Row, line, number

from tacit.benchmarks import Benchmark, load
from tacit.exact.equivalence import equivalent

PROBLEMS = ["sudoku-4", "murder", "latin-6", "jsudoku", "sudoku"]
LEARNERS = ["mquacq", "growacq", "growacq+mq"]
OURS = {"mquacq": "mquacq", "growacq": "guided", "growacq+mq": "guided"}  # tacit's learner beside each

COLUMNS = {
    "": -17,
    "learned": 8,
    "queries": 8,
    "time s": 8,
    "answers": 8,
    "mean ms": 8,
    "max ms": 8,
    "c/s": 8,
}


def main() -> None:
    parser = measure.arguments(__doc__, seeds=1)
    parser.add_argument("--python", required=True, help="the Python that has pycona")
    parser.add_argument("--learners", nargs="+", choices=LEARNERS, default=LEARNERS, help="those of pycona")
    args = parser.parse_args()
    tree = measure.this_tree()
    widths = list(COLUMNS.values())
    for problem in args.only or PROBLEMS:
        benchmark = load(problem)
        print(f"\n{problem}: {len(benchmark.problem.names)} variables, {len(benchmark.target)} constraints")
        print(line(list(COLUMNS), widths))
        for seed in range(args.seeds):
            for learner in args.learners:
                beside = OURS[learner]
                ours = measure.run(problem + ("+guided" if beside == "guided" else ""), seed, args.cap)
                theirs = run_pycona(benchmark, learner, seed, args.cap, args.python)
                for name, row in ((f"tacit {beside}", ours), (f"pycona {learner}", theirs)):
                    measure.keep(args.results, "peers", tree, {"learner": name, **row})
                    print(line(cells(name, row, len(benchmark.target)), widths), flush=True)
                    if not row.get("equivalent", row["status"] == measure.CUT):
                        print(f"    {measure.ended([row])}", *(reason[:65] for reason in measure.reasons([row])))
                print(line(ratios(ours, theirs), widths), flush=True)
    print("\nRatios are pycona/tacit. answers: seconds in the oracle. c/s: constraints/s.")
    print("> at a run that was cut: it would have been more.")


def export(benchmark: Benchmark) -> dict[str, Any]:
    """A benchmark as plain data."""
    problem = benchmark.problem
    domains = problem.vocabulary.domains
    return {
        "name": problem.name,
        "variables": {
            name: [int(value) for value in domain] for name, domain in zip(problem.names, domains, strict=True)
        },
        "language": [relation.name for relation in problem.language],
        "target": [(constraint.relation.name, constraint.scope) for constraint in benchmark.target],
    }


def run_pycona(benchmark: Benchmark, learner: str, seed: int, cap: float, python: str) -> Row:
    """One run of the peer. It has no seed of its own, but the order of its sets depends on Python's hash seed."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "problem.json"
        path.write_text(json.dumps(export(benchmark)))
        command = [python, str(measure.HERE / "one_run_pycona.py"), learner, str(path)]
        row = measure.fresh_process(command, cap, {"PYTHONHASHSEED": str(seed)})
    network = row.pop("network", None)
    if network is not None:
        row["equivalent"] = equivalent(benchmark.problem.network(network), benchmark.target)
    return {"case": benchmark.problem.name, "problem": benchmark.problem.name, "seed": seed, **row}


def cells(name: str, row: Row, target: int) -> list[str]:
    """One run as a line of the table."""

    def shown(key: str, factor: float = 1.0) -> str:
        return number(factor * row[key]) if key in row else ""

    at_least = ">" if row["status"] == measure.CUT else ""
    return [
        name,
        f"{row['learned']}/{target}" if "learned" in row else "",
        at_least + shown("queries"),
        at_least + (number(row["cap_s"]) if at_least else shown("time_s")),
        shown("answering_s"),
        shown("mean_wait_s", 1000),
        at_least + shown("max_wait_s", 1000),
        number(row["learned"] / row["time_s"]) if "time_s" in row else "",
    ]


def ratios(ours: Row, theirs: Row) -> list[str]:
    """The line below two runs: the peer's figures divided by tacit's."""
    if not all(row.get("time_s") for row in (ours, theirs)):
        return ["  not comparable", *[""] * 7]
    at_least = ">" if theirs["status"] == measure.CUT else ""

    def ratio(key: str) -> str:
        return number(theirs[key] / ours[key])

    rate = number(theirs["learned"] / theirs["time_s"] * ours["time_s"] / max(ours["learned"], 1))
    if ours["status"] == measure.CUT:  # then only rates can be compared
        return ["  ratio", "", "", "", "", ratio("mean_wait_s"), "", rate]
    time = at_least + number(theirs.get("cap_s", theirs["time_s"]) / ours["time_s"])
    return [
        "  ratio",
        "",
        at_least + ratio("queries"),
        time,
        "",
        ratio("mean_wait_s"),
        at_least + ratio("max_wait_s"),
        rate,
    ]


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
