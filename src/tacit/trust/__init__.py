"""Is what was learned worth believing? Signs that an answer was a slip, or that the language is too small.

The proof of the guided learner rests on two assumptions: that answers are right, and that the language can say the
rules. This room looks for signs that one of them fails: `docs/trust.md`.
"""
