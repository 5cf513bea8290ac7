"""A relation: a named predicate over k values. The language Γ is a set of relations.

>>> Relation.of("!=")
Relation('!=', arity 2)
>>> Relation.of("abs(x - y) > 2").on(["a", "b"])
'abs(a - b) > 2'
>>> Relation("even sum", lambda x, y: (x + y) % 2 == 0, 2).on(["a", "b"])
'even sum(a, b)'
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tacit.errors import LanguageError, nearest
from tacit.problem.arithmetic import Interval
from tacit.problem.expressions import ARGUMENTS, SIGNS, Expression, parse
from tacit.problem.foreign import is_cpmpy

MAX_ARITY = len(ARGUMENTS)
SMALL = 1 << 15
RELATION_KEYS = ("relation", "over", "say")  # of a relation that is given in a dict, or in a table of a problem file


class Relation:
    """A predicate with a name. Its function takes `arity` values, or arrays of values, or CPMpy variables.

    over: the families that it is limited to, by name, such as "row" or ["next in row", "row change"]; by default it
          ranges over all scopes
    say:  how people put it, such as "no early shift after a night"

    Neither changes what the relation means: relations of one name are equal.
    """

    def __init__(
        self,
        name: str,
        function: Callable[..., Any],
        arity: int,
        *,
        over: str | Sequence[str] | None = None,
        say: str | None = None,
    ) -> None:
        if not isinstance(name, str) or not name.strip():
            raise LanguageError(f"a relation needs a name, not {name!r}")
        if not callable(function):
            raise LanguageError(f"relation {name!r}: its function can't be called: {function!r}")
        if type(arity) is not int or not 1 <= arity <= MAX_ARITY:
            raise LanguageError(f"relation {name!r}: its arity must be 1 to {MAX_ARITY}, not {arity!r}")
        self.name = name
        self.function = function
        self.arity = arity
        self.over = _read_over(name, over)
        if say is not None and (not isinstance(say, str) or not say.strip()):
            raise LanguageError(f"relation {name!r}: what it says must be a text, not {say!r:.60}")
        self.say = None if say is None else say.strip()

    @classmethod
    def of(
        cls,
        definition: Any,
        constants: Mapping[str, int] | None = None,
        span: tuple[int, int] | None = None,
        *,
        over: str | Sequence[str] | None = None,
        say: str | None = None,
    ) -> Relation:
        """A relation from what people write: an operator, an expression over x, y, z, w, or a `Relation`.

        Or one of these in a dict, with what it is limited to and how it is said: {"relation": "!=", "over": "row"}.

        A CPMpy expression over placeholder variables is accepted, too. The placeholders stand for the variables of a
        scope, in the order of their names (numbers in names count as numbers): with `AV = cp.intvar(0, 9, shape=2,
        name="AV")` both AV[0] < AV[1] and AV[1] > AV[0] are "<". Unnamed placeholders come in the order in which they
        were made.

        Count, Among, sum and AllDifferent over a whole array of three or more placeholders are bounds: the array
        stands for a group of any size, and a placeholder named k for a number that is open.

        constants: the names of values that an expression may use, as in "x != Mon".
        span: the smallest and the largest value that a variable can have.
        """
        if isinstance(definition, Mapping):
            return cls._from_table(definition, constants, span)
        from tacit.problem.bounds import Bound, is_bound_text

        if is_bound_text(definition):
            return Bound.of(definition, constants, over=over, say=say)
        if isinstance(definition, Bound):
            definition = definition.named(constants or {})
            return definition if over is None and say is None else definition.limited(_read_over("", over), say)
        if isinstance(definition, Relation):
            if over is None and say is None:
                return definition
            return cls(definition.name, definition.function, definition.arity, over=over, say=say)
        if is_cpmpy(definition):
            from tacit.modelling.group_bounds import group_bound
            from tacit.modelling.translation import ANY_VALUE, relation_text

            bound = group_bound(definition, constants)
            if bound is not None:
                return bound if over is None and say is None else bound.limited(_read_over(bound.name, over), say)
            definition, _ = relation_text(definition, span=span or ANY_VALUE)
        if not isinstance(definition, str):
            raise LanguageError(
                "a relation must be a text such as '!=' or 'abs(x - y) > 2', a CPMpy expression, a tacit.Relation, or "
                f"a dict with one of these as its 'relation', not {definition!r}"
            )
        expression = parse(definition, constants)
        name = SIGNS.get(definition.strip(), definition.strip())
        return cls(name, expression, expression.arity, over=over, say=say)

    @classmethod
    def _from_table(
        cls, table: Mapping[str, Any], constants: Mapping[str, int] | None, span: tuple[int, int] | None
    ) -> Relation:
        for key in table:
            if key not in RELATION_KEYS:
                hint = nearest(key, RELATION_KEYS) or f"; accepted are {', '.join(RELATION_KEYS)}"
                raise LanguageError(f"a relation has no key {key!r:.60}{hint}")
        if "relation" not in table or isinstance(table["relation"], Mapping):
            raise LanguageError(
                f"a relation is missing: the key 'relation' is needed, as in {{'relation': '!=', 'over': 'row'}}, "
                f"not {table!r:.60}"
            )
        return cls.of(table["relation"], constants, span, over=table.get("over"), say=table.get("say"))

    def accepts(self, *columns: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Which of many assignments satisfy the relation? `columns` has one array of values for each argument."""
        shape = np.broadcast_shapes(*(column.shape for column in columns))
        if isinstance(self.function, Expression):
            answer = self.function(*columns)
        else:
            answer = self._call_users_function(columns, shape)
        return np.broadcast_to(np.asarray(answer, dtype=bool), shape)

    def _call_users_function(self, columns: Sequence[NDArray[np.int64]], shape: tuple[int, ...]) -> Any:
        """Evaluate all at once if the function can, one by one if it can't (an `if`, an `and`, a dictionary …)."""
        # Large numbers go one by one, too: arrays overflow silently, Python's integers don't.
        if all(not column.size or np.abs(column).max() < SMALL for column in columns):
            with contextlib.suppress(Exception), np.errstate(all="raise"):  # single values are tried below
                answer = np.asarray(self.function(*columns))
                if answer.shape == shape and answer.dtype == bool:
                    return answer
        flat = [np.broadcast_to(column, shape).ravel().tolist() for column in columns]
        single = []
        for values in zip(*flat, strict=True):
            try:
                single.append(self.function(*values))
            except Exception as error:
                raise LanguageError(f"relation {self.name!r}: its function raised {error!r} on {values}") from error
        odd = next((value for value in single if not isinstance(value, (bool, np.bool_))), None)
        if odd is not None:
            raise LanguageError(f"relation {self.name!r}: its function returned {odd!r}, not True or False")
        return np.array(single, dtype=bool).reshape(shape)

    def check_overflow(self, low: int, high: int) -> None:
        """Refuse an expression that could overflow 64 bits on values between low and high."""
        if isinstance(self.function, Expression):
            try:
                self.function(*[Interval(low, high)] * self.arity)
            except OverflowError:
                raise LanguageError(
                    f"relation {self.name!r}: it overflows 64-bit integers on values from {low} to {high}"
                ) from None

    def on(self, names: Sequence[str]) -> str:
        """The relation applied to variables, as people read it."""
        if isinstance(self.function, Expression):
            return self.function.with_names(names)
        return f"{self.name}({', '.join(names)})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Relation) and (self.name, self.arity) == (other.name, other.arity)

    def __hash__(self) -> int:
        return hash((self.name, self.arity))

    def __repr__(self) -> str:
        return f"Relation({self.name!r}, arity {self.arity})"


