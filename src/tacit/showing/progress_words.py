"""What is going on in an interview, in a few words, for whoever wonders how far it is.

>>> going_on("rule"), going_on("plan"), going_on("example", settling=True)
('learning the rules', 'the last plans', 'finding out which answers don’t go together')
"""

from __future__ import annotations

LEARNING = "learning the rules"
# By the kind of the open question. Whatever is not here is asked to learn.
AT_THE_END = {"review": "checking what was understood", "plan": "the last plans"}


def going_on(kind: str, *, settling: bool = False, checking: bool = False, for_a_plan: bool = False) -> str:
    """settling: answers don't go together; checking: the question is put to be sure; for_a_plan: plans are shown until
    one is right."""
    if settling:
        return "finding out which answers don’t go together"
    if for_a_plan:
        return "plans until one is right" if kind == "plan" else "finding out what was wrong with the plan"
    return AT_THE_END.get(kind, "making sure" if checking else LEARNING)


def questions_left(low: int, high: int) -> str:
    """A range of questions in words.

    >>> questions_left(1, 1), questions_left(1, 4), questions_left(6, 17)
    ('1 question left', 'at most 4 questions left', '6 to 17 questions left')
    """
    if low == high:
        return f"{low:,} question{'' if low == 1 else 's'} left"
    return f"at most {high:,} questions left" if low <= 1 else f"{low:,} to {high:,} questions left"
