"""An example of some variables, as small or large as it takes, that some rows reject and others accept: by CP-SAT.

Bounds reject examples in which not all cells have values. So the examples that matter for them are partial, and here
every variable may also have no value. The model is made for CP-SAT directly: it is small, and somebody waits for it.
"""

from __future__ import annotations

import copy
import itertools
from collections.abc import Hashable, Iterable, Mapping, MutableMapping, Sequence
from typing import Any

import numpy as np
from ortools.sat.python import cp_model

from tacit.errors import Undecided
from tacit.exact.cliques import cover
from tacit.problem.bounds import Bound
from tacit.problem.meaning import is_different
from tacit.problem.rows import Rows
from tacit.problem.vocabulary import UNASSIGNED, Codes

QUICK = 0.1  # CP-SAT's deterministic time for an example: what it has by then need not be the smallest
NEAR = 0.3  # the same for a solution that is near an example
NEAR_LARGE = 3.0  # the same where there are very many constraints …
MANY = 100_000  # … that is, more than so many pairs of values that exclude each other
PLAIN = {"cp_model_probing_level": 0, "symmetry_level": 0, "linearization_level": 0}
LAST_MODEL = "the last model of very many rows"
LIMIT = 20.0  # CP-SAT's deterministic time; such models take a thousandth of it


def find_partial(
    rows: Rows,
    cells: Sequence[int],
    hard: Iterable[int],
    *,
    rejects: Sequence[int],
    accepts: Sequence[Sequence[int]] = (),
    differs_from: Sequence[Codes] = (),
    spare: Sequence[int] = (),
    small: bool = True,
) -> Codes | None:
    """An example of some of these cells that all hard rows accept and one of `rejects` rejects; None if there is none.

    accepts:      of each of these sets of rows, at least one accepts the example
    differs_from: examples that it must not be
    spare:        rows that it rejects as few of as possible; then it has as few cells as possible
    small:        False if it does not matter how large it is, because only a proof is wanted that there is none
    """
    model = Cells(rows, cells)
    for row in hard:
        model.require(row)
    model.some([model.rejected(row) for row in rejects])
    for group in accepts:
        flags = [model.accepted(row) for row in group]
        model.some(flags)
    for codes in differs_from:
        model.differs(codes)
    if small:
        model.minimize([model.rejected(row, both=True) for row in spare])
    # Where there is none, counting mostly proves it: so linear relaxations are worth their time.
    status, solver = solve_cells(model, QUICK, linearization_level=1 if small else 2)
    if status == cp_model.UNKNOWN:
        status, solver = solve_cells(model, LIMIT, linearization_level=2)
    if status == cp_model.INFEASIBLE:
        return None
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise Undecided
    return model.example(solver)


def find_solution(
    rows: Rows,
    hard: Iterable[int],
    near: Codes | None = None,
    *,
    worth: Mapping[int, int] | None = None,
    avoid: Iterable[Codes] = (),
    kept: MutableMapping[Hashable, Any] | None = None,
) -> tuple[Codes | None, bool]:
    """A complete example that all these rows accept, and whether the answer is proved.

    near:  an example, perhaps a partial one; the solution has as many of its values as can be found quickly
    worth: rows that it had better reject, and how many values of `near` each of them is worth
    avoid: examples, perhaps partial ones, that it must not contain
    kept:  where the model of very many rows is kept: the next search is mostly about the same ones
    """
    hard = list(hard)
    large = len(hard) * rows.vocabulary.n_codes > MANY
    model = _kept_model(rows, hard, {} if kept is None else kept) if large else _model_of(rows, hard)
    for codes in avoid:
        model.avoid(codes)
    if large:
        found = _solution_of_many(model, near)
        if found is not None:
            return found, True
    elif near is not None:
        model.come_near(near, worth or {})
        status, solver = solve_cells(model, NEAR, **PLAIN)
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return model.example(solver), True
    # What takes long in preparing the model pays off for proofs only, and mostly there is a solution.
    status, solver = solve_cells(model, LIMIT, **PLAIN)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return model.example(solver), True
    return None, status == cp_model.INFEASIBLE


def _model_of(rows: Rows, hard: list[int], *, large: bool = False) -> Cells:
    """All complete examples that these rows accept; large: there are very many rows."""
    model = Cells(rows, range(len(rows.vocabulary)), complete=True)
    for row in model.require_differences(hard) if large else hard:
        model.require(row)
    return model


