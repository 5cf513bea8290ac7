"""Problem files: what they mean, and which errors they give."""

from __future__ import annotations

import time
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit import TacitError
from tacit.candidates.bias import Bias
from tacit.formats.problem_file import ProblemFileError, parse_problem, read_problem_file

ROSTER = """
name = "roster"
about = "who works when"
language = ["==", "!=", "x != late or y != early", "x != off"]
orders = "all"
background = ["shift[anna, Mon] != late", { relation = "!=", scope = ["shift[anna,Mon]", "shift[ben,Mon]"] }]
candidates = ["shift[anna,Mon] == boss"]
draw = "list"

[variables]
shift = { rows = ["anna", "ben"], columns = ["Mon", "Tue"], domain = ["off", "early", "late"] }
boss = ["early", "late"]
count = "0..3, 7"
cube = { shape = [2, ["a", "b"], 2], domain = [1, 5] }
line = { rows = 3, domain = "-2..2" }
"""


def parse(text, **more):
    return parse_problem(text, source="p.toml", **more)


def test_everything():
    file = parse(ROSTER)
    p = file.problem
    v = p.vocabulary
    assert (p.name, file.about, file.draw, p.orders) == ("roster", "who works when", "list", "all")
    assert v.names[:6] == ("shift[anna,Mon]", "shift[anna,Tue]", "shift[ben,Mon]", "shift[ben,Tue]", "boss", "count")
    assert v.names[6:9] == ("cube[0,a,0]", "cube[0,a,1]", "cube[0,b,0]")
    assert v.names[-3:] == ("line[0]", "line[1]", "line[2]")
    assert v.shown("boss", v.domains[4][0]) == "early"
    assert v.domains[5] == (0, 1, 2, 3, 7)
    assert [str(c) for c in p.background] == ["shift[anna,Mon] != late", "shift[anna,Mon] != shift[ben,Mon]"]
    assert [str(c) for c in p.candidates] == ["shift[anna,Mon] == boss"]


def test_the_name_is_the_files_if_it_says_none(tmp_path):
    path = tmp_path / "week.toml"
    path.write_text('language = ["!="]\nvariables = { a = "0..1", b = "0..1" }\n')
    assert read_problem_file(path).problem.name == "week"


HEAD = 'language = ["!="]\n[variables]\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("= 3", r"p.toml: not TOML: .*line 1"),
        ('language = ["!="]', r"p.toml: there is no table \[variables\]"),
        ("variables = 3", r"p.toml, line 1, variables: a table of variables is needed"),
        ('[variables]\na = "0..1"\nb = "0..1"', r"p.toml: a problem needs a language"),
        ('langauge = ["!="]\n[variables]\na = "0..1"', r"p.toml, line 1, langauge: unknown key.*mean 'language'"),
        (HEAD + 'a = { domian = "1..9" }', r"line 3, variables.a.domian: unknown key 'domian' \(did you mean 'domain'"),
        (HEAD + "a = { shape = 3 }", r"line 3, variables.a: a domain is needed"),
        (HEAD + 'a = { shape = [9,\n 0], domain = "1..9" }', r"line 4, variables.a.shape, element 2: a number from 1"),
        (HEAD + 'a = { shape = [1,1,1,1,1], domain = "1..9" }', r"variables.a.shape: a shape has 1 to 4 axes"),
        (HEAD + 'a = { shape = 2, rows = 2, domain = "1..9" }', r"either shape, or rows and columns"),
        (HEAD + 'a = { rows = ["x", "x"], domain = "1..9" }', r"rows, element 2: the label 'x' is there twice"),
        (HEAD + 'a = { rows = ["x,y"], domain = "1..9" }', r"a label has no brackets and no comma"),
        (HEAD + 'a = "one to nine"', r"line 3, variables.a: a domain is \"1..9\""),
        (HEAD + 'a = "9..1"', r"the range '9..1' is empty or too large"),
        (HEAD + 'a = "0..99999999999"', r"the range .* is empty or too large"),
        (HEAD + 'a = "0..99999999"', r"more than 32,000 values"),
        (HEAD + "a = [1.5]", r"variables.a, element 1: 1.5 is neither an integer nor a text"),
        (HEAD + 'a = [1, "Mon"]', r"variables.a: its domain mixes texts and integers"),
        (HEAD + "a = [1, 2, 1]", r"variables.a, element 3: the value 1 is there twice"),
        (HEAD + '"a[0]" = "0..1"', r"a name has no brackets"),
        (
            'language = [\n"==",\n"x ** y"]\n[variables]\na = "0..1"',
            r"line 3, language, element 2: relation 'x \*\* y'",
        ),
        ('language = ["==", "=="]\n[variables]\na = "0..1"', r"element 2: relation '==' is in the language twice"),
        (
            'language = ["x != Tues"]\n[variables]\na = ["Mon", "Tue"]',
            r"line 1, language, element 1: .*unknown name 'Tues' \(did you mean 'Tue'",
        ),
        (
            'language = ["!="]\nbackground = ["gird[0] != grid[1]"]\n[variables]\ngrid = { rows = 2, domain = "0..1" }',
            r"line 2, background, element 1: there is no variable 'gird\[0\]' \(did you mean 'grid\[0\]'",
        ),
        (
            'language = ["!="]\nbackground = [{ relation = "!=" }]\n[variables]\na = "0..1"',
            r"background, element 1: its scope must be a list of variable names",
        ),
        (
            'orders = "al"\n' + HEAD + 'a = "0..1"\nb = "0..1"',
            r"line 1, orders: 'given' or 'all' is accepted, not 'al'",
        ),
        ('draw = "gird"\n' + HEAD + 'a = "0..1"\nb = "0..1"', r"draw: 'grid' or 'list' .*did you mean 'grid'"),
        (
            'examples = ["x.csv"]\n' + HEAD + 'a = "0..1"\nb = "0..1"',
            r"examples, element 1: files of examples can't be",
        ),
        ('name = ""\n' + HEAD + 'a = "0..1"\nb = "0..1"', r"name: an empty text"),
        ('name = "a\\u001b[2J"\n' + HEAD + 'a = "0..1"\nb = "0..1"', r"name: it has characters that can't be printed"),
    ],
)
def test_errors_point_to_file_line_and_key(text, message):
    with pytest.raises(ProblemFileError, match=message):
        parse(text)


