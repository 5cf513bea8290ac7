"""`make bench-attack`: does the owner of the page get the next question while others do what they can against it?

For a minute, a process of its own holds 230 connections with half a request each, and sends 400 malformed requests a
second; ten clients with the key answer one interview as fast as they can. The owner answers another interview, and
waits for each next question. In the middle the server is killed (kill -9) and started again on the same port. Then the
log must have every answer that was acknowledged, once. All of it is on this machine, and ends by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import httpx
from problem_text import problem_text

from tacit.benchmarks import load
from tacit.interview import Log
from web import OPEN, Visitor, logged_in, when_ready

BAR_S = 1.0
SLOW, MALFORMED, CLIENTS = 230, 400, 10  # connections, requests a second, people with the key
PROBLEM = "random-80x8x400"  # it has no pattern, so that questions don't run out
PAUSE_S = 0.2  # the owner reads
MEANTIME = "in the meantime"  # what the page says of an answer that came too late
HOST = "127.0.0.1"


# --- those without the key: a process of their own ---


async def attack(port: int, seconds: float, slow: int, rate: int) -> None:
    """Prints, in the end, what was sent and what came back."""
    end = time.monotonic() + seconds
    seen: Counter[str] = Counter()
    holders = [asyncio.create_task(_hold(port, end, seen)) for _ in range(slow)]
    senders: set[asyncio.Task[None]] = set()
    kinds = _malformed(port)
    dice = random.Random(0)
    began = time.monotonic()
    while time.monotonic() < end:
        due = int((time.monotonic() - began) * rate) - seen["malformed"]
        for _ in range(max(0, min(due, rate // 4))):
            if len(senders) >= 4 * slow:
                seen["not sent"] += 1
            else:
                senders.add(asyncio.create_task(_send(port, dice.choice(kinds), seen)))
            seen["malformed"] += 1
        senders = {task for task in senders if not task.done()}
        await asyncio.sleep(0.02)
    for task in holders:
        task.cancel()
    await asyncio.gather(*holders, *senders, return_exceptions=True)
    print(json.dumps(seen))


async def _hold(port: int, end: float, seen: Counter[str]) -> None:
    """Half a request, and then a byte now and then; again, whenever the server hangs up."""
    while time.monotonic() < end:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection(HOST, port)
            seen["slow"] += 1
            writer.write(b"GET / HTTP/1.1\r\nHost: ")
            while time.monotonic() < end and not reader.at_eof():
                with suppress(TimeoutError):
                    if not await asyncio.wait_for(reader.read(100), 1.0):
                        break
                writer.write(b"a")
            writer.close()
        await asyncio.sleep(0.5)


async def _send(port: int, what: bytes, seen: Counter[str]) -> None:
    status = "no answer"
    with suppress(OSError, TimeoutError):
        reader, writer = await asyncio.open_connection(HOST, port)
        writer.write(what)
        line = await asyncio.wait_for(reader.readline(), 10.0)
        status = line.split()[1].decode() if line.startswith(b"HTTP/1.1 ") else status
        writer.close()
    seen[status] += 1


def _malformed(port: int) -> list[bytes]:
    host = f"Host: {HOST}:{port}\r\n".encode()
    return [
        b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n" + host + b"\r\n",
        b"GET /?" + b"a&" * 60 + b" HTTP/1.1\r\n" + host + b"\r\n",
        b"GET / HTTP/1.1\r\n" + host + b"Cookie: x=" + b"\\" * 20_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + host + b"X: " + b"a" * 70_000 + b"\r\n\r\n",
        b"POST /new HTTP/1.1\r\n" + host + b"Content-Length: 99999999999\r\n\r\n",
        b"POST /new HTTP/1.1\r\n" + host + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"GET / HTTP/1.1\r\nHost: elsewhere\r\n\r\n",
        b"GET /i/1 HTTP/1.1\r\n" + host + b"Cookie: tacit_%d=%s\r\n\r\n" % (port, b"0" * 64),
    ]


# --- those with the key ---


class Client(Visitor):
    """Somebody who answers an interview that may be others', too."""

    def __init__(self, base: str, key: str, path: str | None = None) -> None:
        self.benchmark = load(PROBLEM)
        self.waits: list[float] = []
        self.acknowledged = 0
        self.enter(base, key)
        if path is None:
            made = self.send("/new", text=problem_text(self.benchmark.problem)).headers["location"]
            path = made.split("?")[0]
        self.path = path
        self.look()

    def enter(self, base: str, key: str) -> None:
        self.http, self.token = logged_in(base, key)

    def look(self) -> None:
        """The open question; again, while the page says that it is not ready."""
        self.page = when_ready(self.http, self.path)

    def go_on(self) -> float | None:
        """Answer the open question; returns how long the next one took, None if the server was too busy or is gone."""
        found = OPEN.search(self.page)
        if found is None or not self.asked:
            return None
        began = time.perf_counter()
        try:
            response = self.send(f"{self.path}/answer", question=found[1], answer=self.right())
        except httpx.HTTPError:
            return None
        wait = time.perf_counter() - began
        if response.status_code != 200:
            return None
        self.page = response.text
        self.acknowledged += MEANTIME not in re.sub(r"\s+", " ", response.text)
        self.waits.append(wait)
        return wait


