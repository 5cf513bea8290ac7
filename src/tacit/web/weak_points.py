"""What a model does not rest on firmly, to be shown at the end: gaps of the language, what would close them, and
answers that are worth a second look."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tacit.errors import TacitError
from tacit.interview import Doubtful, Interview
from tacit.learning.advice import Advice
from tacit.learning.gap import Gap
from tacit.learning.remainders import same_cells
from tacit.problem.bounds import OPEN
from tacit.problem.problem import limits
from tacit.problem.query import Query
from tacit.problem.relations import Relation
from tacit.showing.advice_words import in_a_file, in_a_sentence, in_the_same_cells
from tacit.showing.board import cropped
from tacit.showing.claim_words import statement
from tacit.showing.doubt_words import NO_LINE_WRONG, likelihood
from tacit.showing.spoken_names import SpokenNames
from tacit.structure.rule import Review, Rule
from tacit.web.screens import Context, claimed, drawn, said_card


def allowed_by(interview: Interview, wrong: Query) -> list[Context]:
    """The answers that allow what was called wrong: only the cells that matter of each, and what it rules out."""
    found = [said_card(interview, said) | {"note": said.rests} for said in interview.allowing(wrong)]
    return [each | {"parts": cropped(each["parts"])} for each in found]


def gap_card(interview: Interview, gap: Gap) -> Context:
    """A "no" that nothing explains: just its cells, or the answer about a rule; and where it was said."""
    if gap.claim is not None:
        entry = interview.entry_of_claim(gap.claim)
        words = claimed(interview, gap.claim.claim, gap.claim.exceptions, gap.claim.number)
        position = None if entry is None else entry.position
        return {"size": 0, "parts": [], "claim": words, "position": position, "allowed_by": []}
    query = gap.query if gap.query is not None else gap.whole
    assert query is not None  # a gap is about an example, or about a rule
    entry = interview.entry_of(query) or (interview.entry_of(gap.whole) if gap.whole is not None else None)
    return {
        "size": gap.size,
        "parts": cropped(drawn(interview, query.shown)),
        "claim": "",
        "position": None if entry is None else entry.position,
        "allowed_by": allowed_by(interview, query),
    }


def advice_card(interview: Interview, advice: Advice, place: int) -> Context:
    """What would explain gaps: as a rule in words, as a relation, and how it is chosen (by its place in the list)."""
    return {
        "place": place,
        "rules": _rules(interview, advice),
        "text": in_a_sentence(advice),
        "file": in_a_file(advice),
        "all": advice.explains == advice.gaps,
    }


def _rules(interview: Interview, advice: Advice) -> list[str]:
    """Rules that could be said with it, in words; none where that needs more than the advice says."""
    if advice.orders or not advice.over or (advice.number is None and re.search(rf"\b{OPEN}$", advice.relation)):
        return []
    problem = interview.file.problem
    text = re.sub(rf"\b{OPEN}$", str(advice.number), advice.relation)
    try:
        relation = Relation.of({"relation": text, "over": list(advice.over)}, problem.vocabulary.named_values)
        families = limits(relation, problem.vocabulary, problem.groups)
        found = [statement(Rule(relation, family), problem.vocabulary) for family in families]
    except TacitError:  # the words would only have been a help
        return []
    return [f"{words[0].upper()}{words[1:]}" for words in found]


def look_card(interview: Interview, look: Doubtful) -> Context:
    """An answer that is worth a second look, and what speaks against it."""
    against = [said_card(interview, each) for each in look.against]
    return said_card(interview, look.said) | {
        "against": [each | {"parts": cropped(each["parts"])} for each in against],
        "note": f"{likelihood(look.chance)} a slip",
        "set_aside": look.set_aside,
        "why": NO_LINE_WRONG if isinstance(look.said.asked, Review) else "",
    }


def _same_cells(interview: Interview, gaps: Sequence[Gap]) -> str:
    cells = same_cells([gap.query for gap in gaps])
    names = SpokenNames.of(interview.file.problem.vocabulary)
    return in_the_same_cells([names.called(name) for name in cells], len(gaps)) if cells and len(gaps) > 1 else ""


def weak_points(interview: Interview) -> Context:
    """All of it, for the screen at the end."""
    result = interview.so_far()
    return {
        "gaps": [gap_card(interview, gap) for gap in result.gaps],
        "same_cells": _same_cells(interview, result.gaps),
        "advice": [advice_card(interview, each, place) for place, each in enumerate(result.advice)],
        "looks": [look_card(interview, look) for look in interview.second_looks()],
    }
