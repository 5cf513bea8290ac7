"""A command that answers: one question a line on its stdin, one answer a line on its stdout.

    with CommandOracle("./checker --strict") as oracle:
        result = tacit.learn(problem, oracle)

The command is started once, without a shell, and is sent one JSON object a line. The example holds the assigned
variables and nothing else, values that have names by their names:

    {"id": 1, "example": {"anna": "Mon", "ben": "Tue"}}

For each of them it prints one line, and nothing else, and flushes it. Any of these is an answer:

    {"answer": "yes"}       {"answer": "no"}        {"answer": "unknown"}      (or "true", "false", "null"; any case)
    {"answer": true}        {"answer": false}       {"answer": null}
    yes    true             no    false             unknown    null            (the bare word, or it as a JSON text)

An `id` beside the answer must be that of the question; it is the one way to notice at once that answers and questions
are out of step. Other keys are not looked at. The command ends when its stdin does. Its stderr is kept for messages.

A command that crashes, or does not answer in time, is started again and asked the same question once more; then it is
a `CommandError`. What is no answer is one at once, and so is an exit code 0 before the end: that is no accident, and
starting the command again and again would only hide it. Questions that were answered stay answered, whatever happens.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import select
import shlex
import signal
import subprocess
import threading
import time
import weakref
from collections.abc import Sequence
from types import TracebackType
from typing import Any, NoReturn, Self

from tacit.errors import OptionError, OracleError
from tacit.query import Query

WORDS = {"yes": True, "true": True, "no": False, "false": False, "unknown": None, "null": None}
ACCEPTED = 'one line {"answer": "yes"}, "no" or "unknown", or just the word'
MAX_LINE = 1 << 20
CHUNK = 1 << 16
STDERR_KEPT = 4096  # bytes; the last STDERR_LINES of them are shown
STDERR_LINES = 5
GRACE_S = 1.0  # for a command to end by itself, and once more after SIGTERM
LOOK_S = 0.1  # how often to see whether a command has ended whose child keeps its stdout open


class CommandError(OracleError):
    """The command can't be started, ended, did not answer in time, or said something that is no answer."""


class _Lost(Exception):
    """The command has ended, or does not answer. `again`: starting it again may help."""

    def __init__(self, what: str, *, again: bool) -> None:
        super().__init__(what)
        self.again = again


