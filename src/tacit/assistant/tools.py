"""The tools that an assistant calls. Each returns a text, or raises a named error, which the server makes one line."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from typing import Annotated, Any

from mcp.server.elicitation import AcceptedElicitation, CancelledElicitation, ElicitationResult
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.resolve import Elicit, Resolve

from tacit.assistant.beginning import begin_with
from tacit.assistant.cabinet import Cabinet
from tacit.assistant.replies import Reply, form_for, read_giver, read_reply
from tacit.assistant.texts import entry_line, history, in_words, listed_interviews, now_open
from tacit.errors import AnswerError, DialogueError, OptionError, nearest
from tacit.formats import json_model
from tacit.formats.rule_folding import with_rules
from tacit.formats.writers import WRITERS
from tacit.interview import FOR_PEOPLE, Answerer, Interview
from tacit.problem.query import Query
from tacit.problem.vocabulary import Vocabulary
from tacit.showing.drawing import draw

ANONYMOUS = "an assistant"
MOST_PLANS = 20
CANT_ASK = "this client can't put questions to the person (no elicitation): show them the question, then call answer"


def start_interview(
    ctx: Context,
    problem: str = "",
    example: str = "",
    name: str = "",
    who: list[str] | None = None,
    when: list[str] | None = None,
    what: list[str] | None = None,
    known_plans: str = "",
    plans_first: bool = False,
) -> str:
    """Begin an interview, and return its number and its first question.

    Describe the problem in one of three ways: problem (the text of a problem file, TOML); example (timetable, roster,
    ward, puzzle or frequencies); or a table of who (rows: people, machines), when (columns: days, slots) and what (the
    values of its cells). known_plans: plans that are known to be good, as CSV tables with the same labels.
    plans_first: show whole plans until one is right, instead of learning all rules.
    """
    file, known = begin_with(problem, example, name, who or [], when or [], what or [], known_plans)
    options = FOR_PEOPLE | {"until": "plan"} if plans_first else FOR_PEOPLE
    cabinet = _cabinet(ctx)
    interview = Interview.start(cabinet.log, file, known, **options)
    cabinet.keep(interview)
    return now_open(interview)


def list_interviews(ctx: Context) -> str:
    """All interviews that are kept, with their numbers; each can be gone on with by next_question."""
    return listed_interviews(_cabinet(ctx).log.all())


def next_question(ctx: Context, interview: int) -> str:
    """The open question of an interview, drawn as text, or how it ended. It resumes an interview from before, too.

    Put it to the person as it is. You don't know the rules: don't answer in their place unless they asked you to.
    """
    with _cabinet(ctx).at(interview) as found:
        return now_open(found)


def answer(
    ctx: Context,
    interview: int,
    question: int,
    answer: str | int | bool,
    answered_by: str,
    except_: list[str] | None = None,
    wrong_cells: list[str] | None = None,
) -> str:
    """Answer the open question, and return the next one.

    question: its number. answer: yes, no or don't know; for a question for a number also the number, no limit or it
    differs. answered_by: person if the person said it, program if nobody was asked. With no: except_ names the groups
    of a rule that are different (or the wrong lines of what was read out), wrong_cells the cells of an example that are
    wrong together.
    """
    giver = read_giver(answered_by, _assistant(ctx))
    with _cabinet(ctx).at(interview) as found:
        _see_that_it_is_open(found, question)
        _take(found, giver, answer, except_ or [], wrong_cells or [])
        return now_open(found)


def put_question(ctx: Context, interview: int) -> Elicit[Reply]:
    """The open question as a form for the person."""
    capabilities = ctx.client_capabilities
    if capabilities is None or capabilities.elicitation is None:
        raise DialogueError(CANT_ASK)
    with _cabinet(ctx).at(interview) as found:
        if found.question is None:
            raise DialogueError(f"interview {interview} is over: there is no open question")
        return Elicit(now_open(found), form_for(found.question))


def ask_person(ctx: Context, interview: int, reply: Annotated[ElicitationResult[Reply], Resolve(put_question)]) -> str:
    """Put the open question to the person directly, in a form of their own, and return the next question.

    If the person declines, the answer is don't know; if they cancel, nothing is answered and the interview waits.
    """
    giver = Answerer.person_through(_assistant(ctx))
    with _cabinet(ctx).at(interview) as found:
        if isinstance(reply, CancelledElicitation):
            return f"Stopped: the person cancelled. {found.said.capitalize()} kept; next_question goes on from here."
        if isinstance(reply, AcceptedElicitation):
            _take(found, giver, reply.data.answer, reply.data.except_names(), reply.data.cells())
        else:
            _take(found, giver, "don't know", [], [])
        return f"{entry_line(found, found.entries[-1])}\n\n{now_open(found)}"


def undo(ctx: Context, interview: int, count: int = 1) -> str:
    """Take back the last answers, and return the question that is open then."""
    with _cabinet(ctx).at(interview) as found:
        taken = found.undo(count) if count > 0 else 0
        said = f"{taken} taken back." if taken else "There is nothing to take back."
        return f"{said}\n\n{now_open(found)}"


def change_answer(
    ctx: Context,
    interview: int,
    position: int,
    answer: str | int | bool,
    answered_by: str,
    except_: list[str] | None = None,
) -> str:
    """Give another answer to an earlier question; history shows their positions. Later answers are used where they fit.

    Arguments as for answer. A rule that was said unasked is taken back by the answer no.
    """
    giver = read_giver(answered_by, _assistant(ctx))
    with _cabinet(ctx).at(interview) as found:
        entry = next((each for each in found.entries if each.position == position), None)
        if entry is None:
            raise DialogueError(f"there is no answer {position}: history shows those that there are")
        found.answerer = giver
        if entry.kind == "told":
            found.take_back(position)
        else:
            said = found.read(entry)
            if said is None:
                raise DialogueError(f"answer {position} is about what the problem no longer has")
            meant = read_reply(said.query if hasattr(said, "query") else said.claim, answer, except_ or [])
            found.change(position, meant.value, except_=meant.except_)
        return f"Changed.\n\n{now_open(found)}"


def answers(ctx: Context, interview: int, last: int = 30) -> str:
    """The answers so far, each with its position and with who gave it, a person or a program."""
    with _cabinet(ctx).at(interview) as found:
        return history(found, last)


def tell_rule(ctx: Context, interview: int, relation: str, over: str, answered_by: str) -> str:
    """Say a rule that was not asked for, and return the next question.

    relation: one of the problem's language, such as != or count(night) <= 2. over: where it holds, such as each row,
    next in column, each row only seniors. answered_by: as for answer.
    """
    giver = read_giver(answered_by, _assistant(ctx))
    with _cabinet(ctx).at(interview) as found:
        rule = found.dialogue.check_rule(relation, over=over)
        found.answerer = giver
        found.tell_rule(rule)
        return f"Taken. {entry_line(found, found.entries[-1])}\n\n{now_open(found)}"


def model(ctx: Context, interview: int, as_json: bool = False) -> str:
    """What was learned so far, in sentences; or as JSON, as `tacit solve` and `tacit check` read it."""
    with _cabinet(ctx).at(interview) as found:
        return json_model.write(with_rules(found.model())) if as_json else in_words(found)


def solve(
    ctx: Context,
    interview: int,
    plans: int = 1,
    values: dict[str, str | int] | None = None,
    as_csv: bool = False,
    diverse: bool = False,
) -> str:
    """Plans that keep to all that was learned: drawn, or as CSV with a column for each cell.

    values: what cells must have, such as {"shift[anna,Mon]": "off"}. diverse: as different from each other as possible.
    """
    from tacit.exact.solutions import find_solutions

    if not 1 <= plans <= MOST_PLANS:
        raise OptionError(f"plans must be a number from 1 to {MOST_PLANS}, not {plans}")
    with _cabinet(ctx).at(interview) as found:
        learned, name = found.so_far().network, found.name
        is_open = found.question is not None
    v = learned.vocabulary
    given = _given(v, values or {})
    solutions = find_solutions(learned, plans, given=given, diverse=diverse)
    if not solutions:
        return f"{name} has no plan{' with these values' if given else ''}."
    if as_csv:
        out = io.StringIO()
        writer = csv.DictWriter(out, v.names, lineterminator="\n")
        writer.writeheader()
        writer.writerows(Query(v, v.encode(each)).shown for each in solutions)
        return out.getvalue()
    drawn = [f"Plan {number}\n\n{draw(each, v, width=100)}" for number, each in enumerate(solutions, 1)]
    warning = ["The interview is not over: these plans may break rules that were not asked about yet."] * is_open
    few = [f"There are no more than {len(solutions)}."] * (len(solutions) < plans)
    return "\n\n".join([*drawn, *few, *warning])


def export(ctx: Context, interview: int, to: str) -> str:
    """The model in another format: cpmpy (a Python script), minizinc, xcsp3, json or markdown."""
    if to not in WRITERS:
        raise OptionError(
            f"to is {to!r:.40}: there is no such format{nearest(to, WRITERS)}. There are: {', '.join(WRITERS)}"
        )
    with _cabinet(ctx).at(interview) as found:
        learned = found.model()
    return WRITERS[to](with_rules(learned) if to == "json" else replace(learned))


TOOLS = (
    start_interview,
    list_interviews,
    next_question,
    answer,
    ask_person,
    undo,
    change_answer,
    answers,
    tell_rule,
    model,
    solve,
    export,
)


def _cabinet(ctx: Context) -> Cabinet:
    from tacit.assistant.server_of_tools import ServerOfTools

    assert isinstance(ctx.mcp_server, ServerOfTools)
    return ctx.mcp_server.cabinet


def _assistant(ctx: Context) -> str:
    """What the assistant calls itself."""
    about = ctx.session.client_params
    name = "" if about is None else " ".join(about.client_info.name.split())[:60]
    return name or ANONYMOUS


def _see_that_it_is_open(interview: Interview, question: int) -> None:
    if interview.question is None:
        raise DialogueError(f"interview {interview.id} is over: there is no open question")
    if question != interview.number:
        raise DialogueError(
            f"question {question} is not the open one, which is {interview.number}: next_question shows it"
        )


def _take(interview: Interview, giver: Answerer, answer: Any, except_: list[str], wrong_cells: list[str]) -> None:
    question = interview.question
    if question is None:
        raise AnswerError("there is no open question")
    said = read_reply(question, answer, except_, wrong_cells)
    interview.answerer = giver
    interview.answer(said.value, clash=said.clash, except_=said.except_)


def _given(vocabulary: Vocabulary, values: dict[str, str | int]) -> dict[str, int]:
    """The values that are wanted, as numbers; an unknown name or value is an error that suggests the nearest."""
    found: dict[str, int] = {}
    for name, value in values.items():
        if name not in vocabulary.index:
            raise OptionError(f"values: there is no variable {name!r:.60}{nearest(name, vocabulary.names)}")
        domain = vocabulary.domains[vocabulary.index[name]]
        by_name = {str(vocabulary.shown(name, number)): number for number in domain}
        if str(value) not in by_name:
            raise OptionError(f"values: {name} can't be {value!r:.40}{nearest(str(value), by_name)}")
        found[name] = by_name[str(value)]
    return found
