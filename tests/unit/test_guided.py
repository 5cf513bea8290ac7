"""The parts of the guided learner, and what it must never do whatever it believes."""

from __future__ import annotations

import functools
import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.how_many import examples
from tacit import Dialogue, Problem, Reporter, learn
from tacit.algorithms.guided import guided
from tacit.benchmarks import Benchmark, load
from tacit.candidates import bitset
from tacit.candidates.incidence import incidences
from tacit.dialogue.options import Options, read_options, without_effect
from tacit.errors import OptionError
from tacit.generation.own_scope import OwnScope
from tacit.guided.beliefs import Beliefs
from tacit.guided.believed import believed
from tacit.guided.choosing import likeliest_first
from tacit.guided.clauses import Clauses, PaddedScopes, part_to_ask
from tacit.guided.graph import Graph
from tacit.guided.hypotheses import Hypotheses
from tacit.guided.large_examples import Builder, entropy
from tacit.guided.on_scope import OnScope
from tacit.guided.pair_weights import pair_weights
from tacit.guided.tally import _log_gamma
from tacit.guided.weights import SCALE, some_holds, weights
from tacit.learning.answers import NO_ROWS
from tacit.learning.asker import Asker
from tacit.problem.vocabulary import Vocabulary
from tacit.structure.families import families_of
from tacit.structure.membership import Membership
from tacit.structure.partitions import partitions
from tacit.structure.places import Places
from tacit.structure.rule import Rule
from tacit.testing import brute, checks
from tacit.testing.oracles import Forgetful
from tacit.testing.problems import Case, cases, crowded_cases, rich_cases


def places_of(*names: str) -> Places:
    return Places(Vocabulary({name: [0, 1] for name in names}))


def grid(rows: int, columns: int) -> list[str]:
    return [f"g[{r},{c}]" for r in range(rows) for c in range(columns)]


def pairs(n: int) -> np.ndarray:
    return np.stack(np.triu_indices(n, 1), axis=1).astype(np.int64)


def asker_of(problem: Problem) -> Asker:
    return Asker(problem, Options(algorithm="guided"), Reporter())


# --- places and partitions ---


def test_numbers_in_names_are_coordinates_whatever_the_order():
    places = places_of("g[2,0]", "g[0,1]", "g[1,0]")
    assert places.coordinates.tolist() == [[2, 0], [0, 1], [1, 0]]


def test_words_in_names_are_coordinates():
    places = places_of("nurse_3_mon", "nurse_3_tue", "nurse_7_mon")
    assert (places.stem == places.stem[0]).all()
    assert places.coordinates.tolist() == [[0, 0], [0, 1], [4, 0]]


def test_names_that_say_nothing_form_a_line():
    places = places_of("coffee", "tea", "milk")
    assert places.coordinates[:, 0].tolist() == [0, 1, 2]


def test_a_box_of_a_sudoku_is_a_cell_of_some_partition():
    names = grid(4, 4)
    found = {p.says: p for p in partitions(places_of(*names), pairs(16))}
    box = found["line, box 2×2"]
    cell = dict(zip(map(tuple, pairs(16).tolist()), box.cell.tolist(), strict=True))
    assert cell[0, 5] == cell[2, 7]  # diagonal neighbours inside a box
    assert cell[0, 5] != cell[1, 6]  # across the border of two boxes
    assert cell[0, 1] != cell[0, 3]  # in one row: in the same box, and in two boxes


@pytest.mark.parametrize("arity", [1, 2, 3, 4])
def test_a_partition_gives_every_scope_a_cell(arity):
    scopes = np.array(list(itertools.combinations(range(6), arity)))
    found = partitions(places_of(*grid(2, 3)), scopes)
    assert found[0].size == 1
    for partition in found:
        assert sorted(set(partition.cell.tolist())) == list(range(partition.size))
        assert len(partition.cell) == len(scopes)


# --- the graph ---


