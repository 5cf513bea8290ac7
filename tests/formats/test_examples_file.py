"""Files of known examples: CSV and JSON lines, as people and their programs write them."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kit.how_many import examples
from tacit.errors import ExamplesError, ProblemError
from tacit.formats.examples_file import MAX_BYTES, MAX_EXAMPLES, read_examples
from tacit.problem.query import Query
from tacit.problem.vocabulary import Vocabulary

V = Vocabulary({"anna": ["Mon", "Tue"], "ben": ["Tue", "Wed"], "room": range(1, 4), "grid[0,1]": [-5, 70]})


@pytest.fixture
def read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def call(text: str | bytes, name: str = "known.csv", answer: bool | None = None, vocabulary: Vocabulary = V):
        (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        return [(g.query.shown, g.answer, g.source) for g in read_examples(name, vocabulary, answer)]

    return call


# --- CSV ---


def test_csv(read):
    assert read("ben,anna,answer,room\nTue,Mon,yes,\n\nTue,Tue,No,3\n , Mon ,1, 2\n") == [
        ({"anna": "Mon", "ben": "Tue"}, True, "known.csv, line 2"),
        ({"anna": "Tue", "ben": "Tue", "room": 3}, False, "known.csv, line 4"),
        ({"anna": "Mon", "room": 2}, True, "known.csv, line 5"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        'room,"grid[0,1]"\n2,-5\n',
        '\ufeffroom,"grid[0,1]"\r\n2,-5\r\n',
        "room;grid[0,1]\n2;-5\n",
        'room;"grid[0,1]"\n"2";"-5"',
        "grid[0,1]\troom\n-5\t+2\n",
        '\n\n "grid[0,1]", room \n-5 , 02\n   \n',
        'room,"grid[0,1]"\n2,"\n-5"\n',
    ],
)
def test_ways_to_write_csv(read, text):
    assert [shown for shown, _, _ in read(text)] == [{"room": 2, "grid[0,1]": -5}]


def test_the_line_of_a_row_that_follows_a_long_one(read):
    sources = [source for _, _, source in read('anna,room\n"Mon\n\n",2\nTue,1\n')]
    assert sources == ["known.csv, line 2", "known.csv, line 5"]


def test_words_for_yes_and_no(read):
    words = ["yes", "no", "YES", "No", "y", "N", "true", "False", "1", "0"]
    text = "room,Answer\n" + "".join(f"1,{word}\n" for word in words)
    assert [answer for _, answer, _ in read(text)] == [True, False] * 5


def test_whose_answer_counts(read):
    assert [answer for _, answer, _ in read("room\n1\n")] == [True]
    assert [answer for _, answer, _ in read("room\n1\n", answer=False)] == [False]
    assert [answer for _, answer, _ in read("room,answer\n1,yes\n2,\n", answer=False)] == [True, False]
    with pytest.raises(ExamplesError, match="line 3: the answer is empty"):
        read("room,answer\n1,yes\n2,\n")


def test_a_variable_named_answer(read):
    v = Vocabulary({"answer": range(3), "b": range(3)})
    assert read("answer,b\n0,2\n", vocabulary=v) == [({"answer": 0, "b": 2}, True, "known.csv, line 2")]
    (one,) = read('{"example": {"answer": 2}, "answer": "no"}', "known.jsonl", vocabulary=v)
    assert one[:2] == ({"answer": 2}, False)


def test_names_that_are_numbers(read):
    """The text "1" is a value's name, and not the number behind it."""
    v = Vocabulary({"a": ["7", "1", "0"]})
    assert [shown for shown, _, _ in read("a\n1\n0\n", vocabulary=v)] == [{"a": "1"}, {"a": "0"}]
    with pytest.raises(ExamplesError, match="'2' is not in its domain"):
        read("a\n2\n", vocabulary=v)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("ana,ben\nMon,Tue", "known.csv, line 1: column 1: there is no variable 'ana' (did you mean 'anna'?)"),
        ("\nanna,bem,room", "known.csv, line 2: column 2: there is no variable 'bem' (did you mean 'ben'?)"),
        ("grid[0,1],room\n1,2", "there is no variable 'grid[0' (a name with a comma stands in quotes"),
        ("1,2\n2,3", "line 1: the first line must name the variables, and '1' is none; what is expected is a first"),
        ("Mon;Tue;3\n", "line anna,ben,…,answer and a line of values for each example"),
        ('{"anna": "Mon"}', "must name the variables"),
        ("anna,ben,anna", "line 1: there are two columns 'anna'"),
        ("anna,answer,ANSWER", "line 1: there are two columns 'answer'"),
        ("anna,,room", "line 1: column 2 has no name"),
        ("anna,room\nMon,4", "line 2: column 'room': '4' is not in its domain, which is 1, 2, 3"),
        ("anna,room\nMon,1.0", "line 2: column 'room': '1.0' is not in its domain"),
        (
            "anna,room\nMon,1\nTeu,1",
            "line 3: column 'anna': 'Teu' is not in its domain (did you mean 'Tue'?), which is",
        ),
        ("anna,room\n0,1", "line 2: column 'anna': '0' is not in its domain, which is Mon, Tue"),
        ("anna,room\nMon,1,Tue", "line 2: 3 cells, but the first line names 2 columns"),
        ("anna,room\nMon", "line 2: 1 cells, but the first line names 2 columns"),
        ("anna,answer\nMon,maybe", "line 2: the answer 'maybe' is not understood; accepted are yes and no"),
        ("anna,answer\n,yes", "line 2: the example has no value at all"),
        ("anna,ben\n,", "line 2: the example has no value at all"),
        ("", "known.csv: the file is empty; what is expected is a first line"),
        ("\ufeff\n \n", "the file is empty"),
        ("anna,ben\n\n", "known.csv: there is no example in it"),
        (b"anna\nMon\n\xe4\n", "line 3: it is not UTF-8 (byte 1 of the line)"),
        (b"anna\nM\0n\n", "line 2: there is a NUL byte in it"),
        ("anna\n".encode("utf-16"), "line 1: "),
        ('anna,room\nMon,1\n"Mon,1\nTue,2\n', "line 3: it is not CSV: unexpected end of data"),
        ('anna,room\n"Mon"x,1\n', "line 2: it is not CSV"),
        ("anna,room\rMon,1\r", "line 1: there is a carriage return inside it"),
        ("anna\n" + "x" * 200_000, "line 2: it is not CSV: field larger"),
        ("anna," * 2_000_000, "line 1: too long: at most 4,000,000 bytes a line"),
        ("room\n" + "1\n" * (MAX_EXAMPLES + 1), f"more than {MAX_EXAMPLES:,} examples"),
    ],
)
def test_mistakes_in_csv(read, text, told):
    with pytest.raises(ExamplesError) as caught:
        read(text)
    assert told in str(caught.value)
    assert len(str(caught.value)) < 400


