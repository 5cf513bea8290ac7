"""Problems of the field, by name, each with its target: what a simulated user has in mind.

>>> load("sudoku-4").problem
Problem('sudoku-4': 16 variables, 4 relations)
>>> load("sudokku")
Traceback (most recent call last):
...
tacit.errors.ProblemError: there is no benchmark 'sudokku'; did you mean sudoku? There are: sudoku, sudoku-N, gtsudoku, jsudoku, latin-N, zebra, murder, purdey, allergy, golomb-N, golomb-N-full, examtt-N, rlfap-N, queens-N, nurse-DAYSxSHIFTSxNURSES, random-NxVALUESxCONSTRAINTS, random-NxVALUESxCONSTRAINTS-SEED, clique-N, ward-NURSESxDAYS, magic-N, timetable-CLASSESxLESSONS
"""  # noqa: E501

from __future__ import annotations

import difflib
import re
from collections.abc import Callable

from tacit.benchmarks.benchmark import Benchmark
from tacit.benchmarks.clique import clique
from tacit.benchmarks.examtt import examtt
from tacit.benchmarks.golomb import golomb, golomb_full
from tacit.benchmarks.latin import latin
from tacit.benchmarks.magic import magic
from tacit.benchmarks.nurse import nurse
from tacit.benchmarks.puzzles import allergy, murder, purdey
from tacit.benchmarks.queens import queens
from tacit.benchmarks.random_network import random_network
from tacit.benchmarks.rlfap import rlfap
from tacit.benchmarks.sudoku import gtsudoku, jsudoku, sudoku
from tacit.benchmarks.timetables import timetable
from tacit.benchmarks.wards import ward
from tacit.benchmarks.zebra import zebra
from tacit.errors import ProblemError

__all__ = ["FAMILIES", "Benchmark", "load"]

# A name is a family, or a family with numbers in place of the words in capitals.
FAMILIES: dict[str, Callable[..., Benchmark]] = {
    "sudoku": sudoku,
    "sudoku-N": sudoku,
    "gtsudoku": gtsudoku,
    "jsudoku": jsudoku,
    "latin-N": latin,
    "zebra": zebra,
    "murder": murder,
    "purdey": purdey,
    "allergy": allergy,
    "golomb-N": golomb,
    "golomb-N-full": golomb_full,
    "examtt-N": examtt,
    "rlfap-N": rlfap,
    "queens-N": queens,
    "nurse-DAYSxSHIFTSxNURSES": nurse,
    "random-NxVALUESxCONSTRAINTS": random_network,
    "random-NxVALUESxCONSTRAINTS-SEED": random_network,
    "clique-N": clique,
    "ward-NURSESxDAYS": ward,
    "magic-N": magic,
    "timetable-CLASSESxLESSONS": timetable,
}

# The largest numbers that are accepted: such problems load in seconds and fit in memory.
LARGEST = {
    "sudoku-N": (36,),
    "latin-N": (40,),
    "golomb-N": (40,),
    "golomb-N-full": (25,),
    "examtt-N": (300,),
    "rlfap-N": (400,),
    "queens-N": (100,),
    "nurse-DAYSxSHIFTSxNURSES": (60, 10, 1000),
    "random-NxVALUESxCONSTRAINTS": (400, 1000, 79_800),
    "random-NxVALUESxCONSTRAINTS-SEED": (400, 1000, 79_800, 999_999),
    "clique-N": (400,),
    "ward-NURSESxDAYS": (100, 364),
    "magic-N": (10,),
    "timetable-CLASSESxLESSONS": (9, 99),
}


def load(name: str) -> Benchmark:
    """A benchmark by its name, such as "sudoku", "latin-10", "golomb-6-full" or "nurse-7x3x8"."""
    for pattern, family in FAMILIES.items():
        match = re.fullmatch(re.sub("[A-Z]+", "(0|[1-9][0-9]*)", pattern), name)
        if match:
            return family(*_sizes(name, match.groups(), LARGEST.get(pattern, ())))
    plain = {re.sub("[A-Z]+", "N", pattern): pattern for pattern in FAMILIES}
    near = difflib.get_close_matches(re.sub("[0-9]+", "N", name), plain, n=1, cutoff=0.5)
    suggestion = f"; did you mean {plain[near[0]]}?" if near else "."
    raise ProblemError(f"there is no benchmark {name!r}{suggestion} There are: {', '.join(FAMILIES)}")


def _sizes(name: str, given: tuple[str, ...], largest: tuple[int, ...]) -> list[int]:
    for digits, limit in zip(given, largest, strict=True):
        if len(digits) > len(str(limit)) or int(digits) > limit:
            raise ProblemError(f"{name:.60}: at most {limit} is accepted, not {digits:.20}")
    return [int(digits) for digits in given]
