"""Exported models mean the same to other programs: MiniZinc with Gecode, CPMpy, and the XCSP3 reader of pycsp3."""

from __future__ import annotations

import ast
import itertools
import json
import os
import sys
from importlib.util import find_spec

import pytest
from hypothesis import given

from kit.bounded import random_bounded_model
from kit.models import models, random_model, solutions
from kit.solvers import by_minizinc, run
from tacit.formats import cpmpy_script, minizinc, xcsp3
from tacit.formats.outline import outline
from tacit.problem.model import Model
from tacit.problem.network import Network
from tacit.problem.relations import Relation
from tacit.problem.vocabulary import Vocabulary

SEEDS = range(int(os.environ.get("TACIT_SEEDS", "60")))  # more seeds look for mistakes that these don't find
MADE = [random_model(seed) for seed in SEEDS] + [random_bounded_model(seed) for seed in SEEDS[::2]]

# Runs every script given to it, and prints its solutions as JSON.
RUN_SCRIPTS = """
import json, runpy, sys
for path in sys.argv[1:]:
    made = runpy.run_path(path)
    variables, found = made["variables"], []
    made["model"].solveAll(display=lambda: found.append([int(x.value()) for x in variables.values()]))
    print(json.dumps([list(variables), found]))
assert "tacit" not in sys.modules
"""

# Reads every instance given to it with pycsp3's reader into CPMpy, and prints its solutions by variable as JSON.
READ_INSTANCES = """
import json, sys, warnings
paths = sys.argv[1:]
warnings.simplefilter("ignore")
from cpmpy.tools.xcsp3.parser import load_xcsp3
from cpmpy.transformations.get_variables import get_variables_model
out = sys.stdout
for path in paths:
    sys.stdout = sys.stderr
    model, found = load_xcsp3(path), []
    variables = get_variables_model(model)
    model.solveAll(display=lambda: found.append({x.name: int(x.value()) for x in variables}))
    print(json.dumps([[x.name for x in variables], found]), file=out)
"""


def test_minizinc_finds_the_same_solutions(tool, tmp_path):
    for model in MADE:
        found = by_minizinc(tool("minizinc"), model, tmp_path / "model.mzn")
        assert sorted(found) == sorted(solutions(model.network)), minizinc.write(model)


def test_the_cpmpy_script_has_the_same_solutions(tmp_path):
    paths = [tmp_path / f"script{number}.py" for number in range(len(MADE))]
    for path, model in zip(paths, MADE, strict=True):
        path.write_text(cpmpy_script.write(model), encoding="utf-8")
    text = run([sys.executable, "-c", RUN_SCRIPTS, *map(str, paths)])
    for line, path, model in zip(text.splitlines(), paths, MADE, strict=True):
        names, found = json.loads(line)
        v = model.network.vocabulary
        assert sorted(names) == sorted(v.names)
        places = [names.index(name) for name in v.names]
        given = sorted(tuple(each[i] for i in places) for each in found)
        assert given == sorted(solutions(model.network)), path.read_text(encoding="utf-8")


def test_the_xcsp3_instance_has_the_same_solutions(tmp_path):
    if find_spec("pycsp3") is None:
        pytest.skip("pycsp3 is not installed (pip install 'tacit[dev]')")
    paths = [tmp_path / f"instance{number}.xml" for number in range(len(MADE))]
    for path, model in zip(paths, MADE, strict=True):
        path.write_text(xcsp3.write(model), encoding="utf-8")
    text = run([sys.executable, "-c", READ_INSTANCES, *map(str, paths)])
    for line, path, model in zip(text.splitlines(), paths, MADE, strict=True):
        names, found = json.loads(line)
        plan = outline(model.network, xcsp3.RESERVED)
        ids = [array.identifier + "".join(f"[{i}]" for i in position) for array, position in plan.place]
        assert set(names) <= set(ids)
        free = [domain if name not in names else (None,) for name, domain in zip(ids, _domains(model), strict=True)]
        full = [
            tuple(each.get(name, value) for name, value in zip(ids, values, strict=True))
            for each in found
            for values in itertools.product(*free)
        ]
        assert sorted(full) == sorted(solutions(model.network)), path.read_text(encoding="utf-8")


