"""A learner's knowledge, the choke point that every question passes through, and the result."""
