"""The command line: one parser, one table of commands, one way to fail."""

import argparse
import os
import traceback
from collections.abc import Iterable, Sequence
from importlib import import_module
from itertools import pairwise
from pathlib import Path

from app import __version__
from app.cli.answer import abandon, deliver, fail
from app.cli.session import Session
from app.core.errors import AppError, Bug, Cancelled
from app.core.memory.reading.decoding import whole
from app.core.store.files import usual_home
from app.core.words import _

GROUPS = {
    "vaults": ("init", "backup", "doctor"),
    "upkeep": ("upkeep",),
    "rereading": ("reread",),
    "skills": ("list", "show", "check", "walk", "edit", "delete"),
    "deleted": ("bin",),
    "replacing": ("find", "replace"),
    "filing": ("rename", "usages", "calls", "move", "tag", "favourite"),
    "details": ("details",),
    "engrams": ("engrams",),
    "versions": ("history", "rollback", "diff", "undo"),
    "attachments": ("attach", "attachments", "detach"),
    "knowledge": ("remember", "recall", "search", "suggest"),
    "remembering": ("memories", "correct", "refile", "forget", "terms"),
    "training": ("train", "plan"),
    "writing": ("enrich", "draft", "fix"),
    "model": ("model",),
    "life": ("used", "stats", "importance"),
    "learning": ("scan", "candidates", "features", "promote", "dismiss", "reopen"),
    "lifecycle": ("outcomes", "outcome", "observe", "observations", "lifecycle"),
    "running": ("run", "runs"),
    "relating": ("relations", "relate", "unrelate"),
    "graph": ("graph",),
    "packs": ("import", "export", "release"),
    "folders": ("link", "sync", "unlink", "adopt", "repair", "pin", "disable", "deploy", "retract"),
    "agents": ("agents", "requests", "journal"),
    "connecting": ("connect", "disconnect", "hook"),
    "verify": ("verify",),
    "publishers": ("identity", "trust"),
    "serving": ("mcp", "serve"),
    "schema": ("schema",),
    "bench.command": ("bench",),
    "screenshots": ("screenshots",),
}
"""The commands of each module of this package. One module is quick to load, all take a while."""


def parser(groups: Iterable[str] = tuple(GROUPS)) -> argparse.ArgumentParser:
    """The commands of these modules; the documentation is checked against all of them."""
    top = argparse.ArgumentParser(
        prog="techne",
        description=_("Write down how things are done, for people and agents to follow."),
        epilog=_("Without a command, or with files, the window opens."),
    )
    top.add_argument("--version", action="version", version=f"Techne {__version__}")
    top.add_argument("--home", type=Path, metavar="DIR", help=_("the folder of the vault"))
    top.add_argument("--json", action="store_true", help=_("print one JSON document"))
    commands = top.add_subparsers(dest="command", metavar=_("COMMAND"), required=True)
    for group in groups:
        import_module(f"app.cli.{group}").add_commands(commands)
    for command in set(commands.choices.values()):
        # Also after the command, where people type them; SUPPRESS keeps what stood before it.
        command.add_argument("--home", type=Path, metavar="DIR", default=argparse.SUPPRESS,
                             help=argparse.SUPPRESS)  # fmt: skip
        command.add_argument("--json", action="store_true", default=argparse.SUPPRESS,
                             help=argparse.SUPPRESS)  # fmt: skip
    return top


def asked_for(argv: Sequence[str]) -> Iterable[str]:
    """The modules that are needed: that of the command, or all when it is not plain which it is."""
    words = [w for before, w in pairwise(["", *argv]) if before != "--home" and w[:1] != "-"]
    return [group for group, names in GROUPS.items() if words and words[0] in names] or GROUPS


def run(argv: Sequence[str]) -> int:
    """Do one command. 0: done, 1: an understandable failure, 2: wrong usage."""
    arguments = parser(asked_for(argv)).parse_args(argv)
    session = Session((arguments.home or usual_home()).expanduser())
    try:
        _make_readable(arguments)
        return deliver(arguments.run(session, arguments), as_json=arguments.json)
    except Cancelled:
        return 1
    except AppError as error:
        return fail(error, as_json=arguments.json)
    except BrokenPipeError:
        return abandon()
    except KeyboardInterrupt:
        return fail(Cancelled(_("Stopped.")), as_json=arguments.json)
    except Exception as error:  # noqa: BLE001  nobody should have to read a traceback
        return fail(_bug(error), as_json=arguments.json)


def _make_readable(arguments: argparse.Namespace) -> None:
    """What the terminal's character set could not say is UTF-8, or no text."""
    for name, typed in vars(arguments).items():
        if isinstance(typed, str) and whole(typed) != typed:
            try:
                setattr(arguments, name, os.fsencode(typed).decode())
            except UnicodeDecodeError as error:
                raise AppError(
                    _("“{typed}” is not UTF-8 text.").format(typed=whole(typed)),
                    _("Type it again, or set the terminal to UTF-8."),
                ) from error


def _bug(error: Exception) -> Bug:
    """Where it happened; not the message of the error, which may quote a skill."""
    places = [
        f"{Path(frame.filename).name}:{frame.lineno}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]
    return Bug(
        _("Techne ran into an internal error ({kind}).").format(kind=type(error).__name__),
        _("Report it with this trace: {places}").format(places=" ".join(places)),
    )
