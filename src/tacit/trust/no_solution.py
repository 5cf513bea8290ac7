"""What was learned has no solution: then some of it is false. Which? A minimal set without a solution is put again."""

from __future__ import annotations

from collections.abc import Sequence

from tacit.learning.asker import Asker
from tacit.learning.asking import Asking
from tacit.problem.network import Network
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
    """Put learned constraints again, with other values; True if one was found to be false.

    Each is put once, then each once more: the likeliest slips first, and of rules the newest, because there was a
    solution before.
    """
    claims, chances = asker.answers.claims, asker.answers.doubts.chances
    proved = claims.proved_by
    newest = {rule: number for number, rule in enumerate(dict.fromkeys(proved.values()))}
    rows = [row for row in rows if row not in asker.space.bias.background]
    one_each = {proved.get(row, row): row for row in reversed(rows)}  # one row of each rule

    def first(row: int) -> tuple[bool, float, int]:
        rule = proved.get(row)
        return (
            (True, 0.0, 0) if rule is None else (False, chances.get(claims.said(rule, True).claim, 0.0), newest[rule])
        )

    order = sorted(one_each.values(), key=first, reverse=True)[:MOST]
    for _ in range(TRIES):
        for row in order:
            e = on_its_own(asker, row, at_random=True)
            if e is not None and (yield from asker.put(asker.query(e, e.variables))):
                return True
    return False
