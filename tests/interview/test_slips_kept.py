"""Interviews with somebody who slips: resumed, undone, changed, judged. The same answers lead to the same end."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tacit import Dialogue, Problem
from tacit.dialogue.oracles import TargetOracle
from tacit.dialogue.oracles.slipping import Slipping
from tacit.exact.equivalence import equivalent
from tacit.exact.solutions import find_solutions
from tacit.examples import read_example
from tacit.formats.problem_file import parse_problem
from tacit.interview import FOR_PEOPLE, Interview, Log
from tacit.interview.log import VERDICT
from tacit.interview.question_text import why_asked
from tacit.interview.second_looks import ranked
from tacit.interview.statements import contradicting, statements
from tacit.problem.query import Answered, Plan, Query
from tacit.showing.doubt_words import NO_REASON_LEFT

FILE, _ = read_example("roster")
NURSES, DAYS = ("anna", "ben", "carla"), ("Mon", "Tue", "Wed", "Thu")
AFTER_A_NIGHT = "x != night or y == off"
ONE_WORKS = "x != off or y != off"
TARGET = FILE.problem.network(
    [(AFTER_A_NIGHT, [f"shift[{who},{a}]", f"shift[{who},{b}]"]) for who in NURSES for a, b in pairwise(DAYS)]
    + [(ONE_WORKS, [f"shift[anna,{day}]", f"shift[ben,{day}]"]) for day in DAYS]
    + [("!=", [f"shift[ben,{day}]", f"shift[carla,{day}]"]) for day in DAYS]
    + [("x != night", [f"shift[carla,{day}]"]) for day in DAYS]
)
SEEDS = [1, 2]  # in each of these, somebody slips once or twice


class Talk:
    """An interview with somebody who slips, always in the same places."""

    def __init__(self, path, seed, rate=0.03):
        self.log, self.seed = Log(path), seed
        self.options = {**FOR_PEOPLE, "seed": seed}
        self.person = Slipping(TargetOracle(TARGET), rate, seed)
        self.interview = Interview.start(self.log, FILE, **self.options)

    def go_on(self, interview=None, most=400):
        """Answer to the end; what was asked."""
        interview = interview or self.interview
        asked = []
        while interview.question is not None:
            asked.append(interview.question)
            interview.answer(self.person.answer(interview.question))
            assert len(asked) <= most
        return asked


def end(interview):
    """What an interview has come to."""
    result = interview.result
    looks = {(look.said.query if isinstance(look.said, Answered) else look.said.claim) for look in result.second_look}
    return result.status, set(map(str, result.network)), [gap.query.shown for gap in result.gaps], looks


@pytest.fixture(params=SEEDS)
def talk(request, tmp_path):
    talk = Talk(tmp_path / "db.sqlite", request.param)
    talk.asked = talk.go_on()
    assert talk.person.made
    return talk


def test_resumed_from_disk(talk):
    again = Interview.resume(talk.log, FILE, **talk.options)
    assert again.question is None
    assert end(again) == end(talk.interview)
    assert talk.log.kept(1).round == 0


def test_undone_at_any_depth_and_answered_the_same(talk):
    before = end(talk.interview)
    for depth in (1, 4, 9, len(talk.asked) // 2, len(talk.asked)):
        assert talk.interview.undo(depth) == depth
        assert talk.go_on() == talk.asked[-depth:]
        assert end(talk.interview) == before


def test_a_new_round_ends_in_the_same_place_and_asks_nothing_again(talk):
    other = Interview.resume(talk.log, FILE, **{**talk.options, "seed": talk.seed + 100})
    assert talk.log.kept(1).round == 1
    asked = talk.go_on(other)
    assert not set(asked) & set(talk.asked)
    assert len(asked) <= 8  # to see anew which answer was the slip
    assert end(other)[:2] == end(talk.interview)[:2]


def test_what_was_set_aside_and_is_set_right_is_no_longer_worth_a_second_look(talk):
    network = talk.interview.result.network
    slips = {question for question, _, _ in talk.person.made}
    looks = [look for look in talk.interview.second_looks() if look.said.asked in slips]
    assert looks
    talk.interview.set_right(looks[0].said.entry.position)
    talk.go_on()
    assert looks[0].said.asked not in end(talk.interview)[3]
    assert equivalent(talk.interview.result.network, network)


def test_each_second_look_has_its_place_in_the_log(talk):
    looks = talk.interview.second_looks()
    assert [look.chance for look in looks] == sorted((look.chance for look in looks), reverse=True)
    for look in looks:
        entry = talk.interview.entries[look.said.entry.position - 1]
        assert look.said.source == f"question {entry.position}"
        assert look.said.answer == entry.answer
        assert all(other.entry is not None and other.asked != look.said.asked for other in look.against)


# --- plans ---


def test_plans_are_answers_of_a_kind_of_their_own_and_are_not_put_twice(tmp_path):
    talk = Talk(tmp_path / "db.sqlite", 5, rate=0.0)
    asked = talk.go_on()
    plans = [question for question in asked if question.kind == "plan"]
    assert len(plans) == 3
    assert [entry.query for entry in talk.interview.entries if entry.kind == VERDICT] == [plan.shown for plan in plans]
    again = Interview.open(talk.log, 1)
    assert [isinstance(again.read(entry).query, Plan) for entry in again.entries[-3:]] == [True] * 3
    other = Interview.resume(talk.log, FILE, **{**talk.options, "seed": 105})
    assert other.question is None
    assert talk.log.kept(1).answers == len(asked)


def test_the_number_of_a_plan(tmp_path):
    talk = Talk(tmp_path / "db.sqlite", 5, rate=0.0)
    numbers = []
    while talk.interview.question is not None:
        if talk.interview.question.kind == "plan":
            numbers.append(talk.interview.plan_number)
        talk.interview.answer(talk.person.answer(talk.interview.question))
    assert numbers == [(1, 3), (2, 3), (3, 3)]


def test_more_plans_than_were_wanted_have_no_total(tmp_path):
    """ "4 of 4" and then "5 of 5" would promise an end each time."""
    talk = Talk(tmp_path / "db.sqlite", 5, rate=0.0)
    while talk.interview.question.kind != "plan":
        talk.interview.answer(talk.person.answer(talk.interview.question))
    log = talk.interview.dialogue.asker.answers.log
    log += [Answered(talk.interview.question, True)] * 3
    assert talk.interview.plan_number == (4, None)
    assert why_asked(talk.interview, talk.interview.question).startswith("Plan 4: here is a whole plan")


# --- a solution that is judged ---


def test_a_solution_that_a_slip_has_allowed_is_called_wrong_and_the_slip_is_found(tmp_path):
    """Nobody was shown a plan; then a solution is wrong, because of one early slip."""
    interview = Interview.start(Log(tmp_path / "db.sqlite"), FILE, **{**FOR_PEOPLE, "plans": 0, "rules": False})
    oracle, slipped = TargetOracle(TARGET), None
    while (question := interview.question) is not None:
        answer = oracle.ask(question)
        if slipped is None and not answer and interview.number > 5:
            slipped, answer = question, True
        interview.answer(answer)
    wrong = next(plan for plan in find_solutions(interview.result.network, 200) if not TARGET.accepts(plan))
    interview.judge(wrong, False)
    assert interview.question is not None
    while interview.question is not None:
        interview.answer(oracle.ask(interview.question))
    assert not interview.result.network.accepts(wrong)
    assert slipped in end(interview)[3] or interview.result.gaps


SMALL = parse_problem(
    """
