"""The commands about agents: agents, requests, journal."""

import argparse
from typing import TYPE_CHECKING

from app.cli.argument_types import count, number
from app.cli.lazy import lazily
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_commands(commands: "Commands") -> None:
    agents = commands.add_parser("agents", help=_("what each client of agents may see and do"))
    agents.add_argument("client", nargs="?", metavar="CLIENT")
    for rule, words in (
        ("allow", _("let it do this")),
        ("ask", _("ask a person each time")),
        ("never", _("never let it do this")),
        ("usual", _("as for a client that nobody has decided about")),
    ):
        agents.add_argument(f"--{rule}", action="append", default=[], metavar="WHAT", help=words)
    agents.add_argument("--close", action="append", default=[], metavar="E",
                        help=_("keep an engram or a tier from it"))  # fmt: skip
    agents.add_argument("--open", action="append", default=[], metavar="E",
                        help=_("show it again"))  # fmt: skip
    alone = agents.add_mutually_exclusive_group()
    alone.add_argument("--isolate", action="store_true", help=_("count it alone"))
    alone.add_argument("--no-isolate", action="store_true", help=_("count it with the others"))
    agents.set_defaults(run=lazily("agents_answer.agents"), wrong=agents.error)

    requests = commands.add_parser("requests", help=_("what agents wait to be allowed"))
    said = requests.add_mutually_exclusive_group()
    said.add_argument("--allow", type=number, metavar="ID", help=_("allow it; it is done now"))
    said.add_argument("--refuse", type=number, metavar="ID", help=_("refuse it"))
    requests.set_defaults(run=lazily("agents_answer.requests_"))

    journal = commands.add_parser("journal", help=_("what agents did"))
    journal.add_argument("--client", default="", metavar="CLIENT", help=_("of this one alone"))
    journal.add_argument("--changes", action="store_true", help=_("only what changed something"))
    journal.add_argument("--limit", type=count, default=50, metavar="N",
                         help=_("the newest N calls"))  # fmt: skip
    journal.add_argument("--undo", type=number, metavar="ID", help=_("undo what a call wrote"))
    journal.set_defaults(run=lazily("agents_answer.journal"))
