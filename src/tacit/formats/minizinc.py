"""A model in MiniZinc, ready to run.

`minizinc --solver gecode model.mzn` prints a solution with the names of values, `-a` all of them;
`--output-mode json` prints the variables' numbers for programs to read.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from tacit.formats.folding import Index, Indexed, Letter, Loop, fold, is_run, moved
from tacit.formats.outline import Declared, Outline, outline, readable, written
from tacit.formats.translate import ATOM, UNARY, Syntax, Term, inside
from tacit.problem.bounds import EXACTLY, Bound, is_all_different
from tacit.problem.model import Model

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
IN_A_LINE = 7  # labels with their numbers
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
    loops = fold(plan)
    lines = [f"% {readable(model.heading)}"]
    if any(is_all_different(loop.relation) for loop in loops):
        lines.append('include "all_different.mzn";')
    if plan.tables:
        lines.append('include "table.mzn";')
    lines += ["", *_values(plan), *_declarations(plan), "", *_tables(plan)]
    syntax = MiniZinc(plan.values)
    for relation, together in itertools.groupby(loops, key=lambda loop: loop.relation):
        if relation.say is not None:
            lines.append(f"% {readable(relation.say)}")
        lines += [f"constraint {_looped(plan, loop, syntax)};" for loop in together]
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
    for axis, labels in plan.labelled():
        lines.append(f"% {axis}")
        told = [f"int: {label} = {i};" for i, label in enumerate(labels, 1)]
        lines += [" ".join(told[start : start + IN_A_LINE]) for start in range(0, len(told), IN_A_LINE)]
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
        if array.firsts[axis] is None and array.labels[axis] != labels:
            told.append(f"index {axis + 1}: {', '.join(readable(label) for label in labels)}")
    return f"{array.identifier}: {'; '.join(told)}" if told else ""


def _axes(array: Declared) -> list[tuple[int, tuple[str, ...]]]:
    firsts = zip(array.firsts, array.axes, strict=True)
    return [(1 if first is None else first, labels) for first, labels in firsts]


def _name(plan: Outline, x: int) -> str:
    array, position = plan.place[x]
    if not array.axes:
        return array.identifier
    return f"{array.identifier}[{','.join(_position(array, axis, i) for axis, i in enumerate(position))}]"


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


def _looped(plan: Outline, loop: Loop, syntax: MiniZinc) -> str:
    """A loop: forall over the letters, and what holds for each."""
    letters = loop.named(plan.letters)
    if isinstance(loop.relation, Bound):
        said = _bound(plan, loop.relation, loop)
    else:
        names = [_indexed(plan, loop, cell) for cell in loop.cells]
        said = written(plan, loop.relation, loop.scopes, names, syntax, table="table", never="false")
    if not loop.letters:
        return said
    sets = []
    for positions, alike in itertools.groupby(range(len(letters)), key=lambda number: _positions(loop.letters[number])):
        sets.append(f"{', '.join(letters[number] for number in alike)} in {positions}")
    behind = [(letter.after, number) for number, letter in enumerate(loop.letters) if letter.after is not None]
    where = " /\\ ".join(f"{letters[one]} < {letters[other]}" for one, other in behind)
    return f"forall({', '.join(sets)}{f' where {where}' if where else ''})({said})"


def _positions(letter: Letter) -> str:
    """The indices that a letter runs over."""
    at = partial(_position, letter.array, letter.axis)
    if is_run(letter.positions):
        return f"{at(letter.positions[0])}..{at(letter.positions[-1])}"
    return f"{{{', '.join(map(at, letter.positions))}}}"


def _position(array: Declared, axis: int, position: int) -> str:
    """An index: its label, if it has one, otherwise its number."""
    labels = array.labels[axis]
    return labels[position] if labels else str(_axes(array)[axis][0] + position)


def _index(plan: Outline, loop: Loop, array: Declared, axis: int, index: Index) -> str:
    if index.letter is None:
        return _position(array, axis, index.offset)
    # The letter may run over another array, which is counted from another number.
    letter = loop.letters[index.letter]
    apart = _axes(array)[axis][0] - _axes(letter.array)[letter.axis][0]
    return moved(loop.named(plan.letters)[index.letter], index.offset + apart)


def _indexed(plan: Outline, loop: Loop, cell: Indexed) -> str:
    if not cell.indices:
        return cell.array.identifier
    inside = ",".join(_index(plan, loop, cell.array, axis, index) for axis, index in enumerate(cell.indices))
    return f"{cell.array.identifier}[{inside}]"


def _group(plan: Outline, loop: Loop) -> str:
    """The cells of a bound, as an array."""
    patch = loop.patch
    if patch is None:
        return f"[{', '.join(_indexed(plan, loop, cell) for cell in loop.cells)}]"
    array = patch.array
    if patch.whole:
        return array.identifier
    taken = loop.named(plan.letters)
    free = (letter for letter in plan.letters if letter not in taken)
    slices, listed, loops = [], [], []
    for axis, (start, steps) in enumerate(zip(patch.starts, patch.steps, strict=True)):
        every = [_index(plan, loop, array, axis, Index(start.letter, start.offset + step)) for step in steps]
        if len(steps) == 1:
            slices.append(every[0])
            listed.append(every[0])
            continue
        run = f"{every[0]}..{every[-1]}" if is_run(steps) else f"{{{', '.join(every)}}}"
        slices.append(".." if len(steps) == array.shape[axis] else run)
        listed.append(next(free))
        loops.append(f"{listed[-1]} in {run}")
    if loops and all(map(is_run, patch.steps)):
        return f"{array.identifier}[{', '.join(slices)}]"
    # A slice has no gaps, and is not of a single cell.
    return f"[{array.identifier}[{','.join(listed)}]{' | ' if loops else ''}{', '.join(loops)}]"


def _bound(plan: Outline, bound: Bound, loop: Loop) -> str:
    group, measure = _group(plan, loop), bound.measure
    if is_all_different(bound):
        return f"all_different({group})"
    sign = "=" if bound.sign == EXACTLY else bound.sign
    if measure.kind == "sum":
        return f"sum({group}) {sign} {bound.k}"
    values = plan.counted(loop.scopes, measure.values)
    # Not count: with it, MiniZinc warns of the libraries that some solvers bring, and reads "globals.mzn" with errors.
    if len(values) == 1:
        met = f"{plan.cell} {'!=' if measure.negated else '='} {values[0]}"
    else:
        met = f"{plan.cell} in {{{', '.join(values)}}}"
        met = f"not ({met})" if measure.negated else met
    return f"sum({plan.cell} in {group})({met}) {sign} {bound.k}"


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
