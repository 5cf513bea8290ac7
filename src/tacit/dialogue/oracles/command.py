"""A command that answers: one question a line on its stdin, one answer a line on its stdout.

    with CommandOracle("./checker --strict") as oracle:
        result = tacit.learn(problem, oracle)

The command is started once, without a shell, and is sent one JSON object a line. The example holds the assigned
variables and nothing else; values that have names are given by name:

    {"id": 1, "example": {"anna": "Mon", "ben": "Tue"}}

For each question the command prints one line, and nothing else, and flushes it. Any of these is an answer:

    {"answer": "yes"}       {"answer": "no"}        {"answer": "unknown"}      (or "true", "false", "null"; any case)
    {"answer": true}        {"answer": false}       {"answer": null}
    yes    true             no    false             unknown    null            (the word bare, or as a JSON text)

If there is an `id` beside the answer, it must be that of the question. Only this shows at once when answers and
questions are out of step. Other keys are ignored. The command should end when its stdin ends. The last lines of its
stderr are shown in error messages.

A command that can tell whether a rule holds may be asked that, too, if the oracle is made with
`rules=problem.vocabulary` (`--rules` on the command line). It is then sent more kinds of questions. Does this rule
hold everywhere, that is, is each of its constraints required? May the cells of these scopes have any values, apart from
what is required of fewer of them, and from what the constraints in `besides` say? If the language has bounds: is there
no limit to what they measure in these groups, besides what the constraints in `besides` say? And which number takes the
place of k?

    {"id": 7, "rule": "In each row of grid, do all cells differ?", "relation": "!=", "over": "row of grid",
     "groups": ["row 0", "row 1", …], "constraints": [["!=", ["grid[0,0]", "grid[0,1]"]], …]}
    {"id": 8, "free": "Two cells of grid that share no row: may they have any values?", "besides": [],
     "scopes": [["grid[0,0]", "grid[1,0]"], …]}
    {"id": 9, "unlimited": "In each row of shift: may night occur as often as you like?", "besides": [],
     "relations": ["count(night) <= k"], "over": "row of shift", "cells": [["shift[anna,Mon]", …], …]}
    {"id": 10, "number": "In each row of shift: at most how often may night occur?", "relation": "count(night) <= k",
     "over": "row of shift", "groups": ["row anna", …], "cells": [["shift[anna,Mon]", …], …]}

The answers are the same; "yes" says that the claim is right. With the "no" to a rule, the command may name the groups
that differ; the rule then holds on all others: {"answer": "no", "except": ["row 3"]}. The names are those in `groups`,
where at most 100 are listed; other names are a `CommandError`. With the "no" to "unlimited" it may name those of the
`relations` that are limits; to the others there is no limit then. Only the answer to a question for a number is another
one: the number, {"answer": 3} or just 3, "no limit", "it differs" (from group to group), or "unknown".

A command that crashes or does not answer in time is started again and asked the same question once more; if it fails
again, that is a `CommandError`. A line that is no answer is a `CommandError` at once. So is exit code 0 before the end:
that is no accident, and starting the command again and again would only hide it. Questions that were answered stay
answered, whatever happens.
"""

from __future__ import annotations

import itertools
import json
import os
import shlex
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any, Self

import numpy as np

from tacit.dialogue.oracles.process import MAX_LINE, CommandError, Lost, Process, name_of, shorten, shown
from tacit.errors import AnswerError, OptionError, OracleError
from tacit.problem.query import Answer, Query
from tacit.problem.vocabulary import Vocabulary
from tacit.showing.claim_words import question as question_about
from tacit.structure.exceptions import find_exceptions, names_to_choose
from tacit.structure.rule import IT_DIFFERS, NO_LIMIT, Claim, Number, Review, Rule, Unlimited, scope_keys

WORDS = {"yes": True, "true": True, "no": False, "false": False, "unknown": None, "null": None}
MOST_GROUPS = 100  # at most this many groups are named in a message
NUMBER_WORDS = {NO_LIMIT: True, IT_DIFFERS: False, "unknown": None, "null": None}
ACCEPTED = 'one line {"answer": "yes"}, "no" or "unknown", or just the word'
ACCEPTED_NUMBER = (
    f'one line {{"answer": 3}}, "{NO_LIMIT}", "{IT_DIFFERS}" or "unknown", or just the number or the words'
)


