"""The paper's numbers, and those of later papers, to compare ours with."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files


@cache
def paper_results() -> tuple[dict[str, str], ...]:
    """The rows of Tables 1, 2 and 3 of the paper, as they are printed there.

    >>> len(paper_results())
    130
    """
    return tuple(_read("paper_results.csv"))


@cache
def later_results() -> tuple[dict[str, str], ...]:
    """Table 4: what was published after the paper, with languages of six relations.

    From D. Tsouros, S. Berden, T. Guns, "Learning to Learn in Interactive Constraint Acquisition", AAAI 2024, and, for
    CB-FindScope, from the results in https://github.com/Dimosts/ML-guided-CA (max_viol, cb-findscope-half).

    >>> [row["queries"] for row in later_results()]
    ['5704', '3811', '4926.75', '5769', '3958']
    """
    return tuple(_read("later_results.csv"))


def paper_row(table: int, benchmark: str, method: str) -> dict[str, str]:
    """One row of a table.

    >>> paper_row(3, "Sudoku", "MQuAcq rand")["queries"]
    '6858'
    """
    for row in (*paper_results(), *later_results()):
        if (row["table"], row["benchmark"], row["method"]) == (str(table), benchmark, method):
            return row
    raise KeyError((table, benchmark, method))


def paper_cutoffs(benchmark: str, algorithm: str, objective: str) -> tuple[int, int] | None:
    """How often cut_min and cut_max fired, where the text of Section 9 says so.

    >>> paper_cutoffs("Sudoku", "quacq", "max")
    (2, 170)
    """
    for row in _read("paper_cutoffs.csv"):
        if (row["benchmark"], row["algorithm"], row["objective"]) == (benchmark, algorithm, objective):
            return int(row["cutoffs_min"]), int(row["cutoffs_max"])
    return None


def _read(name: str) -> list[dict[str, str]]:
    text = files("tacit.experiments").joinpath(name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))
