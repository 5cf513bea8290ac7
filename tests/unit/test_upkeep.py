"""What is written in two places says the same in both: versions, Pythons, folders."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
import yaml

from tacit import __version__

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def project():
    return tomllib.loads(text_of("pyproject.toml"))["project"]


def text_of(path):
    return (ROOT / path).read_text(encoding="utf-8")


def from_yaml(path):
    return yaml.safe_load(text_of(path))


def test_every_python_that_is_named_is_tested(project):
    prefix = "Programming Language :: Python :: 3."
    named = ["3." + each.removeprefix(prefix) for each in project["classifiers"] if each.startswith(prefix)]
    assert from_yaml(".github/workflows/ci.yml")["jobs"]["test"]["strategy"]["matrix"]["python"] == named
    assert project["requires-python"] == f">={named[0]}"


def test_hooks_and_tests_run_the_same_ruff(project):
    (pin,) = [each for each in project["optional-dependencies"]["dev"] if each.startswith("ruff")]
    hooks = {each["repo"].rpartition("/")[2]: each for each in from_yaml(".pre-commit-config.yaml")["repos"]}
    assert pin == "ruff~=" + hooks["ruff-pre-commit"]["rev"].removeprefix("v")


def test_citation_and_changelog_know_the_version():
    assert from_yaml("CITATION.cff")["version"] == __version__
    assert re.findall(r"^## \[(.*?)\]", text_of("CHANGELOG.md"), re.MULTILINE)[:2] == ["Unreleased", __version__]


def test_every_folder_of_tests_is_described():
    folders = {path.parent.name for path in (ROOT / "tests").glob("*/*.py")}
    assert sorted(re.findall(r"^\| `(\w+)/` \|", text_of("tests/README.md"), re.MULTILINE)) == sorted(folders)
