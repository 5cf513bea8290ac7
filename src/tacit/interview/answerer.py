"""Who answers an interview: a person, a Python oracle, a command, an assistant. Answers belong to whoever gave them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tacit.errors import TacitError

_PERSON, _ORACLE, _COMMAND, _ASSISTANT = "person", "oracle", "command", "assistant"


@dataclass(frozen=True)
class Answerer:
    """Two are the same if they would answer alike, as far as one can tell without asking them.

    kind:  a person, an oracle, a command or an assistant
    name:  of an oracle, where it is: checks.py:fine; of a command, its line; of an assistant, what it calls itself; of
           a person, the assistant through which they answered, if it was one
    text:  of an oracle, a fingerprint of the text that it is in, if there is one
    """

    kind: str
    name: str = ""
    text: str = ""

    @classmethod
    def oracle(cls, spec: str, text: str = "") -> Answerer:
        return cls(_ORACLE, spec, text)

    @classmethod
    def command(cls, line: str) -> Answerer:
        return cls(_COMMAND, line)

    @classmethod
    def assistant(cls, name: str) -> Answerer:
        """An assistant that answered by itself: nobody was asked."""
        return cls(_ASSISTANT, name)

    @classmethod
    def person_through(cls, assistant: str) -> Answerer:
        """A person to whom an assistant has put the question."""
        return cls(_PERSON, assistant)

    @property
    def is_person(self) -> bool:
        return self.kind == _PERSON

    def same(self, other: Answerer) -> bool:
        """Is it the same one? A file may be named in different ways, but with another text it is another oracle. A
        person is a person, whoever has put the questions."""
        if self.is_person and other.is_person:
            return True
        if self.kind == other.kind == _ORACLE and self.text:
            return (self.text, self._member) == (other.text, other._member)
        return self == other

    def changed_since(self, earlier: Answerer) -> bool:
        """Is it an oracle of the same name, with another text?"""
        return self.kind == earlier.kind == _ORACLE and self.name == earlier.name and not self.same(earlier)

    @property
    def file(self) -> str:
        """The file or module that an oracle is in."""
        return self.name.rpartition(":")[0]

    @property
    def _member(self) -> str:
        return self.name.rpartition(":")[2]

    def __str__(self) -> str:
        if self.is_person:
            return f"a person, through {self.name}" if self.name else "a person"
        return {
            _ORACLE: self.name,
            _COMMAND: f"the command {self.name}",
            _ASSISTANT: f"the assistant {self.name}",
        }[self.kind]


PERSON = Answerer(_PERSON)


class OthersAnswers(TacitError):
    """There are answers about a problem, and somebody else gave them than would go on now."""

    def __init__(self, answers: int, problem: str, before: Sequence[Answerer], now: Answerer) -> None:
        given = f"the {answers:,} answers to {problem}" if answers > 1 else f"the answer to {problem}"
        if now.changed_since(before[-1]):
            super().__init__(f"{now.file} has changed since it gave {given}")
            return
        were = "were" if answers > 1 else "was"
        others = " and ".join(map(str, before))
        super().__init__(f"{given} {were} given by {others}, not by {'you' if now.is_person else now}")
