"""Rules that carry over: what was learned of one problem, in another one of another size or with other labels."""
