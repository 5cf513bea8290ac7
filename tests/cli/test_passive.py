"""`tacit learn FILE --passive`: from examples alone."""

from __future__ import annotations

import json

import pytest


@pytest.fixture
def named():
    return (
        "line.toml",
        'language = "common"\nexamples = ["known.csv"]\n[variables]\ns = { shape = 4, domain = "0..2" }\n',
    )


@pytest.fixture
def known(file):
    """Plans in which neighbours differ, many of them."""
    rows = [f"{a}{b}{c}{d}" for a in "012" for b in "012" for c in "012" for d in "012" if a != b != c != d]
    lines = [",".join(f"s[{i}]" for i in range(4)), *(",".join(row) for row in rows)]
    (file.parent / "known.csv").write_text("\n".join(lines) + "\n")
    return file


def test_it_says_what_it_rests_on(tacit, known):
    ended = tacit("learn", known.name, "--passive", "-o", "model.json")
    assert (ended.code, ended.err) == (0, "")
    assert max(map(len, ended.out.splitlines())) <= 80
    told = " ".join(ended.out.split())
    assert told.startswith("From examples alone: nobody was asked, so nothing is proved.")
    assert "There are 24 plans." in told
    assert "each cell of s and the next one differ in all 24 plans, 3 places in each; by chance: 1 in" in told
    assert told.endswith("Next: tacit solve model.json")
    assert tacit("solve", "model.json", "--solutions", "30", "--json").out.count("\n") == 24
    assert "Learned from examples alone" in tacit("export", "model.json", "--to", "markdown").out


def test_as_json(tacit, known):
    ended = tacit("learn", known.name, "--passive", "--json")
    found = json.loads(ended.out)
    assert (found["status"], found["questions"], found["learned"]) == ("supported", 0, 3)
    assert found["support"][0]["rules"] == [{"relation": "!=", "over": "next of s"}]
    assert found["support"][0]["plans"] == 24
    assert ended.out == tacit("learn", known.name, "--passive", "--json").out


def test_nothing_is_supported_by_one_plan(tacit, known):
    (known.parent / "known.csv").write_text("s[0],s[1],s[2],s[3]\n0,1,2,0\n")
    ended = tacit("learn", known.name, "--passive")
    assert (ended.code, ended.err) == (0, "")
    assert "Nothing holds in these plans that chance would not explain" in " ".join(ended.out.split())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--oracle", "a:b"], "--passive asks nobody, so --oracle has no effect with it"),
        (["--max-questions", "3"], "--passive asks nobody, so --max-questions has no effect with it"),
        (["-o", "model.txt"], "-o model.txt: a model is kept as .json"),
    ],
)
def test_options_that_do_not_fit(tacit, known, options, message):
    ended = tacit("learn", known.name, "--passive", *options)
    assert ended.code == 2
    assert message in ended.err
    assert ended.err.count("\n") == 1


def test_without_examples(tacit, file):
    file.write_text(file.read_text().replace('examples = ["known.csv"]\n', ""))
    ended = tacit("learn", file.name, "--passive")
    assert (ended.code, ended.out) == (2, "")
    assert "--passive learns from examples, and there are none" in ended.err
