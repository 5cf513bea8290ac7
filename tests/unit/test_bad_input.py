"""Bad input gives a named error that says what is wrong and where, never a traceback from inside."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from tacit import (
    Answer,
    AnswerError,
    Dialogue,
    DialogueError,
    LanguageError,
    LanguageWarning,
    OptionError,
    OracleError,
    Problem,
    ProblemError,
    Relation,
    Status,
    learn,
)
from tacit.algorithms import Outcome
from tacit.candidates.examination import Example

THREE = {"a": range(3), "b": range(3), "c": range(3)}


def problem(**more):
    return Problem(THREE, language=["!=", "<"], **more)


class Twice(dict):
    """A mapping with a name given twice, as a careless reader of files may make it."""

    def __iter__(self):
        return iter(["a", "a "])

    def __len__(self):
        return 2

    def items(self):
        return [("a", [1, 2]), ("a ", [1, 2])]


@pytest.mark.parametrize(
    ("variables", "says"),
    [
        ({}, "at least one variable"),
        ({"": [1]}, "empty name"),
        ({"  ": [1]}, "empty name"),
        ({3: [1]}, "must be a text"),
        (Twice(), "same name 'a'"),
        ({"a": []}, "'a': its domain is empty"),
        ({"a": [1, 2.5]}, "'a': its domain has 2.5, which is not an integer"),
        ({"a": ["Mon", 1]}, "mixes texts and integers"),
        ({"a": ["Mon", " "]}, "has an empty text"),
        ({"a": [True]}, "not an integer"),
        ({"a": "123"}, "must be a collection of integers"),
        ({"a": 3}, "must be a collection of integers"),
        ({"a": range(10**9)}, "at most"),
        ({"a": (1 // 0 for _ in range(3))}, "reading its domain raised ZeroDivisionError"),
        ({"a": [10**12]}, "too large"),
        ([1, 2], "must be a mapping"),
    ],
)
def test_variables(variables, says):
    with pytest.raises(ProblemError, match=says):
        Problem(variables, language=["!="])


@pytest.mark.parametrize(
    ("relation", "says"),
    [
        ("x != q", "unknown name 'q'"),
        ("x != z", "uses x, z but not y"),
        ("x + y", "is a number, not true or false"),
        ("x.real == y", "attribute is not part of the language"),
        ("__import__('os').system('true')", "a call of something else"),
        ("open('f') == x", "a call of something else"),
        ("(lambda: x)() == y", "a call of something else"),
        ("x[0] == y", "subscript is not part"),
        ("[x for y in z] == w", "listcomp is not part"),
        ("x == 'a'", "unknown name 'a'"),
        ("x == 1.5", "1.5 is not an integer"),
        ("x ** y == 2", "operator 'pow'"),
        ("x / 2 == y", "use // for whole numbers"),
        ("x // y == 2", "need a positive integer"),
        ("x % 0 == y", "need a positive integer"),
        ("x in y", "comparison 'in'"),
        ("x if y else z", "ifexp is not part"),
        ("(x := 3) == y", "namedexpr is not part"),
        ("abs(x, y) == 1", "abs takes one"),
        ("x ==", "not an expression"),
        ("1 == 1", "uses none of its arguments"),
        ("", "non-empty text"),
        ("x == y" + " + 0" * 300, "at most 500"),
        ("(" * 245 + "x" + ")" * 245 + "==y", "not an expression"),
        ("x == 99999999999999999999", "too large"),
        (3, "must be a text"),
    ],
)
def test_relations(relation, says):
    with pytest.raises(LanguageError, match=says):
        Problem(THREE, language=[relation])


def test_nothing_is_executed(tmp_path):
    target = tmp_path / "made"
    with pytest.raises(LanguageError):
        Problem(THREE, language=[f"open({str(target)!r}, 'w') == x"])
    assert not target.exists()


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Problem(THREE, language="!="), "a language is a list"),
        (lambda: Problem(THREE, language=None), "a language is a list"),
        (lambda: Problem(THREE, language=["min(x, 2147483648 * 2147483648 * 2147483648) == y"]), "overflows"),
        (lambda: Problem(THREE, language=["!=", "≠"]), "'!=' is in the language twice"),
        (lambda: Problem({"a": [2**31], "b": [1, 2]}, language=["x*x*x*x == y"]), "overflows"),
        (lambda: Relation("r", 3, 2), "can't be called"),
        (lambda: Relation("", lambda x: True, 1), "needs a name"),
        (lambda: Relation("r", lambda x: True, 5), "arity must be 1 to 4"),
        (lambda: Problem(THREE, language=[Relation("r", lambda x, y: 1 // 0, 2)]), "'r': its function raised"),
        (lambda: Problem(THREE, language=[Relation("r", lambda x, y: "yes", 2)]), "returned 'yes', not True or False"),
    ],
)
def test_languages(make, says):
    with pytest.raises(LanguageError, match=says):
        make()


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"orders": "some"}, "orders must be"),
        ({"background": [("!=", ["a", "z"])]}, "background, constraint 1: there is no variable 'z'"),
        ({"background": [("!=", ["a"])]}, "takes 2 variables, not 1"),
        ({"background": [("!=", ["a", "a"])]}, "names a variable twice"),
        ({"background": [5]}, "is not of the form"),
        ({"background": ["p != q"]}, "unknown name 'p'; the variables are a, b, c"),
        ({"background": ["1 != 2"]}, "names no variable of the problem"),
        ({"background": ["a[0] != b"]}, r"there is no variable 'a\[0\]'"),
        ({"background": "a != b"}, "a list of constraints"),
        ({"background": None}, "a list of constraints"),
        ({"background": [("!=", [["a"], "b"])]}, "there is no variable"),
        ({"candidates": [("!=", "ab")]}, "candidates, constraint 1: its scope must be a list"),
        ({"candidates": [("!=", ["a", "bb"])]}, "did you mean 'b'"),
    ],
)
def test_background_and_candidates(more, says):
    with pytest.raises(ProblemError, match=says):
        problem(**more)


def test_an_unknown_name_in_the_background_is_the_one_that_was_typed():
    variables = {"anna": range(3), "ben": range(3)}
    with pytest.raises(ProblemError, match=r"'anna != bne': unknown name 'bne' \(did you mean 'ben'\?\)") as refused:
        Problem(variables, language=["!="], background=["anna != bne"])
    assert str(refused.value).endswith("; the variables are anna, ben")
    with pytest.raises(ProblemError, match="unknown name 'x'"):  # which was taken for an argument of the relation
        Problem(variables, language=["!="], background=["x != anna"])


def test_background_without_solutions():
    impossible = problem(background=[("<", ["a", "b"]), ("<", ["b", "a"])])
    with pytest.raises(ProblemError, match="background: no assignment satisfies"):
        Dialogue(impossible)


def test_too_many_candidates():
    with pytest.raises(ProblemError, match="candidates; at most"):
        Dialogue(Problem({f"x{i}": [0, 1] for i in range(300)}, language=["x + y == z + w"]))


class TestRelationsThatSayNothing:
    def test_always_true(self):
        with pytest.warns(LanguageWarning, match="'x < 9' is always true"):
            made = Problem(THREE, language=["!=", "x < 9"])
        assert [r.name for r in made.language] == ["!="]

    def test_never_true(self):
        with pytest.warns(LanguageWarning, match="'x - y == 7' is never true"):
            made = Problem(THREE, language=["!=", "x - y == 7"])
        assert [r.name for r in made.language] == ["!="]

    def test_on_the_domains_not_on_all_values(self):
        """No two of these domains have a value in common, so == is never true here."""
        with pytest.warns(LanguageWarning, match="'==' is never true"):
            made = Problem({"a": [0], "b": [1, 2], "c": [5]}, language=["==", "y - x == 1"])
        assert [r.name for r in made.language] == ["y - x == 1"]

    def test_more_arguments_than_variables(self):
        with pytest.warns(LanguageWarning, match="takes 4 variables, and the problem has 3"):
            made = Problem(THREE, language=["!=", "x + y == z + w"])
        assert [r.name for r in made.language] == ["!="]

    def test_nothing_is_left(self):
        with pytest.warns(LanguageWarning):
            empty = Problem(THREE, language=["x < 9"])
        result = learn(empty, [])
        assert (result.status, len(result.network), result.statistics.queries) == ("converged", 0, 0)


class TestOracles:
    @pytest.mark.parametrize("odd", ["yes", 1, 0, 0.5, [], object()])
    def test_answers_that_are_none(self, odd):
        with pytest.raises(OracleError, match="True \\(yes\\), False \\(no\\) or None"):
            learn(problem(), lambda query: odd)
        with pytest.raises(OracleError, match="True \\(yes\\), False \\(no\\) or None"):
            learn(problem(), lambda query: Answer(odd))

    def test_an_answer_object_with_numpys_truth(self):
        def no_equals(query):
            return Answer(np.bool_("a" not in query or "b" not in query or query["a"] != query["b"]))

        result = learn(problem(), no_equals)
        assert [str(c) for c in result.network] == ["a != b"]
        assert all(result.explain(c).proof for c in result.network)

    def test_it_raises(self):
        def broken(query):
            raise KeyError("shift")

        with pytest.raises(OracleError, match="the oracle raised KeyError\\('shift'\\) on Query\\("):
            learn(problem(), broken)

    @pytest.mark.parametrize("oracle", [3, "a != b", None])
    def test_no_oracle(self, oracle):
        with pytest.raises(OracleError, match="must have a method ask"):
            learn(problem(), oracle)

    def test_numpys_truth_values_are_fine(self):
        result = learn(problem(), lambda query: np.bool_(True))
        assert result.status == "converged"

    def test_a_checker_of_complete_assignments_breaks_lemma_1(self):
        """It says no to every partial example: here the whole example is a yes, and then a part of it a no."""

        def checker(query):
            return query.complete and query["a"] != query["b"]

        with pytest.raises(AnswerError, match=r"\(Lemma 1\).*judges only complete assignments") as caught:
            learn(problem(), checker, seed=1, findscope=1)
        assert caught.value.query.is_part_of(caught.value.earlier)

    @pytest.mark.parametrize(
        ("sets", "answers", "lemma"), [((0b01, 0b11), (False, True), 2), ((0b11, 0b01), (True, False), 1)]
    )
    def test_the_question_stays_open(self, sets, answers, lemma):
        """First a part is answered "no" and then the whole "yes"; or first the whole "yes" and then a part "no"."""

        def learner(asker):
            e = Example(asker.space, asker.space.vocabulary.encode({"a": 0, "b": 0}))
            for Y in sets:
                yield from asker.ask(e, Y)
            return Outcome(Status.STOPPED)

        made = Problem({"a": [0, 1], "b": [0, 1]}, language=["x == 1", "!="])
        dialogue = Dialogue(made, algorithm=learner)
        first = dialogue.query
        dialogue.answer(answers[0])
        with pytest.raises(AnswerError, match=rf"\(Lemma {lemma}\)") as caught:
            dialogue.answer(answers[1])
        assert dialogue.query is caught.value.query
        assert caught.value.earlier == first
        dialogue.answer(not answers[1])  # the question can still be answered the other way
        assert dialogue.result.status == "stopped"


class TestDialogues:
    def test_after_the_end(self):
        dialogue = Dialogue(problem())
        dialogue.stop()
        with pytest.raises(DialogueError, match="no open question"):
            dialogue.answer(True)

    def test_before_the_end(self):
        with pytest.raises(DialogueError, match="not over"):
            _ = Dialogue(problem()).result

    def test_not_a_problem(self):
        with pytest.raises(ProblemError, match=r"a tacit\.Problem is needed"):
            Dialogue({"a": [1, 2]})
        with pytest.raises(ProblemError, match=r"a tacit\.Problem is needed"):
            learn("a", [("!=", ["a", "b"])])

    def test_examples_outside_the_vocabulary(self):
        network = problem().network([])
        with pytest.raises(ProblemError, match="no variable 'z'"):
            network.accepts({"z": 1})
        with pytest.raises(ProblemError, match="7 is not in the domain of 'a'"):
            network.accepts({"a": 7})


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"algorithm": "mquaq"}, "algorithm must be one of 'quacq', 'multiacq', 'mquacq', 'guided'"),
        ({"findscope": 3}, "findscope must be one of 1, 2"),
        ({"findscope": True}, "findscope must be one of 1, 2"),
        ({"findscope": 2.0}, "findscope must be one of 1, 2"),
        ({"algorithm": ["mquacq"]}, "algorithm must be one of"),
        ({"findc": "second"}, "findc must be one of 'first', 'corrected'"),
        ({"objective": "max_v"}, "objective must be 'max' or 'max_b'"),
        ({"variables": "deg"}, "variables must be one of"),
        ({"values": "max"}, "values must be one of"),
        ({"seed": -1}, "seed must be"),
        ({"seed": 1.0}, "seed must be"),
        ({"nodes_min": 0}, "nodes_min must be an integer of at least 1"),
        ({"nodes_min": 9, "nodes_max": 3}, "larger than nodes_max"),
        ({"cut_min": 1.0}, "go together"),
        ({"cut_min": 5, "cut_max": 1}, "larger than cut_max"),
        ({"cut_min": 1, "cut_max": 5, "nodes_max": 3}, "not both"),
        ({"cut_min": -1, "cut_max": 5}, "positive number of seconds"),
        ({"cut_scopes": 1, "calls_scopes": 5}, "not both"),
        ({"max_questions": -1}, "max_questions"),
        ({"prove": 1}, "prove must be True or False"),
        ({"reporter": 5}, "reporter must be"),
        ({"reporter": [5]}, "reporter must be"),
        ({"sed": 1}, "no option 'sed'. Did you mean 'seed'"),
        ({"foo": 1}, "no option 'foo'. There are: algorithm"),
    ],
)
def test_options(options, says):
    with pytest.raises(OptionError, match=says):
        learn(problem(), [], **options)


def test_no_warning_in_ordinary_use():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert learn(problem(), [("!=", ["a", "b"])]).status == "converged"