def _domains(model: Model) -> tuple[tuple[int, ...], ...]:
    return model.network.vocabulary.domains


@given(model=models(hostile=True))
def test_no_name_breaks_out_of_a_script(model):
    """The script calls only what our writer put there, whatever the names of variables, values and relations are."""
    tree = ast.parse(cpmpy_script.write(model))
    called = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    allowed = {"intvar", "Model", "Table", "AllDifferent", "BoolVal", "Count", "min", "max", "sum"}
    allowed = {f"cp.{name}" for name in allowed} | {"abs", "range", "enumerate", "print", "SystemExit", "model.solve"}
    assert {name for name in called if not name.endswith(".value")} <= allowed
    imports = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
    assert [node.names[0].name for node in imports] == ["cpmpy"]


WEEK = Model(
    "week",
    Network(
        Vocabulary({f"shift[{who},{day}]": ["early", "late"] for who in ("anna", "ben") for day in ("Mon", "Tue")}),
        [("x == late", ["shift[anna,Mon]"]), ("!=", ["shift[anna,Mon]", "shift[ben,Mon]"])],
    ),
)


def test_scripts_and_programs_print_the_names_of_values(tool, tmp_path):
    script, program = tmp_path / "week.py", tmp_path / "week.mzn"
    script.write_text(cpmpy_script.write(WEEK), encoding="utf-8")
    program.write_text(minizinc.write(WEEK), encoding="utf-8")
    for text in (run([sys.executable, str(script)]), run([tool("minizinc"), "--solver", "gecode", str(program)])):
        lines = text.splitlines()
        assert lines[0] == "shift ="
        assert lines[1].split()[0] == "late"
        assert lines[2].split()[0] == "early"


def test_floors_are_pythons():
    """They round down, although solvers round towards zero."""
    network = Network(Vocabulary({"a": range(-5, 6), "b": range(6)}), [("x // 2 == y % 3", ["a", "b"])])
    model = Model("floors", network)
    assert "constraint (a + 6) div 2 - 3 = b mod 3;" in minizinc.write(model)
    assert "eq(sub(div(add(a,6),2),3),mod(b,3))" in xcsp3.write(model)
    assert "model += (a + 6) // 2 - 3 == b % 3" in cpmpy_script.write(model)


def test_truth_values_as_numbers_under_a_negation(tool, tmp_path):
    """MiniZinc 2.6 finds six solutions with bool2int."""
    network = Network(Vocabulary({"a": range(2), "b": range(3)}), ["not (a == b) > 0"])
    model = Model("negated", network)
    assert sorted(by_minizinc(tool("minizinc"), model, tmp_path / "model.mzn")) == sorted(solutions(network))
    assert len(solutions(network)) == 4


def test_a_variable_of_which_nothing_is_said_has_a_value():
    """CPMpy gives none to a variable that is in no constraint, or only in one that is always true."""
    network = Network(Vocabulary({"a": range(1, 5), "b": range(3)}), ["a == 1 or 1 < 2"])
    text = cpmpy_script.write(Model("free", network))
    assert "model += a >= 1\nmodel += b >= 0\n" in text
    assert "BoolVal" not in text


def test_an_extremum_that_is_compared_with_a_variable():
    """Not as an intension, which pycsp3 can't read."""
    network = Network(Vocabulary({name: range(3) for name in "abc"}), ["max(a, b) > c", "c <= min(a, b)"])
    text = xcsp3.write(Model("extrema", network))
    assert "<maximum> <list> a b </list> <condition> (gt,c) </condition> </maximum>" in text
    assert "<minimum> <list> a b </list> <condition> (ge,c) </condition> </minimum>" in text


def test_relations_that_nothing_satisfies():
    network = Network(Vocabulary({"a": range(3)}), [(Relation("never", lambda x: False, 1), ["a"])])
    assert "lt(a,0)" in xcsp3.write(Model("never", network))
