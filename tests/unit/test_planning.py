"""The next plan, what a mark in it means, and which rules leave none."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.how_many import examples
from tacit import Dialogue, Problem
from tacit.benchmarks import load
from tacit.candidates.examination import Example
from tacit.dialogue.options import Options
from tacit.errors import OptionError
from tacit.experiments.plan_reader import PlanReader
from tacit.learning.asker import Asker
from tacit.learning.claims import Claimed
from tacit.learning.reporter import Reporter
from tacit.planning.leanings import Leanings
from tacit.planning.proposing import must_not_come_again
from tacit.planning.reasons import Reasons
from tacit.planning.repair import Repair
from tacit.planning.terms import MUST, Terms, can_be_weighed
from tacit.problem.query import Plan
from tacit.structure.families import families_of
from tacit.structure.finding import find_family
from tacit.structure.rule import Number, Rule, Unlimited
from tacit.testing.bounded import bounded_cases

NOTHING = Leanings((), ())


def asker_of(problem, **options):
    return Asker(problem, Options(algorithm="guided", until="plan", rules=True, **options), Reporter())


@examples(40)
@given(bounded_cases(), st.data())
def test_costs_are_what_is_broken(case, data):
    """A change costs what the whole plan costs more, and a plan that costs nothing is one that is accepted."""
    asker = asker_of(case.problem)
    space = asker.space
    rows = data.draw(st.lists(st.integers(0, space.rows.size - 1), max_size=6, unique=True)) if space.rows.size else []
    for row in rows:
        if not space.learned[row]:
            space.learn(row)
    if not can_be_weighed(space):
        return
    codes = np.array([data.draw(st.sampled_from(domain.tolist())) for domain in space.vocabulary.domain_codes])
    refused = [codes.copy()] if data.draw(st.booleans()) else []
    terms = Terms(space, refused, NOTHING)
    levels = terms.levels(codes)
    terms.lean(codes, levels)
    cost = terms.of_cells(np.arange(terms.n), codes, levels)
    accepted = not len(space.rows.rejecting(codes, space.learned)) and not refused
    assert (cost[np.arange(terms.n), codes] < MUST).all() == accepted
    x = data.draw(st.integers(0, terms.n - 1))
    for code in space.vocabulary.domain_codes[x].tolist():
        other = codes.copy()
        other[x] = code
        before, after = (_broken(space, each, refused) for each in (codes, other))
        assert cost[x, code] - cost[x, codes[x]] == pytest.approx(MUST * (after - before))


def _broken(space, codes, refused):
    """By how much what was learned is broken, in the plainest way."""
    bounds, total = space.rows.bounds, 0
    for row in space.rows.rejecting(codes, space.learned).tolist():
        local = row - space.rows.n_plain
        if local < 0:
            total += 1
        elif bounds.is_different(bounds.series[[local]])[0]:
            own = codes[list(bounds.scope(local))]
            total += len(own) - len(set(own.tolist()))
        else:
            series = int(bounds.series[local])
            learned = np.flatnonzero(space.learned[bounds.first :])
            tightest = min(bounds.room[each] for each in learned if bounds.series[each] == series)
            if bounds.room[local] == tightest:  # of a series, the tightest counts
                total += int(bounds.levels(codes)[series]) - int(tightest)
    return total + sum(bool((codes == each).all()) for each in refused)


def test_no_more_cells_change_than_must():
    """One early, one late and one night on each of seven days: 21 cells, if nobody has anything to do yet."""
    ward = load("ward-8x7")
    asker = asker_of(ward.problem)
    column = find_family(asker.space.vocabulary, "column")
    for bound in ward.problem.language:
        if bound.name in ("count(early) >= k", "count(late) >= k", "count(night) >= k"):
            for row in asker.answers.claims.of(Number(bound, column).rule(1)).tolist():
                asker.space.learn(row)
    start = np.zeros(56, dtype=np.int64)
    found = Repair(Terms(asker.space, [], NOTHING), start, start, np.random.RandomState(0)).run()
    assert found is not None
    assert not len(asker.space.rows.rejecting(found, asker.space.learned))
    assert int((found != start).sum()) == 21


def reason(problem, shown, cells):
    """What is asked about cells that are marked in a plan."""
    asker = asker_of(problem)
    v = problem.vocabulary
    codes = np.full(len(v), v.domain_codes[0][0])
    for name, value in shown.items():
        codes[v.index[name]] = v.encode({name: value})[v.index[name]]
    e = Example(asker.space, codes)
    marked = asker.query(e, sum(1 << v.index[name] for name in cells))
    return Reasons(asker.answers, list(families_of(v, problem.groups))).next_claim(asker.answers, marked, codes)


def test_what_is_asked_about_a_mark():
    ward = load("ward-8x7").problem
    nights = {f"shift[n03,{day}]": "night" for day in (1, 3, 6)}
    asked = reason(ward, nights, list(nights))
    assert asked.family.size == 7  # a week of one nurse: which limits are there?
    assert "count(night) <= k" in [bound.name for bound in asked.bounds]
    after = {"shift[n03,1]": "night", "shift[n03,2]": "early"}
    asked = reason(ward, after, list(after))
    assert isinstance(asked, Rule)
    assert (asked.relation.name, asked.family.spec) == ("x != night or y != early", "next in row of shift")
    idle = [f"shift[n{i:02},4]" for i in range(1, 9)]
    asked = reason(ward, {}, idle)
    assert isinstance(asked, Unlimited)
    assert asked.family.phrase == "each column of shift"


def test_a_simulated_reader_marks_the_fewest_cells_that_are_wrong():
    ward = load("ward-8x7")
    v = ward.problem.vocabulary
    for seed in range(5):
        plan = Plan(v, np.random.RandomState(seed).randint(0, 4, len(v)))
        answer = PlanReader(ward.target, seed).ask(plan)
        part = v.encode({name: plan[name] for name in answer.clash})
        assert not ward.target.accepts_codes(part)
        for name in answer.clash:
            less = part.copy()
            less[v.index[name]] = -1
            assert ward.target.accepts_codes(less)


def test_rules_that_leave_no_plan():
    problem = Problem({f"a[{i}]": range(3) for i in range(4)}, language=["!=", "==", "<", "x > 0"])
    whole = find_family(problem.vocabulary, "whole")
    names = {relation.name: relation for relation in problem.language}
    said = [Claimed(Rule(names[name], whole), True) for name in ("x > 0", "<", "!=")]
    result = Dialogue(problem, algorithm="guided", until="plan", claims=said, rules=True).result
    assert (result.status, result.reason) == ("collapsed", "unsatisfiable")
    assert [rule.relation.name for rule in result.clash] in (["<"], ["!="])  # four cells, three values


def test_a_part_that_was_called_wrong_never_comes_again():
    """Nothing in the language explains what is marked: it is a gap, and plans avoid it."""
    problem = Problem({"a": range(2), "b": range(2), "c": range(2)}, language=["x > 0", "=="])
    dialogue = Dialogue(problem, algorithm="guided", until="plan", rules=True)
    plans = 0
    while dialogue.question is not None:
        q = dialogue.question
        plans += q.kind == "plan"
        wrong = "a" in q and "b" in q and q["a"] == q["b"] if hasattr(q, "assignment") else True
        clash = ["a", "b"] if wrong and q.kind == "plan" else []
        dialogue.answer(not wrong, clash=clash)
    assert dialogue.result.plan is not None
    assert dialogue.result.plan["a"] != dialogue.result.plan["b"]
    assert dialogue.result.gaps
    assert len(must_not_come_again(dialogue.asker.answers)) >= 1
    assert plans <= 4


def test_parts_of_a_plan_that_people_are_asked_about_are_small():
    """A plan without a mark: whole lines, then parts of one. Without `largest` this began with half of all cells."""
    names = [f"shift[{person},{day}]" for person in "abcdefgh" for day in range(14)]
    problem = Problem(dict.fromkeys(names, range(3)), language=["!=", "count(1) <= k"])
    dialogue = Dialogue(problem, algorithm="guided", until="plan", rules=True, largest=6)
    column = [names.index(f"shift[{person},0]") for person in "abcdefgh"]
    parts = []
    assert dialogue.question.kind == "plan"
    dialogue.answer(False)
    while dialogue.question.kind == "example":
        codes = dialogue.question.codes
        parts.append(np.flatnonzero(codes >= 0).tolist())
        dialogue.answer(not ((codes[column] >= 0).all() and (codes[column] != 1).all()))
    assert parts[:2] == [list(range(14)), column]
    assert 0 < len(parts[2:]) <= 3
    assert all(len(part) <= 6 for part in parts[2:])
    assert dialogue.question.kind == "rule"


def test_a_plan_all_of_whose_lines_are_fine_is_asked_about_by_rules():
    """Nothing was narrowed, so thousands of candidates may be the reason: this took minutes."""
    names = [f"shift[{person},{day}]" for person in "abcdefgh" for day in range(14)]
    problem = Problem(dict.fromkeys(names, range(3)), language=["!="])
    dialogue = Dialogue(problem, algorithm="guided", until="plan", rules=True, largest=6)
    dialogue.answer(False)
    for size in (14, 8, 14, 8):
        assert len(dialogue.question) == size
        dialogue.answer(True)
    assert dialogue.question.kind == "rule"


def test_dont_know_to_every_plan():
    problem = Problem({"a": range(2), "b": range(2)}, language=["!="])
    dialogue = Dialogue(problem, algorithm="guided", until="plan", rules=True)
    seen = []
    while dialogue.question is not None:
        seen.append(tuple(dialogue.question.assignment.values()))
        dialogue.answer(None)
    assert sorted(seen) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert (dialogue.result.status, dialogue.result.reason) == ("undecided", "don't know")


def test_a_known_plan_is_where_it_starts():
    problem = Problem({f"a[{i}]": range(3) for i in range(4)}, language=["!="])
    known = {"a[0]": 0, "a[1]": 1, "a[2]": 2, "a[3]": 0}
    dialogue = Dialogue(problem, examples=[(known, True)], algorithm="guided", until="plan", rules=True)
    changed = [name for name in known if dialogue.question[name] != known[name]]
    assert len(changed) == 1


def test_only_the_guided_learner_shows_plans():
    with pytest.raises(OptionError, match="only the guided learner shows plans"):
        Options(algorithm="mquacq", until="plan")
    with pytest.raises(OptionError, match="'scopes', 'equivalent' or 'plan'"):
        Options(algorithm="guided", until="plans")
