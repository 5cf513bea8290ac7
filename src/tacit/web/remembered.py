"""What takes long, and stays the same until something else is learned: the model in words, and plans that it allows.

A dialogue hands out the same network until it has learned something else, so the network itself says what it is for.
"""

from __future__ import annotations

from tacit.exact.solutions import find_solutions
from tacit.interview import Interview
from tacit.problem.network import Network
from tacit.showing.line import Line
from tacit.showing.sentences import lines
from tacit.web.desk import Desk, Live

PLANS = 5


def words_of(live: Live, interview: Interview) -> list[Line]:
    """What was learned, in words."""
    network = interview.learned()
    if live.words is None or live.words[0] is not network:
        live.words = (network, lines(network, interview.file.problem.groups))
    return live.words[1]


def plans_of(desk: Desk, id: int) -> tuple[Network, list[dict[str, int]]]:
    """Plans that the model allows, as different as possible. The interview is not locked while they are looked for."""
    with desk.at(id) as (live, interview):
        network = interview.learned()
        known = live.plans
    if known is None or known[0] != network:
        known = (network, find_solutions(network, PLANS, diverse=True))
        with desk.at(id) as (live, _):
            live.plans = known
    return known