def test_the_graph_follows_what_is_learned():
    """Compared with a count from scratch, on random edges."""
    random = np.random.RandomState(0)
    n = 9
    beside = np.abs(np.subtract.outer(np.arange(n), np.arange(n))) == 1
    graph, edges, missing = Graph(n, 1, beside), np.zeros((n, n), dtype=int), np.zeros((n, n), dtype=int)
    for x, y in random.permutation(pairs(n))[:25].tolist():
        if random.randint(2):
            graph.learned(0, x, y, surprising=True)
            edges[x, y] = edges[y, x] = 1
        else:
            graph.refuted(0, np.array([x]), np.array([y]))
            missing[x, y] = missing[y, x] = 1
    different = ~np.eye(n, dtype=bool)
    assert (graph._common[0][different] == (edges @ edges)[different]).all()
    assert (graph._support[0][different] == (edges @ edges)[different]).all()
    assert (graph._against[0][different] == (edges @ missing + missing @ edges)[different]).all()
    assert (graph._near[0][different] == (edges @ beside + beside @ edges)[different]).all()
    assert (graph._far[0][different] == (missing @ beside + beside @ missing)[different]).all()


# --- beliefs ---


def test_log_gamma():
    import math

    x = np.array([0.001, 0.15, 1.0, 2.5, 40.0, 12_345.6])
    assert np.allclose(_log_gamma(x), [math.lgamma(each) for each in x], rtol=1e-9, atol=1e-9)


def test_beliefs_find_what_matters():
    """After three rows of constraints the others are expected, and columns are not."""
    names = grid(5, 5)
    asker = asker_of(Problem({name: range(5) for name in names}, language=["!=", "=="]))
    constraints = [asker.space.bias.constraint(row) for row in range(asker.space.rows.size)]
    differ = {c.scope: row for row, c in enumerate(constraints) if c.relation.name == "!="}
    for r, (a, b) in itertools.product(range(3), [(0, 1), (1, 4), (2, 3)]):
        asker.learn(differ[f"g[{r},{a}]", f"g[{r},{b}]"])
        asker.space.refute(np.array([differ[f"g[{r},{a}]", f"g[{r + 1},{b}]"]]))
        asker.space.refute(np.array([differ[f"g[{r},{a}]", f"g[{r + 1},{a}]"]]))
    P = Beliefs(asker.space).update(NO_ROWS)
    row, column = differ["g[4,0]", "g[4,3]"], differ["g[0,3]", "g[4,3]"]
    assert P[row] > 0.8
    assert P[column] < 0.2


def test_without_features_all_scopes_are_alike():
    asker = asker_of(Problem({name: range(3) for name in grid(3, 3)}, language=["!="]))
    asker.learn(0)
    P = Beliefs(asker.space, use_features=False).update(NO_ROWS)
    far = asker.space.rows.at([4, 8])[0]
    assert P[far] == P[asker.space.rows.at([5, 6])[0]]


# --- clauses ---


def test_weights_add_up_to_the_probability_that_some_holds():
    p = np.array([0.2, 0.5, 0.01])
    assert some_holds(weights(p).sum()) == pytest.approx(1 - 0.8 * 0.5 * 0.99)
    assert (weights(p) == np.rint(weights(p))).all()


def asked(problem: Problem, answers: list[tuple[dict[str, int], bool]]) -> Asker:
    """An asker after these questions."""
    from tacit.candidates.examination import Example

    asker = asker_of(problem)
    for example, answer in answers:
        e = Example(asker.space, asker.space.vocabulary.encode(example))
        question = asker.ask(e, e.variables)
        next(question)
        with pytest.raises(StopIteration):
            question.send(answer)
    return asker


def first_part(asker: Asker, clauses: Clauses, weight: np.ndarray) -> int | None:
    """The part of the first "no" that is asked about next."""
    scopes = PaddedScopes(asker.space.rows)
    no = clauses.open_no[0]
    rows = clauses.explanations(0)
    return part_to_ask(asker.random, scopes, rows, no.example, no.variables, weight[rows])


