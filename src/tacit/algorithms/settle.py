"""After "don't know": settle what can be settled (not in the paper).

The learners leave a branch in which a question was not answered, and park the candidates it was about. In the
end each of them is tried with other values on its own scope, and then inside larger examples. Let e_S be an
example of a candidate's own scope that it rejects. If e_S, or something larger that contains it, is "yes", the
candidate is refuted. If each such e_S is "no", or follows to be "no", the candidate is learned: every network
that agrees with the answers rejects what it rejects. What is left is undecided, and stays so whatever else is
asked: all its open examples were answered "don't know".

Larger examples are many; `larger_tries` bounds how many are asked about one candidate.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterator

import numpy as np

from tacit.asking import Asking, DontKnow
from tacit.example import Example
from tacit.generation.own_scope import OwnScope
from tacit.state import State
from tacit.vocabulary import UNASSIGNED, Codes

OWN_TRIES = 1000  # questions about one candidate on its own scope; its domains may be large
LOOKED_AT = 1000  # larger examples of one example; the answers to most of them may follow


def settle(state: State) -> Asking[None]:
    """Ask about the parked candidates until nothing changes any more."""
    tries: dict[int, int] = {}
    while True:
        before = len(state.log)
        progress = False
        for row in np.flatnonzero(state.parked).tolist():
            if state.parked[row]:
                progress = (yield from _settle(state, row, tries)) or progress
        if not progress and len(state.log) == before:
            return


def _settle(state: State, row: int, tries: dict[int, int]) -> Asking[bool]:
    """Try to decide one candidate; True if it is decided."""
    own = OwnScope(state, state.scope_set(row))
    if own.implied(np.array([row])):
        state.drop_implied([row])
        return True
    bounded = state.options.larger_tries is not None
    for _ in range(OWN_TRIES) if bounded else itertools.count():
        e = own.open_example(row, fresh=True)
        if e is None:
            break
        if (yield from _try(state, e)):
            return True
    if own.open_example(row, fresh=False) is None:
        state.learn(row, only_implied=True)  # each example that it rejects is, or must be, "no"
        return True
    for line in own.examples[own.rejected_by([row])[0]]:
        if (yield from _try(state, own.as_example(line))) is False:
            continue
        for codes in itertools.islice(_larger(state, own, line), LOOKED_AT if bounded else None):
            left = state.options.larger_tries
            if left is not None and tries.get(row, 0) >= left:
                return False
            asked = len(state.log)
            answer = yield from _try(state, Example(state, codes))
            tries[row] = tries.get(row, 0) + len(state.log) - asked
            if answer:
                return True
            if answer is False and (yield from _try(state, own.as_example(line))) is False:
                break  # that "no" makes the smaller one a "no", too
    return False


def _try(state: State, e: Example) -> Asking[bool | None]:
    """The answer to an example: known, or asked for, or None."""
    known = state.follows(state.rejecting(e, e.variables))
    if known is not None:
        return known
    try:
        return (yield from state.ask(e, e.variables))
    except DontKnow:
        return None


def _larger(state: State, own: OwnScope, line: Codes) -> Iterator[Codes]:
    """Examples that contain one on a scope and that the learned network accepts, the smaller ones first.

    One variable is added at a time: what the network rejects has no larger examples that it accepts.
    """
    vocabulary = state.vocabulary
    start = np.full(len(vocabulary), UNASSIGNED, dtype=np.int64)
    start[own.variables] = line
    waiting = deque([(start, 0)])
    while waiting:
        smaller, first = waiting.popleft()
        for variable in range(first, len(vocabulary)):
            if smaller[variable] == UNASSIGNED:
                for code in vocabulary.domain_codes[variable].tolist():
                    codes = smaller.copy()
                    codes[variable] = code
                    if not state.rows.violated(codes, state.learned):
                        waiting.append((codes, variable + 1))
                        yield codes
