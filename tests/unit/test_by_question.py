"""What was said, by question: what a dictionary of questions would hold, and left alone by the garbage collector."""

import gc
import pickle

import numpy as np

from tacit.learning.by_question import ByQuestion
from tacit.problem.query import Answered, Plan, Query
from tacit.problem.vocabulary import Vocabulary

V = Vocabulary({"a": range(3), "b": range(3)})


def test_it_is_like_a_dictionary_of_questions():
    random = np.random.RandomState(0)
    log: list[Answered] = []
    found, plain = ByQuestion(log), {}
    for _ in range(60):
        codes = random.randint(-1, 3, 2)
        query = (Plan if (codes >= 0).all() and random.randint(2) else Query)(V, codes)
        entry = Answered(query, [True, False, None][random.randint(3)])
        log.append(entry)
        found.keep(entry)
        plain[query] = entry.answer
    assert list(found.items()) == list(plain.items())
    assert [type(query) for query in found] == [type(query) for query in plain]
    assert len(found) == len(plain)
    assert all(Query(V, np.array([a, b])) in found for a, b in ([q.codes[0], q.codes[1]] for q in plain))
    assert dict(found.copy(list(log))) == plain


def test_copies_are_apart():
    log = [Answered(Query(V, np.array([0, 1])), True)]
    found = ByQuestion(log)
    twin = found.copy(list(log))
    entry = Answered(Query(V, np.array([1, 1])), False)
    log.append(entry)
    found.keep(entry)
    assert entry.query in found
    assert entry.query not in twin
    assert "a" not in found
    assert len(list(twin)) == 1


def test_nothing_of_it_is_gone_through():
    log = [Answered(Query(V, np.array([0, 1])), True)]
    assert not gc.is_tracked(ByQuestion(log)._answers)
    assert not hasattr(log[0], "__dict__")
    assert not hasattr(log[0].query, "__dict__")


def test_questions_can_be_sent_elsewhere():
    query = Query(V, np.array([0, -1]))
    assert query.assignment == {"a": 0}
    assert pickle.loads(pickle.dumps(query)).assignment == {"a": 0}
