"""Examples whose answers are known before the first question: read, and explained if they can't all be right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tacit.errors import ExamplesError, OracleError, ProblemError
from tacit.learning.evidence import Conflict
from tacit.problem.query import Answer, Answered, Query
from tacit.problem.vocabulary import Vocabulary

ExampleLike = Answered | tuple[Mapping[str, int | str], bool | None]


def read_given(examples: Any, vocabulary: Vocabulary) -> list[Answered]:
    """Examples whose answers are known: `Answered`, or pairs of an assignment and True, False or None."""
    if isinstance(examples, (str, Mapping)) or not isinstance(examples, Iterable):
        raise ExamplesError(
            f"examples: a list of pairs such as ({{'a': 1, 'b': 2}}, True) is needed, not {examples!r:.60}"
        )
    found = []
    for position, given in enumerate(examples, 1):
        source = f"example {position}"
        if isinstance(given, Answered):
            query = given.query
            if query.vocabulary is not vocabulary:
                query = Query(vocabulary, vocabulary.encode(query.shown))
            found.append(Answered(query, Answer.of(given.answer).value, given.source or source))
        elif isinstance(given, tuple) and len(given) == 2 and isinstance(given[0], Mapping):
            try:
                query = Query(vocabulary, vocabulary.encode(given[0]))
                found.append(Answered(query, Answer.of(given[1]).value, source))
            except (ProblemError, OracleError) as error:
                raise ExamplesError(f"{source}: {error}") from None
        else:
            raise ExamplesError(f"{source}: {given!r:.60} is not of the form ({{'a': 1, 'b': 2}}, True)")
    return found


def why_not(conflict: Conflict, log: Sequence[Answered]) -> str:
    """Why given examples can't all be right, naming the source of each."""
    sources = {(entry.query, entry.answer): entry.source for entry in log}
    assert conflict.no is not None  # nothing was said about rules yet
    no, yes = sources[conflict.no, False], [str(sources[query, True]) for query in conflict.yes]
    if yes:
        return (
            f"{no}: 'no' contradicts 'yes' of {', '.join(yes)}: no set of constraints over this language rejects "
            f"{conflict.no} and accepts the others"
        )
    return f"{no}: answered 'no', but no relation of the language can reject {conflict.no}"
