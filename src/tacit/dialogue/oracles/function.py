"""A function or an object that answers, named by where it is: module:name, or FILE.py:NAME.

    oracle = load_oracle("checks.py:fine", problem)
    result = tacit.learn(problem, oracle)

The function is given the example as a plain dict of the assigned variables and nothing else. Values that have names are
given by name: {"anna": "Mon", "ben": "Tue"}. It returns True (yes), False (no) or None (don't know).
An object has a method ask(query), and is asked about rules if it has ask_rule(claim), as in `tacit.learn`. It gets
values by name, too: `query["anna"]` is "Mon".
"""

from __future__ import annotations

import hashlib
import importlib
import inspect
import os
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tacit.dialogue.extensions import Extension, is_spec
from tacit.dialogue.oracles import Oracle, as_oracle
from tacit.errors import OptionError, OracleError, TacitError, nearest
from tacit.problem.problem import Problem
from tacit.problem.query import Answer, Query

ACCEPTED = "a function of an example, or an object with a method ask(query)"


def load_oracle(spec: str, problem: Problem) -> FunctionOracle | Oracle:
    """The oracle that module:name or FILE.py:NAME means. Modules are also looked for in the current folder."""
    found = Extension.read(spec).member() if is_spec(spec) else _from_module(spec)
    has_ask = callable(getattr(found, "ask", None))
    if has_ask and isinstance(found, type):
        raise OptionError(f"{spec} is a class; accepted is an object of it, such as `answers = {found.__name__}()`")
    if has_ask:
        oracle = as_oracle(found, problem)
        asked = (oracle.ask, oracle.ask_rule, oracle.ask_number)
        return Oracle(*(None if method is None else _Method(method, spec) for method in asked))  # type: ignore[arg-type]
    if not callable(found):
        raise OptionError(f"{spec} is not {ACCEPTED}, but {found!r:.60}")
    return FunctionOracle(found, spec)


def load_answering(spec: str, extension: Extension | None) -> Callable[[Query], Any]:
    """The same for examples alone, without a problem; for a process of its own, perhaps on another machine.

    extension: the file with its text, if it is one
    """
    found = _from_module(spec) if extension is None else extension.member()
    ask = getattr(found, "ask", None)
    return _Method(lambda query: ask(query.by_name), spec) if callable(ask) else FunctionOracle(found, spec).ask


def fingerprint(spec: str) -> str:
    """A short text that changes with the text of the file that the oracle is in; empty if there is no such text."""
    if is_spec(spec):
        text = Extension.read(spec).source
    else:
        try:
            text = inspect.getsource(_import(spec.partition(":")[0]))
        except (OSError, TypeError):  # a module that is not written in Python
            return ""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class _Method:
    """A method of an object that answers. `called` is the object's name in messages."""

    method: Callable[[Any], Any]
    called: str

    def __call__(self, question: Any) -> Any:
        try:
            return self.method(question)
        except TacitError:
            raise
        except (Exception, SystemExit) as error:
            raise OracleError(f"{self.called} raised {_last_line(error)}, on {question}") from error


@dataclass(frozen=True)
class FunctionOracle:
    """A function of a plain dict as an oracle. `called` is its name in messages."""

    function: Callable[[dict[str, int | str]], Any]
    called: str

    def ask(self, query: Query) -> bool | None:
        try:
            given = self.function(query.shown)
        except (Exception, SystemExit) as error:
            raise OracleError(f"{self.called} raised {_last_line(error)}, on {query}") from error
        try:
            return Answer.of(given).value
        except OracleError:
            raise OracleError(
                f"{self.called} returned {given!r:.60}, on {query}; an answer is True (yes), False (no) or "
                "None (don't know)"
            ) from None


def _from_module(spec: str) -> Any:
    module_name, colon, name = spec.partition(":")
    if not colon or not name.isidentifier() or not all(part.isidentifier() for part in module_name.split(".")):
        raise OptionError(f"{spec!r} is not of the form module:function or FILE.py:NAME, such as checks.py:fine")
    module = _import(module_name)
    found = vars(module).get(name, getattr(module, name, None))
    if found is None:
        functions = [each for each, value in vars(module).items() if callable(value) and not each.startswith("_")]
        raise OptionError(f"the module {module_name} has no {name!r}{nearest(name, functions)}")
    return found


def _import(name: str) -> Any:
    here = os.getcwd()
    sys.path.insert(0, here)
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise OptionError(f"the module {name} can't be imported: {_last_line(error)}") from error
        beside = [path.stem for path in Path(here).glob("*.py")]
        raise OptionError(
            f"there is no module {error.name!r}{nearest(error.name, [*beside, *sys.stdlib_module_names])}"
        ) from None
    except (Exception, SystemExit) as error:
        raise OptionError(f"the module {name} can't be imported: {_last_line(error)}") from error
    finally:
        if here in sys.path:
            sys.path.remove(here)


def _last_line(error: BaseException) -> str:
    """The last line of the traceback, and where the error was raised."""
    said = "".join(traceback.format_exception_only(error)).strip().splitlines()[-1]
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if frame.filename != __file__ and "importlib" not in frame.filename]
    return f"{said} ({os.path.basename(theirs[-1].filename)}, line {theirs[-1].lineno})" if theirs else said
