"""What commands check of the options of learners before they begin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tacit.dialogue.options import read_options, without_effect
from tacit.errors import OptionError


def refuse_idle_options(options: Mapping[str, Any], given: Iterable[str]) -> None:
    """An option that has no effect beside the others is an error; `given` are those that were given."""
    read = read_options(dict(options))
    for name in given:
        idle = without_effect(read, [name])
        if idle:
            raise OptionError(idle.replace(name, "--" + name.replace("_", "-"), 1))
