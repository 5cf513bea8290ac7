"""Exported targets, of the ten benchmarks of the paper and of a ward, can be solved: MiniZinc, script, XCSP3."""

from __future__ import annotations

import json
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from kit.solvers import by_minizinc, run
from tacit.benchmarks import load
from tacit.experiments.protocol import BENCHMARKS
from tacit.formats import cpmpy_script, xcsp3
from tacit.formats.outline import outline
from tacit.problem.model import Model

PAPER = list(BENCHMARKS.values())
NAMES = [*PAPER, "ward-8x7"]

SOLVE_SCRIPTS = """
import json, runpy, sys
for path in sys.argv[1:]:
    made = runpy.run_path(path)
    assert made["model"].solve(time_limit=60), path
    print(json.dumps({name: int(x.value()) for name, x in made["variables"].items()}))
"""
SOLVE_INSTANCES = """
import json, sys, warnings
paths = sys.argv[1:]
warnings.simplefilter("ignore")
from cpmpy.tools.xcsp3.parser import load_xcsp3
from cpmpy.transformations.get_variables import get_variables_model
out = sys.stdout
for path in paths:
    sys.stdout = sys.stderr
    model = load_xcsp3(path)
    assert model.solve(time_limit=60), path
    print(json.dumps({x.name: int(x.value()) for x in get_variables_model(model)}), file=out)
"""


@pytest.fixture(scope="module")
def targets() -> dict[str, Model]:
    return {name: Model(name, load(name).target) for name in NAMES}


def test_there_are_ten():
    assert len(PAPER) == 10


@pytest.mark.parametrize("name", NAMES)
def test_minizinc_solves(name, targets, tool, tmp_path):
    model = targets[name]
    (found,) = by_minizinc(tool("minizinc"), model, tmp_path / "model.mzn", all_of_them=False)
    assert model.network.accepts(dict(zip(model.network.vocabulary.names, found, strict=True)))


def test_cpmpy_scripts_solve(targets, tmp_path):
    paths = [tmp_path / f"{name}.py" for name in targets]
    for path, model in zip(paths, targets.values(), strict=True):
        path.write_text(cpmpy_script.write(model), encoding="utf-8")
    for line, model in zip(solved(SOLVE_SCRIPTS, paths), targets.values(), strict=True):
        assert model.network.accepts(json.loads(line))


def test_xcsp3_instances_solve(targets, tmp_path):
    if find_spec("pycsp3") is None:
        pytest.skip("pycsp3 is not installed (pip install 'tacit[dev]')")
    paths = [tmp_path / f"{name}.xml" for name in targets]
    for path, model in zip(paths, targets.values(), strict=True):
        path.write_text(xcsp3.write(model), encoding="utf-8")
    for line, model in zip(solved(SOLVE_INSTANCES, paths), targets.values(), strict=True):
        values = json.loads(line)
        plan = outline(model.network, xcsp3.RESERVED)
        ids = [array.identifier + "".join(f"[{i}]" for i in position) for array, position in plan.place]
        names = model.network.vocabulary.names
        found = {name: values[id_] for name, id_ in zip(names, ids, strict=True) if id_ in values}
        mentioned = {name for c in model.network for name in c.scope}
        assert mentioned <= set(found)
        assert model.network.accepts(found)


def solved(script: str, paths: list[Path]) -> list[str]:
    return run([sys.executable, "-c", script, *map(str, paths)]).splitlines()
