"""The benchmark problems: their sizes, their targets, and that each has a solution."""

from __future__ import annotations

import warnings

import pytest

from tacit import ProblemError
from tacit.benchmarks import FAMILIES, load
from tacit.candidates.bias import Bias
from tacit.exact.cpsat import solve
from tacit.problem.bounds import Bound

# name: variables, values, constraints of the target, candidates
SIZES = {
    "sudoku": (81, 9, 810, 12_960),
    "sudoku-4": (16, 4, 56, 480),
    "gtsudoku": (81, 9, 810, 12_960),
    "jsudoku": (81, 9, 811, 12_960),
    "latin-10": (100, 10, 900, 19_800),
    "latin-6": (36, 6, 180, 2_520),
    "zebra": (25, 5, 62, 1_800),
    "murder": (20, 5, 52, 760),
    "purdey": (12, 4, 27, 264),
    "allergy": (12, 4, 26, 264),
    "golomb-12": (12, 144, 495, 1_254),
    "golomb-6-full": (6, 36, 120, 240),
    "examtt-24": (24, 30, 276, 2_484),
    "examtt-54": (54, 69, 1_431, 12_879),
    "rlfap-50": (50, 40, 125, 12_250),
    "rlfap-40": (40, 40, 52, 7_800),
    "rlfap-60": (60, 40, 170, 17_700),
    "queens-8": (8, 8, 56, 308),
    "nurse-7x3x8": (21, 8, 27, 840),
    "random-20x5x40": (20, 5, 40, 760),
    "clique-8": (8, 2, 28, 28),
    "ward-8x7": (56, 4, 202, 5_920),
    "magic-3": (9, 9, 9, 463),
    "magic-4": (16, 16, 11, 1_449),
    "timetable-3x6": (18, 5, 27, 582),
}

CLUES = {  # by the numbers of the variables
    "murder": "1=7 2≠9 9≠17 2≠5 2≠19 8=19 6=11 3=13 10=18 0≠14 0≠9 0=15",
    "purdey": "2≠11 5≠11 2≠5 3≠5 2≠6 3≠6 4=10 6=9 0≠9",
    "allergy": "5≠3 4=8 9≠2 11≠2 7=0 9≠1 4≠1 5≠1",
    "zebra": "2=5 3=16 8=20 0=21 8-9=1 10=19 7=12 |14-18|=1 |12-17|=1 13=24 4=11 |1-6|=1",
}
SIGNS = {"==": "{}={}", "!=": "{}≠{}", "x - y == 1": "{}-{}=1", "abs(x - y) == 1": "|{}-{}|=1"}


