"""Why a constraint was learned, and why answers contradict each other: the answers that show it.

Both come from the log alone. A "no" is a clause: at least one of the candidates that reject its example is in
the target. A "yes" refutes all candidates that reject its example. So a "no" whose candidates are all refuted but one
proves that one, and a "no" whose candidates are all refuted is a contradiction.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tacit.candidates.bias import Bias
from tacit.learning.claims import Claimed, Claims
from tacit.problem.network import Constraint, Network
from tacit.problem.query import Answered, Query
from tacit.problem.rows import RowIds
from tacit.problem.vocabulary import UNASSIGNED
from tacit.structure.rule import Claim, Free, Rule, Unlimited


@dataclass(frozen=True)
class Conflict:
    """Answers that no network over the bias can give.

    Without rules: a "no", and a minimal set of "yes" against its explanations. An answer about a rule can take the
    place of either: a rule "yes" is a "no" to each example that breaks it, and "nothing is required" is a "yes".
    """

    no: Query | None
    yes: tuple[Query, ...]
    claims: tuple[Claimed, ...] = ()
    by_assumption: bool = False  #: some candidates were not refuted but dropped because normalized=True
    denied: Claimed | None = None  #: the "no" to a claim that can't be right, if that is what the others speak against

    def __repr__(self) -> str:
        said = [f"{self.no}: no"] if self.no is not None else []
        said += [f"{query}: yes" for query in self.yes]
        return f"Conflict({'; '.join([*said, *map(repr, self.claims)])})"


@dataclass(frozen=True)
class Explanation:
    """Why a constraint is in the network.

    no:         questions answered "no" that it explains
    yes:        questions answered "yes" that refute every other explanation
    given:      constraints inside its scope, learned before it, under which the other explanations left mean the same
    claims:     answers about rules that prove it, or refute other explanations
    background: it was given, not learned
    proof:      whether these answers prove it; if not, it was learned from examples alone, or it was assumed that a
                scope has at most one constraint (FindC *first*, normalized=True)
    """

    constraint: Constraint
    no: tuple[Query, ...]
    yes: tuple[Query, ...]
    given: tuple[Constraint, ...] = ()
    claims: tuple[Claimed, ...] = ()
    background: bool = False
    proof: bool = True

    def __str__(self) -> str:
        """In sentences."""
        from tacit.learning.result_text import explanation_text

        return explanation_text(self)


def minimal_cover(
    bias: Bias, rows: RowIds, yes: Sequence[Query], claims: Claims | None = None
) -> tuple[list[Query], list[Claimed], RowIds]:
    """A minimal set of answers that refute these rows, examples and claims, and the rows that none of them refutes."""
    wanted = np.zeros(bias.rows.size, dtype=bool)
    wanted[rows] = True
    speaking: list[tuple[Query | Claimed, RowIds]] = []
    if claims is not None and claims.refuted_by:
        speaking += claims.refuting(rows)
    speaking += [(query, hit) for query in yes if len(hit := bias.rows.rejecting(query.codes, wanted))]
    chosen: list[tuple[Query | Claimed, RowIds]] = []
    while speaking:
        query, hit = max(speaking, key=lambda pair: int(wanted[pair[1]].sum()))
        if not wanted[hit].any():
            break
        chosen.append((query, hit))
        wanted[hit] = False
    for pair in list(chosen):  # the greedy choice may have taken one that later ones make unnecessary
        others = [hit for other in chosen if other is not pair for hit in other[1].tolist()]
        if set(pair[1].tolist()) <= set(others):
            chosen.remove(pair)
    queries = [each for each, _ in chosen if isinstance(each, Query)]
    return queries, [each for each, _ in chosen if not isinstance(each, Query)], np.flatnonzero(wanted)


def find_conflict(
    bias: Bias, surviving: NDArray[np.bool_], log: Sequence[Answered], claims: Claims | None = None
) -> Conflict | None:
    """A rule whose constraint was refuted, or the newest "no" that no surviving candidate explains, with a minimal set
    of answers against it."""
    everything = np.ones(bias.rows.size, dtype=bool)
    yes = [entry.query for entry in log if entry.answer is True]
    if claims is not None:
        for said, rows in claims.proving():
            refuted = rows[~surviving[rows]]
            if len(refuted):
                cover, others, _ = minimal_cover(bias, refuted[:1], yes, claims)
                return Conflict(None, tuple(cover), _with_grounds(bias, log, claims, [said, *others]))
    for entry in reversed(log):
        if entry.answer is False and not len(bias.rows.rejecting(entry.query.codes, surviving)):
            rows = bias.rows.rejecting(entry.query.codes, everything)
            cover, others, left = minimal_cover(bias, rows, yes, claims)
            grounds = () if claims is None else _with_grounds(bias, log, claims, others)
            return Conflict(entry.query, tuple(cover), grounds, by_assumption=bool(len(left)))
    return None


def conflict_with(claim: Claim, bias: Bias, log: Sequence[Answered], claims: Claims) -> Conflict:
    """Why a "no" to a claim can't be right: the rule holds everywhere, or nothing is left that could be required.

    Of the answers that prove what holds, those about rules are shown, and the newest "no".
    """
    said = claims.said(claim, False)
    rows = claims.apart(claim) if isinstance(claim, (Free, Unlimited)) else claims.of(claim)
    yes = [entry.query for entry in log if entry.answer is True]
    # A "no" to a rule may have refuted a row by itself. What another answer says to the same claim is no such case.
    rule = isinstance(claim, Rule)
    by_itself = np.array([rule and claims.refuted_by.get(row) == claim for row in rows.tolist()], dtype=bool)
    cover, others, left = minimal_cover(bias, rows[~by_itself], yes, claims)
    left = np.concatenate([left, rows[by_itself]])
    no, behind = _behind(bias, log, claims, left)
    return Conflict(no, tuple(cover), _with_grounds(bias, log, claims, [said, *others, *behind]), denied=said)


def _with_grounds(bias: Bias, log: Sequence[Answered], claims: Claims, said: Sequence[Claimed]) -> tuple[Claimed, ...]:
    """These answers, and those that others of them rest on: a "no" to a rule refutes one of its constraints because the
    others hold."""
    found = dict.fromkeys(said)
    for each in said:
        if isinstance(each.claim, Rule) and each.answer is False:
            found |= dict.fromkeys(_behind(bias, log, claims, claims.of(each.claim))[1])
    return tuple(found)


def _behind(bias: Bias, log: Sequence[Answered], claims: Claims, rows: RowIds) -> tuple[Query | None, list[Claimed]]:
    """Why these rows hold: the newest "no" that they explain, and the answers about rules that prove them, require
    something there, or refute other explanations of what they explain."""
    learned = np.array([ground for row in rows.tolist() for ground in claims.grounds(row)], dtype=np.int64)
    found = claims.proofs(learned)
    mine = np.zeros(bias.rows.size, dtype=bool)
    mine[[row for row in learned.tolist() if row not in claims.proved_by]] = True
    no = [entry.query for entry in log if entry.answer is False and len(bias.rows.rejecting(entry.query.codes, mine))]
    everything = np.ones(bias.rows.size, dtype=bool)
    others = [bias.rows.rejecting(query.codes, everything) for query in no]
    for said, required in claims.required():
        if mine[required].any():
            found.append(said)
            others.append(required)
    if claims.refuted_by and others:
        found += [said for said, _ in claims.refuting(np.unique(np.concatenate(others)))]
    return (no[-1] if no else None), found


def unproved(network: Network, log: Sequence[Answered], constraint: Constraint) -> Explanation:
    """What speaks for a constraint that was learned from examples alone: those that are wrong and that it rejects."""
    alone = Network(network.vocabulary, [constraint])
    no = [entry.query for entry in log if entry.answer is False and not alone.accepts_codes(entry.query.codes)]
    return Explanation(constraint, tuple(no), (), proof=False)


def explain(
    bias: Bias, network: Network, log: Sequence[Answered], constraint: Constraint, claims: Claims | None = None
) -> Explanation:
    """Answers that prove a learned constraint: the smallest "no" that proves it, with the fewest other answers.

    If no single "no" proves it, several together may.
    """
    scope = bias.vocabulary.scope(constraint.scope, of=str(constraint))
    row = bias.row_of(constraint.relation, scope)
    if row in bias.background:
        return Explanation(constraint, (), (), background=True)
    if claims is not None and row in claims.proved_by:
        return Explanation(constraint, (), (), claims=(claims.said(claims.proved_by[row], True),))
    everything = np.ones(bias.rows.size, dtype=bool)
    just_this = np.zeros(bias.rows.size, dtype=bool)
    just_this[row] = True
    yes = [entry.query for entry in log if entry.answer is True]
    no = [e.query for e in log if e.answer is False and len(bias.rows.rejecting(e.query.codes, just_this))]
    # Only constraints that were learned before it: otherwise two constraints could prove each other.
    earlier = itertools.takewhile(lambda c: c != constraint, network)
    inside = tuple(c for c in earlier if set(c.scope) <= set(constraint.scope))
    best: Explanation | None = None
    for query in sorted(no, key=len):
        if best is not None and len(query) > len(best.no[0]):
            break
        others = bias.rows.rejecting(query.codes, everything)
        cover, said, left = minimal_cover(bias, others[others != row], yes, claims)
        if len(left) and not _same_given(bias, row, left.tolist(), inside):
            continue
        given = inside if len(left) else ()
        if best is None or len(cover) + len(said) + len(given) < len(best.yes) + len(best.claims) + len(best.given):
            best = Explanation(constraint, (query,), tuple(cover), given, tuple(said))
    if best is not None:
        return best
    by_claim = None if claims is None else _by_something_required(bias, constraint, row, yes, claims)
    if by_claim is not None:
        return by_claim
    every_no = [entry.query for entry in log if entry.answer is False]
    for given in ((), inside):
        several = _by_several(bias, row, yes, every_no, given, claims)
        if several is not None:
            return Explanation(constraint, several[0], several[1], given, several[2])
    # It was an assumption, so show all that was said on the constraint's own scope.
    own = set(constraint.scope)
    return Explanation(
        constraint,
        tuple(query for query in no if set(query) == own) or tuple(no),
        tuple(query for query in yes if set(query) <= own),
        inside,
        proof=False,
    )


def _by_something_required(
    bias: Bias, constraint: Constraint, row: int, yes: Sequence[Query], claims: Claims
) -> Explanation | None:
    """The answer that something is required somewhere proves a constraint if all else that it could be is refuted."""
    for said, rows in claims.required():
        if row in rows:
            cover, others, left = minimal_cover(bias, rows[rows != row], yes, claims)
            if not claims.may_hold(left).any():
                return Explanation(constraint, (), tuple(cover), (), (said, *others))
    return None


def _by_several(
    bias: Bias,
    row: int,
    yes: Sequence[Query],
    no: Sequence[Query],
    given: Sequence[Constraint],
    claims: Claims | None,
) -> tuple[tuple[Query, ...], tuple[Query, ...], tuple[Claimed, ...]] | None:
    """Several "no" answers that prove a constraint together, and the answers against their other explanations.

    They prove it if for each example on its scope that it rejects there is a "no" whose explanations all reject that
    example, too. A rule whose constraint rejects the example takes the place of such a "no".
    """
    rows = bias.rows
    variables = sorted(rows.scope(row))
    examples = rows.accepted_on(variables, _rows_of(bias, given))
    if examples is None:
        return None
    everything = np.ones(rows.size, dtype=bool)
    surviving = everything.copy()
    for query in yes:
        surviving[rows.rejecting(query.codes, everything)] = False
    if claims is not None:
        surviving[claims.refuted_by.rows] = False
    proved: Mapping[int, Rule] = {} if claims is None else claims.proved_by
    clauses = [(query, set(rows.rejecting(query.codes, surviving).tolist())) for query in sorted(no, key=len)]
    codes = np.full(len(bias.vocabulary), UNASSIGNED, dtype=np.int64)
    chosen: dict[Query, None] = {}
    rules: dict[Rule, None] = {}
    for line in examples[rows.rejects(row, variables, examples)]:
        codes[variables] = line
        rejecting = rows.rejecting(codes, surviving).tolist()
        by_rule = next((proved[each] for each in rejecting if each in proved), None)
        found = next((query for query, clause in clauses if clause <= set(rejecting)), None)
        if by_rule is not None:
            rules[by_rule] = None
        elif found is not None:
            chosen[found] = None
        else:
            return None
    against = [r for q in chosen for r in rows.rejecting(q.codes, ~surviving).tolist()]
    cover, others, _ = minimal_cover(bias, np.unique(np.array(against, dtype=np.int64)), yes, claims)
    said = [] if claims is None else [claims.said(rule, True) for rule in rules]
    return tuple(chosen), tuple(cover), tuple(dict.fromkeys([*said, *others]))


def _same_given(bias: Bias, row: int, others: list[int], given: Sequence[Constraint]) -> bool:
    """Do these rows mean the same as `row` on its scope, under the constraints given there?"""
    variables = sorted(bias.rows.scope(row))
    if any(not set(bias.rows.scope(other)) <= set(variables) for other in others):
        return False
    examples = bias.rows.accepted_on(variables, _rows_of(bias, given))
    if examples is None:
        return False
    mine = bias.rows.rejects(row, variables, examples)
    return all(np.array_equal(mine, bias.rows.rejects(other, variables, examples)) for other in others)


def _rows_of(bias: Bias, constraints: Sequence[Constraint]) -> list[int]:
    return [bias.row_of(c.relation, bias.vocabulary.scope(c.scope, of=str(c))) for c in constraints]
