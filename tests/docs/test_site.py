"""The documentation site is built without a warning, every reference in it leads somewhere, and nothing is missing."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tacit
from tacit.cli import tacit as command

for needed in ("sphinx", "furo", "myst_parser"):
    pytest.importorskip(needed, reason=f"{needed} is not installed: pip install 'tacit[docs]'")

ROOT = Path(__file__).parents[2]
NOWHERE = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), "http://127.0.0.1:9")
FILE_NAME = re.compile(r"<code[^>]*><span class=\"pre\">docs/\w+\.md</span></code>")
LOADED = re.compile(r"<(?:script|img|link|iframe)[^>]*?(?:src|href)=\"(https?:[^\"]*)\"")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """As `make docs` builds it; whoever tries to fetch something finds nobody there."""
    made = tmp_path_factory.mktemp("site")
    options = ["-q", "-W", "--keep-going", "-n", "-b", "html", "-d", str(made / "doctrees")]
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", *options, str(ROOT / "docs"), str(made / "html")],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, **NOWHERE},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return made / "html"


def page(site, name):
    return (site / f"{name}.html").read_text(encoding="utf-8")


def test_every_page_is_there(site):
    written = {path.relative_to(ROOT / "docs").with_suffix("") for path in (ROOT / "docs").rglob("*.md")}
    assert {path for path in written if not (site / path.with_suffix(".html")).exists()} == set()


def test_every_public_name_is_in_the_reference(site):
    text = page(site, "reference/python")
    missing = [name for name in tacit.__all__ if f'id="tacit.{name}"' not in text]
    assert missing == ["__version__"]


def test_every_command_is_in_the_reference(site):
    text = page(site, "reference/command_line")
    for name, each in command.commands.items():
        assert f'id="tacit-{name}"' in text
        assert all(option.opts[0] in text for option in each.params if option.param_type_name == "option")


def test_the_parameters_of_docstrings_are_lists(site):
    text = page(site, "reference/python")
    for name in ("oracle", "largest", "skip_known", "language"):
        assert f"<strong>{name}</strong>" in text


def test_names_of_documents_are_links(site):
    assert '<a class="reference internal" href="trust.html">' in page(site, "rules")
    for path in site.rglob("*.html"):
        assert not FILE_NAME.search(path.read_text("utf-8")), path


def test_pages_load_nothing_from_elsewhere(site):
    for path in site.rglob("*.html"):
        assert LOADED.findall(path.read_text("utf-8")) == [], path
