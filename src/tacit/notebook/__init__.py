"""Interviews in a notebook: `tacit.notebook.interview(problem)` is a widget for Jupyter and marimo.

    w = tacit.notebook.interview(problem)
    w                    # shown: the question, its buttons, the model beside it
    w.result             # what was learned so far, in another cell

It needs anywidget: pip install 'tacit[notebook]'.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tacit.dialogue.given import ExampleLike, read_given
from tacit.errors import OptionError, ProblemError
from tacit.formats.problem_file import ProblemFile, read_problem_file
from tacit.interview import FOR_PEOPLE, PERSON, Interview, Log
from tacit.problem.problem import Problem
from tacit.sheets.plan_files import read_known

if TYPE_CHECKING:
    from tacit.notebook.widget import InterviewWidget

__all__ = ["interview"]

MISSING = "tacit.notebook needs the package anywidget: pip install 'tacit[notebook]'"


def interview(
    problem: Problem | str | Path,
    *,
    examples: Iterable[ExampleLike] = (),
    db: str | Path | None = None,
    **options: Any,
) -> InterviewWidget:
    """A widget that asks you about a problem. Show it by ending a cell with it.

    problem:  a `tacit.Problem`, or the path of a problem file
    examples: answers that are known before the first question, as for `tacit.learn`
    db:       for a problem file, the file in which its answers are kept; an interview that is in it goes on. Without
              it, answers are kept as long as the notebook's kernel lives
    options:  as for `tacit.Dialogue`, instead of those that people are asked with (until="plan" shows plans first)
    """
    try:
        import anywidget  # noqa: F401
    except ImportError as error:
        raise OptionError(MISSING) from error
    from tacit.notebook.widget import InterviewWidget

    if isinstance(problem, Problem):
        if db is not None:
            raise OptionError("db: only the answers to a problem file can be kept; give its path, not a Problem")
        file = ProblemFile(problem, "", "grid", (), "")
    elif isinstance(problem, str | Path):
        file = read_problem_file(problem)
    else:
        raise ProblemError(f"a tacit.Problem or the path of a problem file is needed, not {problem!r:.60}")
    known = [each for known in file.examples for each in _read(known, file)]
    known += read_given(examples, file.problem.vocabulary)
    asked_with = {**FOR_PEOPLE, **options}
    log = Log.in_memory() if db is None else Log(db)
    found = None if db is None else Interview.resume(log, file, known, answerer=PERSON, keep=True, **asked_with)
    return InterviewWidget(found or Interview.start(log, file, known, **asked_with))


def _read(known: Any, file: ProblemFile) -> Iterable[Any]:
    return read_known(known.path, file.problem.vocabulary, known.answer, empty=known.empty)
