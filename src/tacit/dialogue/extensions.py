"""An order or a learner in a user's own file, named FILE.py:NAME.

The file is read once, and its text is carried along, so that another process or another machine runs the same text.

    extension = Extension.read("my.py:order")    # can be pickled
    order = extension.function()
"""

from __future__ import annotations

import difflib
import hashlib
import importlib.util
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from tacit.errors import OptionError

Function = Callable[..., Any]


def is_spec(text: object) -> bool:
    """Does this say where a function is, and not name something that tacit brings along?

    >>> is_spec("my.py:order"), is_spec("max_v"), is_spec(2)
    (True, False, False)
    """
    return isinstance(text, str) and ".py:" in text


@dataclass(frozen=True)
class Extension:
    """A function in a file of the user's own: the file as it was named, the function, and the whole text."""

    path: str
    name: str
    source: str = field(repr=False)

    @classmethod
    def read(cls, spec: str) -> Extension:
        """Read the file. Its path is absolute, or starts in the current directory."""
        file, colon, name = spec.rpartition(":")
        if not colon or not file.endswith(".py") or not name.isidentifier():
            raise OptionError(f"{spec!r} is not of the form FILE.py:NAME, such as my.py:order")
        try:
            source = importlib.util.decode_source(Path(file).read_bytes())
        except FileNotFoundError:
            raise OptionError(f"there is no file {file}") from None
        except OSError as error:
            raise OptionError(f"{file} can't be read: {error.strerror}") from None
        except (UnicodeDecodeError, SyntaxError) as error:
            raise OptionError(f"{file} can't be decoded: {_first_line(error)}") from None
        return cls(file, name, source)

    @property
    def spec(self) -> str:
        return f"{self.path}:{self.name}"

    def function(self) -> Function:
        """The function of this name."""
        function = self.member()
        if not callable(function):
            raise OptionError(f"{self.name} in {self.path} is not a function, but {function!r:.60}")
        chosen: Function = function
        return chosen

    def member(self) -> Any:
        """Run the text as a module, once in each process, and take from it what has this name."""
        found = vars(_module(self.path, self.source))
        if self.name not in found:
            functions = [name for name, value in found.items() if callable(value) and not name.startswith("_")]
            near = difflib.get_close_matches(self.name, functions, n=1)
            hint = f"Did you mean {near[0]}?" if near else f"There is: {', '.join(functions) or 'no function'}."
            raise OptionError(f"{self.path} has no {self.name!r}. {hint}")
        return found[self.name]

    def mistake(self, error: Exception) -> OptionError | None:
        """The error to report if a run failed in this file or in calling its function; None if it failed elsewhere."""
        line = _line(error, self.path)
        if line is not None:
            return OptionError(f"{self.path}, line {line}: {_named(error)}")
        if isinstance(error, TypeError) and str(error).startswith(f"{self.name}() "):
            return OptionError(f"{self.path}: {_named(error)}")
        return None


@cache
def _module(path: str, source: str) -> ModuleType:
    digest = hashlib.sha256(f"{path}\n{source}".encode()).hexdigest()
    module = ModuleType(f"{Path(path).stem}_{digest[:8]}")
    module.__file__ = str(Path(path).absolute())
    sys.modules[module.__name__] = module  # dataclasses look up their own module there
    try:
        with _on_sys_path(str(Path(path).absolute().parent)):
            exec(compile(source, path, "exec", dont_inherit=True), vars(module))
    except (Exception, SystemExit) as error:
        del sys.modules[module.__name__]
        line = _line(error, path)
        where = f"{path}, line {line}" if line else path
        raise OptionError(f"{where}: {_named(error)}") from error
    return module


@contextmanager
def _on_sys_path(directory: str) -> Iterator[None]:
    sys.path.insert(0, directory)
    try:
        yield
    finally:
        if directory in sys.path:
            sys.path.remove(directory)


def _line(error: BaseException, path: str) -> int | None:
    """The last line of the file that the error passed through."""
    if isinstance(error, SyntaxError) and error.filename == path:
        return error.lineno
    line, frame = None, error.__traceback__
    while frame is not None:
        if frame.tb_frame.f_code.co_filename == path:
            line = frame.tb_lineno
        frame = frame.tb_next
    return line


def _named(error: BaseException) -> str:
    return f"{type(error).__name__}: {_first_line(error)}"


def _first_line(error: BaseException) -> str:
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    return text.splitlines()[0] if text else "no message"
