"""A model as a Python script that needs CPMpy and nothing else.

When the script is run, it solves and prints. When it is imported, it has `model`, each variable under its identifier,
and the dict `variables` by name.
"""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from tacit.formats.outline import Box, Declared, Outline, outline, readable, written
from tacit.formats.translate import ATOM, UNARY, Syntax, Term, inside
from tacit.problem.model import Model
from tacit.problem.network import Constraint

OWN = ("cp", "model", "variables", "VALUES", "row", "value", "i", "j", "k", "l")
RESERVED = frozenset([*keyword.kwlist, *keyword.softkwlist, *dir(builtins), *OWN])


ALWAYS = "cp.BoolVal(True)"
PREFIXES = ("IV", "BV")  # CPMpy's own variables have such names, and it refuses them for others


class Cpmpy(Syntax):
    """Python's operators, where & and | bind more tightly than comparisons."""

    levels = (2, 3, 1)
    signs: ClassVar = {"and": "&", "or": "|"}

    def __init__(self, values: dict[str, str]) -> None:
        self.values = values

    def named(self, name: str, value: int) -> str:
        return self.values[name]

    def truth(self, value: bool) -> str:
        return f"cp.BoolVal({value})"

    def denied(self, part: Term) -> tuple[str, int]:
        return f"~{inside(part, ATOM)}", UNARY

    def extreme(self, name: str, parts: list[Term]) -> str:
        return f"cp.{name}([{', '.join(part.text for part in parts)}])"

    def as_number(self, part: Term) -> tuple[str, int]:
        return f"cp.sum([{part.text}])", ATOM


def write(model: Model) -> str:
    """The model as a Python script."""
    plan = outline(model.network, RESERVED, PREFIXES)
    about = model.heading
    lines = [f"# {readable(about)}", "import cpmpy as cp", ""]
    named = model.network.vocabulary.named_values
    lines += [f"{plan.values[name]} = {value}" for name, value in named.items()]
    if named:
        inner = ", ".join(f"{plan.values[name]}: {_string(name)}" for name in named)
        lines += [f"VALUES = {{{inner}}}", ""]
    for array in plan.arrays:
        lines += _declaration(plan, array)
    lines += ["", "variables = {  # by the names they have in tacit"]
    for array in plan.arrays:
        lines += [f"    {line}," for line in _names(plan, array)]
    syntax = Cpmpy(plan.values)
    said = {c: _constraint(plan, c, syntax) for c in plan.rest}
    said = {c: text for c, text in said.items() if text != ALWAYS}
    mentioned = {x for clique in plan.cliques for x in clique}
    mentioned |= {model.network.vocabulary.index[name] for c in said for name in c.scope}
    lines += ["}", "", "model = cp.Model()", *_domains(plan, mentioned)]
    lines += [f"model += cp.AllDifferent({_members(plan, clique)})" for clique in plan.cliques]
    lines += _tables(plan)
    lines += [f"model += {text}" for text in said.values()]
    return "\n".join([*lines, "", *_main(plan)]) + "\n"


def _string(text: str) -> str:
    """The text as a Python string, whatever is in it."""
    plain = text.isascii() and text.isprintable() and not set(text) & set('"\\')
    return f'"{text}"' if plain else ascii(text)


def _declaration(plan: Outline, array: Declared) -> list[str]:
    domain = plan.domain(array)
    note = "" if array.identifier == array.stem else readable(array.stem)
    for axis, labels in enumerate(array.axes):
        if array.firsts[axis] != 0:
            note += f"; index {axis + 1}: {', '.join(readable(label) for label in labels)}"
    lines = [f"# {array.identifier}: {note.removeprefix('; ')}"] if note else []
    shape = f", shape={array.shape[0] if len(array.shape) == 1 else array.shape}" if array.axes else ""
    declared = f'cp.intvar({domain[0]}, {domain[-1]}{shape}, name="{array.identifier}")'
    return [*lines, f"{array.identifier} = {declared}"]


