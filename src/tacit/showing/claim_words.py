"""A claim in words: as a question, and as a statement for the model, for the list of answers and for contradictions.

>>> from tacit.problem.vocabulary import Vocabulary
>>> from tacit.structure.finding import find_family
>>> v = Vocabulary({f"shift[{who},{day}]": range(4) for who in ("anna", "ben", "eva") for day in ("Mon", "Tue", "Wed")})
>>> def rule(relation, over, order=()):
...     return Rule(Relation.of(relation), find_family(v, over), order)
>>> for each in (rule("!=", "row"), rule("<", "next in row"), rule("<", "next in row", (1, 0)), rule("x > 0", "row anna")):
...     print(question(each))
In each row of shift, do all cells differ?
In each row of shift: is each cell less than the next one?
In each row of shift: is each cell greater than the next one?
In row anna of shift: is each cell greater than 0?
>>> print(question(rule("!=", "rows anna and ben, column by column")))
Rows anna and ben of shift, column by column: do they differ?
>>> print(question(rule("x != 3 or y != 1", "next in row")))
In each row of shift, for each cell a and the next one b: is it always so that a is not 3 or b is not 1?
>>> print(question(rule("!=", "cells shift[anna,Mon], shift[ben,Mon], shift[eva,Wed]")))
Do shift[anna,Mon], shift[ben,Mon] and shift[eva,Wed] all differ?
>>> rows, columns = find_family(v, "row"), find_family(v, "column")
>>> print(question(Free(2, outside=(rows, columns))))
Two cells of shift that share no row or column: may they have any values?
>>> print(question(Free(2, outside=(rows, find_family(v, "next in column")))))
Any two cells, apart from (1) two cells of one row of shift, (2) each cell of shift and the next one in its column: may they have any values?
>>> print(question(Free(1, outside=(find_family(v, "row anna"),))))
Each cell by itself, but not in row anna of shift: may it have any value?
>>> print(question(Free(2, inside=(rows,), besides=(rule("!=", "row"),))))
Two cells of one row of shift: besides that they differ, may they have any values?
>>> print(question(Free(2), v, [Relation.of("x > 0"), Relation.of("!=")]))
Any two cells: apart from what is required of each of them alone, may they have any values?
>>> print(question(Free(1), v, [Relation.of("x > 0"), Relation.of("sum <= k")]))
Each cell by itself: may it have any value?
>>> print(question(Free(2, inside=(find_family(v, "shift[anna,Mon] with shift[ben,Mon], shift[eva,Wed]"),))))
shift[anna,Mon] with shift[ben,Mon] or shift[eva,Wed]: may they have any values?
>>> print(question(Free(2, inside=(find_family(v, "next in row"), rows))))
Two cells of one row of shift: may they have any values?
>>> print(question(Free(2, inside=(rows, columns), besides=(rule("!=", "row"), rule("<=", "next in column")))))
Two cells of one row or column of shift: besides these rules (in each row of shift, all cells differ; in each column of shift: each cell is at most the next one), may they have any values?
>>> print(statement(rule("!=", "row")))
in each row of shift, all cells differ
>>> print(statement(rule("!=", "row"), exceptions=(1,)))
in each row of shift, all cells differ, except in row ben
>>> print(statement(Free(2, outside=(rows,))))
two cells of shift that share no row may have any values
>>> review = Review((rule("!=", "row"), rule("<", "cells shift[eva,Mon], shift[ben,Tue]"), rule("x > 0", "row anna")))
>>> print(question(review, v))
This is what I have understood:
1. In each row of shift, all cells differ
2. shift[eva,Mon] is less than shift[ben,Tue]
3. In row anna of shift: each cell is greater than 0
Is all of it right?
>>> print(statement(Review(review.lines[:2]), v, exceptions=(1,)))
this is right: (1) in each row of shift, all cells differ; (2) shift[eva,Mon] is less than shift[ben,Tue]; except (2)

Claims about bounds: `bound_words.py`.
"""  # noqa: E501

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from tacit.problem.bounds import Bound
from tacit.problem.meaning import is_different, is_equal, same_orders
from tacit.problem.relations import Relation
from tacit.problem.vocabulary import Vocabulary
from tacit.showing import bound_words, review_words
from tacit.showing.sayings import say
from tacit.structure.family import Family, Kind
from tacit.structure.phrases import line_along, listed
from tacit.structure.rule import IT_DIFFERS, NO_LIMIT, Claim, Free, Number, Review, Rule, Unlimited, scope_keys

LETTERS = "abcd"
BY_LINES = re.compile(r", \w+ by \w+$")
NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four"}
MOST_RULES = 3  # as many are named one by one
TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


