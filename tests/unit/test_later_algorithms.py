"""What came after the paper: each algorithm on an example small enough to be followed by hand."""

from __future__ import annotations

import numpy as np
import pytest

from tacit import Dialogue, OptionError, Problem, Reporter, learn
from tacit.algorithms.analyze_and_learn import analyze_and_learn
from tacit.algorithms.cb_findscope import cb_findscope
from tacit.algorithms.g_quacq import genacq
from tacit.algorithms.mquacq2 import learn_from
from tacit.algorithms.quasi_cliques import quasi_cliques
from tacit.benchmarks import load
from tacit.candidates import bitset
from tacit.candidates.examination import Example
from tacit.dialogue.options import read_options
from tacit.exact.equivalence import equivalent
from tacit.generation.pq_gen import likely_rows, pq_gen
from tacit.generation.tq_gen import SIZE, tq_gen
from tacit.learning.asker import Asker
from tacit.problem.query import Query
from tacit.structure.families import families_of, is_usual
from tacit.structure.rule import Rule

LINE = {f"x[{i}]": range(6) for i in range(6)}


def asker_of(problem: Problem, **options) -> Asker:
    return Asker(problem, read_options(options), Reporter())


def example(asker: Asker, values: list[int]) -> Example:
    return Example(asker.space, asker.space.vocabulary.encode(dict(zip(LINE, values, strict=True))))


def answers(asking, target):
    """Run an algorithm with the answers of a target; what it returns, and what it asked."""
    asked = []
    answer = None
    try:
        while True:
            query = asking.send(answer)
            asked.append(sorted(query))
            answer = target.accepts(query.assignment)
    except StopIteration as end:
        return end.value, asked


# --- CB-FindScope ---


def test_cb_findscope_halves_the_variables_of_violated_candidates():
    """All six are equal, and x[1] != x[4] is the target: of {0, 1, 2} nothing is wrong, then {0, 1, 3} …"""
    problem = Problem(LINE, language=["!="])
    asker = asker_of(problem)
    e = example(asker, [1] * 6)
    scope, asked = answers(cb_findscope(asker, e, e.variables), problem.network([("!=", ["x[1]", "x[4]"])]))
    assert scope == bitset.from_indices([1, 4])
    assert [len(names) for names in asked[:2]] == [3, 3]
    assert len({tuple(names) for names in asked}) == len(asked)


def test_cb_findscope_asks_nothing_that_is_known():
    """Each answer takes candidates away, so the number of violated ones bounds the questions."""
    problem = Problem(LINE, language=["!=", "<"])
    for pair in ([0, 1], [0, 5], [2, 3], [4, 5]):
        asker = asker_of(problem)
        e = example(asker, [5, 4, 3, 2, 1, 0])
        target = problem.network([("<", [f"x[{pair[0]}]", f"x[{pair[1]}]"])])
        scope, asked = answers(cb_findscope(asker, e, e.variables), target)
        assert scope == bitset.from_indices(pair)
        assert len(asked) <= 15 - 1  # pairs that are not ascending


def test_cb_findscope_finds_a_scope_inside_another():
    problem = Problem(LINE, language=["x > 2", "!="])
    asker = asker_of(problem)
    e = example(asker, [1] * 6)
    target = problem.network([("x > 2", ["x[3]"])])
    scope, _ = answers(cb_findscope(asker, e, e.variables), target)
    assert scope == bitset.from_indices([3])


# --- MQuAcq-2 ---


def test_quasi_cliques_may_lack_a_fifth_of_their_edges():
    nine = np.ones((9, 9), dtype=bool) & ~np.eye(9, dtype=bool)
    for x, y in [(0, 1), (2, 3), (4, 5), (6, 7)]:
        nine[x, y] = nine[y, x] = False
    assert [int(K.sum()) for K in quasi_cliques(nine)] == [9]
    path = np.zeros((4, 4), dtype=bool)
    for x, y in [(0, 1), (1, 2), (2, 3)]:
        path[x, y] = path[y, x] = True
    assert quasi_cliques(path) == []


