"""How values look in a drawing: a short code where there is no room for the word, and a tint to tell them apart.

>>> from tacit.problem.vocabulary import Vocabulary
>>> found = looks(Vocabulary({"x": ["off", "early", "late", "late evening", "night"], "y": ["night", "off"]}))
>>> [(word, look.code, look.tint) for word, look in found.items()]
[('off', 'O', 'rest'), ('early', 'E', 't0'), ('late', 'L', 't1'), ('late evening', 'La', 't2'), ('night', 'N', 't3')]
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tacit.problem.vocabulary import Vocabulary

TINTS = 7  # how many the style sheet has
LONGEST = 4  # characters of a code
REST = frozenset({"off", "free", "rest", "none", "-", "–", "x", "frei", "libre", "day off"})  # not worth a tint


@dataclass(frozen=True)
class ValueLook:
    """code: empty if the value itself is short enough; tint: a class of the style sheet, or nothing."""

    code: str = ""
    tint: str = ""


PLAIN = ValueLook()


@lru_cache(maxsize=64)
def looks(v: Vocabulary) -> dict[str, ValueLook]:
    """How each value looks that is a word; numbers are not in it."""
    words: dict[str, None] = {}
    for name, domain, named in zip(v.names, v.domains, v.is_named, strict=True):
        if named:
            words |= dict.fromkeys(str(v.shown(name, value)) for value in domain)
    shown = [word for word in words if word.casefold() not in REST]
    tints = {word: f"t{i}" for i, word in enumerate(shown)} if len(shown) <= TINTS else {}
    codes = _codes(list(words))
    return {
        word: ValueLook(codes[word], tints.get(word, "" if word in shown or not tints else "rest")) for word in words
    }


def _codes(words: list[str]) -> dict[str, str]:
    """The shortest beginning that no earlier word has as its code; the first letter is a capital."""
    found: dict[str, str] = {}
    for word in words:
        for length in range(1, LONGEST + 1):
            code = f"{word[:length][:1].upper()}{word[1:length]}".strip()
            if code and code not in found.values():
                found[word] = code
                break
        else:
            found[word] = word
    return found
