"""Where a value is written in a TOML text: the line of each key, for errors that point there.

The standard library reads TOML but forgets the lines. This scanner only finds the lines again, in a text that the
library has read without an error.

    >>> lines = places('name = "x"\\n[variables]\\ngrid = { shape = [9, 9],\\n  domain = "1..9" }\\n')
    >>> lines["name",], lines["variables", "grid", "domain"], lines["variables", "grid", "shape", 1]
    (1, 4, 3)
"""

from __future__ import annotations

import tomllib

Path = tuple[str | int, ...]


def places(text: str) -> dict[Path, int]:
    """The line of each key and of each element of a list."""
    return _Scanner(text).run()


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.line = 1
        self.found: dict[Path, int] = {}
        self.lists: dict[Path, int] = {}  # how many elements each list of [[tables]] has so far

    def run(self) -> dict[Path, int]:
        inside: Path = ()
        while self._skip_space(lines=True):
            if self.text.startswith("[[", self.at):
                self.at += 2
                path = self._resolve(self._key("]"))
                count = self.lists[path] = self.lists.get(path, 0) + 1
                inside = (*path, count - 1)
                self.at += 2
                self.found[inside] = self.line
            elif self.text[self.at] == "[":
                self.at += 1
                inside = self._resolve(self._key("]"))
                self.at += 1
            else:
                self._pair(inside)
        return self.found

    def _resolve(self, key: list[str]) -> Path:
        """A table's path. In the middle of it, the name of a list of tables stands for the list's last element."""
        path: Path = ()
        for place, part in enumerate(key):
            path = (*path, part)
            self.found.setdefault(path, self.line)
            if path in self.lists and place + 1 < len(key):
                path = (*path, self.lists[path] - 1)
        return path

    def _pair(self, inside: Path) -> None:
        line = self.line
        path = inside
        for part in self._key("="):
            path = (*path, part)
            self.found.setdefault(path, line)
        self.at += 1
        self._skip_space()
        self._value(path)

    def _key(self, end: str) -> list[str]:
        """A key, up to the sign that ends it, as the parts that dots separate."""
        parts = []
        while True:
            self._skip_space()
            if self.text[self.at] in "\"'":
                parts.append(str(tomllib.loads(f"x = {self._string()}")["x"]))
            else:
                start = self.at
                while self.text[self.at] not in f". \t{end}":
                    self.at += 1
                parts.append(self.text[start : self.at])
            self._skip_space()
            if self.text[self.at] != ".":
                return parts
            self.at += 1

    def _value(self, path: Path) -> None:
        self.found[path] = self.line
        mark = self.text[self.at]
        if mark in "\"'":
            self._string()
        elif mark == "[":
            self._elements(path)
        elif mark == "{":
            self.at += 1
            while self._next("}"):
                self._pair(path)
        else:
            while self.at < len(self.text) and self.text[self.at] not in ",]}#\n":
                self.at += 1

    def _elements(self, path: Path) -> None:
        self.at += 1
        count = 0
        while self._next("]"):
            self._value((*path, count))
            count += 1

    def _next(self, end: str) -> bool:
        """Is there one more element? Steps over the comma, or over the closing sign."""
        self._skip_space(lines=True)
        if self.text[self.at] == ",":
            self.at += 1
            self._skip_space(lines=True)
        if self.text[self.at] == end:
            self.at += 1
            return False
        return True

    def _string(self) -> str:
        start, mark = self.at, self.text[self.at]
        quotes = mark * 3 if self.text.startswith(mark * 3, self.at) else mark
        self.at += len(quotes)
        while not self.text.startswith(quotes, self.at):
            self.at += 2 if mark == '"' and self.text[self.at] == "\\" else 1
        self.at += len(quotes)
        while len(quotes) == 3 and self.text.startswith(mark, self.at):  # quotes that belong to the text
            self.at += 1
        written = self.text[start : self.at]
        self.line += written.count("\n")
        return written

    def _skip_space(self, *, lines: bool = False) -> bool:
        """Go to the next character that counts; False at the end of the text."""
        while self.at < len(self.text):
            c = self.text[self.at]
            if c == "#" and lines:
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            elif c == "\n" and lines:
                self.line += 1
                self.at += 1
            elif c in " \t\r":
                self.at += 1
            else:
                return True
        return False
