"""How much memory a problem needs before a question is asked, known before it is taken: too much is refused.

Candidates are counted in `too_many.py`. Here is what the domains and the number of variables take: truth tables of the
relations, the matrices of binary rows.
"""

from __future__ import annotations

import math

from tacit.candidates import too_many
from tacit.candidates.pairs import bytes_of_pairs
from tacit.errors import ProblemError
from tacit.problem.bounds import Bound
from tacit.problem.meaning import TABLE_LIMIT
from tacit.problem.problem import Problem
from tacit.problem.relations import Relation

COPIES = 4  # of a truth table: while all are put together, and one with "unassigned" as another value


def expected_bytes(problem: Problem, candidates: int) -> int:
    """About how many bytes a dialogue about a problem needs, with so many candidates."""
    tables = sum(table_bytes(relation, problem) for relation in problem.language)
    return candidates * too_many.BYTES + tables + bytes_of_pairs(len(problem.vocabulary), problem.vocabulary.n_codes)


def table_bytes(relation: Relation, problem: Problem) -> int:
    """What the truth table of a relation takes, with those of other orders of its arguments, which are compared."""
    entries = problem.vocabulary.n_codes**relation.arity
    if isinstance(relation, Bound) or entries > TABLE_LIMIT:  # then it is evaluated by its function
        return 0
    orders = 1 if problem.orders == "given" else math.factorial(relation.arity)
    return entries * (COPIES + orders)


def refuse_large_tables(problem: Problem) -> None:
    """An error if the truth tables of the relations would not fit, before any is made."""
    made = {relation: table_bytes(relation, problem) for relation in problem.language}
    needed, room = sum(made.values()), too_many.free_memory()
    if room is None or needed <= too_many.SHARE * room:
        return
    worst = max(made, key=lambda relation: made[relation])
    advice = "use fewer relations, or relations of smaller arity, or smaller domains"
    if problem.orders != "given" and worst.arity > 1:
        advice += ', or say orders = "given", if one order of their arguments is enough'
    raise ProblemError(
        f"the relations of the language need about {needed / 2**30:.1f} GB for their truth tables over "
        f"{problem.vocabulary.n_codes:,} values, and {room / 2**30:.1f} GB of memory are free: "
        f"{worst.name!r} alone has {problem.vocabulary.n_codes**worst.arity:,} entries; {advice}"
    )
