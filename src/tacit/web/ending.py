"""The end of an interview: contradictions, solutions to judge, the model with its reasons, downloads, what is open."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from starlette.requests import Request
from starlette.responses import Response

from tacit.errors import TacitError
from tacit.formats.problem_file import Addition, ProblemFileError, parse_problem
from tacit.formats.writers import SUFFIXES
from tacit.interview import Interview
from tacit.interview.log import ASKED, VERDICT
from tacit.learning.result import PLAN_ACCEPTED, UNSATISFIABLE, Status
from tacit.problem.known_meaning import known_as
from tacit.problem.network import Constraint, Network
from tacit.problem.problem import Problem
from tacit.problem.query import Answered, Plan, Query
from tacit.showing.advice_words import in_a_file
from tacit.showing.board import Shown
from tacit.showing.doubt_words import PLAN_TAKEN, YOU_HAVE_A_PLAN
from tacit.showing.line import Line
from tacit.showing.sentences import lines
from tacit.showing.spoken_names import SpokenNames
from tacit.web.desk import Live, Missing, Notice
from tacit.web.forms import Form, Refused, go, interview_id, number
from tacit.web.hearing import hearing
from tacit.web.picture import picture
from tacit.web.question_screen import codes_of
from tacit.web.remembered import plans_of, words_of
from tacit.web.screens import (
    Context,
    Showing,
    card,
    drawn,
    evidence,
    evidence_of_claims,
    open_question,
    reused,
    said_card,
    short,
)
from tacit.web.weak_points import allowed_by, weak_points

MOST_OPEN = 200  # at most this many candidates are listed
MOST_LISTED = 300  # of the constraints of one line; a link leads to the others
WRONG = "So something was missed. These questions find out what."
MEANTIME = "Something was answered in the meantime: look again, please."


class Ending(Showing):
    """The screens of an interview that has no open question, or that is stopped."""

    def end(self, request: Request) -> Response:
        """How the interview ended."""
        with self.desk.at(interview_id(request)) as (live, interview):
            if interview.question is not None:
                return go(interview.id)
            if interview.result.status == Status.COLLAPSED:
                return self.show("contradiction.html", **self._contradiction(live, interview))
            line = number(request.query_params.get("line", "0"))
            what = self._model(live, interview, request.query_params.get("relation"), line)
        if "solutions" in request.query_params:
            what |= self._solutions(request)
        return self.show("model.html", **what)

    def model(self, request: Request) -> Response:
        """ "Stop here": the model so far, and what is open."""
        with self.desk.at(interview_id(request)) as (live, interview):
            if interview.question is None:
                return go(interview.id)
            line = number(request.query_params.get("line", "0"))
            what = self._model(live, interview, request.query_params.get("relation"), line)
        return self.show("model.html", **what | {"here": request.url.path})

    def _model(self, live: Live, interview: Interview, only: str | None = None, whole_line: int = 0) -> Context:
        """only: the relation that the picture shows; whole_line: the line whose constraints are all listed"""
        result = interview.so_far()
        network = result.network
        numbers = {constraint: place for place, constraint in enumerate(network)}
        said = words_of(live, interview)
        unknown = [entry for entry in interview.entries if entry.kind in ASKED and entry.answer is None]
        return {
            **self.common(live, interview),
            "over": interview.question is None,
            "status": str(result.status),
            "accepted": _accepted(interview),
            "whole_line": whole_line,
            "lines": [
                (line, [(numbers[c], str(c)) for c in _listed(line, whole=place == whole_line)], len(line.constraints))
                for place, line in enumerate(said, 1)
            ],
            "count": len(network),
            "open": [str(c) for c in result.open[:MOST_OPEN]],
            "open_count": 0 if result.reason == PLAN_ACCEPTED else len(result.open),
            "undecided": [str(c) for c in result.undecided[:MOST_OPEN]],
            "unknown": [{"position": e.position, "text": short(interview, e)} for e in unknown],
            "wrong": [] if result.gaps else _wrong(interview, network),
            "plans": _plans_called_right(interview),
            **weak_points(interview),
            "formats": {name: suffix for suffix, name in SUFFIXES.items()},
            "picture": picture(network.vocabulary, network.constraints, only),
            "only": only,
            "relation": "",
            "relation_error": "",
        }

    def _contradiction(self, live: Live, interview: Interview) -> Context:
        cards = [said_card(interview, said) | {"note": said.rests} for said in interview.conflict()]
        unsatisfiable = interview.result.reason == UNSATISFIABLE
        return {
            **self.common(live, interview),
            "cards": cards,
            "unsatisfiable": unsatisfiable,
            **weak_points(interview),
            "relation": "",
            "relation_error": "",
        }

    # --- solutions ---

    def solutions(self, request: Request) -> Response:
        """Solutions of the model. The page fetches them afterwards, because looking for them may take seconds."""
        return self.show("_solutions.html", **self._solutions(request))

    def _solutions(self, request: Request) -> Context:
        network, plans = plans_of(self.desk, interview_id(request))
        with self.desk.at(interview_id(request)) as (_, interview):
            said = {_key(entry.query): entry for entry in interview.entries if entry.kind == VERDICT}
            shown = []
            for place, solution in enumerate(plans):
                query = Query(network.vocabulary, network.vocabulary.encode(solution))
                parts = drawn(interview, query.shown)
                entry = said.get(_key(query.shown))
                codes = codes_of(network.vocabulary, parts)
                shown.append({"place": place, "parts": parts, "codes": codes, "entry": entry})
            return {"id": interview.id, "solutions": shown, "question": open_question(interview)}

    def verdict(self, request: Request) -> Response:
        """Take the person's verdict on a solution."""
        form = Form(request, self.token)
        with self.desk.at(interview_id(request)) as (live, interview):
            place = number(form.text("solution"))
            if form.text("question") != open_question(interview) or live.plans is None:
                live.notice = Notice(MEANTIME)
            elif place >= len(live.plans[1]):
                raise Refused("there is no such solution")
            else:
                interview.judge(live.plans[1][place], form.answer() is True, clash=form.all("clash"))
                live.notice = None if interview.question is None else Notice(WRONG)
                if interview.question is not None:
                    return go(interview.id)
            return go(interview.id, "?solutions=1#solutions")

    def advice(self, request: Request) -> Response:
        """Add what was advised to the language, and go on with all earlier answers."""
        form = Form(request, self.token)
        place = number(form.text("advice"))
        with self.desk.at(interview_id(request)) as (live, interview):
            if form.text("question") != open_question(interview):
                live.notice = Notice(MEANTIME)
                return go(interview.id)
            advice = interview.so_far().advice
            if place >= len(advice):
                raise Refused("there is no such advice")
            self._refuse_too_large(interview, advice[place].entry)
            interview.extend([advice[place].entry])
            used = reused(interview, len(interview.entries))
            live.notice = Notice(f"Added to the language: {in_a_file(advice[place])}. {used}")
            return go(interview.id)

    def relation(self, request: Request) -> Response:
        """Add a relation to the language, and go on with all earlier answers."""
        form = Form(request, self.token)
        text = form.text("relation").strip()
        with self.desk.at(interview_id(request)) as (live, interview):
            if form.text("question") != open_question(interview):
                live.notice = Notice(MEANTIME)
                return go(interview.id)
            try:
                _extend(interview, text, self.desk.refuse_too_large)
            except TacitError as error:
                what = {"relation": text, "relation_error": str(error)}
                collapsed = interview.question is None and interview.result.status == Status.COLLAPSED
                if collapsed:
                    return self.show("contradiction.html", 422, **self._contradiction(live, interview) | what)
                return self.show("model.html", 422, **self._model(live, interview) | what)
            used = reused(interview, len(interview.entries))
            live.notice = Notice(f"“{text}” is now in the language. {used}")
            return go(interview.id)

    def _refuse_too_large(self, interview: Interview, added: Addition) -> None:
        """Raise if the interview would not fit into memory any more. Nothing has happened then."""
        relations = [*interview.relations, added]
        with hearing():
            file = parse_problem(interview.file.text, source="your text", relations=relations, examples=False)
        self.desk.refuse_too_large(file.problem)

    # --- the model ---

    def why(self, request: Request) -> Response:
        """Why a constraint is in the model: the answers that prove it."""
        with self.desk.at(interview_id(request)) as (live, interview):
            result = interview.so_far()
            place = number(request.path_params["number"])
            if place >= len(result.network):
                raise Missing("there is no such constraint")
            constraint = result.network.constraints[place]
            explanation = result.explain(constraint)
            v, groups = result.network.vocabulary, interview.file.problem.groups
            (line,) = lines(Network(v, [constraint]), groups)  # "in row Ben" instead of all its cells
            return self.show(
                "why.html",
                **self.common(live, interview),
                constraint=str(constraint),
                text=SpokenNames.of(v).text(line.text),
                no=[evidence(interview, query, False) for query in explanation.no],
                yes=[evidence(interview, query, True) for query in explanation.yes],
                claims=evidence_of_claims(interview, explanation.claims),
                given=[str(c) for c in explanation.given],
                background=explanation.background,
                proof=explanation.proof,
            )


