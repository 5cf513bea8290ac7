"""Answers that can't all be right, each with its place in the log or in a file of examples."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tacit.interview.log import TOLD, Entry
from tacit.learning.claims import Claimed
from tacit.learning.result import Result
from tacit.problem.query import Answered, Query
from tacit.structure.rule import Claim, Rule

# What was said, as far as it tells one answer from another: about an example, or about a claim, with the exceptions or
# the number.
About = tuple[Query | Claim, bool | None, tuple[int, ...], int | None]


@dataclass(frozen=True)
class Statement:
    """One of the answers that can't all be right: an entry of the log, or a known example.

    asked:      what it is about: an example, or a claim
    exceptions: with the "no" to a rule, the groups that differ, by their numbers
    number:     the answer to a question for a number, if it is one
    source:     "question 7", or "known.csv, line 3"
    chance:     of answers of which one is wrong: how likely it is this one
    rests:      and what rests on it, in a short phrase
    """

    asked: Query | Claim
    answer: bool
    entry: Entry | None
    source: str
    exceptions: tuple[int, ...] = ()
    number: int | None = None
    chance: float = 0.0
    rests: str = ""


def about(said: Answered | Claimed) -> About:
    """What tells this answer from others."""
    if isinstance(said, Claimed):
        return said.claim, said.answer, said.exceptions, said.number
    return said.query, said.answer, (), None


def contradicting(result: Result) -> list[About]:
    """A minimal set of answers that no network over the bias agrees with, if that is how it ended; else none."""
    conflict = result.conflict
    if conflict is None:
        return []
    no: list[About] = [] if conflict.no is None else [(conflict.no, False, (), None)]
    return [*map(about, conflict.claims), *no, *((query, True, (), None) for query in conflict.yes)]


def without_solution(result: Result) -> list[About]:
    """The answers that leave no plan together, if that is how it ended; else none."""
    found: list[About] = []
    for each in result.clash:
        if isinstance(each, Query):
            found.append((each, False, (), None))
        elif isinstance(each, Rule):
            found.append(about(result.accepting(each)))
        else:
            reason = result.explain(each)
            found += [about(said) for said in reason.claims]
            found += [(query, False, (), None) for query in reason.no]
            found += [(query, True, (), None) for query in reason.yes]
    return list(dict.fromkeys(found))


def statements(said: Iterable[About], entries: Mapping[About, Entry], log: Sequence[Answered]) -> list[Statement]:
    """These answers with their sources: an entry of the interview, or else what the dialogue's log says."""
    sources = {about(entry): entry.source for entry in log}
    found = []
    for each in said:
        asked, answer, exceptions, number = each
        entry = entries.get(each)
        source = source_of(entry) if entry else sources.get(each) or "a known example"
        found.append(Statement(asked, bool(answer), entry, source, exceptions, number))
    return found


def in_numbers(answers: int, rules: int) -> str:
    """How much was said: answers, and rules that were said unasked.

    >>> in_numbers(1, 0), in_numbers(0, 2), in_numbers(12, 1)
    ('1 answer', '2 rules that you said', '12 answers and 1 rule that you said')
    """
    said = f"{rules:,} rule{'s' * (rules != 1)} that you said"
    if rules and not answers:
        return said
    answered = f"{answers:,} answer{'s' * (answers != 1)}"
    return f"{answered} and {said}" if rules else answered


def source_of(entry: Entry) -> str:
    """How an entry is called where people read of it."""
    return f"rule {entry.position}, which you said" if entry.kind == TOLD else f"question {entry.position}"
