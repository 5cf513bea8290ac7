"""The command `tacit`, which is also `python -m tacit`: Ctrl-C ends it at once, even while it is still loading.

Loading takes most of a second, and in that time KeyboardInterrupt is of no use: where an import is interrupted, there
is a traceback, or somebody else's error about a module that can't be imported, or the interrupt is lost. So until
everything is there, Ctrl-C is the end of the process. Nothing was begun that would have to be tidied up.
"""

from __future__ import annotations

import os
import sys

# What `signal` is made of: `signal` itself loads a dozen modules, and so long Ctrl-C would still be a traceback.
from _signal import SIGINT, default_int_handler, getsignal, signal  # type: ignore[import-not-found]

INTERRUPTED = 130


def main() -> None:
    """The entry point of the command `tacit`."""
    raises = getsignal(SIGINT) is default_int_handler  # not so if it is to be ignored: nohup, &
    if raises:
        signal(SIGINT, _leave)
    from tacit.cli import main as run

    try:
        if raises:
            signal(SIGINT, default_int_handler)
        run()
    except KeyboardInterrupt:  # between here and there
        sys.exit(INTERRUPTED)


def _leave(*_: object) -> None:
    try:
        os.write(2, b"\ntacit: interrupted\n")
    finally:
        os._exit(INTERRUPTED)


if __name__ == "__main__":
    main()