# --- JSON lines ---


def test_json_lines(read):
    text = """{"example": {"ben": "Tue", "room": 2}, "answer": "no"}

{"anna": "Mon", "ben": null, "grid[0,1]": "70", "answer": true}
{"room": 3}
{"example": {"room": 1}}
"""
    assert read(text, "known.jsonl") == [
        ({"ben": "Tue", "room": 2}, False, "known.jsonl, line 1"),
        ({"anna": "Mon", "grid[0,1]": 70}, True, "known.jsonl, line 3"),
        ({"room": 3}, True, "known.jsonl, line 4"),
        ({"room": 1}, True, "known.jsonl, line 5"),
    ]
    assert [answer for _, answer, _ in read(text, "known.ndjson", answer=False)] == [False, True, False, False]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"anna": "Mon"}\n{"ana": "Mon"}', "line 2: there is no variable 'ana' (did you mean 'anna'?)"),
        ('{"example": {"rom": 1}}', "there is no variable 'rom' (did you mean 'room'?)"),
        ('{"room": 4}', "key 'room': 4 is not in its domain, which is 1, 2, 3"),
        ('{"room": 1.0}', "key 'room': 1.0 is not in its domain"),
        ('{"room": true}', "key 'room': True is not in its domain"),
        ('{"room": {"a": 1}}', "key 'room': {'a': 1} is not in its domain"),
        ('{"anna": 0}', "key 'anna': 0 is not in its domain, which is Mon, Tue"),
        ('{"anna": "Mun"}', "key 'anna': 'Mun' is not in its domain (did you mean 'Mon'?)"),
        ('{"room": 1, "room": 2}', "the key 'room' is there twice"),
        ('{"example": {"room": 1, "room": 2}}', "the key 'room' is there twice"),
        ('{"example": {"room": 1}, "anser": "no"}', "beside the example there is 'anser'"),
        ('{"example": 5}', "there is no variable 'example'"),
        ('{"room": 1, "answer": "maybe"}', "the answer 'maybe' is not understood"),
        ('{"room": 1, "answer": []}', "the answer [] is not understood"),
        ('{"room": 1, "answer": null}', "the answer None is not understood"),
        ("{}", "the example has no value at all"),
        ('{"example": {}, "answer": "yes"}', "the example has no value at all"),
        ("[1, 2]", 'an object such as {"example": {"anna": "Mon", "ben": "Tue"}, "answer": "yes"} is expected, not'),
        ('{"room": 1', "line 1: it is not JSON: Expecting ',' delimiter, column 11"),
        ("[" * 200_000, "nested too deep"),
        (f'{{"room": {"9" * 5000}}}', "a number in it is too long"),
        ('{"\\ud800": 1}', r"there is no variable '\ud800'"),
        ("", "known.jsonl: there is no example in it"),
        (b'{"room": 1}\n\xff', "line 2: it is not UTF-8"),
    ],
)
def test_mistakes_in_json_lines(read, text, told):
    with pytest.raises(ExamplesError) as caught:
        read(text, "known.jsonl")
    assert told in str(caught.value)
    assert len(str(caught.value)) < 400


