"""The directive `commands`: the command line as click knows it, each command under a heading of its own.

What is shown is what `tacit COMMAND --help` prints, so there is no second text that could grow old.
"""

from __future__ import annotations

from typing import Any

import click
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

WIDTH = 88  # of a terminal, the same wherever the site is built


class Commands(SphinxDirective):
    """All commands of tacit, with their help."""

    def run(self) -> list[nodes.Node]:
        from tacit.cli import tacit

        above = click.Context(tacit, info_name="tacit", terminal_width=WIDTH, max_content_width=WIDTH, color=False)
        above.help_option_names = tacit.context_settings["help_option_names"]
        made: list[nodes.Node] = [nodes.literal_block("", tacit.get_help(above), language="text")]
        for name, command in sorted(tacit.commands.items()):
            section = nodes.section(ids=[f"tacit-{name}"])
            title = f"tacit {name}"
            self.state.document.note_implicit_target(section, section)
            section += nodes.title("", "", nodes.literal("", title))
            with click.Context(command, info_name=name, parent=above, color=False) as context:
                section += nodes.literal_block("", command.get_help(context), language="text")
            made.append(section)
        return made


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("commands", Commands)
    return {"parallel_read_safe": True}
