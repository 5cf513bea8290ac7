"""The screen "I know a rule": a rule is composed, shown with what it means, and taken; or one is taken back."""

from __future__ import annotations

import re
from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response

from tacit.errors import RuleError, TacitError
from tacit.interview import Interview
from tacit.interview.composing import families_to_name, family_called, in_orders, needs_number, with_number
from tacit.learning.claims import Claimed
from tacit.problem.bounds import Bound
from tacit.problem.query import Query
from tacit.problem.relations import Relation
from tacit.showing.sayings import in_letters
from tacit.structure.family import Family, Kind
from tacit.structure.finding import find_family
from tacit.structure.rule import Number, Rule
from tacit.web.desk import Live, Notice
from tacit.web.forms import Form, Refused, entry_at, go, interview_id
from tacit.web.screens import (
    Context,
    Showing,
    card,
    claim_of,
    claimed,
    drawn,
    evidence,
    evidence_of_claims,
    open_question,
)

HEADINGS = {
    Kind.WHOLE: "Everywhere",
    Kind.LINES: "Rows and columns",
    Kind.PLANES: "Rows and columns",
    Kind.BOXES: "Blocks",
    Kind.SPANS: "Blocks",
    Kind.NEXT: "Neighbours",
    Kind.ROW_CHANGES: "Neighbours",
    Kind.ARRAYS: "Across arrays",
    Kind.SAME_POSITION: "Across arrays",
    Kind.BETWEEN: "Across arrays",
    Kind.MAIN_DIAGONALS: "Diagonals",
    Kind.DIAGONALS: "Diagonals",
}
MEANTIME = "Something was answered in the meantime: look again, please."


class KnownRulesScreen(Showing):
    """Rules that a person says unasked."""

    def rules(self, request: Request) -> Response:
        """The rules that were said, and a form for another one; with what it would mean, once it is filled in."""
        asked = request.query_params
        with self.desk.at(interview_id(request)) as (live, interview):
            given = (asked.get(name, "") for name in ("relation", "over", "words", "number"))
            what = self._form(live, interview, *given)
            return self.show("rules.html", **what)

    def _form(self, live: Live, interview: Interview, relation: str, over: str, words: str, number: str) -> Context:
        problem = interview.file.problem
        if not relation and len(problem.language) == 1:
            relation = problem.language[0].name
        chosen = next((each for each in problem.language if each.name == relation), None)
        what: Context = {
            **self.common(live, interview),
            "told": [card(interview, entry) for entry, _ in interview.told],
            "relations": [(each.name, in_letters(each)) for each in problem.language],
            "families": {} if chosen is None else _by_sort(families_to_name(problem, chosen)),
            "relation": relation,
            "over": over,
            "words": words,
            "number": number.strip(),
            "needs_number": chosen is not None and needs_number(chosen),
            "previews": [],
            "against": [],
            "error": "",
        }
        if relation and (over or words):
            try:
                what["previews"] = [
                    _preview(interview, rule)
                    for rule in _rules(interview, relation, words.strip() or over, number.strip())
                ]
            except RuleError as error:
                what["error"] = f"{error}."
                yes = [query for query in error.yes if isinstance(query, Query)]
                said = [each for each in error.claims if isinstance(each, Claimed)]
                what["against"] = [evidence(interview, query, True) for query in yes]
                what["against"] += evidence_of_claims(interview, said)
            except TacitError as error:
                what["error"] = f"{error}."
        return what

    def tell(self, request: Request) -> Response:
        form = Form(request, self.token)
        with self.desk.at(interview_id(request)) as (live, interview):
            if form.text("question") != open_question(interview):
                live.notice = Notice(MEANTIME)
                return go(interview.id)
            try:
                rule = _read(interview, form)
                interview.tell_rule(rule)
            except TacitError as error:
                live.notice = Notice(f"{error}.", "problem")
                return go(interview.id, "/rules")
            live.notice = Notice(f"Taken: {claimed(interview, rule)}")
            return go(interview.id)

    def take_back(self, request: Request) -> Response:
        Form(request, self.token)
        with self.desk.at(interview_id(request)) as (live, interview):
            entry = entry_at(request, interview)
            words = claim_of(interview, entry)
            try:
                interview.take_back(entry.position)
            except TacitError as error:
                live.notice = Notice(f"{error}.", "problem")
            else:
                live.notice = Notice(f"Taken back: {words} All answers are used as before.")
            return go(interview.id)


def _by_sort(families: Sequence[Family]) -> dict[str, list[tuple[str, str]]]:
    """Families, each by the text that names it and its phrase, under headings."""
    found: dict[str, list[tuple[str, str]]] = {}
    for family in families:
        said = bool(family.key.cuts) and isinstance(family.key.cuts[-1], str)
        heading = "Your groups" if said else HEADINGS.get(family.key.kind, "Others")
        found.setdefault(heading, []).append((family.spec, family.phrase))
    return found


def _rules(interview: Interview, relation: str, over: str, number: str) -> list[Rule]:
    """The rules that a person may mean: one, or one for each order of the relation's arguments."""
    found = _relation(interview, relation)
    problem = interview.file.problem
    family = family_called(problem, over, found)
    if needs_number(found):
        return [_numbered(interview, Rule(found, family), number)]
    claims = interview.dialogue.asker.answers.claims
    return list(in_orders(claims, found, family)) or [Rule(found, family)]


def _numbered(interview: Interview, rule: Rule, number: str) -> Rule:
    """A rule with a number that was typed."""
    assert isinstance(rule.relation, Bound)
    low, high = interview.numbers(Number(rule.relation, rule.family))
    if not re.fullmatch(r"[-+]?[0-9]{1,12}", number) or not low <= int(number) <= high:
        raise RuleError(f"{claimed(interview, rule)[:-1]}? A number from {low} to {high} is needed")
    return with_number(rule, int(number))


def _preview(interview: Interview, rule: Rule) -> Context:
    """What a rule means: in words, in numbers, and as an example that breaks it. Raises if it can't be right."""
    example = interview.check_rule(rule)
    return {
        "words": claimed(interview, rule),
        "constraints": len(rule.constraints()),
        "places": rule.family.count,
        "parts": [] if example is None else drawn(interview, example.shown),
        "over": rule.family.spec,
        "order": ",".join(map(str, rule.order)),
    }


def _read(interview: Interview, form: Form) -> Rule:
    order = form.text("order")
    if not re.fullmatch(r"(\d(,\d){0,3})?", order):
        raise Refused("there is no such order")
    problem = interview.file.problem
    family = find_family(problem.vocabulary, form.text("over"), problem.groups)
    relation = _relation(interview, form.text("relation"))
    rule = Rule(relation, family, tuple(map(int, order.split(","))) if order else ())
    return _numbered(interview, rule, form.text("number")) if needs_number(relation) else rule


def _relation(interview: Interview, name: str) -> Relation:
    found = next((each for each in interview.file.problem.language if each.name == name), None)
    if found is None:
        raise Refused("there is no such relation")
    return found
