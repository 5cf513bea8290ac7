"""What to do when answers can't all be right: find the slip, or a gap in the language.

    settle(conflict)
        without slips:   what no candidate explains is a gap: narrow it
        a "no" of many cells is first halved by doubt: which part holds what an earlier answer may have wrongly refuted?
        while no suspect is nearly certain   put what it was about again, in another form
        set the answer aside, or keep the gap

What is set aside stays in the log, and is shown as worth a second look. Whoever calls this then starts over with the
answers that are left (`Asker.start_over`).
"""

from __future__ import annotations

import numpy as np

from tacit.candidates.examination import Example
from tacit.guided.clauses import PaddedScopes, part_to_ask
from tacit.guided.weights import SCALE
from tacit.learning.answers import NO_ROWS
from tacit.learning.asker import Asker
from tacit.learning.asking import Asking
from tacit.learning.claims import Claimed
from tacit.learning.evidence import Conflict
from tacit.learning.gap import Gap
from tacit.learning.second_look import SecondLook
from tacit.problem.query import Answered, Query
from tacit.problem.rows import RowIds
from tacit.problem.vocabulary import UNASSIGNED
from tacit.structure.rule import Review, Rule
from tacit.trust.controls import disagree, is_hopeless
from tacit.trust.correcting import put_right
from tacit.trust.elimination import on_its_own
from tacit.trust.narrowing import narrow, part
from tacit.trust.no_solution import put_again
from tacit.trust.said_free import put_in_other_words
from tacit.trust.surprise import slip_rate
from tacit.trust.suspects import CERTAIN, Suspect, Suspects, doubt, suspects

LIKELY, MOST_SAME = 0.4, 2  # a "no" that is a slip as likely as this is put so often, before it is halved
MOST_TESTS = 6  # for one contradiction
MANY = 3  # suspects: then a large "no" is halved before they are looked at one by one
LARGE, FEW = 12, 20  # cells: of a larger "no" all but one in 20 are put again first
SMALL = 4  # cells: a larger "no" is halved before anybody is suspected
ONE_OF_THEM = 0.01  # small, so that weights add up as the chances of things of which only one can be
SOMETHING_ELSE = 0.3  # how likely a larger example is a "no" for a reason that is not known yet, if there may be one
NEGLIGIBLE = 0.02  # a suspect less likely than this is not worth a question
LEAST_SLIPS, TOO_MANY = (
    2,
    4,
)  # if answers are set aside more often than this, and so many times what was expected: give up
MOST_GAPS = 12  # more are not narrowed


def settle(asker: Asker, conflict: Conflict) -> Asking[bool]:
    """Set an answer aside, or keep a gap, so that this conflict is none any more; False if that can't be done."""
    doubts = asker.answers.doubts
    if asker.options.slips and (_too_many_slips(asker) or is_hopeless(asker)):
        return False
    if conflict.denied is not None:
        settled = yield from _settle_denied(asker, conflict.denied)
        return settled
    if not asker.options.slips:
        if conflict.no is None or conflict.by_assumption:
            return False
        yield from _keep_gap(asker, conflict.no)
    else:
        first, rows = _said_to_hold(asker, conflict)
        if first is None:
            return False
        found = yield from _find_slip(asker, first, rows)
        best: Suspect | None = found.best
        if isinstance(first, Answered) and first.query in doubts.sure and found.part_of(found.best) < CERTAIN:
            best = found.outside  # whoever said it was sure, and no other answer is nearly certain to be a slip
        first = found.first.slips[0]  # it may have been halved
        if best is found.outside:
            assert isinstance(first, Answered)
            yield from _keep_gap(asker, first.query)
        for said in best.slips if best is not None else ():
            set_aside(asker, said, found.part_of(found.best), found.best.rows)
        if best is not found.outside:
            disagree(asker)
    doubts.looks.sort(key=lambda look: -look.chance)
    return True