def _read_over(name: str, over: Any) -> tuple[str, ...]:
    if over is None:
        return ()
    given = [over] if isinstance(over, str) else over
    if isinstance(given, Sequence) and not given:
        raise LanguageError(f"relation {name!r}: it is over nothing; without `over` it ranges over all scopes")
    if not isinstance(given, Sequence) or not all(isinstance(each, str) and each.strip() for each in given):
        raise LanguageError(
            f"relation {name!r}: what it is over must be a text such as 'row', or a list, not {over!r:.60}"
        )
    return tuple(dict.fromkeys(each.strip() for each in given))


def read_language(
    definitions: Any, constants: Mapping[str, int] | None = None, span: tuple[int, int] | None = None
) -> tuple[Relation, ...]:
    """The relations of a language, in the order given.

    A relation that is given twice is an error, unless it is given over different families: then it is over all of them.
    """
    if isinstance(definitions, (str, Relation, Mapping)) or not isinstance(definitions, Iterable):
        raise LanguageError(f"a language is a list of relations, such as ['==', '!='], not {definitions!r}")
    found: dict[str, Relation] = {}
    for definition in definitions:
        relation = Relation.of(definition, constants, span)
        known = found.get(relation.name)
        found[relation.name] = relation if known is None else together(known, relation)
    return tuple(found.values())


def together(one: Relation, other: Relation) -> Relation:
    """A relation that was given twice, over all that it was given over."""
    if not one.over or not other.over or one.arity != other.arity or set(one.over) & set(other.over):
        raise LanguageError(f"relation {one.name!r} is in the language twice")
    if other.say not in (None, one.say) and one.say is not None:
        raise LanguageError(f"relation {one.name!r} is said in two ways: {one.say!r} and {other.say!r}")
    from tacit.problem.bounds import Bound

    over, say = [*one.over, *other.over], one.say or other.say
    if isinstance(one, Bound):
        return one.limited(over, say)
    return Relation(one.name, one.function, one.arity, over=over, say=say)
