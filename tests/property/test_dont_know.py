"""Someone who never knows. This is the extreme; the contract (`tacit.testing`) has the properties."""

from __future__ import annotations

from tacit import Dialogue, Problem


def test_someone_who_never_knows():
    problem = Problem({"a": range(3), "b": range(3), "c": range(3)}, language=["!=", "<"], orders="given")
    dialogue = Dialogue(problem, larger_tries=None, algorithm="mquacq")
    while dialogue.question is not None:
        dialogue.answer(None)
    result = dialogue.result
    assert (str(result.status), len(result.network), len(result.undecided)) == ("undecided", 0, 6)
