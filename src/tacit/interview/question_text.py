"""The open question of an interview as plain text: why it is asked, what it shows, and what may be answered."""

from __future__ import annotations

import textwrap

from tacit.interview.interview import Interview
from tacit.interview.marking import how_to_name
from tacit.interview.offering import exceptable, words_for
from tacit.learning.asking import Question
from tacit.problem.query import Query
from tacit.showing.claim_words import question as in_words
from tacit.showing.drawing import draw
from tacit.showing.plan_words import next_plan
from tacit.structure.rule import Free, Number, Review, Unlimited

WIDTH = 100
ASKED = {"plan": "Is this plan right?", "example": "Is this fine? (Only what has a value counts.)"}
SETTLING = "Some of your answers don't go together. To find out which:"
TO_BE_SURE = "To be sure:"
MOST_NAMED = 12  # exceptions


def why_asked(interview: Interview, question: Question) -> str:
    """Why it is asked, if it is about earlier answers, or about all that was learned; else empty."""
    if isinstance(question, Query) and question.kind == "plan" and interview.wants_a_plan:
        return next_plan(question, interview.last_plan)
    if question.kind == "plan":
        number, count = interview.plan_number
        of = f" of {count}" if count is not None else ""
        return f"Plan {number}{of}: here is a whole plan that keeps to all that you have said."
    whole = interview.part_of()
    if whole is not None:
        what = f"The plan of {whole.source}" if whole.asked.kind == "plan" else whole.source.capitalize()
        return f"{what} was called wrong. Here is a part of it:"
    if interview.dialogue.asker.settling:
        return SETTLING
    return TO_BE_SURE if interview.dialogue.asker.checking else ""


def question_text(interview: Interview, question: Question, width: int = WIDTH) -> str:
    """What is asked: an example is drawn; a claim is in words, a rule with an example that breaks it."""
    parts = [why_asked(interview, question)]
    if isinstance(question, Query):
        parts += [drawn(interview, question, width), ASKED[question.kind]]
    else:
        problem = interview.file.problem
        parts.append(in_words(question, problem.vocabulary, problem.language))
        example = interview.example_of(question)
        if example is not None:
            parts += ["If so, this would be wrong:", drawn(interview, example, width)]
        elif isinstance(question, Free):
            parts.append("Yes: nothing is forbidden. No: something is.")
        elif isinstance(question, Unlimited):
            parts.append("Yes: all of this is allowed. No: some of it is not.")
    return "\n\n".join(part for part in parts if part)


def drawn(interview: Interview, query: Query, width: int = WIDTH) -> str:
    """An example as the problem file wants it drawn."""
    if interview.file.draw == "list":
        return "\n".join(f"{name} = {value}" for name, value in query.shown.items())
    return textwrap.indent(draw(query.assignment, query.vocabulary, width=width), "  ")


def ways_to_answer(interview: Interview, question: Question) -> str:
    """What may be answered, in a sentence."""
    if isinstance(question, Number):
        low, high = interview.numbers(question)
        numbers = f"a number from {low} to {high}" if low < high else f"the number {low}"
        return f"Answers: {numbers}, {', '.join(words_for(question))}, don't know."
    said = "Answers: yes, no, don't know."
    if isinstance(question, Query):
        cells = how_to_name(question)
        return f"{said} With no, cells that are wrong together may be marked, such as {cells}." if cells else said
    names = [name for name, _ in exceptable(question)]
    if not names:
        return said
    shown = ", ".join(names[:MOST_NAMED]) + (", …" if len(names) > MOST_NAMED else "")
    if isinstance(question, Review):
        return f"{said} With no, the numbers of the wrong lines may be named: {shown}."
    if isinstance(question, Unlimited):
        return f"{said} With no, it may be named what is limited: {shown}."
    return f"{said} With no, the exceptions may be named, and it holds for all others: {shown}."