def _listed(line: Line, *, whole: bool) -> Sequence[Constraint]:
    """The constraints of a line, as many as are listed."""
    return line.constraints if whole else line.constraints[:MOST_LISTED]


def _accepted(interview: Interview) -> Context | None:
    """The plan that was taken, if that is how it ended, and what it rests on."""
    plan = interview.accepted
    if plan is None or interview.so_far().reason != PLAN_ACCEPTED:
        return None
    parts = drawn(interview, plan.shown)
    codes = codes_of(interview.file.problem.vocabulary, parts)
    return {"parts": parts, "codes": codes, "title": YOU_HAVE_A_PLAN, "rests": PLAN_TAKEN}


def _plans_called_right(interview: Interview) -> int:
    """How many plans were put before the end, and called right."""
    return sum(isinstance(entry.query, Plan) and entry.answer is True for entry in interview.dialogue.log)


def _wrong(interview: Interview, network: Network) -> list[Context]:
    """Solutions that the person has called wrong, and that the model still accepts."""
    return [
        card(interview, entry) | {"allowed_by": allowed_by(interview, read.query)}
        for entry in interview.entries
        if entry.kind == VERDICT
        and entry.answer is False
        and _accepts(network, entry.query)
        and isinstance(read := interview.read(entry), Answered)
    ]


