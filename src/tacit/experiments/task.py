"""A task: one benchmark, one setting, one seed. It can be stored, sent to another machine, and run again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tacit.benchmarks import Benchmark, load
from tacit.dialogue.extensions import Extension
from tacit.version import __version__


@dataclass(frozen=True)
class Task:
    """One run.

    options:    those of `tacit.learn`, by name; a user's own function as "FILE.py:NAME", with its file in `extensions`
    relations:  added to the benchmark's language (for the study of the size of the bias)
    orders:     "given" or "all" in the place of the benchmark's own
    cap_s:      the run is stopped after this many seconds
    examples:   solutions of the target that are known before the first question
    counterexamples: examples that the target rejects, each a solution but for one value; known as well
    marks:      with each "no" the user marks one scope that clashes
    """

    problem: str
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    relations: tuple[str, ...] = ()
    orders: str | None = None
    cap_s: float | None = None
    extensions: tuple[Extension, ...] = ()
    examples: int = 0
    counterexamples: int = 0
    marks: bool = False

    @property
    def key(self) -> str:
        """What a stored result is found by: everything that makes a difference to it."""
        files = {extension.path: extension.source for extension in self.extensions}
        told = {
            "version": __version__,
            "problem": self.problem,
            "options": dict(self.options),
            "seed": self.seed,
            "relations": self.relations,
            "orders": self.orders,
            "cap_s": self.cap_s,
            "files": {path: hashlib.sha256(source.encode()).hexdigest() for path, source in files.items()},
        }
        more = {"examples": self.examples, "counterexamples": self.counterexamples, "marks": self.marks}
        told |= {name: value for name, value in more.items() if value}
        return json.dumps(told, sort_keys=True)

    def __str__(self) -> str:
        said = " ".join(str(value) for value in self.options.values())
        return f"{self.problem} {said} seed {self.seed}"

    def benchmark(self) -> Benchmark:
        return load(self.problem).changed(relations=self.relations, orders=self.orders)

    def keywords(self) -> dict[str, Any]:
        """What `tacit.learn` is given: the options and the seed, with the user's own functions in their places."""
        own = {f"{extension.path}:{extension.name}": extension for extension in self.extensions}
        given = {name: own[value].function() if value in own else value for name, value in self.options.items()}
        return {**given, "seed": self.seed}
