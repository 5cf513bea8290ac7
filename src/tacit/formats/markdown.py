"""A model for people to read: its variables, and its constraints in words, in Markdown."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence

from tacit.formats.outline import readable
from tacit.problem.model import Model
from tacit.problem.vocabulary import Vocabulary
from tacit.showing.sentences import lines
from tacit.structure.arrays import Array, full_arrays
from tacit.structure.phrases import listed

WIDTH = 78
FEW = 12  # a domain with at most this many values is listed value by value


def write(model: Model) -> str:
    """The model as Markdown."""
    v = model.network.vocabulary
    said = lines(model.network)
    parts = [f"# {_plain(model.name)}", "", _about(model, len(said)), "", "## Variables", ""]
    parts += [_item(line) for line in _variables(v)]
    parts += ["", "## Constraints", ""]
    parts += [_item(line.text) for line in said] or ["None: every assignment is a solution."]
    return "\n".join(parts) + "\n"


def _about(model: Model, n: int) -> str:
    count = len(model.network)
    told = f"{_number(len(model.network.vocabulary), 'variable')}, {_number(count, 'constraint')}"
    if n < count:
        told += f", said in {_number(n, 'line')}"
    if model.status is not None:
        asked = f" from {_number(model.questions, 'question')}" if model.questions is not None else ""
        asked += f" and {_number(model.told, 'rule')} said unasked" if model.told else ""
        told += (
            ". Learned from examples alone"
            if model.status == "supported"
            else f". Learned{asked}: {_plain(model.status)}"
        )
        if model.open:
            told += f", {_number(model.open, 'candidate')} open"
    return told + "."


def _number(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _variables(v: Vocabulary) -> list[str]:
    """One line for each array, and one for all variables that stand alone and have the same domain."""
    found = []
    alone: dict[str, list[str]] = {}
    held: set[int] = set()
    for array in full_arrays(v.names):
        kinds = {_domain(v, x) for x in array.cells.values()}
        if len(kinds) == 1:
            found.append(f"{array.stem}: {_shape(array)}; each is {kinds.pop()}")
            held |= set(array.cells.values())
    for x, name in enumerate(v.names):
        if x not in held:
            alone.setdefault(_domain(v, x), []).append(name)
    return found + [f"{listed(names)}: {domain}" for domain, names in alone.items()]


def _shape(array: Array) -> str:
    if array.depth == 2:
        rows, columns = array.axes
        size = f"{len(rows)} rows and {len(columns)} columns"
        return f"{size} ({_labels(rows)}; {_labels(columns)})"
    size = " × ".join(map(str, array.shape))
    return f"{size} cells ({'; '.join(_labels(axis) for axis in array.axes)})"


def _labels(axis: Sequence[str]) -> str:
    numbers = all(re.fullmatch("-?[0-9]{1,9}", label) for label in axis)
    if numbers and [int(label) for label in axis] == list(range(int(axis[0]), int(axis[0]) + len(axis))):
        return f"{axis[0]} to {axis[-1]}"
    return ", ".join(axis)


def _domain(v: Vocabulary, x: int) -> str:
    domain = v.domains[x]
    shown = [str(v.shown(v.names[x], value)) for value in domain]
    if not v.is_named[x] and len(domain) > 2 and domain[-1] - domain[0] + 1 == len(domain):
        return f"{domain[0]} to {domain[-1]}"
    if len(shown) > FEW and not v.is_named[x]:
        return f"one of {len(shown)} values from {shown[0]} to {shown[-1]}"
    return listed(shown, "or")


def _item(text: str) -> str:
    """An item of a list, in lines that are not too long."""
    wrapped = textwrap.wrap(readable(text), WIDTH, break_long_words=False, break_on_hyphens=False)
    return "- " + "\n  ".join(_plain(line) for line in wrapped)


def _plain(text: str) -> str:
    """The text, escaped so that Markdown shows it as it is; only where needed, because most names are harmless."""
    text = readable(text).replace("&", "&amp;").replace("<", "&lt;")
    text = re.sub(r"([\\`~])", r"\\\1", text)
    text = re.sub(r"\*(?! )|(?<! )\*", r"\\*", text)
    text = re.sub(r"(?<![^\W_])_|_(?![^\W_])", r"\\_", text)
    text = re.sub(r"\]([(:\[])", r"]\\\1", text)
    text = re.sub("(https?|ftp|www)([:.])", r"\1&#8203;\2", text)
    return re.sub(r"^([#>+=-]|\d+[.)])", r"\\\1", text)
