"""Pages of the documentation, run: their Python as doctests, their commands in a folder of their own.

A block of a page is one of these:

    python            with >>> a doctest; without, it is executed. All blocks of a page share their names
    console           each line `$ command` is run. The other lines must be in what the command before them has printed,
                      in this order, whatever the blanks; `…` stands for anything. A block without `$` goes on with the
                      output of the last command
    with a caption    a file of that name (a `code-block` with `:caption: week.toml`), written and not executed
    anything else     is not run
"""

from __future__ import annotations

import doctest
import os
import re
import stat
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

BLOCK = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<text>.*?)^```$", flags=re.DOTALL | re.MULTILINE)
CAPTION = re.compile(r"\A:caption: (\S+)\n+")
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
SECONDS = 300


@dataclass(frozen=True)
class Block:
    kind: str  # python, console, toml …
    text: str
    line: int
    file: str | None = None  # that it is


def blocks(path: Path) -> list[Block]:
    """The blocks of a page, in order."""
    page = path.read_text(encoding="utf-8")
    made = []
    for found in BLOCK.finditer(page):
        words = found["info"].replace("{code-block}", "").split()
        caption = CAPTION.match(found["text"])
        text = found["text"][caption.end() :] if caption else found["text"]
        line = page.count("\n", 0, found.start()) + 2
        made.append(Block(words[0] if words else "", text, line, caption[1] if caption else None))
    return made


@dataclass
class Reader:
    """Somebody who does what a page says, in an empty folder. `typing` says what they type at a command."""

    folder: Path
    typing: Callable[[str, Path], str] = lambda command, folder: ""
    names: dict[str, Any] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)  # what the last command has printed, line by line

    def __post_init__(self) -> None:
        self.home = self.folder / "home"
        programs = self.folder / "programs"
        programs.mkdir()
        self.home.mkdir()
        for name, called in (("tacit", "-m tacit"), ("python", "")):
            file = programs / name
            file.write_text(f'#!/bin/sh\nexec "{sys.executable}" {called} "$@"\n')
            file.chmod(file.stat().st_mode | stat.S_IXUSR)
        self.environment = {
            **os.environ,
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "TACIT_DB": str(self.folder / "answers.sqlite"),
            "COLUMNS": "80",
        }

    def follow(self, page: Path) -> int:
        """Do all that it says; returns how many blocks were run or written."""
        done, what = 0, blocks(page)
        here = Path.cwd()
        os.chdir(self.home)  # Python's blocks read and write files, too
        sys.path.insert(0, str(self.home))
        try:
            for block in what:
                where = f"{page.name}, line {block.line}"
                if block.file is not None:
                    (self.home / block.file).write_text(block.text, encoding="utf-8")
                elif block.kind == "python":
                    self.execute(block.text, where)
                elif block.kind == "console":
                    self.type(block.text, where)
                else:
                    continue
                done += 1
        finally:
            os.chdir(here)
            sys.path.remove(str(self.home))
        return done

    def execute(self, text: str, where: str) -> None:
        if ">>>" not in text:
            exec(compile(text, where, "exec"), self.names)
            return
        test = doctest.DocTestParser().get_doctest(text, self.names, where, None, 0)
        said: list[str] = []
        failed = doctest.DocTestRunner(optionflags=FLAGS).run(test, out=said.append, clear_globs=False)
        self.names = test.globs
        assert not failed.failed, "".join(said)

    def type(self, text: str, where: str) -> None:
        for line in text.splitlines():
            if line.startswith("$ "):
                command = line[2:].partition("  #")[0].strip()
                self.unread = self.printed(command).splitlines()
            elif line.strip() and line.strip() != "…":
                wanted = re.compile(r".*".join(re.escape(part) for part in " ".join(line.split()).split("…")))
                seen = (n for n, each in enumerate(self.unread) if wanted.fullmatch(" ".join(each.split())))
                at = next(seen, None)
                assert at is not None, f"{where}: {line!r} is not in\n" + "\n".join(self.unread)
                del self.unread[: at + 1]

    def printed(self, command: str) -> str:
        done = subprocess.run(
            command,
            shell=True,
            cwd=self.home,
            env=self.environment,
            input=self.typing(command, self.home),
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=SECONDS,
        )
        assert done.returncode == 0, f"{command}: exit code {done.returncode}\n{done.stdout}{done.stderr}"
        return done.stdout + done.stderr