def _accepts(network: Network, shown: Shown) -> bool:
    try:
        return network.accepts_codes(network.vocabulary.encode(dict(shown)))
    except TacitError:  # it names variables or values that no longer exist
        return False


def _key(shown: Shown) -> tuple[tuple[str, int | str], ...]:
    return tuple(sorted(shown.items()))


def _extend(interview: Interview, text: str, refuse_too_large: Callable[[Problem], None]) -> None:
    """Add a relation. First see whether it can be used, because what is kept can't be taken back."""
    if not text:
        raise ProblemFileError("write a relation, such as abs(x - y) > 1")
    relations = [*interview.relations, text]
    with hearing() as warnings:
        problem = parse_problem(interview.file.text, source=f"“{text}”", relations=relations, examples=False).problem
    refuse_too_large(problem)  # a relation on four of very many variables makes very many candidates
    known = interview.file.problem
    _refuse_what_is_there(text, problem, known)
    if len(problem.language) == len(known.language) and problem.over == known.over:
        about_it = [warning for warning in warnings if repr(text) in warning]
        raise ProblemFileError(about_it[-1] if about_it else f"{text!r} is in the language")
    interview.extend([text])


def _refuse_what_is_there(text: str, problem: Problem, known: Problem) -> None:
    """Refuse a relation that the language has under another name: it could say nothing new, so it explains nothing."""
    before = {relation.name for relation in known.language}
    for added in (relation for relation in problem.language if relation.name not in before):
        same = known_as(added, known.language, known.vocabulary, any_order=known.orders != "given")
        if same is not None:
            raise ProblemFileError(
                f"{text!r} says the same as {same.name!r}, which is in the language already, so it can't explain more. "
                "If it should hold here, then an answer was a slip: look at the answers that allow it."
            )
