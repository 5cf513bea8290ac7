"""The table [variables] of a problem file: domains, and arrays with numbered or labelled axes."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

from tacit.formats.toml_document import TomlDocument
from tacit.formats.toml_lines import Path as Place
from tacit.problem.vocabulary import MAX_DOMAIN, MAX_VALUE, MAX_VARIABLES, Vocabulary

VARIABLE_KEYS = ("domain", "shape", "rows", "columns")


def read_variables_table(document: TomlDocument) -> dict[str, Sequence[int] | Sequence[str]]:
    """The domain of each variable."""
    given = document.data.get("variables")
    if given is None:
        raise document.error((), "there is no table [variables]")
    if not isinstance(given, dict) or not given:
        raise document.error(
            ("variables",), 'a table of variables is needed, such as grid = { shape = [9, 9], domain = "1..9" }'
        )
    variables: dict[str, Sequence[int] | Sequence[str]] = {}
    for stem, definition in given.items():
        place: Place = ("variables", stem)
        document.text(place, stem)
        if "[" in stem or "]" in stem:
            raise document.error(place, "a name has no brackets; use shape, or rows and columns")
        table = definition if isinstance(definition, dict) else {"domain": definition}
        document.only_keys(place, table, VARIABLE_KEYS)
        if "domain" not in table:
            raise document.error(place, 'a domain is needed, such as domain = "1..9" or domain = ["Mon", "Tue"]')
        inner: Place = (*place, "domain") if table is definition else place
        domain = _domain(document, inner, table["domain"])
        axes = _axes(document, place, table)
        count = prod(len(axis) for axis in axes)
        if len(variables) + count > MAX_VARIABLES:
            raise document.error(place, f"{len(variables) + count:,} variables; at most {MAX_VARIABLES:,} are accepted")
        for index in itertools.product(*axes):
            variables[f"{stem}[{','.join(index)}]" if axes else stem] = domain
    return variables


def _axes(document: TomlDocument, place: Place, table: Mapping[str, Any]) -> list[list[str]]:
    if "shape" in table:
        if "rows" in table or "columns" in table:
            raise document.error(place, "either shape, or rows and columns")
        shape = table["shape"]
        parts = shape if isinstance(shape, list) and not all(isinstance(part, str) for part in shape) else [shape]
        if not 1 <= len(parts) <= 4:
            raise document.error((*place, "shape"), "a shape has 1 to 4 axes, such as shape = [9, 9]")
        listed = parts is shape
        return [
            _axis(document, (*place, "shape", i) if listed else (*place, "shape"), part) for i, part in enumerate(parts)
        ]
    if "columns" in table and "rows" not in table:
        return [_axis(document, (*place, "columns"), table["columns"])]
    return [_axis(document, (*place, key), table[key]) for key in ("rows", "columns") if key in table]


def _axis(document: TomlDocument, place: Place, given: Any) -> list[str]:
    """The labels along an axis: 0, 1, 2 … if only their number is given."""
    if type(given) is int:
        if not 1 <= given <= MAX_VARIABLES:
            raise document.error(place, f"a number from 1 to {MAX_VARIABLES:,} is needed, not {given}")
        return [str(i) for i in range(given)]
    if not isinstance(given, list) or not given:
        raise document.error(place, f"a number or a list of labels is needed, not {given!r:.60}")
    if len(given) > MAX_VARIABLES:
        raise document.error(place, f"{len(given):,} labels; at most {MAX_VARIABLES:,} are accepted")
    labels = [_label(document, (*place, i), label) for i, label in enumerate(given)]
    document.no_two(place, labels, "label")
    return labels


def _label(document: TomlDocument, place: Place, given: Any) -> str:
    text = str(given) if type(given) is int else document.text(place, given)
    if any(mark in text for mark in "[],"):
        raise document.error(place, f"a label has no brackets and no comma: {text!r}")
    return text


def _domain(document: TomlDocument, place: Place, given: Any) -> Sequence[int] | Sequence[str]:
    if isinstance(given, str):
        return _ranges(document, place, given)
    if not isinstance(given, list) or not given:
        raise document.error(place, f'a domain is "1..9", [1, 2, 5] or ["Mon", "Tue"], not {given!r:.60}')
    for i, value in enumerate(given):
        if isinstance(value, str):
            document.text((*place, i), value)
        elif type(value) is not int:
            raise document.error((*place, i), f"{value!r:.60} is neither an integer nor a text")
    document.no_two(place, given, "value")
    document.blame(place, lambda: Vocabulary({"domain": given}), strip="variable 'domain': ")
    return given


def _ranges(document: TomlDocument, place: Place, text: str) -> list[int]:
    """A domain such as "1..9" or "0..4, 10, 20..24"."""
    if len(text) > 2000:
        raise document.error(place, f"{len(text):,} characters; at most 2,000 are accepted")
    values: set[int] = set()
    for part in text.split(","):
        match = re.fullmatch(r"\s*(-?\d{1,12})\s*(?:(?:\.\.|…)\s*(-?\d{1,12})\s*)?", part)
        if match is None:
            raise document.error(place, f'a domain is "1..9" or "1..5, 8", not {text!r:.60}')
        low = int(match[1])
        high = int(match[2] or match[1])
        if high < low or max(-low, high) > MAX_VALUE:
            raise document.error(place, f"the range {part.strip()!r} is empty or too large")
        if len(values) + high - low + 1 > MAX_DOMAIN:
            raise document.error(place, f"more than {MAX_DOMAIN:,} values")
        values.update(range(low, high + 1))
    return sorted(values)