class CommandOracle:
    """An oracle that asks a command, in the way described above.

    command: a text, split as a shell would split it, or a list of the program and its arguments
    limit_s: how many seconds an answer may take; the first one includes the start of the command
    retries: how often a command that crashed or hangs is started again for one question
    rules:   the problem's vocabulary, if the command is to be asked about rules, too
    asked:   how many questions were asked before, if an interview is resumed; ids count on from there
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        limit_s: float = 10.0,
        retries: int = 1,
        rules: Vocabulary | None = None,
        asked: int = 0,
    ) -> None:
        self.arguments = _read_command(command)
        if not limit_s > 0:
            raise OptionError(f"the time limit of a command must be more than 0 seconds, not {limit_s!r}")
        self.limit_s = limit_s
        self.retries = retries
        self.asked = asked
        self._vocabulary = rules
        self.restarts: list[str] = []  # the reason for each time that the command was started again
        self._process: Process | None = None
        self._last = ""  # the question that was answered last, for messages
        self._answered = 0  # since the command was started

    def another(self) -> CommandOracle:
        """The same command, to be started once more, beside this one."""
        return CommandOracle(
            self.arguments, limit_s=self.limit_s, retries=self.retries, rules=self._vocabulary, asked=self.asked
        )

    def __enter__(self) -> Self:
        self._running()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if error is None:
            self.close()
        else:
            self._end()  # without a look at what the command has printed: the error that is being raised matters more

    def close(self) -> None:
        """End the command and its children. If it has printed more than answers, that is an error."""
        process, self._process = self._process, None
        if process is None:
            return
        try:
            more = process.last_words()
        finally:
            process.end()
        if more:
            raise CommandError(f"{self._called()} {_printed_more(more)} after {self._last or 'it was started'}")

    def ask(self, query: Query) -> bool | None:
        """The command's answer: True (yes), False (no) or None (don't know)."""
        return self._put(f'"example": {json.dumps(query.shown)}').value

    @property
    def ask_rule(self) -> Callable[[Claim], Answer] | None:
        """The command's answer about a rule; None if it is not to be asked about rules."""
        return None if self._vocabulary is None else self._ask_rule

    def _ask_rule(self, claim: Claim) -> Answer:
        assert self._vocabulary is not None
        message = json.dumps(claim_message(claim, self._vocabulary), ensure_ascii=False)
        answer = self._put(message[1:-1], claim)
        if answer.except_:
            try:
                find_exceptions(claim, answer.except_)
            except AnswerError as error:
                raise CommandError(f'{self._called()} answered {self._last}, with "except": {error}') from None
        return answer

    def _put(self, message: str, claim: Claim | None = None) -> Answer:
        self.asked += 1
        line = f'{{"id": {self.asked}, {message}}}\n'.encode()
        shortly = shorten(message.removeprefix('"example": '), 200)
        question = f"question {self.asked}, {shortly}"
        for trial in range(self.retries + 1):
            try:
                answer = self._exchange(line, question, claim)
                break
            except Lost as lost:
                self._give_up_or_start_again(lost, trial, question)
            except BaseException:
                self._end()
                raise
        self._last, self._answered = question, self._answered + 1
        return answer

    def _exchange(self, line: bytes, question: str, claim: Claim | None) -> Answer:
        process = self._running()
        more = process.printed()
        if more:
            # Nobody can know which question this answers, nor whether the earlier answers were to the right ones.
            raise CommandError(f"{self._called()} {_printed_more(more)} after {self._last or 'it was started'}")
        reply = process.exchange(line, self.limit_s)
        try:
            return _read_answer(reply, self.asked, claim)
        except ValueError as error:
            # Not asked again: the command works, but we mean different things, so a second answer is worth no more.
            accepted = ACCEPTED_NUMBER if isinstance(claim, Number) else ACCEPTED
            raise CommandError(
                f"{self._called()} answered {question}, with {error}; what is accepted is {accepted}"
            ) from None

    def _give_up_or_start_again(self, lost: Lost, trial: int, question: str) -> None:
        process, self._process = self._process, None
        assert process is not None
        process.end()
        after = f", after {self._answered:,} answer{'s' * (self._answered > 1)}," if self._answered else ""
        what = f"{lost}{after} on {question}"
        if lost.again and trial < self.retries:
            self.restarts.append(what)
            return
        again = " (it was started again, to no avail)" if trial else ""
        raise CommandError(f"{self._called()} {what}{again}{process.stderr()}") from None

    def _running(self) -> Process:
        if self._process is None:
            self._process = Process(self.arguments)
            self._answered = 0
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.end()

    def _called(self) -> str:
        return name_of(self.arguments)

    def __repr__(self) -> str:
        return f"CommandOracle({shlex.join(self.arguments)!r})"


