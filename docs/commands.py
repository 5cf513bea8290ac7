"""The directive `commands`: the command line as click knows it, each command under a heading of its own.

What is shown is what `tacit COMMAND --help` prints, so there is no second text that could grow old.
"""

from __future__ import annotations

from typing import Any

import click
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

WIDTH = 88


class Commands(SphinxDirective):
    """All commands of tacit, with their help."""

    def run(self) -> list[nodes.Node]:
        from tacit.cli import tacit

        made: list[nodes.Node] = [nodes.literal_block("", help_of(tacit, "tacit"), language="text")]
        for name, command in sorted(tacit.commands.items()):
            section = nodes.section(ids=[f"tacit-{name}"])
            title = f"tacit {name}"
            self.state.document.note_implicit_target(section, section)
            section += nodes.title("", "", nodes.literal("", title))
            section += nodes.literal_block("", help_of(command, title), language="text")
            made.append(section)
        return made


def help_of(command: click.Command, title: str) -> str:
    """As it is printed at a terminal of a fixed width: the page does not depend on where it was built."""
    settings = {**command.context_settings, "terminal_width": WIDTH, "max_content_width": WIDTH, "color": False}
    with click.Context(command, info_name=title, **settings) as context:
        return command.get_help(context)


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("commands", Commands)
    return {"parallel_read_safe": True}
