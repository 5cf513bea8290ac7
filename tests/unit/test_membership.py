"""Which families hold several scopes at once, against looking at one scope after the other."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from tacit.problem.vocabulary import Vocabulary
from tacit.structure.families import families_of
from tacit.structure.membership import Membership

V = Vocabulary({f"g[{r},{c}]": [0, 1] for r in range(4) for c in range(4)})
FAMILIES = list(families_of(V, {"some": ["g[0,0]", "g[2,3]"]}))
MEMBERSHIP = Membership(FAMILIES, len(V))
PAIRS = list(itertools.combinations(range(len(V)), 2))


@given(st.lists(st.sampled_from(PAIRS), max_size=4))
def test_a_family_holds_all_scopes_if_it_holds_each(scopes):
    wanted = [
        family
        for number, family in enumerate(FAMILIES)
        if all(number in dict(MEMBERSHIP.holding(scope)) for scope in scopes)
    ]
    assert MEMBERSHIP.holding_all(scopes) == wanted
