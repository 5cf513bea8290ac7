"""Advice on random small problems: a rule that is missing is found, and nothing is advised that a "yes" refutes."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

import tacit
from kit.how_many import examples
from tacit.candidates.bias import Bias
from tacit.learning.advice import advise
from tacit.learning.gap import Gap
from tacit.problem.bounds import Bound
from tacit.problem.common import catalogue
from tacit.problem.query import Answered, Query
from tacit.problem.relations import Relation

LANGUAGES = (
    ["=="],
    ["<", "!="],
    [{"relation": "!=", "over": "next"}],
    [{"relation": "count(VALUE) <= k", "over": "whole"}],
    ["alldifferent"],
)


class Hidden:
    """A rule that somebody has in mind: a relation on each group of a family. Everything is enumerated."""

    def __init__(self, vocabulary, relation, family):
        self.v, self.relation, self.family = vocabulary, relation, family
        self.groups = [tuple(range(len(vocabulary)))] if family is None else list(family.groups())
        self.fine = {}
        if isinstance(relation, Bound):
            for group in self.groups:
                every = np.array(list(itertools.product(*(vocabulary.domains[x] for x in group))))
                self.fine[group] = every[relation.accepts(*every.T)]

    def accepts(self, example):
        return all(self._accepts_on(group, example) for group in self.groups)

    def _accepts_on(self, group, example):
        names = [self.v.names[x] for x in group]
        if isinstance(self.relation, Bound):  # "no" as soon as no completion of the group is fine
            given = [place for place, name in enumerate(names) if name in example]
            values = [example[names[place]] for place in given]
            return bool((self.fine[group][:, given] == values).all(axis=1).any())
        return all(
            self.relation.function(*(example[name] for name in scope))
            for scope in itertools.combinations(names, self.relation.arity)
            if all(name in example for name in scope)
        )

    def narrowed(self, example):
        """The fewest cells that are a "no" by themselves."""
        kept = dict(example)
        for name in example:
            fewer = {other: value for other, value in kept.items() if other != name}
            if not self.accepts(fewer):
                kept = fewer
        return kept


@st.composite
def cases(draw):
    """A problem, a rule that its language lacks, gaps and "yes" answers."""
    rows, columns = draw(st.sampled_from([(1, 4), (2, 2), (2, 3), (3, 3), (2, 4)]))
    size = draw(st.integers(2, 4))
    domain = draw(st.sampled_from([["off", "late", "early", "night"][:size], list(range(1, size + 1))]))
    if rows == 1:
        variables = {f"g[{j}]": domain for j in range(columns)}
    else:
        variables = {f"g[{i},{j}]": domain for i in range(rows) for j in range(columns)}
    language = draw(st.sampled_from(LANGUAGES))
    over = "next" if rows == 1 else "next in row"
    language = [
        each
        if isinstance(each, str)
        else {"relation": each["relation"].replace("VALUE", str(domain[0])), "over": each["over"].replace("next", over)}
        for each in language
    ]
    problem = tacit.Problem(variables, language=language, orders=draw(st.sampled_from(["given", "all"])))
    v = problem.vocabulary
    entries = [(text, family) for texts, *families in catalogue(v, {}) for family in families for text in texts]
    text, family = draw(st.sampled_from(entries))
    relation = Relation.of(text, v.named_values)
    name = relation.name
    if isinstance(relation, Bound) and relation.k is None:
        relation = relation.with_number(draw(st.integers(0, 12)))
    hidden = Hidden(v, relation, family)
    random = draw(st.randoms(use_true_random=False))
    drawn = []
    for _ in range(draw(st.integers(4, 30))):
        names = random.sample(v.names, random.randint(1, len(v)))
        drawn.append({each: random.choice(v.domains[v.index[each]]) for each in v.names if each in names})
    yes = [example for example in drawn if hidden.accepts(example)]
    no = [hidden.narrowed(example) for example in drawn if not hidden.accepts(example)][:5]
    assume(all(no))  # a rule that nothing satisfies has no place in a language
    return problem, (name, family), encoded(problem, no), encoded(problem, yes)


def encoded(problem, examples):
    """Values may have names, and here they are numbers."""
    v = problem.vocabulary
    named = [{name: v.shown(name, value) for name, value in example.items()} for example in examples]
    return [Query(v, v.encode(example)) for example in named]


def unrefuted(bias, yes):
    """Which candidates reject no example that was answered "yes"?"""
    every = np.ones(bias.rows.size, dtype=bool)
    for query in yes:
        every[bias.rows.rejecting(query.codes, every)] = False
    return every


def explained(problem, gaps, yes):
    """The gaps that some candidate of a problem explains, by the rows that a learner would have."""
    bias = Bias(problem)
    rows = unrefuted(bias, yes)
    return [gap for gap in gaps if len(bias.rows.rejecting(gap.codes, rows))]


def changed(problem, advice):
    """A problem with nothing but what is advised in its language."""
    v = problem.vocabulary
    variables = {name: [v.shown(name, value) for value in v.domains[i]] for i, name in enumerate(v.names)}
    if advice.orders:
        own = [
            {"relation": r, "over": [f.spec for f in problem.over[r.name]]} if r.name in problem.over else r
            for r in problem.language
        ]
        return tacit.Problem(variables, language=own, orders="all")
    return tacit.Problem(variables, language=[advice.entry], orders=problem.orders)


@examples(20)
@given(cases())
def test_the_missing_rule_is_found_and_nothing_that_was_refuted(case):
    problem, (name, family), queries, yes = case
    known = explained(problem, queries, yes)
    gaps = [query for query in queries if query not in known]
    assume(gaps)
    found = advise(problem, [Gap(query) for query in gaps], [Answered(query, True) for query in yes], most=None)
    right = [a for a in found if a.relation == name and a.over == (() if family is None else (family.spec,))]
    assert [advice.explains for advice in right] == [len(gaps)]
    for advice in found:
        again = changed(problem, advice)
        assert again.vocabulary.names == problem.vocabulary.names
        codes = [Query(again.vocabulary, query.codes) for query in gaps]
        fine = [Query(again.vocabulary, query.codes) for query in yes]
        assert 0 < advice.explains <= len(explained(again, codes, fine))
        assert advice.gaps == len(gaps)
