"""What the dean knows about the exams."""

FIRST_YEAR = ("algebra", "physics", "history")
SECOND_YEAR = ("analysis", "chemistry", "latin")


def fine(example: dict[str, int]) -> bool:
    """Do the assigned slots break no rule? `example` has nothing but these: {"slot[algebra]": 3, …}."""
    slot = {name[5:-1]: value for name, value in example.items()}
    for year in (FIRST_YEAR, SECOND_YEAR):
        days = [slot[exam] // 3 for exam in year if exam in slot]
        if len(set(days)) < len(days):  # one exam a day
            return False
    for one, other in (("art", "music"), ("art", "algebra"), ("music", "latin"), ("history", "latin")):
        if one in slot and slot.get(other) == slot[one]:  # some students take both
            return False
    if "algebra" in slot and "analysis" in slot and not slot["algebra"] < slot["analysis"]:
        return False
    return slot.get("music", 0) % 3 != 2  # the hall is locked in the evening
