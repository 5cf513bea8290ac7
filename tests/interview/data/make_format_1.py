"""How format-1.sqlite and format-1.json beside it were made: real interviews, kept by a tacit that wrote format 1.

    python tests/interview/data/make_format_1.py

This script is kept to be read, and to be changed for format 2 and later ones. A tacit that writes another format can't
make format 1 any more, and the script then says so.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tacit.exact.solutions import find_solutions
from tacit.formats.problem_file import parse_problem
from tacit.interview import FOR_PEOPLE, Interview, Log
from tacit.interview.schema import FORMAT
from tacit.problem.query import Answered, Query

HERE = Path(__file__).parent
TEXT = """
name = "week"
about = "Who comes on which day."
language = ["!=", "<", "x != Mon"]
orders = "given"
[variables]
day = { rows = ["anna", "ben", "carla", "dora"], domain = ["Mon", "Tue", "Wed"] }
"""
FILE = parse_problem(TEXT, source="week.toml")
V = FILE.problem.vocabulary
RULES = FILE.problem.network(["day[anna] != day[ben]", "day[ben] < day[carla]", "day[dora] != Mon"])
UNSAID = "x != Mon or y != Tue"  # a relation that the language lacks; it holds of anna and ben
KNOWN = Answered(Query(V, V.encode({"day[anna]": "Wed", "day[ben]": "Mon"})), True, "known.csv, line 2")
# The questions of the paper's algorithms don't change (tests/property/test_recorded_transcripts.py). Those for people
# may become better.
OPTIONS = {"algorithm": "mquacq", "skip_known": True, "seed": 0}


def fine(query: Query) -> bool:
    return RULES.accepts(query) and not (query.shown.get("day[anna]") == "Mon" and query.shown.get("day[ben]") == "Tue")


def answer(interview: Interview, most: int = 1000) -> None:
    while interview.query is not None and most:
        interview.answer(fine(interview.query))
        most -= 1


def two_rounds(log: Log) -> Interview:
    """A known example, questions, a mark, a verdict, an added relation, and some questions of a second round."""
    interview = Interview.start(log, FILE, [KNOWN], **OPTIONS)
    clash = next(c.scope for c in RULES if not c.accepts(interview.query))
    interview.answer(False, clash=clash)
    answer(interview)
    (solution,) = find_solutions(interview.result.network, 1, given={"day[anna]": 0, "day[ben]": 1})
    interview.judge(solution, False)
    interview.extend([UNSAID])
    answer(interview, 3)
    return interview


def for_people(log: Log) -> Interview:
    """As people are asked, with a "don't know"."""
    interview = Interview.start(log, FILE, **FOR_PEOPLE)
    answer(interview, 2)
    interview.answer(None)
    answer(interview, 2)
    return interview


def deleted(log: Log) -> Interview:
    interview = Interview.start(log, FILE, **FOR_PEOPLE)
    answer(interview, 1)
    log.delete(interview.id)
    return interview


def main() -> None:
    if FORMAT != 1:
        sys.exit(f"this tacit writes format {FORMAT}")
    path = HERE / "format-1.sqlite"
    path.unlink(missing_ok=True)
    with Log(path) as log:
        told = [
            {
                "made": make.__name__,
                "id": (interview := make(log)).id,
                "round": log.kept(interview.id).round,
                "entries": [[e.round, e.kind, e.query, e.answer] for e in interview.entries],
                "open": interview.query.shown,
            }
            for make in (two_rounds, for_people, deleted)
        ]
        log._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # all of it is in one file
    path.with_suffix(".json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