def _kept_model(rows: Rows, hard: list[int], kept: MutableMapping[Hashable, Any]) -> Cells:
    """The same for very many rows: a copy of the last one, if that was about the same rows."""
    key, model = kept.get(LAST_MODEL, (None, None))
    if key != hard:
        model = _model_of(rows, hard, large=True)
        kept[LAST_MODEL] = hard, model
    found: Cells = model.copy()
    return found


def _solution_of_many(model: Cells, near: Codes | None) -> Codes | None:
    """A solution of very many constraints that has all values of an example, or those of a half of its cells, or of a
    quarter; None if none is found quickly. (To look for the nearest one takes far longer than to look for one.)"""
    cells = [] if near is None else np.flatnonzero(near >= 0).tolist()
    for part in (cells, cells[::2], cells[::4], []):
        model.suppose([(x, int(near[x])) for x in part] if near is not None else [])
        status, solver = solve_cells(model, NEAR_LARGE, **PLAIN, cp_model_presolve=False)
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return model.example(solver)
        if not cells:
            break
    model.suppose([])
    return None


def solve_cells(model: Cells, limit: float, **parameters: int) -> tuple[Any, Any]:
    """One worker, a fixed seed and no clock: the same on every machine."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    solver.parameters.max_deterministic_time = limit
    for name, value in parameters.items():
        setattr(solver.parameters, name, value)
    return solver.solve(model.model), solver


class Cells:
    """One literal for each value of each cell; a cell none of whose literals is true has no value."""

    def __init__(self, rows: Rows, cells: Sequence[int], *, complete: bool = False) -> None:
        """complete: every cell has a value"""
        self.rows = rows
        self.model = cp_model.CpModel()
        v = rows.vocabulary
        self.literal: dict[tuple[int, int], Any] = {}
        self.cells = list(cells)
        for x in cells:
            mine = []
            for code in v.domain_codes[x].tolist():
                self.literal[x, code] = self.model.new_bool_var("")
                mine.append(self.literal[x, code])
            if complete:
                self.model.add_exactly_one(mine)
            else:
                self.model.add_at_most_one(mine)
        self._inside = set(cells)
        self._wrong: dict[tuple[object, ...], list[list[int]]] = {}  # by relation and domains

    def copy(self) -> Cells:
        """The same cells and values; what is required of the copy is not required here."""
        twin = copy.copy(self)
        twin.model = self.model.clone()
        return twin

    # --- what rows say ---

    def require(self, row: int) -> None:
        """A row accepts the example."""
        self._say(row, None)

    def require_differences(self, rows: Sequence[int]) -> list[int]:
        """Those of these rows that say that two variables differ accept the example; returns the others.

        Where all variables of a set differ, each value occurs there once: that says in one line what many pairs say.
        """
        relations = self.rows.relations
        differ = [not isinstance(relation, Bound) and is_different(relation) for relation in relations]
        plain = list(self.rows.plain_rows(np.array(rows, dtype=np.int64)))
        pairs = {row: (min(scope), max(scope)) for row, relation, scope in plain if differ[relation]}
        for clique in cover(list(pairs.values())):
            for code in sorted({code for x in clique for code in self.rows.vocabulary.domain_codes[x].tolist()}):
                self.model.add_at_most_one([self.literal[x, code] for x in clique if (x, code) in self.literal])
        return [row for row in rows if row not in pairs]

    def accepted(self, row: int) -> Any:
        """A literal that is true only if a row accepts the example."""
        flag = self.model.new_bool_var("")
        self._say(row, flag)
        return flag

    def all_accepted(self, rows: Iterable[int]) -> Any:
        """A literal that is true only if all these rows accept the example."""
        flag = self.model.new_bool_var("")
        for row in rows:
            self._say(row, flag)
        return flag

    def avoided(self, codes: Codes) -> Any:
        """A literal that is true only if the example does not have all these values."""
        flag = self.model.new_bool_var("")
        self.some([flag.negated(), *(self.literal[x, int(codes[x])].negated() for x in self.cells if codes[x] >= 0)])
        return flag

    def _say(self, row: int, flag: Any) -> None:
        enforce = [] if flag is None else [flag.negated()]
        if not self.rows.is_bound(row):
            for lits in self._forbidden(row):
                self.model.add_bool_or([*(lit.negated() for lit in lits), *enforce])
            return
        for total, room in self._totals(row):
            said = self.model.add(total <= room)
            if flag is not None:
                said.only_enforce_if(flag)

    def rejected(self, row: int, *, both: bool = False) -> Any:
        """A literal that is true only if a row rejects the example; both: and is true if it does."""
        flag = self.model.new_bool_var("")
        if not self.rows.is_bound(row):
            ways = []
            for lits in self._forbidden(row):
                way = self.model.new_bool_var("")
                for lit in lits:
                    self.model.add_implication(way, lit)
                ways.append(way)
            self.model.add_bool_or([*ways, flag.negated()])
        else:
            ways = []
            for total, room in self._totals(row):
                way = self.model.new_bool_var("")
                self.model.add(total >= room + 1).only_enforce_if(way)
                ways.append(way)
            self.model.add_bool_or([*ways, flag.negated()])
        if both:
            self._say(row, flag.negated())
        return flag

    def _forbidden(self, row: int) -> list[list[Any]]:
        """The values that a row forbids, as literals; nothing if one of its variables is not a cell here."""
        scope = self.rows.scope(row)
        if not self._inside.issuperset(scope):
            return []
        v = self.rows.vocabulary
        key = self.rows.relation(row), *(v.domains[x] for x in scope)
        if key not in self._wrong:
            tuples = np.array(list(itertools.product(*(v.domain_codes[x].tolist() for x in scope))), dtype=np.int64)
            self._wrong[key] = tuples[self.rows.rejects(row, scope, tuples)].tolist()
        return [[self.literal[x, code] for x, code in zip(scope, line, strict=True)] for line in self._wrong[key]]

    def _totals(self, row: int) -> list[tuple[Any, int]]:
        """What a bound adds up over the cells here, and how much it has room for; several sums for all different."""
        bounds = self.rows.bounds
        local = row - self.rows.n_plain
        inside = [x for x in bounds.scope(local) if x in self._inside]
        series = np.array([bounds.series[local]])
        if bounds.is_different(series)[0]:
            codes = sorted({code for x in inside for code in self.rows.vocabulary.domain_codes[x].tolist()})
            found = [[self.literal[x, code] for x in inside if (x, code) in self.literal] for code in codes]
            return [(sum(lits), 1) for lits in found if len(lits) > 1]
        terms = []
        for x in inside:
            codes_of_x = self.rows.vocabulary.domain_codes[x]
            adds = bounds.choices(series, x, codes_of_x)[0].tolist()
            terms += [add * self.literal[x, code] for add, code in zip(adds, codes_of_x.tolist(), strict=True) if add]
        return [(sum(terms), int(bounds.room[local]))] if terms else []

    # --- the rest ---

    def some(self, flags: Sequence[Any]) -> None:
        """At least one of these literals is true."""
        self.model.add_bool_or(list(flags))

    def differs(self, codes: Codes) -> None:
        """The example is not this one."""
        other = []
        for x in self.cells:
            if codes[x] >= 0:
                other.append(self.literal[x, int(codes[x])].negated())
            else:
                other += [self.literal[x, code] for code in self.rows.vocabulary.domain_codes[x].tolist()]
        self.model.add_bool_or(other)

    def avoid(self, codes: Codes) -> None:
        """The example does not have all these values."""
        self.some([self.literal[x, int(codes[x])].negated() for x in self.cells if codes[x] >= 0])

    def minimize(self, spared: Sequence[Any]) -> None:
        """As few as possible of these, and then as few cells as possible."""
        self.model.minimize(sum(self.literal.values()) + (len(self.cells) + 1) * sum(spared))

    def come_near(self, codes: Codes, worth: Mapping[int, int]) -> None:
        """As many values of this example as possible; to reject a row is worth so many of them."""
        for (x, code), literal in self.literal.items():
            self.model.add_hint(literal, int(codes[x]) == code)
        same = [self.literal[x, int(code)] for x, code in enumerate(codes) if code >= 0]
        self.model.maximize(sum(same) + sum(value * self.rejected(row) for row, value in worth.items()))

    def suppose(self, values: Sequence[tuple[int, int]]) -> None:
        """Suppose that these cells have these values, instead of what was supposed before."""
        self.model.clear_assumptions()
        self.model.add_assumptions([self.literal[cell] for cell in values])

    def example(self, solver: Any) -> Codes:
        """What was found."""
        codes = np.full(len(self.rows.vocabulary), UNASSIGNED, dtype=np.int64)
        # The literals were made first, so they are numbered as they stand here. To ask for each of them takes longer.
        cells = list(self.literal)
        values = np.fromiter(solver.response_proto.solution, dtype=np.int64)[: len(cells)]
        for number in np.flatnonzero(values).tolist():
            x, code = cells[number]
            codes[x] = code
        return codes
