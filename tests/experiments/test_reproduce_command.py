"""`tacit reproduce`: the paper's tables and figures, its numbers beside ours."""

from __future__ import annotations

import csv
import html.parser
import sys
import unicodedata

import pytest

from tacit.experiments.figures import FIGURES
from tacit.experiments.paper import paper_row

QUICK = ("reproduce", "--quick", "--out", "out", "--jobs", 1)


def width(line):
    """How many columns a line takes; a bar over a letter takes none."""
    return sum(not unicodedata.combining(character) for character in line)


class Page(html.parser.HTMLParser):
    """What a page has in it."""

    def __init__(self, text):
        super().__init__()
        self.cells, self.images, self.links, self.tables = [], [], [], 0
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tables += tag == "table"
        self.images += [value for name, value in attributes if tag == "img" and name == "src"]
        self.links += [value for name, value in attributes if name in ("href", "src") and tag != "img"]

    def handle_data(self, data):
        self.cells.append(data)


def test_a_table_in_all_its_forms(tacit, tmp_path):
    ended = tacit(*QUICK, "--table", 3, "--problem", "purdey")
    assert (ended.code, ended.err) == (0, "")
    printed = paper_row(3, "Purdey", "MQuAcq rand")
    with (tmp_path / "out" / "table-3.csv").open(encoding="utf-8") as file:
        rows = {row["method"]: row for row in csv.DictReader(file)}
    assert list(rows) == ["QuAcq rand", "MQuAcq rand", "QuAcq max_v", "MQuAcq max_v"]
    ours = rows["MQuAcq rand"]
    assert (ours["status"], ours["equivalent"], ours["runs"], ours["cut"]) == ("converged", "yes", "1", "False")
    assert ours["queries_paper"] == printed["queries"]
    assert float(ours["queries_ratio"]) == pytest.approx(
        float(ours["queries_tacit"]) / float(printed["queries"]), abs=1e-4
    )
    assert ours["learned_tacit"] == "27"

    lines = ended.out.splitlines()
    assert max(map(width, lines)) <= 80
    at = lines.index("  MQuAcq rand: converged, equivalent yes (1 run)")
    assert [line.split()[0] for line in lines[at + 1 : at + 4]] == ["paper", "tacit", "ratio"]
    assert lines[at + 1].split()[1:3] == [printed["learned"], printed["queries"]]
    assert lines[at + 2].split()[1:3] == ["27", ours["queries_tacit"]]
    assert lines[at + 3].split()[2] == f"{float(ours['queries_ratio']):.2f}"

    markdown = (tmp_path / "out" / "table-3.md").read_text(encoding="utf-8").splitlines()
    (row,) = [line for line in markdown if line.startswith("| Purdey | MQuAcq rand |")]
    assert f" {ours['queries_tacit']} ({printed['queries']}) " in row
    table = [line.replace(r"\|", "") for line in markdown if line.startswith("|")]
    assert {line.count("|") for line in table} == {18}

    text = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    page = Page(text)
    assert page.tables == 1
    assert page.links == page.images == []  # nothing is loaded from elsewhere
    assert {ours["queries_tacit"], printed["queries"], "MQuAcq rand", "Purdey"} <= set(page.cells)


def test_json_is_all_there_is_on_stdout(tacit):
    ended = tacit(*QUICK, "--table", 3, "--table", 2, "--problem", "purdey", "--json")
    assert (ended.code, ended.err) == (0, "")
    assert [(row["table"], row["method"]) for row in ended.rows] == [
        (2, "QuAcq max"),
        (2, "MQuAcq max"),
        (2, "QuAcq max_B"),
        (2, "MQuAcq max_B"),
        (3, "QuAcq rand"),
        (3, "MQuAcq rand"),
        (3, "QuAcq max_v"),
        (3, "MQuAcq max_v"),
    ]
    row = ended.rows[-1]
    assert row["queries_paper"] == float(paper_row(3, "Purdey", "MQuAcq max_v")["queries"])
    assert row["queries_ratio"] == row["queries_tacit"] / row["queries_paper"]
    # max_B with random values is in both tables, but was run only once
    assert ended.rows[2]["time_total_s_tacit"] == ended.rows[4]["time_total_s_tacit"]


