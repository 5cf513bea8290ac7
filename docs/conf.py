"""The documentation site: `make docs`. The pages are Markdown, and read as well without it.

It needs no network and ends with an error at the first warning; a reference that leads nowhere is one.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))  # for what is in this folder alone
sys.path.insert(0, str(HERE.parent / "src"))  # the code beside these pages, whatever is installed

from tacit.version import __version__  # noqa: E402

project = "tacit"
author = "the authors of tacit"
copyright = author
version = release = __version__
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc", "commands", "docstrings"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3
# The pages show what commands and files look like; a block in a language that no lexer has is shown as it is.
highlight_language = "text"
smartquotes = False  # much of the text is code
default_role = "code"  # docstrings put code between single backticks

autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_class_signature = "mixed"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
add_module_names = False

nitpicky = True
# Of other projects: their inventories would have to be fetched.
nitpick_ignore_regex = [("py:.*", r"(np|numpy|cp|cpmpy|collections|pathlib|enum)\..*|Path")]
# What is no part of the public interface, though methods of `Dialogue` name it: what learners are given, and what works
# for the page while somebody thinks.
nitpick_ignore = [
    ("py:class", "tacit.learning.asker.Asker"),
    ("py:class", "tacit.dialogue.thinking_ahead.ThinkingAhead"),
]

html_theme = "furo"
html_title = "tacit"
html_static_path: list[str] = []
html_show_copyright = False
html_copy_source = False
html_show_sourcelink = False

DOCUMENT = re.compile(r"(?<!\[)`docs/(\w+)\.md`")


def link_documents(app: Sphinx, page: str, source: list[str]) -> None:
    """`docs/trust.md` in a page becomes a link with that page's title. In the repository it is the file's name."""
    up = "../" * page.count("/")
    source[0] = DOCUMENT.sub(rf"[]({up}\1.md)", source[0])


def by_short_name(app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.Element) -> Any:
    """A name in an annotation that only type checkers import is known by its last part."""
    python = env.domains.python_domain
    name = node.get("reftarget", "")
    found = [full for full, each in python.objects.items() if full.rpartition(".")[2] == name and not each.aliased]
    if node.get("refdomain") != "py" or len(found) != 1:
        return None
    return python.resolve_xref(env, node["refdoc"], app.builder, "obj", found[0], node, content)


def setup(app: Sphinx) -> None:
    app.connect("missing-reference", by_short_name)
    app.connect("source-read", link_documents)
