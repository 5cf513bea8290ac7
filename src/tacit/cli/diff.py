"""`tacit diff`: two models side by side."""

from __future__ import annotations

import json
from collections.abc import Sequence

import click

from tacit.cli.layout import end_with_finding, page_width, plural, wrapped
from tacit.cli.models import MODEL_HELP, from_answers, load_model
from tacit.exact.comparison import LIMIT, Comparison, Only, compare
from tacit.problem.network import Constraint
from tacit.problem.query import Query
from tacit.problem.vocabulary import Vocabulary
from tacit.showing.drawing import draw
from tacit.showing.progress_bar import ProgressBar

SHOWN = 20  # constraints that are listed of each kind


@click.command(
    short_help="Compare two models.",
    epilog="Exit codes: 0 the models have the same solutions; 1 they have not, or it is undecided; 2 an error; "
    "130 interrupted.",
    help=f"""Compare two models A and B over the same variables: the constraints that B has and A lacks (missing), those
    that A has and B lacks (extra), which of them the other model implies all the same, whether both have the same
    solutions, and an assignment that only one of them accepts.

    {MODEL_HELP.replace("MODEL is", "Either is")}

    \b
    Examples:
      tacit diff learned.json sudoku
      tacit diff yesterday.json today.json --json
    """,
)
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option(
    "--limit",
    type=click.FloatRange(0, min_open=True),
    metavar="S",
    default=LIMIT,
    show_default=True,
    help="CP-SAT's deterministic time, roughly seconds, to prove that one constraint is implied.",
)
@click.option("--all", "all_of_them", is_flag=True, help=f"List all constraints, not just {SHOWN} of a kind.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, and nothing else.")
@from_answers
def diff(a: str, b: str, limit: float, all_of_them: bool, as_json: bool) -> None:
    one, other = load_model(a).network, load_model(b).network
    with ProgressBar("Comparing"):
        compared = compare(one, other, limit=limit)
    if as_json:
        click.echo(json.dumps(as_object(compared, one.vocabulary)))
    else:
        _show(compared, a, b, one.vocabulary, None if all_of_them else SHOWN)
    if compared.equivalent is not True:
        end_with_finding()


def as_object(compared: Comparison, vocabulary: Vocabulary) -> dict[str, object]:
    """For JSON. The example `only_a_accepts` violates what is missing, `only_b_accepts` what is extra."""

    def texts(constraints: Sequence[Constraint]) -> list[str]:
        return [str(each) for each in constraints]

    def sides(only: Only) -> dict[str, list[str]]:
        return {kind: texts(getattr(only, kind)) for kind in ("decisive", "undecided", "implied")}

    def shown(example: dict[str, int] | None) -> dict[str, int | str] | None:
        return None if example is None else Query(vocabulary, vocabulary.encode(example)).shown

    return {
        "equivalent": compared.equivalent,
        "both": texts(compared.both),
        "missing": sides(compared.missing),
        "extra": sides(compared.extra),
        "only_a_accepts": shown(compared.missing.example),
        "only_b_accepts": shown(compared.extra.example),
    }


def _show(compared: Comparison, a: str, b: str, vocabulary: Vocabulary, most: int | None) -> None:
    missing, extra = compared.missing, compared.extra
    click.echo(wrapped(f"In both: {plural(len(compared.both), 'constraint')}."))
    _list(f"Missing: in {b} and not in {a}", missing, a, most)
    _list(f"Extra: in {a} and not in {b}", extra, b, most)
    click.echo()
    same = {True: "have the same solutions", False: "are not equivalent", None: "may be equivalent: that is undecided"}
    click.echo(wrapped(f"{a} and {b} {same[compared.equivalent]}."))
    for only, accepts, rejects in ((missing, a, b), (extra, b, a)):
        if only.example is not None:
            broken = next(c for c in only.decisive if not c.accepts(only.example))
            click.echo()
            click.echo(wrapped(f"{accepts} accepts this, {rejects} does not ({broken}):"))
            click.echo()
            click.echo(draw(only.example, vocabulary, width=page_width()))


def _list(title: str, only: Only, other: str, most: int | None) -> None:
    if not only.all:
        click.echo(wrapped(f"{title}: none."))
        return
    click.echo()
    click.echo(wrapped(f"{title}: {plural(len(only.all), 'constraint')}"))
    kinds = {
        "decisive": f"that {other} does not imply",
        "undecided": f"of which it is undecided whether {other} implies them (a larger --limit may tell)",
        "implied": f"that {other} implies",
    }
    for kind, words in kinds.items():
        constraints = getattr(only, kind)
        if constraints:
            click.echo(wrapped(f"  {len(constraints):,} {words}:", indent=4))
            for constraint in constraints[:most]:
                click.echo(wrapped(f"    {constraint}", indent=8))
            if most is not None and len(constraints) > most:
                click.echo(f"    … and {len(constraints) - most:,} more (--all lists them)")
