"""Problem files: a problem described in a text editor (TOML). `tacit new` writes one with comments to start from.

    name = "roster"
    language = ["==", "!=", { relation = "x != late or y != early", over = "next in row" }]

    [variables]
    shift = { rows = ["anna", "ben"], columns = ["Mon", "Tue"], domain = ["off", "early", "late"] }

Nothing in a file is executed. An error names the file, the line and the key, and the nearest right word.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from tacit.errors import TacitError, nearest
from tacit.formats.toml_document import ProblemFileError, TomlDocument
from tacit.formats.toml_lines import Path as Place
from tacit.formats.toml_lines import places
from tacit.formats.variables_table import read_variables_table
from tacit.problem.bounds import Bound
from tacit.problem.checking_bounds import check_values
from tacit.problem.common import COMMON, is_common, with_common
from tacit.problem.network import Constraint, read_constraints
from tacit.problem.problem import ORDERS, Problem, check_groups, limits
from tacit.problem.relations import RELATION_KEYS, Relation, read_language, together
from tacit.problem.vocabulary import Vocabulary

MAX_BYTES = 1_000_000
KEYS = ("name", "about", "language", "orders", "variables", "groups", "background", "candidates", "examples", "draw")
EXAMPLE_KEYS = ("file", "answer")
MAX_SAYING = 200  # characters
DRAW = ("grid", "list")

# The standard library's reader takes hours for a key of very many parts (a.a.a.a…), which nobody needs.
_DEEP_KEY = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')\s*+\.\s*+){16}""")


@dataclass(frozen=True)
class ExamplesFile:
    """A file of known examples that a problem file names, and the answer to all of them, if it gives one."""

    path: Path
    answer: bool | None


@dataclass(frozen=True)
class ProblemFile:
    """What a problem file says."""

    problem: Problem
    about: str
    draw: str  # "grid" or "list"
    examples: tuple[ExamplesFile, ...]
    text: str
    source: str = ""  # the path of the file, if there is one


def read_problem_file(path: str | Path) -> ProblemFile:
    """Read a problem file from disk."""
    path = Path(path)
    try:
        if not path.is_file():
            raise ProblemFileError(f"{path}: there is no such file")
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise ProblemFileError(f"{path}: {size:,} bytes; at most {MAX_BYTES:,} are accepted")
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise ProblemFileError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise ProblemFileError(f"{path}: not UTF-8 at byte {error.start}") from None
    read = parse_problem(text, source=path.name, name=path.stem, folder=path.parent)
    return replace(read, source=str(path.resolve()))


def parse_problem(
    text: str,
    *,
    source: str,
    name: str = "problem",
    folder: Path | None = None,
    relations: Sequence[str] = (),
    examples: bool = True,
) -> ProblemFile:
    """Read a problem from a text.

    source:    what errors call the text
    folder:    where files of examples are looked for; without it the text may not name any
    relations: added to the language of the problem
    examples:  False to ignore the files of examples
    """
    if _DEEP_KEY.search(text):
        raise ProblemFileError(f"{source}: a key with more than 16 parts")
    try:
        data = tomllib.loads(text)
        if not examples:
            data.pop("examples", None)
        if relations and is_common(data.get("language")):
            data["language"] = [COMMON]
        if relations and isinstance(data.get("language", []), list):
            data["language"] = [*data.get("language", []), *relations]
        return _Reader(data, places(text), source, folder).read(name, text)
    except TacitError:
        raise
    except ValueError as error:  # raised for a number of a million digits, too
        raise ProblemFileError(f"{source}: not TOML: {error}") from None
    except RecursionError:
        raise ProblemFileError(f"{source}: nested too deeply") from None


