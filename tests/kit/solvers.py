"""Other programs that solve what was exported."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from tacit.formats import minizinc
from tacit.formats.outline import Outline, outline
from tacit.problem.model import Model

# What MiniZinc warns of, whatever is written: Debian's Gecode brings an old library; and a model may have no solution.
NOT_OURS = ("overrides a global constraint file", "model inconsistency detected")


def run(arguments: list[str]) -> str:
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    warnings = [line for line in done.stderr.splitlines() if line.startswith("Warning")]
    assert not [line for line in warnings if not any(each in line for each in NOT_OURS)], done.stderr[-2000:]
    return done.stdout


def by_minizinc(program: str, model: Model, path: Path, *, all_of_them: bool = True) -> list[tuple[int, ...]]:
    """All solutions that MiniZinc finds, or one, in the order of the variables."""
    path.write_text(minizinc.write(model), encoding="utf-8")
    how_many = ["-a"] if all_of_them else ["--time-limit", "60000"]
    text = run([program, "--solver", "gecode", *how_many, "--output-mode", "json", str(path)])
    if "=====UNSATISFIABLE=====" in text:
        return []
    plan = outline(model.network, minizinc.RESERVED)
    found = []
    for part in text.replace("==========", "").split("----------"):
        if part.strip():
            values = json.loads(part)
            found.append(tuple(_cell(values, plan, x) for x in range(len(plan.place))))
    return found


def _cell(values: dict, plan: Outline, x: int) -> int:
    array, position = plan.place[x]
    cell = values[array.identifier]
    for i in position:
        cell = cell[i]
    return cell
