"""How format-4.sqlite and format-4.json beside it were made: an interview that two have answered, kept by a tacit of
format 4.

    python tests/interview/data/make_format_4.py

As make_format_1.py, it is kept to be read: a tacit that writes another format can't make format 4 any more.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tacit.formats.problem_file import parse_problem
from tacit.interview import FOR_PEOPLE, Answerer, Interview, Log
from tacit.interview.schema import FORMAT

HERE = Path(__file__).parent
TEXT = """
name = "two"
language = ["!=", "<"]
[variables]
day = { rows = ["anna", "ben", "carla"], domain = ["Mon", "Tue", "Wed"] }
"""


def main() -> None:
    if FORMAT != 4:
        sys.exit(f"this tacit writes format {FORMAT}")
    path = HERE / "format-4.sqlite"
    path.unlink(missing_ok=True)
    with Log(path) as log:
        file = parse_problem(TEXT, source="two.toml")
        interview = Interview.start(log, file, **FOR_PEOPLE)
        interview.answer(None)
        interview = Interview.resume(log, file, answerer=Answerer.command("./checker"), keep=True, **FOR_PEOPLE)
        assert interview is not None
        interview.answer(None)
        told = {
            "id": interview.id,
            "entries": [[e.round, e.kind, e.query, e.answer, e.number] for e in interview.entries],
        }
        log._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # all of it is in one file
    path.with_suffix(".json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