def test_a_clause_makes_its_candidates_more_probable():
    problem = Problem({name: range(3) for name in "abc"}, language=["==", "!="])
    asker = asked(problem, [({"a": 0, "b": 0, "c": 0}, False)])
    clauses = Clauses(asker.answers)
    P = np.full(asker.space.rows.size, 0.1)
    given = clauses.condition(P, P, 0.999)
    inside = clauses.explanations(0)
    assert len(inside) == 3
    assert given[inside] == pytest.approx(0.1 / (1 - 0.9**3))
    others = np.setdiff1d(np.arange(len(P)), inside)
    assert (given[others] == 0.1).all()


def test_an_explanation_that_is_left_alone_is_found():
    problem = Problem({name: range(3) for name in "abc"}, language=["==", "!="])
    asker = asked(problem, [({"a": 0, "b": 0, "c": 0}, False), ({"a": 1, "b": 1}, True), ({"b": 1, "c": 1}, True)])
    single = Clauses(asker.answers).single()
    assert [str(asker.space.bias.constraint(int(row))) for row in single] == ["a != c"]


def test_a_part_has_about_half_of_the_probability():
    names = [f"x{i}" for i in range(12)]
    asker = asked(Problem({name: range(3) for name in names}, language=["!="]), [(dict.fromkeys(names, 0), False)])
    clauses = Clauses(asker.answers)
    w = weights(np.full(asker.space.rows.size, 0.02))
    Y = first_part(asker, clauses, w)
    inside = clauses.open_no[0].example.kappa(Y)
    share = some_holds(w[inside].sum()) / some_holds(w[clauses.explanations(0)].sum())
    assert 0.35 < share < 0.65


def test_one_scope_has_no_parts():
    asker = asked(Problem({"a": range(3), "b": range(3)}, language=["!=", "<", ">"]), [({"a": 0, "b": 0}, False)])
    clauses = Clauses(asker.answers)
    w = weights(np.full(asker.space.rows.size, 0.1))
    assert first_part(asker, clauses, w) is None


# --- examples ---


def test_a_large_example_keeps_to_its_budget():
    asker = asker_of(load("sudoku-4").problem)
    asker.learn(0)
    P = np.full(asker.space.rows.size, 0.01)
    bulk = Builder(asker.space, asker.random).bulk(weights(P), 3)
    assert bulk is not None
    violated = asker.space.rows.rejecting(bulk.codes, asker.space.in_bias)
    assert len(violated) == bulk.gain
    assert bulk.weight == weights(P)[violated].sum() <= np.log(2) * SCALE + 1
    assert not asker.space.rows.violated(bulk.codes, asker.space.learned)


@pytest.mark.parametrize("arity", [1, 3, 4])
def test_a_large_example_of_any_arity(arity):
    relation = {1: "x == 0", 3: "x + y == z", 4: "abs(x - y) != abs(z - w)"}[arity]
    asker = asker_of(Problem({f"v{i}": range(4) for i in range(5)}, language=[relation]))
    bulk = Builder(asker.space, asker.random).bulk(weights(np.full(asker.space.rows.size, 0.001)), 2)
    assert bulk is not None
    assert len(asker.space.rows.rejecting(bulk.codes, asker.space.in_bias)) == bulk.gain > 0


def test_confirming_violates_as_little_else_as_possible():
    problem = Problem({"a": range(3), "b": range(3)}, language=["<", "!=", "abs(x - y) != 2"])
    asker = asker_of(problem)
    P = np.full(asker.space.rows.size, 0.3)
    row = next(r for r in range(asker.space.rows.size) if asker.space.bias.constraint(r).relation.name == "<")
    e, chance = OnScope(OwnScope.of(asker, asker.space.scope_set(row)), P).confirming(row)
    assert asker.space.vocabulary.decode(e.codes) in ({"a": 1, "b": 0}, {"a": 2, "b": 1})
    assert chance == pytest.approx(0.3)


def test_entropy():
    assert entropy(0.5) == 1
    assert entropy(0) == entropy(1) == 0


# --- the learner ---


