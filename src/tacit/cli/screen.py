"""Questions on a terminal's screen: an example drawn as a grid or a list, a claim in words."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Mapping

import click

from tacit.cli.layout import wrapped
from tacit.cli.read_out import read_out
from tacit.interview import Interview
from tacit.interview.question_text import why_asked
from tacit.learning.asking import Question
from tacit.problem.query import Query
from tacit.showing.board import changed
from tacit.showing.claim_words import question as in_words
from tacit.showing.drawing import draw
from tacit.structure.rule import Free, Review, Unlimited


class TerminalScreen:
    """Shows questions, and remembers the last example: the values that have changed since are marked."""

    def __init__(self) -> None:
        self.previous: dict[str, int | str] = {}
        self._star_is_explained = False

    def show(self, interview: Interview, question: Question) -> None:
        """Show the open question: its number, how far the interview is, and the question."""
        title = f"Question {interview.number:,}"
        click.echo(f"\n{click.style(title, bold=True)}   {interview.how_far}")
        why = why_asked(interview, question)
        believed = interview.beliefs()
        if why:
            click.echo(wrapped(why, indent=0))
            self.forget()
            if question.kind == "plan" and interview.wants_a_plan and interview.last_plan is not None:
                self.previous = interview.last_plan.shown
        elif believed:
            click.echo(textwrap.shorten(f"It seems: {'; '.join(believed)}", 80, placeholder=" …"))
        click.echo()
        self.put(interview, question)
        click.echo()

    def put(self, interview: Interview, question: Question) -> None:
        """Put a question: an example is drawn; a claim is asked in words, a rule with an example that breaks it; a
        review is read out."""
        if isinstance(question, Query):
            new = self._changed(question)
            click.echo(textwrap.indent(self.drawn(interview, question), "  "))
            if new and not self._star_is_explained:
                self._star_is_explained = True
                last = "plan" if question.kind == "plan" else "question"
                click.echo(f"\nA * marks a value that has changed since the last {last}.")
            return
        problem = interview.file.problem
        if isinstance(question, Review):
            click.echo(read_out(question, problem.vocabulary))
            return
        click.echo(wrapped(in_words(question, problem.vocabulary, problem.language), indent=0))
        example = interview.example_of(question)
        if example is not None:
            click.echo("If so, this would be wrong:\n")
            click.echo(textwrap.indent(self.drawn_afresh(interview, example), "  "))
        elif isinstance(question, Free):
            click.echo("Yes: nothing is forbidden. No: something is.")
        elif isinstance(question, Unlimited):
            click.echo("Yes: all of this is allowed. No: some of it is not.")

    def _changed(self, query: Query) -> set[str]:
        """What is not as in the last question."""
        return changed(query.shown, self.previous)

    def drawn(self, interview: Interview, query: Query) -> str:
        """As a grid or a list, with marks for what has changed since the last one."""
        shown, new = query.shown, self._changed(query)
        self.previous = shown
        width = max(40, min(shutil.get_terminal_size().columns, 120)) - 2
        if interview.file.draw == "list":
            return _as_list(shown, new)
        return draw(query.assignment, query.vocabulary, changed=new, width=width, emphasis=_bold)

    def drawn_afresh(self, interview: Interview, query: Query) -> str:
        """Drawn without marks for what has changed since the last question."""
        self.forget()
        drawn = self.drawn(interview, query)
        self.forget()
        return drawn

    def forget(self) -> None:
        """What comes next has nothing to do with what was drawn last: no marks."""
        self.previous = {}


def _as_list(shown: Mapping[str, int | str], changed: set[str]) -> str:
    return "\n".join(f"{'*' if name in changed else ' '} {name} = {value}" for name, value in shown.items())


def _bold(text: str) -> str:
    return click.style(text, bold=True)
