"""A model as JSON: the form in which tacit keeps models, and reads them again.

A model without rules is of version 1, which earlier versions of tacit read, too; one with rules is of version 2.

    {
     "format": "tacit model", "version": 1,
     "name": "week", "status": "converged", "questions": 12, "open": 0,
     "values": ["Mon", "Tue", "Wed"],
     "variables": {
      "anna": ["Mon", "Tue", "Wed"],
      "room": {"from": 1, "to": 9},
      "desk": [1, 5, 8]
     },
     "relations": {
      "!=": {"text": "x != y", "say": "never the same"},
      "near": {"arity": 2, "allowed": [[1, 1], [1, 5]]},
      "count(Mon) <= 2": {"count": ["Mon"], "<=": 2}
     },
     "constraints": [
      ["!=", "anna", "desk"]
     ],
     "groups": {"early days": ["Mon", "Tue"]},
     "rules": [
      {"rule": "!=", "over": "row of shift"}
     ]
    }

values       the names of values: the n-th stands for the integer n, counted from 0, in the order in which the
             domains first name them
variables    each with its domain: integers, names of values, or all integers from … to …
relations    a text over the arguments x, y, z, w and the names of values (see `problem/expressions.py`),
             or the tuples that are allowed; and how people say it, if they do. A bound has what it measures,
             {"count": [values]}, with "not": true for all other values, {"sum": true} or {"alldifferent": true}, and
             its number under "<=", ">=" or "=="
constraints  a relation, and the variables it is applied to
rules        what many constraints say together: a relation on a family, by the text that names it in a problem file,
             and the order of its arguments if it is not theirs; `json_rules.py`. The constraints are there all the same
groups       sets of labels that people have named, and that rules may speak of
status       how the dialogue ended in which the model was learned; null if it was not learned
questions    how many were asked; null if it was not learned
told         how many rules were said unasked; left out if it is 0
open         how many candidates no answer has settled; 0 if it was not learned

A model that is read and written again is the same, byte for byte. Nothing in a file is ever evaluated.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tacit.errors import LanguageError, ProblemError, nearest
from tacit.formats.allowed_tuples import Table, allowed
from tacit.formats.json_rules import read_kept_rules, rules_to_keep
from tacit.problem.bounds import (
    AT_LEAST,
    AT_MOST,
    DIFFERENT,
    EXACTLY,
    SUM,
    Bound,
    Measure,
    count_of,
    is_all_different,
)
from tacit.problem.expressions import Expression, parse
from tacit.problem.meaning import TABLE_LIMIT
from tacit.problem.model import Model
from tacit.problem.network import Constraint, Network
from tacit.problem.relations import MAX_ARITY, Relation
from tacit.problem.vocabulary import MAX_DOMAIN, MAX_VARIABLES, Vocabulary
from tacit.structure.rule import Rule

FORMAT = "tacit model"
VERSION, WITH_RULES = 1, 2
MAX_LENGTH = 100_000_000  # characters
MAX_CONSTRAINTS = 2_000_000
MAX_NUMBER = 2**52  # in a bound; more than any sum of values
ABOUT = ("name", "status", "questions", "told", "open")
KEYS = ("format", "version", *ABOUT, "values", "variables", "relations", "constraints")
RULE_KEYS = ("groups", "rules")  # of version 2


def write(model: Model) -> str:
    """The model as JSON, one variable, relation or constraint a line."""
    network, v = model.network, model.network.vocabulary
    relations = dict.fromkeys([*(constraint.relation for constraint in network), *(r.relation for r in model.rules)])
    head = {"format": FORMAT, "version": WITH_RULES if model.rules else VERSION}
    # Only what is not 0 says how many rules were told, so that other models are as they always were.
    told = {"told": model.told} if model.told else {}
    about = {"name": model.name, "status": model.status, "questions": model.questions, **told, "open": model.open}
    variables = [f"{_text(name)}: {_text(_domain(v, i))}" for i, name in enumerate(v.names)]
    meanings = [f"{_text(relation.name)}: {_text(_meaning(relation, v))}" for relation in relations]
    constraints = [_text([c.relation.name, *c.scope]) for c in network]
    parts = [
        _text(head)[1:-1],
        _text(about)[1:-1],
        f'"values": {_text(list(v.named_values))}',
        f'"variables": {_lines("{}", variables)}',
        f'"relations": {_lines("{}", meanings)}',
        f'"constraints": {_lines("[]", constraints)}',
    ]
    if model.rules:
        parts.append(f'"groups": {_text({name: list(labels) for name, labels in model.groups.items()})}')
        parts.append(f'"rules": {_lines("[]", map(_text, rules_to_keep(model.rules)))}')
    return "{\n " + ",\n ".join(parts) + "\n}\n"


def _text(value: Any) -> str:
    """One line of JSON that can be written as UTF-8, whatever the names are."""
    line = json.dumps(value, ensure_ascii=False)
    return re.sub("[\ud800-\udfff\x7f-\x9f\u2028\u2029]", lambda match: f"\\u{ord(match[0]):04x}", line)


def _lines(brackets: str, parts: Iterable[str]) -> str:
    inside = ",\n  ".join(parts)
    return f"{brackets[0]}\n  {inside}\n {brackets[1]}" if inside else brackets


def _domain(v: Vocabulary, variable: int) -> Any:
    domain = v.domains[variable]
    if v.is_named[variable]:
        return [v.shown(v.names[variable], value) for value in domain]
    if len(domain) > 2 and domain[-1] - domain[0] + 1 == len(domain):
        return {"from": domain[0], "to": domain[-1]}
    return list(domain)


def _meaning(relation: Relation, v: Vocabulary) -> Any:
    said = {} if relation.say is None else {"say": relation.say}
    if isinstance(relation, Bound):
        return {**_bound(relation, v), **said}
    if isinstance(relation.function, Expression):
        return {"text": relation.function.text, **said}
    return {"arity": relation.arity, "allowed": allowed(relation, v), **said}


def _bound(bound: Bound, v: Vocabulary) -> dict[str, Any]:
    measure = bound.measure
    if is_all_different(bound):
        return {"alldifferent": True}
    if measure.kind == "sum":
        return {"sum": True, bound.sign: bound.k}
    names = {value: name for name, value in v.named_values.items()}
    negated = {"not": True} if measure.negated else {}
    return {"count": [names.get(value, value) for value in measure.values], **negated, bound.sign: bound.k}


def read(text: str, *, of: str = "model") -> Model:
    """A model from JSON. A `ProblemError` says what is wrong and at which key, and calls what was read `of`."""
    if len(text) > MAX_LENGTH:
        raise ProblemError(f"{of}: {len(text):,} characters; at most {MAX_LENGTH:,} are accepted")
    try:
        given = json.loads(text, object_pairs_hook=lambda pairs: _object(pairs, of))
    except json.JSONDecodeError as error:
        raise ProblemError(f"{of}: not JSON: {error}") from None
    except RecursionError:
        raise ProblemError(f"{of}: it is nested too deeply") from None
    except ProblemError:
        raise
    except ValueError as error:  # raised for a number of thousands of digits
        raise ProblemError(f"{of}: {error}") from None
    return _ModelReader(of).model(given)


def _object(pairs: list[tuple[str, Any]], of: str) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ProblemError(f"{of}: the key {twice!r:.60} is given twice")
    return found


class _ModelReader:
    """Each method reads one key. Errors name the key and the place in it."""

    def __init__(self, of: str) -> None:
        self.of = of

    def wrong(self, where: str, what: str) -> ProblemError:
        return ProblemError(f"{self.of}, {where}: {what}")

    def model(self, given: Any) -> Model:
        if not isinstance(given, dict) or given.get("format") != FORMAT:
            raise ProblemError(f'{self.of}: it is not a model: an object with "format": "{FORMAT}" is needed')
        version = given.get("version")
        if version not in (VERSION, WITH_RULES) or type(version) is not int:
            raise self.wrong("version", f"this tacit reads versions {VERSION} and {WITH_RULES}, not {version!r:.60}")
        more = RULE_KEYS if version == WITH_RULES else ()
        for key in given:
            if key not in (*KEYS, *more):
                raise ProblemError(f"{self.of}: there is no key {key!r:.60}{nearest(key, [*KEYS, *more])}")
        for key in ("name", "variables", "relations", "constraints", *more):
            if key not in given:
                raise ProblemError(f"{self.of}: the key {key!r} is missing")
        vocabulary = self.vocabulary(given["variables"], given.get("values", []))
        relations = self.relations(given["relations"], vocabulary)
        network = self.network(given["constraints"], relations, vocabulary)
        return Model(
            self.kind(given, "name", str),
            network,
            self.kind(given, "status", str, None),
            self.count(given, "questions", None),
            self.count(given, "open", 0),
            self.count(given, "told", 0),
            *self.rules(given, relations, vocabulary),
        )

    def rules(
        self, given: dict[str, Any], relations: dict[str, Relation], vocabulary: Vocabulary
    ) -> tuple[tuple[Rule, ...], Mapping[str, Sequence[str]]]:
        if given["version"] == VERSION:
            return (), {}
        groups, rules = self.kind(given, "groups", dict), self.kind(given, "rules", list)
        try:
            return read_kept_rules(rules, groups, relations, vocabulary)
        except (ProblemError, LanguageError) as error:
            raise ProblemError(f"{self.of}, {error}") from None

    def kind(self, given: dict[str, Any], key: str, wanted: type, *default: Any) -> Any:
        value = given.get(key, *default)
        if type(value) is not wanted and not (default and value is default[0]):
            words = {str: "a text", int: "an integer", dict: "an object", list: "a list"}
            raise self.wrong(key, f"{words[wanted]} is needed, not {value!r:.60}")
        return value

    def count(self, given: dict[str, Any], key: str, default: int | None) -> Any:
        value = self.kind(given, key, int, default)
        if value is not None and not 0 <= value < 2**63:
            raise self.wrong(key, f"a number of things is needed, not {value!r:.60}")
        return value

    def vocabulary(self, given: Any, values: Any) -> Vocabulary:
        self.kind({"variables": given}, "variables", dict)
        if len(given) > MAX_VARIABLES:
            raise self.wrong("variables", f"{len(given):,}; at most {MAX_VARIABLES:,} are accepted")
        domains = {name: self.domain(name, domain) for name, domain in given.items()}
        try:
            vocabulary = Vocabulary(domains)
        except ProblemError as error:
            raise self.wrong("variables", str(error)) from None
        if values != list(vocabulary.named_values):
            raise self.wrong(
                "values",
                "the names of values are needed in the order in which the domains first name them: "
                f"{list(vocabulary.named_values)!r:.60}, not {values!r:.60}",
            )
        return vocabulary

    def domain(self, name: str, given: Any) -> Iterable[Any]:
        where = f"variables, {name!r:.60}"
        if isinstance(given, dict):
            if sorted(given) != ["from", "to"] or any(type(end) is not int for end in given.values()):
                raise self.wrong(where, f'{{"from": 1, "to": 9}} is needed, not {given!r:.60}')
            if not 0 <= given["to"] - given["from"] < MAX_DOMAIN:
                raise self.wrong(where, f"1 to {MAX_DOMAIN:,} values are accepted, not {given!r:.60}")
            return range(given["from"], given["to"] + 1)
        if not isinstance(given, list):
            raise self.wrong(where, f"a list of values is needed, not {given!r:.60}")
        if len(given) > MAX_DOMAIN:
            raise self.wrong(where, f"{len(given):,} values; at most {MAX_DOMAIN:,} are accepted")
        return given

    def relations(self, given: Any, vocabulary: Vocabulary) -> dict[str, Relation]:
        self.kind({"relations": given}, "relations", dict)
        return {name: self.relation(name, meaning, vocabulary) for name, meaning in given.items()}

    def relation(self, name: str, given: Any, vocabulary: Vocabulary) -> Relation:
        where = f"relations, {name!r:.60}"
        if isinstance(given, dict) and given.keys() & {"count", "sum", "alldifferent"}:
            return self.bound(where, name, given, vocabulary)
        if not isinstance(given, dict) or given.keys() - {"say"} not in ({"text"}, {"allowed", "arity"}):
            raise self.wrong(where, f'{{"text": …}} or {{"arity": …, "allowed": …}} is needed, not {given!r:.60}')
        try:
            if "text" in given:
                expression = parse(given["text"], vocabulary.named_values)
                relation = Relation(name, expression, expression.arity, say=given.get("say"))
                relation.check_overflow(int(vocabulary.values[0]), int(vocabulary.values[-1]))
                return relation
            table = self.table(where, given["arity"], given["allowed"])
            return Relation(name, table, given["arity"], say=given.get("say"))
        except LanguageError as error:
            raise self.wrong(where, str(error)) from None

    def bound(self, where: str, name: str, given: dict[str, Any], vocabulary: Vocabulary) -> Bound:
        kinds, signs = given.keys() & {"count", "sum", "alldifferent"}, given.keys() & {AT_MOST, AT_LEAST, EXACTLY}
        form = '{"count": ["Mon"], "<=": 2}, {"sum": true, "==": 15} or {"alldifferent": true}'
        more = {"say", "not"} if "count" in given else {"say"}
        different = "alldifferent" in kinds
        if len(kinds) > 1 or len(signs) != (not different) or given.keys() - kinds - signs - more:
            raise self.wrong(where, f"{form} is needed, not {given!r:.60}")
        flags = [given[key] for key in ("sum", "alldifferent", "not") if key in given]
        k = 1 if different else given[next(iter(signs))]
        if any(flag is not True for flag in flags) or type(k) is not int or abs(k) > MAX_NUMBER:
            raise self.wrong(where, f"{form} is needed, with a number of at most {MAX_NUMBER:,}, not {given!r:.60}")
        measure = DIFFERENT if different else SUM if "sum" in given else self.counted(where, name, given, vocabulary)
        try:
            found = Bound(measure, AT_MOST if different else next(iter(signs)), k, say=given.get("say"))
        except LanguageError as error:
            raise self.wrong(where, str(error)) from None
        if found.name != name:
            raise self.wrong(where, f"this is called {found.name!r:.60}")
        return found

    def counted(self, where: str, name: str, given: dict[str, Any], vocabulary: Vocabulary) -> Measure:
        """What is counted. The words for it are those of the name, where values may come in any order."""
        named = vocabulary.named_values
        values = []
        for each in given["count"] if isinstance(given["count"], list) else [None]:
            value = named.get(each) if isinstance(each, str) else each
            if type(value) is not int or abs(value) > 2**31:
                raise self.wrong(where, f"a list of values is needed, not {given['count']!r:.60}")
            values.append(value)
        if not values or len(set(values)) < len(values):
            raise self.wrong(where, f"different values are needed, not {given['count']!r:.60}")
        words = name.rpartition(")")[0] + ")"
        usual = count_of(values, named, negated="not" in given)
        start = "count(not " if "not" in given else "count("
        written, expected = (sorted(text.removeprefix(start)[:-1].split(", ")) for text in (words, usual.text))
        return replace(usual, text=words) if words.startswith(start) and written == expected else usual

    def table(self, where: str, arity: Any, given: Any) -> Table:
        if type(arity) is not int or not 1 <= arity <= MAX_ARITY:
            raise self.wrong(where, f"its arity must be 1 to {MAX_ARITY}, not {arity!r:.60}")
        if not isinstance(given, list) or len(given) > TABLE_LIMIT:
            raise self.wrong(where, f"a list of at most {TABLE_LIMIT:,} tuples is needed, not {given!r:.60}")
        for position, each in enumerate(given):
            fits = isinstance(each, list) and len(each) == arity
            if not fits or any(type(value) is not int or abs(value) > 2**31 for value in each):
                raise self.wrong(f"{where}, tuple {position + 1}", f"{arity} integers are needed, not {each!r:.60}")
        return Table(tuple(each) for each in given)

    def network(self, given: Any, relations: dict[str, Relation], vocabulary: Vocabulary) -> Network:
        self.kind({"constraints": given}, "constraints", list)
        if len(given) > MAX_CONSTRAINTS:
            raise self.wrong("constraints", f"{len(given):,}; at most {MAX_CONSTRAINTS:,} are accepted")
        found = []
        for position, each in enumerate(given):
            where = f"constraints, number {position + 1}"
            if not isinstance(each, list) or not each or not all(isinstance(part, str) for part in each):
                raise self.wrong(where, f'["!=", "a", "b"] is the form that is needed, not {each!r:.60}')
            name, *scope = each
            if name not in relations:
                raise self.wrong(where, f"there is no relation {name!r:.60}{nearest(name, relations)}")
            found.append(Constraint(relations[name], tuple(scope)))
            if isinstance(relations[name], Bound):
                continue  # on any number of variables; the network checks them
            if len(scope) != relations[name].arity:
                raise self.wrong(where, f"{name!r:.60} takes {relations[name].arity} variables, not {len(scope)}")
        for relation in relations.values():
            tabled = not isinstance(relation.function, Table) or vocabulary.n_codes**relation.arity <= TABLE_LIMIT
            if not tabled:
                raise self.wrong(f"relations, {relation.name!r:.60}", "its table is too large for these domains")
        try:
            return Network(vocabulary, found)
        except (ProblemError, LanguageError) as error:
            raise ProblemError(f"{self.of}, {error}") from None
