"""Claims and what was said of them, in words: what Python shows, and `tacit.in_words`."""

from __future__ import annotations

import pytest

import tacit
from tacit.problem.vocabulary import Vocabulary
from tacit.showing.claim_words import question, statement
from tacit.structure.finding import find_family

SHIFTS = {f"shift[{who},{day}]": ["off", "early", "night"] for who in ("anna", "ben", "eva") for day in ("Mon", "Tue")}
PROBLEM = tacit.Problem(SHIFTS, language=["!=", "<", "x != night or y != early"])
V = PROBLEM.vocabulary
ROW = find_family(V, "row")
DIFFER = tacit.Rule(PROBLEM.language[0], ROW)
GROWS = tacit.Rule(PROBLEM.language[1], ROW, (1, 0))
AFTER_NIGHT = tacit.Rule(PROBLEM.language[2], find_family(V, "next in row"))


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        (ROW, "Family(each row of shift: 3 groups)"),
        (DIFFER, "Rule('!=' on each row of shift)"),
        (GROWS, "Rule('<' on each row of shift, order (1, 0))"),
        (tacit.Free(1), "Free(1 variable)"),
        (tacit.Free(2, outside=(ROW,)), "Free(2 variables, outside each row of shift)"),
        (
            tacit.Free(2, inside=(ROW,), besides=(DIFFER,)),
            "Free(2 variables, inside each row of shift, besides Rule('!=' on each row of shift))",
        ),
        (tacit.Claimed(DIFFER, None), "Claimed(Rule('!=' on each row of shift): don't know)"),
        (
            tacit.Claimed(DIFFER, False, (1,), "told"),
            "Claimed(Rule('!=' on each row of shift): no, except row ben (told))",
        ),
    ],
)
def test_short_in_python(shown, text):
    assert repr(shown) == text


def test_a_conflict_shows_its_answers():
    same = {"shift[anna,Mon]": "off", "shift[anna,Tue]": "off"}
    result = tacit.Dialogue(PROBLEM, earlier=[(same, True)], claims=[tacit.Claimed(DIFFER, True)]).result
    assert repr(result.conflict) == (
        "Conflict(Query(shift[anna,Mon]=off, shift[anna,Tue]=off): yes; Claimed(Rule('!=' on each row of shift): yes))"
    )


def test_a_cell_with_others_is_asked_about_by_name():
    v = Vocabulary({f"v{i}": range(3) for i in range(50)})
    free = tacit.Free(2, inside=(find_family(v, "v12 with v3, v7, v40"),))
    assert question(free) == "v12 with v3, v7 or v40: may they have any values?"
    assert statement(free) == "v12 with v3, v7 or v40 may have any values"


def test_a_saying_is_about_the_arguments_as_they_were_given():
    """In another order it would say what is not meant."""
    own = tacit.Relation.of("x != night or y != early", V.named_values, say="no early after a night")
    after, row = find_family(V, "next in row"), find_family(V, "row")
    assert statement(tacit.Rule(own, after)) == "each cell of shift and the next one in its row: no early after a night"
    for family in (after, row):
        turned = tacit.Rule(own, family, (1, 0))
        assert "no early" not in question(turned, V)
        assert statement(turned, V).endswith(": b is not night or a is not early")
        assert "no early" not in question(tacit.Free(2, inside=(family,), besides=(turned,)), V)
    alike = tacit.Relation.of("x != night or y != night", V.named_values, say="no two nights")
    assert question(tacit.Rule(alike, row, (1, 0)), V) == "Each row of shift: no two nights. Is that always so?"


def test_in_words():
    night = tacit.Dialogue(PROBLEM, algorithm="guided").check_rule(AFTER_NIGHT)
    where = "in each row of shift, for each cell a and the next one b"
    assert tacit.in_words(night) == f"{where}: a is not night or b is not early"
    assert tacit.in_words(tacit.Claimed(night, None)).endswith("b is not early: don't know")
    assert tacit.in_words(tacit.Free(1), ask=True) == "Each cell by itself: may it have any value?"
    with pytest.raises(tacit.RuleError, match=r"tacit\.Claimed is needed, not 'row'"):
        tacit.in_words("row")


def test_all_that_is_asked_says_whose_variables_it_is_about():
    target = PROBLEM.network([("!=", [f"shift[{who},Mon]", f"shift[{who},Tue]"]) for who in ("anna", "ben", "eva")])
    seen = []

    class Recorder(tacit.Reporter):
        def asking(self, query, redundant):
            seen.append((query.kind, query.vocabulary))

    tacit.learn(PROBLEM, target, algorithm="guided", reporter=Recorder())
    assert {kind for kind, _ in seen} >= {"rule", "free"}
    assert all(vocabulary is V for _, vocabulary in seen)
    told = tacit.Dialogue(PROBLEM, algorithm="guided").tell_rule("!=", over="row")
    assert told.vocabulary is V
    assert told.only(0).vocabulary is told.without((0,)).vocabulary is V