def test_analyze_and_learn_asks_about_what_completes_a_clique():
    """Five of the six pairs of 0, 1, 2, 3 are learned: the sixth is a question of two variables, and needs no more."""
    problem = Problem(LINE, language=["!="])
    asker = asker_of(problem)
    for pair in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3)]:
        asker.learn(int(asker.space.rows.at(pair)[0]))
    e = example(asker, [0, 1, 2, 2, 2, 2])
    target = problem.network([("!=", ["x[2]", "x[3]"])])
    scopes, asked = answers(analyze_and_learn(asker, e, e.variables), target)
    assert asked == [["x[2]", "x[3]"]]
    assert scopes == [bitset.from_indices([2, 3])]
    assert len(asker.space.network) == 6


def test_mquacq_2_leaves_out_the_variables_of_a_scope():
    """After the "no" to six equal values and the scope found in it, the next question is about the other four."""
    problem = Problem(LINE, language=["!="])
    target = problem.network([("!=", [f"x[{i}]", f"x[{i + 1}]"]) for i in (0, 2, 4)])
    asker = asker_of(problem, algorithm="mquacq-2")
    e = example(asker, [1] * 6)
    _, asked = answers(learn_from(asker, e), target)
    whole = [len(names) for names in asked if len(names) % 2 == 0]
    assert whole[0] == 6
    assert {4, 2} <= set(whole)
    assert len(asker.space.network) == 3


# --- GrowAcq ---


@pytest.mark.parametrize("inner", ["mquacq-2", "multiacq", "p-quacq"])
def test_growacq_asks_about_one_more_variable_at_a_time(inner):
    bench = load("sudoku-4")
    result = learn(bench.problem, bench.target, algorithm="growacq", inner=inner)
    assert (result.status, equivalent(result.network, bench.target)) == ("converged", True)
    index = bench.problem.vocabulary.index
    highest = [max(index[name] for name in entry.query) for entry in result.answers]
    assert highest == sorted(highest)


def test_growacq_goes_back_to_where_it_was():
    bench = load("sudoku-4")
    dialogue = Dialogue(bench.problem, algorithm="growacq", generate="tq-gen", rewindable=True)
    asked = []
    while len(asked) < 120:
        asked.append(dialogue.query)
        dialogue.answer(bench.target.accepts(dialogue.query.assignment))
    back = dialogue.rewind(70)
    assert 0 < back <= 70
    for query in asked[back:]:
        assert dialogue.query == query
        dialogue.answer(bench.target.accepts(query.assignment))


def test_growacq_takes_no_learner_that_can_not_wait_for_variables():
    with pytest.raises(OptionError, match="inner must be one of 'mquacq-2'"):
        read_options({"algorithm": "growacq", "inner": "guided"})


# --- generation ---


def test_pq_gen_leaves_out_variables_about_which_nothing_is_open():
    problem = Problem(LINE, language=["!="])
    asker = asker_of(problem, generate="pq-gen")
    inside = np.array([asker.space.scope_set(row) & 0b111000 == 0 for row in range(asker.space.rows.size)])
    asker.space.refute(np.flatnonzero(~inside))
    e = pq_gen(asker)
    assert e is not None
    assert e.variables == 0b000111


def test_what_was_mostly_learned_is_likely():
    """One of three settled: likely among eight variables, because 3 ≤ log₂ 8, and not among seven."""
    problem = Problem(LINE, language=["!=", "<"])
    asker = asker_of(problem)
    relation = [asker.space.rows.relation(row).name for row in range(asker.space.rows.size)]
    rows = [row for row, name in enumerate(relation) if name == "!="]
    asker.learn(rows[0])
    asker.space.refute(np.array(rows[1:3]))
    assert not likely_rows(asker.space, 7).any()
    assert [relation[row] for row in np.flatnonzero(likely_rows(asker.space, 8))] == ["!="] * len(rows)


def test_counts_save_questions():
    bench = load("sudoku-4")
    plain, counts = (
        learn(bench.problem, bench.target, algorithm="growacq", generate=way) for way in ("pq-gen", "pq-gen-counts")
    )
    assert equivalent(counts.network, bench.target)
    assert len(counts.answers) < len(plain.answers)


