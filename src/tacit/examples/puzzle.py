"""What the maker of the puzzle knows."""

from itertools import combinations

CELLS = [(row, column) for row in range(4) for column in range(4)]


def fine(example: dict[str, int]) -> bool:
    """Do the filled cells break no rule? `example` has nothing but these: {"cell[0,0]": 1, …}."""
    names = {place: f"cell[{place[0]},{place[1]}]" for place in CELLS}
    cell = {place: example[name] for place, name in names.items() if name in example}
    for a, b in combinations(cell, 2):
        together = a[0] == b[0] or a[1] == b[1] or (a[0] // 2, a[1] // 2) == (b[0] // 2, b[1] // 2)
        if together and cell[a] == cell[b]:
            return False
        if a[1] == b[1] == 2 and cell[a] > cell[b]:  # the thermometer
            return False
    return True
