"""The page for tests: the server as a process of its own, and someone who talks to it by HTTP."""

from __future__ import annotations

import contextlib
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import httpx

from tacit.problem.network import Network
from tacit.problem.problem import Problem

WEEK = """
name = "week"
language = ["!=", "<", "x != Mon"]
[variables]
day = { rows = ["anna", "ben", "carla", "dora"], domain = ["Mon", "Tue", "Wed"] }
"""
WEEK_RULES = ["day[anna] != day[ben]", "day[ben] < day[carla]", "day[dora] != Mon"]


class Server:
    """`tacit web` as a process."""

    def __init__(
        self, db: Path, *arguments: str, port: int | None = None, program: Sequence[str] = ("-m", "tacit")
    ) -> None:
        self.db = db
        command = [
            sys.executable,
            *program,
            "web",
            *arguments,
            "--db",
            str(db),
            "--port",
            str(port or free_port()),
        ]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("Open http://127.0.0.1:"), line or self.process.stderr.read()
        self.address = line.split()[1]
        parts = urlsplit(self.address)
        self.port = parts.port
        self.key = parts.query.removeprefix("key=")
        self.base = f"http://127.0.0.1:{parts.port}"

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        """Ctrl-C, as people end it; `make coverage` sees nothing of a process that is killed."""
        self.process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=10)
        self.kill()


def free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


NOT_READY = '<meta http-equiv="refresh" content="1">'  # a page that comes again by itself


class Tab(httpx.Client):
    """A browser's tab: where a form has led to, its address has the notice that belongs to it, as in a browser. And a
    page that comes again by itself does so."""

    led_to = ""

    def get(self, url: Any, **options: Any) -> httpx.Response:
        address, _, _ = self.led_to.partition("?notice=")
        while True:
            answer = self.once(self.led_to if address and url == address else url, **options)
            if NOT_READY not in answer.text:
                return answer
            time.sleep(0.1)

    def once(self, url: Any, **options: Any) -> httpx.Response:
        """What is there at once, though it may say that it is not ready."""
        return super().get(url, **options)

    def post(self, url: Any, **options: Any) -> httpx.Response:
        answer = super().post(url, **options)
        self.led_to = answer.headers.get("location") or answer.headers.get("x-tacit-at", "")
        return answer


class Visitor:
    """Someone with the key, who sends forms as the page does."""

    def __init__(self, server: Server) -> None:
        self.http = Tab(base_url=server.base, timeout=30, trust_env=False)
        self.http.get("/", params={"key": server.key})
        self.token = field(self.http.get("/").text, "token")

    def post(self, path: str, fragment: bool = False, **fields: object) -> httpx.Response:
        data = urlencode({"token": self.token, **fields}, doseq=True)
        headers = {"Content-Type": "application/x-www-form-urlencoded", **({"X-Tacit": "1"} if fragment else {})}
        return self.http.post(path, content=data, headers=headers)

    def start(self, text: str) -> str:
        """Start a new interview; returns its path."""
        return self.post("/new", text=text).headers["location"].split("?")[0]

    def question(self, path: str) -> Question | None:
        return Question.read(self.http.get(path).text)

    def close(self) -> None:
        self.http.close()


class Question:
    """A question as it stands on the page: an example, or a rule in words."""

    def __init__(self, name: str, shown: dict[str, str], words: str | None = None) -> None:
        self.name = name
        self.shown = shown
        self.words = words

    @classmethod
    def read(cls, page: str) -> Question | None:
        """The open question on a page, or on a part of a page; None if there is none."""
        if 'id="answer"' not in page:
            return None
        claim = re.search(r'id="spoken" aria-live="polite">(?!Question)(.*?)</p>', page)
        if claim is not None:
            return cls(field(page, "question"), {}, unescape(claim[1]))
        cells = re.findall(r'name="clash" value="([^"]*)".*?<span>(.*?)</span>', page)
        return cls(field(page, "question"), {unescape(name): unescape(value) for name, value in cells})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Question) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]


def field(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found is not None, page[:2000]
    return unescape(found[1])


def accepts(problem: Problem, target: Network, shown: dict[str, str]) -> bool:
    """What someone with this target answers to what the page shows."""
    v = problem.vocabulary
    example = {name: value if v.is_named[v.index[name]] else int(value) for name, value in shown.items()}
    return target.accepts_codes(v.encode(example))