@pytest.mark.parametrize("name", SIZES)
def test_sizes(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        benchmark = load(name)
    v = benchmark.problem.vocabulary
    found = (len(v), max(len(domain) for domain in v.domains), len(benchmark.target), Bias(benchmark.problem).size)
    assert found == SIZES[name]
    assert benchmark.problem.name == name


def test_orders_are_as_in_the_paper():
    """Those that don't say so have the same bias in any case; the whole ruler needs all orders."""
    different = [name for name in SIZES if Bias(load(name).changed(orders="given").problem).size != SIZES[name][-1]]
    assert different == ["golomb-6-full"]
    assert Bias(load("golomb-6-full").changed(orders="all").problem).size == 210  # without y < x beside x > y


@pytest.mark.parametrize(
    "name",
    [
        *SIZES,
        *("sudoku-16", "latin-2", "golomb-4", "examtt-6", "rlfap-5", "queens-4", "nurse-2x1x2", "clique-2"),
        *("ward-5x7", "ward-20x28", "magic-5", "timetable-2x3", "timetable-4x10"),
    ],
)
def test_each_has_a_solution_in_its_bias_and_says_where_it_comes_from(name):
    benchmark = load(name)
    codes, _ = solve(benchmark.problem.vocabulary, benchmark.target.constraints)
    assert codes is not None
    assert benchmark.target.accepts(benchmark.problem.vocabulary.decode(codes))
    language = set(benchmark.problem.language)
    plain = {c.relation for c in benchmark.target if not isinstance(c.relation, Bound)}
    assert plain <= language
    bounds = Bias(benchmark.problem).rows.bounds
    index = benchmark.problem.vocabulary.index
    for constraint in benchmark.target:
        if isinstance(constraint.relation, Bound):
            assert bounds.find(constraint.relation, [index[name] for name in constraint.scope]), str(constraint)
    assert benchmark.origin
    assert "\n" not in benchmark.origin


@pytest.mark.parametrize("name", CLUES)
def test_clues_by_number(name):
    benchmark = load(name)
    index = benchmark.problem.vocabulary.index
    group = 5 if name in ("murder", "zebra") else 4
    numbered = [(c.relation.name, *(index[variable] for variable in c.scope)) for c in benchmark.target]
    cliques = [each for each in numbered if each[0] == "!=" and each[1] // group == each[2] // group]
    assert len(cliques) == len(index) * (group - 1) // 2
    assert sorted(CLUES[name].split()) == sorted(
        SIGNS[relation].format(i, j) for relation, i, j in numbered if (relation, i, j) not in cliques
    )


def test_zebra_has_two_clues_in_its_domains():
    vocabulary = load("zebra").problem.vocabulary
    fixed = {name: list(domain) for name, domain in zip(vocabulary.names, vocabulary.domains, strict=True)}
    assert {name: values for name, values in fixed.items() if len(values) == 1} == {"norwegian": [1], "milk": [3]}


@pytest.mark.parametrize(
    ("name", "variable"),
    [
        ("sudoku", "grid[0,0]"),
        ("jsudoku", "grid[8,8]"),
        ("latin-10", "grid[9,0]"),
        ("allergy", "lemon"),
        ("zebra", "old_gold"),
        ("murder", "motive[4]"),
        ("golomb-4-full", "mark[3]"),
        ("nurse-7x3x8", "roster[6,2]"),
    ],
)
def test_names_keep_their_shape(name, variable):
    assert variable in load(name).problem.names


def test_greater_than_signs_stand_inside_blocks():
    relations = [(c.relation.name, *c.scope) for c in load("gtsudoku").target if c.relation.name != "!="]
    assert len(relations) == 108
    for _, a, b in relations:
        (ra, ca), (rb, cb) = ((int(name[5]), int(name[7])) for name in (a, b))
        assert abs(ra - rb) + abs(ca - cb) == 1
        assert (ra // 3, ca // 3) == (rb // 3, cb // 3)


def test_exams_of_a_semester_are_on_different_days():
    target = load("examtt-24").target
    same = [c for c in target if c.relation.name != "!="]
    assert len(same) == 24
    assert not same[0].accepts({"course[0]": 1, "course[1]": 3})  # slots 1, 2 and 3 are one day
    assert same[0].accepts({"course[0]": 3, "course[1]": 4})


def test_links_are_on_pairs_of_radios():
    links = [c for c in load("rlfap-50").target if "==" in c.relation.name]
    assert [c.scope for c in links] == [(f"radio[{i}]", f"radio[{i + 1}]") for i in range(0, 50, 2)]


def test_random_networks_are_those_of_their_seed():
    def target(name):
        return [str(constraint) for constraint in load(name).target]

    assert target("random-20x5x40") == target("random-20x5x40-0")
    assert target("random-20x5x40-1") == target("random-20x5x40-1")
    assert target("random-20x5x40-1") != target("random-20x5x40-2")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("sudokku", r"there is no benchmark 'sudokku'; did you mean sudoku\? There are: sudoku, "),
        ("latn-10", "did you mean latin-N"),
        ("", "there is no benchmark ''. There are: "),
        ("latin", "did you mean latin-N"),
        ("latin--3", "did you mean latin-N"),
        ("latin-3.5", "there is no benchmark"),
        ("latin-03", "there is no benchmark"),
        ("latin-٣", "there is no benchmark"),
        ("sudoku\n", "there is no benchmark"),
        ("zebra-5", "there is no benchmark"),
        ("latin-1", "latin-1: a Latin square needs at least 2 rows"),
        ("sudoku-5", "sudoku-5: the size must be a square number"),
        ("sudoku-0", "sudoku-0: the size must be a square number"),
        ("examtt-7", "examtt-7: the courses must fill semesters of 3"),
        ("golomb-3", "golomb-3: a ruler with fewer than 4 marks"),
        ("queens-3", "queens-3: there is no solution"),
        ("rlfap-3", "rlfap-3: at least 4 radios"),
        ("clique-1", "clique-1: at least 2 variables"),
        ("nurse-0x0x0", "nurse-0x0x0: at least two shifts"),
        ("nurse-2x3x2", "nurse-2x3x2: 3 nurses are needed"),
        ("random-20x1x4", "random-20x1x4: at least 2 variables with 2 values"),
        ("random-3x2x9", "random-3x2x9: at most 2 constraints fit"),
        ("ward-4x7", "ward-4x7: at least 5 nurses are needed"),
        ("ward-8x10", "ward-8x10: .*weeks of 7 days"),
        ("magic-2", "magic-2: there is no square with fewer than 3 rows"),
        ("magic-11", "magic-11: at most 10 is accepted"),
        ("timetable-5x3", "timetable-5x3: 2 to 4 classes are accepted, and 3 to 10 lessons"),
        ("timetable-2x2", "timetable-2x2: 2 to 4 classes"),
        ("latin-999999", "latin-999999: at most 40 is accepted"),
        ("golomb-9999", "golomb-9999: at most 40 is accepted"),
        ("nurse-2x99x99", "nurse-2x99x99: at most 10 is accepted, not 99"),
        ("random-9999x2x1", "random-9999x2x1: at most 400 is accepted"),
        ("latin-" + 9 * "1234567890", "at most 40 is accepted, not 12345678901234567890"),
    ],
)
def test_names_that_are_refused(name, says):
    with pytest.raises(ProblemError, match=says) as caught:
        load(name)
    assert "\n" not in str(caught.value)


def test_every_family_is_loaded_above():
    import re

    patterns = [re.sub("[A-Z]+", "[0-9]+", family) for family in FAMILIES]
    names = [*SIZES, "random-20x5x40-1"]
    assert [p for p in patterns if not any(re.fullmatch(p, name) for name in names)] == []
