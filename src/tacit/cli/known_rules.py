"""At the terminal: a person says a rule unasked, looks at the rules said before, and takes one back."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Sequence
from typing import TypeVar

import click

from tacit.cli.layout import are, plural, wrapped
from tacit.errors import AnswerError, RuleError, TacitError
from tacit.interview import Interview
from tacit.interview.composing import family_called, in_orders, needs_number, rules_with, with_number
from tacit.learning.claims import Claimed
from tacit.problem.bounds import Bound
from tacit.problem.query import Query
from tacit.problem.relations import Relation
from tacit.problem.vocabulary import Vocabulary
from tacit.showing.claim_words import answer_word, statement
from tacit.showing.sayings import in_letters
from tacit.structure.exceptions import find_groups
from tacit.structure.family import Family
from tacit.structure.phrases import listed
from tacit.structure.rule import Number, Rule

MOST = 12  # so many things to choose from are listed
T = TypeVar("T")


class KnownRules:
    """The key "I know a rule". `line` waits for a line; `drawn` draws an example.

    All is typed with Enter, so that no sentence is taken for a row of keys.
    """

    def __init__(
        self,
        interview: Interview,
        line: Callable[[], str],
        drawn: Callable[[Query], str],
    ) -> None:
        self.interview = interview
        self.line = line
        self.drawn = drawn

    def talk(self) -> None:
        """Say a rule, or take one back. An empty line leads back to the questions."""
        told = self.interview.told
        if told:
            click.echo("\nRules that you have said:")
            for number, (_, rule) in enumerate(told, 1):
                click.echo(_item(number, statement(rule, self._v)))
            if not self._wants_another():
                return
        relation = self._relation()
        # Whatever is refused is said in another way here, and not at the keys, where each letter would be an answer.
        while relation is not None:
            composed = self._composed(relation)
            if composed is None or self._take(composed):
                return

    def _wants_another(self) -> bool:
        """Take back a rule, if the person wants to; True if they want to say another one instead."""
        told = self.interview.told
        while True:
            click.echo("A number takes that one back, n says another, Enter goes on: ", nl=False)
            typed = self.line().strip()
            if typed.isdecimal() and 1 <= int(typed) <= len(told):
                entry, rule = told[int(typed) - 1]
                self.interview.take_back(entry.position)
                click.echo(wrapped(f"Taken back: {statement(rule, self._v)}."))
                click.echo(f"{are(self.interview.reused, 'answer')} used as before.")
                return False
            if typed in ("", "n"):
                return typed == "n"
            click.echo(_not_understood(typed, len(told)))

    @property
    def _v(self) -> Vocabulary:
        return self.interview.file.problem.vocabulary

    def _composed(self, relation: Relation) -> Rule | None:
        rules = rules_with(self.interview.dialogue, relation)
        click.echo("\nWhere does it hold?")
        words = "row anna" if isinstance(relation, Bound) else "next in row"
        chosen = self._chosen(
            rules,
            lambda rule: statement(rule, self._v),
            lambda text: self._in_words(relation, text),
            f"Number, or words like '{words}'",
        )
        return chosen if chosen is None or not needs_number(relation) else self._numbered(chosen)

    def _numbered(self, rule: Rule) -> Rule | None:
        """The rule with the number that the person says; None if they change their mind."""
        assert isinstance(rule.relation, Bound)
        low, high = self.interview.numbers(Number(rule.relation, rule.family))
        click.echo(f"\n{wrapped(f'{_start(statement(rule, self._v))}?', indent=0)}")
        while True:
            click.echo(f"A number from {low} to {high} (Enter: back): ", nl=False)
            typed = self.line().strip()
            if not typed:
                return None
            if re.fullmatch(r"[-+]?[0-9]{1,12}", typed) and low <= int(typed) <= high:
                return with_number(rule, int(typed))
            click.echo(f"{typed[:40]!r} is no number from {low} to {high}.")

    def _relation(self) -> Relation | None:
        relations = list(self.interview.file.problem.language)
        if len(relations) == 1:
            return relations[0]
        click.echo("\nWhat holds?")
        return self._chosen(relations, in_letters, None, "Number")

    def _chosen(
        self, choices: Sequence[T], show: Callable[[T], str], read: Callable[[str], T | None] | None, ask: str
    ) -> T | None:
        """One of these, by its number; or what `read` makes of other words. None if the person changes their mind."""
        shown = MOST
        for number, each in enumerate(choices[:shown], 1):
            click.echo(_item(number, show(each)))
        while True:
            more = "m: more, " if shown < len(choices) else ""
            click.echo(f"{ask} ({more}Enter: back): ", nl=False)
            typed = self.line().strip()
            if not typed:
                return None
            if typed == "m" and more:
                for number, each in enumerate(choices[shown : shown + MOST], shown + 1):
                    click.echo(_item(number, show(each)))
                shown += MOST
            elif typed.isdecimal() and 1 <= int(typed) <= min(shown, len(choices)):
                return choices[int(typed) - 1]
            elif typed.isdecimal() or read is None:
                click.echo(_not_understood(typed, min(shown, len(choices))))
            elif (found := read(typed)) is not None:
                return found

    def _in_words(self, relation: Relation, text: str) -> Rule | None:
        """The relation on the family that these words name; tells what is wrong with them otherwise."""
        try:
            family = family_called(self.interview.file.problem, text, relation)
            if needs_number(relation):
                assert isinstance(relation, Bound)
                self.interview.numbers(Number(relation, family))  # an error, if the bound is not over this family
        except TacitError as error:
            click.echo(wrapped(f"{error}."))
            return None
        rules = list(in_orders(self.interview.dialogue.asker.answers.claims, relation, family))
        if len(rules) <= 1:
            return rules[0] if rules else Rule(relation, family)
        click.echo("\nWhich way round?")
        return self._chosen(rules, lambda rule: statement(rule, self._v), None, "Number")

    def _take(self, rule: Rule) -> bool:
        """Show what a rule means, and take it if the person agrees. False if it was not taken."""
        try:
            example = self.interview.check_rule(rule)
        except RuleError as error:
            self._refused(error)
            return False
        except TacitError as error:
            click.echo(f"\n{wrapped(f'{error}.')}")
            return False
        click.echo(f"\n{wrapped(f'{_start(statement(rule, self._v))}.', indent=0)}")
        click.echo(f"That is {plural(len(rule.constraints()), 'constraint')}, in {plural(rule.family.count, 'place')}.")
        if example is not None:
            click.echo("This, for example, would be wrong:\n")
            click.echo(textwrap.indent(self.drawn(example), "  "))
        click.echo()
        while True:
            click.echo("Take this rule? (y or n, and Enter): ", nl=False)
            typed = self.line().strip()
            if typed in ("y", "yes"):
                self.interview.tell_rule(rule)
                return True
            if typed in ("", "n", "no"):
                return False
            click.echo(f"{typed[:40]!r} is neither y nor n.")

    def _refused(self, error: RuleError) -> None:
        """Earlier answers speak against the rule: show one of them."""
        against = next((query for query in error.yes if isinstance(query, Query)), None)
        if against is None:
            said = [each for each in error.claims if isinstance(each, Claimed)]
            why = [
                f"{statement(each.claim, self._v, each.exceptions)}: "
                f"{answer_word(each.claim, each.answer, each.number)}"
                for each in said
            ]
            text = f"That can't be. You have said: {listed(why)}." if why else f"{_start(str(error))}."
            click.echo(f"\n{wrapped(text)}")
            return
        entry = self.interview.entry_of(against)
        where = f"question {entry.position}" if entry is not None else "a known example"
        click.echo(f"\nThat can't be: {where} breaks this rule, and was answered yes:\n")
        click.echo(textwrap.indent(self.drawn(against), "  "))


def read_exceptions(family: Family, typed: str) -> list[str]:
    """The names of groups in what a person typed; a name that no group has is an `AnswerError`.

    >>> from tacit.problem.vocabulary import Vocabulary
    >>> from tacit.structure.finding import find_family
    >>> v = Vocabulary({f"shift[{who},{day}]": [0, 1] for who in ("anna", "ben", "eva") for day in ("Mon", "Tue")})
    >>> read_exceptions(find_family(v, "row"), "anna and eva"), read_exceptions(find_family(v, "row"), "ben, row eva")
    (['anna', 'eva'], ['ben', 'row eva'])
    """
    pieces = [piece.strip() for piece in re.split(r"[,;](?![^\[]*\])", typed) if piece.strip()]
    found: list[str] = []
    for piece in pieces:
        try:
            find_groups(family, [piece])
            found.append(piece)
        except AnswerError:
            several = [part.strip() for part in piece.split(" and ") if part.strip()]
            find_groups(family, several)
            found += several
    return found


def _not_understood(typed: str, count: int) -> str:
    """What was typed is no number of the list above."""
    return f"{typed[:40]!r} is not in the list: it has {'only ' if count == 1 else '1 to '}{count}."


def _item(number: int, text: str) -> str:
    return wrapped(f"{number:>3}  {_start(text)}", indent=5)


def _start(text: str) -> str:
    """A sentence; letters that stand for cells stay small."""
    return f"{text[0].upper()}{text[1:]}" if text[1:2].isalpha() else text
