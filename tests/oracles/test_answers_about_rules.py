"""Whatever is said of rules agrees with what is said of examples, as an enumeration of all examples shows."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator

import cpmpy as cp
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tacit
from tacit.dialogue.oracles import ModelOracle, TargetOracle
from tacit.structure.exceptions import find_groups
from tacit.structure.families import families_of
from tacit.structure.family import Family
from tacit.structure.finding import find_family
from tacit.structure.rule import Claim, Free, Rule

SHAPES = [(3,), (4,), (2, 2), (2, 3), (3, 2)]
RELATIONS = ["x > 0", "x != 1", "==", "!=", "<", "<=", "abs(x - y) > 1", "x + y == 2", "x + y > z", "x != y or y != z"]


def problem_of(shape: tuple[int, ...]) -> tacit.Problem:
    names = ["v[" + ",".join(map(str, at)) + "]" for at in itertools.product(*map(range, shape))]
    return tacit.Problem({name: range(3) for name in names}, language=RELATIONS, orders="all")


PROBLEMS = {shape: problem_of(shape) for shape in SHAPES}
FAMILIES = {shape: list(families_of(problem.vocabulary, {})) for shape, problem in PROBLEMS.items()}
shapes = st.sampled_from(SHAPES)


def relations(problem: tacit.Problem, family: Family) -> list[tacit.Relation]:
    return [relation for relation in problem.language if len(family.scopes(relation.arity))]


@st.composite
def rules(draw: st.DrawFn, shape: tuple[int, ...], arity: int | None = None) -> Rule:
    fitting = [
        (relation, family)
        for family in FAMILIES[shape]
        for relation in relations(PROBLEMS[shape], family)
        if arity in (None, relation.arity)
    ]
    relation, family = draw(st.sampled_from(fitting))
    return Rule(relation, family, tuple(draw(st.permutations(range(relation.arity)))))


@st.composite
def claims(draw: st.DrawFn, shape: tuple[int, ...]) -> Claim:
    if draw(st.booleans()):
        return draw(rules(shape))
    arity = draw(st.integers(1, 3))
    some = st.lists(st.sampled_from(FAMILIES[shape]), max_size=2, unique=True).map(tuple)
    fitting = st.lists(rules(shape, arity), max_size=2).map(tuple)
    return Free(arity, draw(some), draw(some), draw(fitting))


@st.composite
def constraints(draw: st.DrawFn, shape: tuple[int, ...]) -> list[tacit.Constraint]:
    """Single constraints, and whole families of them, some with a gap."""
    problem, found = PROBLEMS[shape], []
    for rule in draw(st.lists(rules(shape), max_size=2)):
        left_out = draw(st.sets(st.integers(0, len(rule.scopes) - 1), max_size=1))
        scopes = [scope for i, scope in enumerate(rule.scopes.tolist()) if i not in left_out]
        found += [tacit.Constraint(rule.relation, tuple(problem.names[v] for v in scope)) for scope in scopes]
    for relation in draw(st.lists(st.sampled_from(problem.language), max_size=2)):
        names = draw(st.permutations(problem.names))[: relation.arity]
        found.append(tacit.Constraint(relation, tuple(names)))
    return found


def examples_on(problem: tacit.Problem, names: tuple[str, ...]) -> Iterator[tacit.Query]:
    v = problem.vocabulary
    for values in itertools.product(range(3), repeat=len(names)):
        yield tacit.Query(v, v.encode(dict(zip(names, values, strict=True))))


def on_rule(problem: tacit.Problem, oracle: object, rule: Rule) -> dict[int, bool | None]:
    """For each group: does the rule hold there? None if nobody can tell."""
    found = {}
    for number, group in enumerate(rule.family.groups()):
        answers = set()
        for scope in itertools.combinations(group, rule.arity):
            names = tuple(problem.names[scope[place]] for place in rule.order or range(rule.arity))
            constraint = tacit.Constraint(rule.relation, names)
            answers |= {oracle.ask(e) for e in examples_on(problem, names) if not constraint.accepts(e)}
        found[number] = False if True in answers else None if None in answers else True
    return found


def on_free(problem: tacit.Problem, oracle: object, free: Free) -> set[bool | None]:
    """The answers to all examples whose parts are fine and that agree with the other rules."""
    found = set()
    inside = [set(family.groups()) for family in free.inside]
    for scope in itertools.combinations(range(len(problem.names)), free.arity):
        if inside and not any(set(scope) <= set(group) for groups in inside for group in groups):
            continue
        if any(set(scope) <= set(group) for family in free.outside for group in family.groups()):
            continue
        names = tuple(problem.names[v] for v in scope)
        besides = [
            tacit.Constraint(rule.relation, tuple(problem.names[v] for v in line))
            for rule in free.besides
            for line in rule.scopes.tolist()
            if set(line) == set(scope)
        ]
        for e in examples_on(problem, names):
            parts = [
                tacit.Query(problem.vocabulary, problem.vocabulary.encode({name: e[name] for name in some}))
                for size in range(1, free.arity)
                for some in itertools.combinations(names, size)
            ]
            if all(oracle.ask(part) for part in parts) and all(c.accepts(e) for c in besides):
                found.add(oracle.ask(e))
    return found


def check(problem: tacit.Problem, oracle: object, claim: Claim, *, knows: bool = True) -> None:
    """knows: the oracle never says "don't know" to an example."""
    answer = tacit.Answer.of(oracle.ask_rule(claim))
    if isinstance(claim, Rule):
        groups = on_rule(problem, oracle, claim)
        broken = [number for number, holds in groups.items() if holds is False]
        unsure = None in groups.values()
        assert answer.value == (False if broken else None if unsure else True)
        if answer.except_:
            assert list(find_groups(claim.family, answer.except_)) == broken
            assert not unsure
        return
    answers = on_free(problem, oracle, claim)
    if knows:
        assert answer.value == (False not in answers)
    elif answer.value is not None:
        assert answer.value == (False not in answers)
        assert not answer.value or None not in answers


@given(st.data())
def test_a_target(data):
    shape = data.draw(shapes)
    problem = PROBLEMS[shape]
    oracle = TargetOracle(problem.network(data.draw(constraints(shape))))
    check(problem, oracle, data.draw(claims(shape)))


@given(st.data())
def test_functions_of_a_few_variables(data):
    """Each is a random table, wide ones among them; they may be about one variable twice."""
    shape = data.draw(shapes)
    problem = PROBLEMS[shape]
    unsure = data.draw(st.booleans())
    answers = [True, True, False, None] if unsure else [True, True, False]
    functions = []
    for _ in range(data.draw(st.integers(0, 6))):
        names = data.draw(st.lists(st.sampled_from(problem.names), min_size=1, max_size=3))
        functions.append((names, Table(data.draw(st.lists(st.sampled_from(answers), min_size=27, max_size=27)))))
    functions.append((list(problem.names), lambda *values: sum(values) < 5))
    oracle = tacit.Rules(functions)
    with pytest.warns(tacit.OracleWarning) if len(problem.names) > 3 else contextlib.nullcontext():
        oracle.check(problem)
    check(problem, oracle, data.draw(claims(shape)), knows=not unsure)


class Table:
    def __init__(self, answers: list[bool | None]) -> None:
        self.answers = answers

    def __call__(self, *values: int) -> bool | None:
        return self.answers[sum(3**place * value for place, value in enumerate(values))]


WRITTEN = [
    lambda x, y, z: x != y,
    lambda x, y, z: x + 1 <= y,
    lambda x, y, z: cp.AllDifferent(x, y, z),
    lambda x, y, z: (x == 1).implies(y == z),
    lambda x, y, z: x // y == z,
    lambda x, y, z: cp.Count([x, y], 1) <= 1,
    lambda x, y, z: cp.Element([2, 0, 1], x) != y,
    lambda x, y, z: cp.Table([x, y], [(0, 1), (1, 2), (2, 2)]),
    lambda x, y, z: x > 0,
    lambda x, y, z: cp.InDomain(x, [0, 2]),
]


@pytest.mark.filterwarnings("ignore::tacit.errors.OracleWarning")
@given(st.data())
def test_a_model_of_cpmpy(data):
    shape = data.draw(shapes)
    problem = PROBLEMS[shape]
    own = {name: cp.intvar(0, 2, name=name) for name in problem.names}
    model = cp.Model([cp.sum(list(own.values())) <= 5])
    for written in data.draw(st.lists(st.sampled_from(WRITTEN), max_size=4)):
        model += written(*(own[name] for name in data.draw(st.permutations(problem.names))[:3]))
    check(problem, ModelOracle(model, problem), data.draw(claims(shape)))


def test_groups_that_share_a_scope_are_all_exceptions():
    """Windows overlap: if two neighbours may be equal, each window that holds both is an exception."""
    problem = tacit.Problem({f"v[{i}]": range(3) for i in range(12)}, language=["!="])
    windows = find_family(problem.vocabulary, "windows of 3")
    pairs = [(f"v[{i}]", f"v[{j}]") for i in range(12) for j in (i + 1, i + 2) if j < 12]
    oracle = TargetOracle(problem.network([("!=", pair) for pair in pairs if pair != ("v[4]", "v[5]")]))
    answer = oracle.ask_rule(Rule(problem.language[0], windows))
    assert len(answer.except_) == 2
    assert all("v[4]" in name or "v[5]" in name for name in answer.except_)


def test_a_function_that_is_too_large_for_a_table_is_not_known():
    problem = tacit.Problem({f"v[{i}]": range(1200) for i in range(3)}, language=["!=", "x > 5"])
    oracle = tacit.Rules([(["v[0]", "v[1]"], lambda a, b: a != b), (["v[2]"], lambda a: a > 5)])
    oracle.check(problem)
    whole = FAMILIES[(3,)][0]
    assert oracle.ask_rule(Rule(problem.language[0], whole)).value is None
    assert oracle.ask_rule(Rule(problem.language[1], whole)).value is False


# --- what `learn` does with it ---


def square() -> tuple[tacit.Problem, list[tuple[str, tuple[str, str]]]]:
    names = [f"grid[{i},{j}]" for i in range(3) for j in range(3)]
    problem = tacit.Problem({name: range(3) for name in names}, language=["==", "!="])
    pairs = [(a, b) for a in names for b in names if a < b and (a[5] == b[5] or a[7] == b[7])]
    return problem, [("!=", pair) for pair in pairs]


def oracles() -> dict[str, object]:
    problem, target = square()
    own = {name: cp.intvar(0, 2, name=name) for name in problem.names}
    return {
        "constraints": target,
        "network": problem.network(target),
        "rules": tacit.Rules([(list(names), lambda a, b: a != b) for _, names in target]),
        "cpmpy": cp.Model([own[a] != own[b] for _, (a, b) in target]),
    }


@pytest.mark.parametrize("which", ["constraints", "network", "rules", "cpmpy"])
def test_guided_asks_about_rules_whoever_can_answer(which):
    problem, target = square()
    oracle = oracles()[which]
    result = tacit.learn(problem, oracle, algorithm="guided")
    assert result.statistics.rules > 0
    assert (result.status, set(result.network)) == ("converged", set(problem.network(target)))
    without = tacit.learn(problem, oracle, algorithm="guided", rules=False)
    assert without.statistics.rules == 0
    assert without.statistics.questions > result.statistics.questions
    assert tacit.learn(problem, oracle, algorithm="mquacq").statistics.rules == 0


def test_functions_are_asked_examples_only():
    problem, target = square()
    network = problem.network(target)
    assert tacit.learn(problem, network.accepts, algorithm="guided").statistics.rules == 0
    with pytest.raises(tacit.OptionError, match=r"answers examples only; .* ask_rule"):
        tacit.learn(problem, network.accepts, algorithm="guided", rules=True)


class Odd:
    """Answers examples rightly, and rules with whatever it is given."""

    def __init__(self, network: tacit.Network, answer: object) -> None:
        self.network = network
        self.answer = answer

    def ask(self, query: tacit.Query) -> bool:
        return self.network.accepts(query)

    def ask_rule(self, claim: Claim) -> object:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (7, "an answer must be True (yes), False (no) or None (don't know), not 7"),
        ("yes", "not 'yes'"),
        (tacit.Answer(False, except_=("row 9",)), "'row 9' is no part of"),
        (tacit.Answer(False, clash=("grid[0,0]",)), "this question is about a rule"),
        (ZeroDivisionError("oh"), "the oracle raised ZeroDivisionError('oh') on '"),
    ],
)
def test_wrong_answers_about_rules_are_named(answer, words):
    problem, target = square()
    with pytest.raises(tacit.OracleError) as error:
        tacit.learn(problem, Odd(problem.network(target), answer), algorithm="guided")
    assert words in str(error.value)
