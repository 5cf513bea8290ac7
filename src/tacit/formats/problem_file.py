"""Problem files: a problem described in a text editor (TOML). `tacit new` writes one with comments to start from.

    name = "roster"
    language = ["==", "!=", "x != late or y != early"]

    [variables]
    shift = { rows = ["anna", "ben"], columns = ["Mon", "Tue"], domain = ["off", "early", "late"] }

Nothing in a file is executed. What is wrong is said with file, line and key, and with the nearest right word.
"""

from __future__ import annotations

import itertools
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import prod
from pathlib import Path
from typing import Any, TypeVar

from tacit.errors import LanguageError, ProblemError, TacitError, nearest
from tacit.formats.toml_lines import Path as Place
from tacit.formats.toml_lines import places
from tacit.problem.network import Constraint, read_constraints
from tacit.problem.problem import ORDERS, Problem
from tacit.problem.relations import Relation
from tacit.problem.vocabulary import MAX_DOMAIN, MAX_VALUE, MAX_VARIABLES, Vocabulary

MAX_BYTES = 1_000_000
MAX_TEXT = 80  # characters of a name or a label
KEYS = ("name", "about", "language", "orders", "variables", "background", "candidates", "examples", "draw")
VARIABLE_KEYS = ("domain", "shape", "rows", "columns")
EXAMPLE_KEYS = ("file", "answer")
DRAW = ("grid", "list")

# The standard library's reader takes hours for a key of very many parts (a.a.a.a…), and nobody needs one.
_DEEP_KEY = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')\s*+\.\s*+){16}""")

T = TypeVar("T")


class ProblemFileError(ProblemError):
    """A problem file can't be read, or says something that can't be used."""


