"""A person at a terminal: one question at a time, drawn as a grid or a list, answered by single keys."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Mapping

import click

from tacit.cli.keys import LEAVE, UNDO, Keys, keyboard
from tacit.cli.layout import WIDTH, are, plural, wrapped
from tacit.cli.summary import learned, side_by_side
from tacit.errors import AnswerError
from tacit.interview import Interview
from tacit.learning.result import Status
from tacit.problem.query import Query
from tacit.showing.drawing import draw

KEYS = "[y] yes  [n] no  [?] don't know  [u] undo  [q] leave"  # with the answer behind it: 80 columns
ANSWERS: dict[str, bool | None] = {"y": True, "n": False, "?": None, " ": None}


class WrittenElsewhere(Exception):
    """While we waited for a key, the interview was changed elsewhere, such as on the page."""


class Person:
    """Talks with whoever sits there, until nothing is left to ask or they leave.

    again: the command that goes on from here
    """

    def __init__(self, interview: Interview, again: str) -> None:
        self.interview = interview
        self.again = again
        self.previous: dict[str, int | str] = {}
        self._seen: int | None = None

    def talk(self) -> Interview:
        """The interview as it is in the end. It is another object if it was read again from the log."""
        if self.interview.query is not None:
            if self.interview.file.about:
                click.echo(textwrap.fill(self.interview.file.about, 80))
            click.echo(
                textwrap.fill(
                    "Each question is an example; most leave cells empty. Say yes if what is filled in is fine as far "
                    "as it goes, and no if it breaks a rule. Empty cells don't matter.",
                    80,
                )
            )
        with keyboard() as keys:
            while not self._talk(keys):
                self.interview = Interview.open(self.interview.log, self.interview.id)
                click.echo("\n\nSomething was answered or taken back elsewhere in the meantime.")
        return self.interview

    def _talk(self, keys: Keys) -> bool:
        """Talk to the end; False if the interview must be read again first."""
        try:
            while self._answer_all(keys):
                if not (self._mend(keys) or self._come_back(keys)):
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
            [(e.position, e.query, e.answer) for e in found] for found in (interview.entries, log.entries(interview.id))
        )
        if here != there or log.kept(interview.id).relations != interview.relations:
            raise WrittenElsewhere

    def _answer_all(self, keys: Keys) -> bool:
        """Ask until nothing is left to ask; False if the person leaves."""
        while self.interview.query is not None:
            self._show(self.interview.query)
            if not self._take_answer(keys):
                return False
        return True

    def _mend(self, keys: Keys) -> bool:
        """If answers contradict each other, show them and change the wrong one. False if nothing was changed."""
        statements = self.interview.conflict()
        entries = {said.entry.position: said.entry for said in statements if said.entry is not None}
        if not entries:
            return False
        click.echo(f"\n{side_by_side(statements, self.interview.result.reason)}\n")
        while True:
            click.echo("Which of them is wrong? Its number and Enter, or q to leave: ", nl=False)
            typed = self._line(keys)
            if typed in LEAVE:
                return False
            if typed.isdecimal() and int(typed) in entries:
                entry = entries[int(typed)]
                self.interview.change(entry.position, not entry.answer)
                self._tell_changed()
                return True
            click.echo(f"One of {', '.join(map(str, sorted(entries)))}, please.")

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
            vocabulary = interview.file.problem.vocabulary
            click.echo(f"\n{click.style(f'Question {entry.position:,} again', bold=True)}\n")
            click.echo(textwrap.indent(self._drawn(Query(vocabulary, vocabulary.encode(entry.query))), "  "))
            click.echo("\nIs this fine?  [y] yes   [n] no   [?] still don't know   [q] enough  ", nl=False)
            pressed = self._key(keys)
            if pressed in LEAVE:
                click.echo("enough")
                break
            click.echo({"y": "yes", "n": "no"}.get(pressed, "don't know"))
            if pressed in ("y", "n"):
                interview.change(entry.position, pressed == "y")
                changed = True
        return changed

    def _show(self, query: Query) -> None:
        interview, progress = self.interview, self.interview.progress()
        facts = f"{progress.learned:,} learned · {progress.left:,} candidates left"
        title = f"Question {interview.number:,}"
        click.echo(f"\n{click.style(title, bold=True)}   {facts}")
        believed = interview.beliefs()
        if believed:
            click.echo(textwrap.shorten(f"It seems: {'; '.join(believed)}", 80, placeholder=" …"))
        click.echo()
        click.echo(textwrap.indent(self._drawn(query), "  "))
        click.echo()

    def _drawn(self, query: Query) -> str:
        shown = query.shown
        changed = {name for name, value in shown.items() if self.previous and self.previous.get(name) != value}
        self.previous = shown
        width = max(40, min(shutil.get_terminal_size().columns, 120)) - 2
        if self.interview.file.draw == "list":
            return _as_list(shown, changed)
        return draw(query.assignment, query.vocabulary, changed=changed, width=width, emphasis=_bold)

    def _take_answer(self, keys: Keys) -> bool:
        """Wait for a key and take it as an answer; False if the person leaves."""
        while True:
            click.echo(f"Is this fine?  {KEYS}  ", nl=False)
            pressed = self._key(keys)
            if pressed in LEAVE:
                click.echo("leave")
                return False
            if pressed in UNDO:
                click.echo("undo" if self.interview.undo() else "\nThere is nothing to undo.")
                if self.interview.query is not None:
                    self._show(self.interview.query)
                continue
            if pressed not in ANSWERS:
                what = repr(pressed[:40]) if pressed.isprintable() else "That"
                click.echo(f"\n{what} is none of the keys.")
                continue
            answer = ANSWERS[pressed]
            click.echo({True: "yes", False: "no", None: "don't know"}[answer])
            try:
                self.interview.answer(answer)
            except AnswerError as error:
                if self._refused(error, keys):
                    return True
                continue
            return True

    def _refused(self, error: AnswerError, keys: Keys) -> bool:
        """Show why an answer can't be right beside an earlier one; True if the earlier one was changed instead."""
        assert isinstance(error.earlier, Query)
        entry = self.interview.entry_of(error.earlier)
        larger = len(error.earlier) > len(error.query)  # type: ignore[arg-type]
        which = f"question {entry.position}" if entry else "a known example"
        how = "contains this one, and was answered yes" if larger else "is a part of this one, and was answered no"
        click.echo(f"\nThat can't be: {which} {how}:\n")
        click.echo(textwrap.indent(self._drawn(error.earlier), "  "))
        self.previous = {}
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
        count = f"{are(interview.answers, 'answer')} kept."
        on_one_line = f"{count} `{self.again}` goes on from here."
        click.echo(
            f"\n{on_one_line}" if len(on_one_line) <= WIDTH else f"\n{count} To go on from here:\n\n  {self.again}"
        )
        so_far = interview.so_far()
        if len(so_far.network):
            click.echo(f"\n{learned(so_far)}")


def _as_list(shown: Mapping[str, int | str], changed: set[str]) -> str:
    return "\n".join(f"{'*' if name in changed else ' '} {name} = {value}" for name, value in shown.items())


def _bold(text: str) -> str:
    return click.style(text, bold=True)
