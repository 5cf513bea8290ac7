"""The problems that come with tacit, to try it with: for the page, and for `tacit new --example`.

Each consists of a problem file, the files of known examples that it names, and a Python file that knows the rules.
"""

from __future__ import annotations

from importlib.resources import as_file, files

from tacit.formats.examples_file import read_examples
from tacit.formats.problem_file import ProblemFile, read_problem_file
from tacit.problem.query import Answered

EXAMPLES = {
    "timetable": "Eight exams on three days",
    "roster": "Shifts of three nurses on four days",
    "ward": "A week of five nurses, with counts",
    "puzzle": "A Sudoku of four by four with a secret",
    "frequencies": "Channels of six transmitters",
}
AS_COMMANDS = {"frequencies"}  # problems whose rules are a command; for the others they are a function, `fine`


def read_example(name: str) -> tuple[ProblemFile, list[Answered]]:
    """A problem by its name, and its known examples.

    >>> file, known = read_example("roster")
    >>> file.problem.name, len(known)
    ('roster', 2)
    """
    if name not in EXAMPLES:
        raise KeyError(name)
    with as_file(files("tacit") / "examples") as folder:
        file = read_problem_file(folder / f"{name}.toml")
        known = [
            answered
            for each in file.examples
            for answered in read_examples(str(each.path), file.problem.vocabulary, each.answer)
        ]
    return file, known


def files_of_example(name: str) -> dict[str, bytes]:
    """All files of a problem, by their names: first the problem file, last the one that knows the rules.

    >>> list(files_of_example("roster"))
    ['roster.toml', 'roster_known.csv', 'roster.py']
    """
    file, _ = read_example(name)
    names = [f"{name}.toml", *(each.path.name for each in file.examples), f"{name}.py"]
    return {each: (files("tacit") / "examples" / each).read_bytes() for each in names}
