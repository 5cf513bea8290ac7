"""Advice: what would explain the gaps, and no answer refutes."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

import tacit
from tacit.benchmarks import load
from tacit.dialogue.oracles import TargetOracle
from tacit.formats.problem_file import parse_problem
from tacit.learning.advice import advise
from tacit.learning.claims import Claimed
from tacit.learning.gap import Gap
from tacit.learning.remainders import remainders
from tacit.problem.query import Answered, Query
from tacit.showing.advice_words import how_to_write_it, in_a_file, in_a_sentence
from tacit.structure.finding import find_family
from tacit.structure.rule import Free


def gap(problem, **or_cells):
    cells = or_cells.pop("cells", or_cells)
    return Gap(Query(problem.vocabulary, problem.vocabulary.encode(cells)))


def yes(problem, cells):
    return Answered(Query(problem.vocabulary, problem.vocabulary.encode(cells)), True)


def said(advice):
    return [(each.relation, each.over) for each in advice]


# --- orders ---


def test_a_rule_against_the_order_of_the_list():
    problem = tacit.Problem({"x": range(4), "y": range(4), "z": range(4)}, language=["<", "!="], orders="given")
    best = advise(problem, [gap(problem, x=1, y=2)], [])[0]
    assert (best.orders, best.present, best.explains, best.entry) == (True, True, 1, {"orders": "all"})
    assert best.relation == "<"  # "!=" means the same in all orders
    assert 'orders = "all" would explain the gap: "<" is in the language' in in_a_sentence(best)


def test_orders_that_a_yes_refutes_or_that_are_there():
    problem = tacit.Problem({"x": range(4), "y": range(4)}, language=["<"], orders="given")
    wrong = [gap(problem, x=1, y=2)]
    assert not any(each.orders for each in advise(problem, wrong, [yes(problem, {"x": 1, "y": 3})]))
    both = tacit.Problem({"x": range(4), "y": range(4)}, language=["<"], orders="all")
    assert not any(each.orders for each in advise(both, [gap(both, x=1, y=2)], []))


def test_a_family_that_says_which_comes_first_has_no_other_order():
    variables = {f"t[{i}]": range(4) for i in range(3)}
    for over, orders in (("next", False), ("whole", True)):
        problem = tacit.Problem(variables, language=[{"relation": "<", "over": over}], orders="given")
        found = advise(problem, [gap(problem, cells={"t[0]": 1, "t[1]": 2})], [])
        assert any(each.orders for each in found) is orders


# --- bounds ---

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
WARD = tacit.Problem(
    {f"shift[{who},{day}]": ["off", "early", "night"] for who in ("anna", "ben", "eva") for day in DAYS},
    language=[{"relation": "x != night or y != early", "over": "next in row"}],
)


def nights(who, *days):
    return {f"shift[{who},{day}]": "night" for day in days}


def test_nights_of_one_person():
    gaps = [gap(WARD, cells=nights("anna", "Mon", "Wed", "Sun")), gap(WARD, cells=nights("eva", "Tue", "Sat", "Sun"))]
    fine = yes(WARD, nights("anna", "Mon", "Tue") | nights("ben", "Mon", "Tue") | nights("eva", "Mon", "Sat"))
    best = advise(WARD, gaps, [fine])[0]
    assert (best.relation, best.over, best.number) == ("count(night) <= k", ("row of shift",), 2)
    assert (best.explains, best.gaps, best.present) == (2, 2, False)
    assert in_a_file(best) == '{ relation = "count(night) <= k", over = "row of shift" }'


def test_nobody_at_night():
    gaps = [
        gap(WARD, cells=dict(zip((f"shift[{who},{day}]" for who in ("anna", "ben", "eva")), shifts, strict=True)))
        for day, shifts in (("Mon", ("off", "early", "off")), ("Fri", ("early", "early", "off")))
    ]
    parts = [yes(WARD, dict(list(each.query.shown.items())[i : i + 2])) for each in gaps for i in (0, 1)]
    best = advise(WARD, gaps, parts)[0]
    assert (best.relation, best.over, best.number) == ("count(night) >= k", ("column of shift",), 1)


def test_windows():
    grid = {f"s[{i}]": ["off", "on"] for i in range(12)}
    problem = tacit.Problem(grid, language=["=="])
    gaps = [gap(problem, cells={f"s[{i + k}]": "on" for k in range(3)}) for i in (0, 4, 7)]
    pattern = ["on", "on", "off"] * 4
    found = advise(
        problem, gaps, [yes(problem, dict(zip(grid, pattern[i:] + pattern[:i], strict=True))) for i in (0, 1)]
    )
    assert said(found)[0] == ("count(on) <= k", ("window of 3 of s",))
    assert found[0].number == 2


SQUARE = tacit.Problem({f"m[{i},{j}]": range(1, 10) for i in range(3) for j in range(3)}, language=["<", "!=", ">"])


def test_a_magic_square():
    row = gap(SQUARE, cells={"m[0,0]": 1, "m[0,1]": 2, "m[0,2]": 3})
    assert said(advise(SQUARE, [row], []))[0] == ("sum == k", ("row of m",))
    column = gap(SQUARE, cells={"m[0,1]": 9, "m[1,1]": 8})
    together = advise(SQUARE, [row, column], [])[0]
    assert (together.relation, together.over) == ("sum == k", ("row of m", "column of m"))
    assert (together.explains, together.number) == (2, None)
    right = yes(SQUARE, dict(zip(SQUARE.names, (2, 7, 6, 9, 5, 1, 4, 3, 8), strict=True)))
    assert advise(SQUARE, [row], [right])[0].number == 15


def test_sums_that_differ_are_not_exact():
    row = gap(SQUARE, cells={"m[0,0]": 1, "m[0,1]": 2, "m[0,2]": 3})
    fine = [yes(SQUARE, {"m[0,0]": 9, "m[0,1]": 4, "m[0,2]": last}) for last in (1, 2)]
    found = said(advise(SQUARE, [row], fine))
    assert ("sum >= k", ("row of m",)) in found
    assert ("sum == k", ("row of m",)) not in found


def test_names_have_no_sum():
    found = advise(WARD, [gap(WARD, cells=nights("anna", "Mon", "Tue"))], [], most=None)
    assert found
    assert not any(each.relation.startswith("sum") for each in found)


def test_cells_that_nothing_names():
    problem = tacit.Problem({"ann[0]": range(3), "bob": range(3), "carl[1,0]": range(3)}, language=["!="])
    found = advise(problem, [gap(problem, cells=dict.fromkeys(problem.names, 2))], [], most=None)
    assert ("sum <= k", ("cells ann[0], bob, carl[1,0]",)) in said(found)


# --- relations ---

GRID = {f"g[{i},{j}]": range(4) for i in range(3) for j in range(3)}


def test_a_relation_that_is_there_but_elsewhere():
    problem = tacit.Problem(GRID, language=[{"relation": "!=", "over": "row"}])
    gaps = [gap(problem, cells={f"g[0,{j}]": v, f"g[2,{j}]": v}) for j, v in ((0, 1), (1, 3), (2, 1))]
    best = advise(problem, gaps, [])[0]
    assert (best.relation, best.present) == ("!=", True)
    assert "It is in the language, but not over that." in in_a_sentence(best)
    # What is there explains nothing: it would have explained the gap before.
    assert not any("row of g" in each.over for each in advise(problem, gaps, [], most=None) if each.relation == "!=")


def test_two_numbers():
    problem = tacit.Problem({name: range(10) for name in ("a1", "b2", "c3", "d4")}, language=["!="])
    gaps = [gap(problem, a1=4, c3=6), gap(problem, a1=1, c3=2), gap(problem, b2=9, d4=7)]
    fine = [yes(problem, dict(zip(problem.names, each, strict=True))) for each in ((0, 0, 9, 4), (9, 1, 3, 8))]
    found = said(advise(problem, gaps, fine, most=None))
    assert any(relation == "abs(x - y) >= 3" for relation, _ in found)
    assert not any(relation in ("<", "<=", "==") for relation, over in found if not over)


def test_two_values():
    places = (("anna", "Mon", "Wed"), ("anna", "Fri", "Sun"), ("eva", "Tue", "Thu"))
    gaps = [gap(WARD, cells={f"shift[{who},{a}]": "night", f"shift[{who},{b}]": "early"}) for who, a, b in places]
    best = advise(WARD, gaps, [yes(WARD, {"shift[ben,Mon]": "early", "shift[ben,Wed]": "night"})])[0]
    assert (best.relation, best.over, best.present) == ("x != night or y != early", ("next 2 in row of shift",), True)


def test_what_was_said_to_be_free():
    problem = tacit.Problem(GRID, language=[{"relation": "!=", "over": "row"}])
    wrong = [gap(problem, cells={"g[0,0]": 1, "g[2,0]": 1})]
    column = find_family(problem.vocabulary, "column")
    assert any(each.relation == "!=" for each in advise(problem, wrong, []))
    free = Claimed(Free(2, inside=(column,)), True)
    assert not any(each.relation == "!=" for each in advise(problem, wrong, [], [free], most=None))


def test_a_gap_without_cells():
    problem = tacit.Problem({"x": range(4), "y": range(4)}, language=["<"], orders="given")
    rule = Claimed(Free(2), False)
    assert advise(problem, [Gap(None, claim=rule)], []) == []
    best = advise(problem, [Gap(None, claim=rule), gap(problem, x=1, y=2)], [])[0]
    assert (best.explains, best.gaps) == (1, 2)


def test_what_is_certain_comes_first_and_what_is_poorer_is_left_out():
    gaps = [gap(WARD, cells=nights(who, *days)) for who in ("anna", "ben", "eva") for days in (DAYS[:3], DAYS[4:])]
    gaps.append(gap(WARD, cells={"shift[anna,Tue]": "early", "shift[ben,Tue]": "early"}))
    found = advise(WARD, gaps, [yes(WARD, {"shift[anna,Mon]": "early", "shift[ben,Mon]": "early"})])
    assert (found[0].relation, found[0].explains) == ("count(night) <= k", 6)
    assert len(found) <= 6
    first = {(each.relation, each.explains) for each in found}
    assert not any(relation == "count(night) <= k" and explains < 6 for relation, explains in first)


def test_one_reason_for_all_comes_before_a_likelier_one_for_most():
    """All are off on six days, which "not all off" would explain; but on one day some are early."""
    who = ("anna", "ben", "eva")
    gaps = [gap(WARD, cells={f"shift[{each},{day}]": "off" for each in who}) for day in DAYS[:6]]
    gaps.append(gap(WARD, cells={f"shift[{each},Sun]": "off" if each == "eva" else "early" for each in who}))
    parts = [yes(WARD, dict(list(each.query.shown.items())[i : i + 2])) for each in gaps for i in (0, 1)]
    found = [(each.relation, each.explains) for each in advise(WARD, gaps, parts)]
    assert found[:2] == [("count(night) >= k", 7), ("count(off) <= k", 6)]


# --- at the end of a dialogue ---


def test_result():
    problem = tacit.Problem({"x": range(3), "y": range(3)}, language=["<", "!="], orders="given")
    result = tacit.learn(problem, lambda query: True, algorithm="quacq", seed=0)
    assert result.advice == ()
    with_gap = replace(result, gaps=(gap(problem, x=1, y=2),))
    # "Yes" to everything speaks against all orders.
    assert not any(each.orders for each in with_gap.advice)
    assert with_gap.advice is with_gap.advice
    assert replace(with_gap, _evidence=()).advice[0].orders


# --- what can be done with it ---

TEXT = """
orders = "given"
language = [{ relation = "!=", over = "row" }, "count(a) <= k"]
[variables.g]
rows = 3
columns = 4
domain = ["a", "b", "c"]
"""


@pytest.mark.parametrize(
    ("entry", "name", "over"),
    [
        ("==", "==", None),
        ({"relation": "==", "over": "column"}, "==", ["column of g"]),
        ({"relation": "!=", "over": "column"}, "!=", ["row of g", "column of g"]),
        ({"relation": "!=", "over": ["row of g"]}, "!=", ["row of g"]),  # is there
        ("!=", "!=", None),
        (
            {"relation": "count(a) <= k", "over": "window of 2 in row"},
            "count(a) <= k",
            ["whole of g", "row of g", "column of g", "box 3x2 of g", "window of 2 in row of g"],
        ),
    ],
)
def test_what_is_added_to_a_file(entry, name, over):
    problem = parse_problem(TEXT, source="p.toml", relations=[entry]).problem
    families = problem.over.get(name)
    assert (None if families is None else [family.spec for family in families]) == over
    assert problem.orders == "given"


def test_what_is_added_to_the_common_language_takes_nothing_away():
    text = TEXT.replace('[{ relation = "!=", over = "row" }, "count(a) <= k"]', '"common"')
    before = parse_problem(text, source="p.toml").problem
    entry = {"relation": "count(a) <= k", "over": "window of 2 in row"}
    after = parse_problem(text, source="p.toml", relations=[entry]).problem
    assert {each.name for each in after.language} == {each.name for each in before.language}
    assert len(after.over["count(a) <= k"]) == len(before.over["count(a) <= k"]) + 1


def test_orders_added_to_a_file():
    assert parse_problem(TEXT, source="p.toml", relations=[{"orders": "all"}]).problem.orders == "all"
    with pytest.raises(tacit.ProblemError, match="'given' or 'all' is accepted, not 'every'"):
        parse_problem(TEXT, source="p.toml", relations=[{"orders": "every"}])


def test_bad_additions():
    with pytest.raises(tacit.ProblemError, match="a relation is missing"):
        parse_problem(TEXT, source="p.toml", relations=[{"over": "row"}])
    with pytest.raises(tacit.ProblemError, match=r"ovr: unknown key 'ovr'"):
        parse_problem(TEXT, source="p.toml", relations=[{"relation": "<", "ovr": "row"}])


# --- what no common relation says ---


def test_a_sum_that_must_be_even():
    """All gaps are in the same three cells, and the answers about these would hardly agree with it by chance."""
    problem = tacit.Problem({name: range(4) for name in "abcde"}, language=["==", "!=", "<", ">"])

    def fine(query):
        return not all(name in query for name in "bce") or (query["b"] + query["c"] + query["e"]) % 2 == 0

    result = tacit.learn(problem, fine)
    assert result.status == "incomplete"
    best = result.advice[0]
    assert (best.relation, best.over) == ("(x + y + z) % 2 == 0", ("cells b, c, e",))
    assert best.explains == best.gaps == len(result.gaps)
    more = tacit.Problem({name: range(4) for name in "abcde"}, language=["==", "!=", "<", ">", best.entry])
    again = tacit.learn(more, fine)
    assert (again.status, [str(each) for each in again.network]) == ("converged", ["(b + c + e) % 2 == 0"])


def test_a_common_relation_that_explains_more_comes_before_a_remainder():
    """A magic square in a language of pairs: "the sum of columns 0 and 2 is odd" explains five gaps by chance."""
    square = load("magic-3")
    problem = tacit.Problem({name: range(1, 10) for name in square.problem.names}, language=["==", "!=", "<", ">"])
    for seed in range(2):
        result = tacit.learn(problem, TargetOracle(square.target), algorithm="guided", rules=True, seed=seed)
        assert result.status == "incomplete"
        assert result.advice[0].relation == "sum == k"


def test_a_remainder_that_may_be_chance_is_not_advised():
    problem = tacit.Problem({name: range(4) for name in "abc"}, language=["=="])
    wrong = [gap(problem, a=1, b=0, c=0).query, gap(problem, a=0, b=1, c=2).query]
    even = [gap(problem, a=a, b=b, c=0).query for a in range(4) for b in range(4) if (a + b) % 2 == 0]
    odd = gap(problem, a=3, b=0, c=0).query
    assert remainders(wrong, []) == []
    assert remainders(wrong, even) == ["(x + y + z) % 2 == 0"]
    assert remainders(wrong, [*even, odd]) == []
    assert remainders([*wrong, gap(problem, a=1, b=0).query], even) == []  # not of the same cells


def test_how_to_write_a_rule_about_cells():
    assert how_to_write_it(["a", "b", "c", "d", "e"]) == ""
    line = (
        how_to_write_it(["b", "c", "e"]).splitlines()[-1].strip().replace("[ …, ", "[ ").replace('"…"', '"x < y + z"')
    )
    text = f"{line}\n[variables]\n" + "\n".join(f'{name} = "0..3"' for name in "abcde")
    (relation,) = parse_problem(text, source="p.toml").problem.language
    assert relation.over == ("cells b, c, e",)


def examples_of_rows(v, fine):
    """All values of each of two rows of three cells: what is fine, and what is a gap."""
    said = []
    for row in "ab":
        for values in itertools.product(range(3), repeat=3):
            query = Query(v, v.encode({f"g[{row},{i}]": value for i, value in enumerate(values)}))
            said.append(Answered(query, fine(values)))
    return [each for each in said if each.answer], [Gap(each.query) for each in said if not each.answer]


def test_sums_of_rows_that_must_be_even():
    problem = tacit.Problem({f"g[{row},{i}]": range(3) for row in "ab" for i in range(3)}, language=["<"])
    right, gaps = examples_of_rows(problem.vocabulary, lambda values: sum(values) % 2 == 0)
    best = advise(problem, gaps, right)[0]
    assert (best.relation, best.over) == ("(x + y + z) % 2 == 0", ("row of g",))
    assert best.explains == best.gaps == len(gaps)


def test_what_explains_few_of_many_gaps_is_not_advised():
    problem = tacit.Problem({f"g[{row},{i}]": range(3) for row in "ab" for i in range(3)}, language=["<"])
    scattered = {(0, 0, 0), (1, 2, 0), (2, 0, 1), (2, 1, 2), (0, 2, 1), (1, 1, 1)}
    right, gaps = examples_of_rows(problem.vocabulary, lambda values: values not in scattered)
    assert len(gaps) == 12
    assert all(3 * each.explains >= len(gaps) for each in advise(problem, gaps, right, most=None))
