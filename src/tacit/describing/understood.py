"""What a spreadsheet shows of a problem: a description to begin with, and what a person should look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tacit.describing.description import Description
from tacit.describing.writing import sentences_of
from tacit.problem.query import Answered
from tacit.problem.vocabulary import Vocabulary
from tacit.sheets.gathering import Gathered, gather
from tacit.sheets.matching import alike
from tacit.sheets.opening import read_spreadsheet
from tacit.sheets.reading_plans import plans_in
from tacit.sheets.spreadsheet import SheetError, Spreadsheet


@dataclass(frozen=True)
class Understood:
    """A spreadsheet that was read for a description."""

    book: Spreadsheet
    seen: Gathered
    plans: list[Answered]

    @property
    def partial(self) -> int:
        return sum(not plan.query.complete for plan in self.plans)


def described(content: bytes, name: str) -> Description:
    """The description that a spreadsheet makes."""
    book = read_spreadsheet(content, name)
    seen = gather(book)
    if len(seen.values) < 2:
        value = f"{seen.values[0]!r:.60} is the only value in all cells" if seen.values else "there is no value in it"
        raise book.wrong(*seen.first, f"{value}; a plan needs two or more")
    said = Description(
        name=name.rsplit(".", 1)[0][:80],
        who="\n".join(seen.rows),
        when="list" if seen.columns else "none",
        days="\n".join(seen.columns),
        entry=seen.stem,
        file=name,
    )
    if seen.numeric:
        numbers = sorted(int(value) for value in seen.values)
        return replace(said, what="numbers", low=str(numbers[0]), high=str(numbers[-1]))
    return replace(said, what="list", values_text="\n".join(seen.values))


def understand(said: Description, content: bytes) -> Understood:
    """The plans of the spreadsheet, as plans of the problem that is described now."""
    book = _book(said, content)
    return Understood(book, gather(book), _plans(book, sentences_of(said).vocabulary, said.empty.strip()))


def _book(said: Description, content: bytes) -> Spreadsheet:
    """The spreadsheet, with what is meant in the place of slips."""
    book = read_spreadsheet(content, said.file)
    slips = dict(each.split("\t", 1) for each in said.taken if "\t" in each)
    meant = {alike(written): right for written, right in slips.items()}
    for sheet in book.sheets if meant else ():
        sheet.rows = [[meant.get(alike(text), text) for text in row] for row in sheet.rows]
    return book


def with_slips(said: Description, taken: Sequence[str]) -> Description:
    """Values that are slips are no values."""
    slips = {alike(each.split("\t", 1)[0]) for each in taken if "\t" in each}
    left = [value for value in said.values_text.splitlines() if alike(value) not in slips]
    return replace(said, taken=(*said.taken, *taken), values_text="\n".join(left)) if slips else said


def known_plans(said: Description, content: bytes, vocabulary: Vocabulary) -> list[Answered]:
    """The same plans for the problem that is learned, which a person may have changed by hand."""
    return _plans(_book(said, content), vocabulary, said.empty.strip())


def _plans(book: Spreadsheet, vocabulary: Vocabulary, empty: str) -> list[Answered]:
    plans = plans_in(book, vocabulary, empty=empty or None)
    if not plans:
        raise SheetError(f"{book.file}: there is no plan in it")
    return plans


def with_empty(said: Description) -> Description:
    """The value that an empty cell stands for is a value, too."""
    empty = said.empty.strip()
    if not empty or said.what != "list" or alike(empty) in map(alike, said.values_text.splitlines()):
        return said
    return replace(said, values_text=f"{said.values_text}\n{empty}")
