"""What the guided learner believes and how it chooses: features, beliefs, clauses, examples. See docs/guided.md."""