def _read_command(command: str | Sequence[str]) -> list[str]:
    if isinstance(command, str):
        try:
            arguments = shlex.split(command)
        except ValueError as error:
            raise OptionError(f"the command {shorten(command, 80)!r} can't be split into words: {error}") from None
    else:
        arguments = [os.fspath(each) for each in command]
    if not arguments or not arguments[0]:
        raise OptionError(f"a command is the name of a program and its arguments, not {command!r}")
    return arguments


def _read_answer(reply: bytes, number: int, claim: Claim | None) -> Answer:
    """The answer in what was printed. If it is no answer, a ValueError says what it is instead."""
    line, _, more = reply.partition(b"\n")
    if len(line) > MAX_LINE:
        raise ValueError(f"a line of more than {MAX_LINE:,} bytes, which starts with {shown(line)}")
    if more:
        count = more.count(b"\n") + (not more.endswith(b"\n"))
        what = "one more line" if count == 1 else f"{count:,} more lines"
        raise ValueError(f"{shown(line)} and {what}: {shown(more)}")
    try:
        text = line.decode().strip()
    except UnicodeDecodeError:
        raise ValueError(f"{shown(line)}, which is not UTF-8") from None
    words = NUMBER_WORDS if isinstance(claim, Number) else WORDS
    if text.lower() in words:
        return Answer(words[text.lower()])
    if not text:
        raise ValueError("an empty line")
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError(f"{shown(line)}, which is not JSON") from None
    except_: Any = []
    if isinstance(given, dict):
        if "answer" not in given:
            raise ValueError(f'{shown(line)}, which has no "answer"')
        if "id" in given and given["id"] != number:
            raise ValueError(f"{shown(line)}, whose id is not {number}")
        except_ = given.get("except", []) if isinstance(claim, (Rule, Unlimited)) else []
        given = given["answer"]
    if isinstance(given, str):
        word = given.strip().lower()
        if word not in words:
            raise ValueError(shown(line))
        given = words[word]
    elif isinstance(claim, Number) and given is not None and type(given) is not int:
        raise ValueError(shown(line))  # "yes" is no number
    elif not isinstance(claim, Number) and given is not None and not isinstance(given, bool):
        raise ValueError(shown(line))
    try:
        return Answer.of(given, except_=except_)
    except (OracleError, TypeError):
        raise ValueError(f'{shown(line)}, whose "except" is not a list of names with a "no"') from None


def claim_message(claim: Claim, vocabulary: Vocabulary) -> dict[str, Any]:
    """What a command is sent about a rule, without the number of the question."""
    names = vocabulary.names

    def constraints(rule: Rule) -> list[list[Any]]:
        return [[rule.relation.name, [names[variable] for variable in scope]] for scope in rule.constraints()]

    words = question_about(claim, vocabulary)
    if isinstance(claim, Rule):
        return {
            "rule": words,
            "relation": claim.relation.name,
            "over": claim.family.spec,
            "groups": names_to_choose(claim.family, MOST_GROUPS),
            "constraints": constraints(claim),
        }
    if isinstance(claim, Number):
        return {
            "number": words,
            "relation": claim.bound.name,
            "over": claim.family.spec,
            "groups": names_to_choose(claim.family, MOST_GROUPS),
            "cells": [[names[variable] for variable in group] for group in claim.family.groups()],
        }
    assert not isinstance(claim, Review)  # `asked_about` puts it rule by rule
    besides = [each for rule in claim.besides for each in constraints(rule)]
    if isinstance(claim, Unlimited):
        return {
            "unlimited": words,
            "besides": besides,
            "relations": [bound.name for bound in claim.bounds],
            "over": claim.family.spec,
            "cells": [[names[variable] for variable in group] for group in claim.family.groups()],
        }
    every = itertools.combinations(range(len(names)), claim.arity)
    scopes = np.array(list(every), dtype=np.int64).reshape(-1, claim.arity)
    speaks = claim.holds_keys(scope_keys(scopes, len(names)), len(names))
    return {
        "free": words,
        "besides": besides,
        "scopes": [[names[variable] for variable in scope] for scope in scopes[speaks].tolist()],
    }


def _printed_more(more: bytes) -> str:
    return f"printed {shown(more)}, which nobody has asked for,"
