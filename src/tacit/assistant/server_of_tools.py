"""The server of the tools: whatever goes wrong in a call is one line for the assistant, and never ends the server."""

from __future__ import annotations

import logging
import sys
import traceback
from typing import Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import ValidationError

from tacit.assistant.cabinet import Cabinet
from tacit.assistant.tools import TOOLS
from tacit.errors import TacitError
from tacit.interview import Log
from tacit.version import __version__

INSTRUCTIONS = (
    "tacit finds out the rules of a plan (a roster, a timetable, a puzzle) by asking a person, and makes plans that "
    "keep to them. Begin with start_interview or list_interviews. Put each question to the person as it is drawn, by "
    "ask_person where the client can do that, or in the chat; then call answer with what they said and answered_by = "
    "person. Don't answer in their place. When it is over, or before, model says what was learned, solve makes plans, "
    "export writes a model for a solver."
)


class ServerOfTools(MCPServer[Any]):
    """The tools, over one log."""

    def __init__(self, log: Log) -> None:
        # Only what ends a call in an unexpected way is worth a line on stderr, and `call_tool` writes that itself.
        super().__init__("tacit", instructions=INSTRUCTIONS, version=__version__, log_level="CRITICAL")
        logging.getLogger("mcp").setLevel(logging.CRITICAL)
        self.cabinet = Cabinet(log)
        for tool in TOOLS:
            self.add_tool(tool, structured_output=False)

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Context | None = None) -> Any:
        """Call a tool; an error is one line that says what was wrong."""
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            raise ToolError(_one_line(error, name)) from None


def _one_line(error: ToolError, name: str) -> str:
    """What was wrong, on one line, without what the protocol wraps around it."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, TacitError):
            return f"{type(cause).__name__}: {' '.join(str(cause).split())}"
        if isinstance(cause, ValidationError):
            wrong = [f"{'.'.join(map(str, each['loc'][:1]))}: {each['msg']}" for each in cause.errors()]
            return f"{name}: {'; '.join(dict.fromkeys(wrong))}"
        if isinstance(cause, OSError):
            return f"{type(cause).__name__}: {' '.join(str(cause).split())}"
        last, cause = cause, cause.__cause__
    if not isinstance(last, ToolError):
        traceback.print_exception(last, file=sys.stderr)  # a mistake of ours: whoever runs the server should see it
        return f"{name}: something went wrong inside tacit ({type(last).__name__}); the answers are kept"
    return " ".join(str(error).split())
