"""Answers as cards: what was asked, what was answered, and why it is shown. Gaps and advice, too.

>>> print(beside("ab\\ncd", "e", width=20))
ab    e
cd
>>> print(beside("ab\\ncd", "e" * 15, width=20))
ab
cd
<BLANKLINE>
eeeeeeeeeeeeeee
"""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Iterable, Sequence

from rich.cells import cell_len

from tacit.cli.layout import WIDTH, numbered, some_of, wrapped
from tacit.interview import Doubtful, Statement
from tacit.interview.log import TOLD
from tacit.learning.advice import Advice
from tacit.learning.gap import Gap
from tacit.learning.remainders import same_cells
from tacit.problem.query import Query
from tacit.problem.vocabulary import Vocabulary
from tacit.showing.advice_words import how_to_write_it, in_a_file, in_a_sentence, in_the_same_cells
from tacit.showing.claim_words import answer_word, review_lines, sentence, statement
from tacit.showing.doubt_words import (
    HOLDS_WITHOUT_IT,
    HOLDS_WITHOUT_THEM,
    NO_LINE_WRONG,
    SAY_IT_YOURSELF,
    SECOND_LOOK,
    SEVERAL_GAPS,
    gap_words,
    likelihood,
    why_collapsed,
)
from tacit.showing.drawing import draw
from tacit.showing.review_words import heading
from tacit.structure.rule import Review

MOST_CARDS = 6  # the likeliest; more would not be read
MOST_PLACES = 30
MOST_GAPS = 6
BETWEEN = 4  # columns
LETTERS = "abcdefgh"  # the keys that add what is advised


def contradiction(statements: Sequence[Statement], reason: str | None) -> str:
    """Answers that can't all be right, and why; the likeliest slip comes first."""
    both = sorted(said.asked.kind for said in statements) == ["example", "rule"]
    shown = [wrapped(why_collapsed(reason, both=both), indent=0)]
    if len(statements) > 2:
        shown.append("The likeliest slip comes first.")
    shown += [card(said, why=said.rests) for said in statements[:MOST_CARDS]]
    if len(statements) > MOST_CARDS:
        shown.append(_more(statements[MOST_CARDS:]))
    return "\n\n".join(shown)


def _more(statements: Sequence[Statement]) -> str:
    """Answers for which there is no room, by their places."""
    return wrapped(f"and {len(statements)} more: {some_of([said.source for said in statements], MOST_PLACES)}")


def card(said: Statement, *, why: str = "") -> str:
    """One answer: where it stands, what it says, and what was asked."""
    head = wrapped(f"{titled(said)}{f' ({why})' if why else ''}:")
    return f"{head}\n\n{textwrap.indent(asked(said), '    ')}"


def titled(said: Statement) -> str:
    """Where an answer stands, and what it says: "Question 7, answered yes"."""
    unasked = said.entry is not None and said.entry.kind == TOLD
    claim = None if isinstance(said.asked, Query) else said.asked
    answered = "" if unasked else f", answered {answer_word(claim, said.answer, said.number)}"
    return f"{said.source[0].upper()}{said.source[1:]}{answered}"


def asked(said: Statement, width: int = WIDTH - 4) -> str:
    """What an answer is about: an example, drawn, or a claim in words."""
    if isinstance(said.asked, Query):
        return draw(said.asked.assignment, said.asked.vocabulary, width=width)
    if isinstance(said.asked, Review):
        return _read_out(said.asked, said.exceptions, width)
    return wrapped(f"{sentence(said.asked, exceptions=said.exceptions, number=said.number)}.", width=width)


def _read_out(review: Review, wrong: Sequence[int], width: int) -> str:
    """What was read out, line by line; those that were called wrong are marked."""
    lines = [f"{line}{'  (wrong)' * (place in wrong)}" for place, line in enumerate(review_lines(review))]
    return f"{heading(review)}\n{numbered(lines, width)}"


def side_by_side(one: Statement, other: Statement) -> str:
    """Two answers that don't go together; beside each other where there is room."""
    half = (WIDTH - BETWEEN) // 2  # words can be wrapped; an example is drawn as wide as it is
    left, right = (
        f"{titled(said)}:\n\n{asked(said, WIDTH if isinstance(said.asked, Query) else half)}" for said in (one, other)
    )
    return beside(left, right)


