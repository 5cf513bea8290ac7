"""Relations that are limited to families, and that have a saying of their own; groups that a problem names."""

from __future__ import annotations

import cpmpy as cp
import pytest
from hypothesis import given

import tacit
from kit.how_many import examples
from tacit.candidates.bias import Bias
from tacit.errors import FamilyError, LanguageError, ProblemError
from tacit.formats import json_model
from tacit.formats.problem_file import ProblemFileError, parse_problem
from tacit.problem.model import Model
from tacit.problem.network import Network
from tacit.showing.sayings import say
from tacit.showing.sentences import lines
from tacit.testing import cases
from tacit.testing.checks import learn_and_check

WARD = """
language = [
  "!=",
  { relation = "x != night or y != early", over = "next in row", say = "no early after a night" },
  { relation = "==", over = ["column, only seniors", "row change"] },
]
[groups]
seniors = ["anna", "ben"]
[variables]
shift = { rows = ["anna", "ben", "carla"], columns = ["Mon", "Tue"], domain = ["off", "early", "night"] }
"""


def candidates(problem):
    bias = Bias(problem)
    return [str(bias.constraint(row)) for row in range(bias.rows.size)]


def test_a_problem_file_limits_relations():
    problem = parse_problem(WARD, source="ward.toml").problem
    said = candidates(problem)
    assert len(said) == 15 + 3 + 4
    after_night = [text for text in said if "or" in text.split()]
    assert after_night == [
        f"shift[{who},Mon] != night or shift[{who},Tue] != early" for who in ("anna", "ben", "carla")
    ]
    assert sorted(text for text in said if "==" in text) == [
        "shift[anna,Mon] == shift[ben,Mon]",
        "shift[anna,Tue] == shift[ben,Mon]",
        "shift[anna,Tue] == shift[ben,Tue]",
        "shift[ben,Tue] == shift[carla,Mon]",
    ]
    assert problem.groups == {"seniors": ("anna", "ben")}
    assert [family.spec for family in problem.over["=="]] == ["column of shift only seniors", "row change of shift"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"next in row"', '"nxt in row"', r"line 4, language.over: .*'nxt in row' \(did you mean 'next in row'\?\)"),
        ("only seniors", "only senior", r"line 5, language.over: .*'senior' \(did you mean 'seniors'\?\)"),
        ('["anna", "ben"]\n', '["anna", "bn"]\n', r"line 8, groups.seniors: .*'bn' \(did you mean 'ben'\?\)"),
        ('["anna", "ben"]\n', "[]\n", "line 8, groups.seniors: it is empty"),
        ('["anna", "ben"]\n', '"anna"\n', "line 8, groups.seniors: it must be a list of labels"),
        ("language", 'groups = ["anna"]\nlanguage', "line 2, groups: a table is needed"),
        ('over = "next in row"', "over = 3", "line 4, language, element 2: .*what it is over must be a text"),
        ('over = "next in row"', 'ovr = "row"', r"line 4, language.ovr: unknown key 'ovr' \(did you mean 'over'\?\)"),
        ("x != night or y != early", "x + y > z", "line 4, language.over: .*takes 3 variables, and a group .* has 2"),
        ('"no early after a night"', '""', "line 4, language.say: an empty text"),
        ('relation = "==", over', 'relation = "!=", over', "line 5, language, element 3: relation '!=' is in .* twice"),
        ('{ relation = "==", over', "{ over", "line 5, language, element 3: a relation is missing"),
        ('over = "next in row"', "over = []", "line 4, language, element 2: .*it is over nothing"),
        ("only seniors", "only elders", r"line 5, language.over: .*no part of it is called 'elders'; .* in \[groups\]"),
        ("seniors =", "carla =", "line 8, groups.carla: 'carla' is a label already"),
    ],
)  # fmt: skip
def test_mistakes_are_named_with_their_line(old, new, message):
    assert old in WARD
    text = WARD.replace(old, new, 1)
    if new.startswith("groups"):
        text = text.replace('[groups]\nseniors = ["anna", "ben"]\n', "")
    with pytest.raises(ProblemFileError, match=message):
        parse_problem(text, source="ward.toml")


GRID = {f"g[{i},{j}]": range(3) for i in range(2) for j in range(2)}


def test_relations_are_limited_in_python():
    x, y = cp.intvar(0, 2, shape=2, name="AV")
    language = [
        tacit.Relation.of("!=", over="row"),
        {"relation": x < y, "over": "next in column", "say": "it grows"},
        tacit.Relation("odd", lambda a, b: (a + b) % 2 == 1, 2, over=["diagonals"]),
        "==",
    ]
    problem = tacit.Problem(GRID, language=language)
    said = candidates(problem)
    assert [text for text in said if "!=" in text] == ["g[0,0] != g[0,1]", "g[1,0] != g[1,1]"]
    assert [text for text in said if "<" in text] == ["g[0,0] < g[1,0]", "g[0,1] < g[1,1]"]
    assert [text for text in said if "odd" in text] == ["odd(g[0,0], g[1,1])", "odd(g[0,1], g[1,0])"]
    assert len([text for text in said if "==" in text]) == 6
    assert problem.language[1].say == "it grows"


