"""What a dialogue ends with: a network, a status that tells the truth, and the answers behind both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tacit.learning.advice import Advice, advise
from tacit.learning.claims import Claimed, Claims
from tacit.learning.clash_of_rules import clash_of_rules
from tacit.learning.evidence import Conflict, Explanation, explain, unproved
from tacit.learning.gap import Gap
from tacit.learning.naming import constraint_meant
from tacit.learning.second_look import SecondLook
from tacit.learning.statistics import Statistics
from tacit.problem.network import Constraint, Network
from tacit.problem.query import Answered, Plan, Query
from tacit.structure.rule import Rule

if TYPE_CHECKING:
    import cpmpy

    from tacit.candidates.bias import Bias
    from tacit.problem.problem import Problem
    from tacit.regularities.regularity import Regularity


class Status(StrEnum):
    """How a dialogue ended."""

    #: If the answers are right and the language can say it: all networks over the bias that agree mean the same.
    CONVERGED = "converged"
    INCOMPLETE = "incomplete"  #: some "no" has no explanation in the language: see the gaps; what was learned stands
    PREMATURE = "premature"  #: a limit was hit before the proof
    COLLAPSED = "collapsed"  #: see the reason: contradiction or unsatisfiable
    UNDECIDED = "undecided"  #: only "don't know" stands in the way
    STOPPED = "stopped"  #: by the person or a budget
    SUPPORTED = "supported"  #: from examples alone: nobody was asked, and nothing is proved


CONTRADICTION = "contradiction"  # no network over the bias agrees with the answers
UNSATISFIABLE = "unsatisfiable"  # the learned network has no solution
PLAN_ACCEPTED = "a plan was accepted"  # why a dialogue that shows plans was stopped: the person has what they want


@dataclass(frozen=True)
class Result:
    """The end of a dialogue (or how far it has come, if it was stopped)."""

    status: Status  #: how it ended
    reason: str | None  #: why it collapsed, stopped or is premature
    network: Network  #: what was learned
    open: Sequence[Constraint]  #: candidates that no answer has settled; empty when converged
    undecided: Sequence[Constraint]  #: those in `open` for which only "don't know" stands in the way
    conflict: Conflict | None  #: answers that can't all be right, if there are any
    answers: tuple[Answered, ...]  #: everything that was said of examples, in order
    statistics: Statistics  #: questions, waits and times
    deterministic: bool  #: False if a cutoff was in seconds: another run may ask other questions
    _bias: Bias | None = field(repr=False)  # None if nobody was asked
    _claims: Claims | None = field(repr=False)
    gaps: tuple[Gap, ...] = ()  #: "no" answers that nothing in the language explains
    second_look: tuple[SecondLook, ...] = ()  #: answers that are likely to be slips, the likeliest first
    _evidence: tuple[Answered, ...] = field(default=(), repr=False)  # the answers that the network rests on
    _problem: Problem | None = field(default=None, repr=False)
    support: tuple[Regularity, ...] = ()  #: from examples alone: the rules of the network, and what speaks for each

    @property
    def claims(self) -> tuple[Claimed, ...]:
        """The answers about rules."""
        return () if self._claims is None else tuple(self._claims.log)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that were answered "yes", or said unasked, without their exceptions; or that examples support."""
        if self._claims is None:
            return tuple(rule for each in self.support for rule in each.rules)
        return tuple(self._claims.accepted)

    @property
    def plan(self) -> dict[str, int | str] | None:
        """The last plan that was called right, by the names of variables and values; None if there is none."""
        right = [said.query for said in self.answers if isinstance(said.query, Plan) and said.answer]
        return right[-1].shown if right else None

    @cached_property
    def clash(self) -> tuple[Rule | Constraint | Query, ...]:
        """If what was said leaves no plan: a minimal set of rules, single constraints and "no" answers that clash."""
        if self.reason != UNSATISFIABLE or self._claims is None or self._bias is None:
            return ()
        bias = self._bias
        found = clash_of_rules(self._claims, self._evidence)
        return tuple(bias.constraint(each) if isinstance(each, int) else each for each in found)

    @cached_property
    def advice(self) -> tuple[Advice, ...]:
        """What to add to the language so that the gaps are explained, the best first."""
        if self._problem is None or not self.gaps:
            return ()
        aside = {id(each.said) for each in self.second_look if each.set_aside}
        claims = [said for said in self.claims if id(said) not in aside]
        return tuple(advise(self._problem, self.gaps, self._evidence, claims))

    def accepting(self, rule: Rule) -> Claimed:
        """The answer that has accepted a rule."""
        assert self._claims is not None
        return self._claims.said(rule, True)

    def explain(self, constraint: Any) -> Explanation:
        """Why a learned constraint is in the network: the answers that prove it.

        It may be given as a text, as `str(constraint)` shows it or in another form that says the same ("b > a" for
        a < b), or as a CPMpy expression over the problem's own variables.
        """
        meant = constraint_meant(constraint, self.network, self.open)
        if self._bias is None:
            return unproved(self.network, self._evidence, meant)
        return explain(self._bias, self.network, self._evidence, meant, self._claims)

    def __str__(self) -> str:
        """A few lines: how it ended, how much was learned, and the first lines of the model in words."""
        from tacit.learning.result_text import result_text

        return result_text(self)

    def _repr_html_(self) -> str:
        """How notebooks show it: how it ended and on what that rests, the model in words, gaps, and a plan."""
        from tacit.learning.result_html import result_html

        return result_html(self)

    def to_cpmpy(self) -> cpmpy.Model:
        """The learned network as a CPMpy model, over the user's own variables if the problem was made from them."""
        return self.network.to_cpmpy()