def question(claim: Claim, vocabulary: Vocabulary | None = None, language: Iterable[Relation] = ()) -> str:
    """What is asked: "yes" says that the claim is right. The vocabulary knows names of values; a claim may have it.

    language: if it has relations of fewer cells, a question whether cells are free says that these are not meant
    """
    v = claim.vocabulary if vocabulary is None else vocabulary
    if isinstance(claim, Review):
        lines = [f"{place}. {line}" for place, line in enumerate(review_lines(claim, v), 1)]
        return "\n".join([review_words.heading(claim), *lines, review_words.what_is_asked(claim)])
    if isinstance(claim, Free):
        asked = _FreeWords(claim, v, language).question()
        if any(family.key.kind == Kind.STAR for family in claim.inside[:1]):
            return asked  # it begins with the name of a variable
    elif isinstance(claim, Unlimited):
        asked = bound_words.unlimited_question(claim, v)
    elif isinstance(claim, Number):
        asked = bound_words.number_question(claim)
    elif isinstance(claim.relation, Bound):
        asked = bound_words.rule_question(claim)
    else:
        asked = _RuleWords(claim, v).question()
    return f"{asked[0].upper()}{asked[1:]}"


def review_lines(review: Review, vocabulary: Vocabulary | None = None) -> list[str]:
    """What a review reads out, line by line; what stands above and below is in `review_words`."""
    v = review.vocabulary if vocabulary is None else vocabulary
    return [sentence(line, v) if isinstance(line, Rule) else _free_line(line, v) for line in review.lines]


def _free_line(free: Free | Unlimited, v: Vocabulary | None) -> str:
    """What is free, without the rules that are left apart: the heading of the review speaks of these."""
    if isinstance(free, Free):
        said = _FreeWords(free, v).in_a_list()
    else:
        said = bound_words.unlimited_statement(free, v, in_a_list=True)
    return f"{said[0].upper()}{said[1:]}"


def statement(
    claim: Claim, vocabulary: Vocabulary | None = None, exceptions: Sequence[int] = (), number: int | None = None
) -> str:
    """What is claimed.

    exceptions: by their numbers: groups of a rule's family, bounds that are limits after all, wrong lines of a review
    number: the answer to a question for a number; then it says what this answer says
    """
    v = claim.vocabulary if vocabulary is None else vocabulary
    if isinstance(claim, Number):
        return bound_words.number_statement(claim) if number is None else statement(claim.rule(number), v)
    if isinstance(claim, Free):
        return _FreeWords(claim, v).statement()
    if isinstance(claim, Unlimited):
        return bound_words.unlimited_statement(claim, v, exceptions)
    if isinstance(claim, Review):
        lines = [f"({place}) {statement(rule, v)}" for place, rule in enumerate(claim.lines, 1)]
        but = f"; except {listed([f'({place + 1})' for place in exceptions])}" if exceptions else ""
        return f"this is right: {'; '.join(lines)}{but}"
    said = bound_words.rule_statement(claim) if isinstance(claim.relation, Bound) else _RuleWords(claim, v).statement()
    return f"{said}, except in {listed(claim.family.called(exceptions))}" if exceptions else said


def sentence(
    claim: Claim, vocabulary: Vocabulary | None = None, exceptions: Sequence[int] = (), number: int | None = None
) -> str:
    """What is claimed, to stand alone: with a capital letter, unless it begins with the name of a variable."""
    said = statement(claim, vocabulary, exceptions, number)
    v = claim.vocabulary if vocabulary is None else vocabulary
    named = v is not None and any(said.startswith((f"{name} ", f"{name},")) for name in v.names)
    return said if named else f"{said[0].upper()}{said[1:]}"


def answer_word(claim: Claim | None, answer: bool | None, number: int | None = None) -> str:
    """What was answered, in a word: "yes"; of a question for a number "2", "no limit" or "it differs".

    claim: what was asked about; None for an example
    """
    if answer is None:
        return "don't know"
    if isinstance(claim, Number):
        return IT_DIFFERS if not answer else NO_LIMIT if number is None else str(number)
    return "yes" if answer else "no"


