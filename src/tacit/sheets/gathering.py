"""What all tables of a spreadsheet have in common: the labels and the values of a problem, and what was left aside.

Tables with the same labels are plans, also if one is turned. Where labels differ a little (somebody came, somebody
left) the problem has them all. Tables that have the same rows and go on with other columns are parts of one plan. If
the labels are dates, and other ones in each table, then they are days of the week, or of the month.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from tacit.sheets.blocks import Block2D, blocks_of
from tacit.sheets.matching import Day, alike, as_label, day_of, forms_of, is_integer
from tacit.sheets.seen import SeenTable, tables_seen
from tacit.sheets.spreadsheet import Position2D, Sheet, SheetError, Spreadsheet, cell_name, filled, in_quotes, place
from tacit.structure.arrays import arrays, split

SIMILAR = 0.75  # of two labels, so that one is probably a slip
RARE, COMMON_VALUE = 2, 5  # how often a value occurs that may be a slip of another, and that other one
MOST_VALUES = 60
# What people write into the corner, which says what the labels are and not what the cells are.
ABOUT_ROWS = ("name", "names", "who", "person", "people", "nurse", "employee", "staff", "day", "days", "date", "team")


@dataclass
class Gathered:
    """What a problem file needs."""

    stem: str
    rows: list[str]  # labels; numbers from 0 if there were none
    columns: list[str]  # empty if each row has just one cell
    values: list[str]
    first: tuple[Sheet, int, int]  # where the first table begins
    bare: bool = False  # there were no labels
    aside: list[str] = field(default_factory=list)
    # what is worth a look: a value that may be a slip, and which value may have been meant
    doubts: dict[str, tuple[str, str]] = field(default_factory=dict)
    empty_cells: int = 0

    @property
    def numeric(self) -> bool:
        return all(map(is_integer, self.values))


def gather(book: Spreadsheet) -> Gathered:
    """What the tables of a spreadsheet show."""
    long = _long(book)
    if long is not None:
        return long
    tables: list[SeenTable] = []
    blocks: list[Block2D] = []
    for sheet in book.sheets:
        found, others = tables_seen(book, sheet)
        tables += found
        blocks += others
    if not tables:
        return _bare(book)
    used, rows, columns, unlike = _together(book, _dates_as_days(book, tables))
    left = [(each, table.sheet) for table in used for each in table.aside]
    left += [(f"the table with other labels at {cell_name(table.head, table.side)}", table.sheet) for table in unlike]
    left += [(_text_in(block), block.sheet) for block in blocks]
    aside = [*_by_sheets(left, book), *book.notes]
    values, doubts = _values(book, used)
    empty = sum(table.size - sum(1 for _ in table.cells()) for table in used)
    if len(columns) == 1 and len(rows) > 1:
        columns = []
    elif len(rows) == 1 and len(columns) > 1:
        rows, columns = columns, []
    first = used[0].sheet, used[0].head, used[0].side
    return Gathered(_stem(used), rows, columns, values, first, False, aside, doubts, empty)


def _text_in(block: Block2D) -> str:
    cells = ((row, column) for row in range(block.top, block.bottom) for column in range(block.left, block.right))
    row, column = next(cell for cell in cells if block.sheet.at(*cell))
    return f"{in_quotes(block.sheet.at(row, column))} in {cell_name(row, column)}"


def _by_sheets(left: list[tuple[str, Sheet]], book: Spreadsheet) -> list[str]:
    """What was left aside; what is the same on several sheets is said once."""
    sheets: dict[str, dict[str | None, None]] = {}
    for what, sheet in left:
        sheets.setdefault(what, {})[sheet.name] = None
    if len(book.sheets) == 1:
        return list(sheets)
    return [
        f"{what} of {f'sheet {next(iter(names))}' if len(names) == 1 else f'{len(names)} sheets'}"
        for what, names in sheets.items()
    ]


# --- labels ---


def _dates_as_days(book: Spreadsheet, tables: list[SeenTable]) -> list[SeenTable]:
    """Tables whose columns are dates, other ones in each: the columns are then days of the week, or of the month."""
    dated = [table for table in tables if all(_day(table, at) for at in _heads(table))]
    dates = {frozenset(_day(table, at) for at in _heads(table)) for table in dated}
    if not dated:
        return tables
    if len(dates) == 1:
        chosen: Callable[[Day], str] = lambda day: forms_of(day)[0]  # noqa: E731
    else:
        week = all(len({forms_of(day)[2] for day in each if day}) == len(each) for each in dates)
        month = all(len({day[2] for day in each if day}) == len(each) for each in dates)
        if not week and not month:
            table = dated[0]
            what = "the dates differ from table to table, and are neither days of one week nor of one month"
            raise book.wrong(table.sheet, table.head, min(table.columns), what)
        chosen = (lambda day: forms_of(day)[2]) if week else (lambda day: forms_of(day)[1])
    made = []
    for table in tables:
        if table in dated:
            days = {column: _day(table, (table.head, column)) for column in table.columns}
            table = replace(table, columns={column: chosen(day) for column, day in days.items() if day})
        made.append(table)
    return made


def _heads(table: SeenTable) -> list[Position2D]:
    return [(table.head, column) for column in table.columns]


def _day(table: SeenTable, at: Position2D) -> Day | None:
    return table.sheet.dates.get(at) or day_of(table.sheet.at(*at))


def _together(
    book: Spreadsheet, tables: list[SeenTable]
) -> tuple[list[SeenTable], list[str], list[str], list[SeenTable]]:
    """The tables that are plans of one problem, its rows and columns, and the other tables."""
    main = max(tables, key=lambda table: table.size)
    rows = _labels(main.rows.values())
    columns = _labels(main.columns.values())
    inside = {alike(text) for _, text in main.cells()}
    used, others = [], []
    for table in tables:
        own = _labels(table.rows.values()), _labels(table.columns.values())
        turned = _overlap(own[1], rows) + _overlap(own[0], columns) > _overlap(own[0], rows) + _overlap(own[1], columns)
        down, across = own[::-1] if turned else own
        values = {alike(text) for _, text in table.cells()}
        like = not values or len(values & inside) * 2 >= len(values)
        same_rows, same_columns = _overlap(down, rows), _overlap(across, columns)
        parts = (same_rows == 1 and not same_columns) or (same_columns == 1 and not same_rows)
        if table is not main and not (like and (parts or (same_rows >= 0.5 and same_columns >= 0.5))):
            others.append(table)
            continue
        if not parts:
            _check_slips(book, table, down, rows, own[0] is down)
            _check_slips(book, table, across, columns, own[0] is across)
        for key, label in down.items():
            rows.setdefault(key, label)
        for key, label in across.items():
            columns.setdefault(key, label)
        used.append(table)
    return used, list(rows.values()), list(columns.values()), others


def _labels(texts: Iterable[str]) -> dict[str, str]:
    return {alike(text): as_label(text) for text in texts}


def _overlap(some: dict[str, str], others: dict[str, str]) -> float:
    """The share of labels that both have, of the fewer."""
    return len(some.keys() & others.keys()) / max(1, min(len(some), len(others)))


def _check_slips(
    book: Spreadsheet, table: SeenTable, own: dict[str, str], known: dict[str, str], in_rows: bool
) -> None:
    """A label that only this table has, beside one that only this table lacks, and nearly the same: a slip."""
    lacking = [label for key, label in known.items() if key not in own]
    for key, label in own.items():
        close = [other for other in lacking if key not in known and _like_a_slip(label, other)]
        if close:
            lines = table.rows if in_rows else table.columns
            line = next(line for line, text in lines.items() if alike(text) == key)
            at = (line, table.side) if in_rows else (table.head, line)
            what = f"{label!r:.60} is a label that no other table has; did you mean {close[0]!r:.60}?"
            raise book.wrong(table.sheet, *at, what)


def _like_a_slip(label: str, other: str) -> bool:
    """Nearly the same, and not just with another number."""
    if re.sub(r"[0-9]+", "", label) == re.sub(r"[0-9]+", "", other) or label.isdigit():
        return False
    return difflib.SequenceMatcher(None, label.casefold(), other.casefold()).ratio() >= SIMILAR


# --- values ---


def _values(book: Spreadsheet, tables: list[SeenTable]) -> tuple[list[str], dict[str, tuple[str, str]]]:
    """The values, in the order in which they appear, and those that may be slips."""
    forms: dict[str, Counter[str]] = {}
    first: dict[str, tuple[Sheet, Position2D]] = {}
    for table in tables:
        for at, text in table.cells():
            if at in table.sheet.bad:
                raise book.wrong(table.sheet, *at, table.sheet.bad[at])
            forms.setdefault(alike(text), Counter())[text] += 1
            first.setdefault(alike(text), (table.sheet, at))
    if not forms:
        table = tables[0]
        raise book.wrong(table.sheet, table.head, table.side, "the table is empty: there is no value in it")
    count = {key: each.total() for key, each in forms.items()}
    numbers = all(map(is_integer, forms))
    if not numbers and len(forms) > max(MOST_VALUES, sum(count.values()) // 3):
        key = list(forms)[-1]
        what = f"{forms[key].most_common(1)[0][0]!r:.60} is one of {len(forms):,} different values, too many for a plan"
        raise book.wrong(first[key][0], *first[key][1], what)
    doubts = {}
    shown = {key: _one_line(each.most_common(1)[0][0]) for key, each in forms.items()}
    for key in forms:
        often = [other for other in forms if count[other] >= COMMON_VALUE and other != key]
        close = next((other for other in often if _like_a_slip(shown[key], shown[other])), None)
        if not numbers and count[key] <= RARE and close is not None:
            sheet, at = first[key]
            said = f"{place(sheet, *at)}: {shown[key]!r:.40} is rare; did you mean {shown[close]!r:.40}?"
            doubts[said] = shown[key], shown[close]
    return [key if numbers else shown[key] for key in forms], doubts


def _one_line(text: str) -> str:
    return "".join(c if c.isprintable() else "�" for c in " ".join(text.split()))[:80].strip()


def _stem(tables: list[SeenTable]) -> str:
    """What the cells are called, if the corner says it as a program would; the name of a person's column is none."""
    corners = {table.corner for table in tables}
    corner = next(iter(corners)) if len(corners) == 1 else ""
    return corner if re.fullmatch(r"[a-z][a-z0-9_]{0,30}", corner) and corner not in ABOUT_ROWS else "plan"


