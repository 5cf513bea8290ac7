"""`tacit mcp`: interviews led by an assistant."""

from __future__ import annotations

import click

from tacit.interview import Log


@click.command(
    "mcp",
    short_help="Let an assistant put the questions (Model Context Protocol).",
    epilog="It needs pip install 'tacit[mcp]'. Exit codes: 0 when the assistant hangs up; 2 if something is wrong, "
    "which stderr says in one line. Every answer is kept at once, with who gave it; `tacit web` shows the same ones.",
)
@click.option("--db", metavar="FILE", help="Where answers are kept.  [default: TACIT_DB, or your data folder]")
def mcp(db: str | None) -> None:
    """Serve an assistant over stdin and stdout: it puts the questions to you, and hands your answers back.

    \b
    In the settings of an assistant:
      {"mcpServers": {"tacit": {"command": "tacit", "args": ["mcp"]}}}
    """
    from tacit.assistant import serve_assistant

    with Log(db) as log:
        serve_assistant(log)
