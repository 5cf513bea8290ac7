"""FindScope inside what the oracle has marked (not in the paper).

With a "no" the oracle may say which variables clash: these alone are a "no", too. Then a scope is looked for among
them, also if the mark comes with an answer to a question that FindScope itself has asked.
"""

from __future__ import annotations

from tacit.candidates.examination import Example
from tacit.learning.asking import Asking, Marked
from tacit.learning.state import State


def scope_inside(state: State, e: Example, Y: int) -> Asking[int]:
    """The scope of a violated constraint inside Y, where e_Y is known to be negative."""
    while True:
        state.looks_for_a_scope = True
        try:
            return (yield from state.options.find_scope(state, e, state.narrowed(e, Y)))
        except Marked:
            continue
        finally:
            state.looks_for_a_scope = False
