"""Single keys from a terminal, without Enter; lines where there is no terminal."""

from __future__ import annotations

import contextlib
import os
import select
import sys
from collections.abc import Callable, Iterator
from functools import partial

import click

END = ""  # stands for the end of the input


@contextlib.contextmanager
def keyboard() -> Iterator[Callable[[], str]]:
    """A function that waits for a key. Keys that are typed ahead are kept; Ctrl-C interrupts as usual."""
    if not sys.stdin.isatty():
        yield partial(next, _letters_of_lines(), END)
        return
    try:
        import termios
        import tty
    except ImportError:  # Windows
        yield lambda: click.getchar().lower()
        return
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal, termios.TCSANOW)
        yield lambda: _key(terminal)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _letters_of_lines() -> Iterator[str]:
    """Lines as keys: of a number all digits, of other lines the first letter; an empty line is the space bar."""
    for line in sys.stdin:
        typed = line.strip().lower()
        yield from f"{typed}\n" if typed.isdecimal() else typed[:1] or " "


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
