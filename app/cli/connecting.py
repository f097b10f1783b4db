"""The commands about clients: connect, disconnect, and the hook that they run."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.lazy import lazily
from app.cli.serving import PORT
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_commands(commands: "Commands") -> None:
    connect = commands.add_parser(
        "connect", help=_("list the clients of agents, or connect one to Techne")
    )
    connect.add_argument("client", nargs="?", metavar="CLIENT")
    connect.add_argument(
        "--http",
        nargs="?",
        metavar="URL",
        default="",
        const=f"http://127.0.0.1:{PORT}/mcp",
        help=_("use a server that runs, by default that of “techne serve”"),
    )
    connect.add_argument("--no-hooks", action="store_false", dest="hooks", help=_("write no hooks"))
    connect.set_defaults(run=lazily("connecting_answer.connect"))
    disconnect = commands.add_parser("disconnect", help=_("take back what connect wrote"))
    disconnect.add_argument("client", metavar="CLIENT")
    disconnect.set_defaults(run=lazily("connecting_answer.disconnect"))
    hook = commands.add_parser("hook", help=_("answer a hook of a client"))
    hook.add_argument("event", metavar="EVENT")
    hook.add_argument("--client", metavar="ID", default="", help=_("the client that runs it"))
    hook.set_defaults(run=lazily("connecting_answer.hook"))
    for command in (connect, disconnect):
        command.add_argument("--project", type=Path, metavar="DIR", help=_("only in this project"))
        command.add_argument("--yes", action="store_true", help=_("do not ask"))
