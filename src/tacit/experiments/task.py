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
    orders:     "given" or "all", instead of what the benchmark has
    cap_s:      the run is stopped after this many seconds
    examples:   how many solutions of the target are known before the first question
    counterexamples: how many near misses are known before it: solutions but for one value, which the target rejects
    marks:      does the user mark one violated scope with each "no"?
    slips:      the user answers wrongly with this probability, in places that follow from the seed; None: there is no
                talk of slips. (The share that the learner expects is an option.)
    missed_only: the only slips are violations that are missed, that is "yes" to examples that are wrong
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
    slips: float | None = None
    missed_only: bool = False

    @property
    def key(self) -> str:
        """The key under which a result is stored: everything that makes a difference to the result."""
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
        more = {
            "examples": self.examples,
            "counterexamples": self.counterexamples,
            "marks": self.marks,
            "missed_only": self.missed_only,
        }
        told |= {name: value for name, value in more.items() if value}
        if self.slips is not None:
            told["slips"] = self.slips
        return json.dumps(told, sort_keys=True)

    def __str__(self) -> str:
        said = " ".join(str(value) for value in self.options.values())
        return f"{self.problem} {said} seed {self.seed}"

    def benchmark(self) -> Benchmark:
        return load(self.problem).changed(relations=self.relations, orders=self.orders)

    def keywords(self) -> dict[str, Any]:
        """The keyword arguments of `tacit.learn`: the options, with the user's own functions loaded, and the seed."""
        own = {f"{extension.path}:{extension.name}": extension for extension in self.extensions}
        given = {name: own[value].function() if value in own else value for name, value in self.options.items()}
        return {**given, "seed": self.seed}
