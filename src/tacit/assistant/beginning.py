"""What an interview can begin with: the text of a problem file, an example that comes with tacit, or who, when and
what; each with plans that are known to be good.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from tacit.errors import OptionError, nearest
from tacit.examples import EXAMPLES, read_example
from tacit.formats.problem_file import MAX_BYTES, ProblemFile, parse_problem
from tacit.problem.query import Answered
from tacit.sheets.plan_files import known_in

TABLE = """\
name = {name}
language = "common"

[variables.plan]
rows = {who}
{columns}domain = {what}
"""
WAYS = "give problem (the text of a problem file), example (its name), or who, when and what"


def begin_with(
    problem: str, example: str, name: str, who: Sequence[str], when: Sequence[str], what: Sequence[str], plans: str
) -> tuple[ProblemFile, list[Answered]]:
    """The problem and what is known of it. Exactly one of the three ways must be used."""
    table = bool(who or when or what)
    if bool(problem.strip()) + bool(example.strip()) + table != 1:
        raise OptionError(f"exactly one way to describe the problem is needed: {WAYS}")
    known: list[Answered] = []
    if example:
        if example not in EXAMPLES:
            raise OptionError(
                f"there is no example {example!r:.60}{nearest(example, EXAMPLES)}. There are: {', '.join(EXAMPLES)}"
            )
        file, known = read_example(example)
    elif table:
        file = parse_problem(table_text(name, who, when, what), source="the table", name=name or "plan")
    else:
        if len(problem.encode()) > MAX_BYTES:
            raise OptionError(f"problem: {len(problem.encode()):,} bytes; at most {MAX_BYTES:,} are accepted")
        file = parse_problem(problem, source="problem", name=name or "problem")
    if plans.strip():
        known = [*known, *known_in(plans.encode(), "plans.csv", file.problem.vocabulary, True)]
    return file, known


def table_text(name: str, who: Sequence[str], when: Sequence[str], what: Sequence[str]) -> str:
    """The problem file for a table: a row for each of `who`, a column for each of `when`, `what` in its cells.

    >>> print(table_text("week", ["anna", "ben"], ["Mon"], ["off", "late"]), end="")
    name = "week"
    language = "common"
    <BLANKLINE>
    [variables.plan]
    rows = ["anna", "ben"]
    columns = ["Mon"]
    domain = ["off", "late"]
    """
    for label, given in (("who", who), ("what", what)):
        if not given:
            raise OptionError(f"{label}: at least one is needed; {WAYS}")
    columns = f"columns = {_quoted(when)}\n" if when else ""
    return TABLE.format(name=_quoted(name or "plan"), who=_quoted(who), columns=columns, what=_quoted(what))


def _quoted(given: str | Sequence[str]) -> str:
    return json.dumps(given if isinstance(given, str) else list(given), ensure_ascii=False)  # TOML writes it alike
