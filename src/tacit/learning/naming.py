"""Which constraint of a network somebody means: by a text, a CPMpy expression, or a constraint that says the same.

>>> from tacit.problem.vocabulary import Vocabulary
>>> v = Vocabulary({"a": range(3), "b": range(3)})
>>> str(constraint_meant("b>a", Network(v, ["a < b"])))
'a < b'
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any

from tacit.errors import LanguageError, ProblemError, nearest
from tacit.problem.bounds import Bound, with_cells
from tacit.problem.meaning import meaning_of
from tacit.problem.network import Constraint, Network, read_constraints
from tacit.problem.vocabulary import Vocabulary

WHERE = "explain"
_SIGNS = {"≠": "!=", "≤": "<=", "≥": ">=", "<>": "!=", "=": "=="}
_SIGN = re.compile(r"≠|≤|≥|<>|(?<![=!<>])=(?!=)")


def constraint_meant(given: Any, network: Network, still_open: Collection[Constraint] = ()) -> Constraint:
    """The constraint of a network that says what was given: "b != a" stands for a != b, and "b > a" for a < b.

    still_open: candidates of which the error says, if one of them is meant, that they are open
    """
    if isinstance(given, Constraint) and given in network:
        return given
    if isinstance(given, str):
        as_printed = next((c for c in network if _tight(str(c)) == _tight(given)), None)
        if as_printed is not None:
            return as_printed
    wanted = _read(given, network)
    found = list(dict.fromkeys(c for each in wanted for c in _saying(each, network)))
    if len(found) == 1 and len(wanted) == 1:
        return found[0]
    shown = _shown(given, wanted)
    if found:
        several = ", ".join(map(str, found[:5])) + (", …" if len(found) > 5 else "")
        raise ProblemError(f"{shown} is not one constraint of the learned network; explain one of these: {several}")
    raise ProblemError(f"{shown} is not in the learned network{_instead(wanted, network, still_open)}")


def _read(given: Any, network: Network) -> list[Constraint]:
    v = network.vocabulary
    known = list(dict.fromkeys(c.relation for c in network))
    form = _SIGN.sub(lambda sign: _SIGNS[sign[0]], given) if isinstance(given, str) else given
    bound = with_cells(form) if isinstance(form, str) else None
    if bound is not None:
        form = bound[0], [cell if cell in v.index else "".join(cell.split()) for cell in bound[1]]
    try:
        return read_constraints([form], v, known, of=WHERE)
    except (ProblemError, LanguageError) as error:
        why = str(error).removeprefix(f"{WHERE}, constraint 1: ")
        hint = nearest(given, map(str, network)) if isinstance(given, str) and "did you mean" not in why else ""
        raise ProblemError(f"{WHERE}: {given!r:.80} can't be read: {why}{hint}") from None


def _saying(wanted: Constraint, network: Network) -> Iterator[Constraint]:
    """The constraints of a network that say what is wanted; of an "exactly", its two halves."""
    v = network.vocabulary
    same_scope = [c for c in network if set(c.scope) == set(wanted.scope)]
    if isinstance(wanted.relation, Bound):
        rows = set(_bound_rows(wanted, network))
        bounds = (c for c in same_scope if isinstance(c.relation, Bound))
        yield from (c for c in bounds if rows.intersection(_bound_rows(c, network)))
        return
    meaning = _meaning(wanted, v)
    yield from (c for c in same_scope if not isinstance(c.relation, Bound) and _meaning(c, v) == meaning)


def _bound_rows(constraint: Constraint, network: Network) -> list[int]:
    assert isinstance(constraint.relation, Bound)
    cells = [network.vocabulary.index[name] for name in constraint.scope]
    return [row for part in constraint.relation.parts() for row in network.rows.bounds.find(part, cells)]


def _meaning(constraint: Constraint, vocabulary: Vocabulary) -> bytes | str:
    """What it says of its variables, whatever their order."""
    ordered = sorted(constraint.scope, key=vocabulary.names.index)
    return meaning_of(constraint.relation, tuple(ordered.index(name) for name in constraint.scope), vocabulary)


def _instead(wanted: list[Constraint], network: Network, still_open: Collection[Constraint]) -> str:
    """What there is instead: that it is still open, or what else was learned of the same variables."""
    if not wanted:
        return ": it always holds"
    same_scope = [c for c in still_open if set(c.scope) == set(wanted[0].scope)]
    if any(_saying(wanted[0], Network(network.vocabulary, same_scope))):
        return ": it is still open"
    others = [str(c) for c in network if set(c.scope) == set(wanted[0].scope)]
    if others:
        return f"; of the same variables it says {', '.join(others[:3])}"
    return nearest(wanted[0], map(str, network))


def _shown(given: Any, wanted: list[Constraint]) -> str:
    return str(wanted[0]) if len(wanted) == 1 else str(given)


def _tight(text: str) -> str:
    return "".join(text.split())
