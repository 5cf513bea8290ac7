"""Whatever is answered, slipped, undone, said, taken back and changed, in any order: nothing is lost, and set right it
all ends well."""

from __future__ import annotations

import random

import pytest
from test_rules_kept import FILE, PROBLEM, TARGET, V, as_kept, finish

from kit.drive import said_by
from tacit.errors import AnswerError, RuleError
from tacit.interview import FOR_PEOPLE, Interview, Log
from tacit.structure.families import families_of
from tacit.structure.rule import Rule

FAMILIES = [family for family in families_of(V) if family.size > 1]
ACTS = ("answer", "answer", "answer", "answer", "slip", "undo", "tell", "take back", "change", "set right", "open")


def as_text(interview):
    return [(e.position, e.kind, e.query, e.answer, e.exceptions) for e in interview.entries]


def act(interview, what, draw):
    """One step; returns the interview, which is another object after it was opened again."""
    question = interview.question
    if what == "answer" and question is not None:
        interview.answer(said_by(TARGET, question))
    elif what == "slip" and question is not None:
        interview.answer(draw.choice([None, not said_by(TARGET, question).value]))
    elif what == "undo":
        interview.undo(draw.randint(1, 4))
    elif what == "tell" and question is not None:
        interview.tell_rule(Rule(draw.choice(PROBLEM.language), draw.choice(FAMILIES)))
    elif what == "take back" and interview.told:
        interview.take_back(draw.choice(interview.told)[0].position)
    elif what == "change" and any(entry.kind != "told" for entry in interview.entries):
        entry = draw.choice([entry for entry in interview.entries if entry.kind != "told"])
        interview.change(entry.position, draw.choice([True, False]))
    elif what == "set right" and interview.conflict():
        interview.set_right(draw.choice(interview.conflict()).entry.position)
    elif what == "open":
        again = Interview.open(interview.log, interview.id)
        assert (as_kept(again.question), as_text(again)) == (as_kept(question), as_text(interview))
        return again
    return interview


@pytest.mark.parametrize("seed", range(12))
def test_anything_in_any_order(seed, tmp_path):
    draw = random.Random(seed)
    with Log(tmp_path / "db.sqlite", durable=False) as log:
        interview = Interview.start(log, FILE, **FOR_PEOPLE)
        for _ in range(40):
            try:
                interview = act(interview, draw.choice(ACTS), draw)
            except (AnswerError, RuleError):
                continue  # refused, because earlier answers speak against it
            if interview.question is None:
                assert all(said.entry is not None for said in interview.conflict())
        for entry, _ in interview.told:
            interview.take_back(entry.position)
        for entry in list(interview.entries):
            said = interview.read(entry)
            if entry.is_claim:
                right = said_by(TARGET, said.claim)
                interview.change(entry.position, right.value, except_=right.except_)
            else:
                interview.change(entry.position, TARGET.accepts(said.query))
        finish(interview)
