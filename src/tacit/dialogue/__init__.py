"""The dialogue around a learner, its options, and whatever answers."""