class CommandOracle:
    """An oracle that asks a command, in the way described above.

    command: a text, split as a shell would split it, or a list of the program and its arguments
    limit_s: the seconds that an answer may take, the first one with the start of the command
    retries: how often a command that crashed or hangs is started again for one question
    asked:   the questions that were asked before, in an interview that goes on; ids are counted from there
    """

    def __init__(
        self, command: str | Sequence[str], *, limit_s: float = 10.0, retries: int = 1, asked: int = 0
    ) -> None:
        self.arguments = _read_command(command)
        if not limit_s > 0:
            raise OptionError(f"the time limit of a command must be more than 0 seconds, not {limit_s!r}")
        self.limit_s = limit_s
        self.retries = retries
        self.asked = asked
        self.restarts: list[str] = []  # why the command was started again, each time
        self._process: _Process | None = None
        self._last = ""  # the question that was answered last, for messages
        self._answered = 0  # since the command was started

    def __enter__(self) -> Self:
        self._running()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if error is None:
            self.close()
        else:
            self._end()  # whatever the command still has to say, the error comes first

    def close(self) -> None:
        """End the command and its children. It is an error if it has printed more than answers."""
        process, self._process = self._process, None
        if process is None:
            return
        try:
            more = process.last_words()
        finally:
            process.end()
        if more:
            raise CommandError(f"{self._called()} {_printed_more(more)} after {self._last or 'it was started'}")

    def ask(self, query: Query) -> bool | None:
        """The command's answer: True (yes), False (no) or None (don't know)."""
        self.asked += 1
        example = json.dumps(query.shown)
        line = f'{{"id": {self.asked}, "example": {example}}}\n'.encode()
        question = f"question {self.asked}, {_shorten(example, 200)}"
        for trial in range(self.retries + 1):
            try:
                answer = self._exchange(line, question)
                break
            except _Lost as lost:
                self._give_up_or_start_again(lost, trial, question)
            except BaseException:
                self._end()
                raise
        self._last, self._answered = question, self._answered + 1
        return answer

    def _exchange(self, line: bytes, question: str) -> bool | None:
        process = self._running()
        more = process.printed()
        if more:
            # Whose answer this is can't be known, nor whether the ones before were right.
            raise CommandError(f"{self._called()} {_printed_more(more)} after {self._last or 'it was started'}")
        reply = process.exchange(line, self.limit_s)
        try:
            return _read_answer(reply, self.asked)
        except ValueError as error:
            # Not asked again: it is there, and it means something else than we do. Its next guess is worth no more.
            raise CommandError(
                f"{self._called()} answered {question}, with {error}; what is accepted is {ACCEPTED}"
            ) from None

    def _give_up_or_start_again(self, lost: _Lost, trial: int, question: str) -> None:
        process, self._process = self._process, None
        assert process is not None
        process.end()
        after = f", after {self._answered:,} answer{'s' * (self._answered > 1)}," if self._answered else ""
        what = f"{lost}{after} on {question}"
        if lost.again and trial < self.retries:
            self.restarts.append(what)
            return
        again = " (it was started again, to no avail)" if trial else ""
        raise CommandError(f"{self._called()} {what}{again}{process.stderr()}") from None

    def _running(self) -> _Process:
        if self._process is None:
            self._process = _Process(self.arguments)
            self._answered = 0
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.end()

    def _called(self) -> str:
        return _name(self.arguments)

    def __repr__(self) -> str:
        return f"CommandOracle({shlex.join(self.arguments)!r})"


