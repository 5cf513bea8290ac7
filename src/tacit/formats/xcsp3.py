"""A model in XCSP3-core, the XML format of solver competitions (https://xcsp.org).

Relations that are texts become <intension>, others <extension>, variables that all differ <allDifferent>, and bounds
<count> and <sum>. Values become numbers; comments say what the values and the variables are called.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from xml.sax.saxutils import escape

from tacit.formats.outline import Box, Declared, Outline, outline, readable
from tacit.formats.translate import ATOM, SIGNS, Syntax, Term, translate, tree_of, variable
from tacit.problem.bounds import Bound, is_all_different
from tacit.problem.expressions import ARGUMENTS, Expression
from tacit.problem.model import Model
from tacit.problem.network import Constraint

FUNCTIONS = {
    "==": "eq",
    "!=": "ne",
    "<": "lt",
    "<=": "le",
    ">": "gt",
    ">=": "ge",
    "+": "add",
    "-": "sub",
    "*": "mul",
    "//": "div",
    "%": "mod",
}
_OTHERS = "neg abs sqr pow min max dist not and or xor iff imp if in notin set true false"
RESERVED = frozenset([*FUNCTIONS.values(), *_OTHERS.split()])


class Functional(Syntax):
    """In XCSP3 every operator is written as a function."""

    def truth(self, value: bool) -> str:
        return str(int(value))

    def arithmetic(self, sign: str, left: Term, right: Term) -> tuple[str, int]:
        return f"{FUNCTIONS[sign]}({left.text},{right.text})", ATOM

    compare = arithmetic

    def joined(self, sign: str, parts: list[Term]) -> tuple[str, int]:
        return f"{sign}({','.join(part.text for part in parts)})", ATOM

    def negative(self, part: Term) -> tuple[str, int]:
        return f"neg({part.text})", ATOM

    def denied(self, part: Term) -> tuple[str, int]:
        return f"not({part.text})", ATOM

    def absolute(self, part: Term, difference: tuple[Term, Term] | None) -> str:
        if difference:
            return f"dist({difference[0].text},{difference[1].text})"
        return f"abs({part.text})"

    def extreme(self, name: str, parts: list[Term]) -> str:
        """pycsp3 fails on some comparisons of an extremum if all its parts are plain, so then one becomes a sum."""
        first, *rest = (part.text for part in parts)
        if not any("(" in part.text for part in parts):
            first = f"add({first},0)"
        return f"{name}({','.join([first, *rest])})"


def write(model: Model) -> str:
    """The model as an XCSP3 instance."""
    plan = outline(model.network, RESERVED)
    about = model.heading
    lines = ['<instance format="XCSP3" type="CSP">', f"  {_comment(about)}", "  <variables>"]
    named = model.network.vocabulary.named_values
    if named:
        lines.append(f"    {_comment('values: ' + ', '.join(f'{value} = {name}' for name, value in named.items()))}")
    for array in plan.arrays:
        lines += [f"    {line}" for line in _declaration(plan, array)]
    lines += ["  </variables>", "  <constraints>"]
    lines += [f"    <allDifferent> {_members(plan, clique)} </allDifferent>" for clique in plan.cliques]
    lines += [f"    {line}" for c in plan.rest for line in _constraint(plan, c)]
    if lines[-1] == "  <constraints>":  # an instance without constraints is not accepted
        lines.append(f"    <intension> ge({_name(plan, 0)},{model.network.vocabulary.domains[0][0]}) </intension>")
    return "\n".join([*lines, "  </constraints>", "</instance>"]) + "\n"


def _comment(text: str) -> str:
    """A comment. In it XML does not allow two hyphens in a row."""
    plain = "".join(c for c in readable(text) if c not in "\ufffe\uffff")
    if "--" in plain or plain.endswith("-"):
        plain = plain.replace("-", "\u2010")
    return f"<!-- {plain} -->"


def _declaration(plan: Outline, array: Declared) -> list[str]:
    domains = plan.network.vocabulary.domains
    note = "" if array.identifier == array.stem else array.stem
    for axis, labels in enumerate(array.axes):
        if array.firsts[axis] != 0:
            note += f"; index {axis + 1}: {', '.join(labels)}"
    lines = [_comment(f"{array.identifier}: {note.removeprefix('; ')}")] if note else []
    if not array.axes:
        (x,) = array.variables
        return [*lines, f'<var id="{array.identifier}"> {_domain(domains[x])} </var>']
    size = "".join(f"[{n}]" for n in array.shape)
    kinds: dict[tuple[int, ...], list[int]] = {}
    for x in array.variables:
        kinds.setdefault(domains[x], []).append(x)
    start = f'<array id="{array.identifier}" size="{size}">'
    if len(kinds) == 1:
        return [*lines, f"{start} {_domain(next(iter(kinds)))} </array>"]
    inner = [
        f'  <domain for="{" ".join(_name(plan, x) for x in members)}"> {_domain(domain)} </domain>'
        for domain, members in kinds.items()
    ]
    return [*lines, start, *inner, "</array>"]


def _domain(values: Sequence[int]) -> str:
    """The values; three or more consecutive ones are written as a..b."""
    parts, start = [], 0
    for i in range(1, len(values) + 1):
        if i < len(values) and values[i] == values[i - 1] + 1:
            continue
        run = values[start:i]
        parts += [f"{run[0]}..{run[-1]}"] if len(run) > 2 else [str(value) for value in run]
        start = i
    return " ".join(parts)


def _name(plan: Outline, x: int) -> str:
    array, position = plan.place[x]
    return array.identifier + "".join(f"[{i}]" for i in position)


def _members(plan: Outline, members: Sequence[int]) -> str:
    found = plan.box(members)
    return _slice(*found) if found else " ".join(_name(plan, x) for x in members)


def _slice(array: Declared, box: Box) -> str:
    parts = []
    for (low, high), n in zip(box, array.shape, strict=True):
        parts.append("[]" if (low, high) == (0, n - 1) else f"[{low}]" if low == high else f"[{low}..{high}]")
    return array.identifier + "".join(parts)


def _bound(plan: Outline, bound: Bound, scope: Sequence[int]) -> str:
    members = _members(plan, scope)
    if is_all_different(bound):
        return f"<allDifferent> {members} </allDifferent>" if len(scope) > 1 else ""
    measure, sign, k = bound.measure, FUNCTIONS[bound.sign], bound.k
    assert k is not None
    if measure.kind == "sum":
        return f"<sum> <list> {members} </list> <condition> ({sign},{k}) </condition> </sum>"
    if measure.negated:  # at most 2 of 7 are something else: at least 5 are this
        sign, k = FLIPPED[sign], len(scope) - k
    values = " ".join(map(str, measure.values))
    condition = f"<condition> ({sign},{k}) </condition>"
    return f"<count> <list> {members} </list> <values> {values} </values> {condition} </count>"


def _constraint(plan: Outline, c: Constraint) -> list[str]:
    v = plan.network.vocabulary
    scope = [v.index[name] for name in c.scope]
    if isinstance(c.relation, Bound):
        return [line for line in [_bound(plan, c.relation, scope)] if line]
    names = [_name(plan, x) for x in scope]
    if isinstance(c.relation.function, Expression):
        terms = [variable(name, v.domains[x]) for name, x in zip(names, scope, strict=True)]
        extremum = _extremum(tree_of(c.relation.function.text), dict(zip(ARGUMENTS, names, strict=False)))
        if extremum:
            return [extremum]
        said = translate(c.relation.function, terms, Functional())
        if said.constant is None:
            return [f"<intension> {escape(said.text)} </intension>"]
        return [] if said.constant else [_never(plan, scope[0])]
    domains = [set(v.domains[x]) for x in scope]
    tuples = [t for t in plan.tables[c.relation.name] if all(value in d for value, d in zip(t, domains, strict=True))]
    if not tuples:
        return [_never(plan, scope[0])]
    if len(scope) == 1:
        supports = _domain([value for (value,) in tuples])
    else:
        supports = "".join(f"({','.join(map(str, each))})" for each in tuples)
    return [
        "<extension>",
        f"  <list> {' '.join(names)} </list>",
        f"  <supports> {supports} </supports>",
        "</extension>",
    ]


FLIPPED = {"eq": "eq", "ne": "ne", "lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}


def _extremum(tree: ast.expr, names: dict[str, str]) -> str | None:
    """The constraint that XCSP3 has for max(x, y) > z and the like, because some readers accept nothing else."""
    if not isinstance(tree, ast.Compare) or len(tree.ops) > 1:
        return None
    sides, sign = [tree.left, tree.comparators[0]], FUNCTIONS[SIGNS[type(tree.ops[0])]]
    if isinstance(sides[1], ast.Call):
        sides, sign = sides[::-1], FLIPPED[sign]
    call, other = sides
    if not isinstance(call, ast.Call) or ast.unparse(call.func) == "abs":
        return None
    if not all(isinstance(part, ast.Name) and part.id in names for part in [*call.args, other]):
        return None
    members = " ".join(names[ast.unparse(part)] for part in call.args)
    element = f"{ast.unparse(call.func)}imum"
    condition = f"<condition> ({sign},{names[ast.unparse(other)]}) </condition>"
    return f"<{element}> <list> {members} </list> {condition} </{element}>"


def _never(plan: Outline, x: int) -> str:
    """A constraint that nothing satisfies."""
    return f"<intension> lt({_name(plan, x)},{plan.network.vocabulary.domains[x][0]}) </intension>"
