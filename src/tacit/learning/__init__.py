"""A learner's knowledge, the choke point that every question passes, and what comes out."""
