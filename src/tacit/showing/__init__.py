"""How examples and constraints are shown to people: drawn, and in words."""
