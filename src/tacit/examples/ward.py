"""What the head of the ward knows."""

from itertools import pairwise

PEOPLE = ("anna", "ben", "carla", "dora", "emil")
SENIORS = ("anna", "ben")
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
TIRING = (("night", "early"), ("night", "late"), ("late", "early"))


def fine(example: dict[str, str]) -> bool:
    """Do the assigned cells break no rule? `example` has nothing but these: {"shift[anna,Mon]": "night", …}.

    A rule that counts is broken as soon as the cells without a value can't mend it any more.
    """

    def shift(person: str, day: str) -> str | None:
        return example.get(f"shift[{person},{day}]")

    def possible(wanted: str, people: tuple[str, ...], day: str) -> int:
        return sum(shift(person, day) in (wanted, None) for person in people)

    for person in PEOPLE:
        week = [shift(person, day) for day in DAYS]
        if any(pair in TIRING for pair in pairwise(week)):
            return False
        if sum(each not in (None, "off") for each in week) > 5 or week.count("night") > 2:
            return False
    for day in DAYS:
        if sum(shift(person, day) == "night" for person in PEOPLE) > 1:
            return False  # one person is enough at night …
        if any(possible(wanted, PEOPLE, day) < 1 for wanted in ("early", "late", "night")):
            return False  # … but one must be there at any time,
        if possible("early", SENIORS, day) < 1:
            return False  # and a senior in the morning
    return not any(shift("dora", day) == "night" for day in DAYS)  # dora is still in training
