"""The learned constraints by scope, against a plain dictionary of lists."""

from hypothesis import given
from hypothesis import strategies as st

from tacit.candidates.learned_at import LearnedAt


@given(st.lists(st.tuples(st.booleans(), st.lists(st.integers(1, 6), max_size=5)), max_size=6))
def test_it_has_what_a_dictionary_of_lists_has(parts):
    at, plain, row = LearnedAt(), {}, 0
    for at_once, scopes in parts:
        rows = list(range(row, row + len(scopes)))
        row += len(scopes)
        if at_once:
            at.add_all(scopes, rows)
        else:
            for scope, each in zip(scopes, rows, strict=True):
                at.add(scope, each)
        for scope, each in zip(scopes, rows, strict=True):
            plain.setdefault(scope, []).append(each)
    assert dict(at) == plain
    assert [at.get(scope, []) for scope in range(8)] == [plain.get(scope, []) for scope in range(8)]
    for scope in range(8):
        at.copy().add(scope, row)
    assert dict(at) == plain  # a copy is independent


def test_scopes_are_in_the_order_in_which_they_came():
    at = LearnedAt()
    at.add_all([5, 3], [0, 1])
    at.add(1, 2)
    assert (list(at), len(at)) == ([5, 3, 1], 3)
