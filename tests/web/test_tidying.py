"""Garbage is collected in pauses."""

from __future__ import annotations

import asyncio

from tacit.web.tidying import AT_LEAST_S, PAUSE_S, Tidying


def test_when_it_is_time():
    async def app(scope, receive, send):
        assert not tidying.due(tidying.last + 2 * PAUSE_S)  # somebody waits

    tidying = Tidying(app)
    tidying.tidied = tidying.last + 1
    assert not tidying.due(tidying.last + 10 * AT_LEAST_S)  # nothing has happened
    tidying.tidied = tidying.last - 1
    asyncio.run(tidying({}, None, None))
    assert tidying.working == 0
    assert not tidying.due(tidying.last + PAUSE_S / 2)
    assert tidying.due(tidying.last + 2 * PAUSE_S)
    assert tidying.due(tidying.tidied + 2 * AT_LEAST_S)
