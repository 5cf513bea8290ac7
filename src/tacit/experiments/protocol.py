"""What the paper ran (Section 9): the tasks that reproduce each row of its tables and each curve of its figures.

Table 4 is not the paper's: it has what later papers published of other algorithms, with languages of six relations.

All tasks use FindC *first*, as in the paper. Cutoffs are in nodes, where the paper has 1 s and 5 s, so that a run can
be repeated.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tacit.experiments.paper import later_results, paper_results
from tacit.experiments.task import Task

Setting = dict[str, Any]

# The benchmarks: the paper's names, and ours.
BENCHMARKS = {
    "Sudoku": "sudoku",
    "GTSudoku": "gtsudoku",
    "Latin": "latin-10",
    "Zebra": "zebra",
    "Murder": "murder",
    "Purdey": "purdey",
    "Allergy": "allergy",
    "Golomb-12": "golomb-12",
    "Exam TT": "examtt-24",
    "RLFAP": "rlfap-50",
}
# What later papers have besides; table 4.
OF_LATER_PAPERS = {"JSudoku": "jsudoku"}
ALL_BENCHMARKS = BENCHMARKS | OF_LATER_PAPERS

ALL_RUNS = 10  # as many as in the paper; with fewer, MultiAcq runs only once, because it takes by far the longest
FULL_CAP_S = 600.0
QUICK_CAP_S = 20.0

FIRST: Setting = {"findc": "first"}
MAX: Setting = {"objective": "max", "variables": "dom/wdeg", "values": "random"}
MAX_B: Setting = {"objective": "max_b", "variables": "bdeg", "values": "random"}
MAX_V: Setting = {"objective": "max_b", "variables": "bdeg", "values": "max_v"}
QUACQ: Setting = {"algorithm": "quacq", "findscope": 2}
MQUACQ: Setting = {"algorithm": "mquacq", "findscope": 2}
GROWACQ: Setting = {"algorithm": "growacq", "inner": "mquacq-2", "findscope": 2, **MAX_B}
SIX = (">=", "<=")  # what the later papers have besides == != > <
LATER = 4

# The methods of each table, by the paper's names.
METHODS: dict[int, dict[str, Setting]] = {
    1: {
        "QuAcq": {**QUACQ, "findscope": 1, **MAX},
        "MultiAcq": {"algorithm": "multiacq", **MAX},
        "MQuAcq": {**MQUACQ, "findscope": 1, **MAX},
        "QuAcq + FindScope-2": {**QUACQ, **MAX},
        "MQuAcq + FindScope-2": {**MQUACQ, **MAX},
    },
    2: {
        "QuAcq max": {**QUACQ, **MAX},
        "MQuAcq max": {**MQUACQ, **MAX},
        "QuAcq max_B": {**QUACQ, **MAX_B},
        "MQuAcq max_B": {**MQUACQ, **MAX_B},
    },
    3: {
        "QuAcq rand": {**QUACQ, **MAX_B},
        "MQuAcq rand": {**MQUACQ, **MAX_B},
        "QuAcq max_v": {**QUACQ, **MAX_V},
        "MQuAcq max_v": {**MQUACQ, **MAX_V},
    },
    LATER: {
        "GrowAcq + PQ-Gen": {**GROWACQ, "generate": "pq-gen"},
        "GrowAcq + PQ-Gen counts": {**GROWACQ, "generate": "pq-gen-counts"},
        "GrowAcq + PQ-Gen + CB-FindScope": {**GROWACQ, "generate": "pq-gen", "findscope": "cb"},
    },
}

CAPTIONS = {
    1: "MQuAcq and FindScope-2 (all with max, dom/wdeg, random values)",
    2: "max with dom/wdeg against max_B with bdeg (random values, FindScope-2)",
    3: "Random values against max_v (max_B, bdeg, FindScope-2)",
    LATER: "Published after the paper: GrowAcq over MQuAcq-2, with six relations (== != > < >= <=)",
}


@dataclass(frozen=True)
class Effort:
    """How much to run."""

    runs: int = 3
    seed: int = 0
    cap_s: float = FULL_CAP_S

    def tasks(self, problem: str, setting: Setting, relations: Sequence[str] = ()) -> list[Task]:
        """One task for each run; run k of N has the seed S + k."""
        runs = 1 if setting["algorithm"] == "multiacq" and self.runs < ALL_RUNS else self.runs
        options = {**setting, **FIRST}
        return [Task(problem, options, self.seed + k, tuple(relations), cap_s=self.cap_s) for k in range(runs)]


@dataclass(frozen=True)
class TableRow:
    """A row of one of the paper's tables."""

    table: int
    benchmark: str
    method: str

    @property
    def setting(self) -> Setting:
        return METHODS[self.table][self.method]

    def tasks(self, effort: Effort) -> list[Task]:
        return effort.tasks(ALL_BENCHMARKS[self.benchmark], self.setting, SIX if self.table == LATER else ())


def table_rows(table: int, problems: Iterable[str] = ()) -> Iterator[TableRow]:
    """The rows of a table, in the paper's order. If problems are given (by our names), only the rows of these."""
    wanted = set(problems)
    for row in later_results() if table == LATER else paper_results():
        if int(row["table"]) == table and (not wanted or ALL_BENCHMARKS[row["benchmark"]] in wanted):
            yield TableRow(table, row["benchmark"], row["method"])
