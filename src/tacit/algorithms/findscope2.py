"""FindScope-2 (Algorithm 8): FindScope without the questions whose answer is known.

    1   function FindScope-2(e, R, Y, ask_query)
    2       if ask_query ∧ |κ_B(e_R)| > 0
    3           if rej ≠ |κ_B(e_R)|
    4               if ASK(e_R) = yes   B ← B \\ κ_B(e_R)
    5               else
    6                   rej ← |κ_B(e_R)|
    7                   return ∅
    8           else                    return ∅
    9       if |Y| = 1                  return Y
    10      split Y into Y₁, Y₂ with |Y₁| = ⌈|Y|/2⌉
    11      S₁ ← FindScope-2(e, R ∪ Y₁, Y₂, true)
    12      S₂ ← FindScope-2(e, R ∪ S₁, Y₁, S₁ ≠ ∅)
    13      return S₁ ∪ S₂

`rej` starts at |κ_B| of the example that FindScope was given. e_R is always a part of the last example that was
negative, so an equal number of violated candidates means the same ones, and the answer is "no" again. The converse does
not hold: a "yes" in between makes κ_B of that last negative example smaller than `rej` says, and then a question whose
answer is known gets through. These are the redundant questions that FindScope-2 still asks.

Asks at most 2·|S|·log₂|Y| questions.

D. C. Tsouros, K. Stergiou, "Efficient Multiple Constraint Acquisition", Constraints 25, 2020,
https://doi.org/10.1007/s10601-020-09311-4
"""

from __future__ import annotations

from dataclasses import dataclass

from tacit.algorithms.tracing import traced
from tacit.candidates import bitset
from tacit.candidates.examination import Example
from tacit.learning.asker import Asker
from tacit.learning.asking import Asking


@dataclass
class Rej:
    """The paper's global variable `rej`: how many candidates the last negative example violated."""

    count: int


def findscope2(asker: Asker, e: Example, Y: int) -> Asking[int]:
    """The scope of a violated constraint inside Y, where e_Y is known to be negative."""
    return (yield from _findscope2(asker, e, 0, Y, False, Rej(e.kappa_size(Y))))


@traced("FindScope-2", "R", "Y")
def _findscope2(asker: Asker, e: Example, R: int, Y: int, ask_query: bool, rej: Rej) -> Asking[int]:
    if ask_query and (violated := e.kappa_size(R)) > 0:
        if rej.count == violated:
            return 0
        if not (yield from asker.ask(e, R)):
            rej.count = violated
            return 0
    if Y.bit_count() == 1:
        return Y
    Y1, Y2 = bitset.halves(Y)
    S1 = yield from _findscope2(asker, e, R | Y1, Y2, True, rej)
    S2 = yield from _findscope2(asker, e, R | S1, Y1, S1 != 0, rej)
    return S1 | S2