class _RuleWords:
    def __init__(self, rule: Rule, vocabulary: Vocabulary | None) -> None:
        self.rule = rule
        self.family = rule.family
        self.relation = rule.relation
        self.v = vocabulary
        self.order = rule.order or tuple(range(rule.arity))
        # The relation's own words are about its arguments as they were given; in another order they would mislead.
        self.own = rule.relation.say if self.order in same_orders(rule.relation) else None
        # What all cells of a group share can be said without letters.
        self.alike = self._alike() if rule.arity == 2 and rule.relation.say is None else None

    def _alike(self) -> str | None:
        return "differ" if is_different(self.relation) else "are equal" if is_equal(self.relation) else None

    def _names(self) -> list[str] | None:
        """The names of its variables in the relation's order, if it is a single constraint that has no better words."""
        family = self.family
        if self.v is None or family.count > 1 or family.size != self.rule.arity:
            return None
        if family.key.kind != Kind.CELLS and (family.members is None or not family.key.cuts):
            return None
        return [self.v.names[variable] for variable in self.rule.scopes[0].tolist()]

    def question(self) -> str:
        family = self.family
        if self.own is not None:
            return f"{family.phrase}: {self.own}. Is that always so?"
        if self.alike is not None and (self._names() is None or family.key.kind == Kind.CELLS):
            do, so = ("do", "differ") if self.alike == "differ" else ("are", "equal")
            if family.members is not None:
                return f"{family.phrase}: {do} they {so}?"
            if family.key.kind == Kind.CELLS:
                few, _, listing = family.phrase.partition(": ")
                return f"{do} {few} {'all ' if family.size > 2 else ''}{so}{f': {listing}' if listing else ''}?"
            if family.phrase.startswith("all "):
                return f"{do} {family.phrase} {so}?"
            return f"in {family.phrase}, {do} {'both' if family.size == 2 else 'all'} cells {so}?"
        named = self._names()
        if named is not None:
            return f"{_asked(say(self.relation, named, self.v, own_words=False), named)}?"
        where, names = self._where()
        return f"{where}: {_asked(self._said(names), names)}?"

    def statement(self) -> str:
        family = self.family
        if self.own is not None:
            return f"{family.phrase}: {self.own}"
        if self.alike is not None and (self._names() is None or family.key.kind == Kind.CELLS):
            if family.members is not None:
                # "Rows anna and ben of shift, column by column": the phrase is no subject.
                return f"{family.phrase}{': they' if BY_LINES.search(family.phrase) else ''} {self.alike}"
            if family.key.kind == Kind.CELLS:
                return f"{family.phrase} {'all ' if self.alike == 'differ' and family.size > 2 else ''}{self.alike}"
            if family.phrase.startswith("all "):
                return f"{family.phrase} {self.alike}"
            return f"in {family.phrase}, {'both' if family.size == 2 else 'all'} cells {self.alike}"
        named = self._names()
        if named is not None:
            return say(self.relation, named, self.v, own_words=False)
        where, names = self._where()
        return f"{where}: {self._said(names)}"

    def _where(self) -> tuple[str, list[str]]:
        """Which cells are meant, and what the cells of a scope are called then, in the group's order."""
        family, k = self.family, self.rule.arity
        if k == 1:
            return f"in {family.phrase}", ["each cell"]
        letters = list(LETTERS[:k])
        if family.members is not None:
            if family.key.cuts:
                return f"{family.phrase}, {listed(letters)}", letters
            if family.key.kind == Kind.NEXT and family.key.numbers[1] == 1 and self._turned() is not None:
                return f"in {family.everywhere}", ["each cell", "the next one"]
            return f"in {family.everywhere}, for {family.members(*letters)}", letters
        if family.size == k:
            return f"in {family.phrase}, for its {NUMBERS[k]} cells {listed(letters)}", letters
        if k == 2:
            return f"in {family.phrase}, for any cell a and a later one b", letters
        return f"in {family.phrase}, for any {NUMBERS[k]} cells {listed(letters)} in this order", letters

    def _turned(self) -> Relation | None:
        """A comparison of the first cell with the second, whatever the order of the rule; None if it is none."""
        if self.relation.name not in TURNED:
            return None
        return self.relation if self.order == (0, 1) else Relation.of(TURNED[self.relation.name])

    def _said(self, names: Sequence[str]) -> str:
        turned = self._turned()
        if turned is not None:
            return say(turned, names, self.v)
        said = say(self.relation, [names[i] for i in self.order], self.v, own_words=False)
        return said.replace("each cell is not ", "no cell is ", 1) if " or " not in said else said


def _asked(said: str, names: Sequence[str]) -> str:
    """A statement about these names as a question.

    >>> _asked("a is less than b", ["a", "b"]), _asked("a and b are more than 2 apart", ["a", "b"])
    ('is a less than b', 'are a and b more than 2 apart')
    """
    simple = " or " not in said and "(" not in said
    together = listed(list(names))
    if simple and said.startswith("no cell is "):
        return f"is no cell {said.removeprefix('no cell is ')}"
    if simple and said.startswith(f"{names[0]} is "):
        return f"is {names[0]} {said[len(names[0]) + 4 :]}"
    if simple and said.startswith(f"{together} are "):
        return f"are {together} {said[len(together) + 5 :]}"
    return f"is it always so that {said}"