def test_what_is_in_the_results_file_is_not_run_again(tacit):
    command = (*QUICK, "--table", 3, "--problem", "purdey", "--json")
    assert tacit(*command).rows == tacit(*command).rows  # even the times are the same


def test_means_of_runs_from_a_seed(tacit):
    rows = tacit(*QUICK[:1], *QUICK[2:], "--table", 3, "--problem", "purdey", "--runs", 2, "--seed", 4, "--json").rows
    two = tacit("bench", "purdey", "--findc", "first", "--values", "max_v", "--runs", 2, "--seed", 4, "--json").rows
    (mean,) = [row for row in rows if row["method"] == "MQuAcq max_v"]
    assert mean["runs"] == 2
    assert mean["queries_tacit"] == sum(row["queries"] for row in two) / 2


def test_a_figure(tacit, tmp_path, monkeypatch):
    from tacit.experiments import figures

    monkeypatch.setattr(figures, "CLIQUES", (4, 8))
    ended = tacit(*QUICK, "--figure", "cliques")
    assert ended.out == "Written to out: index.html, cliques.png and .svg\n"
    assert (tmp_path / "out" / "cliques.png").read_bytes().startswith(b"\x89PNG")
    svg = (tmp_path / "out" / "cliques.svg").read_text(encoding="utf-8")
    assert "<svg" in svg
    page = Page((tmp_path / "out" / "index.html").read_text(encoding="utf-8"))
    assert len(page.images) == 1
    assert page.images[0].startswith("data:image/svg+xml;base64,")
    assert page.tables == 0
    tacit(*QUICK, "--figure", "cliques")
    assert (tmp_path / "out" / "cliques.svg").read_text(encoding="utf-8") == svg  # the same data give the same bytes


def test_matplotlib_is_not_installed(tacit, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert "pip install 'tacit[experiments]'" in tacit(*QUICK, "--figure", "cliques").refusal
    assert tacit(*QUICK, "--table", 3, "--problem", "purdey").code == 0  # tables don't need matplotlib


def test_the_list_of_figures(tacit):
    ended = tacit("reproduce", "--figure", "list")
    assert [line.split()[0] for line in ended.out.splitlines()] == list(FIGURES)
    assert max(map(len, ended.out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--table", 5], "Invalid value for '--table'"),
        (["--figure", "nope"], "there is no figure 'nope'. There are: time-quacq, "),
        (["--figure", "all", "--figure", "nope"], "there is no figure 'nope'"),
        (["--problem", "nope"], "the paper's tables have no benchmark 'nope'. They have: sudoku, "),
        (["--table", 3, "--problem", "purdey", "--out", "file"], "--out file: "),
        (["--table", 3, "--problem", "purdey", "--out", "file/deeper"], "--out file/deeper: "),
        (["--table", 3, "--results", "file"], "the results file file can't be used: file is not a database"),
        (["--table", 3, "--results", "none/r.sqlite"], "there is no directory none"),
        (["--table", 3, "--seed", 2**32 - 1], "--runs 3 from --seed 4294967295"),
        (["--table", 3, "--cap", "nan"], "Invalid value for '--cap'"),
        (["--table", 3, "--dask", "nowhere"], "'nowhere' is not the address of a Dask scheduler"),
        # options without effect
        (["--quick", "--runs", 2], "--runs and --cap have no effect with it"),
        (["--quick", "--cap", 2], "--runs and --cap have no effect with it"),
        (["--figure", "cliques", "--json"], "--json has no effect on figures"),
        (["--figure", "cliques", "--problem", "purdey"], "--problem has no effect on figures"),
        (["--figure", "list", "--table", 1], "--figure list does nothing else"),
    ],
)
def test_mistakes_are_one_line_before_the_first_run(tacit, tmp_path, arguments, says):
    (tmp_path / "file").write_text("a file of mine\n" * 100)
    assert says in tacit("reproduce", *arguments).refusal
    assert not (tmp_path / "tacit-results.sqlite").exists()
    assert (tmp_path / "file").read_text() == "a file of mine\n" * 100
