"""After "don't know": settle what can be settled (not in the paper).

After a "don't know" a learner gives up the branch that asked, and parks the candidates that the question was about. At
the end each parked candidate is tried with other values on its own scope, and then inside larger examples. Let e_S be
an example on the candidate's own scope that it rejects. If e_S, or a larger example that contains it, is "yes", the
candidate is refuted. If each such e_S is "no", or must be "no" by the other answers, the candidate is learned: every
network that agrees with the answers rejects what it rejects. The other candidates are undecided, and stay so whatever
else is asked: all their open examples were answered "don't know".

There are many larger examples; `larger_tries` bounds how many are asked about one candidate.
"""

from __future__ import annotations

import itertools
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from tacit.candidates.examination import Example
from tacit.generation.own_scope import OwnScope
from tacit.learning.asker import Asker
from tacit.learning.asking import Asking, DontKnow
from tacit.problem.vocabulary import UNASSIGNED, Codes

OWN_TRIES = 1000  # questions about one candidate on its own scope; its domains may be large
LOOKED_AT = 1000  # larger examples around one example; most of their answers may follow without a question


def settle(asker: Asker) -> Asking[None]:
    """Ask about the parked candidates until nothing changes any more."""
    tries = Tries(Counter(), Counter())
    while True:
        before = len(asker.answers.log)
        progress = False
        _park_what_explains_a_no(asker)
        for row in np.flatnonzero(asker.space.parked).tolist():
            if asker.space.parked[row]:
                progress = (yield from _settle(asker, row, tries)) or progress
        if not progress and len(asker.answers.log) == before:
            return


@dataclass
class Tries:
    """How many questions were asked about each candidate: on its own scope, and in larger examples."""

    own: Counter[int]
    larger: Counter[int]


def _park_what_explains_a_no(asker: Asker) -> None:
    """Park unreachable candidates that may explain a "no".

    Under max no example was generated for them, but a "no" that came up here needs a reason.
    """
    for p in asker.answers.open_no:
        rows = p.rows[asker.space.unreachable[p.rows] & asker.space.in_bias[p.rows]]
        asker.space.park(rows)


def _settle(asker: Asker, row: int, tries: Tries) -> Asking[bool]:
    """Try to decide one candidate; True if it is decided."""
    own = OwnScope.of(asker, asker.space.scope_set(row))
    if own.implied(np.array([row])):
        asker.space.drop_implied([row])
        return True
    most = asker.options.larger_tries
    while most is None or tries.own[row] < OWN_TRIES:
        e = own.open_example(row, fresh=True)
        if e is None:
            break
        tries.own[row] += 1
        if (yield from _try(asker, e)):
            return True
    if own.open_example(row, fresh=False) is None:
        asker.learn(row, only_implied=True)  # each example that it rejects is, or must be, "no"
        return True
    for line in own.excluded():
        e = own.as_example(line)
        if row not in e.kappa(own.scope) or (yield from _try(asker, e)) is False:
            continue  # another candidate's question, or it must be "no" by now
        for codes in itertools.islice(_larger(asker, own, line), None if most is None else LOOKED_AT):
            if most is not None and tries.larger[row] >= most:
                return False
            asked = len(asker.answers.log)
            answer = yield from _try(asker, Example(asker.space, codes))
            tries.larger[row] += len(asker.answers.log) - asked
            if answer:
                return True
            if answer is False and (yield from _try(asker, e)) is False:
                break  # after this "no", the smaller example must be a "no", too
    return False


def _try(asker: Asker, e: Example) -> Asking[bool | None]:
    """The answer to an example: it is known, or it is asked for; None for "don't know"."""
    known = asker.answers.follows(e.rejecting(e.variables))
    if known is not None:
        return known
    try:
        return (yield from asker.ask(e, e.variables))
    except DontKnow:
        return None


def _larger(asker: Asker, own: OwnScope, line: Codes) -> Iterator[Codes]:
    """Larger examples that contain an example on a scope and that the learned network accepts, the smaller ones first.

    One variable is added at a time: if the network rejects an example, it rejects all that contain it.
    """
    vocabulary, most = asker.space.vocabulary, asker.options.largest
    start = np.full(len(vocabulary), UNASSIGNED, dtype=np.int64)
    start[own.variables] = line
    waiting = deque([(start, 0)])
    while waiting:
        smaller, first = waiting.popleft()
        if most is not None and np.count_nonzero(smaller != UNASSIGNED) >= most:
            return  # all that follow are at least as large
        for variable in range(first, len(vocabulary)):
            if smaller[variable] == UNASSIGNED:
                for code in vocabulary.domain_codes[variable].tolist():
                    codes = smaller.copy()
                    codes[variable] = code
                    if not asker.space.rows.violated(codes, asker.space.learned):
                        waiting.append((codes, variable + 1))
                        yield codes
