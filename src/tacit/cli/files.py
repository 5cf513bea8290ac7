"""Files that commands write."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from tacit.errors import OptionError


def save(path: Path, text: str) -> None:
    """Write the whole file or nothing; whoever reads it meanwhile finds the old one."""
    try:
        folder = path.resolve().parent
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=folder, delete=False, newline="\n") as file:
            file.write(text)
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
        os.chmod(file.name, mode)
        os.replace(file.name, path)
    except OSError as error:
        raise OptionError(f"-o {path}: {error.strerror}") from error


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
