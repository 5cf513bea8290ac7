"""The ways to generate an example, by name. A way is a plain function of the asker, and so is a researcher's own.

It returns an example that the learned constraints accept and some candidate on the agenda rejects. If there is none, it
returns None; what it knows to be implied by then it has taken off the agenda.
"""

from __future__ import annotations

from collections.abc import Callable

from tacit.candidates.examination import Example
from tacit.generation.irrgen import irrgen
from tacit.generation.pq_gen import pq_gen, pq_gen_counts
from tacit.generation.tq_gen import tq_gen
from tacit.learning.asker import Asker

Generator = Callable[[Asker], Example | None]

GENERATORS: dict[str, Generator] = {
    "irrgen": irrgen,
    "pq-gen": pq_gen,
    "pq-gen-counts": pq_gen_counts,
    "tq-gen": tq_gen,
}
