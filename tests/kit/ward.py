"""A small ward to test rules with: its problem file, and what someone who is asked about it has in mind."""

from __future__ import annotations

from tacit.formats.problem_file import parse_problem
from tacit.problem.network import Network
from tacit.problem.problem import Problem
from tacit.problem.relations import Relation
from tacit.structure.finding import find_family

WARD = """
name = "ward"
orders = "given"

[[language]]
relation = "x != night or y != early"
say = "no early after a night"

[[language]]
relation = "!="

[variables.shift]
rows = ["anna", "ben", "carla"]
columns = ["Mon", "Tue", "Wed", "Thu"]
domain = ["off", "early", "late", "night"]
"""


def on(problem: Problem, over: str, relation: Relation) -> list[tuple[str, list[str]]]:
    """The constraints of a relation on a family."""
    v = problem.vocabulary
    scopes = find_family(v, over).scopes(relation.arity).tolist()
    return [(relation.name, [v.names[x] for x in scope]) for scope in scopes]


def ward_target(problem: Problem) -> Network:
    """No early shift after a night; on all days but Wed they do something else each."""
    night, differ = problem.language[:2]
    days = (on(problem, f"column {day}", differ) for day in ("Mon", "Tue", "Thu"))
    return problem.network([*on(problem, "next in row", night), *(each for day in days for each in day)])


PROBLEM = parse_problem(WARD, source="ward.toml").problem
NIGHT, DIFFER = PROBLEM.language
TARGET = ward_target(PROBLEM)
