"""A person at a terminal: one question at a time, answered by single keys."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from typing import Any

import click

from tacit.cli import cards
from tacit.cli.keys import LEAVE, UNDO, Keys, keyboard
from tacit.cli.known_rules import KnownRules, read_exceptions
from tacit.cli.layout import WIDTH, are, plural, some_of, wrapped
from tacit.cli.read_out import read_places, which_are_wrong
from tacit.cli.screen import TerminalScreen
from tacit.cli.summary import doubts, learned
from tacit.errors import AnswerError, MarkError, TacitError
from tacit.interview import Interview, Statement
from tacit.interview.log import TOLD, Entry
from tacit.interview.marking import how_to_name, read_cells
from tacit.learning.advice import Advice
from tacit.learning.asking import Question
from tacit.learning.claims import Claimed
from tacit.learning.result import Status
from tacit.problem.bounds import Bound
from tacit.problem.query import Query
from tacit.showing.advice_words import in_a_file
from tacit.showing.bound_words import stated
from tacit.showing.claim_words import statement
from tacit.showing.doubt_words import not_both
from tacit.showing.review_words import what_is_asked
from tacit.structure.phrases import listed
from tacit.structure.rule import IT_DIFFERS, NO_LIMIT, Number, Review, Rule, Unlimited

# With the answer behind it, each line of keys is at most 80 columns wide.
YES_OR_NO = "[y] yes  [n] no  "
OR_EXCEPT = "[e] no, except  "
OR_MARK = "[m] no, because of …  "
OR_LIMITS = "[e] limits only to  "
UNKNOWN = "[?] don't know  "
OTHERS = "[u] undo  [q] leave  "
OR_TELL = "\n[k] I know a rule  "
ASKED = {"example": "Is this fine?  ", "plan": "Is it fine?  ", "free": "Is that so?  "}
EXCEPT, KNOWN, MARK = "e", "k", "m"  # keys: "no, except …", "I know a rule", "no, because of …"
NO_LIMIT_KEY, DIFFERS_KEY = "l", "d"
MOST_NAMED = 30  # so many groups are listed to choose exceptions from
EXAMPLES = (
    "Each question is an example; most leave cells empty. Say yes if what is filled in is fine as far as it goes, and "
    "no if it breaks a rule. Empty cells don't matter."
)
RULES_TOO = (
    "A question is an example, or a rule. An example leaves most cells empty: say yes if what is filled in is fine as "
    "far as it goes, and no if it breaks a rule. If you know a rule, press k to say it."
)
PLANS = (
    "You are shown plans until one is right. Say yes to take one. If something is wrong, press m and name the fewest "
    "cells that are wrong together; a question about the rule behind it follows, and then the next plan."
)
ANSWERS: dict[str, bool | None] = {"y": True, "n": False, "?": None, " ": None}
SAID = {True: "yes", False: "no", None: "don't know"}
NO_ANSWER = object()


class WrittenElsewhere(Exception):
    """While we waited for a key, the interview was changed elsewhere, such as on the page."""


class Person:
    """Talks with whoever sits there, until nothing is left to ask or they leave.

    again: the command that goes on from here
    """

    def __init__(self, interview: Interview, again: str) -> None:
        self.interview = interview
        self.again = again
        self._screen = TerminalScreen()
        self._seen: int | None = None
        self._limits: dict[str, int] = {}

    def talk(self) -> Interview:
        """The interview as it is in the end. It is another object if it was read again from the log."""
        if self.interview.question is not None:
            if self.interview.file.about:
                click.echo(textwrap.fill(self.interview.file.about, 80))
            told = PLANS if self.interview.wants_a_plan else RULES_TOO if self._may_tell() else EXAMPLES
            click.echo(textwrap.fill(told, 80))
        with keyboard() as keys:
            while not self._talk(keys):
                self.interview = Interview.open(self.interview.log, self.interview.id)
                click.echo("\n\nSomething was answered or taken back elsewhere in the meantime.")
        return self.interview

    def _talk(self, keys: Keys) -> bool:
        """Talk to the end; False if the interview must be read again first."""
        try:
            while self._answer_all(keys):
                if not (self._mend(keys) or self._come_back(keys) or self._look_back(keys)):
                    return True
        except WrittenElsewhere:
            return False
        self._leave()
        return True

    def _key(self, keys: Keys) -> str:
        """Wait for a key. It was meant for what is on the screen, so it counts only if that is still true."""
        return self._if_still_true(keys.key())

    def _line(self, keys: Keys) -> str:
        return self._if_still_true(keys.line())

    def _text(self, keys: Keys) -> str:
        return self._if_still_true(keys.text())

    def _if_still_true(self, typed: str) -> str:
        """What was typed, if the interview in the log is still as we know it. Whoever leaves may do so anyhow."""
        if typed not in LEAVE:
            self._look()
        return typed

    def _look(self) -> None:
        log, interview = self.interview.log, self.interview
        written = log.written_elsewhere()
        if written == self._seen:
            return
        self._seen = written
        here, there = (
            [(e.position, e.query, e.answer, e.exceptions, e.number) for e in found]
            for found in (interview.entries, log.entries(interview.id))
        )
        if here != there or log.kept(interview.id).relations != interview.relations:
            raise WrittenElsewhere

    def _answer_all(self, keys: Keys) -> bool:
        """Ask until nothing is left to ask; False if the person leaves."""
        while self.interview.question is not None:
            earlier, before = self.interview.put_again(), len(self.interview.entries)
            self._screen.show(self.interview, self.interview.question)
            if not self._take_answer(keys):
                return False
            if earlier is not None and len(self.interview.entries) > before:
                self._compare(earlier, self.interview.entries[before], keys)
        return True

    def _may_tell(self) -> bool:
        """Can rules be said unasked? The guided learner can be told, but not while it looks for a slip."""
        return self.interview.dialogue.options.guided and not self.interview.dialogue.asker.settling

    def _compare(self, earlier: Statement, entry: Entry, keys: Keys) -> None:
        """If the answer to a check does not go with an earlier one, show both, and change the one that was wrong."""
        interview, before = self.interview, earlier.entry
        if before is None or entry.answer is None or not interview.disagrees_with(earlier, entry):
            return
        now = interview.statement(entry)
        click.echo(f"\n{wrapped(not_both(earlier.asked, now.asked), indent=0)}\n")
        click.echo(cards.side_by_side(earlier, now))
        self._screen.forget()
        wrong = {str(each.position): each for each in (before, entry)}
        click.echo(f"\nWas one of them a slip?  [{' or '.join(wrong)}, Enter] yes, that one  [Enter] no  ", nl=False)
        typed = self._if_still_true(keys.number())
        if typed in wrong:
            click.echo()
            if self._set_right(wrong[typed], keys):
                self._tell_changed()
        else:
            click.echo("no")

    def _look_back(self, keys: Keys) -> bool:
        """Show what may be wrong with the result, and what would help. False if nothing was changed."""
        interview = self.interview
        shown = doubts(interview, keys=True)
        if not shown:
            return False
        click.echo("\n" + "\n\n".join(shown) + "\n")
        looks = [look.said.entry for look in interview.second_looks()[: cards.MOST_CARDS]]
        entries = {str(entry.position): entry for entry in looks if entry is not None}
        advice = dict(zip(cards.LETTERS, interview.result.advice, strict=False))
        offered = [f"[{' or '.join(entries)}, Enter] change that answer"] if entries else []
        offered += [f"[{'a' if len(advice) == 1 else f'a to {max(advice)}'}] add it and go on"] if advice else []
        if not offered:
            return False
        while True:
            click.echo(f"{_on_lines([*offered, '[Enter] leave it so'])}  ", nl=False)
            typed = self._if_still_true(keys.number())
            if typed in entries:
                click.echo()
                if self._set_right(entries[typed], keys):
                    self._tell_changed()
                    return True
            elif typed in advice:
                if self._extend(advice[typed]):
                    return True
            elif typed in LEAVE or typed in ("\n", "\r", " "):
                click.echo("leave it so")
                return False
            else:
                click.echo(f"\n{_quoted(typed)} is none of these.")

    def _extend(self, advice: Advice) -> bool:
        """Add what is advised; False if that can't be done, which is said."""
        try:
            self.interview.extend([advice.entry])
        except TacitError as error:
            click.echo(wrapped(f"\n{error}"))
            return False
        click.echo("add it")
        click.echo(wrapped(f"Added: {in_a_file(advice)}. {are(self.interview.reused, 'answer')} used as before."))
        return True

    def _mend(self, keys: Keys) -> bool:
        """If answers contradict each other, show them and change the wrong one. False if nothing was changed."""
        statements = self.interview.conflict()
        entries = {said.entry.position: said.entry for said in statements if said.entry is not None}
        if not entries:
            return False
        click.echo(f"\n{cards.contradiction(statements, self.interview.result.reason)}\n")
        while True:
            click.echo("Which of them is wrong? Its number and Enter, or q to leave: ", nl=False)
            typed = self._line(keys)
            if typed in LEAVE:
                return False
            if typed.isdecimal() and int(typed) in entries:
                if not self._set_right(entries[int(typed)], keys):
                    return False
                self._tell_changed()
                return True
            numbers = ", ".join(map(str, sorted(entries)))
            click.echo(f"One of {numbers}, please." if len(entries) > 1 else f"Only {numbers} can be set right here.")

    def _set_right(self, entry: Entry, keys: Keys) -> bool:
        """Set a wrong answer right. What a wrong number should have been must be asked, and so must what is wrong in
        what was read out; False if the person leaves."""
        review = self.interview.read_out_by(entry)
        if review is not None:
            click.echo()
            return self._set_review_right(entry, review, keys)
        asked = self.interview.asked_for_a_number(entry)
        if asked is None:
            self.interview.set_right(entry.position)
            return True
        click.echo()
        self._screen.put(self.interview, asked)
        while True:
            click.echo(f"\n{self._number_keys(asked)}[q] leave  ", nl=False)
            typed = self._if_still_true(keys.number())
            if typed in LEAVE:
                click.echo("leave")
                return False
            given = self._read_number(asked, typed)
            if given is not NO_ANSWER:
                self.interview.change(entry.position, given)
                return True

    def _set_review_right(self, entry: Entry, review: Review, keys: Keys) -> bool:
        self._screen.put(self.interview, review)
        while True:
            click.echo(f"\n{what_is_asked(review)}  {YES_OR_NO}{UNKNOWN}[q] leave  ", nl=False)
            pressed = self._key(keys)
            if pressed in LEAVE:
                click.echo("leave")
                return False
            if pressed not in ANSWERS:
                click.echo(f"\n{_quoted(pressed)} is none of the keys.")
                continue
            click.echo(SAID[ANSWERS[pressed]])
            wrong = self._wrong_lines(review, keys) if pressed == "n" else []
            if wrong is not None:
                self.interview.change(entry.position, ANSWERS[pressed], except_=wrong)
                return True

    def _wrong_lines(self, review: Review, keys: Keys) -> list[str] | None:
        return which_are_wrong(review, lambda: self._if_still_true(keys.number()))

    def _come_back(self, keys: Keys) -> bool:
        """If only "don't know" stands in the way, ask those questions again. False if nothing was changed."""
        interview = self.interview
        unknown = [entry for entry in interview.entries if entry.answer is None]
        if interview.result.status != Status.UNDECIDED or not unknown:
            return False
        left = len(interview.result.undecided)
        click.echo(
            "\n"
            + wrapped(f"{are(left, 'candidate')} left open by {plural(len(unknown), 'question')} you did not know.")
        )
        click.echo("Look at them again?  [y/n]  ", nl=False)
        if self._key(keys) != "y":
            click.echo("no")
            return False
        click.echo("yes")
        changed = False
        for entry in unknown:
            said = interview.read(entry)
            if said is None:
                continue
            click.echo(f"\n{click.style(f'Question {entry.position:,} again', bold=True)}\n")
            if isinstance(said, Claimed) and isinstance(said.claim, (Number, Review)):
                if not self._set_right(entry, keys):
                    break
                changed = True
                continue
            self._screen.put(interview, said.claim if isinstance(said, Claimed) else said.query)
            fine = "" if isinstance(said, Claimed) else "Is this fine?  "
            click.echo(f"\n{fine}[y] yes   [n] no   [?] still don't know   [q] enough  ", nl=False)
            pressed = self._key(keys)
            if pressed in LEAVE:
                click.echo("enough")
                break
            click.echo({"y": "yes", "n": "no"}.get(pressed, "don't know"))
            if pressed in ("y", "n"):
                interview.change(entry.position, pressed == "y")
                changed = True
        return changed

    def _take_answer(self, keys: Keys) -> bool:
        """Wait for a key and take it as an answer; False if the person leaves."""
        while True:
            question = self.interview.question
            if question is None:  # the last answer was undone, or a rule has settled all that was open
                return True
            click.echo(self._keys_for(question), nl=False)
            pressed = self._if_still_true(keys.number() if isinstance(question, Number) else keys.key())
            if pressed in LEAVE:
                click.echo("leave")
                return False
            if pressed in UNDO:
                self._undo()
                if self.interview.question is not None:
                    self._screen.show(self.interview, self.interview.question)
                continue
            if pressed == KNOWN and self._may_tell():
                click.echo("rules")
                self._tell_rules(keys)
                return True
            if pressed == EXCEPT and _may_have_exceptions(question):
                click.echo("limits only to" if isinstance(question, Unlimited) else "no, except")
                if isinstance(question, Rule) and self._take_exceptions(question, keys):
                    return True
                if isinstance(question, Unlimited) and self._take_limits(question, keys):
                    return True
                continue
            if pressed == MARK and question.kind == "plan":
                click.echo("no, because of")
                if self._take_mark(question, keys):
                    return True
                continue
            if isinstance(question, Number):
                answer = self._read_number(question, pressed)
                if answer is NO_ANSWER:
                    continue
            elif pressed not in ANSWERS:
                click.echo(f"\n{_quoted(pressed)} is none of the keys.")
                continue
            else:
                answer = ANSWERS[pressed]
                click.echo(SAID[answer])
            wrong = self._wrong_lines(question, keys) if isinstance(question, Review) and answer is False else []
            if wrong is None:
                continue
            try:
                self.interview.answer(answer, except_=wrong)
            except AnswerError as error:
                if self._refused(error, keys):
                    return True
                continue
            return True

    def _tell_rules(self, keys: Keys) -> None:
        interview = self.interview
        KnownRules(
            interview, lambda: self._text(keys), lambda query: self._screen.drawn_afresh(interview, query)
        ).talk()

    def _read_number(self, asked: Number, typed: str) -> Any:
        """The answer to a question for a number that was typed; `NO_ANSWER` if it is none, which is said."""
        low, high = self.interview.numbers(asked)
        words = {NO_LIMIT_KEY: NO_LIMIT, "?": None, " ": None}
        if asked.family.count > 1:
            words[DIFFERS_KEY] = IT_DIFFERS
        if typed in words:
            click.echo(words[typed] or "don't know")
            return words[typed]
        if re.fullmatch(r" *[-+]?[0-9]{1,12} *", typed) and low <= int(typed) <= high:
            click.echo()
            return int(typed)
        click.echo(f"\n{_quoted(typed[:20])} is none of the keys, and no number from {low} to {high}.")
        return NO_ANSWER

    def _number_keys(self, asked: Number) -> str:
        low, high = self.interview.numbers(asked)
        numbers = f"{low} to {high}" if low < high else f"{low}"
        differs = f"[{DIFFERS_KEY}] it differs  " if asked.family.count > 1 else ""
        return f"[{numbers}, Enter]  [{NO_LIMIT_KEY}] no limit  {differs}{UNKNOWN}"

    def _keys_for(self, question: Question) -> str:
        """What can be pressed; the answer is written behind it."""
        if isinstance(question, Number):
            answers = self._number_keys(question)
            return f"{answers.rstrip()}{OR_TELL if self._may_tell() else chr(10)}{OTHERS}"
        asked = f"{what_is_asked(question)}  " if isinstance(question, Review) else ASKED.get(question.kind, "")
        but = OR_LIMITS if isinstance(question, Unlimited) else OR_MARK if question.kind == "plan" else OR_EXCEPT
        more = question.kind == "plan" or _may_have_exceptions(question)
        answers = f"{YES_OR_NO}{but if more else ''}{UNKNOWN}"
        return f"{asked}{answers.rstrip()}{OR_TELL}{OTHERS}" if self._may_tell() else f"{asked}{answers}{OTHERS}"

    def _undo(self) -> None:
        """Take back what was said last. Of a rule that was said unasked nothing is on the screen, so it is named."""
        last = self.interview.entries[-1] if self.interview.entries else None
        said = self.interview.read(last) if last is not None and last.kind == TOLD else None
        if not self.interview.undo():
            click.echo("\nThere is nothing to undo.")
            return
        click.echo("undo")
        if isinstance(said, Claimed):
            vocabulary = self.interview.file.problem.vocabulary
            click.echo(wrapped(f"Taken back: {statement(said.claim, vocabulary)}."))

    def _take_exceptions(self, rule: Rule, keys: Keys) -> bool:
        """Ask which groups differ, and answer so; False if the person changes their mind."""
        names = rule.family.called(range(rule.family.count))
        click.echo(wrapped(f"The rule is about: {some_of(names, MOST_NAMED)}."))
        while True:
            click.echo("It holds except for (names, or Enter to go back): ", nl=False)
            typed = self._text(keys)
            if not typed.strip():
                return False
            try:
                self.interview.answer(False, except_=read_exceptions(rule.family, typed))
            except AnswerError as error:
                # A name is typed again here, and not at the keys, where each of its letters would be an answer.
                click.echo(wrapped(f"{error}."))
                continue
            return True

    def _take_mark(self, plan: Question, keys: Keys) -> bool:
        """Ask which cells clash, and answer so; False if the person changes their mind."""
        assert isinstance(plan, Query)
        while True:
            click.echo(f"Wrong together (such as {how_to_name(plan)}; Enter: go back): ", nl=False)
            typed = self._text(keys)
            if not typed.strip():
                return False
            try:
                self.interview.answer(False, clash=read_cells(plan, typed))
            except (AnswerError, MarkError) as error:
                click.echo(wrapped(f"{error}."))
                continue
            return True

    def _take_limits(self, unlimited: Unlimited, keys: Keys) -> bool:
        """Ask what is limited, and answer so; False if the person changes their mind."""
        click.echo("There are limits to these, and to nothing else: which?")
        bounds = {self._number_of_limit(bound): bound for bound in unlimited.bounds}
        for number, bound in sorted(bounds.items()):
            click.echo(wrapped(f"{number:>3}  {stated(bound)}", indent=5))
        while True:
            click.echo("Numbers (or Enter to go back): ", nl=False)
            typed = self._text(keys)
            if not typed.strip(" ,"):
                return False
            places, wrong = read_places(typed, bounds)
            if wrong is not None:
                click.echo(
                    wrapped(f"{wrong} is not in the list: it has {listed([str(each) for each in sorted(bounds)])}.")
                )
                continue
            self.interview.answer(False, except_=[bounds[place].name for place in places])
            return True

    def _number_of_limit(self, bound: Bound) -> int:
        """The number of a limit in lists to choose from: the same in all of them, whatever else is left to ask."""
        return self._limits.setdefault(bound.name, len(self._limits) + 1)

    def _refused(self, error: AnswerError, keys: Keys) -> bool:
        """Show why an answer can't be right beside an earlier one; True if the earlier one was changed instead."""
        if not isinstance(error.earlier, Query):
            click.echo(wrapped(f"{error}."))
            return False
        entry = self.interview.entry_of(error.earlier)
        larger = len(error.earlier) > len(error.query)  # type: ignore[arg-type]
        which = f"question {entry.position}" if entry else "a known example"
        how = "contains this one, and was answered yes" if larger else "is a part of this one, and was answered no"
        click.echo(f"\nThat can't be: {which} {how}:\n")
        click.echo(textwrap.indent(self._screen.drawn(self.interview, error.earlier), "  "))
        self._screen.forget()
        if entry is None:
            return False
        click.echo("\nWas that wrong?  [y] yes, change it   [n] no, answer this one again  ", nl=False)
        wrong = self._key(keys) == "y"
        click.echo("yes" if wrong else "no")
        if wrong:
            self.interview.change(entry.position, not entry.answer)
            self._tell_changed()
        return wrong

    def _tell_changed(self) -> None:
        click.echo(f"Changed. {are(self.interview.reused, 'answer')} used as before.")

    def _leave(self) -> None:
        interview = self.interview
        count = f"{interview.said} {'is' if interview.answers + len(interview.told) == 1 else 'are'} kept."
        on_one_line = f"{count} `{self.again}` goes on from here."
        click.echo(
            f"\n{on_one_line}" if len(on_one_line) <= WIDTH else f"\n{count} To go on from here:\n\n  {self.again}"
        )
        so_far = interview.so_far()
        if len(so_far.network):
            click.echo(f"\n{learned(so_far, interview.file.problem)}")


def _may_have_exceptions(question: Question) -> bool:
    """Where a rule is about a single group, or a question about a single limit, the exception would be all of it."""
    if isinstance(question, Unlimited):
        return len(question.bounds) > 1
    return isinstance(question, Rule) and question.family.count > 1


def _on_lines(keys: Sequence[str]) -> str:
    """Keys side by side, or below each other if that is too wide with an answer behind it."""
    side_by_side = "  ".join(keys)
    return side_by_side if len(side_by_side) <= WIDTH - len("  leave it so") else "\n".join(keys)


def _quoted(typed: str) -> str:
    return repr(typed[:40]) if typed.isprintable() else "That"
