"""The text of a problem file that says what a description says.

>>> said = {"who": "Anna, Ben", "when": "list", "days": "1-3", "what": "numbers", "high": "3"}
>>> print(problem_text(Description.of(said)))
name = "plan"
<BLANKLINE>
# The relations that are considered: a catalogue of common ones.
language = "common"
<BLANKLINE>
[variables.value]
rows = ["Anna", "Ben"]
columns = ["1", "2", "3"]
domain = "1..3"
<BLANKLINE>
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from tacit.describing.description import Description
from tacit.describing.tickable import Sentences
from tacit.problem.vocabulary import Vocabulary
from tacit.sheets.matching import as_label

WIDTH = 110


def sentences_of(said: Description) -> Sentences:
    """What may matter in the problem that is described."""
    stem = stem_of(said)
    domain: list[Any] = [int(value) for value in said.values] if said.numeric else said.values
    cells = [[row, column] for row in said.rows for column in said.columns] or [[row] for row in said.rows]
    vocabulary = Vocabulary({f"{stem}[{','.join(cell)}]": domain for cell in cells})
    return Sentences(said, vocabulary, stem, said.named_groups())


def stem_of(said: Description) -> str:
    """What a cell is called."""
    given = re.sub(r"[\[\]=,.]", " ", as_label(said.entry)).strip()
    return given or {"shifts": "shift", "there": "duty"}.get(said.what, "value" if said.what == "numbers" else "cell")


def problem_text(said: Description) -> str:
    """The text; a description in which something is wrong raises a `ListError`."""
    language = sentences_of(said).language()
    parts = [f"name = {quoted(said.title)}"]
    if said.about.strip():
        parts[0] += f"\nabout = {quoted(said.about.strip())}"
    if isinstance(language, str):
        parts.append(f"# The relations that are considered: a catalogue of common ones.\nlanguage = {quoted(language)}")
    else:
        about = "# The relations that are considered, and where. k is a number to be found out."
        parts.append(f"{about}\nlanguage = {_entries(language)}")
    domain = f'"{said.values[0]}..{said.values[-1]}"' if _is_range(said) else _domain_list(said)
    axes = "\n".join(
        f"{key} = {_list(labels)}" for key, labels in (("rows", said.rows), ("columns", said.columns)) if labels
    )
    parts.append(f"[variables.{_key(stem_of(said))}]\n{axes}\ndomain = {domain}")
    groups = said.named_groups()
    if groups:
        parts.append("\n".join(["[groups]", *(f"{_key(name)} = {_list(labels)}" for name, labels in groups.items())]))
    return "\n\n".join(parts) + "\n"


def _is_range(said: Description) -> bool:
    if not said.numeric:
        return False
    numbers = [int(value) for value in said.values]
    return len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1))


def _domain_list(said: Description) -> str:
    return f"[{', '.join(str(int(value)) for value in said.values)}]" if said.numeric else _list(said.values)


def _entries(language: list[dict[str, Any]]) -> str:
    lines = []
    for entry in language:
        over = entry.get("over")
        text = quoted(entry["relation"])
        if over:
            text = f"{{ relation = {text}, over = {quoted(over[0]) if len(over) == 1 else _list(over, wrap=False)} }}"
        lines.append(f"  {text},")
    return "\n".join(["[", *lines, "]"])


def _list(texts: Iterable[str], *, wrap: bool = True) -> str:
    words = [quoted(text) for text in texts]
    line = f"[{', '.join(words)}]"
    if len(line) <= WIDTH or not wrap:
        return line
    lines, now = [], ""
    for word in words:
        if now and len(now) + len(word) > WIDTH:
            lines.append(now)
            now = ""
        now += f"{word}, "
    return "\n".join(["[", *(f"  {each.rstrip()}" for each in [*lines, now]), "]"])


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else quoted(name)


def quoted(text: str) -> str:
    """A text as TOML has it. JSON's texts are TOML's, but for the character DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
