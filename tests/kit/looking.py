"""Pictures of what a test sees."""

from __future__ import annotations

import os
from typing import Any


def picture(page: Any, name: str) -> None:
    """For whoever wants to look: TACIT_PICTURES names a folder."""
    folder = os.environ.get("TACIT_PICTURES")
    if folder:
        page.screenshot(path=f"{folder}/{name}.png")
