"""`tacit.learn`: ask an oracle until nothing is left to ask."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tacit.dialogue.dialogue import Dialogue
from tacit.dialogue.given import ExampleLike
from tacit.dialogue.oracles import as_oracle
from tacit.errors import OracleError, ProblemError
from tacit.learning.reporter import Reporter
from tacit.learning.result import Result
from tacit.problem.problem import Problem


def learn(
    problem: Problem,
    oracle: Any,
    *,
    examples: Iterable[ExampleLike] = (),
    reporter: Reporter | Iterable[Reporter] = (),
    **options: Any,
) -> Result:
    """Learn a network by asking an oracle until nothing is left to ask.

    oracle: an object with `ask(query)`, a callable that takes the query, or a target: a `Network` or a list of
    constraints. The query is a mapping from names to values. The answer is True, False or None (don't know).
    examples: answers that are known before the first question, [({"a": 1, "b": 2}, True), …].
    """
    if not isinstance(problem, Problem):
        raise ProblemError(f"a tacit.Problem is needed, not {problem!r:.60}")
    ask = as_oracle(oracle, problem)
    dialogue = Dialogue(problem, examples=examples, reporter=reporter, **options)
    while dialogue.query is not None:
        try:
            answer = ask(dialogue.query)
        except OracleError:
            raise
        except Exception as error:
            raise OracleError(f"the oracle raised {error!r} on {dialogue.query}") from error
        dialogue.answer(answer)
    return dialogue.result
