"""The models that commands take: a model file, or a benchmark's name for its target."""

from __future__ import annotations

from pathlib import Path

from tacit.benchmarks import load
from tacit.errors import ProblemError
from tacit.formats import json_model
from tacit.model import Model

MODEL_HELP = "MODEL is a model file (.json), or the name of a benchmark, which stands for its target."


def load_model(argument: str) -> Model:
    """The model that a command's argument stands for."""
    path = Path(argument)
    if path.suffix == ".json" or path.is_file():
        return json_model.read(_text(path), of=argument)
    try:
        benchmark = load(argument)
    except ProblemError as error:
        if path.suffix or "/" in argument:
            raise ProblemError(f"there is no model file {argument!r}") from None
        raise ProblemError(f"there is no model file {argument!r}, and {error}") from None
    return Model(benchmark.problem.name, benchmark.target)


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > 4 * json_model.MAX_LENGTH:
            raise ProblemError(f"{path}: {path.stat().st_size:,} bytes are too many for a model")
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        if isinstance(error, ProblemError):
            raise
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise ProblemError(f"{path}: {why}") from None
