"""What commands check about the options of learners before they begin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tacit.dialogue.options import read_options, without_effect
from tacit.errors import OptionError


def refuse_idle_options(options: Mapping[str, Any], given: Iterable[str]) -> None:
    """Refuse an option that has no effect beside the others; `given` names those that the user gave."""
    read = read_options(dict(options))
    for name in given:
        idle = without_effect(read, [name])
        if idle:
            raise OptionError(idle.replace(name, "--" + name.replace("_", "-"), 1))
