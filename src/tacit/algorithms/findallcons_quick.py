"""FindAllCons without the repeated work: the same questions as Algorithm 7 in the same order.

`findallcons.py` has the published version, and this one is tested against it. A call of the published version is given
by Y and by Scopes, the scopes found so far that lie inside Y. Two facts make this one quick:

* Call a violated candidate *open* if its scope contains none of the scopes found so far. A call with no open
  candidate inside Y asks nothing, whatever calls it makes. A call with an open candidate asks something: each scope
  has a variable outside the candidate, and on one of the ways down these variables are taken away. When a call ends,
  nothing is open inside its Y. So calls without an open candidate are left out, and each question takes a path of at
  most |X| calls: no exponential tree.
* Whether a candidate is open inside Y is one operation on bitsets (`tacit.candidates.examination`), since each
  call takes away one variable.

The calls under way are a list of frames here, not a recursion. Scopes is a linked list, because a call has the Scopes
of the call above it with a few more in front. A scope that is no longer inside Y is skipped when its turn comes.
"""

from __future__ import annotations

from dataclasses import dataclass

from tacit.algorithms.scope_inside import scope_inside
from tacit.candidates import bitset
from tacit.candidates.examination import Example
from tacit.learning.asker import Asker
from tacit.learning.asking import Asking, DontKnow

Chain = tuple[int, "Chain"] | None  # the first of Scopes, and the rest


@dataclass(slots=True)
class Frame:
    """A call at lines 7 and 8: it takes away the variables of S, one after the other."""

    Y: int
    clue: int  # what is open inside Y, see `Open`
    variables: list[int]  # variables of S that are still to be taken away
    done: int  # variables of S that were taken away
    others: Chain  # Scopes \ {S}
    found: list[int]  # NScopes


def findallcons_quick(asker: Asker, e: Example, Y: int) -> Asking[None]:
    """Learn everything that e_Y violates."""
    open_inside = e.open(put_aside=False)
    frames: list[Frame] = []
    clue = open_inside.inside(Y)
    chain: Chain = None
    while clue:
        # Here begins a call with an open candidate inside Y; `chain` is its Scopes.
        while chain is not None and chain[0] & ~Y:
            chain = chain[1]
        if chain is not None:
            S, others = chain
            frames.append(Frame(Y, clue, bitset.members(S), 0, others, []))
        else:
            open_inside.asking(Y, clue)
            scope = yield from _learn_one(asker, e, Y)
            if scope is None:
                open_inside.settled(Y)
            else:
                open_inside.found(scope)
                if frames:
                    frames[-1].found.append(scope)
                # Line 19: the same Y, with the scope.
                frames.append(Frame(Y, clue, bitset.members(scope), 0, None, []))
        # The next call that has an open candidate.
        clue = 0
        while frames and not clue:
            frame = frames[-1]
            if frame.variables:
                x = frame.variables.pop(0)
                clue = open_inside.without(frame.Y, frame.clue, x, frame.done)
                frame.done |= 1 << x
            else:
                frames.pop()
                if frames:
                    frames[-1].found += frame.found
        if clue:
            Y, chain = frame.Y & ~(1 << x), frame.others
            for scope in reversed(frame.found):
                chain = (scope, chain)


def _learn_one(asker: Asker, e: Example, Y: int) -> Asking[int | None]:
    """Lines 10 to 18: the scope of what was learned; None if e_Y is positive, or after a "don't know"."""
    try:
        if (yield from asker.ask(e, Y)):
            return None
        scope = yield from scope_inside(asker, e, Y)
        constraints = yield from asker.options.constraint_finder(asker, e, scope)
    except DontKnow:
        asker.space.park(e.kappa(Y))
        return None
    for c in constraints:
        asker.learn(c)
    return scope
