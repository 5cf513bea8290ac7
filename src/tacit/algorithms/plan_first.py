"""A plan first: show plans until one is right, and learn from what is marked in them. tacit's own; see docs/plans.md.

    loop
        e ← the plan nearest to the last one that agrees with all that was said
            (of the near ones, one that breaks few rules that are likely to hold)
        if there is none        return collapsed: what was said leaves no plan
        ask e
        if it is right          return: a plan was accepted
        Y ← the cells that were marked; without a mark, a part of e that is found by asking about parts
        repeat a few times, until something that was learned explains e_Y
            ask about the likeliest rule, or limit, that would explain it
        (e_Y never comes again, explained or not)

With rules each mark mostly ends as a rule on a whole family. Without them it is told apart by examples, as guided does,
and one constraint is learned from it.

It ends: each plan that was called wrong is forbidden, and there are finitely many. It costs a plan and a mark for each
rule that the plans break, and one or two questions. What no plan breaks is never asked about, so the model need not be
complete: the accepted plan is right, and what was learned holds.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from tacit.algorithms.outcome import COLLAPSE, Outcome
from tacit.candidates.examination import Example
from tacit.errors import Undecided
from tacit.guided.choosing import Chooser
from tacit.guided.clauses import Clauses
from tacit.guided.hypotheses import natural
from tacit.guided.without_asking import carry_out
from tacit.learning.answers import Answers, OpenNo
from tacit.learning.asker import Asker, Memory
from tacit.learning.asking import Asking, DontKnow
from tacit.learning.result import PLAN_ACCEPTED, Status
from tacit.planning.leanings import NATURAL, Leaner
from tacit.planning.parts import Parts
from tacit.planning.proposing import next_plan
from tacit.planning.reasons import Reasons
from tacit.structure.families import cut_down, families_of
from tacit.structure.family import Kind
from tacit.structure.rule import Rule
from tacit.trust.elimination import is_confirmed, on_its_own

MOST_QUESTIONS = 8  # about one mark; those for the numbers of limits that were named are among them


class Planner(Memory):
    """What the learner keeps: the families of the problem, and nothing that depends on answers."""

    def __init__(self, asker: Asker) -> None:
        v, groups = asker.space.vocabulary, asker.space.bias.groups
        # Of all families only the natural ones matter here, and to cut the others down to named groups takes long.
        likely = [family for family in families_of(v) if natural(family) >= NATURAL or family.key.kind is Kind.WHOLE]
        self.families = list(cut_down(likely, v, groups))
        self.leaner = Leaner(asker.answers, self.families)
        self._reasons: Reasons | None = None

    def reasons(self, answers: Answers) -> Reasons:
        """What may explain marks; found when there is one, because somebody waits for the first plan."""
        if self._reasons is None:
            self._reasons = Reasons(answers, list(families_of(answers.space.vocabulary, answers.space.bias.groups)))
        return self._reasons

    def copy(self, asker: Asker) -> Planner:
        return self


def plan_first(asker: Asker) -> Asking[Outcome]:
    """Show plans until one is right."""
    earlier = asker.memory
    planner = earlier if isinstance(earlier, Planner) else Planner(asker)
    while True:
        asker.at_top(planner)
        try:
            plan = next_plan(asker, planner.leaner)
        except Undecided:
            return Outcome(Status.PREMATURE, "not known whether there is a plan")
        if plan is None:
            return _no_plan(asker)
        e = Example(asker.space, plan.codes)
        with suppress(DontKnow):
            if (yield from asker.ask(e, e.variables, plan=True)):
                asker.witness.found(asker.space, e.codes)
                return Outcome(Status.STOPPED, PLAN_ACCEPTED)
            if asker.answers.narrowed(e, e.variables) == e.variables:
                yield from _narrow(asker, planner, e)
        if asker.options.rules:
            yield from _ask_about_rules(asker, planner, e)
        else:
            yield from _tell_apart(asker, e)


def _no_plan(asker: Asker) -> Outcome:
    """Nothing is left: what was said leaves no plan, or nobody knows whether those are right that it leaves."""
    space = asker.space
    for query, answer in asker.answers.said.items():
        if answer is None and query.complete and not len(space.rows.rejecting(query.codes, space.learned)):
            return Outcome(Status.UNDECIDED, "don't know")
    return COLLAPSE


def _open(asker: Asker, e: Example) -> OpenNo | None:
    """The "no" to a plan, or to a part of it, that nothing explains yet."""
    mine = [no for no in asker.answers.open_no if no.example is e]
    return min(mine, key=lambda no: no.variables.bit_count()) if mine else None


def _narrow(asker: Asker, planner: Planner, e: Example) -> Asking[None]:
    """Nothing was marked: ask about parts of the plan, as long as some part tells anything."""
    parts = Parts(asker, planner.families)
    while (no := _open(asker, e)) is not None:
        Y = parts.next(no)
        if Y is None:
            return
        if not (yield from asker.ask(e, Y)) and asker.answers.narrowed(e, e.variables) != e.variables:
            return


def _ask_about_rules(asker: Asker, planner: Planner, e: Example) -> Asking[None]:
    """Ask about the likeliest rules until one explains what was marked."""
    no = _open(asker, e)
    if no is None:
        return
    marked = asker.query(e, no.variables)
    for _ in range(MOST_QUESTIONS):
        claim = planner.reasons(asker.answers).next_claim(asker.answers, marked, e.codes)
        if claim is None:
            return
        if isinstance(claim, Rule):
            claim = replace(claim, example=marked)
        with suppress(DontKnow):
            yield from asker.ask_claim(claim)


def _tell_apart(asker: Asker, e: Example) -> Asking[None]:
    """Without rules: find the constraint that explains what was marked, by examples."""
    chooser = Chooser(asker)
    with suppress(DontKnow):
        while (no := _open(asker, e)) is not None:
            rows = no.rows[asker.space.surviving[no.rows]]
            if len(rows) == 1:
                yield from _learn(asker, chooser, int(rows[0]))
                continue
            step = chooser.explain(Clauses(asker.answers))
            if step.is_empty:
                return
            if step.learn is not None:
                yield from _learn(asker, chooser, step.learn)
                continue
            carry_out(asker, step)
            if step.question is not None:
                yield from asker.ask(step.question.example, step.question.variables)


def _learn(asker: Asker, chooser: Chooser, row: int) -> Asking[None]:
    """Learn the only explanation that is left; if nobody has confirmed it, by a question of its own first."""
    if asker.options.checks and not is_confirmed(asker.answers, row, asker.options.slips, 0.5):
        e = on_its_own(asker, row, chooser.beliefs.P)
        if e is not None:
            yield from asker.ask(e, e.variables, check=True)
    if asker.space.surviving[row] and not asker.space.learned[row]:
        asker.learn(row)
