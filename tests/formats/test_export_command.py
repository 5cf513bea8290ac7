"""`tacit export`, as people run it."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace

import pytest
from click.testing import CliRunner

from tacit.cli import main, tacit
from tacit.cli.models import load_model
from tacit.errors import ProblemError
from tacit.formats import json_model


def export(*arguments: str) -> str:
    done = CliRunner().invoke(tacit, ["export", *arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def refused(capsys, *arguments: str) -> str:
    with pytest.raises(SystemExit) as left:
        main(["export", *arguments])
    assert left.value.code == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    return said.err


def test_to_standard_output():
    assert export("sudoku-4", "--to", "markdown").splitlines()[0] == "# sudoku-4"
    assert export("sudoku-4", "--to", "minizinc").startswith("% sudoku-4")
    assert export("sudoku-4", "--to", "xcsp3").startswith("<instance")
    assert json_model.read(export("sudoku-4", "--to", "json")).network == load_model("sudoku-4").network
    assert "\x1b" not in export("sudoku-4", "--to", "cpmpy")


@pytest.mark.parametrize(("suffix", "start"), [("py", "#"), ("mzn", "%"), ("xml", "<"), ("json", "{"), ("md", "#")])
def test_the_suffix_says_the_format(suffix, start, tmp_path):
    file = tmp_path / f"model.{suffix}"
    export("murder", "-o", str(file))
    assert file.read_text(encoding="utf-8").startswith(start)
    assert os.listdir(tmp_path) == [file.name]


def test_json_in_is_json_out(tmp_path):
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    export("zebra", "-o", str(one))
    export(str(one), "-o", str(two))
    assert one.read_bytes() == two.read_bytes()


def test_a_file_keeps_its_mode(tmp_path):
    file = tmp_path / "model.md"
    file.write_text("old", encoding="utf-8")
    file.chmod(0o640)
    export("murder", "-o", str(file))
    assert file.stat().st_mode & 0o777 == 0o640


def test_minimal(tmp_path):
    done = CliRunner().invoke(tacit, ["export", "examtt-6", "--minimal", "--to", "json"], catch_exceptions=False)
    assert done.stderr == "tacit: 0 of 15 constraints are redundant and left out\n"
    assert len(json_model.read(done.stdout).network) == 15


def test_mistakes(capsys, tmp_path):
    assert "a format is needed: --to cpmpy|" in refused(capsys, "sudoku")
    assert "there is no such format. There are: cpmpy" in refused(capsys, "sudoku", "--to", "word")
    assert "its suffix does not say the format" in refused(capsys, "sudoku", "-o", "x.doc")
    assert "there is no folder" in refused(capsys, "sudoku", "-o", str(tmp_path / "no" / "x.py"))
    assert "did you mean sudoku?" in refused(capsys, "sudokku", "--to", "json")
    assert "no.json: No such file or directory" in refused(capsys, str(tmp_path / "no.json"), "--to", "json")
    assert "there is no model file" in refused(capsys, "models/no.txt", "--to", "json")
    odd = tmp_path / "odd.json"
    odd.write_bytes(b"\xff\xfe")
    assert "it is not UTF-8" in refused(capsys, str(odd), "--to", "json")
    odd.write_text('{"format": "tacit model", "version": 1}', encoding="utf-8")
    assert "odd.json: the key 'name' is missing" in refused(capsys, str(odd), "--to", "json")
    assert "Is a directory" in refused(capsys, "murder", "--to", "json", "-o", str(tmp_path))


def test_a_large_file_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(json_model, "MAX_LENGTH", 10)
    file = tmp_path / "large.json"
    file.write_text(" " * 41, encoding="utf-8")
    with pytest.raises(ProblemError, match="41 bytes are too many"):
        load_model(str(file))


def test_help_has_an_example():
    assert "tacit export sudoku --to markdown" in export("--help")


def test_it_is_quick_to_start():
    """Neither help nor an export that needs no proof loads the solver."""
    script = "import sys; from tacit.cli import main; main(sys.argv[1:]); assert 'cpmpy' not in sys.modules"
    arguments = [sys.executable, "-c", script, "export", "sudoku", "--to", "markdown"]
    subprocess.run(arguments, check=True, capture_output=True)


@pytest.mark.parametrize("suffix", ["py", "mzn", "xml", "md"])
def test_an_unfinished_model_says_so_in_its_head(suffix, tmp_path):
    """Somebody else may get the file and take it for the whole."""
    model = load_model("murder")
    (tmp_path / "part.json").write_text(json_model.write(replace(model, status="stopped", questions=7, open=12)))
    export(str(tmp_path / "part.json"), "-o", str(tmp_path / f"part.{suffix}"))
    head = " ".join((tmp_path / f"part.{suffix}").read_text(encoding="utf-8").split()[:40])
    assert "stopped, 12 candidates" in head
    export("murder", "-o", str(tmp_path / f"all.{suffix}"))
    assert "open" not in (tmp_path / f"all.{suffix}").read_text(encoding="utf-8").split("\n")[0]
