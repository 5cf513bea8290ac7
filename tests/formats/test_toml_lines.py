"""The lines of keys in TOML texts, against the standard library's reader."""

from __future__ import annotations

import json
import tomllib

from hypothesis import given
from hypothesis import strategies as st

from tacit.formats.toml_lines import places


def paths(value, path=()):
    if path:
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from paths(inner, (*path, key))


def test_a_text_with_everything():
    text = """# a comment
title = "a # b" # behind
"quoted . key" = 'it'
[variables] # a table
a.b.c = 1
list = [
  1, # one
  [2, 3],

  { x = 1, y = "}" }, ]
long = \"\"\"
first
second \\\\ \"\"
\"\"\"
after = 1979-05-27
[[examples]]
k = 1
[[examples]]
k = 2
[examples.inner]
z = 3
[a."b.c"]
d = ''
"""
    data = tomllib.loads(text)
    lines = places(text)
    assert set(paths(data)) <= set(lines)
    written = text.split("\n")
    assert lines["variables", "list", 1, 1] == 8
    assert lines["variables", "list", 2, "y"] == 10
    for path, line in {("variables", "after"): "after", ("examples", 1, "k"): "k = 2", ("a", "b.c", "d"): "d"}.items():
        assert written[lines[path] - 1].startswith(line)
    assert written[lines["examples", 1, "inner", "z"] - 1] == "z = 3"


KEYS = st.text("abc.\"' #=[]\n\\é", min_size=1, max_size=5)
VALUES = st.recursive(
    st.integers(-5, 5) | st.booleans() | st.text("ab\"'\\#\n,]}", max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)


def written(value):
    """A value as TOML on one line; JSON's texts are TOML's."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)} = {written(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(written(v) for v in value) + "]"
    return json.dumps(value)


@given(st.dictionaries(KEYS, VALUES, max_size=4))
def test_each_key_has_the_line_it_is_written_on(data):
    text = "\n".join(f"{json.dumps(key)} = {written(value)}" for key, value in data.items()) + "\n"
    assert tomllib.loads(text) == data
    lines = places(text)
    order = list(data)
    assert {path: order.index(path[0]) + 1 for path in paths(data)} == lines
