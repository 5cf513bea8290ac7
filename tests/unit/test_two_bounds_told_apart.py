"""Two bounds that explain one "no" are told apart, though every example that does so breaks something else, too."""

import tacit

PEOPLE, DAYS = ("ada", "bob", "cyd", "dan", "eve", "fay"), range(7)


def test_a_program_is_not_asked_about_one_row_for_ever():
    """At most five working days a week: six of one row were asked about again and again, and nothing was learned."""

    def fine(example):
        return all(sum(example.get(f"s[{who},{day}]", "off") != "off" for day in DAYS) <= 5 for who in PEOPLE)

    cells = {f"s[{who},{day}]": ["off", "early", "late", "night"] for who in PEOPLE for day in DAYS}
    result = tacit.learn(tacit.Problem(cells, language="common"), fine, seed=0, max_questions=250)
    assert result.status == "converged"
    assert {c.relation.name for c in result.network} == {"count(off) >= 2"}
    assert len(result.network) == len(PEOPLE)