@pytest.mark.parametrize(
    "name", ["sudoku-4", "purdey", "golomb-5-full", "queens-5", "examtt-6", "nurse-3x2x4", "clique-6"]
)
def test_learns_benchmarks(name):
    benchmark = load(name)
    dialogue = Dialogue(benchmark.problem, algorithm="guided")
    while dialogue.query is not None:
        dialogue.answer(benchmark.target.accepts_codes(dialogue.query.codes))
    assert dialogue.result.status == "converged"
    assert dialogue.statistics.redundant_queries == 0
    asker = dialogue.asker
    for constraint in benchmark.target:  # each follows, on its own scope, from what was learned
        row = asker.space.bias.row_of(*asker.space.bias._canonical(constraint))
        assert OwnScope.of(asker, asker.space.scope_set(row)).implied(np.array([row])) == [row]
    for entry in dialogue.result.answers:
        assert dialogue.result.network.accepts(entry.query) == entry.answer


def test_fewer_questions_than_mquacq():
    for name in ("sudoku-4", "purdey", "murder"):
        benchmark = load(name)
        asked = {
            algorithm: learn(benchmark.problem, benchmark.target, algorithm=algorithm, rules=False).statistics.queries
            for algorithm in ("mquacq", "guided")
        }
        assert asked["guided"] < 0.75 * asked["mquacq"]


def shuffled(benchmark: Benchmark, seed: int) -> Benchmark:
    """The same benchmark in another order, with names that show no arrays."""
    order = np.random.RandomState(seed).permutation(len(benchmark.problem.names)).tolist()
    words = ["".join(letters) for letters in itertools.product("bcdfg", "aeiou", "lmnrs")]
    old = benchmark.problem
    names = dict(zip([old.names[i] for i in order], words, strict=False))
    domains = dict(zip(old.names, old.vocabulary.domains, strict=True))
    problem = Problem({names[name]: domains[name] for name in names}, language=old.language)
    target = []
    for c in benchmark.target:
        scope = [names[name] for name in c.scope]
        if c.relation.name in ("!=", "=="):
            scope.sort(key=problem.vocabulary.index.__getitem__)
        target.append((c.relation.name, scope))
    return Benchmark.of(problem, target, "shuffled")


@pytest.mark.parametrize("name", ["murder", "sudoku-4"])
def test_names_that_mislead_do_little_harm(name):
    """In the mean of several seeds, at most a tenth more questions than without features."""
    plain = functools.partial(guided, use_features=False)
    with_features, without = [], []
    for seed in range(5):
        benchmark = shuffled(load(name), seed)
        for learner, found in ((guided, with_features), (plain, without)):
            result = learn(benchmark.problem, benchmark.target, algorithm=learner, seed=seed, skip_known=True)
            assert result.status == "converged"
            found.append(result.statistics.queries)
    assert np.mean(with_features) <= 1.1 * np.mean(without)


def test_the_default_of_skip_known_is_the_guided_learners():
    assert read_options({"algorithm": "guided"}).skip_known is True
    assert read_options({"algorithm": guided}).skip_known is True
    assert read_options({"algorithm": "mquacq"}).skip_known is False
    assert read_options({"algorithm": "guided", "skip_known": False}).skip_known is False
    with pytest.raises(OptionError):
        read_options({"skip_known": "yes"})


@pytest.mark.parametrize("option", [{"values": "lex"}, {"findscope": 1}, {"nodes_min": 3}, {"objective": "max_b"}])
def test_options_without_effect(option):
    options = read_options({"algorithm": "guided", **option})
    assert "the guided learner chooses" in without_effect(options, option)


# --- until="equivalent" ---


def same_solutions(case: Case, learned) -> bool:
    target = [*case.target, *case.problem.background]
    return all(
        (not brute.rejecting(target, e)) == (not brute.rejecting(learned, e))
        for e in brute.complete_examples(case.problem)
    )


@examples(12)
@given(case=st.one_of(cases(max_variables=4), crowded_cases(), rich_cases(max_variables=4)), seed=st.integers(0, 3))
def test_until_equivalent_has_the_solutions_of_the_target(case, seed):
    result = checks.run(case, algorithm="guided", until="equivalent", seed=seed)
    assert result.status == "converged"
    assert same_solutions(case, list(result.network))
    for entry in result.answers:
        assert result.network.accepts(entry.query) == entry.answer
    assert result.statistics.redundant_queries == 0


