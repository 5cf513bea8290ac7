"""A progress bar for whatever takes longer than two seconds: on a terminal's stderr, or in a notebook. Where stderr
goes to a file or a pipe there is none, or a line now and then.

>>> with ProgressBar("Learning", show=False) as bar:
...     bar.update(1, 10)

Nothing is loaded, and nothing is shown, before the two seconds are over. It leaves no trace when it is done.
"""

from __future__ import annotations

import html
import sys
import threading
import time
from types import TracebackType
from typing import Any, Protocol

AFTER_S = 2.0
LINE_EVERY_S = 30.0


class _Shown(Protocol):
    def update(self, text: str, done: int, total: int | None) -> None: ...

    def close(self) -> None: ...


class ProgressBar:
    """Shows how far something has come. Without a total it shows only that it goes on.

    show:  None for where somebody looks; True also where the output goes to a file, False never
    lines: where nobody looks, write a line to stderr every 30 seconds, for whoever reads the file
    """

    def __init__(self, text: str, total: int | None = None, *, show: bool | None = None, lines: bool = False) -> None:
        self._text, self._done, self._total = text, 0, total
        self._where = (_where() or "lines" * lines) if show is None else "terminal" if show else ""
        self._shown: _Shown | None = None
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None

    def __enter__(self) -> ProgressBar:
        if self._where:
            # By a thread of its own, because the work may never come to `update`.
            self._timer = threading.Timer(LINE_EVERY_S if self._where == "lines" else AFTER_S, self._begin)
            self._timer.daemon = True
            self._timer.start()
        return self

    @property
    def is_shown(self) -> bool:
        """Does somebody see it? Until then nobody needs to count."""
        return self._shown is not None

    def update(self, done: int, total: int | None = None, text: str | None = None) -> None:
        """How much is done, of how much, and what it is."""
        if not self._where:
            return
        with self._lock:
            self._done, self._total, self._text = done, total or self._total, text or self._text
            if self._shown is not None:
                self._shown.update(self._text, self._done, self._total)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._timer is None:
            return
        self._timer.cancel()
        with self._lock:
            self._where = ""
            if self._shown is not None:
                self._shown.close()

    def _begin(self) -> None:
        with self._lock:
            if not self._where:  # it was over in the meantime
                return
            if self._where == "lines":  # what it says is not known before the next update
                self._shown = _InLines()
                return
            self._shown = _InNotebook() if self._where == "notebook" else _OnTerminal()
            self._shown.update(self._text, self._done, self._total)


def _where() -> str:
    """Where somebody looks: "notebook", "terminal", or nowhere."""
    if "IPython" in sys.modules:
        shell = sys.modules["IPython"].get_ipython()
        if shell is not None and type(shell).__name__ == "ZMQInteractiveShell":
            return "notebook"
    stream = sys.stderr
    return "terminal" if stream is not None and stream.isatty() else ""


class _OnTerminal:
    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
        self._progress = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._progress.add_task("", total=None)
        self._progress.start()

    def update(self, text: str, done: int, total: int | None) -> None:
        from rich.markup import escape

        self._progress.update(self._task, description=escape(text), completed=done, total=total)

    def close(self) -> None:
        self._progress.stop()


class _InLines:
    def __init__(self) -> None:
        self._next = time.monotonic()

    def update(self, text: str, done: int, total: int | None) -> None:
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + LINE_EVERY_S
            print(f"tacit: {text}", file=sys.stderr, flush=True)

    def close(self) -> None:
        pass


class _InNotebook:
    def __init__(self) -> None:
        from IPython.display import HTML, display

        self._html: Any = HTML
        self._handle = display(HTML(""), display_id=True)

    def update(self, text: str, done: int, total: int | None) -> None:
        value = "" if total is None else f' value="{done}" max="{total}"'
        label = html.escape(text)
        self._handle.update(self._html(f'<progress aria-label="{label}"{value}></progress> {label}'))

    def close(self) -> None:
        self._handle.update(self._html(""))
