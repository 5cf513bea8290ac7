"""How format-4.sqlite and format-4.json beside it were made: a short interview, kept by a tacit of format 4.

    python tests/interview/data/make_format_4.py

As make_format_1.py, it is kept to be read: a tacit that writes another format can't make format 4 any more.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tacit.formats.problem_file import parse_problem
from tacit.interview import FOR_PEOPLE, Interview, Log
from tacit.interview.schema import FORMAT
from tacit.structure.rule import Number, Rule

HERE = Path(__file__).parent
TEXT = """
name = "nights"
language = [{ relation = "count(night) <= k", over = "row" }, "!="]
[variables]
shift = { rows = ["anna", "ben", "carla"], columns = ["Mon", "Tue", "Wed", "Thu"], domain = ["off", "night"] }
"""


def main() -> None:
    if FORMAT != 4:
        sys.exit(f"this tacit writes format {FORMAT}")
    path = HERE / "format-4.sqlite"
    path.unlink(missing_ok=True)
    with Log(path) as log:
        interview = Interview.start(log, parse_problem(TEXT, source="nights.toml"), **FOR_PEOPLE)
        while not isinstance(interview.question, Number):
            interview.answer(False if isinstance(interview.question, Rule) else None)
        interview.answer(2)
        told = {
            "id": interview.id,
            "entries": [[e.round, e.kind, e.query, e.answer, e.number] for e in interview.entries],
            "answerers": [each.kind for each in log.kept(interview.id).answerers],
        }
        log._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # all of it is in one file
    path.with_suffix(".json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