@examples(15)
@given(case=cases(max_variables=4), salt=st.integers(0, 1000))
def test_until_equivalent_with_dont_know(case, salt):
    """A third of the answers are "don't know". Converged is still a promise."""
    oracle = Forgetful(case.problem.network(case.target), salt)
    result = checks.run(case, oracle, algorithm="guided", until="equivalent")
    assert result.status in ("converged", "undecided")
    if result.status == "converged":
        assert same_solutions(case, list(result.network))


@examples(15)
@given(case=cases(max_variables=4, satisfiable=False))
def test_until_equivalent_collapses_without_solutions(case):
    assert checks.run(case, algorithm="guided", until="equivalent").status == "collapsed"


def test_until_equivalent_leaves_out_what_follows():
    """Rows, columns and boxes of a Sudoku imply some of each other's constraints."""
    benchmark = load("sudoku-4")
    results = {
        until: learn(benchmark.problem, benchmark.target, algorithm="guided", until=until, rules=False)
        for until in ("scopes", "equivalent")
    }
    queries = {until: result.statistics.queries for until, result in results.items()}
    assert queries["equivalent"] < queries["scopes"]
    network = results["equivalent"].network
    assert len(network) < len(benchmark.target)
    from tacit.exact.cpsat import solve

    assert solve(benchmark.problem.vocabulary, list(network), some_rejects=list(benchmark.target)) == (None, True)
    assert solve(benchmark.problem.vocabulary, list(benchmark.target), some_rejects=list(network)) == (None, True)


def test_until_equivalent_asks_no_more_where_nothing_follows():
    benchmark = load("murder")
    queries = {
        until: learn(
            benchmark.problem, benchmark.target, algorithm="guided", until=until, rules=False
        ).statistics.queries
        for until in ("scopes", "equivalent")
    }
    assert queries["equivalent"] <= queries["scopes"]


def test_until_equivalent_is_repeatable():
    benchmark = load("sudoku-4")
    first, second = (
        learn(benchmark.problem, benchmark.target, algorithm="guided", until="equivalent") for _ in range(2)
    )
    assert [a.query for a in first.answers] == [a.query for a in second.answers]


def test_until_is_checked():
    with pytest.raises(OptionError, match="until must be 'scopes', 'equivalent' or 'plan', not 'never'"):
        read_options({"until": "never"})
    assert "only the guided learner" in without_effect(
        read_options({"algorithm": "mquacq", "until": "equivalent"}), ["until"]
    )
    assert without_effect(read_options({"algorithm": "guided", "until": "equivalent"}), ["until"]) is None


def test_what_it_believes_is_said():
    benchmark = load("murder")
    dialogue = Dialogue(benchmark.problem, algorithm="guided")
    while len(dialogue.asker.space.network) < 30:
        dialogue.answer(benchmark.target.accepts_codes(dialogue.query.codes))
    said = believed(dialogue.asker.memory.beliefs, most=10)
    assert any("differ" in sentence and "%" in sentence for sentence in said)
    assert len(believed(dialogue.asker.memory.beliefs, most=1)) == 1


def test_the_same_questions_again():
    benchmark = load("murder")
    first, second = (learn(benchmark.problem, benchmark.target, algorithm="guided", seed=3) for _ in range(2))
    assert [a.query for a in first.answers] == [a.query for a in second.answers]
    other = learn(benchmark.problem, benchmark.target, algorithm="guided", seed=4)
    assert [a.query for a in first.answers] != [a.query for a in other.answers]


def test_part_of_a_clause_is_a_part_of_its_example():
    names = [f"x{i}" for i in range(6)]
    asker = asked(Problem({name: range(3) for name in names}, language=["!="]), [(dict.fromkeys(names[:4], 0), False)])
    clauses = Clauses(asker.answers)
    w = weights(np.full(asker.space.rows.size, 0.1))
    Y = first_part(asker, clauses, w)
    assert bitset.is_subset(Y, 0b1111)


# --- what is quick, beside its plain twin ---


