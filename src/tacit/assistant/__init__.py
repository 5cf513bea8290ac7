"""`tacit mcp`: tools of the Model Context Protocol with which an assistant leads an interview.

The assistant never knows the rules: it puts tacit's questions to the person, and hands back what the person says. Each
answer says who gave it, a person or a program. The interviews are those of the log, so what was begun with an assistant
goes on at the terminal or on the page, and the other way round.
"""

from __future__ import annotations

from tacit.errors import OptionError
from tacit.interview import Log

MISSING = "tacit mcp needs the package mcp: pip install 'tacit[mcp]'"


def serve_assistant(log: Log) -> None:
    """Serve one assistant over stdin and stdout, until it hangs up."""
    try:
        import mcp.server.mcpserver  # noqa: F401
    except ImportError as error:
        raise OptionError(MISSING) from error
    from tacit.assistant.server_of_tools import ServerOfTools

    ServerOfTools(log).run("stdio")
