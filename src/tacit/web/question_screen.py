"""What the screen of the open question shows: an example as a sentence and a board, a claim with its picture."""

from __future__ import annotations

from collections.abc import Sequence

from tacit.interview import Interview
from tacit.interview.offering import exceptable, words_for
from tacit.problem.query import Query
from tacit.problem.vocabulary import Vocabulary
from tacit.showing.board import Part, Shown, changed, cropped, what_matters
from tacit.showing.claim_words import question as in_words
from tacit.showing.plan_words import next_plan
from tacit.showing.review_words import heading, what_is_asked
from tacit.showing.spoken_names import SpokenNames
from tacit.showing.value_looks import looks
from tacit.structure.rule import IT_DIFFERS, NO_LIMIT, Claim, Number, Review, Rule
from tacit.web.screens import Context, answer_of, card, drawn, read_out, tone_of
from tacit.web.where import families_in, where

SAID = 8  # examples of at most so many cells are said in a sentence
SPOKEN = 12  # at most this many cells are read out
KEYS = {NO_LIMIT: "l", IT_DIFFERS: "v"}
BUTTONS = 12  # if there are at most so many numbers to choose from, each has a button
PUT_AGAIN = "You have said something about this before, in other words. It is asked again to be sure."
SETTLING = "To find out which of your answers don’t go together."


def screen_of(interview: Interview, *, whole: bool = False) -> Context:
    """The open question. whole: all rows and columns are drawn, not only those that matter."""
    question = interview.question
    assert question is not None
    own = _example(interview, question, whole) if isinstance(question, Query) else _claim(interview, question)
    return {"kind": question.kind, "number": interview.question_number, "saved": _saved(interview), **own}


def _saved(interview: Interview) -> Context | None:
    """The last answer, as a sign that it is kept."""
    if not interview.entries:
        return None
    last = interview.entries[-1]
    number = interview.numbered().get(last.position)
    return {"number": number, "answer": answer_of(interview, last), "tone": tone_of(interview, last)}


def _example(interview: Interview, question: Query, whole: bool) -> Context:
    shown, v = question.shown, interview.file.problem.vocabulary
    is_plan = question.kind == "plan"
    last = interview.last_plan if is_plan and interview.wants_a_plan else None if is_plan else interview.previous
    before = None if last is None else last.shown
    fresh = changed(shown, before)
    every = drawn(interview, shown, before)
    some = every if question.complete else what_matters(every)
    parts = every if whole else some
    said = SpokenNames.of(v)
    return {
        "plan": interview.plan_number if is_plan else None,
        "next_plan": next_plan(question, last) if is_plan and interview.wants_a_plan else "",
        "why": _why(interview, is_plan=is_plan),
        "parts": parts,
        "whole": whole,
        "can_crop": _size(some) < _size(every),
        "sentence": said.example(shown) if len(shown) <= SAID and not is_plan else "",
        "codes": codes_of(v, parts),
        "all_new": 0 < len(shown) == len(fresh),
        "some_new": bool(fresh),
        "some_empty": _has_empty(parts),
        "filled": len(shown),
        "spoken": _spoken(said, shown),
    }


def _size(parts: list[Part]) -> int:
    return sum(len(part.rows) * max(1, len(part.columns)) for part in parts)


def _has_empty(parts: list[Part]) -> bool:
    return any(cell is not None and cell.text is None for part in parts for row in part.rows for cell in row.cells)


def codes_of(v: Vocabulary, parts: Sequence[Part]) -> list[tuple[str, str, str]]:
    """What codes stand for, as a legend: the code, the word, the tint; only of values that are shown."""
    texts = {cell.text for part in parts for row in part.rows for cell in row.cells if cell is not None}
    return [(look.code, word, look.tint) for word, look in looks(v).items() if word in texts]


def _spoken(said: SpokenNames, shown: Shown) -> str:
    """The example as it is read out. If that is not all of it, it is said how much more there is."""
    first = ", ".join(f"{said.called(name)} is {value}" for name, value in list(shown.items())[:SPOKEN])
    more = len(shown) - SPOKEN
    return first if more <= 0 else f"{first}, and {more:,} more {'cell' if more == 1 else 'cells'}"


def _claim(interview: Interview, claim: Claim) -> Context:
    """A question about a rule: in words, where it would hold, an example that breaks it, and what could be excepted; or
    what was understood, line by line."""
    example, problem = interview.example_of(claim), interview.file.problem
    v = problem.vocabulary
    said = SpokenNames.of(v)
    groups = exceptable(claim)
    choices = [name for name, _ in groups] if isinstance(claim, Rule) else []
    broken = [] if example is None else list(example.shown)
    places = where(v, families_in(claim), broken=broken, choices=choices)
    every = [] if example is None else drawn(interview, example.shown)
    parts = cropped(every) if places else what_matters(every)  # where it is can be seen in the picture beside it
    return {
        "words": said.text(in_words(claim, v, problem.language)),
        "why": None,
        "parts": parts,
        "codes": codes_of(v, parts),
        "sentence": "" if example is None or len(example.shown) > SAID else said.example(example.shown),
        "where": places,
        "groups_apart": any(
            spot is not None and "one" in spot.state for part in places for row in part.rows for spot in row.spots
        ),
        "understood": read_out(interview, claim),
        "groups": [(name, said.text(text)) for name, text in groups],
        **({} if not isinstance(claim, Review) else _for_review(claim)),
        **({} if not isinstance(claim, Number) else _for_number(interview, claim)),
    }


def _for_review(review: Review) -> Context:
    """What stands above its lines, and why they are read out."""
    begin = heading(review).removesuffix(":")
    return {"heading": f"{begin}. {what_is_asked(review)}", "from_plans": bool(review.plans)}


def _for_number(interview: Interview, asked: Number) -> Context:
    """What the screen of a question for a number needs."""
    words = [(word, f"{word[0].upper()}{word[1:]}", KEYS[word]) for word in words_for(asked)]
    low, high = interview.numbers(asked)
    buttons = list(range(low, high + 1)) if low >= 0 and high - low < BUTTONS else []
    # A digit is an answer only if no second digit could follow.
    return {"range": (low, high), "words_for_number": words, "numbers": buttons, "by_digits": high <= 9}


def _why(interview: Interview, *, is_plan: bool) -> Context | None:
    """Why it is asked, if it is about earlier answers; with the answer that it asks a part of, or puts again."""
    whole = interview.part_of()
    if whole is not None:
        what = "A whole plan" if whole.asked.kind == "plan" else "An example"
        position = None if whole.entry is None else whole.entry.position
        return {"text": f"{what} was called wrong. This is a part of it.", "position": position, "earlier": None}
    asker = interview.dialogue.asker
    if is_plan or not (asker.settling or asker.checking):
        return None
    earlier = None if asker.settling else interview.put_again()
    shown = None
    if earlier is not None and earlier.entry is not None:
        shown = card(interview, earlier.entry)
        shown |= {"parts": cropped(shown["parts"]), "other": [], "look_only": True}
    text = SETTLING if asker.settling else PUT_AGAIN if shown else "To be sure."
    return {"text": text, "position": None, "earlier": shown}