@examples(40)
@given(crowded_cases(), st.data())
def test_candidates_that_are_alike_get_the_same_bits_as_one_by_one(case: Case, data: st.DataObject):
    asker = asker_of(case.problem)
    space = asker.space
    beliefs = Beliefs(space)
    for _ in range(4):
        beliefs.update(NO_ROWS)
        for tally in beliefs.tallies:
            at = np.flatnonzero(space.in_bias[tally.rows])
            if len(at):
                quick = tally.estimate(at)
                numbers = np.flatnonzero(tally._trust.any(axis=1))
                assert tally._alike is not None
                assert tally._alike.is_possible
                assert quick.tolist() == tally.one_by_one(at, tally._trust, tally._table, numbers).tolist()
        left = np.flatnonzero(space.in_bias)
        if not len(left):
            break
        some = np.array(data.draw(st.lists(st.sampled_from(left.tolist()), min_size=1, max_size=6, unique=True)))
        if data.draw(st.booleans()):
            space.refute(some)
        else:
            space.learn(int(some[0]))


@examples(40)
@given(crowded_cases(), st.data())
def test_what_is_kept_of_beliefs_is_what_they_would_be_made_anew(case: Case, data: st.DataObject):
    """Rows that have left the bias, rows beside learned ones, and weights: all are kept, not looked for each time."""
    space = asker_of(case.problem).space
    late, at_once = Beliefs(space), Beliefs(space)
    for _ in range(5):
        left = np.flatnonzero(space.in_bias)
        if not len(left):
            break
        leaning = np.array(data.draw(st.lists(st.sampled_from(left.tolist()), max_size=2, unique=True)), dtype=np.int64)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("tacit.guided.beliefs.SPARED", 10**9)  # whatever has left is no longer estimated
            patch.setattr("tacit.guided.beliefs.FEW", 0)
            expected = at_once.update(leaning)
        assert late.update(leaning).tolist() == expected.tolist()
        assert late.P[~space.in_bias].tolist() == [0] * int((~space.in_bias).sum())
        assert late.weights().tolist() == weights(late.P).tolist()
        some = np.array(data.draw(st.lists(st.sampled_from(left.tolist()), min_size=1, max_size=6, unique=True)))
        if data.draw(st.booleans()):
            space.refute(some)
        else:
            space.learn_many(some, named=False)


@given(st.lists(st.tuples(st.integers(0, 6), st.booleans()), max_size=30))
def test_the_likeliest_come_first_sorted_or_not(given):
    P = np.array([p / 10 for p, _ in given])
    among = np.array([here for _, here in given], dtype=bool)
    rows = np.flatnonzero(among)
    assert list(likeliest_first(P, among)) == rows[np.argsort(-P[rows], kind="stable")].tolist()


@pytest.mark.parametrize(("largest", "likely"), [(4, 0.0), (8, 0.5), (6, 0.9), (12, 0.7)])
def test_a_small_example_is_the_same_from_all_variables_and_from_a_few(largest, likely, monkeypatch):
    """Where many candidates are likely, many variables find no value that violates none of them."""
    space = asker_of(load("sudoku").problem).space
    is_likely = np.random.RandomState(1).random_sample(space.rows.size) < likely
    weight = weights(np.where(is_likely, 0.6, 0.01))
    monkeypatch.setattr("tacit.guided.large_examples.MOST_SHARED", 0)
    quick = Builder(space, np.random.RandomState(5), largest).bulk(weight, 3)
    monkeypatch.setattr("tacit.guided.large_examples.TRIED", 100)
    plain = Builder(space, np.random.RandomState(5), largest).bulk(weight, 3)
    assert (quick.codes.tolist(), quick.weight, quick.gain) == (plain.codes.tolist(), plain.weight, plain.gain)


@given(cases(), st.data())
def test_rows_are_looked_up_by_their_variables(case: Case, data: st.DataObject):
    rows = asker_of(case.problem).space.rows
    n = len(rows.vocabulary)
    some = sorted(data.draw(st.sets(st.integers(0, n - 1))))
    for block in rows.blocks:
        inside = np.isin(block.scopes, some).all(axis=1)
        assert block.inside(some).tolist() == np.flatnonzero(inside).tolist()
        assert block.degree.tolist() == [int((block.scopes == x).sum()) for x in range(n)]


