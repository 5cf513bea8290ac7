"""A benchmark as the text of a problem file, to measure tacit as people use it."""

from __future__ import annotations

import json
from collections.abc import Sequence

from tacit.problem.problem import ORDERS, Problem
from tacit.structure.arrays import arrays


def problem_text(problem: Problem) -> str:
    """The problem as TOML. Its relations must be texts, and the variables of an array must share one domain."""
    lines = [
        f"name = {_quoted(problem.name)}",
        f"language = [{', '.join(_quoted(relation.name) for relation in problem.language)}]",
        f"orders = {_quoted(problem.orders if problem.orders in ORDERS else 'all')}",
        f"candidates = [{', '.join(_quoted(str(constraint)) for constraint in problem.candidates)}]",
        f"background = [{', '.join(_quoted(str(constraint)) for constraint in problem.background)}]",
        "[variables]",
    ]
    domains = problem.vocabulary.domains
    for array in arrays(problem.names):
        (domain,) = {domains[variable] for variable in array.cells.values()}
        shape = "".join(f"[{', '.join(map(_quoted, axis))}], " for axis in array.axes)
        axes = f"shape = [{shape}], " if shape else ""
        lines.append(f"{_quoted(array.stem)} = {{ {axes}domain = {_range(domain)} }}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _range(domain: Sequence[int]) -> str:
    if list(domain) == list(range(domain[0], domain[-1] + 1)):
        return f'"{domain[0]}..{domain[-1]}"'
    return str(list(domain))
