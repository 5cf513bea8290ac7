"""A function or an object that answers, in a process of its own: what `seats.py` starts, and what it sends.

    python -m tacit.dialogue.oracles.in_process

reads the folders where modules are, then what answers, then one example after the other, and writes an answer for each;
all of them pickled. It ends when its stdin ends: if tacit is killed, its workers end, too.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, BinaryIO

from tacit.dialogue.extensions import Extension, is_spec
from tacit.dialogue.oracles.function import load_answering
from tacit.errors import OracleError
from tacit.learning.asker import check_kind
from tacit.problem.query import Answer, Query


@dataclass(frozen=True)
class BySpec:
    """What module:name or FILE.py:NAME means, loaded where it is asked. The text of the file goes along."""

    spec: str
    extension: Extension | None

    @classmethod
    def read(cls, spec: str) -> BySpec:
        return cls(spec, Extension.read(spec) if is_spec(spec) else None)

    def load(self) -> Callable[[Query], Any]:
        return load_answering(self.spec, self.extension)


@dataclass(frozen=True)
class ByItself:
    """A function, or an object with `ask(query)`."""

    given: Any

    def load(self) -> Callable[[Query], Any]:
        ask = getattr(self.given, "ask", None)
        answering: Callable[[Query], Any] = ask if callable(ask) else self.given
        return lambda query: answering(query.by_name)


Loading = BySpec | ByItself


def answer(ask: Callable[[Query], Any], query: Query) -> Answer | str:
    """The answer; what went wrong as a text, because an error of somebody's own may not be known elsewhere."""
    try:
        found = Answer.of(ask(query))
        check_kind(query, found)
        return found
    except OracleError as error:
        return str(error)
    except (Exception, SystemExit) as error:
        return f"the oracle raised {error!r} on {query}"


def main() -> None:
    questions: BinaryIO = sys.stdin.buffer
    # What the function prints is not for us.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.path[:0] = [folder for folder in pickle.load(questions) if folder not in sys.path]
    try:
        ask = pickle.load(questions).load()
    except (Exception, SystemExit) as error:
        pickle.dump(f"what answers can't be loaded in a process of its own: {error}", answers)
        answers.flush()
        return
    pickle.dump(None, answers)
    answers.flush()
    while True:
        try:
            query = pickle.load(questions)
        except EOFError:
            return
        found = answer(ask, query)
        try:
            pickle.dump(found, answers)
            answers.flush()
        except BrokenPipeError:  # whoever asked is gone, and the answer with it
            os._exit(0)


if __name__ == "__main__":
    main()
