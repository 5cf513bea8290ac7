"""What the widget shows, as plain data: the question and what can be answered, or how it ended; and the model."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tacit.interview import Interview
from tacit.interview.composing import families_to_name, needs_number
from tacit.interview.offering import exceptable, words_for
from tacit.interview.question_text import ASKED, why_asked
from tacit.learning.asking import Question
from tacit.learning.result_html import how_it_ended
from tacit.problem.query import Query
from tacit.showing.board import Part, board, cropped
from tacit.showing.claim_words import answer_word, review_lines, sentence
from tacit.showing.claim_words import question as in_words
from tacit.showing.doubt_words import gap_words
from tacit.showing.review_words import heading, what_is_asked
from tacit.showing.sayings import in_letters
from tacit.showing.sentences import lines
from tacit.structure.rule import Claim, Free, Number, Review, Unlimited

State = dict[str, Any]
MOST_LINES = 60
EXCEPT = "No, except …"


def state_of(interview: Interview, notice: str = "") -> State:
    """All that the widget needs to draw itself."""
    question = interview.question
    asked = _ended(interview) if question is None else _question(interview, question)
    progress = interview.progress()
    return {
        "name": interview.name,
        "about": interview.file.about,
        "number": interview.number,
        "facts": f"{progress.learned:,} learned · {progress.left:,} candidates left",
        "settled": 1.0 if not progress.total else (progress.total - progress.left) / progress.total,
        "notice": notice,
        "can_undo": bool(interview.entries),
        "model": _model(interview),
        "beliefs": interview.beliefs(),
        "rules": _rules(interview),
        **asked,
    }


def _question(interview: Interview, question: Question) -> State:
    if isinstance(question, Query):
        last = interview.last_plan if question.kind == "plan" else interview.previous
        before = None if last is None else last.shown
        return {
            "kind": question.kind,
            "why": why_asked(interview, question),
            "words": ASKED[question.kind],
            "parts": _parts(_drawn(interview, question, before)),
            "mark": True,
        }
    return {"kind": question.kind, "why": why_asked(interview, question), **_claim(interview, question)}


def _claim(interview: Interview, claim: Claim) -> State:
    problem = interview.file.problem
    if isinstance(claim, Review):
        found: State = {"words": heading(claim), "asked": what_is_asked(claim)}
        return found | {"lines": review_lines(claim, problem.vocabulary)}
    found = {"words": in_words(claim, problem.vocabulary, problem.language)}
    example = interview.example_of(claim)
    if example is not None:
        found |= {"parts": _parts(_drawn(interview, example)), "caption": "If so, this would be wrong:"}
    elif isinstance(claim, Free):
        found["asked"] = "Yes: nothing is forbidden. No: something is."
    elif isinstance(claim, Unlimited):
        found["asked"] = "Yes: all of this is allowed. No: some of it is not."
    if isinstance(claim, Number):
        low, high = interview.numbers(claim)
        return found | {"range": [low, high], "answers": words_for(claim)}
    excepting = "There are limits, only to …" if isinstance(claim, Unlimited) else EXCEPT
    return found | {"exceptions": [list(each) for each in exceptable(claim)], "excepting": excepting}


def _ended(interview: Interview) -> State:
    result = interview.result
    gaps = [
        {
            "words": gap_words(gap.size),
            "parts": [] if gap.query is None else _parts(cropped(_drawn(interview, gap.query))),
        }
        for gap in result.gaps
    ]
    accepted = interview.accepted
    return {
        "kind": "end",
        "status": str(result.status),
        "words": f"{how_it_ended(result)} {interview.said[0].upper()}{interview.said[1:]}.",
        "parts": [] if accepted is None else _parts(_drawn(interview, accepted)),
        "caption": "The last plan that was called right:" if accepted is not None else "",
        "gaps": gaps,
        "doubtful": _doubtful(interview),
    }


def _doubtful(interview: Interview) -> list[State]:
    """Answers that can't all be right, or that are worth a second look: each can be said to be wrong."""
    said = [*interview.conflict(), *(each.said for each in interview.second_looks())]
    found = []
    for each in said:
        if each.entry is None:
            continue
        claim = None if isinstance(each.asked, Query) else each.asked
        parts = _parts(cropped(_drawn(interview, each.asked))) if isinstance(each.asked, Query) else []
        words = (
            "" if claim is None else sentence(claim, interview.file.problem.vocabulary, each.exceptions, each.number)
        )
        answer = answer_word(claim, each.answer, each.number)
        found.append({"position": each.entry.position, "answer": answer, "words": words, "parts": parts})
    return found


def _model(interview: Interview) -> list[str]:
    texts = [line.text for line in lines(interview.learned(), interview.file.problem.groups)]
    more = [f"… and {len(texts) - MOST_LINES:,} more"] if len(texts) > MOST_LINES else []
    return [*texts[:MOST_LINES], *more]


def _rules(interview: Interview) -> list[State]:
    """The relations that a rule can be said with, each with the families that people name most."""
    if not interview.dialogue.options.guided or interview.dialogue.asker.settling:
        return []
    problem = interview.file.problem
    return [
        {
            "relation": relation.name,
            "words": in_letters(relation),
            "number": needs_number(relation),
            "families": [[family.spec, family.phrase] for family in families_to_name(problem, relation)],
        }
        for relation in problem.language
    ]


def _drawn(interview: Interview, query: Query, before: Any = None) -> list[Part]:
    as_list = interview.file.draw == "list"
    return board(interview.file.problem.vocabulary, query.shown, before=before, as_list=as_list)


def _parts(parts: Iterable[Part]) -> list[State]:
    return [
        {
            "title": part.title,
            "columns": list(part.columns),
            "left_out": part.left_out,
            "rows": [
                {
                    "label": row.label,
                    "cells": [
                        None
                        if cell is None
                        else {"name": cell.name, "text": cell.text, "label": cell.label, "changed": cell.changed}
                        for cell in row.cells
                    ],
                }
                for row in part.rows
            ],
        }
        for part in parts
    ]
