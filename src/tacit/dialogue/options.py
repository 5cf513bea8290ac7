"""The options of a learner, checked at the door."""

from __future__ import annotations

import difflib
from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from tacit.algorithms import ALGORITHMS, FIND_C, FIND_SCOPE, OF_COMPLETE_EXAMPLES, FindC, FindScope, Learner
from tacit.dialogue.guards import OwnFindC, OwnFindScope, OwnGenerator, OwnLearner, OwnValueOrder, OwnVariableOrder
from tacit.errors import OptionError
from tacit.generation.generators import GENERATORS, Generator
from tacit.generation.ordering import VALUE_ORDERS, VARIABLE_ORDERS, ValueOrder, VariableOrder
from tacit.learning.expected import Expected, read_expected
from tacit.problem.bounds import Bound
from tacit.problem.problem import Problem

PLANS = 3  # for the guided learner, if nothing else is said
ABOUT_EXAMPLES = ("findscope", "findc", "generate", "objective")
ABOUT_CUTOFFS = ("nodes_min", "nodes_max", "cut_min", "cut_max", "calls_scopes", "cut_scopes")
# Whoever gives one of these without an algorithm has the paper's algorithms in mind.
OF_THE_PAPER = frozenset((*ABOUT_EXAMPLES, *ABOUT_CUTOFFS, "variables", "values", "prove"))

