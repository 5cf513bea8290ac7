"""The questions are those on record: the same on any machine, until someone changes them on purpose.

`python tests/property/test_recorded_transcripts.py` writes the record anew; a commit that does so must say why.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from tacit import in_words, learn
from tacit.benchmarks import load

RECORD = Path(__file__).with_name("recorded_transcripts.json")

# Without checks and plans the guided learner asks what it always has asked.
BARE = {"checks": False, "plans": 0}
RUNS = {
    "sudoku-4 mquacq": {"algorithm": "mquacq"},
    "sudoku-4 mquacq findscope 1 findc first max_v": {"findscope": 1, "findc": "first", "values": "max_v"},
    "sudoku-4 quacq max dom/wdeg": {"algorithm": "quacq", "objective": "max", "variables": "dom/wdeg", "seed": 2},
    "sudoku-4 multiacq": {"algorithm": "multiacq", "seed": 1},
    "zebra mquacq": {"algorithm": "mquacq", "seed": 5},
    "queens-8 quacq max_v": {"algorithm": "quacq", "values": "max_v"},
    "golomb-6 mquacq": {"variables": "dom", "values": "lex"},
    "sudoku-4 mquacq-2 findscope cb": {"algorithm": "mquacq-2", "findscope": "cb"},
    "purdey growacq pq-gen": {"algorithm": "growacq", "generate": "pq-gen"},
    "purdey growacq over quacq, counts": {"algorithm": "growacq", "inner": "quacq", "generate": "pq-gen-counts"},
    "purdey mquacq tq-gen": {"generate": "tq-gen", "seed": 1},
    "sudoku-4 p-quacq": {"algorithm": "p-quacq"},
    "sudoku-4 g-quacq": {"algorithm": "g-quacq"},
    "random-6x4x8 conacq-2": {"algorithm": "conacq-2"},
    "sudoku-4 guided": {"algorithm": "guided", "rules": False, **BARE},
    "murder guided": {"algorithm": "guided", "seed": 3, "rules": False, **BARE},
    "zebra guided": {"algorithm": "guided", "seed": 1, "rules": False, **BARE},
    # scopes of two, three and four variables
    "golomb-5-full guided": {"algorithm": "guided", "seed": 2, "rules": False, **BARE},
    "nurse-3x2x4 guided normalized": {"algorithm": "guided", "normalized": True, "rules": False, **BARE},
    "sudoku-4 guided by rules": {"algorithm": "guided", **BARE},
    "murder guided by rules": {"algorithm": "guided", "seed": 3, **BARE},
    "golomb-5-full guided by rules": {"algorithm": "guided", "seed": 2, **BARE},
    "nurse-3x2x4 guided by rules, slips": {"algorithm": "guided", "slips": 0.02, "largest": 6},
    "murder guided by rules, checks and plans": {"algorithm": "guided", "seed": 3},
}


def transcript(run: str) -> dict[str, object]:
    benchmark = load(run.split()[0])
    result = learn(benchmark.problem, benchmark.target, **RUNS[run])
    digest = hashlib.sha256()
    for entry in result.answers:
        digest.update(f"{sorted(entry.query.assignment.items())} {entry.answer}\n".encode())
    for said in result.claims:
        digest.update(f"{in_words(said.claim)} {said.answer} {said.exceptions}\n".encode())
    return {
        "status": str(result.status),
        "learned": len(result.network),
        "queries": len(result.answers),
        **({"claims": len(result.claims)} if result.claims else {}),
        "first": {**result.answers[0].query},
        "sha256": digest.hexdigest(),
    }


@pytest.mark.parametrize("run", RUNS)
def test_the_questions_are_those_of_the_record(run):
    assert transcript(run) == json.loads(RECORD.read_text(encoding="utf-8"))[run]


if __name__ == "__main__":
    RECORD.write_text(json.dumps({run: transcript(run) for run in RUNS}, indent=1) + "\n", encoding="utf-8")
