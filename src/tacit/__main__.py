"""The command `tacit`, which is also `python -m tacit`: Ctrl-C ends it at once, even while it is still loading.

Loading takes most of a second, and KeyboardInterrupt is of no use in that time: an interrupted import ends in a
traceback, or in another library's error about a module that can't be imported, or the interrupt is lost. So until
everything is loaded, Ctrl-C ends the process. Nothing has begun yet that would need tidying up.
"""

from __future__ import annotations

import os
import sys

# Not from `signal`, which loads a dozen modules: until they are loaded, Ctrl-C would still give a traceback.
from _signal import SIGINT, default_int_handler, getsignal, signal  # type: ignore[import-not-found]

INTERRUPTED = 130


def main() -> None:
    """The entry point of the command `tacit`."""
    raises = getsignal(SIGINT) is default_int_handler  # false if Ctrl-C is ignored: nohup, &
    if raises:
        signal(SIGINT, _leave)
    from tacit.cli import main as run

    try:
        if raises:
            signal(SIGINT, default_int_handler)
        run()
    except KeyboardInterrupt:  # `run` catches it too, but not before it has begun or after it has ended
        sys.exit(INTERRUPTED)


def _leave(*_: object) -> None:
    try:
        os.write(2, b"\ntacit: interrupted\n")
    finally:
        os._exit(INTERRUPTED)


if __name__ == "__main__":
    main()
