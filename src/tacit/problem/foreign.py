"""Does a value come from CPMpy? CPMpy is slow to import and not needed here: if nobody imported it, nothing does."""

from __future__ import annotations

import sys
from collections.abc import Mapping, ValuesView
from typing import Any

import numpy as np


def is_cpmpy(value: Any) -> bool:
    """Is it a variable, an expression, an array of them, or a model of CPMpy?"""
    cpmpy = sys.modules.get("cpmpy")
    if cpmpy is None or not hasattr(cpmpy, "Model"):
        return False
    return isinstance(value, (cpmpy.expressions.core.Expression, cpmpy.expressions.variables.NDVarArray, cpmpy.Model))


def holds_cpmpy(value: Any) -> bool:
    """Does it contain anything from CPMpy? A mapping's values may be long domains, so only their start is looked at.

    >>> holds_cpmpy({"a": range(3)})
    False
    """
    if "cpmpy" not in sys.modules:
        return False
    if isinstance(value, Mapping):
        return any(holds_cpmpy(_start(part)) for part in value.values())
    if isinstance(value, (list, tuple, ValuesView)) or _is_plain_array(value):
        return any(holds_cpmpy(part) for part in value)
    return is_cpmpy(value)


def _start(value: Any) -> Any:
    while isinstance(value, (list, tuple)) or _is_plain_array(value):
        if not len(value):
            break
        value = value[0]
    return value


def _is_plain_array(value: Any) -> bool:
    return isinstance(value, np.ndarray) and value.ndim > 0 and value.dtype == object and not is_cpmpy(value)