language = ["!=", "=="]
[variables]
shift = { rows = ["anna", "ben"], columns = ["Mon", "Tue", "Wed"], domain = ["off", "early", "night"] }
""",
    source="small.toml",
    name="small",
)
NIGHTS = ("shift[anna,Mon]", "shift[anna,Tue]", "shift[anna,Wed]")


def not_three_nights(query):
    """What the language can't say: it has relations of two cells."""
    return not all(query.shown.get(name) == "night" for name in NIGHTS)


def answered(interview, answer):
    while interview.question is not None:
        interview.answer(answer(interview.question))
    return interview


def test_a_solution_that_is_wrong_for_a_reason_that_the_language_lacks_is_a_gap(tmp_path):
    options = {**FOR_PEOPLE, "rules": False, "plans": 0}
    interview = answered(Interview.start(Log(tmp_path / "db.sqlite"), SMALL, **options), not_three_nights)
    assert interview.result.status == "converged"
    v = SMALL.problem.vocabulary
    wrong = dict.fromkeys(v.names, "off") | dict.fromkeys(NIGHTS, "night")
    interview.judge(v.decode(v.encode(wrong)), False)
    assert interview.question is not None  # which part of it?
    answered(interview, not_three_nights)
    assert interview.result.status == "incomplete"
    assert [gap.query.shown for gap in interview.result.gaps] == [dict.fromkeys(NIGHTS, "night")]
    again = Interview.open(interview.log, interview.id)
    assert end(again)[:3] == end(interview)[:3]
    again.extend(["x != night or y != night or z != night"])
    answered(again, not_three_nights)
    assert again.result.status == "converged"
    assert not again.result.network.accepts(wrong)
    assert len(again.result.network) == 1