@dataclass(frozen=True)
class ExamplesFile:
    """A file of known examples that a problem file names, and the answer to all of them, if it says so."""

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
    source: str = ""  # the file, if it came from one


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

    source:    what errors call it
    folder:    where files of examples are looked for; not allowed without one
    relations: added to its language
    examples:  False if the files of examples don't matter
    """
    if _DEEP_KEY.search(text):
        raise ProblemFileError(f"{source}: a key with more than 16 parts")
    try:
        data = tomllib.loads(text)
        if not examples:
            data.pop("examples", None)
        if relations and isinstance(data.get("language", []), list):
            data["language"] = [*data.get("language", []), *relations]
        return _Reader(data, places(text), source, folder).read(name, text)
    except TacitError:
        raise
    except ValueError as error:  # also for a number of a million digits
        raise ProblemFileError(f"{source}: not TOML: {error}") from None
    except RecursionError:
        raise ProblemFileError(f"{source}: nested too deeply") from None


class _Reader:
    """One method a key. `place` is the path of keys to what is read."""

    def __init__(self, data: dict[str, Any], lines: Mapping[Place, int], source: str, folder: Path | None) -> None:
        self.data = data
        self.lines = lines
        self.source = source
        self.folder = folder

    def read(self, name: str, text: str) -> ProblemFile:
        self._only_keys((), self.data, KEYS)
        variables = self._variables()
        vocabulary = self._blame(("variables",), lambda: Vocabulary(variables))
        language = self._language(vocabulary)
        candidates = self._constraints("candidates", vocabulary, language)
        known = [*language, *(c.relation for c in candidates)]
        background = self._constraints("background", vocabulary, known)
        orders = self._choice("orders", ORDERS, "given")
        if not language and not candidates:
            raise self._error((), "a problem needs a language, such as language = ['==', '!='], or candidates")
        problem = self._blame(
            ("language",),
            lambda: Problem(
                variables,
                language=language,
                name=self._text(("name",), self.data.get("name", name)),
                orders=orders,
                candidates=candidates,
                background=background,
            ),
        )
        about = self._text(("about",), self.data.get("about", ""), most=10_000, empty=True)
        return ProblemFile(problem, about, self._choice("draw", DRAW, "grid"), self._examples(), text)

    # --- variables ---

    def _variables(self) -> dict[str, Sequence[int] | Sequence[str]]:
        given = self.data.get("variables")
        if given is None:
            raise self._error((), "there is no table [variables]")
        if not isinstance(given, dict) or not given:
            raise self._error(
                ("variables",), 'a table of variables is needed, such as grid = { shape = [9, 9], domain = "1..9" }'
            )
        variables: dict[str, Sequence[int] | Sequence[str]] = {}
        for stem, definition in given.items():
            place: Place = ("variables", stem)
            self._text(place, stem)
            if "[" in stem or "]" in stem:
                raise self._error(place, "a name has no brackets; use shape, or rows and columns")
            table = definition if isinstance(definition, dict) else {"domain": definition}
            self._only_keys(place, table, VARIABLE_KEYS)
            if "domain" not in table:
                raise self._error(place, 'a domain is needed, such as domain = "1..9" or domain = ["Mon", "Tue"]')
            inner: Place = (*place, "domain") if table is definition else place
            domain = self._domain(inner, table["domain"])
            axes = self._axes(place, table)
            count = prod(len(axis) for axis in axes)
            if len(variables) + count > MAX_VARIABLES:
                raise self._error(
                    place, f"{len(variables) + count:,} variables; at most {MAX_VARIABLES:,} are accepted"
                )
            for index in itertools.product(*axes):
                variables[f"{stem}[{','.join(index)}]" if axes else stem] = domain
        return variables

    def _axes(self, place: Place, table: Mapping[str, Any]) -> list[list[str]]:
        if "shape" in table:
            if "rows" in table or "columns" in table:
                raise self._error(place, "either shape, or rows and columns")
            shape = table["shape"]
            parts = shape if isinstance(shape, list) and not all(isinstance(part, str) for part in shape) else [shape]
            if not 1 <= len(parts) <= 4:
                raise self._error((*place, "shape"), "a shape has 1 to 4 axes, such as shape = [9, 9]")
            listed = parts is shape
            return [
                self._axis((*place, "shape", i) if listed else (*place, "shape"), part) for i, part in enumerate(parts)
            ]
        if "columns" in table and "rows" not in table:
            return [self._axis((*place, "columns"), table["columns"])]
        return [self._axis((*place, key), table[key]) for key in ("rows", "columns") if key in table]

    def _axis(self, place: Place, given: Any) -> list[str]:
        """The labels along an axis: 0, 1, 2 … if just their number is given."""
        if type(given) is int:
            if not 1 <= given <= MAX_VARIABLES:
                raise self._error(place, f"a number from 1 to {MAX_VARIABLES:,} is needed, not {given}")
            return [str(i) for i in range(given)]
        if not isinstance(given, list) or not given:
            raise self._error(place, f"a number or a list of labels is needed, not {given!r:.60}")
        if len(given) > MAX_VARIABLES:
            raise self._error(place, f"{len(given):,} labels; at most {MAX_VARIABLES:,} are accepted")
        labels = [self._label((*place, i), label) for i, label in enumerate(given)]
        self._no_two(place, labels, "label")
        return labels

    def _no_two(self, place: Place, given: Sequence[Any], what: str) -> None:
        seen = set()
        for i, each in enumerate(given):
            if each in seen:
                raise self._error((*place, i), f"the {what} {each!r} is there twice")
            seen.add(each)

    def _label(self, place: Place, given: Any) -> str:
        text = str(given) if type(given) is int else self._text(place, given)
        if any(mark in text for mark in "[],"):
            raise self._error(place, f"a label has no brackets and no comma: {text!r}")
        return text

    def _domain(self, place: Place, given: Any) -> Sequence[int] | Sequence[str]:
        if isinstance(given, str):
            return self._ranges(place, given)
        if not isinstance(given, list) or not given:
            raise self._error(place, f'a domain is "1..9", [1, 2, 5] or ["Mon", "Tue"], not {given!r:.60}')
        for i, value in enumerate(given):
            if isinstance(value, str):
                self._text((*place, i), value)
            elif type(value) is not int:
                raise self._error((*place, i), f"{value!r:.60} is neither an integer nor a text")
        self._no_two(place, given, "value")
        self._blame(place, lambda: Vocabulary({"domain": given}), strip="variable 'domain': ")
        return given

    def _ranges(self, place: Place, text: str) -> list[int]:
        """A domain such as "1..9" or "0..4, 10, 20..24"."""
        if len(text) > 2000:
            raise self._error(place, f"{len(text):,} characters; at most 2,000 are accepted")
        values: set[int] = set()
        for part in text.split(","):
            match = re.fullmatch(r"\s*(-?\d{1,12})\s*(?:(?:\.\.|…)\s*(-?\d{1,12})\s*)?", part)
            if match is None:
                raise self._error(place, f'a domain is "1..9" or "1..5, 8", not {text!r:.60}')
            low = int(match[1])
            high = int(match[2] or match[1])
            if high < low or max(-low, high) > MAX_VALUE:
                raise self._error(place, f"the range {part.strip()!r} is empty or too large")
            if len(values) + high - low + 1 > MAX_DOMAIN:
                raise self._error(place, f"more than {MAX_DOMAIN:,} values")
            values.update(range(low, high + 1))
        return sorted(values)

    # --- relations and constraints ---

    def _language(self, vocabulary: Vocabulary) -> list[Relation]:
        given = self.data.get("language", [])
        if not isinstance(given, list):
            raise self._error(("language",), f"a list of relations is needed, such as ['==', '!='], not {given!r:.60}")
        found: list[Relation] = []
        for i, text in enumerate(given):
            place = ("language", i)
            if not isinstance(text, str):
                raise self._error(place, f"a relation is a text such as 'abs(x - y) > 2', not {text!r:.60}")
            relation = self._blame(place, partial(Relation.of, text, vocabulary.named_values))
            if relation in found:
                raise self._error(place, f"relation {relation.name!r} is in the language twice")
            found.append(relation)
        return found

    def _constraints(self, key: str, vocabulary: Vocabulary, known: Sequence[Relation]) -> list[Constraint]:
        given = self.data.get(key, [])
        if not isinstance(given, list):
            raise self._error((key,), f"a list of constraints is needed, such as ['a != b'], not {given!r:.60}")
        found: list[Constraint] = []
        for i, each in enumerate(given):
            place: Place = (key, i)
            like: Any = each
            if isinstance(each, dict):
                self._only_keys(place, each, ("relation", "scope"))
                like = (each.get("relation"), each.get("scope"))
            elif not isinstance(each, str):
                raise self._error(place, f"a constraint is a text such as 'a != b', not {each!r:.60}")
            relations = [*known, *(c.relation for c in found)]
            read = partial(read_constraints, [like], vocabulary, relations, of=key)
            found += self._blame(place, read, strip=f"{key}, constraint 1: ")
        return found

    # --- examples ---

    def _examples(self) -> tuple[ExamplesFile, ...]:
        given = self.data.get("examples", [])
        if not isinstance(given, list):
            raise self._error(("examples",), f"a list of files is needed, such as ['known.csv'], not {given!r:.60}")
        found = []
        for i, each in enumerate(given):
            place: Place = ("examples", i)
            table = each if isinstance(each, dict) else {"file": each}
            self._only_keys(place, table, EXAMPLE_KEYS)
            name = self._text(place, table.get("file"), most=1000)
            answer = table.get("answer")
            if answer not in (None, "yes", "no"):
                raise self._error(
                    (*place, "answer"), f'the answer to all examples of a file is "yes" or "no", not {answer!r}'
                )
            if self.folder is None:
                raise self._error(place, "files of examples can't be named here")
            path = self.folder / name
            if not path.is_file():
                raise self._error(place, f"there is no file {name!r} beside {self.source}")
            found.append(ExamplesFile(path, None if answer is None else answer == "yes"))
        return tuple(found)

    # --- small parts ---

    def _choice(self, key: str, accepted: Sequence[str], default: str) -> str:
        given = self.data.get(key, default)
        if given not in accepted:
            words = " or ".join(repr(word) for word in accepted)
            raise self._error((key,), f"{words} is accepted, not {given!r:.60}{nearest(given, accepted)}")
        return str(given)

    def _text(self, place: Place, given: Any, *, most: int = MAX_TEXT, empty: bool = False) -> str:
        if not isinstance(given, str):
            raise self._error(place, f"a text is needed, not {given!r:.60}")
        if not given.strip() and not empty:
            raise self._error(place, "an empty text")
        if len(given) > most:
            raise self._error(place, f"{len(given):,} characters; at most {most:,} are accepted")
        if not empty and not given.isprintable():
            raise self._error(place, f"it has characters that can't be printed: {given!r}")
        return given.strip()

    def _only_keys(self, place: Place, table: Mapping[str, Any], accepted: Sequence[str]) -> None:
        for key in table:
            if key not in accepted:
                hint = nearest(key, accepted) or f"; accepted are {', '.join(accepted)}"
                raise self._error((*place, key), f"unknown key {key!r:.60}{hint}")

    def _blame(self, place: Place, read: Callable[[], T], *, strip: str = "") -> T:
        """What was read, or its error with the place in front."""
        try:
            return read()
        except (LanguageError, ProblemError) as error:
            if isinstance(error, ProblemFileError):
                raise
            raise self._error(place, str(error).removeprefix(strip)) from None

    def _error(self, place: Place, message: str) -> TacitError:
        line = next((self.lines[place[:n]] for n in range(len(place), 0, -1) if place[:n] in self.lines), None)
        where = [self.source]
        if line is not None:
            where.append(f"line {line}")
        if place:
            where.append(_dotted(place))
        return ProblemFileError(f"{', '.join(where)}: {message}")


def _dotted(place: Place) -> str:
    """A path of keys as people write it; elements are counted from 1.

    >>> _dotted(("variables", "grid", "shape", 0))
    'variables.grid.shape, element 1'
    """
    keys = ".".join(f"{key:.60}" for key in place if isinstance(key, str))
    element = f", element {place[-1] + 1}" if isinstance(place[-1], int) else ""
    return keys + element
