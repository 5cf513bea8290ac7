"""Words about what a result is worth: how an interview ended and on what that rests, gaps, answers that may be wrong.

>>> from tacit.problem.network import Network
>>> v = Vocabulary({"anna": ["Mon", "Tue"], "ben": ["Mon", "Tue"]})
>>> print(rests_on_a_yes(list(Network(v, ["anna != ben"])), 1, v))
it rules out that anna and ben differ
>>> print(rests_on_a_yes(list(Network(v, ["anna != ben", "ben != Tue"])), 7, v))
it rules out that anna and ben differ, that ben is not Tue, and 5 more
>>> print(gap_words(2))
These 2 cells are wrong together; nothing in the language explains this.
>>> print(likelihood(0.93), likelihood(0.5), likelihood(0.1), sep=", ")
very likely, perhaps, less likely
"""

from __future__ import annotations

from collections.abc import Sequence

from tacit.problem.network import Constraint
from tacit.problem.query import Query
from tacit.problem.vocabulary import Vocabulary
from tacit.showing.sayings import say
from tacit.structure.rule import Claim, Number, Review, Rule

# By the status of a result. Nothing is ever proved but under these two assumptions.
ENDS = {
    "converged": "Done, if your answers are right and these relations can say it: whatever else could be asked "
    "follows.",
    "incomplete": "Not all of it can be said: some of your answers have a reason that these relations can't express. "
    "What was learned holds without them, but its plans may still be wrong.",
    "premature": "Ended early: a limit was hit, or the examples came to an end, before everything was settled.",
    "undecided": 'Everything else is settled, if your answers are right. What is left open was answered "don\'t know".',
    "stopped": "Stopped before everything was settled.",
    "supported": "From examples alone: nobody was asked, so nothing is proved. What is not listed may still be a rule.",
}
# What a plan that was accepted rests on.
YOU_HAVE_A_PLAN = "You have a plan"
PLAN_TAKEN = (
    "It is right, because you said so; these rules hold, if your answers are right. What no plan has broken was "
    "not asked about, so other plans of these rules may still be wrong."
)
# By the reason of a collapse.
WHY = {
    "contradiction": "no set of constraints over these relations agrees with all of them",
    "unsatisfiable": "what they say together leaves no plan at all",
}
EITHER = "Either one of them is a slip, or there is a rule that these relations can't say."
ONE_IS_A_SLIP = "One of them is a slip."
SEVERAL_GAPS = "what was called wrong together, and nothing in the language explains it."
HOLDS_WITHOUT_IT, HOLDS_WITHOUT_THEM = "The model holds without it.", "The model holds without them."
SAY_IT_YOURSELF = (
    "If you know a rule behind it, add a relation that says it to the language of the problem file: all answers are "
    "kept."
)
SECOND_LOOK = "Worth a second look"
NO_REASON_LEFT = "the others rule out every reason for it"
# Of a review: "no", without a line that is wrong.
NO_LINE_WRONG = "You said that not all of this is right, but line by line nothing wrong was found."
A_REASON = "it says that something here is forbidden"
LIKELIHOOD = ((0.9, "very likely"), (0.6, "likely"), (0.25, "perhaps"))
MOST_NAMED = 2  # constraints


def why_collapsed(reason: str | None, *, both: bool = False) -> str:
    """Why answers can't all be right, and on what that rests."""
    what = "This rule and this example can't both be right" if both else "These answers can't all be right"
    hope = EITHER if reason == "contradiction" else ONE_IS_A_SLIP
    return f"{what}: {WHY[str(reason)]}. {hope}"


def not_both(one: Query | Claim, other: Query | Claim) -> str:
    """Why two answers don't go together."""
    told = "These two answers don't go together"
    if isinstance(one, Query) and isinstance(other, Query) and (one.is_part_of(other) or other.is_part_of(one)):
        return f"{told}: one example is a part of the other, and if a part is wrong, the whole is wrong, too."
    if isinstance(one, Rule) or isinstance(other, Rule):
        return f"{told}: the example breaks the rule."
    return "These two answers are hard to explain together: no relation forbids the one and allows the other."


def gap_words(cells: int) -> str:
    """What a gap says about the cells that are drawn with it."""
    if cells == 0:
        return "Something is required here; nothing in the language explains this."
    if cells == 1:
        return "This value is wrong by itself; nothing in the language explains this."
    return f"These {cells} cells are wrong together; nothing in the language explains this."


def likelihood(chance: float) -> str:
    """How likely it is that an answer is wrong, in a word or two."""
    return next((words for least, words in LIKELIHOOD if chance >= least), "less likely")


def rests_on_a_yes(named: Sequence[Constraint], count: int, vocabulary: Vocabulary) -> str:
    """What a "yes" to an example rules out: some constraints by name, of so many."""
    if not count:
        return "it rules out nothing that matters here"
    said = [f"that {say(each.relation, each.scope, vocabulary)}" for each in named[:MOST_NAMED]]
    more = count - len(said)
    return f"it rules out {', '.join(said)}{f', and {more:,} more' if more else ''}"


def rests_on_a_claim(claim: Claim, answer: bool, constraints: int) -> str:
    """What rests on an answer about a rule."""
    count = f"{constraints:,} constraint{'' if constraints == 1 else 's'}"
    if isinstance(claim, Rule):
        return f"{count} rest{'s' * (constraints == 1)} on it" if answer else f"it says that not all of {count} hold"
    if isinstance(claim, Review) and not claim.rules:
        return f"it says that {'nothing' if answer else 'something'} more is required"
    if isinstance(claim, Review):
        return f"it says that {'all' if answer else 'not all'} of {count} hold"
    if isinstance(claim, Number):
        return f"it says what holds of {count}"
    return f"it rules out {count}" if answer else f"it says that one of {count} holds"