def test_a_mark_in_a_plan_is_where_the_gap_is(tmp_path):
    interview = Interview.start(Log(tmp_path / "db.sqlite"), SMALL, **{**FOR_PEOPLE, "rules": False})
    while interview.question.kind != "plan":
        interview.answer(True)
    marked = list(interview.question)[:3]
    cells = {name: interview.question.shown[name] for name in marked}
    interview.answer(False, clash=marked)
    answered(interview, lambda query: any(query.shown.get(name) != value for name, value in cells.items()))
    assert interview.result.status == "incomplete"
    assert [gap.query.shown for gap in interview.result.gaps] == [cells]
    assert end(Interview.open(interview.log, interview.id))[:3] == end(interview)[:3]


# --- what is put again ---


def test_the_earlier_answer_that_a_check_puts_again(tmp_path):
    """A large "yes" was a slip: its part is put by itself, and the two answers disagree."""
    found = []
    for seed in range(6):
        talk = Talk(tmp_path / f"{seed}.sqlite", seed, rate=0.05)
        interview = talk.interview
        while interview.question is not None:
            question, earlier = interview.question, interview.put_again()
            assert earlier is None or interview.dialogue.asker.checking
            interview.answer(talk.person.answer(question))
            if earlier is not None and earlier.entry is not None:
                found.append(interview.disagrees_with(earlier, interview.entries[-1]))
                if found[-1] and isinstance(earlier.asked, Query) and question.is_part_of(earlier.asked):
                    assert earlier.answer is True
                    assert interview.entries[-1].answer is False
    assert True in found
    assert False in found


# --- the answers of a contradiction ---


def test_the_likeliest_slip_of_a_contradiction_comes_first():
    """A large "yes" is likelier to be wrong than a small "no", and each answer says what rests on it."""
    problem = Problem(dict.fromkeys("abcd", range(3)), language=["!="])
    said = [({"a": 0, "c": 0}, False), ({"b": 1, "d": 1}, False), ({"a": 0, "b": 1, "c": 0, "d": 2}, True)]
    dialogue = Dialogue(problem, algorithm="mquacq", earlier=said)
    conflict = dialogue.result.conflict
    yes, no = ranked(statements(contradicting(dialogue.result), {}, dialogue.log), dialogue.asker, conflict.no)
    assert (yes.answer, yes.asked.assignment) == (True, said[2][0])
    assert (no.answer, no.asked.assignment) == (False, said[0][0])
    assert yes.chance == pytest.approx(2 / 3)  # four cells: twice as likely
    assert (yes.rests, no.rests) == ("it rules out that a and c differ", NO_REASON_LEFT)
