"""An old checker, as a command. For each line that it reads, {"id": 1, "example": {…}}, it prints one answer."""

import json
import sys

APART = {
    ("north", "tower"): 2,
    ("south", "tower"): 1,
    ("south", "harbour"): 2,
    ("east", "west"): 0,
    ("east", "tower"): 1,
    ("west", "harbour"): 1,
}


def fine(channel: dict[str, int]) -> bool:
    for (one, other), least in APART.items():
        if one in channel and other in channel and abs(channel[one] - channel[other]) <= least:
            return False
    if "north" in channel and "south" in channel and abs(channel["north"] - channel["south"]) != 5:
        return False
    return channel.get("harbour", 0) % 2 == 0


if __name__ == "__main__":
    for line in sys.stdin:
        example = json.loads(line)["example"]
        answer = "yes" if fine({name[8:-1]: value for name, value in example.items()}) else "no"
        print(json.dumps({"answer": answer}), flush=True)
