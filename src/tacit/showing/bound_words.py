"""Bounds in words: rules with them, questions for their numbers, and questions whether there is any limit.

>>> from tacit.problem.vocabulary import Vocabulary
>>> from tacit.structure.finding import find_family
>>> v = Vocabulary({f"shift[{who},{day}]": ["off", "early", "night"] for who in ("anna", "ben") for day in range(3)})
>>> rows, columns = find_family(v, "row"), find_family(v, "column")
>>> def bound(text):
...     return Bound.of(text, v.named_values)
>>> for text in ("count(night) <= 2", "count(night) <= 0", "count(not off) >= 1", "sum == 4", "alldifferent"):
...     print(rule_question(Rule(bound(text), rows)), "|", rule_statement(Rule(bound(text), rows)))
in each row of shift, does night occur at most twice? | in each row of shift: at most 2 × night
in each row of shift, is there no night? | in each row of shift: no night
in each row of shift, is at least 1 cell not off? | in each row of shift: at least 1 × not off
in each row of shift, do the cells add up to exactly 4? | in each row of shift: the cells add up to exactly 4
in each row of shift, do all cells differ? | in each row of shift: all cells differ
>>> for text in ("count(night) <= k", "count(early, night) >= k", "count(not off) <= k", "sum <= k"):
...     print(number_question(Number(bound(text), rows)), "|", number_statement(Number(bound(text), rows)))
in each row of shift: at most how often may night occur? | in each row of shift: at most … × night
in each row of shift: at least how many cells must be early or night? | in each row of shift: at least … × early or night
in each row of shift: at most how many cells may be something other than off? | in each row of shift: at most … × not off
in each row of shift: what may the cells add up to at most? | in each row of shift: the cells add up to at most …
>>> def unlimited(*texts, besides=()):
...     return Unlimited(columns, tuple(map(bound, texts)), besides)
>>> print(unlimited_question(unlimited("count(night) <= k", "count(night) >= k", "count(off) <= k", "count(not off) <= k"), v))
in each column of shift: may each of night and off occur any number of times (or not at all)?
>>> for texts in (["count(night) <= k", "count(night) >= k", "sum <= k"], ["count(night) <= k"], ["sum >= k"], []):
...     print(unlimited_question(unlimited("alldifferent", *texts)).removeprefix("in each column of shift: "))
may the cells add up to as much as you like and may night occur any number of times (or not at all), so that cells may be equal, too?
may night occur as often as you like, so that cells may be equal, too?
may the cells add up to as little as you like and may cells be equal?
may cells be equal?
>>> print(unlimited_question(unlimited("count(night) <= k")), "|", unlimited_question(unlimited("count(night) >= k")))
in each column of shift: may night occur as often as you like? | in each column of shift: may night be missing?
>>> print(unlimited_statement(unlimited("count(off) >= k", "count(night) >= k", "count(night) <= k")))
in each column of shift: night may occur any number of times (or not at all) and off may be missing
>>> one_night = Rule(bound("count(night) == 1"), columns)
>>> print(unlimited_question(unlimited("count(off) <= k", besides=(one_night,))))
in each column of shift: besides exactly 1 × night, may off occur as often as you like?
>>> some = (Rule(bound("count(night) >= 1"), columns), Rule(bound("count(not off) <= 2"), columns))
>>> print(unlimited_question(unlimited("count(night) >= k", "count(not off) <= k", besides=some)))
in each column of shift: besides at least 1 × night and at most 2 × not off, may 1 × night be enough and may there be 2 × not off?
>>> differ = Rule(bound("alldifferent"), columns)
>>> print(unlimited_question(unlimited("sum <= k", "sum >= k", besides=(differ,))))
in each column of shift: besides that all cells differ, may the cells add up to anything?
"""  # noqa: E501

from __future__ import annotations

import re
from collections.abc import Sequence

from tacit.problem.bounds import AT_LEAST, AT_MOST, EXACTLY, Bound, Measure
from tacit.problem.vocabulary import Vocabulary
from tacit.structure.family import Family
from tacit.structure.phrases import listed
from tacit.structure.rule import Number, Rule, Unlimited

AMOUNT = {AT_MOST: "at most", AT_LEAST: "at least", EXACTLY: "exactly"}
OFTEN = {1: "once", 2: "twice"}
MOST_VALUES = 6  # more values than these are not listed if they are all that there are
MOST_BESIDES = 4  # as many rules are named one by one
FREELY = "any number of times (or not at all)"


def place(family: Family) -> str:
    """Where a bound is meant to hold: of each group by itself."""
    several = family.count > 1 and not family.phrase.startswith(("each ", "any ", "all "))
    return f"in {'each of ' if several else ''}{family.phrase}"


