"""A model as a Python script that needs CPMpy and nothing else.

When the script is run, it solves and prints. When it is imported, it has `model`, each variable under its identifier,
and the dict `variables` by name.
"""

from __future__ import annotations

import builtins
import itertools
import keyword
import textwrap
from collections.abc import Sequence
from typing import ClassVar

from tacit.formats.folding import Index, Indexed, Loop, fold, is_progression, is_run, moved
from tacit.formats.outline import Declared, Outline, outline, readable, written
from tacit.formats.translate import ATOM, UNARY, Syntax, Term, inside
from tacit.problem.bounds import Bound, is_all_different
from tacit.problem.model import Model

OWN = ("cp", "model", "variables", "VALUES", "row", "value", "i", "j", "k", "l")
RESERVED = frozenset([*keyword.kwlist, *keyword.softkwlist, *dir(builtins), *OWN])


ALWAYS = "cp.BoolVal(True)"
WIDTH = 100  # of lines that may be broken
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
    for axis, labels in plan.labelled():
        lines.append(f"# {axis}")
        lines += _numbered(labels)
    for array in plan.arrays:
        lines += _declaration(plan, array)
    lines += ["", "variables = {  # by the names they have in tacit"]
    for array in plan.arrays:
        lines += [f"    {line}," for line in _names(plan, array)]
    loops, syntax = fold(plan), Cpmpy(plan.values)
    said = [(loop, _said(plan, loop, syntax)) for loop in loops]
    said = [(loop, text) for loop, text in said if text != ALWAYS]
    mentioned = {x for loop, _ in said for scope in loop.scopes for x in scope}
    lines += ["}", "", "model = cp.Model()", *_domains(plan, mentioned), *_tables(plan)]
    for heads, together in itertools.groupby(said, key=lambda each: _heads(plan, each[0])):
        lines += [f"{'    ' * depth}{head}" for depth, head in enumerate(heads)]
        for relation, alike in itertools.groupby(together, key=lambda each: each[0].relation):
            told = [] if relation.say is None else [f"# {readable(relation.say)}"]
            lines += [f"{'    ' * len(heads)}{line}" for line in [*told, *(f"model += {text}" for _, text in alike)]]
    return "\n".join([*lines, "", *_main(plan)]) + "\n"


def _string(text: str) -> str:
    """The text as a Python string, whatever is in it."""
    plain = text.isascii() and text.isprintable() and not set(text) & set('"\\')
    return f'"{text}"' if plain else ascii(text)


def _numbered(labels: Sequence[str]) -> list[str]:
    """Labels as numbers from 0."""
    if len(labels) == 1:
        return [f"{labels[0]} = 0"]
    line = f"{', '.join(labels)} = range({len(labels)})"
    if len(line) <= WIDTH:
        return [line]
    inner = textwrap.wrap(f"{', '.join(labels)},", WIDTH, initial_indent="    ", subsequent_indent="    ")
    return ["(", *inner, f") = range({len(labels)})"]


def _declaration(plan: Outline, array: Declared) -> list[str]:
    domain = plan.domain(array)
    note = "" if array.identifier == array.stem else readable(array.stem)
    for axis, labels in enumerate(array.axes):
        if array.firsts[axis] != 0 and array.labels[axis] != labels:
            note += f"; index {axis + 1}: {', '.join(readable(label) for label in labels)}"
    lines = [f"# {array.identifier}: {note.removeprefix('; ')}"] if note else []
    shape = f", shape={array.shape[0] if len(array.shape) == 1 else array.shape}" if array.axes else ""
    declared = f'cp.intvar({domain[0]}, {domain[-1]}{shape}, name="{array.identifier}")'
    return [*lines, f"{array.identifier} = {declared}"]


def _names(plan: Outline, array: Declared) -> list[str]:
    """Lines that file the variables under their names, in a loop if the names allow it."""
    v = plan.network.vocabulary
    usual = {p: f"{array.stem}[{','.join(array.axes[a][i] for a, i in enumerate(p))}]" for p in array.cells}
    plain = array.identifier == array.stem and len(array.axes) <= 4
    if array.axes and plain and all(usual[p] == v.names[x] for p, x in array.cells.items()):
        letters, labels = plan.letters[: len(array.axes)], iter(plan.letters[len(array.axes) :])
        index, loops = [], []
        for letter, first, axis in zip(letters, array.firsts, array.axes, strict=True):
            if first is not None:
                index.append(f"{{{letter} + {first}}}" if first else f"{{{letter}}}")
                loops.append(f"for {letter} in range({len(axis)})")
            else:
                label = next(labels)
                index.append(f"{{{label}}}")
                loops.append(f"for {letter}, {label} in enumerate([{', '.join(map(_string, axis))}])")
        one = f'f"{array.stem}[{",".join(index)}]": {array.identifier}[{", ".join(letters)}]'
        return [f"**{{{one} {' '.join(loops)}}}"]
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
    inside = ", ".join(_position(array, axis, i) for axis, i in enumerate(position))
    return f"{array.identifier}[{inside}]" if array.axes else array.identifier