class _Process:
    """The command as a process: lines in, lines out, with a limit, and an end."""

    def __init__(self, arguments: list[str]) -> None:
        try:
            # A session of its own: Ctrl-C is for us, and at the end its children can be ended with it.
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
        # An oracle that nobody closed: at the latest when Python ends.
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
        """What it has printed and nobody has asked for."""
        with contextlib.suppress(BlockingIOError):
            self._buffer += os.read(self._out, CHUNK)
        return self._buffer

    def exchange(self, line: bytes, limit_s: float) -> bytes:
        """Send one line, and wait for one line. It comes without its end, but with whatever was printed after it."""
        end = time.monotonic() + limit_s
        left = memoryview(line)
        while True:
            if left:
                left = self._send(left)
            left_s = end - time.monotonic()
            if left_s <= 0:
                hint = self._instead() or " (does it flush each line that it prints?)"
                raise _Lost(f"gave no answer in {limit_s:g} s{hint}", again=True)
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

    def _ended(self) -> _Lost:
        """It can't be asked any more: why?"""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(GRACE_S)
        self.printed()
        code = self._popen.returncode
        if code is None:
            return _Lost(f"closed its stdin or stdout, but did not end{self._instead()}", again=True)
        if code < 0:
            return _Lost(f"was ended by {_signal(-code)}{self._instead()}", again=True)
        return _Lost(f"ended with exit code {code}{self._instead()}", again=code != 0)

    def _instead(self) -> str:
        if not self._buffer:
            return ""
        line = "" if b"\n" in self._buffer else ", without an end of line"
        return f" (it printed {_shown(self._buffer)}{line})"

    def last_words(self) -> bytes:
        """Close its stdin, and wait a little for its end; what it has printed until then."""
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
        """End it, and its children: politely, then not."""
        try:
            _signal_group(self._popen.pid, signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._popen.wait(GRACE_S)
        finally:
            # The command may be gone and a child of it may not. Nobody else can have got the number of its group yet.
            _kill(self._popen.pid)
            self._finalizer.detach()
            self._popen.wait()
            for pipe in (self._popen.stdin, self._popen.stdout):
                assert pipe is not None
                with contextlib.suppress(OSError):
                    pipe.close()

    def stderr(self) -> str:
        """The last lines of its stderr, to be put behind a message; each on a line of its own, behind a bar."""
        return self._stderr.shown()


class _Tail:
    """Reads stderr all the time, so that nobody waits to write to it, and keeps the end."""

    def __init__(self, pipe: Any) -> None:
        self._kept = b""
        self._thread = threading.Thread(target=self._read, args=(pipe,), daemon=True)
        self._thread.start()

    def _read(self, pipe: Any) -> None:
        # The thread closes what it reads from: whoever else did so might close a file under its hands.
        with pipe, contextlib.suppress(OSError):
            while chunk := os.read(pipe.fileno(), CHUNK):
                self._kept = (self._kept + chunk)[-STDERR_KEPT:]

    def shown(self) -> str:
        self._thread.join(GRACE_S)  # not longer: a child that has left the group may keep it open
        lines = [line for line in map(_printable, self._kept.decode(errors="replace").splitlines()) if line.strip()]
        if not lines:
            return ". Its stderr is empty"
        return ". The end of its stderr:" + "".join(f"\n  | {_shorten(line, 200)}" for line in lines[-STDERR_LINES:])


def _read_command(command: str | Sequence[str]) -> list[str]:
    if isinstance(command, str):
        try:
            arguments = shlex.split(command)
        except ValueError as error:
            raise OptionError(f"the command {_shorten(command, 80)!r} can't be split into words: {error}") from None
    else:
        arguments = [os.fspath(each) for each in command]
    if not arguments or not arguments[0]:
        raise OptionError(f"a command is the name of a program and its arguments, not {command!r}")
    return arguments


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
    raise CommandError(f"{_name(arguments)} can't be started: {why}") from None


def _read_answer(reply: bytes, number: int) -> bool | None:
    """The answer in what was printed. ValueError, with what it is instead, if it is none."""
    line, _, more = reply.partition(b"\n")
    if len(line) > MAX_LINE:
        raise ValueError(f"a line of more than {MAX_LINE:,} bytes, which starts with {_shown(line)}")
    if more:
        count = more.count(b"\n") + (not more.endswith(b"\n"))
        what = "one more line" if count == 1 else f"{count:,} more lines"
        raise ValueError(f"{_shown(line)} and {what}: {_shown(more)}")
    try:
        text = line.decode().strip()
    except UnicodeDecodeError:
        raise ValueError(f"{_shown(line)}, which is not UTF-8") from None
    if text.lower() in WORDS:
        return WORDS[text.lower()]
    if not text:
        raise ValueError("an empty line")
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError(f"{_shown(line)}, which is not JSON") from None
    if isinstance(given, dict):
        if "answer" not in given:
            raise ValueError(f'{_shown(line)}, which has no "answer"')
        if "id" in given and given["id"] != number:
            raise ValueError(f"{_shown(line)}, whose id is not {number}")
        given = given["answer"]
    if given is None or isinstance(given, bool):
        return given
    if isinstance(given, str) and given.strip().lower() in WORDS:
        return WORDS[given.strip().lower()]
    raise ValueError(_shown(line))


def _printed_more(more: bytes) -> str:
    return f"printed {_shown(more)}, which nobody has asked for,"


def _name(arguments: list[str]) -> str:
    return f"the command {_shorten(_printable(shlex.join(arguments)), 80)}"


def _shown(printed: bytes) -> str:
    text = printed[:400].decode(errors="replace").rstrip("\r\n")
    return repr(_shorten(text, 80)) if text else "an empty line"


def _printable(text: str) -> str:
    """Nothing that a terminal would obey."""
    return "".join(c if c.isprintable() else " " if c == "\t" else "?" for c in text)


def _shorten(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 2] + " …"


def _signal(number: int) -> str:
    try:
        return f"signal {number} ({signal.Signals(number).name})"
    except ValueError:
        return f"signal {number}"


def _signal_group(group: int, number: int) -> None:
    # macOS says "not permitted" of a group that has only ended processes.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)


def _kill(group: int) -> None:
    _signal_group(group, signal.SIGKILL)
