"""How format-2.sqlite and format-2.json beside it were made: an interview with rules, kept by a tacit of format 2.

    python tests/interview/data/make_format_2.py

As make_format_1.py, it is kept to be read: a tacit that writes another format can't make format 2 any more.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tacit.formats.problem_file import parse_problem
from tacit.interview import FOR_PEOPLE, Interview, Log
from tacit.interview.schema import FORMAT
from tacit.structure.finding import find_family
from tacit.structure.rule import Rule

HERE = Path(__file__).parent
TEXT = """
name = "ward"
language = ["x != night or y != early", "!="]
[variables]
shift = { rows = ["anna", "ben", "carla"], columns = ["Mon", "Tue", "Wed", "Thu"], domain = ["early", "late", "night"] }
"""


def main() -> None:
    if FORMAT != 2:
        sys.exit(f"this tacit writes format {FORMAT}")
    path = HERE / "format-2.sqlite"
    path.unlink(missing_ok=True)
    file = parse_problem(TEXT, source="ward.toml")
    night, _ = file.problem.language
    with Log(path) as log:
        interview = Interview.start(log, file, **FOR_PEOPLE)
        interview.tell_rule(Rule(night, find_family(file.problem.vocabulary, "next in row")))
        interview.answer(False, except_=[interview.question.family.name(1)])
        interview.answer(None)
        interview.answer(False)
        interview.answer(True)
        told = {
            "id": interview.id,
            "entries": [[e.round, e.kind, e.query, e.answer, list(e.exceptions)] for e in interview.entries],
        }
        log._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # all of it is in one file
    path.with_suffix(".json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