LEARNERS: Mapping[str, Learner] = ChainMap(OF_COMPLETE_EXAMPLES, ALGORITHMS)
# Learners that generate examples for the agenda, and so can work on some of the variables first.
INNER = {name: ALGORITHMS[name] for name in ("mquacq-2", "mquacq", "multiacq", "quacq", "p-quacq", "g-quacq")}

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, kw_only=True)
class Options:
    """How to learn. Where a name is accepted, a function of your own is accepted, too.

    algorithm    guided, mquacq, multiacq, quacq, mquacq-2, growacq, p-quacq, g-quacq, conacq-1 (from given examples
                 alone) or conacq-2 (complete examples alone): docs/algorithms.md. If nothing is said, guided; but
                 mquacq if an option is given that only the paper's algorithms have
    seed         all random choices follow from it
    inner        the learner that growacq calls: mquacq-2, mquacq, multiacq, quacq, p-quacq or g-quacq
    findscope    1 (Alg. 2), 2 (Alg. 8) or cb (CB-FindScope)
    findc        first (Alg. 3) or corrected (exact for nested scopes and several constraints on one scope)
    generate     irrgen (Alg. 9), pq-gen, pq-gen-counts (guided by counts) or tq-gen: how an example is found
    strategy     what conacq-2 asks: expectation (few candidates violated) or optimistic (many)
    objective    max (complete examples) or max_b (partial ones)
    variables    lex, dom, dom/wdeg or bdeg
    values       lex, random or max_v
    nodes_min, nodes_max     when a search for an example is cut: if it has found one, and in any case
    cut_min, cut_max         the same in seconds (give both, or none); runs can then not be repeated exactly
    calls_scopes, cut_scopes MultiAcq's cutoff of FindAllScopes, in calls or in seconds
    prove        under max: let CP-SAT settle what the cutoffs leave open
    normalized   the target is known to have at most one constraint a scope
    skip_known   don't ask what already follows from the answers; None: True for the guided learner, else False
    until        when the guided learner stops: once each candidate is settled on its own scope ("scopes"), or as soon
                 as the rest is proved to follow on all solutions ("equivalent"). With "equivalent", converged means
                 that the learned network accepts the same complete assignments as the target; it may accept more
                 partial ones. Waits are longer, because proofs take time. With "plan" it shows plans until one is
                 right, and learns from what is marked in them (docs/plans.md)
    rules        ask about rules, too ("in each row, do all cells differ?"), not only about examples; for guided,
                 p-quacq and g-quacq. None: where the oracle can answer that
    slips        the share of answers that is expected to be wrong. Above 0, answers that are hard to believe are put
                 again in another form, and nothing is concluded from the "no" to a rule alone
    checks       what was learned by elimination alone gets a question of its own; None: True for the guided learner
    plans        so many solutions of what was learned are put to whoever answers before the end; None: 3 for the guided
                 learner, else 0
    expected     rules that are likely to be right, each with its chance (`tacit.Expected`), in the order in which they
                 are asked about before anything else; for guided with rules
    largest      never show more than this number of cells in a question; for guided
    max_questions  stop after this number of questions
    larger_tries   how many larger examples to try for a candidate that "don't know" leaves open. None: try all larger
                   examples, and all examples of the candidate's own scope (otherwise at most 1 000 of these)
    """

    algorithm: str | Learner = "guided"
    seed: int = 0
    inner: str | Learner = "mquacq-2"
    findscope: int | str | FindScope = 2
    findc: str | FindC = "corrected"
    generate: str | Generator = "irrgen"
    strategy: str = "expectation"
    objective: str = "max_b"
    variables: str | VariableOrder = "bdeg"
    values: str | ValueOrder = "random"
    nodes_min: int | None = None
    nodes_max: int | None = None
    cut_min: float | None = None
    cut_max: float | None = None
    calls_scopes: int | None = None
    cut_scopes: float | None = None
    prove: bool = False
    normalized: bool = False
    skip_known: bool | None = None
    until: str = "scopes"
    rules: bool | None = None
    slips: float = 0.0
    checks: bool | None = None
    plans: int | None = None
    expected: Sequence[Expected] = ()
    largest: int | None = None
    max_questions: int | None = None
    larger_tries: int | None = 32

    # What the names stand for:
    learner: Learner = field(init=False, repr=False)
    inner_learner: Learner = field(init=False, repr=False)
    scope_finder: FindScope = field(init=False, repr=False)
    constraint_finder: FindC = field(init=False, repr=False)
    generator: Generator = field(init=False, repr=False)
    variable_order: VariableOrder = field(init=False, repr=False)
    value_order: ValueOrder = field(init=False, repr=False)

    def __post_init__(self) -> None:
        def put(name: str, value: object) -> None:
            object.__setattr__(self, name, value)

        put("learner", _choose("algorithm", self.algorithm, LEARNERS, OwnLearner))
        put("inner_learner", _choose("inner", self.inner, INNER, OwnLearner))
        put("scope_finder", _choose("findscope", self.findscope, FIND_SCOPE, OwnFindScope))
        put("constraint_finder", _choose("findc", self.findc, FIND_C, OwnFindC))
        put("generator", _choose("generate", self.generate, GENERATORS, OwnGenerator))
        put("variable_order", _choose("variables", self.variables, VARIABLE_ORDERS, OwnVariableOrder))
        put("value_order", _choose("values", self.values, VALUE_ORDERS, OwnValueOrder))
        if self.skip_known is None:
            put("skip_known", self.guided)
        if self.checks is None:
            put("checks", self.guided)
        if self.plans is None:
            put("plans", PLANS if self.guided else 0)
        if self.objective not in ("max", "max_b"):
            raise OptionError(f"objective must be 'max' or 'max_b', not {self.objective!r}")
        if self.strategy not in ("expectation", "optimistic"):
            raise OptionError(f"strategy must be 'expectation' or 'optimistic', not {self.strategy!r}")
        if self.until not in ("scopes", "equivalent", "plan"):
            raise OptionError(f"until must be 'scopes', 'equivalent' or 'plan', not {self.until!r}")
        if self.until == "plan" and not self.guided:
            raise OptionError("until='plan': only the guided learner shows plans until one is right")
        if type(self.seed) is not int or not 0 <= self.seed < 2**32:
            raise OptionError(f"seed must be an integer from 0 to 2^32 − 1, not {self.seed!r}")
        for name in ("nodes_min", "nodes_max", "calls_scopes", "max_questions", "larger_tries", "plans"):
            value = getattr(self, name)
            least = 1 if name.startswith("nodes") or name == "calls_scopes" else 0
            if value is not None and (type(value) is not int or value < least):
                raise OptionError(f"{name} must be an integer of at least {least}, not {value!r}")
        for name in ("cut_min", "cut_max", "cut_scopes"):
            value = getattr(self, name)
            if value is not None and (isinstance(value, bool) or not isinstance(value, (int, float)) or not value > 0):
                raise OptionError(f"{name} must be a positive number of seconds, not {value!r}")
        if (self.cut_min is None) != (self.cut_max is None):
            raise OptionError("cut_min and cut_max go together: give both, or none")
        if self.cut_min is not None and self.cut_max is not None:
            if self.cut_min > self.cut_max:
                raise OptionError(f"cut_min ({self.cut_min}) is larger than cut_max ({self.cut_max})")
            if self.nodes_min is not None or self.nodes_max is not None:
                raise OptionError("give cutoffs in nodes or in seconds, not both")
        if self.nodes_min is not None and self.nodes_max is not None and self.nodes_min > self.nodes_max:
            raise OptionError(f"nodes_min ({self.nodes_min}) is larger than nodes_max ({self.nodes_max})")
        if self.calls_scopes is not None and self.cut_scopes is not None:
            raise OptionError("give the cutoff of FindAllScopes in calls or in seconds, not both")
        if self.rules is not None and type(self.rules) is not bool:
            raise OptionError(f"rules must be True or False, not {self.rules!r}")
        if self.rules and not self.asks_rules:
            raise OptionError("rules=True: only guided, p-quacq and g-quacq ask about rules")
        if isinstance(self.slips, bool) or not isinstance(self.slips, (int, float)) or not 0 <= self.slips < 0.5:
            raise OptionError(f"slips must be a share from 0 to less than 0.5, not {self.slips!r}")
        if self.largest is not None and (type(self.largest) is not int or self.largest < 2):
            raise OptionError(f"largest must be an integer of at least 2, not {self.largest!r}")
        if (self.checks or self.plans) and not self.guided:
            raise OptionError("checks, plans: only the guided learner looks for signs that something is wrong")
        put("expected", read_expected(self.expected))
        if self.expected and (not self.guided or self.rules is False):
            raise OptionError("expected: only the guided learner with rules=True can ask about what is expected")
        if self.largest is not None and not self.guided:
            raise OptionError("largest: only the guided learner can keep its questions small")
        for name in ("prove", "normalized", "skip_known", "checks"):
            if type(getattr(self, name)) is not bool:
                raise OptionError(f"{name} must be True or False, not {getattr(self, name)!r}")

    @property
    def guided(self) -> bool:
        """The guided learner makes its own examples, and tells scopes and relations apart in its own way."""
        return self.learner is ALGORITHMS["guided"]

    @property
    def asks_rules(self) -> bool:
        """May it ask about rules, if the oracle can answer that?"""
        of_its_own = [ALGORITHMS[name] for name in ("guided", "p-quacq", "g-quacq")]
        return self._working in of_its_own

    @property
    def _grows(self) -> bool:
        return self.learner is ALGORITHMS["growacq"]

    @property
    def of_complete_examples(self) -> bool:
        """Does it know complete examples only?"""
        return self.learner in OF_COMPLETE_EXAMPLES.values()

    @property
    def careful(self) -> bool:
        """Does the guided learner look for signs that an answer is wrong, or the language too small?"""
        return self.guided and bool(self.checks or self.plans or self.slips)

    @property
    def partial(self) -> bool:
        """Are generated examples allowed to be partial (max_B)?"""
        return (self.objective == "max_b" or self.guided) and not self.of_complete_examples

    @property
    def uses_findscope(self) -> bool:
        """MultiAcq finds scopes by FindAllScopes; with it only the corrected FindC uses FindScope, for smaller ones."""
        by_findallscopes = self._working is ALGORITHMS["multiacq"] and self.constraint_finder is FIND_C["first"]
        return self.generates and not by_findallscopes

    @property
    def uses_findallscopes(self) -> bool:
        """MultiAcq does; a learner of the user's own may."""
        return self._working is ALGORITHMS["multiacq"] or self._working not in LEARNERS.values()

    @property
    def generates(self) -> bool:
        """Does it generate examples for candidates, and look for the scope and the constraint behind a "no"?"""
        return not self.guided and not self.of_complete_examples

    @property
    def _working(self) -> Learner:
        """Whoever asks the questions."""
        return self.inner_learner if self._grows else self.learner

    @property
    def deterministic(self) -> bool:
        return self.cut_max is None and self.cut_scopes is None


