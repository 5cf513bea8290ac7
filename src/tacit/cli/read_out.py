"""A review at a terminal: what was understood, line by line, and which lines are wrong."""

from __future__ import annotations

from collections.abc import Callable, Collection

import click

from tacit.cli.keys import LEAVE, UNDO
from tacit.cli.layout import numbered, wrapped
from tacit.problem.vocabulary import Vocabulary
from tacit.showing.claim_words import review_lines
from tacit.showing.review_words import heading
from tacit.structure.rule import Review


def read_out(review: Review, vocabulary: Vocabulary, width: int | None = None) -> str:
    """What was understood, as it is put to a person."""
    return f"{heading(review)}\n\n{numbered(review_lines(review, vocabulary), width)}"


def which_are_wrong(review: Review, ask: Callable[[], str]) -> list[str] | None:
    """After a "no": the numbers of the lines that are wrong, none if the person can't tell, None to go back.

    ask: waits for a number or several, up to Enter
    """
    count = len(review.lines)
    if count == 1:
        return ["1"]
    while True:
        click.echo("Which are wrong? (such as 1 2; Enter: can't tell; q: back) ", nl=False)
        typed = ask()
        if typed in LEAVE or typed in UNDO:
            click.echo("back")
            return None
        if not typed.strip():
            click.echo("can't tell")
            return []
        click.echo()
        places, wrong = read_places(typed, range(1, count + 1))
        if wrong is None:
            return [str(place) for place in places]
        click.echo(wrapped(f"{wrong} is not in the list: it has 1 to {count}."))


def read_places(typed: str, known: Collection[int]) -> tuple[list[int], str | None]:
    """Numbers of a list, as people write them, and what is none of them.

    >>> read_places("2, 5 and 2", range(1, 6)), read_places("2 7", range(1, 6))
    (([2, 5], None), ([2], "'7'"))
    """
    found: dict[int, None] = {}
    for word in typed.replace(",", " ").replace(" and ", " ").split():
        if not (word.isdecimal() and len(word) < 10 and int(word) in known):
            return list(found), repr(word[:20]) if word.isprintable() else "That"
        found[int(word)] = None
    return list(found), None
