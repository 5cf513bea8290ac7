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
from tacit.formats.rules_in_files import rule_constraints
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
from tacit.structure.family import Family

Addition = str | Mapping[str, Any]  # to a language: an entry as a file has it, or {"orders": "all"}
MAX_BYTES = 1_000_000
KEYS = (
    *(
        "name",
        "about",
        "instructions",
        "language",
        "orders",
        "variables",
        "groups",
        "background",
        "candidates",
        "examples",
        "draw",
    ),
)
EXAMPLE_KEYS = ("file", "answer", "empty")
MAX_SAYING = 200  # characters
DRAW = ("grid", "list")

# The standard library's reader takes hours for a key of very many parts (a.a.a.a…), which nobody needs.
_DEEP_KEY = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')\s*+\.\s*+){16}""")


@dataclass(frozen=True)
class ExamplesFile:
    """A file of known examples that a problem file names, and the answer to all of them, if it gives one.

    empty: the value that an empty cell of a table stands for, if any
    """

    path: Path
    answer: bool | None
    empty: str | None = None


@dataclass(frozen=True)
class ProblemFile:
    """What a problem file says."""

    problem: Problem
    about: str
    draw: str  # "grid" or "list"
    examples: tuple[ExamplesFile, ...]
    text: str
    source: str = ""  # the path of the file, if there is one
    instructions: str = ""  # what whoever answers should know, on several lines if need be


def read_problem_file(path: str | Path) -> ProblemFile:
    """Read a problem file from disk."""
    path = Path(path)
    try:
        if path.is_dir():
            raise ProblemFileError(f"{path} is a folder; a problem file is needed, such as {path / 'week.toml'}")
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
    relations: Sequence[Addition] = (),
    examples: bool = True,
) -> ProblemFile:
    """Read a problem from a text.

    source:    what errors call the text
    folder:    where files of examples are looked for; without it the text may not name any
    relations: added to the language of the problem, as a file has them; a relation that is there already is then over
               more families. {"orders": "all"} sets the orders of arguments
    examples:  False to ignore the files of examples
    """
    if _DEEP_KEY.search(text):
        raise ProblemFileError(f"{source}: a key with more than 16 parts")
    try:
        data = tomllib.loads(text)
        if not examples:
            data.pop("examples", None)
        for each in relations:
            if isinstance(each, Mapping) and "orders" in each:
                data["orders"] = each["orders"]
        added = [each for each in relations if not isinstance(each, Mapping) or "orders" not in each]
        return _Reader(data, places(text), source, folder, added).read(name, text)
    except TacitError:
        raise
    except ValueError as error:  # raised for a number of a million digits, too
        raise ProblemFileError(f"{source}: not TOML: {error}") from None
    except RecursionError:
        raise ProblemFileError(f"{source}: nested too deeply") from None


class _Reader(TomlDocument):
    """One method for each key."""

    def __init__(
        self,
        data: dict[str, Any],
        lines: Mapping[Place, int],
        source: str,
        folder: Path | None,
        added: Sequence[Addition] = (),
    ) -> None:
        super().__init__(data, lines, source)
        self.folder = folder
        self.added = added  # to the language, later

    def read(self, name: str, text: str) -> ProblemFile:
        self.only_keys((), self.data, KEYS)
        variables = read_variables_table(self)
        vocabulary = self.blame(("variables",), lambda: Vocabulary(variables))
        groups = self._groups(vocabulary)
        language = self._language(vocabulary, groups)
        candidates = self._constraints("candidates", vocabulary, language, groups)
        known = [*language, *(c.relation for c in candidates)]
        background = self._constraints("background", vocabulary, known, groups)
        orders = self.choice("orders", ORDERS, "all")
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
        instructions = self.text(("instructions",), self.data.get("instructions", ""), most=10_000, empty=True)
        draw = self.choice("draw", DRAW, "grid")
        return ProblemFile(problem, about, draw, self._examples(), text, instructions=instructions)

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
            relation = self._relation(place, each, vocabulary, groups)
            if relation.name in found:
                relation = self.blame(place, partial(together, found[relation.name], relation))
            found[relation.name] = relation
        common: dict[str, Relation] = {}
        if any(map(is_common, given)):
            every = with_common([*found.values(), COMMON], vocabulary, groups)
            common = {relation.name: relation for relation in read_language(every, vocabulary.named_values)}
        for each in self.added:  # which has no line in the file
            relation = self._relation((), each, vocabulary, groups)
            known = found.get(relation.name) or common.pop(relation.name, None)
            found[relation.name] = relation if known is None else _widened(known, relation, vocabulary, groups)
        return list((found | {name: each for name, each in common.items() if name not in found}).values())

    def _relation(
        self, place: Place, given: Any, vocabulary: Vocabulary, groups: Mapping[str, Sequence[str]]
    ) -> Relation:
        table = given if isinstance(given, Mapping) else {"relation": given}
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
        return relation

    def _constraints(
        self, key: str, vocabulary: Vocabulary, known: Sequence[Relation], groups: Mapping[str, Sequence[str]]
    ) -> list[Constraint]:
        given = self.data.get(key, [])
        if not isinstance(given, list):
            raise self.error((key,), f"a list of constraints is needed, such as ['a != b'], not {given!r:.60}")
        found: list[Constraint] = []
        for i, each in enumerate(given):
            place: Place = (key, i)
            like: list[Any] = [each]
            if isinstance(each, dict):
                self.only_keys(place, each, ("relation", "scope", "over", "order"))
                like = [(each.get("relation"), each.get("scope"))]
                if "over" in each:
                    like = list(self._of_rule(place, each, vocabulary, groups))
            elif not isinstance(each, str):
                raise self.error(place, f"a constraint is a text such as 'a != b', not {each!r:.60}")
            relations = [*known, *(c.relation for c in found)]
            read = partial(read_constraints, like, vocabulary, relations, of=key)
            found += self.blame(place, read, strip=f"{key}, constraint 1: ")
        return found

    def _of_rule(
        self, place: Place, given: Mapping[str, Any], vocabulary: Vocabulary, groups: Mapping[str, Sequence[str]]
    ) -> list[Constraint]:
        """The constraints of a rule: { relation = "!=", over = "row" }."""
        if "scope" in given:
            raise self.error(place, "either a scope, or what a rule is over")
        table = {key: value for key, value in given.items() if key in RELATION_KEYS}
        relation = self._relation(place, table, vocabulary, groups)
        return self.blame(place, partial(rule_constraints, relation, given.get("order", []), vocabulary, groups))

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
            empty = None if "empty" not in table else self.text((*place, "empty"), table["empty"])
            found.append(ExamplesFile(path, None if answer is None else answer == "yes", empty))
        return tuple(found)


def _widened(known: Relation, added: Relation, vocabulary: Vocabulary, groups: Mapping[str, Sequence[str]]) -> Relation:
    """A relation of the language that is also wanted elsewhere. If it is there already, nothing changes."""
    say = known.say or added.say
    if not isinstance(known, Bound) and not (known.over and added.over):  # one of them is over all scopes
        return Relation(known.name, known.function, known.arity, say=say)
    over: dict[Family, str] = {}
    for relation in (known, added):
        families = limits(relation, vocabulary, groups)
        for family, text in zip(families, relation.over or [family.spec for family in families], strict=True):
            over.setdefault(family, text)
    return Relation.of(known, over=list(over.values()), say=say)