def test_tq_gen_asks_smaller_questions_after_a_no():
    problem = Problem(LINE, language=["=="])
    asker = asker_of(problem, generate="tq-gen")
    sizes = []
    for answer in (False, False, True):
        e = tq_gen(asker)
        asking = asker.ask(e, e.variables)
        next(asking)
        with pytest.raises(StopIteration):
            asking.send(answer)
        sizes.append(e.variables.bit_count())
    tq_gen(asker)
    assert sizes == [6, 4, 3]
    assert asker.remembered[SIZE] == 4


def test_a_generator_of_ones_own_is_checked():
    problem = Problem(LINE, language=["!="])
    with pytest.raises(OptionError, match="generate: nothing_wrong returned"):
        learn(problem, [], generate=nothing_wrong)
    with pytest.raises(OptionError, match="must return an Example"):
        learn(problem, [], generate=lambda asker: 3)


def nothing_wrong(asker):
    return example(asker, [0, 1, 2, 3, 4, 5])


# --- P-QuAcq and G-QuAcq ---


def test_p_quacq_recommends_constraints_as_rules_on_two_cells():
    bench = load("sudoku-4")
    result = learn(bench.problem, bench.target, algorithm="p-quacq")
    assert equivalent(result.network, bench.target)
    assert result.claims
    assert all(isinstance(said.claim, Rule) and len(said.claim.constraints()) == 1 for said in result.claims)
    refused = max(map(len, "".join("y" if said.answer else "n" for said in result.claims).split("y")))
    assert refused >= 1  # it goes on after a "no", at most four times in a row for one relation


def test_p_quacq_shows_examples_to_whoever_knows_no_rules():
    bench = load("sudoku-4")
    result = learn(bench.problem, lambda query: bench.target.accepts(query), algorithm="p-quacq")
    assert equivalent(result.network, bench.target)
    assert not result.claims


def test_g_quacq_asks_about_rows_before_the_whole_grid():
    bench = load("sudoku-4")
    result = learn(bench.problem, bench.target, algorithm="g-quacq")
    assert equivalent(result.network, bench.target)
    assert len(result.answers) + len(result.claims) < 60
    sizes = [len(said.claim.constraints()) for said in result.claims]
    assert sizes[0] == 6  # one row, column or block
    assert 24 in sizes  # … and then all of them


def test_g_quacq_never_asks_about_what_contains_a_denied_type():
    """Row 0 is denied: so are all rows, and the whole grid."""
    problem = Problem({f"g[{i},{j}]": range(4) for i in range(3) for j in range(3)}, language=["!="])
    asker = asker_of(problem, algorithm="g-quacq", rules=True)
    c = int(asker.space.rows.at((0, 1))[0])
    asker.learn(c)
    types = [family for family in families_of(problem.vocabulary) if is_usual(family)]
    asking = genacq(asker, c, types)
    assert str(next(asking)) == "Rule('!=' on row 0 of g)"
    with pytest.raises(StopIteration):
        asking.send(False)


# --- options ---


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"findscope": 3}, "findscope must be one of 1, 2, 'cb'"),
        ({"generate": "qgen"}, "generate must be one of 'irrgen', 'pq-gen', 'pq-gen-counts', 'tq-gen'"),
        ({"strategy": "lucky"}, "strategy must be 'expectation' or 'optimistic'"),
        ({"algorithm": "growacq", "rules": True}, "only guided, p-quacq and g-quacq ask about rules"),
    ],
)
def test_what_can_not_be_chosen(options, message):
    with pytest.raises(OptionError, match=message):
        read_options(options)


def test_bounds_are_for_guided_alone():
    problem = Problem(LINE, language=["alldifferent"])
    with pytest.raises(OptionError, match="bound on whole groups, which growacq can't take"):
        Dialogue(problem, algorithm="growacq")


def test_a_query_is_complete_for_conacq_2():
    problem = Problem({"a": range(3), "b": range(3), "c": range(3)}, language=["==", "!="])
    dialogue = Dialogue(problem, algorithm="conacq-2")
    assert isinstance(dialogue.query, Query)
    assert dialogue.query.complete