def stated(bound: Bound) -> str:
    """A bound by itself, where it is said elsewhere what it is about: "at most 2 × night", "at most … × night"."""
    if bound.say is not None:
        return bound.say
    if bound.measure.kind == "alldifferent":
        return "all cells differ"
    amount, number = AMOUNT[bound.sign], "…" if bound.k is None else bound.k
    if bound.measure.kind == "sum":
        return f"the cells add up to {amount} {number}"
    if bound.k == 0 and bound.sign != AT_LEAST:
        return f"nothing but {_values(bound.measure)}" if bound.measure.negated else f"no {_counted(bound.measure)}"
    return f"{amount} {number} × {_counted(bound.measure)}"


def all_stated(bounds: Sequence[Bound]) -> str:
    """Several bounds of the same groups: "exactly 1 × night, at least 2 × off"."""
    return ", ".join(map(stated, _joined(bounds)))


def _joined(bounds: Sequence[Bound]) -> list[Bound]:
    """These bounds, with "exactly" in the place of "at most" and "at least" the same number."""
    found: dict[Bound, None] = {}
    for bound in bounds:
        other = AT_LEAST if bound.sign == AT_MOST else AT_MOST
        both = any(each.measure == bound.measure and (each.sign, each.k) == (other, bound.k) for each in bounds)
        counts = bound.measure.kind != "alldifferent" and bound.say is None
        found.setdefault(bound.with_number(bound.k, EXACTLY) if both and counts and bound.k is not None else bound)
    return list(found)


def on_cells(bound: Bound, names: Sequence[str]) -> str:
    """A bound on one group, whose cells have these names."""
    if bound.say is not None:
        return f"{bound.say} ({listed(names)})"
    if bound.measure.kind == "alldifferent":
        return f"{listed(names)} {'all ' if len(names) > 2 else ''}differ"
    if bound.measure.kind == "sum":
        return f"the sum of {listed(names)} is {AMOUNT[bound.sign]} {bound.k}"
    return f"{stated(bound)} in {listed(names)}"


def rule_question(rule: Rule) -> str:
    """Does a bound hold on each group?"""
    bound = rule.relation
    assert isinstance(bound, Bound)
    where, amount = place(rule.family), AMOUNT[bound.sign]
    if bound.say is not None:
        return f"{where}: {bound.say}. Is that always so?"
    if bound.measure.kind == "alldifferent":
        return f"{where}, do all cells differ?"
    if bound.measure.kind == "sum":
        return f"{where}, do the cells add up to {amount} {bound.k}?"
    many = len(bound.measure.values) > 1
    if bound.k == 0 and bound.sign != AT_LEAST:
        return f"{where}, is there {stated(bound)}?"
    if bound.measure.negated or many:
        are, cells = ("is", "cell") if bound.k == 1 else ("are", "cells")
        return f"{where}, {are} {amount} {bound.k} {cells} {_counted(bound.measure)}?"
    return f"{where}, does {_values(bound.measure)} occur {amount} {OFTEN.get(bound.k or 0, f'{bound.k} times')}?"


def rule_statement(rule: Rule) -> str:
    bound = rule.relation
    assert isinstance(bound, Bound)
    return f"{place(rule.family)}: {stated(bound)}"


def number_question(number: Number) -> str:
    """Which number belongs into a bound? What is expected is said, so that it need not be looked up again."""
    expected = "" if number.suggested is None else f" (Expected: {number.suggested}.)"
    return f"{_which_number(number)}{expected}"


def _which_number(number: Number) -> str:
    bound, where = number.bound, place(number.family)
    amount, verb = AMOUNT[bound.sign], "may" if bound.sign == AT_MOST else "must"
    if bound.say is not None:
        return f"{where}: {bound.say}. Which number is {'k' if _has_k(bound.say) else 'right'}?"
    if bound.measure.kind == "sum":
        return f"{where}: what {verb} the cells add up to{'' if bound.sign == EXACTLY else f' {amount}'}?"
    if bound.measure.negated or len(bound.measure.values) > 1:
        other = "something other than " if bound.measure.negated else ""
        return f"{where}: {amount} how many cells {verb} be {other}{_values(bound.measure)}?"
    return f"{where}: {amount} how often {verb} {_values(bound.measure)} occur?"


def number_statement(number: Number) -> str:
    """What a question for a number is about, for lists of answers: the number is written behind it."""
    return f"{place(number.family)}: {stated(number.bound)}"


def unlimited_question(unlimited: Unlimited, vocabulary: Vocabulary | None = None) -> str:
    """Is there no limit to what these bounds measure?"""
    found = _freedoms(unlimited, vocabulary, "you like")
    asked = [f"may {who} {what}" for who, what in found]
    return f"{place(unlimited.family)}: {_besides(unlimited)}{listed(asked)}?"


def unlimited_statement(
    unlimited: Unlimited,
    vocabulary: Vocabulary | None = None,
    exceptions: Sequence[int] = (),
    *,
    in_a_list: bool = False,
) -> str:
    """exceptions: the numbers of bounds that are limits after all; in_a_list: the rules besides stand above it"""
    found = _freedoms(unlimited, vocabulary, "one likes")
    besides = "" if in_a_list else _besides(unlimited)
    said = f"{place(unlimited.family)}: {besides}{listed([f'{who} may {what}' for who, what in found])}"
    limits = [stated(unlimited.bounds[number]) for number in exceptions]
    return f"{said}; but there is a limit: {', '.join(limits)}" if limits else said