def test_a_relation_may_be_over_several_families():
    twice = [{"relation": "!=", "over": "row", "say": "all differ"}, {"relation": "!=", "over": "column"}]
    problem = tacit.Problem(GRID, language=twice)
    (relation,) = problem.language
    assert (relation.over, relation.say) == (("row", "column"), "all differ")
    assert Bias(problem).size == 4
    again = tacit.Problem(GRID, language=[{"relation": "!=", "over": ["row", "column", "whole"]}])
    assert Bias(again).size == 6


def test_the_order_of_a_group_is_the_order_of_the_arguments():
    """Also where the variables are given in another order, and where all orders of arguments are considered."""
    backwards = {name: GRID[name] for name in reversed(GRID)}
    labels = {"g[0,1]": range(3), "g[0,0]": range(3), "g[1,1]": range(3), "g[1,0]": range(3)}
    for variables, orders in [(GRID, "given"), (GRID, "all"), (labels, "all")]:
        problem = tacit.Problem(variables, language=[{"relation": "x - y == 1", "over": "next in row"}], orders=orders)
        first, second = ("g[0,0]", "g[0,1]") if variables is GRID else ("g[0,1]", "g[0,0]")
        assert f"{first} - {second} == 1" in candidates(problem)
        assert Bias(problem).size == 2
    alike = {"relation": "x - y == 1", "over": "row"}
    assert Bias(tacit.Problem(GRID, language=[alike], orders="all")).size == 4
    assert Bias(tacit.Problem(backwards, language=[alike], orders="given")).size == 2


def test_what_is_known_may_lie_outside_of_what_a_relation_is_over():
    limited = [{"relation": "!=", "over": "row"}]
    known = [("!=", ["g[1,0]", "g[0,0]"]), ("!=", ["g[0,1]", "g[0,0]"])]
    problem = tacit.Problem(GRID, language=limited, background=known)
    bias = Bias(problem)
    assert bias.size == 2
    assert sorted(str(bias.constraint(row)) for row in bias.background) == ["g[0,0] != g[0,1]", "g[0,0] != g[1,0]"]
    assert Bias(tacit.Problem(GRID, language=limited, candidates=known)).size == 3


@pytest.mark.parametrize(
    ("language", "error", "message"),
    [
        ([{"relation": "!=", "over": "roww"}], FamilyError, r"over 'roww': .*\(did you mean 'row'\?\)"),
        ([{"relation": "!=", "over": "row, only top"}], FamilyError, "no part of it is called 'top'; .*groups="),
        (
            [{"relation": "x + y > z", "over": "row"}],
            FamilyError,
            "takes 3 variables, and a group of 'each row of g' has 2",
        ),
        ([{"over": "row"}], LanguageError, "a relation is missing: the key 'relation' is needed"),
        ([{"relation": "!=", "over": []}], LanguageError, "it is over nothing"),
        ([{"relation": "!=", "sya": "differ"}], LanguageError, r"no key 'sya' \(did you mean 'say'\?\)"),
        ([{"relation": "!=", "over": 3}], LanguageError, "what it is over must be a text"),
        ([{"relation": "!=", "over": [""]}], LanguageError, "what it is over must be a text"),
        ([{"relation": "!=", "say": " "}], LanguageError, "what it says must be a text"),
        ({"relation": "!="}, LanguageError, "a language is a list"),
        (["!=", {"relation": "!=", "over": "row"}], LanguageError, "in the language twice"),
        ([{"relation": "!=", "over": "row"}] * 2, LanguageError, "in the language twice"),
        ([{"relation": "!=", "over": o, "say": o} for o in ("row", "column")], LanguageError, "said in two ways"),
    ],
)
def test_mistakes_are_named_in_python(language, error, message):
    with pytest.raises(error, match=message):
        tacit.Problem(GRID, language=language)


@pytest.mark.parametrize("name", ["ben", "Ben", "row ben", "shift[anna,Mon]"])
def test_a_group_is_not_named_like_a_label(name):
    cells = {f"shift[{who},{day}]": range(2) for who in ("anna", "ben") for day in ("Mon", "Tue")}
    with pytest.raises(ProblemError, match="is a label already"):
        tacit.Problem(cells, language=["!="], groups={name: ["anna"]})


def test_groups_must_be_a_mapping():
    with pytest.raises(ProblemError, match="groups must be a mapping"):
        tacit.Problem(GRID, language=["!="], groups=["anna"])


@pytest.mark.parametrize("algorithm", ["quacq", "multiacq", "mquacq", "guided"])
def test_learners_learn_limited_relations(algorithm):
    @examples(15)
    @given(cases(limited=True))
    def learned(case):
        learn_and_check(case, algorithm=algorithm)

    learned()


def test_a_saying_is_used_in_words_and_kept_in_json():
    problem = parse_problem(WARD, source="ward.toml").problem
    relation = problem.language[1]
    assert say(relation, ["a", "b"]) == "no early after a night (a and b)"
    name = relation.name
    network = problem.network([(name, [f"shift[{who},Mon]", f"shift[{who},Tue]"]) for who in ("anna", "ben", "carla")])
    (line,) = lines(network)
    assert "no early after a night" in line.text
    text = json_model.write(Model("ward", network))
    again = json_model.read(text)
    assert again.network.constraints[0].relation.say == "no early after a night"
    assert json_model.write(again) == text
    plain = json_model.write(Model("ward", Network(problem.vocabulary, [("!=", problem.names[:2])])))
    assert "say" not in plain
    with pytest.raises(ProblemError, match="what it says must be a text"):
        json_model.read(text.replace('"no early after a night"', "3"))
