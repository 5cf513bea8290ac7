"""A model in MiniZinc, ready to run.

`minizinc --solver gecode model.mzn` prints a solution with the names of values, `-a` all of them;
`--output-mode json` prints the variables' numbers for programs to read.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from tacit.formats.outline import Box, Declared, Outline, outline, readable, written
from tacit.formats.translate import ATOM, UNARY, Syntax, Term, inside
from tacit.problem.model import Model
from tacit.problem.network import Constraint

_KEYWORDS = """
ann annotation any array bool case constraint default diff div else elseif endif enum exists false float for forall
function if in include int intersect let list maximize minimize mod not of op opt output par predicate record satisfy
set solve string subset superset symdiff test then true tuple type union var where xor
"""
# Names of the library, which models use or which a variable should not hide, and the names that are used below.
_LIBRARY = """
abs acos all_different alldifferent arg_max arg_min array1d array2d asin assert atan bool2int card ceil col concat cos
count dom element exp fix floor format has_element index_set infinity is_fixed iffall join lb length ln log max min pow
product round row set2array show show_int sin sort sqrt sum table tan trace ub xorall value_name i j
"""
RESERVED = frozenset([*_KEYWORDS.split(), *_LIBRARY.split()])


class MiniZinc(Syntax):
    """What MiniZinc writes differently from the usual signs."""

    signs: ClassVar = {"==": "=", "and": "/\\", "or": "\\/", "//": "div", "%": "mod"}

    def __init__(self, values: dict[str, str]) -> None:
        self.values = values

    def named(self, name: str, value: int) -> str:
        return self.values[name]

    def truth(self, value: bool) -> str:
        return "true" if value else "false"

    def denied(self, part: Term) -> tuple[str, int]:
        return f"not {inside(part, ATOM)}", UNARY

    def extreme(self, name: str, parts: list[Term]) -> str:
        return f"{name}([{', '.join(part.text for part in parts)}])"

    def as_number(self, part: Term) -> tuple[str, int]:
        # Not bool2int: MiniZinc 2.6 forgets half of it under a negation, as in not (0 < bool2int(x = y)).
        return f"if {part.text} then 1 else 0 endif", ATOM


def write(model: Model) -> str:
    """The model as a MiniZinc program."""
    plan = outline(model.network, RESERVED)
    lines = [f"% {readable(model.heading)}"]
    if plan.cliques:
        lines.append('include "all_different.mzn";')
    if plan.tables:
        lines.append('include "table.mzn";')
    lines += ["", *_values(plan), *_declarations(plan), ""]
    lines += [f"constraint all_different({_members(plan, clique)});" for clique in plan.cliques]
    syntax = MiniZinc(plan.values)
    lines += _tables(plan)
    lines += [f"constraint {_constraint(plan, c, syntax)};" for c in plan.rest]
    lines += ["", "solve satisfy;", "", *_output(plan)]
    return "\n".join(lines) + "\n"


def _values(plan: Outline) -> list[str]:
    named = plan.network.vocabulary.named_values
    if not named:
        return []
    lines = [f"int: {plan.values[name]} = {value};" for name, value in named.items()]
    # In a table each name is padded to the width of the longest one.
    width = max(map(len, named)) if any(len(array.axes) == 2 for array in plan.arrays) else 0
    names = ", ".join(_string(name.ljust(width)) for name in named)
    indices = f"0..{len(named) - 1}"
    return [*lines, f"array[{indices}] of string: value_name = array1d({indices}, [{names}]);", ""]


def _declarations(plan: Outline) -> list[str]:
    lines = []
    for array in plan.arrays:
        domain = _set(plan.domain(array))
        about = _about(array)
        if about:
            lines.append(f"% {about}")
        if not array.axes:
            lines.append(f"var {domain}: {array.identifier};")
            continue
        sets = ", ".join(f"{first}..{first + len(axis) - 1}" for first, axis in _axes(array))
        lines.append(f"array[{sets}] of var {domain}: {array.identifier};")
    for x in plan.narrower():
        lines.append(f"constraint {_name(plan, x)} in {_set(plan.network.vocabulary.domains[x])};")
    return lines


def _about(array: Declared) -> str:
    """What the identifier of an array does not say: its name, and the labels of its axes."""
    told = [] if array.identifier == array.stem else [readable(array.stem)]
    for axis, labels in enumerate(array.axes):
        if array.firsts[axis] is None:
            told.append(f"index {axis + 1}: {', '.join(readable(label) for label in labels)}")
    return f"{array.identifier}: {'; '.join(told)}" if told else ""


def _axes(array: Declared) -> list[tuple[int, tuple[str, ...]]]:
    firsts = zip(array.firsts, array.axes, strict=True)
    return [(1 if first is None else first, labels) for first, labels in firsts]


def _name(plan: Outline, x: int) -> str:
    array, position = plan.place[x]
    if not array.axes:
        return array.identifier
    return (
        f"{array.identifier}[{','.join(str(first + i) for i, (first, _) in zip(position, _axes(array), strict=True))}]"
    )


def _members(plan: Outline, members: Sequence[int]) -> str:
    found = plan.box(members)
    return _slice(*found) if found else f"[{', '.join(_name(plan, x) for x in members)}]"


def _slice(array: Declared, box: Box) -> str:
    parts = []
    for (low, high), (first, labels) in zip(box, _axes(array), strict=True):
        if (low, high) == (0, len(labels) - 1):
            parts.append("..")
        else:
            parts.append(str(first + low) if low == high else f"{first + low}..{first + high}")
    if all(part == ".." for part in parts):
        return array.identifier
    return f"{array.identifier}[{', '.join(parts)}]"


def _set(values: Sequence[int]) -> str:
    if values[-1] - values[0] + 1 == len(values):
        return f"{values[0]}..{values[-1]}"
    return f"{{{', '.join(map(str, values))}}}"


def _tables(plan: Outline) -> list[str]:
    lines = []
    for name, tuples in plan.tables.items():
        arity = len(tuples[0]) if tuples else 1
        rows = " ".join("| " + ", ".join(map(str, each)) for each in tuples)
        lines.append(f"% {readable(name)}")
        if tuples:
            kind = f"array[1..{len(tuples)}, 1..{arity}] of int"
            lines.append(f"{kind}: {plan.table_names[name]} = [{rows} |];")
    return lines


def _constraint(plan: Outline, c: Constraint, syntax: MiniZinc) -> str:
    return written(plan, c, partial(_name, plan), syntax, table="table", never="false")


def _string(text: str) -> str:
    """The text as a MiniZinc string. Backslashes are escaped, so that \\( does not begin an expression."""
    plain = json.dumps(readable(text), ensure_ascii=False)[1:-1]
    return f'"{plain}"'


def _output(plan: Outline) -> list[str]:
    """Print the solution: one line for each variable or array, a table for an array of two dimensions."""
    v = plan.network.vocabulary
    parts = []
    for array in plan.arrays:
        named = {v.is_named[x] for x in array.cells.values()}
        if len(array.axes) == 2 and len(named) == 1:
            width = max(len(str(v.shown(v.names[x], value))) for x in array.cells.values() for value in v.domains[x])
            parts += _grid(array, width, True in named)
        elif len(array.axes) == 1 and len(named) == 1 and array.numbered:
            parts.append(_row(array, True in named))
        else:
            for x in array.variables:
                parts.append(f'{_string(f"{v.names[x]} = ")} ++ {_shown(_name(plan, x), v.is_named[x])} ++ "\\n"')
    return ["output [", *(f"  {part}," for part in parts), "];"]


def _grid(array: Declared, width: int, named: bool) -> list[str]:
    (rows, _), (columns, labels) = _axes(array)
    last = columns + len(labels) - 1
    cell = f"{array.identifier}[i,j]"
    cell = _shown(cell, True) if named else f"format({width}, {cell})"
    sets = f"i in {rows}..{rows + array.shape[0] - 1}, j in {columns}..{last}"
    lines = f'concat([{cell} ++ if j = {last} then "\\n" else " " endif | {sets}])'
    return [_string(f"{array.stem} =")[:-1] + '\\n"', lines]


def _row(array: Declared, named: bool) -> str:
    ((first, labels),) = _axes(array)
    cells = f"{_shown(f'{array.identifier}[i]', named)} | i in {first}..{first + len(labels) - 1}"
    return f'{_string(f"{array.stem} = ")} ++ join(" ", [{cells}]) ++ "\\n"'


def _shown(name: str, named: bool) -> str:
    return f"value_name[fix({name})]" if named else f"show({name})"
