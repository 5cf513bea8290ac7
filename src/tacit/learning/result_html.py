"""A result as HTML, for notebooks: how it ended and on what that rests, the model in words, gaps, and a plan.

All text is escaped: names of variables and values come from files.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from tacit.learning.result import PLAN_ACCEPTED, Result, Status
from tacit.showing.board import Part, board
from tacit.showing.doubt_words import ENDS, PLAN_TAKEN, WHY, YOU_HAVE_A_PLAN, gap_words
from tacit.showing.sentences import lines

MOST = 40  # sentences
MOST_GAPS = 6


def result_html(result: Result) -> str:
    """A result, to be shown by itself in a cell of a notebook."""
    groups = None if result._problem is None else result._problem.groups
    said = [line.text for line in lines(result.network, groups)]
    asked = _asked(result)
    figures = f"{_counted(len(result.network), 'constraint')}, {_counted(asked, 'question')}"
    parts = [
        f"<p><strong>{escape(str(result.status))}</strong> ({figures}). {escape(how_it_ended(result))}</p>",
        _list(said, MOST) if said else "<p>Nothing was learned.</p>",
    ]
    for gap in result.gaps[:MOST_GAPS]:
        shown = "" if gap.query is None else boards_html(board(gap.query.vocabulary, gap.query.shown))
        parts.append(f"<p>Gap: {escape(gap_words(gap.size))}</p>{shown}")
    if len(result.gaps) > MOST_GAPS:
        parts.append(f"<p>… and {len(result.gaps) - MOST_GAPS:,} more gaps</p>")
    if result.second_look:
        parts.append(f"<p>{len(result.second_look):,} answers are worth a second look: <code>second_look</code>.</p>")
    if result.plan is not None:
        title = "The last plan that was called right"
        parts.append(f"<p>{title}:</p>{boards_html(board(result.network.vocabulary, result.plan))}")
    return f'<div class="tacit-result">{"".join(parts)}</div>'


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _asked(result: Result) -> int:
    """How many questions were answered. (Statistics also count those that were taken back, or put again.)"""
    sources = [said.source for said in result.answers] + [said.source for said in result.claims]
    return sum(source is None or source.startswith("question ") for source in sources)


def how_it_ended(result: Result) -> str:
    """How a result came about, and on what it rests."""
    if result.reason == PLAN_ACCEPTED:
        return f"{YOU_HAVE_A_PLAN}. {PLAN_TAKEN}"
    if result.status == Status.COLLAPSED:
        return f"The answers can't all be right: {WHY[str(result.reason)]}."
    return ENDS[str(result.status)]


def boards_html(parts: Iterable[Part]) -> str:
    """A drawn example as tables."""
    return "".join(_part(part) for part in parts if part.rows)


def _part(part: Part) -> str:
    caption = f"<caption>{escape(part.title)}</caption>" if part.title else ""
    head = ""
    if part.columns:
        corner = "<td></td>" if part.rows[0].label else ""
        labels = "".join(f'<th scope="col">{escape(each)}</th>' for each in part.columns)
        head = f"<thead><tr>{corner}{labels}</tr></thead>"
    rows = []
    for row in part.rows:
        label = f'<th scope="row">{escape(row.label)}</th>' if row.label else ""
        cells = "".join(f"<td>{'' if c is None or c.text is None else escape(c.text)}</td>" for c in row.cells)
        rows.append(f"<tr>{label}{cells}</tr>")
    return f"<table>{caption}{head}<tbody>{''.join(rows)}</tbody></table>"


def _list(texts: list[str], most: int) -> str:
    items = [f"<li>{escape(text)}</li>" for text in texts[:most]]
    if len(texts) > most:
        items.append(f"<li>… and {len(texts) - most:,} more</li>")
    return f"<ul>{''.join(items)}</ul>"
