"""`make demo`: learn the 9 × 9 Sudoku from a simulated user, twice: as the paper does, and by rules.

First MQuAcq, beside the paper's figures; then the guided learner with all its questions, which are a handful.
"""

from __future__ import annotations

import sys
import time
from collections import Counter

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tacit.benchmarks import Benchmark, load
from tacit.dialogue.to_the_end import learn
from tacit.exact.equivalence import equivalent
from tacit.experiments.paper import paper_row
from tacit.learning.asking import Question
from tacit.learning.reporter import Reporter
from tacit.learning.result import Result
from tacit.problem.network import Constraint, Network
from tacit.problem.query import Query
from tacit.showing.claim_words import question as asked


class ProgressLine(Reporter):
    """One line on stderr that is overwritten again and again; nothing if stderr is not a terminal."""

    def __init__(self, console: Console, target: int) -> None:
        self.live = console.status("") if console.is_terminal else None
        self.target = target
        self.questions = self.constraints = 0
        self._shown = 0.0

    def started(self) -> None:
        if self.live:
            self.live.start()

    def asking(self, query: Question, redundant: bool) -> None:
        self.questions += 1
        now = time.monotonic()
        if self.live and isinstance(query, Query) and now - self._shown > 0.05:
            self._shown = now
            size = len(query)
            self.live.update(
                f"{self.questions:,} questions · {self.constraints} of {self.target} constraints · now asking about "
                f"{size} cell{'s' if size > 1 else ''}"
            )

    def learned(self, constraint: Constraint) -> None:
        self.constraints += 1

    def finished(self, result: Result) -> None:
        if self.live:
            self.live.stop()


class Transcript(Reporter):
    """Prints each question in words, and its answer."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._number = 0

    def answered(self, query: Question, answer: bool | None) -> None:
        self._number += 1
        said = {True: "yes", False: "no", None: "don't know"}[answer]
        self._console.print(f"{self._number:3}. {_in_words(query)} [bold]{said}[/bold]", soft_wrap=True)


def main() -> None:
    out, err = Console(highlight=False), Console(stderr=True)
    sudoku = load("sudoku")
    _as_the_paper_does(sudoku, out, err)
    out.print()
    _by_rules(sudoku, out)


def _as_the_paper_does(sudoku: Benchmark, out: Console, err: Console) -> None:
    out.print(
        f"[bold]Learning {sudoku.problem.name}[/bold]: {len(sudoku.problem.names)} cells, values 1 to 9. "
        "The simulated user knows the rules; tacit only asks “is this example fine?” "
        "(MQuAcq + FindScope-2, max_B, bdeg, random values, seed 0)"
    )
    result = learn(sudoku.problem, sudoku.target, reporter=ProgressLine(err, len(sudoku.target)), seed=0)
    out.print()
    _show_result(result, sudoku, out)
    out.print()
    out.print(_beside_the_paper(result))
    out.print()
    out.print(
        "The paper: Tsouros and Stergiou, Efficient Multiple Constraint Acquisition, Table 3, MQuAcq rand; "
        "its times are of a C++ program on another machine."
    )


def _by_rules(sudoku: Benchmark, out: Console) -> None:
    out.print("[bold]The same Sudoku by rules[/bold]: the guided learner, which asks about whole rows, too (seed 0)")
    out.print()
    result = learn(sudoku.problem, sudoku.target, algorithm="guided", reporter=Transcript(out), seed=0)
    out.print()
    _show_result(result, sudoku, out)
    s = result.statistics
    out.print(
        f"{s.rules} of the questions were about rules; {s.cells} cells were shown in all, in {s.time_total_s:.1f} s"
    )


def _show_result(result: Result, sudoku: Benchmark, out: Console) -> None:
    out.print(f"Status: [bold]{result.status}[/bold]. {_questions(result)}")
    out.print(f"Learned: {_in_short(result.network)}")
    same = "yes" if equivalent(result.network, sudoku.target) else "NO"
    out.print(f"Equivalent to what the user had in mind: [bold]{same}[/bold]")


def _in_words(question: Question) -> str:
    if not isinstance(question, Query):
        return escape(asked(question))
    cells = ", ".join(f"{name} = {value}" for name, value in question.shown.items())
    return escape(f"{cells}: is this fine?")


def _questions(result: Result) -> str:
    answers = [*(entry.answer for entry in result.answers), *(said.answer for said in result.claims)]
    return f"{len(answers):,} questions, {answers.count(True):,} answered yes and {answers.count(False):,} no."


def _in_short(network: Network) -> str:
    """How many constraints there are of each relation, and the first few of them."""
    counts = Counter(constraint.relation.name for constraint in network)
    kinds = ", ".join(f"{count} × {name}" for name, count in counts.items())
    first = ", ".join(str(constraint) for constraint in list(network)[:2])
    last = str(network.constraints[-1])
    return f"{kinds}: {first}, …, {last}"


def _beside_the_paper(result: Result) -> Table:
    paper = paper_row(3, "Sudoku", "MQuAcq rand")
    s = result.statistics
    table = Table("", "tacit", "paper", box=None, pad_edge=False, header_style="bold")
    for column in table.columns[1:]:
        column.justify = "right"
    rows = [
        ("constraints learned", f"{len(result.network)}", paper["learned"]),
        ("questions", f"{s.queries:,}", f"{int(paper['queries']):,}"),
        ("  whose answer already followed", f"{s.redundant_queries:,}", "–"),
        ("  about the whole grid", f"{s.complete_queries}", paper["complete_queries"]),
        ("mean size of a question (cells)", f"{s.mean_query_size:.0f}", paper["mean_query_size"]),
        ("mean wait for a question (ms)", f"{1000 * s.mean_wait_s:.1f}", f"{1000 * float(paper['mean_wait_s']):.1f}"),
        ("longest wait (ms)", f"{1000 * s.max_wait_s:.0f}", f"{1000 * float(paper['max_wait_s']):.0f}"),
        ("total time (s)", f"{s.time_total_s:.1f}", f"{float(paper['time_total_s']):.1f}"),
    ]
    for row in rows:
        table.add_row(*row)
    return table


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