def refuse_bounds(options: Options, problem: Problem) -> None:
    """All named learners but guided look for a scope that is a constraint's, and a bound speaks before all its cells
    have values. So they can't learn bounds, and can't take them as known."""
    others = {learner: name for name, learner in LEARNERS.items() if name != "guided"}
    if options.learner not in others:
        return
    for where, relations in (
        ("language", problem.language),
        ("candidates", [c.relation for c in problem.candidates]),
        ("background", [c.relation for c in problem.background]),
    ):
        for relation in relations:
            if isinstance(relation, Bound):
                raise OptionError(
                    f"{where}: {relation.name!r} is a bound on whole groups, which {others[options.learner]} can't "
                    "take; use algorithm 'guided'"
                )


def without_effect(options: Options, given: Iterable[str]) -> str | None:
    """Names an option that was given but has no effect beside the others, and says why; None if there is none."""
    reasons = {
        "findscope": (not options.uses_findscope, "multiacq with findc first does not use FindScope"),
        "inner": (options.learner is not ALGORITHMS["growacq"], "only growacq calls another learner"),
        "strategy": (options.learner is not LEARNERS["conacq-2"], "only conacq-2 has strategies"),
        "prove": (options.partial, "under max_b convergence is always proved"),
        "calls_scopes": (not options.uses_findallscopes, "only multiacq uses FindAllScopes"),
        "cut_scopes": (not options.uses_findallscopes, "only multiacq uses FindAllScopes"),
        "until": (not options.guided, "only the guided learner can stop before every scope is settled"),
        **dict.fromkeys(("slips", "checks", "plans"), (not options.guided, "only the guided learner checks answers")),
    }
    if options.guided:
        own = "the guided learner chooses its examples and questions in its own way"
        reasons |= dict.fromkeys(OF_THE_PAPER - {"prove"}, (True, own))
    if options.of_complete_examples:
        complete = "it knows complete examples only, and looks for no scopes"
        reasons |= dict.fromkeys([*ABOUT_EXAMPLES, "prove", "skip_known"], (True, complete))
    if options.learner is LEARNERS["conacq-1"]:
        names = ["variables", "values", *ABOUT_CUTOFFS]
        reasons |= dict.fromkeys(names, (True, "conacq-1 learns from given examples, without a question"))
    for name in given:
        idle, reason = reasons.get(name, (False, ""))
        if idle:
            return f"{name} has no effect here: {reason}"
    return None


def read_options(given: Mapping[str, Any]) -> Options:
    """Options from keyword arguments; an unknown one is an error that suggests the nearest."""
    known = [name for name in Options.__dataclass_fields__ if Options.__dataclass_fields__[name].init]
    for name in given:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else f" There are: {', '.join(known)}."
            raise OptionError(f"there is no option {name!r}.{hint}")
    said = {name for name, value in given.items() if value is not None and value is not False}
    if "algorithm" not in said and said & OF_THE_PAPER:
        return Options(**{**given, "algorithm": "mquacq"})
    return Options(**given)


def _choose(option: str, given: Any, names: Mapping[Any, F], own: Callable[[Any], F]) -> F:
    """What a name stands for; a user's own function is wrapped in `own`, which checks what it returns."""
    if callable(given):
        return given if given in names.values() else own(given)
    for name, function in names.items():
        if type(given) is type(name) and given == name:
            return function
    accepted = ", ".join(repr(name) for name in names)
    raise OptionError(f"{option} must be one of {accepted}, or a function, not {given!r}")
