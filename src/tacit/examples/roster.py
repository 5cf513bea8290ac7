"""What the head nurse knows."""

from itertools import pairwise

NURSES = ("anna", "ben", "carla")
DAYS = ("Mon", "Tue", "Wed", "Thu")


def fine(example: dict[str, str]) -> bool:
    """Do the assigned cells break no rule? `example` has nothing but these: {"shift[anna,Mon]": "night", …}."""

    def shift(nurse: str, day: str) -> str | None:
        return example.get(f"shift[{nurse},{day}]")

    for nurse in NURSES:
        for today, tomorrow in pairwise(DAYS):
            if shift(nurse, today) == "night" and shift(nurse, tomorrow) not in (None, "off"):
                return False  # a night is followed by a day off
    for day in DAYS:
        if shift("anna", day) == "off" and shift("ben", day) == "off":
            return False  # one of the two seniors is there
        if shift("ben", day) is not None and shift("ben", day) == shift("carla", day):
            return False  # ben and carla share a desk
    return not any(shift("carla", day) == "night" for day in DAYS)  # carla is still in training
