"""What stands above and below the lines of a review: why they are read out, and what is asked of them."""

from __future__ import annotations

from tacit.structure.rule import Review


def heading(review: Review) -> str:
    """What the lines are introduced by."""
    if not review.rules:
        return "Besides the rules that you have accepted, this is free, as I have understood:"
    if not review.plans:
        return "This is what I have understood:"
    where = f"all {review.plans} plans" if review.plans > 1 else "the known plan"
    return f"{'These hold' if len(review.lines) > 1 else 'This holds'} in {where}:"


def what_is_asked(review: Review) -> str:
    """What stands below the lines; "yes" says that all of it is right."""
    if not review.plans:
        return "Is all of it right?"
    return "Are all of them rules?" if len(review.lines) > 1 else "Is it a rule?"
