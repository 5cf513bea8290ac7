"""What the tools say: the open question or how it ended, the model, the answers so far, the list of interviews."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from datetime import datetime

from tacit.interview import Interview, Kept, Statement
from tacit.interview.log import MARK, TOLD, Entry
from tacit.interview.question_text import WIDTH, drawn, question_text, ways_to_answer
from tacit.learning.claims import Claimed
from tacit.learning.result import PLAN_ACCEPTED
from tacit.learning.result_html import how_it_ended
from tacit.problem.query import Query
from tacit.showing.advice_words import in_a_sentence
from tacit.showing.claim_words import answer_word, sentence
from tacit.showing.doubt_words import gap_words
from tacit.showing.drawing import draw
from tacit.showing.sentences import lines

MOST = 60  # sentences of a model, and answers of a history, in one text
SHORT = 8  # cells of an example on one line


def now_open(interview: Interview) -> str:
    """The open question with its number; or, if there is none, how it ended."""
    question = interview.question
    if question is None:
        return ended(interview)
    progress = interview.progress()
    head = f"Interview {interview.id} ({interview.name}), question {interview.number}: {question.kind}"
    facts = f"{interview.said}, {progress.learned:,} constraints learned, {progress.left:,} candidates left"
    about = [interview.file.about] if interview.file.about and not interview.entries else []
    asked = [question_text(interview, question), ways_to_answer(interview, question)]
    return "\n\n".join([f"{head}  [{facts}]", *about, *asked])


def ended(interview: Interview) -> str:
    """How it ended, on what that rests, and what may be wrong."""
    result = interview.result
    parts = [
        f"Interview {interview.id} ({interview.name}) is over. {how_it_ended(result)} {interview.said.capitalize()}."
    ]
    if result.reason == PLAN_ACCEPTED and interview.accepted is not None:
        parts.append(drawn(interview, interview.accepted))
    wrong = interview.conflict()
    if wrong:
        parts.append("The likeliest slip comes first; change_answer sets it right:")
        parts += [_said(interview, each) for each in wrong[:6]]
    for look in interview.second_looks()[:6]:
        parts.append(f"Worth a second look, because other answers speak against it:\n{_said(interview, look.said)}")
    for gap in result.gaps:
        where = "" if gap.query is None else f"\n{textwrap.indent(_drawn(gap.query), '  ')}"
        parts.append(f"{gap_words(gap.size)}{where}")
    parts += [f"This would explain it: {in_a_sentence(each)}." for each in result.advice[:3]]
    parts.append(in_words(interview))
    return "\n\n".join(part for part in parts if part)


def in_words(interview: Interview) -> str:
    """What was learned so far, in sentences; and whether that is all."""
    result = interview.so_far()
    said = [line.text for line in lines(result.network, interview.file.problem.groups)]
    head = f"Learned ({len(result.network):,} constraints):" if said else "Nothing was learned yet."
    unfinished = ""
    if interview.question is not None:
        unfinished = f"Not finished: {interview.progress().left:,} candidates are open, and a question waits."
    more = [f"… and {len(said) - MOST:,} more"] if len(said) > MOST else []
    return "\n".join([head, *(f"- {text}" for text in said[:MOST]), *more, *([unfinished] if unfinished else [])])


def history(interview: Interview, last: int) -> str:
    """The last answers, each with who gave it."""
    entries = interview.entries
    if not entries:
        return "No answers yet."
    shown = [entry_line(interview, entry) for entry in entries[-max(1, last) :]]
    earlier = len(entries) - len(shown)
    return "\n".join(([f"({earlier:,} earlier ones are not shown)"] if earlier else []) + shown)


def entry_line(interview: Interview, entry: Entry) -> str:
    """One answer on one line: its position, what was asked, what was answered, and by whom."""
    said = interview.read(entry)
    by = "nobody knows who" if entry.giver is None else str(entry.giver)
    answer = answer_word(interview.asked_for_a_number(entry), entry.answer, entry.number)
    if isinstance(said, Claimed):
        what = sentence(said.claim, interview.file.problem.vocabulary, said.exceptions, said.number)
    elif said is None:
        what = "about what the problem no longer has"
    else:
        cells = [f"{name} = {value}" for name, value in said.query.shown.items()]
        what = ", ".join(cells[:SHORT]) + (f" and {len(cells) - SHORT} more" if len(cells) > SHORT else "")
    if entry.kind == TOLD:
        return f"{entry.position}. said unasked, by {by}: {what}"
    return f"{entry.position}. {answer}, by {by}{' (these cells alone)' * (entry.kind == MARK)}: {what}"


def listed_interviews(kept: Sequence[Kept], most: int = 50) -> str:
    """Interviews, those that were changed last first."""
    if not kept:
        return "There are no interviews yet: start_interview begins one."
    rows = []
    for each in kept[:most]:
        when = datetime.fromtimestamp(each.changed).strftime("%Y-%m-%d %H:%M")
        by = f", answered by {', '.join(map(str, each.answerers))}" if each.answerers else ""
        rows.append(f"{each.id}. {each.name}: {each.answers:,} answers, changed {when}{by}")
    return "\n".join(rows + ([f"… and {len(kept) - most:,} more"] if len(kept) > most else []))


def _said(interview: Interview, said: Statement) -> str:
    if said.entry is not None:
        return entry_line(interview, said.entry)
    what = _drawn(said.asked) if isinstance(said.asked, Query) else sentence(said.asked)
    return f"{said.source}, which was known: {'yes' if said.answer else 'no'}\n{textwrap.indent(what, '  ')}"


def _drawn(query: Query) -> str:
    return draw(query.assignment, query.vocabulary, width=WIDTH)