def test_examples_are_files_beside_it(tmp_path):
    (tmp_path / "known.csv").write_text("a,b\n0,1\n")
    text = 'examples = ["known.csv", { file = "known.csv", answer = "no" }]\n' + HEAD + 'a = "0..1"\nb = "0..1"'
    file = parse(text, folder=tmp_path)
    assert [(each.path.name, each.answer) for each in file.examples] == [("known.csv", None), ("known.csv", False)]
    with pytest.raises(ProblemFileError, match=r"line 1, examples, element 1: there is no file 'known.csv'"):
        parse(text, folder=tmp_path / "elsewhere")


IMPORT = "__import__('os').system('touch HACKED')"
HOSTILE = {
    "100 MB": "# " + "x" * 100_000_000,
    "nesting": "a = " + "[" * 100_000 + "]" * 100_000,
    "nested tables": "a = " + "{b=" * 50_000 + "1" + "}" * 50_000,
    "a long key": ".".join(["a"] * 200_000) + " = 1",
    "a long quoted key": ".".join(['"a"'] * 100_000) + " = 1",
    "long parts": ".".join(["a" * 101] * 9_000) + " = 1",
    "one long word": "a" * 900_000,
    "quotes": '"' * 900_000,
    "a million variables": HEAD + 'grid = { shape = [1000, 1000], domain = "0..9" }',
    "many arrays": HEAD + "\n".join(f'g{i} = {{ shape = [200, 200], domain = "0..9" }}' for i in range(1000)),
    "many candidates": HEAD + 'grid = { shape = [200, 200], domain = "0..9" }',
    "a long relation": f'language = ["{"x + " * 2_500}y > 0"]\n[variables]\na = "0..1"\nb = "0..1"',
    "a deep relation": f'language = ["{"(" * 240}x{")" * 240} > y"]\n[variables]\na = "0..1"\nb = "0..1"',
    "import": f'language = ["{IMPORT}"]\n[variables]\na = "0..1"',
    "import in background": f'language = ["!="]\nbackground = ["a != {IMPORT}"]\n[variables]\na = "0..1"\nb = "0..1"',
    "a large power": 'language = ["x ** 9 ** 9 ** 9 > y"]\n[variables]\na = "0..1"\nb = "0..1"',
    "many ranges": HEAD + f'a = "{"0..31000," * 100_000}1"',
    "many labels": HEAD + f"a = {{ rows = [{','.join(map(str, range(100_000)))}], domain = '0..1' }}",
    "a number": "a = " + "9" * 900_000,
    "not UTF-8": b"\xff\xfe",
    "NUL": "a = 1\0",
}


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_files_get_an_error_soon_and_nothing_is_executed(what, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "evil.toml"
    content = HOSTILE[what]
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    begin = time.process_time()
    with pytest.raises(TacitError) as error:
        Bias(read_problem_file(path).problem)
    print(f"{what}: {time.process_time() - begin:.2f} s: {str(error.value)[:100]}")
    assert len(str(error.value)) < 1000
    assert not (tmp_path / "HACKED").exists()


@given(st.text(max_size=200) | st.text('[]{}="\n.,ab1#', max_size=100))
def test_any_text_is_a_problem_or_an_error(text):
    try:
        parse(text)
    except ProblemFileError:
        return
    assert tomllib.loads(text)["variables"]


TOML = st.recursive(
    st.sampled_from([0, 1, 9, -3, True, 1.5, "", "a", "1..3", "!=", "x == 1", "a != b", "Mon", "all", "grid"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["domain", "shape", "rows", "columns", "relation", "scope", "file", "a"]), inner, max_size=3
        )
    ),
    max_leaves=6,
)


def as_toml(value):
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {as_toml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(as_toml(each) for each in value) + "]"
    return str(value).lower() if isinstance(value, bool) else repr(value)


@given(
    st.dictionaries(
        st.sampled_from(["name", "language", "orders", "background", "candidates", "examples", "draw", "about"]),
        TOML,
    ),
    st.dictionaries(st.sampled_from(["a", "b", "grid"]), TOML | st.just("1..3")),
)
@pytest.mark.filterwarnings("ignore::tacit.errors.LanguageWarning")
def test_any_values_are_a_problem_or_an_error(top, variables):
    text = "".join(f"{key} = {as_toml(value)}\n" for key, value in {"language": ["!="], **top}.items())
    text += "[variables]\n" + "".join(f"{key} = {as_toml(value)}\n" for key, value in variables.items())
    try:
        file = parse(text)
    except ProblemFileError:
        return
    assert len(file.problem.names) >= 1
