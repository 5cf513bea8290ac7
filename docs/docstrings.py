"""Docstrings as they are written here, made into what Sphinx reads. A parameter is described in one of two ways:

    oracle: a function of an example, or an object with ask(query);        seed    all random choices follow from it
    the text goes on like this, up to the next parameter                           and this is how it goes on

In both cases it becomes a field, ":param oracle: …". `tacit.Rule` and docs/using.md become links. Doctests and
everything else are left as they are.
"""

from __future__ import annotations

import contextlib
import dataclasses
import inspect
import re
from typing import Any

from sphinx.application import Sphinx

import tacit

PARAMETER = re.compile(r"(?P<names>\w+(?:, \w+)*)(?::\s+|\s{2,}|\s(?=[a-zA-Z(]))(?P<text>\S.*)")
NAME = re.compile(r"`tacit\.(\w+)`")
DOCUMENT = re.compile(r"`?docs/(\w+)\.md`?")
TABLE = re.compile(r"\w+(, \w+)*\s{2,}\S")


def parameters_of(thing: Any) -> set[str]:
    """What may be described: the parameters of a function, the fields of a dataclass, and "options" for both."""
    found = {"options"}
    if dataclasses.is_dataclass(thing):
        found |= {field.name for field in dataclasses.fields(thing)}
    with contextlib.suppress(TypeError, ValueError):  # some classes have no signature
        found |= set(inspect.signature(thing).parameters)
    return found


def begins(line: str, names: set[str], in_table: bool) -> re.Match[str] | None:
    """Whether a line begins the description of parameters. After one in a table, a single blank will do."""
    found = PARAMETER.fullmatch(line)
    if found is None or not set(found["names"].split(", ")) <= names:
        return None
    single = not (line[found.end("names")] == ":" or TABLE.match(line))
    return None if single and not in_table else found


def as_fields(lines: list[str], names: set[str]) -> list[str]:
    made: list[str] = []
    inside = in_table = False
    for line in lines:
        found = begins(line, names, in_table)
        if found is not None:
            in_table = in_table or bool(TABLE.match(line))
            if not inside:
                made.append("")
            made.append(f":param {found['names'].replace(' ', '')}: {found['text']}")
            inside = True
        elif inside and line.strip():
            made.append(f"    {line.strip()}")
        else:
            inside = in_table = False
            made.append(line)
    return made


def process(app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    if what in ("class", "function", "method"):
        lines[:] = as_fields(lines, parameters_of(thing))
    lines[:] = [line if line.lstrip().startswith(">>>") else linked(line) for line in lines]


def linked(line: str) -> str:
    line = NAME.sub(lambda name: f":py:obj:{name[0]}" if name[1] in tacit.__all__ else name[0], line)
    return DOCUMENT.sub(r":doc:`/\1`", line)


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("autodoc-process-docstring", process)
    return {"parallel_read_safe": True}