def _too_many_slips(asker: Asker) -> bool:
    """Had answers to be set aside so often that nothing can be believed any more?"""
    return asker.answers.doubts.disagreements > LEAST_SLIPS + TOO_MANY * asker.options.slips * asker.answers.total


def set_aside(asker: Asker, said: Answered | Claimed, chance: float, rows: RowIds) -> None:
    """From now on this answer is taken to be a slip; rows: what holds instead, one of these, if that is known."""
    doubts = asker.answers.doubts
    if isinstance(said, Claimed):
        put_right_before = next((key for key, right in doubts.dropped.items() if right is said), None)
        if put_right_before is not None:
            doubts.dropped[put_right_before] = None  # and now that seems wrong
            return
        # Of a review, another line may have been found to be wrong before.
        so_far = doubts.dropped.get(id(said)) if isinstance(said.claim, Review) else None
        doubts.dropped[id(said)] = put_right(asker.answers.claims, so_far or said, rows)
    elif said.query in doubts.corrected:
        doubts.corrected[said.query] = None  # it was put right before, and now that seems wrong
        return
    else:
        doubts.corrected[said.query] = not said.answer
    against = tuple(entry for entry in asker.answers.log[-MOST_TESTS:] if entry is not said)
    doubts.looks.append(SecondLook(said, against, chance, set_aside=True))


def _settle_denied(asker: Asker, denied: Claimed) -> Asking[bool]:
    """A "no" to a claim, though all of the rule was learned, or nothing is left that could be required."""
    doubts = asker.answers.doubts
    if asker.options.slips:
        set_aside(asker, denied, 1 - asker.options.slips, NO_ROWS)
        disagree(asker)
        return True
    if isinstance(denied.claim, Rule):
        rows = asker.answers.claims.of(denied.claim)
        found = yield from put_again(asker, rows.tolist())
        return found
    doubts.dropped[id(denied)] = None
    doubts.gaps.append(Gap(None, claim=denied))
    return True


def _keep_gap(asker: Asker, no: Query) -> Asking[None]:
    doubts = asker.answers.doubts
    if len(doubts.gaps) >= MOST_GAPS:
        doubts.unexplained.append(no)
        return
    smallest = yield from narrow(asker, no)
    if not doubts.is_explained(smallest):  # a plan may have been called wrong for a reason that is known by now
        doubts.gaps.append(Gap(smallest, no))
    # What nothing explained before was taken for a slip. Now there is another reason to think of.
    again = {query for query, right in doubts.corrected.items() if right is True}
    doubts.corrected = {query: right for query, right in doubts.corrected.items() if query not in again}
    doubts.looks = [look for look in doubts.looks if isinstance(look.said, Claimed) or look.said.query not in again]


def _rejecting(asker: Asker, query: Query) -> RowIds:
    """All rows that reject an example, refuted or not."""
    rows = asker.space.rows
    return rows.rejecting(query.codes, np.ones(rows.size, dtype=bool))


def _said_to_hold(asker: Asker, conflict: Conflict) -> tuple[Answered | Claimed | None, RowIds]:
    """The answer that says that some row of a set holds, and these rows."""
    space, claims = asker.space, asker.answers.claims
    if conflict.no is not None:
        return Answered(conflict.no, False), _rejecting(asker, conflict.no)
    for said, rows in claims.proving():
        refuted = rows[~space.surviving[rows]]
        if len(refuted):
            return said, refuted[:1]
    return None, np.empty(0, dtype=np.int64)


# --- a "no" of many cells ---


