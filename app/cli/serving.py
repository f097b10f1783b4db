"""The commands that agents come in by: mcp, serve."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.lazy import lazily
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

PORT = 8931


def add_commands(commands: "Commands") -> None:
    mcp = commands.add_parser("mcp", help=_("serve the agent that started it (MCP over stdio)"))
    mcp.set_defaults(run=lazily("serving_answer.mcp"))
    serve = commands.add_parser("serve", help=_("serve agents over HTTP on this computer"))
    serve.add_argument("--port", type=int, default=PORT, help=_("the port to listen on"))
    serve.add_argument(
        "--token-file", type=Path, metavar="F", help=_("the file with the token; made if missing")
    )
    serve.set_defaults(run=lazily("serving_answer.serve"))