class Serving:
    """The server, which can be killed and started again on the same port."""

    def __init__(self, db: Path) -> None:
        self.db, self.port = db, 0
        self.start()

    def start(self) -> None:
        self.began = time.monotonic()
        at = ["--port", str(self.port)] if self.port else []
        command = [sys.executable, "-m", "tacit", "web", "--db", str(self.db), *at]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        parts = urlsplit(self.process.stdout.readline().split()[1])
        assert parts.port is not None
        self.port, self.key = parts.port, parts.query.removeprefix("key=")
        self.base = f"http://{HOST}:{self.port}"

    def used(self) -> str:
        """How much of a processor the server has used since its last start, where the system tells."""
        with suppress(OSError, IndexError):
            ticks = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
            seconds = (int(ticks[11]) + int(ticks[12])) / os.sysconf("SC_CLK_TCK")
            return f"{100 * seconds / (time.monotonic() - self.began):.0f} % of a processor"
        return "it is not known how much"

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


def crowd(serving: Serving, path: str, until: float, count: int) -> tuple[list[Client], list[threading.Thread]]:
    """People who answer one interview, each in a thread, until the time is up or the server is gone."""
    clients = [Client(serving.base, serving.key, path) for _ in range(count)]

    def talk(client: Client) -> None:
        while time.monotonic() < until:
            if client.go_on() is None:
                try:
                    client.look()
                except httpx.HTTPError:
                    return
                time.sleep(0.05)

    threads = [threading.Thread(target=talk, args=(client,)) for client in clients]
    for each in threads:
        each.start()
    return clients, threads


def spread(waits: Iterable[float]) -> str:
    found = sorted(1000 * wait for wait in waits)
    late = found[int(0.99 * (len(found) - 1))]
    return f"median {statistics.median(found):.0f} ms, p99 {late:.0f} ms, longest {found[-1]:.0f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, metavar="S", help="how long, at most 600")
    parser.add_argument("--slow", type=int, default=SLOW, metavar="N", help="connections with half a request")
    parser.add_argument("--rate", type=int, default=MALFORMED, metavar="N", help="malformed requests a second")
    parser.add_argument("--clients", type=int, default=CLIENTS, metavar="N", help="people on one interview")
    parser.add_argument("--attack", type=int, metavar="PORT", help=argparse.SUPPRESS)
    args = parser.parse_args()
    seconds = min(args.seconds, 600)
    if args.attack is not None:
        asyncio.run(attack(args.attack, seconds, min(args.slow, 1000), min(args.rate, 2000)))
        return
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(not run(Path(folder) / "db.sqlite", seconds, args.slow, args.rate, args.clients))


def run(db: Path, seconds: float, slow: int, rate: int, count: int) -> bool:
    """Print how it went; returns whether the bar is met and nothing is lost."""
    serving = Serving(db)
    attacker = None
    try:
        owner = Client(serving.base, serving.key)
        shared = Client(serving.base, serving.key)
        options = ["--seconds", str(seconds), "--slow", str(slow), "--rate", str(rate)]
        command = [sys.executable, __file__, "--attack", str(serving.port), *options]
        attacker = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        end = time.monotonic() + seconds
        people: list[Client] = [shared]
        again = 0.0
        for half in (0, 1):
            until = end - seconds / 2 if half == 0 else end
            clients, threads = crowd(serving, shared.path, until, count)
            people += clients
            while time.monotonic() < until:
                time.sleep(PAUSE_S)
                if owner.go_on() is None:
                    owner.look()
            if half == 0:
                serving.kill()
                began = time.monotonic()
                serving.start()
                owner.enter(serving.base, serving.key)
                owner.look()
                again = time.monotonic() - began
            for each in threads:
                each.join()
        sent = Counter(json.loads(attacker.communicate(timeout=120)[0]))
        used = serving.used()
    finally:
        if attacker is not None:
            attacker.kill()
        serving.kill()
    with Log(db) as log:
        kept = {client.path: _kept(log, client.path) for client in (owner, shared)}
    given = sum(client.acknowledged for client in people)
    answers = {key: value for key, value in sorted(sent.items()) if key not in ("slow", "malformed", "not sent")}
    print(f"{seconds:.0f} s; {slow} connections with half a request, made {sent['slow']:,} times in all")
    print(f"{sent['malformed'] / seconds:.0f} malformed requests a second ({sent['not sent']:,} not sent): {answers}")
    print(f"The owner: {len(owner.waits)} questions, {spread(owner.waits)} (bar: {1000 * BAR_S:.0f} ms)")
    waits = [wait for client in people for wait in client.waits]
    print(f"{count} clients on one interview: {given:,} answers acknowledged, {spread(waits)}")
    busy = (
        f"; load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors" if os.name == "posix" else ""
    )
    print(f"The server has used {used}{busy}")
    print(f"kill -9 after {seconds / 2:.0f} s: the owner's question is there again after {again:.1f} s")
    # An answer may have been kept just before the kill, and its acknowledgement lost.
    fine = owner.acknowledged <= kept[owner.path] <= owner.acknowledged + 1 and given <= kept[shared.path] <= given + 1
    numbers = (
        f"{owner.acknowledged:,} + {given:,} answers acknowledged, {kept[owner.path]:,} + {kept[shared.path]:,} kept"
    )
    print(f"{numbers}: {'nothing is lost' if fine else 'NOT THE SAME'}")
    return fine and max(owner.waits) <= BAR_S


def _kept(log: Log, path: str) -> int:
    """How many answers the log has; each number once, without gaps."""
    positions = [entry.position for entry in log.entries(int(path.removeprefix("/i/")))]
    assert positions == list(range(1, len(positions) + 1)), "answers are missing, or there twice"
    return len(positions)


if __name__ == "__main__":
    main()