def _freedoms(unlimited: Unlimited, vocabulary: Vocabulary | None, likes: str) -> list[tuple[str, str]]:
    """Who may do what, as short as it can be said: "night", "occur any number of times (or not at all)"."""
    counts: dict[tuple[int, ...], set[str]] = {}
    words: dict[tuple[int, ...], str] = {}
    sums: set[str] = set()
    equal = False
    found: list[tuple[str, str]] = []
    known = {
        (part.measure, part.sign): part.k
        for rule in unlimited.besides
        if isinstance(rule.relation, Bound) and rule.family == unlimited.family
        for part in rule.relation.parts()
    }
    for part in (part for bound in unlimited.bounds for part in bound.parts()):
        measure, sign = part.measure, part.sign
        k = known.get((measure, sign))
        if k is not None and measure.kind != "alldifferent":  # is there a tighter limit than the one that is known?
            many = f"{k} × {_counted(measure)}"
            if measure.kind == "sum":
                found.append(("the cells", f"add up to {k}"))
            else:
                found.append(("there", f"be {many}") if sign == AT_MOST else (many, "be enough"))
        elif measure.kind == "sum":
            sums.add(sign)
        elif measure.kind == "alldifferent":
            equal = True
        else:
            if measure.negated:  # at most 5 are not off, if at least 2 are off
                sign = AT_LEAST if sign == AT_MOST else AT_MOST
            counts.setdefault(measure.values, set()).add(sign)
            several = " together" if len(measure.values) > 1 else ""
            words[measure.values] = f"{_values(measure, 'and')}{several}"
    ways = (
        ({AT_MOST, AT_LEAST}, f"occur {FREELY}"),
        ({AT_MOST}, f"occur as often as {likes}"),
        ({AT_LEAST}, "be missing"),
    )
    said: list[tuple[str, str]] = []
    often: list[tuple[str, str]] = []
    for signs, what in ways:
        these = [values for values in counts if counts[values] == signs]
        if these:
            (often if AT_MOST in signs else said).append(
                (_each([words[value] for value in these], these, vocabulary), what)
            )
    amounts = {(True, True): "anything", (True, False): f"as much as {likes}", (False, True): f"as little as {likes}"}
    if sums:
        said.append(("the cells", f"add up to {amounts[AT_MOST in sums, AT_LEAST in sums]}"))
    if equal and often:  # two cells of one value are a value that occurs twice
        who, what = often.pop()
        return [*often, *said, *found, (who, f"{what}, so that cells may be equal, too")]
    return [*often, *said, *found, *([("cells", "be equal")] if equal else [])]


def _each(words: Sequence[str], values: Sequence[tuple[int, ...]], v: Vocabulary | None) -> str:
    """The values that something is said of, one by one: each alone may be missing, not all at once."""
    if len(words) == 1:
        return words[0]
    single = {value for each in values if len(each) == 1 for value in each}
    if v is not None and len(words) > MOST_VALUES and len(words) == len(v.values) and len(single) == len(words):
        return "each value"
    return f"each of {listed(words)}"


def _besides(unlimited: Unlimited) -> str:
    rules = unlimited.besides
    if not rules:
        return ""
    if len(rules) > MOST_BESIDES:
        return "besides what you have said, "
    if all(rule.family == unlimited.family and isinstance(rule.relation, Bound) for rule in rules):
        said = [rule.relation for rule in rules if isinstance(rule.relation, Bound)]
        return f"besides {listed([_as_noun(bound) for bound in _joined(said)])}, "
    these = "this rule" if len(rules) == 1 else "these rules"
    return f"besides {these} ({'; '.join(rule_statement(rule) for rule in rules)}), "


def _as_noun(bound: Bound) -> str:
    """A bound behind "besides": "at most 2 × night", "that all cells differ"."""
    if bound.say is not None:
        return f"“{bound.say}”"
    return stated(bound) if bound.measure.kind == "count" else f"that {stated(bound)}"


def _values(measure: Measure, last: str = "or") -> str:
    """The values that are counted, as people call them: without the quotation marks that a relation needs.

    >>> _values(Bound.of("count('music room', lab) <= 2", {"lab": 1, "music room": 2}).measure)
    'music room or lab'
    """
    inside = measure.text.removeprefix("count(").removesuffix(")").removeprefix("not ")
    found = re.findall(r"'[^']*'|\"[^\"]*\"|[^,'\"]+", inside)
    return listed([each.strip(" '\"") for each in found if each.strip()], last)


def _counted(measure: Measure) -> str:
    return f"{'not ' if measure.negated else ''}{_values(measure)}"


def _has_k(said: str) -> bool:
    return re.search(r"\bk\b", said) is not None
