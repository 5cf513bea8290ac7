"""Networks in words: nothing is lost, nothing is added, and what is the same is said once."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.models import models, solutions
from tacit.benchmarks import load
from tacit.formats import markdown
from tacit.problem.meaning import truth_table
from tacit.problem.model import Model
from tacit.problem.network import Constraint, Network
from tacit.problem.relations import Relation
from tacit.problem.vocabulary import Vocabulary
from tacit.showing.sentences import lines

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat")
BENCHMARKS = ["sudoku", "gtsudoku", "jsudoku", "murder", "golomb-6-full", "examtt-24", "queens-8", "nurse-7x3x8"]


def check(network: Network) -> None:
    """Each constraint is in one line, and a line says nothing that the network does not say on the same variables."""
    said = lines(network)
    told = [constraint for line in said for constraint in line.constraints]
    assert sorted(map(str, told)) == sorted(map(str, network))
    assert set(told) == set(network)
    v = network.vocabulary
    differing = {frozenset(c.scope) for c in network if c.relation.arity == 2 and excludes_equal(c.relation, v)}
    for line in said:
        claimed = {(c.relation.name, c.scope) for c in line.claims} | {
            (c.relation.name, c.scope[::-1]) for c in line.claims if c.relation.name in ("!=", "==")
        }
        if line.constraints[0].relation.name in ("!=", "=="):
            assert {(c.relation.name, c.scope) for c in line.constraints} <= claimed
        for claim in line.claims:
            same = [c for c in network if c.relation == claim.relation and set(c.scope) == set(claim.scope)]
            assert same or frozenset(claim.scope) in differing or follows_inside(network, claim)
    assert "\n".join(line.text for line in said) or not len(network)


def follows_inside(network: Network, claim: Constraint) -> bool:
    """By trying all values of its variables."""
    v, scope = network.vocabulary, claim.scope
    inside = [c for c in network if set(c.scope) <= set(scope)]

    def accepted(c: Constraint, at: dict[str, int]) -> bool:
        return bool(c.relation.accepts(*(np.array([at[name]]) for name in c.scope))[0])

    for values in itertools.product(*(v.domains[v.index[name]] for name in scope)):
        at = dict(zip(scope, values, strict=True))
        if all(accepted(c, at) for c in inside) and not accepted(claim, at):
            return False
    return True


def excludes_equal(relation: Relation, v: Vocabulary) -> bool:
    return not truth_table(relation, v).reshape(v.n_codes, v.n_codes).diagonal().any()


@pytest.mark.parametrize("name", BENCHMARKS)
def test_benchmarks_are_said_exactly(name):
    check(load(name).target)


@given(models(hostile=True))
def test_models_are_said_exactly(model):
    check(model.network)
    claims = [claim for line in lines(model.network) for claim in line.claims]
    assert solutions(Network(model.network.vocabulary, claims)) == solutions(model.network)
    markdown.write(model).encode()


RELATIONS = ["!=", "<", ">", "==", "abs(x - y) > 1", "x != 1", "x + y > z", "abs(x - y) != abs(z - w)"]


@given(st.integers(1, 4), st.integers(2, 4), st.data())
def test_parts_of_arrays(rows, columns, data):
    """Whole rows, columns, blocks and neighbours, some with a constraint missing."""
    v = Vocabulary({f"g[{r},{c}]": range(3) for r in range(rows) for c in range(columns)})
    cells = list(v.names)
    constraints = {}
    for _ in range(data.draw(st.integers(1, 3))):
        relation = Relation.of(data.draw(st.sampled_from(RELATIONS)))
        kind = data.draw(st.sampled_from(["row", "column", "block", "next", "whole"]))
        for chosen in itertools.combinations(range(len(cells)), relation.arity):
            where = [divmod(x, columns) for x in chosen]
            steps = {abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in itertools.combinations(where, 2)}
            fits = {
                "row": len({r for r, _ in where}) == 1,
                "column": len({c for _, c in where}) == 1,
                "block": len({(r // 2, c // 2) for r, c in where}) == 1,
                "next": steps <= {1},
                "whole": True,
            }
            if fits[kind]:
                constraints[Constraint(relation, tuple(cells[x] for x in chosen))] = None
    if constraints and data.draw(st.booleans()):
        del constraints[data.draw(st.sampled_from(list(constraints)))]
    network = Network(v, list(constraints))
    check(network)


def texts(*constraints, variables):
    return [line.text for line in lines(Network(Vocabulary(variables), constraints))]


def test_a_sudoku_is_three_lines():
    assert [line.text for line in lines(load("sudoku").target)] == [
        "in each of the 9 rows of grid, all cells differ",
        "in each of the 9 columns of grid, all cells differ",
        "in each of the 9 3×3 blocks of grid, all cells differ",
    ]


def test_a_missing_pair_is_not_said():
    network = load("sudoku").target
    less = Network(network.vocabulary, network.constraints[1:])  # without grid[0,0] ≠ grid[0,1]
    assert lines(less)[0].text == "in rows 1, 2, 3, 4, 5, 6, 7 and 8 of grid, all cells differ"
    assert lines(less)[1].text == "in each of the 9 columns of grid, all cells differ"
    check(less)


def test_rows_by_their_labels():
    week = {f"shift[{who},{day}]": range(5) for who in ("anna", "ben", "carla") for day in ("Mon", "Tue", "Wed")}
    row = [name for name in week if "anna" in name]
    assert texts(*(("!=", list(pair)) for pair in itertools.combinations(row, 2)), variables=week) == [
        "in row anna of shift, all cells differ"
    ]


def test_neighbours():
    line = {f"t[{i}]": range(9) for i in range(5)}
    pairs = list(itertools.pairwise(line))
    assert texts(*(("<", list(pair)) for pair in pairs), variables=line) == [
        "in t, for each cell a and the next one b: a is less than b"
    ]
    assert texts(*(("<", list(pair[::-1])) for pair in pairs), variables=line) == [
        "in t, for each cell a and the next one b: b is less than a"
    ]


def grid(*shape):
    return {f"g[{','.join(map(str, place))}]": range(5) for place in itertools.product(*map(range, shape))}


def differing(cells):
    return [("!=", list(pair)) for pair in itertools.combinations(cells, 2)]


def increasing(cells):
    return [("<", list(pair)) for pair in itertools.pairwise(cells)]


ROW_BY_ROW = [f"g[{r},{c}]" for r in range(4) for c in range(4)]


@pytest.mark.parametrize(
    ("shape", "constraints", "words"),
    [
        ((3,), differing(["g[0]", "g[1]", "g[2]"]), "all 3 cells of g differ"),
        (
            (6,),
            differing(["g[0]", "g[1]", "g[2]"]) + differing(["g[3]", "g[4]", "g[5]"]),
            "in each of the 2 stretches of 3 cells of g (0 to 2, 3 to 5), all cells differ",
        ),
        (
            (5,),
            [("<", [f"g[{i}]", f"g[{i + 2}]"]) for i in range(3)],
            "in g, for each cell a and the one b that is 2 further: a is less than b",
        ),
        (
            (4, 4),
            differing(["g[0,2]", "g[0,3]", "g[1,2]", "g[1,3]"]),
            "in the 2×2 block of g with the upper left corner g[0,2], all cells differ",
        ),
        (
            (4, 4),
            differing(ROW_BY_ROW[:2] + ROW_BY_ROW[4:6]) + differing(ROW_BY_ROW[10:12] + ROW_BY_ROW[14:]),
            "in the 2×2 blocks of g with the upper left corners g[0,0] and g[2,2], all cells differ",
        ),
        (
            (4, 4),
            increasing(ROW_BY_ROW[4:8]),
            "in row 1 of g, for each cell a and the next one b: a is less than b",
        ),
        (
            (4, 4),
            [("<", [f"g[0,{c}]", f"g[2,{c}]"]) for c in range(4)],
            "in each column of g, for a in row 0 and b in row 2: a is less than b",
        ),
        (
            (2, 3, 2),
            [c for i in range(2) for k in range(2) for c in differing([f"g[{i},{j},{k}]" for j in range(3)])],
            "in each line along index 2 of g, all cells differ",
        ),
        (
            (2, 3, 2),
            [c for i in range(2) for k in range(2) for c in increasing([f"g[{i},{j},{k}]" for j in range(3)])],
            "in each line along index 2 of g, for each cell a and the next one b: a is less than b",
        ),
    ],
)
def test_each_kind_of_family(shape, constraints, words):
    assert texts(*constraints, variables=grid(*shape)) == [words]


def test_from_the_end_of_a_row_to_the_next():
    assert texts(*increasing(ROW_BY_ROW), variables=grid(4, 4)) == [
        "in each row of g, for each cell a and the next one b: a is less than b",
        "in g, from row to row, for the last cell a of a row and the first one b of the next: a is less than b",
    ]


def test_some_rows_without_the_others():
    rows = {r: increasing(ROW_BY_ROW[4 * r : 4 * r + 4]) for r in range(4)}
    most = [*rows[0], *rows[1], *rows[3]]
    assert texts(*most, variables=grid(4, 4)) == [
        "in each row of g except row 2, for each cell a and the next one b: a is less than b"
    ]
    assert texts(*rows[0], *rows[3], variables=grid(4, 4)) == [
        "in row 0 and row 3 of g, for each cell a and the next one b: a is less than b"
    ]
    # A row with a pair missing is said pair by pair.
    said = texts(*most, *rows[2][:-1], variables=grid(4, 4))
    assert said[1:] == ["g[2,0] is less than g[2,1]", "g[2,1] is less than g[2,2]"]


TWO = {f"{stem}[{i}]": range(5) for stem in ("a", "b") for i in range(3)}


def test_across_arrays():
    each = [c for stem in ("a", "b") for c in differing([f"{stem}[{i}]" for i in range(3)])]
    assert texts(*each, variables=TWO) == ["in each of a and b, all cells differ"]
    # The last array is longer.
    longer = [*each, *differing([f"c[{i}]" for i in range(4)])]
    both = texts(*longer, variables={**TWO, **{f"c[{i}]": range(5) for i in range(4)}})
    assert both == ["in each of a, b and c, all cells differ"]
    same = [("<", [f"a[{i}]", f"b[{i}]"]) for i in range(3)]
    assert texts(*same, variables=TWO) == ["in a and b, for a in a and b at the same position in b: a is less than b"]
    any_two = [("<", [f"a[{i}]", f"b[{j}]"]) for i in range(3) for j in range(3)]
    assert texts(*any_two, variables=TWO) == ["in a and b, for any cell a of a and any cell b of b: a is less than b"]


def test_diagonals():
    def diagonal(d):
        return [f"g[{i},{i + d}]" for i in range(3) if 0 <= i + d < 3]

    def mirrored(cells):
        return [f"g[{name[2]},{2 - int(name[4])}]" for name in cells]

    every = [c for d in range(-1, 2) for cells in (diagonal(d), mirrored(diagonal(d))) for c in differing(cells)]
    assert texts(*every, variables=grid(3, 3)) == ["in each diagonal of g, all cells differ"]
    long = [c for cells in (diagonal(0), mirrored(diagonal(0))) for c in differing(cells)]
    assert texts(*long, variables=grid(3, 3)) == ["in each of the two long diagonals of g, all cells differ"]


WEEK = {f"shift[{who},{day}]": range(5) for who in ("anna", "ben", "carla") for day in ("Mon", "Tue", "Wed", "Thu")}


def test_groups_that_a_person_has_named():
    days = ("Mon", "Wed", "Thu")
    constraints = [c for who in ("anna", "ben", "carla") for c in differing([f"shift[{who},{day}]" for day in days])]
    network = Network(Vocabulary(WEEK), constraints)
    (line,) = lines(network, {"early": ["Mon", "Tue"], "busy": days})
    assert line.text == "in each of the 3 rows of shift, only busy, all cells differ"
    assert set(line.constraints) == set(network)
    assert len(lines(network)) > 1


def test_relations_with_a_saying_of_their_own():
    once = Relation.of("!=", say="nobody twice")
    rows = [[f"shift[{who},{day}]" for day in ("Mon", "Tue", "Wed", "Thu")] for who in ("anna", "ben", "carla")]
    alike = [(once, list(pair)) for row in rows for pair in itertools.combinations(row, 2)]
    assert texts(*alike, variables=WEEK) == ["in each of the 3 rows of shift: nobody twice"]
    names = {name: range(3) for name in ("tim", "tom", "jo")}
    assert texts(*((once, list(p)) for p in itertools.combinations(names, 2)), variables=names) == [
        "any two of tim, tom and jo: nobody twice"
    ]
    after = Relation.of("x != 2 or y != 1", say="no early after a night")
    beside = [(after, list(pair)) for row in rows for pair in itertools.pairwise(row)]
    assert texts(*beside, variables=WEEK) == [
        "in each row of shift, for each cell a and the next one b: no early after a night (a and b)"
    ]
    assert texts(beside[0], variables=WEEK) == ["no early after a night (shift[anna,Mon] and shift[anna,Tue])"]
    late = Relation.of("x > 0", say="always on duty")
    assert texts(*((late, [name]) for name in WEEK), variables=WEEK) == ["in shift: always on duty"]
    assert texts((late, ["tim"]), (late, ["jo"]), variables=names) == ["each of tim and jo: always on duty"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a != b", "a and b differ"),
        ("a == b", "a and b are equal"),
        ("a <= b", "a is at most b"),
        ("a == 3", "a is 3"),
        ("a != 3", "a is not 3"),
        ("day != Mon", "day is not Mon"),
        ("day == 1", "day is Tue"),
        ("abs(a - b) >= 2", "a and b are at least 2 apart"),
        ("abs(a - b) != 2", "a and b are not 2 apart"),
        ("abs(a - b) > 0", "a and b differ"),
        ("abs(a - b) == abs(b - c)", "the distance between a and b equals that between b and c"),
        ("a - b == 1", "a is exactly 1 more than b"),
        ("a - b != 1", "a is not 1 more than b"),
        ("a + b == 7", "the sum of a and b is 7"),
        ("a + b + c < 7", "the sum of a, b and c is less than 7"),
        ("a % 2 == 1", "a is odd"),
        ("a % 2 != 1", "a is even"),
        ("a % 3 != 0", "a is not a multiple of 3"),
        ("a == b == c", "a, b and c are equal"),
        ("a < b < c", "a is less than b and b is less than c"),
        ("a // 3 != b // 3", "a // 3 and b // 3 differ"),
        ("a - (b - 1) > c", "a - (b - 1) is greater than c"),
        ("not a == b", "it is not so that a and b are equal"),
        ("a == 1 or b == 2", "a is 1 or b is 2"),
        ("(a < b) + (b < c) == 1", "the sum of [a is less than b] and [b is less than c] is 1"),
    ],
)
def test_sayings(text, words):
    variables = {"a": range(9), "b": range(9), "c": range(9), "day": ["Mon", "Tue"]}
    assert texts(text, variables=variables) == [words]


def test_markdown():
    days = {"anna": ["Mon", "Tue"], "ben": ["Mon", "Tue"], "__x__": [1, 5], "<b>": range(1, 4)}
    network = Network(Vocabulary(days), [("!=", ["anna", "ben"]), ("x != Mon", ["ben"])])
    assert markdown.write(Model("week", network, "converged", 12, 0)) == (
        "# week\n\n4 variables, 2 constraints. Learned from 12 questions: converged.\n\n## Variables\n\n"
        "- anna and ben: Mon or Tue\n- \\_\\_x\\_\\_: 1 or 5\n- &lt;b>: 1 to 3\n\n"
        "## Constraints\n\n- anna and ben differ\n- ben is not Mon\n"
    )


def test_what_holds_of_all_is_not_also_said_of_a_group_that_people_have_named():
    v = Vocabulary({f"job[{who},{day}]": ["off", "bar", "door"] for who in "abcde" for day in DAYS})
    rest = Relation.of("x != door or y != bar", v.named_values)
    pairs = [(f"job[{who},{a}]", f"job[{who},{b}]") for who in "abcde" for a, b in itertools.pairwise(DAYS)]
    network = Network(v, [Constraint(rest, pair) for pair in pairs])
    (line,) = lines(network, {"weekend": ["Fri", "Sat"]})
    assert line.text.startswith("in each row of job, for each cell a and the next one b")


def test_a_named_group_counts_its_own_lines():
    v = Vocabulary({f"job[{who},{day}]": ["off", "bar", "door"] for who in "abcde" for day in DAYS})
    columns = [[f"job[{who},{day}]" for who in "abcde"] for day in ("Fri", "Sat")]
    network = Network(v, [("count(door) >= 1", column) for column in columns])
    (line,) = lines(network, {"weekend": ["Fri", "Sat"]})
    assert line.text == "in each of the 2 columns of job, only weekend: at least 1 × door"