def _position(array: Declared, axis: int, position: int) -> str:
    """An index: its label, if it has one, otherwise its number, counted from 0."""
    labels = array.labels[axis]
    return labels[position] if labels else str(position)


def _heads(plan: Outline, loop: Loop) -> list[str]:
    """The lines that begin the loop: one for each letter."""
    names = loop.named(plan.letters)
    lines = []
    for name, letter in zip(names, loop.letters, strict=True):
        first, *_, last = letter.positions
        if letter.after is not None:
            over = f"range({names[letter.after]} + 1, {last + 1})"
        elif is_run(letter.positions):
            start = _position(letter.array, letter.axis, first)
            over = f"range({last + 1})" if first == 0 else f"range({start}, {last + 1})"
        elif is_progression(letter.positions):
            step = letter.positions[1] - first
            over = f"range({first}, {min(last + step, letter.array.shape[letter.axis])}, {step})"
        else:
            over = f"({', '.join(_position(letter.array, letter.axis, each) for each in letter.positions)})"
        lines.append(f"for {name} in {over}:")
    return lines


def _index(plan: Outline, loop: Loop, array: Declared, axis: int, index: Index) -> str:
    if index.letter is None:
        return _position(array, axis, index.offset)
    return moved(loop.named(plan.letters)[index.letter], index.offset)


def _indexed(plan: Outline, loop: Loop, cell: Indexed) -> str:
    inside = ", ".join(_index(plan, loop, cell.array, axis, index) for axis, index in enumerate(cell.indices))
    return f"{cell.array.identifier}[{inside}]" if cell.indices else cell.array.identifier


def _group(plan: Outline, loop: Loop) -> str:
    """The cells of a bound, as an array or a list."""
    patch = loop.patch
    if patch is None:
        return f"[{', '.join(_indexed(plan, loop, cell) for cell in loop.cells)}]"
    array = patch.array
    if patch.whole:
        return array.identifier
    parts, lists = [], 0
    for axis, (start, steps) in enumerate(zip(patch.starts, patch.steps, strict=True)):
        every = [_index(plan, loop, array, axis, Index(start.letter, start.offset + step)) for step in steps]
        few = array.labels[axis] and len(steps) <= FEW
        if len(steps) == array.shape[axis] > 1:
            parts.append(":")
        elif len(steps) == 1:
            parts.append(every[0])
        elif is_run(steps) and not (few and start.letter is None and not lists):
            end = Index(start.letter, start.offset + len(steps))
            last = str(end.offset) if end.letter is None else _index(plan, loop, array, axis, end)
            parts.append(f"{every[0]}:{last}")
        else:
            parts.append(f"[{', '.join(every)}]")
            lists += 1
    inside = f"{array.identifier}[{', '.join(parts)}]"
    if all(len(steps) == 1 for steps in patch.steps):
        return f"[{inside}]"
    if lists > 1 or (lists and array.depth > 2):  # to numpy this is something else
        return f"[{', '.join(_indexed(plan, loop, cell) for cell in patch.cells())}]"
    return inside


FEW = 4  # labels that are listed; of more, the first is named


def _said(plan: Outline, loop: Loop, syntax: Cpmpy) -> str:
    if isinstance(loop.relation, Bound):
        return _bound(plan, loop.relation, loop)
    names = [_indexed(plan, loop, cell) for cell in loop.cells]
    return written(plan, loop.relation, loop.scopes, names, syntax, table="cp.Table", never="cp.BoolVal(False)")


def _bound(plan: Outline, bound: Bound, loop: Loop) -> str:
    group, measure = _group(plan, loop), bound.measure
    if is_all_different(bound):
        return f"cp.AllDifferent({group})"
    if measure.kind == "sum":
        return f"cp.sum({group}) {bound.sign} {bound.k}"
    values = plan.counted(loop.scopes, measure.values)
    if measure.negated and len(values) == 1:
        differ = (
            f"{plan.cell} != {values[0]} for {plan.cell} in {group}" if group[0] == "[" else f"{group} != {values[0]}"
        )
        return f"cp.sum({differ}) {bound.sign} {bound.k}"
    counts = [f"cp.Count({group}, {value})" for value in values]
    if measure.negated:
        return f"{len(loop.scopes[0])} - {' - '.join(counts)} {bound.sign} {bound.k}"
    return f"{' + '.join(counts)} {bound.sign} {bound.k}"


def _tables(plan: Outline) -> list[str]:
    lines = []
    for name, tuples in plan.tables.items():
        lines += [f"# {readable(name)}", f"{plan.table_names[name]} = {tuples}"]
    return lines


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