# --- files ---


def test_files_that_are_none(tmp_path):
    with pytest.raises(ExamplesError, match="can't be read: No such file"):
        read_examples(tmp_path / "nowhere.csv", V)
    with pytest.raises(ExamplesError, match="can't be read: Is a directory"):
        read_examples(tmp_path, V)
    with pytest.raises(ExamplesError, match="can't be read: embedded null"):
        read_examples("a\0b.csv", V)
    assert issubclass(ExamplesError, ProblemError)


def test_a_file_of_100_mb_is_not_read(tmp_path):
    path = tmp_path / "large.csv"
    with open(path, "wb") as file:
        file.truncate(100_000_000)
    with pytest.raises(ExamplesError, match=rf"100,000,000 bytes are too many; at most {MAX_BYTES:,} are accepted"):
        read_examples(path, V)


def test_a_file_that_never_ends():
    with pytest.raises(ExamplesError, match="/dev/zero, line 1: too long"):
        read_examples("/dev/zero", V)


# --- all of it ---

WORDS = ["anna", "ben", "room", '"grid[0,1]"', "answer", "Mon", "Tue", "1", "-5", "yes", "no", "{", "}", '"', "[", "]"]
PIECES = [*WORDS, ":", ",", ";", "\t", "\n", "\r\n", "\r", " ", "\ufeff", '{"room": 1}\n', '"example"', "null", "\0"]


@given(
    st.one_of(
        st.binary(max_size=200), st.lists(st.sampled_from(PIECES), max_size=30).map(lambda p: "".join(p).encode())
    ),
    st.sampled_from(["known.csv", "known.jsonl", "known"]),
    st.sampled_from([True, False, None]),
)
@example(b"anna,room\n" + b'"' * 99, "known.csv", None)
@examples(400)
def test_whatever_is_in_a_file_it_is_examples_or_one_error(tmp_path_factory, data, name, answer):
    path = tmp_path_factory.mktemp("fuzz") / name
    path.write_bytes(data)
    try:
        found = read_examples(path, V, answer)
    except ExamplesError as error:
        found, told = [], str(error)
    else:
        assert found
        told = f"{path}: "
    assert re.match(rf"{re.escape(str(path))}(, line \d+)?: ", told)
    told.encode()  # the message has nothing that can't be printed
    for one in found:
        assert len(one.query) > 0
        assert all(value in V.domains[V.index[name]] for name, value in one.query.assignment.items())


def names(text: str) -> bool:
    """Can it name a variable or a value in a CSV file? No ends of lines, and no blanks around it."""
    return text.strip() == text and text.lower() != "answer" and not set(text) & set("\0\r\n")


@st.composite
def tables(draw):
    """A vocabulary, and examples of it."""
    domain = st.one_of(
        st.sets(st.integers(-(10**6), 10**6), min_size=1, max_size=4).map(sorted),
        st.lists(st.text("abc ,;'\"\t1é", min_size=1, max_size=4).filter(names), min_size=1, unique=True),
    )
    v = Vocabulary(draw(st.dictionaries(st.text(min_size=1).filter(names), domain, min_size=1, max_size=4)))
    rows = []
    for _ in range(draw(st.integers(1, 4))):
        chosen = draw(st.lists(st.sampled_from(v.names), min_size=1, unique=True))
        rows.append({name: v.shown(name, draw(st.sampled_from(v.domains[v.index[name]]))) for name in chosen})
    return v, rows, draw(st.permutations(v.names)), draw(st.booleans())


@given(tables(), st.sampled_from(",;\t"), st.sampled_from(["\n", "\r\n"]))
def test_what_is_written_as_csv_is_read_again(tmp_path_factory, table, delimiter, end):
    v, rows, columns, answer = table
    out = io.StringIO()
    writer = csv.DictWriter(out, [*columns, "answer"], delimiter=delimiter, lineterminator=end)
    writer.writeheader()
    writer.writerows({**row, "answer": ["no", "yes"][answer]} for row in rows)
    path = tmp_path_factory.mktemp("written") / "known.csv"
    path.write_text(out.getvalue(), encoding="utf-8", newline="")
    found = read_examples(path, v)
    assert [(one.query, one.answer) for one in found] == [(Query(v, v.encode(row)), answer) for row in rows]


@given(tables(), st.booleans())
def test_what_is_written_as_json_lines_is_read_again(tmp_path_factory, table, flat):
    v, rows, _, answer = table
    lines = [{**row, "answer": answer} if flat else {"example": row, "answer": answer} for row in rows]
    path = tmp_path_factory.mktemp("written") / "known.jsonl"
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    found = read_examples(path, v)
    assert [(one.query, one.answer) for one in found] == [(Query(v, v.encode(row)), answer) for row in rows]