class _FreeWords:
    def __init__(self, free: Free, vocabulary: Vocabulary | None, language: Iterable[Relation] = ()) -> None:
        self.free = free
        self.v = vocabulary
        self.one = free.arity == 1
        # Bounds are about whole groups, whatever their size.
        self.has_smaller = any(relation.arity < free.arity and not isinstance(relation, Bound) for relation in language)
        # A family whose scopes all lie in another one adds nothing to the sentence.
        self.inside = _largest(free.inside, free.arity)
        self.outside = _largest(free.outside, free.arity)

    def question(self) -> str:
        they, values = ("it", "value") if self.one else ("they", "values")
        besides = self._besides()
        if self.has_smaller:
            what = "each of them alone" if self.free.arity == 2 else "fewer of them"
            besides += f"{'and ' if besides else ''}apart from what is required of {what}, "
        return f"{self._cells()}: {besides}may {they} have any {values}?"

    def statement(self) -> str:
        besides = self._besides()
        values = f"may have any {'value' if self.one else 'values'}"
        they = "it" if self.one else "they"
        return f"{self._cells()}: {besides}{they} {values}" if besides else f"{self._cells()} {values}"

    def in_a_list(self) -> str:
        """The same where the rules that are left apart stand above it."""
        return f"{self._cells()}: {'it may have any value' if self.one else 'they may have any values'}"

    def _cells(self) -> str:
        if self.one:
            return self._one_cell()
        cells = f"{NUMBERS[self.free.arity]} cells"
        shared = _shared(self.inside or self.outside)
        if self.inside:
            found = f"{cells} of one {shared}" if shared else self._these(self.inside)
        elif self.outside and shared and (self.v is None or self.outside[0].table().size == len(self.v)):
            what, _, array = shared.rpartition(" of ")
            return f"{cells} of {array} that share no {what}" if what else f"{cells} that share no {shared}"
        else:
            found = f"any {cells}"
        return f"{found}, apart from {self._these(self.outside)}" if self.outside else found

    def _these(self, families: Sequence[Family]) -> str:
        """The scopes that lie in these families."""
        number = NUMBERS[self.free.arity]
        named = [
            family.phrase
            if family.members is not None or family.size == self.free.arity
            else f"{number} cells of {family.phrase.replace('each ', 'one ', 1)}"
            for family in families
        ]
        return named[0] if len(named) == 1 else ", ".join(f"({i}) {name}" for i, name in enumerate(named, 1))

    def _one_cell(self) -> str:
        def places(families: Sequence[Family]) -> str:
            return ", ".join(family.phrase for family in families)

        where = f"each cell in {places(self.inside)}" if self.inside else "each cell by itself"
        return f"{where}, but not in {places(self.outside)}" if self.outside else where

    def _besides(self) -> str:
        rules = self.free.besides
        if not rules:
            return ""
        words = {_RuleWords(rule, None).alike for rule in rules}
        everywhere = {rule.family for rule in rules} == set(self.free.inside)
        if everywhere and len(words) == 1 and None not in words:
            return f"besides that they {words.pop()}, "
        if everywhere and len(rules) == 1 and (own := _RuleWords(rules[0], None).own) is not None:
            return f"besides “{own}”, "
        if len(rules) <= MOST_RULES:
            these = "this rule" if len(rules) == 1 else "these rules"
            return f"besides {these} ({'; '.join(statement(rule, self.v) for rule in rules)}), "
        return "besides the rules that you have accepted, "


def _largest(families: Sequence[Family], arity: int) -> list[Family]:
    """These families without those whose scopes all lie in another one of them."""
    if len(families) < 2:
        return list(families)
    n = 1 + max(int(family.table().max()) for family in families)
    scopes = [frozenset(scope_keys(family.scopes(arity), n).tolist()) for family in families]
    # Of two families with the same scopes the first one stays.
    return [
        family
        for i, family in enumerate(families)
        if not any(scopes[i] < other or (scopes[i] == other and j < i) for j, other in enumerate(scopes))
    ]


def _shared(families: Sequence[Family]) -> str | None:
    """What cells share that are in one group of these: "row, column or 3×3 block of grid"; None if it can't be said."""
    if len({family.key.stem for family in families}) != 1 or any(family.key.cuts for family in families):
        return None
    nouns = []
    for family in families:
        kind, depth, numbers = family.key.kind, family.key.depth, family.key.numbers
        if kind == Kind.LINES:
            nouns.append(line_along(numbers[0], depth))
        elif kind == Kind.BOXES:
            nouns.append(f"{numbers[0]}×{numbers[1]} block")
        else:
            return None
    stem = families[0].key.stem
    return f"{listed(nouns, 'or')}{f' of {stem}' if stem else ''}"
