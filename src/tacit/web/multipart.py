"""Forms with files, as browsers send them (multipart/form-data, RFC 7578).

>>> body = b'--q\\r\\nContent-Disposition: form-data; name="a"\\r\\n\\r\\n1\\r\\n--q\\r\\n' \\
...        b'Content-Disposition: form-data; name="f"; filename="p.csv"\\r\\n\\r\\n,Mon\\r\\n--q--\\r\\n'
>>> parts_of(body, "multipart/form-data; boundary=q")
[FormPart(name='a', file=None, content=b'1'), FormPart(name='f', file='p.csv', content=b',Mon')]
"""

from __future__ import annotations

import re
from typing import NamedTuple

MOST_PARTS = 50
_BOUNDARY = re.compile(r'multipart/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))', re.IGNORECASE)
_PARAMETER = re.compile(rb'(?:^|[;\s])(name|filename)="((?:[^"\\]|\\.)*)"', re.IGNORECASE)


class FormPart(NamedTuple):
    """One field of a form; `file` is the name of a file that was chosen."""

    name: str
    file: str | None
    content: bytes


def parts_of(body: bytes, content_type: str) -> list[FormPart]:
    """The fields; a `ValueError` if this is no such form."""
    match = _BOUNDARY.match(content_type)
    if match is None:
        raise ValueError("no form with files")
    mark = b"\r\n--" + (match[1] or match[2]).encode("latin-1")
    # What comes before the first mark and after the last one does not count.
    pieces = (b"\r\n" + body).split(mark, MOST_PARTS + 2)
    if len(pieces) < 2 or len(pieces) > MOST_PARTS + 2 or not pieces[-1].startswith(b"--"):
        raise ValueError("the form is cut off, or has too many fields")
    found = []
    for piece in pieces[1:-1]:
        head, separator, content = piece.partition(b"\r\n\r\n")
        given = {key.lower(): value for key, value in _PARAMETER.findall(_disposition(head))}
        if not separator or b"name" not in given:
            raise ValueError("a field has no name")
        file = given.get(b"filename")
        found.append(FormPart(_text(given[b"name"]), None if file is None else _text(file), content))
    return found


def _disposition(head: bytes) -> bytes:
    lines = head.split(b"\r\n")
    return next((line for line in lines if line.lower().startswith(b"content-disposition:")), b"")


def _text(value: bytes) -> str:
    """Browsers write quotation marks in names as %22; some programs put a backslash before them."""
    return re.sub(r"\\(.)", r"\1", value.decode("utf-8", "replace")).replace("%22", '"')