class _Reader(TomlDocument):
    """One method for each key."""

    def __init__(self, data: dict[str, Any], lines: Mapping[Place, int], source: str, folder: Path | None) -> None:
        super().__init__(data, lines, source)
        self.folder = folder

    def read(self, name: str, text: str) -> ProblemFile:
        self.only_keys((), self.data, KEYS)
        variables = read_variables_table(self)
        vocabulary = self.blame(("variables",), lambda: Vocabulary(variables))
        groups = self._groups(vocabulary)
        language = self._language(vocabulary, groups)
        candidates = self._constraints("candidates", vocabulary, language)
        known = [*language, *(c.relation for c in candidates)]
        background = self._constraints("background", vocabulary, known)
        orders = self.choice("orders", ORDERS, "given")
        if not language and not candidates:
            raise self.error((), "a problem needs a language, such as language = ['==', '!='], or candidates")
        problem = self.blame(
            ("language",),
            lambda: Problem(
                variables,
                language=language,
                name=self.text(("name",), self.data.get("name", name)),
                orders=orders,
                candidates=candidates,
                background=background,
                groups=groups,
            ),
        )
        about = self.text(("about",), self.data.get("about", ""), most=10_000, empty=True)
        return ProblemFile(problem, about, self.choice("draw", DRAW, "grid"), self._examples(), text)

    # --- relations and constraints ---

    def _groups(self, vocabulary: Vocabulary) -> dict[str, list[str]]:
        given = self.data.get("groups", {})
        if not isinstance(given, dict):
            raise self.error(("groups",), f'a table is needed, such as seniors = ["anna", "ben"], not {given!r:.60}')
        for name, labels in given.items():
            self.text(("groups", name), name)
            self.blame(("groups", name), partial(check_groups, {name: labels}, vocabulary), strip=f"group {name!r}: ")
        return given

    def _language(self, vocabulary: Vocabulary, groups: Mapping[str, Sequence[str]]) -> list[Relation]:
        given = self.data.get("language", [])
        if is_common(given):
            given = [given]
        if not isinstance(given, list):
            hint = nearest(given, [COMMON])
            accepted = f"a list of relations is needed, such as ['==', '!='], or {COMMON!r}"
            raise self.error(("language",), f"{accepted}, not {given!r:.60}{hint}")
        found: dict[str, Relation] = {}
        for i, each in enumerate(given):
            if is_common(each):
                continue
            place: Place = ("language", i)
            table = each if isinstance(each, dict) else {"relation": each}
            self.only_keys(place, table, RELATION_KEYS)
            if "relation" not in table:
                raise self.error(place, "a relation is missing, as in { relation = '!=', over = 'row' }")
            text = table["relation"]
            if not isinstance(text, str):
                raise self.error(place, f"a relation is a text such as 'abs(x - y) > 2', not {text!r:.60}")
            if "say" in table:
                self.text((*place, "say"), table["say"], most=MAX_SAYING)
            relation = self.blame(place, partial(Relation.of, table, vocabulary.named_values))
            if isinstance(relation, Bound):
                self.blame(place, partial(check_values, relation, vocabulary))
            self.blame((*place, "over"), partial(limits, relation, vocabulary, groups))
            if relation.name in found:
                relation = self.blame(place, partial(together, found[relation.name], relation))
            found[relation.name] = relation
        if any(map(is_common, given)):
            return list(
                read_language(with_common([*found.values(), COMMON], vocabulary, groups), vocabulary.named_values)
            )
        return list(found.values())

    def _constraints(self, key: str, vocabulary: Vocabulary, known: Sequence[Relation]) -> list[Constraint]:
        given = self.data.get(key, [])
        if not isinstance(given, list):
            raise self.error((key,), f"a list of constraints is needed, such as ['a != b'], not {given!r:.60}")
        found: list[Constraint] = []
        for i, each in enumerate(given):
            place: Place = (key, i)
            like: Any = each
            if isinstance(each, dict):
                self.only_keys(place, each, ("relation", "scope"))
                like = (each.get("relation"), each.get("scope"))
            elif not isinstance(each, str):
                raise self.error(place, f"a constraint is a text such as 'a != b', not {each!r:.60}")
            relations = [*known, *(c.relation for c in found)]
            read = partial(read_constraints, [like], vocabulary, relations, of=key)
            found += self.blame(place, read, strip=f"{key}, constraint 1: ")
        return found

    # --- examples ---

    def _examples(self) -> tuple[ExamplesFile, ...]:
        given = self.data.get("examples", [])
        if not isinstance(given, list):
            raise self.error(("examples",), f"a list of files is needed, such as ['known.csv'], not {given!r:.60}")
        found = []
        for i, each in enumerate(given):
            place: Place = ("examples", i)
            table = each if isinstance(each, dict) else {"file": each}
            self.only_keys(place, table, EXAMPLE_KEYS)
            name = self.text(place, table.get("file"), most=1000)
            answer = table.get("answer")
            if answer not in (None, "yes", "no"):
                raise self.error(
                    (*place, "answer"), f'the answer to all examples of a file is "yes" or "no", not {answer!r}'
                )
            if self.folder is None:
                raise self.error(place, "files of examples can't be named here")
            path = self.folder / name
            if not path.is_file():
                raise self.error(place, f"there is no file {name!r} beside {self.source}")
            found.append(ExamplesFile(path, None if answer is None else answer == "yes"))
        return tuple(found)
