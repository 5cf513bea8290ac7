"""FindScope inside what the oracle has marked (not in the paper).

With a "no" the oracle may mark variables that clash: these alone are a "no", too. Then FindScope looks for a scope
among the marked variables, even if the mark comes with an answer to one of FindScope's own questions.
"""

from __future__ import annotations

from tacit.candidates.examination import Example
from tacit.learning.asker import Asker
from tacit.learning.asking import Asking, Marked


def scope_inside(asker: Asker, e: Example, Y: int) -> Asking[int]:
    """The scope of a violated constraint inside Y, where e_Y is known to be negative."""
    while True:
        try:
            with asker.marks_interrupt():
                return (yield from asker.options.scope_finder(asker, e, asker.answers.narrowed(e, Y)))
        except Marked:
            continue
