"""The paper's numbers, beside which ours are put."""

from __future__ import annotations

import csv
from importlib.resources import files


def paper_results() -> list[dict[str, str]]:
    """The rows of Tables 1, 2 and 3 of the paper, as they are printed there.

    >>> len(paper_results())
    130
    """
    text = files("tacit.experiments").joinpath("paper_results.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def paper_row(table: int, benchmark: str, method: str) -> dict[str, str]:
    """One of them.

    >>> paper_row(3, "Sudoku", "MQuAcq rand")["queries"]
    '6858'
    """
    for row in paper_results():
        if (row["table"], row["benchmark"], row["method"]) == (str(table), benchmark, method):
            return row
    raise KeyError((table, benchmark, method))