def _without_a_few(asker: Asker, no: Query) -> Query:
    """Most cells of a large example: if these are fine, the "no" to the whole was most likely a slip."""
    cells = np.flatnonzero(no.codes >= 0)
    left_out = asker.random.permutation(cells)[: max(1, len(cells) // FEW)]
    return part(no, np.setdiff1d(cells, left_out).tolist())


def _halved(asker: Asker, no: Query, rows: RowIds) -> Asking[Query]:
    """A small part that is a "no", too, if something in it was wrongly refuted; else the whole."""
    space = asker.space
    scopes = PaddedScopes(space.rows)
    doubts, _, _ = doubt(asker.answers, rows, slip_rate(asker.answers, asker.options.slips))
    weight = np.zeros(space.rows.size)
    share = np.exp(doubts - doubts.max())
    weight[rows] = np.rint(share / share.sum() * SCALE * ONE_OF_THEM)
    while len(rows) and len(no) > SMALL:
        e = Example(space, no.codes)
        Y = part_to_ask(asker.random, scopes, rows, e, e.variables, weight[rows])
        if Y is None:
            break
        smaller = asker.query(e, Y)
        answer = yield from asker.put(smaller)
        inside = np.zeros(space.rows.size, dtype=bool)
        inside[rows] = True
        hit = space.rows.rejecting(smaller.codes, inside)
        if answer is False:
            no, rows = smaller, hit
        else:
            inside[hit] = False
            rows = rows[inside[rows]]
    return no


# --- who was it ---


def _find_slip(asker: Asker, first: Answered | Claimed, rows: RowIds) -> Asking[Suspects]:
    slips = slip_rate(asker.answers, asker.options.slips)
    found = suspects(asker.answers, first, rows, slips)
    before = asker.answers.total
    if isinstance(first, Answered):
        # Is the "no" itself the slip? That is the quickest to see.
        for _ in range(MOST_SAME):
            yield from _put(asker, found, _nearly_the_same(asker, first.query), slips)
            if not LIKELY < found.part_of(found.first) < CERTAIN:
                break
        if len(first.query) > SMALL and found.part_of(found.first) < CERTAIN:
            yield from put_in_other_words(asker, found, slips)
            if found.part_of(found.best) >= CERTAIN:
                return found
        many = sum(found.part_of(each) > NEGLIGIBLE for each in found.refuters) > MANY
        if many and found.part_of(found.first) < CERTAIN and len(first.query) > SMALL:
            smaller = yield from _halved(asker, first.query, rows)
            found = suspects(asker.answers, Answered(smaller, False), _rejecting(asker, smaller), slips)
    unasked = asker.answers.total == before  # nobody is taken to have slipped without a question
    for _ in range(MOST_TESTS):
        if found.part_of(found.best) >= CERTAIN and found.best is not found.outside and not unasked:
            break
        unasked = False
        query = _test(asker, found)
        if query is None:
            break
        yield from _put(asker, found, query, slips)
    return found


def _put(asker: Asker, found: Suspects, query: Query | None, slips: float) -> Asking[None]:
    """Put a question, and weigh what its answer says about each suspect, by Bayes' rule."""
    answer = None if query is None else (yield from asker.put(query))
    if query is None or answer is None:
        return
    hits = set(_rejecting(asker, query).tolist())
    first = found.first.slips[0]
    same = isinstance(first, Answered) and (first.query.is_part_of(query) or _is_most_of(query, first.query))
    expected, weights = 0.0, []
    # A cell more may break something else that is not known yet.
    beside = SOMETHING_ELSE if len(asker.space.rows.rejecting(query.codes, asker.space.surviving)) else 0.0
    for each in found.all:
        larger = isinstance(first, Answered) and first.query.is_part_of(query)
        if same and (larger or each is found.first or each is found.outside):
            no = beside if each is found.first else 1.0
        else:  # of a part, the cells that matter may have been left out
            mine = each.rows.tolist()
            no = len(hits.intersection(mine)) / len(mine) if mine else 0.0
            if answer and isinstance(first, Answered):  # what it violates was refuted again
                each.rows = np.array([row for row in mine if row not in hits], dtype=np.int64)
        says_no = no * (1 - slips) + (1 - no) * slips
        likely = 1 - says_no if answer else says_no
        expected += found.part_of(each) * likely
        weights.append(each.weight * likely)
    asker.answers.doubts.foretold[query] = min(expected, 1.0)
    for each, weight in zip(found.all, weights, strict=True):
        each.weight = weight


def _test(asker: Asker, found: Suspects) -> Query | None:
    """A question about the likeliest suspects that have refuted something, or about the first answer, if it is as
    likely."""
    said = found.first.slips[0]
    likeliest = max((found.part_of(each) for each in found.refuters), default=0.0)
    if isinstance(said, Answered) and likeliest < found.part_of(found.first) < CERTAIN:
        query = _nearly_the_same(asker, said.query)
        if query is not None:
            return query
    for suspect in sorted(found.refuters, key=lambda each: -each.weight):
        if found.part_of(suspect, inside=True) > NEGLIGIBLE:
            query = _on_a_part(asker, suspect, said.query if isinstance(said, Answered) else None)
            if query is not None:
                return query
    first = found.first.slips[0]
    if not isinstance(first, Answered) or found.part_of(found.first) <= NEGLIGIBLE:
        return None
    return _nearly_the_same(asker, first.query)


def _on_a_part(asker: Asker, suspect: Suspect, no: Query | None) -> Query | None:
    """What an answer has refuted, by itself: the part of its example, or other values; if it was about a rule, the part
    of the "no" that breaks all of it."""
    space, said = asker.space, asker.answers.said
    plain = [row for row in suspect.rows.tolist() if not space.rows.is_bound(row)]
    plain.sort(key=lambda row: -len(space.rows.scope(row)))  # a few pairs leave out more cells than as many single ones
    for count in (len(plain), len(plain) // 2, len(plain) // 4, len(plain) // 8, 1):
        cells = sorted({x for row in plain[:count] for x in space.rows.scope(row)})
        for slip in suspect.slips:
            whole = slip.query if isinstance(slip, Answered) else no
            if whole is not None and cells:
                query = part(whole, cells)
                if query not in said:
                    return query
    for row in suspect.rows.tolist()[:3]:
        other = on_its_own(asker, row)
        if other is not None:
            return asker.query(other, other.variables)
    # Nothing else breaks it by itself: the same once more, beside a cell that has nothing to do with it.
    for row in plain[:1]:
        for slip in suspect.slips:
            if isinstance(slip, Answered):
                return _larger(asker, part(slip.query, list(space.rows.scope(row))))
    return None


def _nearly_the_same(asker: Asker, no: Query) -> Query | None:
    """A large example without a few cells, or a small one with one more: most likely a "no", too, if this is one."""
    if len(no) < LARGE:
        query = _larger(asker, no)
        if query is None or len(no) <= SMALL or not len(asker.space.rows.rejecting(query.codes, asker.space.surviving)):
            return query
    query = _without_a_few(asker, no)
    return None if query in asker.answers.said else query


def _is_most_of(query: Query, whole: Query) -> bool:
    return query.is_part_of(whole) and len(query) >= len(whole) - max(1, len(whole) // FEW)


def _larger(asker: Asker, no: Query) -> Query | None:
    """The same with one cell more, which nothing speaks against: it must be a "no", too, if this is one (Lemma 1)."""
    space, answers = asker.space, asker.answers
    codes = no.codes
    best: tuple[int, Query] | None = None
    free = np.flatnonzero(codes < 0).tolist()
    for x in asker.random.permutation(free).tolist()[:12]:
        for code in asker.random.permutation(space.vocabulary.domain_codes[x]).tolist()[:6]:
            codes[x] = code
            query = Query(space.vocabulary, codes)
            more = len(space.rows.rejecting(codes, space.surviving))
            if query not in answers.said and (best is None or more < best[0]):
                best = more, query
            codes[x] = UNASSIGNED
        if best is not None and best[0] == 0:
            break
    if best is not None:
        return best[1]
    return None