@examples(40)
@given(cases(), st.data())
def test_the_counts_do_not_depend_on_how_many_are_counted_at_once(case: Case, data: st.DataObject):
    space = asker_of(case.problem).space
    few, many = Beliefs(space).tallies[0], Beliefs(space).tallies[0]
    at = np.array(data.draw(st.lists(st.integers(0, len(few.rows) - 1), min_size=1, unique=True)))
    held = data.draw(st.booleans())
    for one in at:
        few._count(np.array([one]), held)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tacit.guided.tally.FEW", 0)
        many._count(at, held)
    assert few.seen.tolist() == many.seen.tolist()
    assert few.held.tolist() == many.held.tolist()


@examples(60)
@given(cases(), st.integers(0, 99))
def test_matrices_weigh_what_the_rows_around_a_variable_weigh(case: Case, seed: int):
    asker = asker_of(case.problem)
    space, random = asker.space, np.random.RandomState(seed)
    n = len(space.vocabulary)
    both = np.stack([random.randint(0, 9, space.rows.size), random.randint(0, 2, space.rows.size)]).astype(np.float64)
    live = random.rand(space.rows.size) < 0.7
    order = random.permutation(n)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tacit.guided.pair_weights.SPARSE", 1000)
        matrices, _ = pair_weights(space.rows.blocks, order, n, lambda rows: both[:, rows], live)
    binary = [block for block in space.rows.blocks if block.arity == 2]
    inside = [live[block.first : block.first + len(block)].any() for block in binary]
    assert len(matrices) == sum(inside)
    codes = np.full(n, -1)
    for x in order.tolist():
        choices = space.vocabulary.domain_codes[x]
        plain = np.zeros((2, len(choices)))
        for around in incidences(binary, x, live):
            rows, rejected = around.rejected(codes, choices)
            plain += both[:, rows] @ rejected.astype(np.float64)
        assert sum(matrix.added(x, choices) for matrix in matrices).tolist() == plain.tolist() if matrices else True
        codes[x] = random.choice(choices)
        for matrix in matrices:
            matrix.take(x, int(codes[x]))


def test_an_example_is_the_same_with_matrices_and_without(monkeypatch):
    space = asker_of(load("sudoku-4").problem).space
    weight = weights(np.full(space.rows.size, 0.01))
    quick = Builder(space, np.random.RandomState(5)).bulk(weight, 3)
    monkeypatch.setattr("tacit.guided.pair_weights.MOST_CODES", 0)
    plain = Builder(space, np.random.RandomState(5)).bulk(weight, 3)
    assert quick is not None
    assert plain is not None
    assert (quick.codes.tolist(), quick.weight, quick.gain) == (plain.codes.tolist(), plain.weight, plain.gain)


def test_families_that_hold_a_scope_are_those_with_such_a_group():
    problem = load("ward-8x7").problem
    families = list(families_of(problem.vocabulary, problem.groups))
    membership = Membership(families, len(problem.vocabulary))
    for scope in [(0,), (0, 1), (3, 10), (10, 3), (0, 55), (2, 9, 16)]:
        plain = []
        for number, family in enumerate(families):
            groups = [group for group in family.groups() if set(scope) <= set(group)]
            if groups:
                plain.append((number, [x for x in groups[0] if x in scope]))
        assert list(membership.holding(scope)) == plain


def test_wider_rules_have_all_rows_of_the_others_and_more():
    asker = asker_of(load("sudoku-4").problem)
    hypotheses = Hypotheses(asker.answers, {})
    different = next(r for r in asker.space.rows.relations if r.name == "!=")
    rules = [Rule(different, family) for family in hypotheses._families]
    rules = [rule for rule in rules if len(asker.answers.claims.of(rule)) and -1 not in asker.answers.claims.of(rule)]
    rows = [set(asker.answers.claims.of(rule).tolist()) for rule in rules]
    plain = [[one > other for other in rows] for one in rows]
    assert hypotheses._are_wider(rules).tolist() == plain
    assert any(map(any, plain))
