"""What a person types: single keys at a terminal, without Enter; lines where there is no terminal."""

from __future__ import annotations

import contextlib
import os
import select
import sys
from collections.abc import Callable, Iterator
from typing import Protocol

import click

from tacit.structure.rule import IT_DIFFERS, NO_LIMIT

END = ""  # stands for the end of the input
ERASE = ("\x7f", "\b")
SIGNS = ("-", "+")
UNDO = ("u", *ERASE)
GIVE_UP = ("\x1b", "\x04", END)
LEAVE = ("q", *GIVE_UP)
# What a line may say instead of a key. Of other lines the first letter must not count: "unknown" is not "undo".
WORDS = {"yes": "y", "no": "n", "unknown": "?", "don't know": "?", "undo": "u", "leave": "q", "quit": "q"}
WORDS |= {NO_LIMIT: "l", IT_DIFFERS: "d"}


class Keys(Protocol):
    """What was typed, in small letters."""

    def key(self) -> str:
        """Wait for a key. Keys that are typed ahead are kept; Ctrl-C interrupts as usual."""

    def number(self) -> str:
        """Wait for a key; if it is a digit or a sign, for the rest of the number, up to Enter."""

    def line(self) -> str:
        """Wait for a line, or for a key that leaves."""

    def text(self) -> str:
        """Wait for a line of words; empty if the person has nothing to say."""


class Lines:
    """No terminal: each line stands for a key. An empty line is the space bar."""

    def key(self) -> str:
        line = sys.stdin.readline()
        return _typed(line) or " " if line else END

    def number(self) -> str:
        return self.key()

    def line(self) -> str:
        typed = _typed(sys.stdin.readline())
        click.echo(typed)
        return typed

    def text(self) -> str:
        typed = sys.stdin.readline().strip().lower()
        click.echo(typed)
        return typed


class Terminal:
    """Keys as they are pressed."""

    def __init__(self, read: Callable[[], str]) -> None:
        self.key = read

    def number(self) -> str:
        pressed = self.key()
        if not (pressed.isdecimal() or pressed in SIGNS):
            return pressed
        typed = ""
        while True:
            if pressed in ("\n", "\r") and typed:
                return typed
            if pressed in GIVE_UP:
                return pressed
            if pressed in ERASE:  # never an undo here: who mends a number may press it once too often
                click.echo("\b \b" if typed else "", nl=False)
                typed = typed[:-1]
            elif pressed.isprintable():
                click.echo(pressed, nl=False)
                typed += pressed
            pressed = self.key()

    def line(self) -> str:
        typed = ""
        while True:
            pressed = self.key()
            if pressed in ("\n", "\r", " ") or pressed in LEAVE:
                click.echo()
                return typed or (pressed if pressed in LEAVE else "")
            if pressed in UNDO:
                typed = typed[:-1]
                continue
            click.echo(pressed, nl=False)
            typed += pressed

    def text(self) -> str:
        typed = ""
        while True:
            pressed = self.key()
            if pressed in ("\n", "\r"):
                click.echo()
                return typed
            if pressed in GIVE_UP:
                click.echo()
                return ""
            if pressed in ERASE:
                if typed:
                    click.echo("\b \b", nl=False)
                typed = typed[:-1]
            elif pressed.isprintable():
                click.echo(pressed, nl=False)
                typed += pressed


@contextlib.contextmanager
def keyboard() -> Iterator[Keys]:
    """What the person types, for as long as the block runs."""
    if not sys.stdin.isatty():
        yield Lines()
        return
    try:
        import termios
        import tty
    except ImportError:  # Windows
        yield Terminal(lambda: click.getchar().lower())
        return
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal, termios.TCSANOW)
        yield Terminal(lambda: _key(terminal))
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _typed(line: str) -> str:
    typed = line.strip().lower()
    return WORDS.get(typed, typed)


def _key(terminal: int) -> str:
    """One key. Arrow keys and the like send several bytes, which count as one key."""
    first = os.read(terminal, 1)
    if first == b"\x1b" and select.select([terminal], [], [], 0.02)[0]:
        first += os.read(terminal, 16)
    while first and first[0] >= 0xC0 and not _is_text(first) and len(first) < 4:  # a letter of several bytes
        first += os.read(terminal, 1)
    return first.decode(errors="replace").lower()


def _is_text(letters: bytes) -> bool:
    try:
        letters.decode()
    except UnicodeDecodeError:
        return False
    return True
