"""A person at a terminal: a question at a time, drawn as a grid or a list, answered by single keys."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Callable, Mapping

import click

from tacit.cli.keys import END, keyboard
from tacit.cli.outcome import learned
from tacit.drawing import draw
from tacit.errors import AnswerError
from tacit.interview import Interview
from tacit.query import Query

KEYS = "[y] yes   [n] no   [?] don't know   [u] undo   [q] leave"
ANSWERS: dict[str, bool | None] = {"y": True, "n": False, "?": None, " ": None}
UNDO = ("u", "\x7f", "\b")
LEAVE = ("q", "\x1b", "\x04", END)


class Person:
    """Talks with whoever sits there, until nothing is left to ask or they leave."""

    def __init__(self, interview: Interview, file: str) -> None:
        self.interview = interview
        self.file = file
        self.previous: dict[str, int | str] = {}

    def talk(self) -> None:
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
        with keyboard() as key:
            while self.interview.query is not None:
                self._show(self.interview.query)
                if not self._take_answer(key):
                    self._leave()
                    return

    def _show(self, query: Query) -> None:
        interview, state = self.interview, self.interview.dialogue.state
        facts = f"{len(state.network):,} learned · {int(state.in_bias.sum()):,} candidates left"
        title = f"Question {interview.answers + 1:,}"
        click.echo(f"\n{click.style(title, bold=True)}   {facts}\n")
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

    def _take_answer(self, key: Callable[[], str]) -> bool:
        """One key; False if the person leaves."""
        while True:
            click.echo(f"Is this fine?  {KEYS}  ", nl=False)
            pressed = key()
            if pressed in LEAVE:
                click.echo("leave")
                return False
            if pressed in UNDO:
                click.echo("undo" if self.interview.undo() else "there is nothing to undo")
                if self.interview.query is not None:
                    self._show(self.interview.query)
                continue
            if pressed not in ANSWERS:
                click.echo(f"{pressed!r} is none of the keys")
                continue
            answer = ANSWERS[pressed]
            click.echo({True: "yes", False: "no", None: "don't know"}[answer])
            try:
                self.interview.answer(answer)
            except AnswerError as error:
                click.echo(textwrap.fill(f"That can't be: {_in_words(error)}", 80))
                continue
            return True

    def _leave(self) -> None:
        interview = self.interview
        count = f"{interview.answers:,} answers are" if interview.answers != 1 else "1 answer is"
        click.echo(f"\n{count} kept. `tacit learn {self.file}` goes on from here.")
        so_far = interview.so_far()
        if len(so_far.network):
            click.echo(f"\n{learned(so_far)}")


def _in_words(error: AnswerError) -> str:
    """Why an answer is refused. `earlier` is a question that contains this one, or is a part of it."""
    assert isinstance(error.earlier, Query)
    assert isinstance(error.query, Query)
    if len(error.earlier) > len(error.query):
        return f"{error.earlier}, which contains this one, was answered yes. Undo (u) if that was wrong."
    return f"{error.earlier}, which is a part of this one, was answered no. Undo (u) if that was wrong."


def _as_list(shown: Mapping[str, int | str], changed: set[str]) -> str:
    return "\n".join(f"{'*' if name in changed else ' '} {name} = {value}" for name, value in shown.items())


def _bold(text: str) -> str:
    return click.style(text, bold=True)
