"""All formats that a model can be written in, by name."""

from __future__ import annotations

from collections.abc import Callable

from tacit.formats import cpmpy_script, json_model, markdown, minizinc, xcsp3
from tacit.problem.model import Model

WRITERS: dict[str, Callable[[Model], str]] = {
    "cpmpy": cpmpy_script.write,
    "minizinc": minizinc.write,
    "xcsp3": xcsp3.write,
    "json": json_model.write,
    "markdown": markdown.write,
}
SUFFIXES = {".py": "cpmpy", ".mzn": "minizinc", ".xml": "xcsp3", ".json": "json", ".md": "markdown"}