def beside(left: str, right: str, width: int = WIDTH) -> str:
    """Two blocks of text next to each other; one below the other if that is too wide."""
    first, second = left.splitlines(), right.splitlines()
    wide = max(map(cell_len, first))
    if wide + BETWEEN + max(map(cell_len, second)) > width:
        return f"{left}\n\n{right}"
    pairs = itertools.zip_longest(first, second, fillvalue="")
    return "\n".join(f"{a}{' ' * (wide - cell_len(a) + BETWEEN)}{b}".rstrip() for a, b in pairs)


# --- at the end ---


def second_looks(looks: Iterable[Doubtful]) -> str:
    """Answers that are likely to be wrong, the likeliest first; empty if there are none."""
    shown = [_look(look) for look in looks]
    if not shown:
        return ""
    title = f"{SECOND_LOOK}: other answers speak against {'this one' if len(shown) == 1 else 'these'}."
    return "\n\n".join(
        [title, *shown[:MOST_CARDS], *([f"and {len(shown) - MOST_CARDS} more"] * (len(shown) > MOST_CARDS))]
    )


def _look(look: Doubtful) -> str:
    how = f"{likelihood(look.chance)} a slip{'; the model does without it' if look.set_aside else ''}"
    against = [wrapped(f"    Against it: {said.source}, {_in_short(said)}", indent=6) for said in look.against]
    if isinstance(look.said.asked, Review):
        against = [wrapped(f"    {NO_LINE_WRONG}", indent=4)]
    return "\n\n".join([card(look.said, why=how), *(["\n".join(against)] if against else [])])


def _in_short(said: Statement) -> str:
    """An answer in one line."""
    claim = None if isinstance(said.asked, Query) else said.asked
    word = answer_word(claim, said.answer, said.number)
    if isinstance(said.asked, Review) and said.exceptions:
        lines = review_lines(said.asked)
        return f"answered no to this: {'; '.join(lines[place] for place in said.exceptions)}"
    if not isinstance(said.asked, Query):
        return f"answered {word}: {statement(said.asked, exceptions=said.exceptions, number=said.number)}"
    cells = [f"{name} = {value}" for name, value in said.asked.shown.items()]
    return f"answered {word}: {some_of(cells, 4)}"


def gaps(found: Sequence[Gap], vocabulary: Vocabulary) -> str:
    """What was called wrong though nothing in the language explains it; empty if there is nothing."""
    if not found:
        return ""
    one = len(found) == 1
    what = gap_words(found[0].size) if one else f"{len(found)} gaps: {SEVERAL_GAPS}"
    shown = [wrapped(f"{what} {HOLDS_WITHOUT_IT if one else HOLDS_WITHOUT_THEM}", indent=0)]
    cells = same_cells([gap.query for gap in found])
    if cells and not one:
        shown.append(wrapped(in_the_same_cells(cells, len(found)), indent=0))
    for gap in found[:MOST_GAPS]:
        if gap.query is not None:
            shown.append(textwrap.indent(draw(gap.query.assignment, vocabulary, width=WIDTH - 4), "    "))
        elif gap.claim is not None:
            shown.append(wrapped(f"    You answered no to: {statement(gap.claim.claim, vocabulary)}.", indent=6))
    if len(found) > MOST_GAPS:
        shown.append(f"and {len(found) - MOST_GAPS} more")
    return "\n\n".join(shown)


def advice(found: Sequence[Advice], gaps: Sequence[Gap], *, keys: bool = False) -> str:
    """What could be added to the language so that it explains gaps; keys: each with the key that adds it.

    Whatever does not explain all of them is a guess, so it is also said how to write a relation of one's own.
    """
    lines = ["What would help:"] if found else []
    for letter, each in zip(LETTERS, found, strict=False):
        lines.append(wrapped(f"  [{letter}] {in_a_sentence(each)}" if keys else f"  {in_a_sentence(each)}", indent=6))
        if not keys:
            lines.append(wrapped(f"      {in_a_file(each)}", indent=8))
    if gaps and not any(each.explains == each.gaps for each in found):
        own = how_to_write_it(same_cells([gap.query for gap in gaps])) or SAY_IT_YOURSELF
        first, *line = own.split("\n")
        lines += [*([""] if lines else []), wrapped(first, indent=0), *line]
    return "\n".join(lines)
