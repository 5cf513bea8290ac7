"""A server that is busy: it ends at once, says how far it is, and knows what fits into its memory."""

from __future__ import annotations

import asyncio
import re
import signal
import threading

import pytest

from kit.pages import NOT_READY, WEEK, Server, Visitor
from tacit.errors import ProblemError
from tacit.formats.problem_file import parse_problem
from tacit.interview import Interview, Log
from tacit.interview.beside import how_far
from tacit.web.desk import Desk
from tacit.web.handler_threads import HandlerThreads

LONG = 'name = "long"\nlanguage = ["!=", "x + y + z + w != 9"]\n[variables]\nx = { shape = [10, 10], domain = "1..5" }'
# The learner thinks for as long as nobody would wait; the first page says so first.
THINKING = (
    "import time\n"
    "from tacit.interview import Interview\n"
    "open_ = Interview.open.__func__\n"
    "def slowly(cls, *given):\n"
    "    time.sleep({seconds})\n"
    "    return open_(cls, *given)\n"
    "Interview.open = classmethod(slowly)\n"
    "from tacit.__main__ import main\n"
    "main()\n"
)


def test_ctrl_c_while_the_learner_thinks(tmp_path):
    """The process ends, long before the page would be there, and nothing that was answered is lost."""
    db = tmp_path / "db.sqlite"
    with Server(db) as server:
        visitor = Visitor(server)
        path = visitor.start(WEEK)
        visitor.post(f"{path}/answer", question=visitor.question(path).name, answer="no")
        visitor.close()
    server = Server(db, program=("-c", THINKING.format(seconds=600)))
    visitor = Visitor(server)
    waits = threading.Thread(target=_ask, args=(visitor, f"{path}/side"))  # a part of a page waits until it is there
    waits.start()
    assert NOT_READY in visitor.http.once(path).text  # so it is being opened
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(timeout=60) == 130
    assert "Traceback" not in server.process.stderr.read()
    server.kill()
    waits.join(timeout=60)
    with Log(db) as log:
        assert [entry.answer for entry in log.entries(int(path[3:]))] == [False]


def _ask(visitor, path):
    try:
        visitor.http.get(path, timeout=60)
    except Exception:  # the server is ended meanwhile
        return


def test_a_page_that_says_that_it_is_not_ready(tmp_path):
    """After a restart an interview is replayed: a page says so at once, and comes again by itself."""
    db = tmp_path / "db.sqlite"
    with Server(db) as server:
        visitor = Visitor(server)
        path = visitor.start(WEEK)
        question = visitor.question(path)
        visitor.close()
    with Server(db, program=("-c", THINKING.format(seconds=2))) as server:
        visitor = Visitor(server)
        text = visitor.http.once(path).text
        assert NOT_READY in text
        assert "week" in text
        assert visitor.http.get("/").status_code == 200  # nobody else waits
        assert visitor.question(path) == question  # it comes by itself
        visitor.close()


def test_how_far_it_is_after_a_restart(tmp_path):
    """The start page tells it without opening an interview; not if it was gone on with elsewhere."""
    db = tmp_path / "db.sqlite"
    with Server(db) as server:
        visitor = Visitor(server)
        path = visitor.start(WEEK)
        visitor.post(f"{path}/answer", fragment=True, question=visitor.question(path).name, answer="no")
        told = re.search(r'<div class="progress">(.*?)</div>', visitor.http.get("/").text, re.S)[1]
        assert "learning the rules" in told
        visitor.close()
    with Server(db, program=("-c", THINKING.format(seconds=600))) as server:
        visitor = Visitor(server)
        assert told in visitor.http.get("/").text
        visitor.close()
    with Log(db) as log:
        interview = Interview.open(log, int(path[3:]))
        interview.answer(False)
        assert how_far(log) == {}
    with Server(db) as server:
        visitor = Visitor(server)
        assert "open it to see" in visitor.http.get("/").text
        visitor.close()


def test_what_does_not_fit_into_memory_is_refused_with_numbers(tmp_path):
    """Four of a hundred cells are 3,921,225 scopes. That is known before any of them is made."""
    with Server(tmp_path / "db.sqlite", "--memory", "2.5") as server:
        visitor = Visitor(server)
        answer = visitor.post("/new", text=LONG)
        assert answer.status_code == 422
        assert "3,926,175 candidates" in answer.text
        assert "about 3.1 GB" in answer.text
        path = visitor.start(LONG.replace(', "x + y + z + w != 9"', ""))
        added = visitor.post(f"{path}/relation", question=visitor.question(path).name, relation="x + y + z + w != 9")
        assert added.status_code == 422
        assert "about 3.1 GB" in added.text
        visitor.close()


def test_interviews_share_a_budget(tmp_path):
    """The one that was used longest ago makes room; opened again, it is as it was."""
    file = parse_problem(WEEK, source="test")
    with Log(tmp_path / "db.sqlite") as log:
        desk = Desk(log)
        first = desk.start(file)
        with desk.at(first) as (live, interview):
            size, question = interview.memory(), interview.question
        assert live.size == size > 0
        desk = Desk(log, budget=int(2.5 * size))
        more = [desk.start(file) for _ in range(2)]
        with desk.at(first) as (_, interview):
            assert interview.question == question
        assert [desk.in_memory(each) for each in (first, *more)] == [True, False, True]
        with pytest.raises(ProblemError, match="may be used here"):
            Desk(log, budget=size // 2).start(file)


def test_an_interview_that_can_not_be_opened_says_so(tmp_path):
    with Log(tmp_path / "db.sqlite") as log:
        interview = Desk(log).start(parse_problem(WEEK, source="test"))
        desk = Desk(log, budget=1)
        for _ in range(2):
            assert desk.not_ready(interview, patience=60) is None
            with pytest.raises(ProblemError, match="may be used here"), desk.at(interview):
                pass


def test_threads_are_made_as_they_are_needed():
    workers = HandlerThreads(most=3)
    started, go_on = threading.Semaphore(0), threading.Event()

    def wait():
        started.release()
        go_on.wait(60)
        return threading.current_thread().name

    def fail():
        raise ValueError("on purpose")

    async def main():
        assert await workers.run(len, "abc") == 3
        assert await workers.run(len, "abc") == 3  # by the same thread
        with pytest.raises(ValueError, match="on purpose"):
            await workers.run(fail)
        several = [asyncio.ensure_future(workers.run(wait)) for _ in range(5)]
        await asyncio.to_thread(lambda: [started.acquire(timeout=60) for _ in range(3)])
        assert workers.working == 5
        go_on.set()
        assert sorted(set(await asyncio.gather(*several))) == ["page 1", "page 2", "page 3"]
        assert workers.working == 0

    asyncio.run(main())
