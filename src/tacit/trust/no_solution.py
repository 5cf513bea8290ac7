"""What was learned has no solution: then some of it is false. Which? A minimal set without a solution is put again."""

from __future__ import annotations

from collections.abc import Sequence

from tacit.learning.asker import Asker
from tacit.learning.asking import Asking
from tacit.problem.network import Network
from tacit.structure.rule import Claim
from tacit.trust.elimination import on_its_own

MOST = 15  # constraints that are put again …
TRIES = 4  # … each with so many other values


def put_core_again(asker: Asker) -> Asking[bool]:
    """Put constraints that have no solution together again; True if one was found to be false."""
    from tacit.exact.core import unsatisfiable_core

    space = asker.space
    of = {space.bias.constraint(row): row for row in space.network}
    core = unsatisfiable_core(Network(space.vocabulary, list(of)))
    found = yield from put_again(asker, [of[constraint] for constraint in core])
    return found


def put_again(asker: Asker, rows: Sequence[int]) -> Asking[bool]:
    """Put learned constraints again, with other values; True if one was found to be false."""
    proved = asker.answers.claims.proved_by
    seen: set[Claim] = set()
    for row in sorted(rows, key=lambda row: row in proved)[:MOST]:
        if row in asker.space.bias.background or proved.get(row) in seen:
            continue
        if row in proved:
            seen.add(proved[row])
        for _ in range(TRIES):
            e = on_its_own(asker, row, at_random=True)
            if e is None:
                break
            if (yield from asker.put(asker.query(e, e.variables))):
                return True
    return False