def _names(plan: Outline, array: Declared) -> list[str]:
    """Lines that file the variables under their names, in a loop if the names allow it."""
    v = plan.network.vocabulary
    usual = {p: f"{array.stem}[{','.join(array.axes[a][i] for a, i in enumerate(p))}]" for p in array.cells}
    plain = array.identifier == array.stem and array.numbered
    if array.axes and plain and all(usual[p] == v.names[x] for p, x in array.cells.items()):
        letters = "ijkl"[: len(array.axes)] if len(array.axes) <= 4 else ""
        if letters:
            firsts = [first or 0 for first in array.firsts]
            index = ",".join(f"{{{c} + {f}}}" if f else f"{{{c}}}" for c, f in zip(letters, firsts, strict=True))
            loops = " ".join(f"for {c} in range({n})" for c, n in zip(letters, array.shape, strict=True))
            one = f'f"{array.stem}[{index}]": {array.identifier}[{", ".join(letters)}]'
            return [f"**{{{one} {loops}}}"]
    return [f"{_string(v.names[x])}: {_name(plan, x)}" for x in array.variables]


def _domains(plan: Outline, mentioned: set[int]) -> list[str]:
    """What bounds can't say: domains with gaps, and domains that are smaller than their array's."""
    v = plan.network.vocabulary
    lines = []
    for array in plan.arrays:
        whole = plan.domain(array)
        for x in array.variables:
            domain = v.domains[x]
            if domain != whole or domain[-1] - domain[0] + 1 > len(domain):
                lines.append(f"model += cp.Table([{_name(plan, x)}], {[[value] for value in domain]})")
            elif x not in mentioned:  # CPMpy gives no value to a variable that it does not see
                lines.append(f"model += {_name(plan, x)} >= {domain[0]}")
    return lines


def _name(plan: Outline, x: int) -> str:
    array, position = plan.place[x]
    return f"{array.identifier}[{', '.join(map(str, position))}]" if array.axes else array.identifier


def _members(plan: Outline, members: Sequence[int]) -> str:
    found = plan.box(members)
    return _slice(*found) if found else f"[{', '.join(_name(plan, x) for x in members)}]"


def _slice(array: Declared, box: Box) -> str:
    parts = []
    for (low, high), n in zip(box, array.shape, strict=True):
        parts.append(":" if (low, high) == (0, n - 1) else str(low) if low == high else f"{low}:{high + 1}")
    return array.identifier if set(parts) == {":"} else f"{array.identifier}[{', '.join(parts)}]"


def _tables(plan: Outline) -> list[str]:
    lines = []
    for name, tuples in plan.tables.items():
        lines += [f"# {readable(name)}", f"{plan.table_names[name]} = {tuples}"]
    return lines


def _constraint(plan: Outline, c: Constraint, syntax: Cpmpy) -> str:
    return written(plan, c, partial(_name, plan), syntax, table="cp.Table", never="cp.BoolVal(False)")


def _main(plan: Outline) -> list[str]:
    """Solve and print: one line for each variable or array, a table for an array of two dimensions."""
    v = plan.network.vocabulary
    lines = [
        'if __name__ == "__main__":',
        "    if not model.solve():",
        '        raise SystemExit("There is no solution.")',
    ]
    for array in plan.arrays:
        named = {v.is_named[x] for x in array.cells.values()}
        shown = "VALUES[value]" if True in named else "value"
        if len(array.axes) == 2 and len(named) == 1:
            width = max(len(str(v.shown(v.names[x], value))) for x in array.cells.values() for value in v.domains[x])
            lines += [f"    print({_string(array.stem + ' =')})", f"    for row in {array.identifier}.value():"]
            cell = f'f"{{{shown}:{"<" if True in named else ">"}{width}}}"'
            lines.append("        print(*row)" if width == 1 else f"        print(*({cell} for value in row))")
        elif len(array.axes) == 1 and len(named) == 1 and array.numbered:
            values = f"{array.identifier}.value()"
            values = f"({shown} for value in {values})" if True in named else values
            lines.append(f"    print({_string(array.stem + ' =')}, *{values})")
        else:
            lines += [f"    print({_string(v.names[x] + ' =')}, {_value(plan, x)})" for x in array.variables]
    return lines


def _value(plan: Outline, x: int) -> str:
    value = f"{_name(plan, x)}.value()"
    return f"VALUES[{value}]" if plan.network.vocabulary.is_named[x] else value
