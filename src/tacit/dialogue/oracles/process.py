"""A command as a process: it is sent lines and answers lines within a time limit, and in the end it is ended."""

from __future__ import annotations

import contextlib
import errno
import os
import select
import shlex
import signal
import subprocess
import threading
import time
import weakref
from typing import Any, NoReturn

from tacit.errors import OracleError

MAX_LINE = 1 << 20
CHUNK = 1 << 16
STDERR_KEPT = 4096  # bytes; of these, the last STDERR_LINES lines are shown
STDERR_LINES = 5
GRACE_S = 1.0  # how long a command may take to end by itself, and again after SIGTERM
LOOK_S = 0.1  # how often to look whether the command has ended: a child of it may keep its stdout open


class CommandError(OracleError):
    """The command can't be started, ended, did not answer in time, or printed something that is no answer."""


class Lost(Exception):
    """The command has ended, or does not answer. `again`: starting it again may help."""

    def __init__(self, what: str, *, again: bool) -> None:
        super().__init__(what)
        self.again = again


class Process:
    """The command as a process: `exchange` sends a line and waits for one, `end` ends it."""

    def __init__(self, arguments: list[str]) -> None:
        try:
            # In a session of its own: Ctrl-C then reaches only us, and its children can be ended with it.
            self._popen = subprocess.Popen(
                arguments,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            _refuse(arguments, error)
        # If nobody closes the oracle, the command is killed at the latest when Python ends.
        self._finalizer = weakref.finalize(self, _kill, self._popen.pid)
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        assert self._popen.stderr is not None
        self._in, self._out = self._popen.stdin.fileno(), self._popen.stdout.fileno()
        os.set_blocking(self._in, False)
        os.set_blocking(self._out, False)
        self._readable = select.poll()
        self._readable.register(self._out, select.POLLIN)
        self._both = select.poll()
        self._both.register(self._out, select.POLLIN)
        self._both.register(self._in, select.POLLOUT)
        self._buffer = b""
        self._stderr = _Tail(self._popen.stderr)

    def printed(self) -> bytes:
        """What it has printed without being asked."""
        with contextlib.suppress(BlockingIOError):
            self._buffer += os.read(self._out, CHUNK)
        return self._buffer

    def exchange(self, line: bytes, limit_s: float) -> bytes:
        """Send one line, and wait for one line. Whatever was printed right after it is returned with it."""
        end = time.monotonic() + limit_s
        left = memoryview(line)
        while True:
            if left:
                left = self._send(left)
            left_s = end - time.monotonic()
            if left_s <= 0:
                hint = self._instead() or " (does it flush each line that it prints?)"
                raise Lost(f"gave no answer in {limit_s:g} s{hint}", again=True)
            ready = (self._both if left else self._readable).poll(1000 * min(left_s, LOOK_S))
            ended = not ready and self._popen.poll() is not None
            if ended or any(file == self._out for file, _ in ready):
                try:
                    chunk = os.read(self._out, CHUNK)
                except BlockingIOError:
                    chunk = b""
                    if not ended:
                        continue
                if not chunk:
                    raise self._ended()
                self._buffer += chunk
                if b"\n" in chunk:
                    reply, self._buffer = self._buffer, b""
                    return reply
                if len(self._buffer) > MAX_LINE:
                    reply, self._buffer = self._buffer, b""
                    return reply

    def _send(self, left: memoryview) -> memoryview:
        try:
            return left[os.write(self._in, left) :]
        except BlockingIOError:
            return left
        except BrokenPipeError:
            raise self._ended() from None

    def _ended(self) -> Lost:
        """Why it can't be asked any more."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(GRACE_S)
        self.printed()
        code = self._popen.returncode
        if code is None:
            return Lost(f"closed its stdin or stdout, but did not end{self._instead()}", again=True)
        if code < 0:
            return Lost(f"was ended by {_signal(-code)}{self._instead()}", again=True)
        return Lost(f"ended with exit code {code}{self._instead()}", again=code != 0)

    def _instead(self) -> str:
        if not self._buffer:
            return ""
        line = "" if b"\n" in self._buffer else ", without an end of line"
        return f" (it printed {shown(self._buffer)}{line})"

    def last_words(self) -> bytes:
        """Close its stdin, wait a little for it to end, and return what it has printed until then."""
        with contextlib.suppress(OSError):
            assert self._popen.stdin is not None
            self._popen.stdin.close()
        end = time.monotonic() + GRACE_S
        while (left_s := end - time.monotonic()) > 0 and len(self._buffer) <= MAX_LINE:
            if not self._readable.poll(1000 * min(left_s, LOOK_S)):
                if self._popen.poll() is not None:
                    break
                continue
            try:
                chunk = os.read(self._out, CHUNK)
            except BlockingIOError:
                continue
            if not chunk:
                break
            self._buffer += chunk
        return self._buffer

    def end(self) -> None:
        """End it and its children: first ask them to end, then kill them."""
        try:
            _signal_group(self._popen.pid, signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._popen.wait(GRACE_S)
        finally:
            # A child may outlive the command. The number of their group can't have been given to others so soon.
            _kill(self._popen.pid)
            self._finalizer.detach()
            self._popen.wait()
            for pipe in (self._popen.stdin, self._popen.stdout):
                assert pipe is not None
                with contextlib.suppress(OSError):
                    pipe.close()

    def stderr(self) -> str:
        """The last lines of its stderr, to be added to a message; each on a line of its own, after a bar."""
        return self._stderr.shown()


class _Tail:
    """Reads stderr all the time, so that the command never has to wait to write to it, and keeps the end."""

    def __init__(self, pipe: Any) -> None:
        self._kept = b""
        self._thread = threading.Thread(target=self._read, args=(pipe,), daemon=True)
        self._thread.start()

    def _read(self, pipe: Any) -> None:
        # The thread itself closes the pipe: if somebody else did, it might be closed while the thread reads.
        with pipe, contextlib.suppress(OSError):
            while chunk := os.read(pipe.fileno(), CHUNK):
                self._kept = (self._kept + chunk)[-STDERR_KEPT:]

    def shown(self) -> str:
        self._thread.join(GRACE_S)  # no longer: a child that has left the group may keep the pipe open
        lines = [line for line in map(_printable, self._kept.decode(errors="replace").splitlines()) if line.strip()]
        if not lines:
            return ". Its stderr is empty"
        return ". The end of its stderr:" + "".join(f"\n  | {shorten(line, 200)}" for line in lines[-STDERR_LINES:])


def _refuse(arguments: list[str], error: OSError | ValueError) -> NoReturn:
    program = arguments[0]
    if isinstance(error, FileNotFoundError) and os.path.exists(program):
        why = "the program that its first line (#!) names does not exist"
    elif isinstance(error, FileNotFoundError):
        why = "there is no such program" + ("" if os.sep in program else f" in the PATH (is it ./{program}?)")
    elif isinstance(error, PermissionError):
        why = "it is a directory" if os.path.isdir(program) else "it is not executable (chmod +x makes it so)"
    elif isinstance(error, OSError) and error.errno == errno.ENOEXEC:
        why = "it is not a program; a script needs a first line such as #!/usr/bin/env python3"
    else:
        why = str(error)
    raise CommandError(f"{name_of(arguments)} can't be started: {why}") from None


def name_of(arguments: list[str]) -> str:
    return f"the command {shorten(_printable(shlex.join(arguments)), 80)}"


def shown(printed: bytes) -> str:
    text = printed[:400].decode(errors="replace").rstrip("\r\n")
    return repr(shorten(text, 80)) if text else "an empty line"


def _printable(text: str) -> str:
    """The text without anything that a terminal would obey."""
    return "".join(c if c.isprintable() else " " if c == "\t" else "?" for c in text)


def shorten(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 2] + " …"


def _signal(number: int) -> str:
    try:
        return f"signal {number} ({signal.Signals(number).name})"
    except ValueError:
        return f"signal {number}"


def _signal_group(group: int, number: int) -> None:
    # macOS says "not permitted" if all processes of the group have ended.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)


def _kill(group: int) -> None:
    _signal_group(group, signal.SIGKILL)
