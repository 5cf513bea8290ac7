"""Exact answers about networks, from enumeration, counting and OR-Tools CP-SAT."""
