"""A plan first: complete plans from the first question on, and what a mark in one of them may mean. docs/plans.md."""