def _long(book: Spreadsheet) -> Gathered | None:
    """A plan a row, below names such as shift[anna,Mon]: the labels are in the names."""
    sheet, row, column = _first(book)
    names = dict(filled(sheet, row))
    variables = {at: text for at, text in names.items() if split(text)[1]}
    if len(names) - len(variables) > 1 or len(variables) < 2:  # one column may be for answers
        return None
    array, *more = arrays(list(variables.values()))
    if more or not array.full or array.depth > 2:
        what = (
            "these names don't make one full array of rows and columns, such as shift[anna,Mon]; write the file by hand"
        )
        raise book.wrong(sheet, row, column, what)
    below = range(row + 1, len(sheet.rows))
    values = list(dict.fromkeys(text for each in below for at in variables if (text := sheet.at(each, at))))
    numbers = all(map(is_integer, values))
    values = list(dict.fromkeys(alike(value) for value in values)) if numbers else values
    rows, columns = [list(axis) for axis in array.axes] if array.depth == 2 else (list(array.axes[0]), [])
    return Gathered(array.stem, rows, columns, values, (sheet, row, column))


def _bare(book: Spreadsheet) -> Gathered:
    """Blocks of numbers without labels, all of one shape."""
    shapes: Counter[tuple[int, int]] = Counter()
    values: dict[int, None] = {}
    for sheet in book.sheets:
        for block in blocks_of(sheet):
            top = block.top + block.titles
            texts = [text for row in range(top, block.bottom) for text in block.row(row)]
            if texts and all(text and is_integer(text) for text in texts) and len(texts) > 1:
                shapes[block.bottom - top, block.right - block.left] += 1
                values |= dict.fromkeys(int(alike(text)) for text in texts)
    if len(shapes) != 1:
        sheet, row, column = _first(book)
        more = f"tables of {len(shapes)} shapes" if shapes else "no table"
        raise book.wrong(
            sheet, row, column, f"from there on there is {more}; expected are labels down and across, and values inside"
        )
    (height, width), _ = shapes.most_common(1)[0]
    rows, columns = [str(i) for i in range(height)], [str(i) for i in range(width)]
    if height == 1 or width == 1:
        rows, columns = (rows, []) if width == 1 else (columns, [])
    return Gathered("plan", rows, columns, [str(value) for value in values], _first(book), True, list(book.notes))


def _first(book: Spreadsheet) -> tuple[Sheet, int, int]:
    for sheet in book.sheets:
        for row, texts in enumerate(sheet.rows):
            for column, text in enumerate(texts):
                if text:
                    return sheet, row, column
    raise SheetError(f"{book.file}: it is empty")
