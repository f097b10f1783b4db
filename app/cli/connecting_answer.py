"""What the commands about clients do and say."""

import argparse
import sys
from pathlib import Path
from typing import NoReturn

from app.cli.answer import Answer, table, tell, to_seconds
from app.cli.progress import shown
from app.cli.session import Session, confirm
from app.core.api import connecting
from app.core.api.connecting import ClientDocument, FileChangeDocument, VerifiedDocument
from app.core.connect import looking, planning
from app.core.connect.health import CONNECTED
from app.core.connect.looking import Fault, State
from app.core.connect.planning import Plan
from app.core.errors import NotFound
from app.core.serve import hook_process
from app.core.words import _, ngettext
from app.desktop import association

_STATES = {
    State.NOT_FOUND: _("not found"),
    State.FOUND: _("found"),
    State.CONNECTED: _("connected"),
}
_FAULTS = {
    Fault.PROGRAM: _("needs repair: the program it starts is gone"),
    Fault.SECRET: _("needs repair: its secret is not known"),
    Fault.SETTINGS: _("needs repair: its settings cannot be read"),
    Fault.TRUST: _("needs repair: folder not trusted"),
    Fault.HANDSHAKE: _("needs repair: the server gave no answer"),
}


def connect(session: Session, arguments: argparse.Namespace) -> Answer:
    """Without a client: how all of them stand."""
    project = _project(arguments.project)
    if arguments.client is None:
        with session.vault() as vault:
            found = connecting.listed(vault, project)
        return Answer(found, _table(found))
    with session.vault() as vault:
        plan = planning.plan(
            vault,
            arguments.client,
            tuple(association.lasting_command()),
            project=project,
            url=arguments.http,
            hooks=arguments.hooks,
        )
        asks = not arguments.yes and _has_terminal()
        if asks and not plan.is_done:
            tell("\n".join([*_written(connecting.changes(plan)), *_opening(plan)]))
            confirm(_("Write this?"), "--yes", _("Nothing was written."))
        made = connecting.connect(vault, plan)
    with shown(_("Checking")) as progress:
        here = project or Path.cwd()
        done = connecting.verify(session.home, plan, made, here, progress)
    lines = [_headline(plan, done["verified"]), *_checks(done["verified"], plan.client.name)]
    if not looking.trusts(plan.setup, here):
        said = _(
            "{name} does not trust {folder}, and starts no server there until you say so in it."
        )
        lines.append(said.format(name=plan.client.name, folder=here))
    if not asks:
        lines[1:1] = [*_written(done["changes"]), *_opening(plan)]
    return Answer(done, "\n".join(lines), status=1 if done["verified"]["failed"] else 0)


def disconnect(session: Session, arguments: argparse.Namespace) -> Answer:
    project = _project(arguments.project)
    with session.vault() as vault:
        if not arguments.yes and _has_terminal():
            question = _("Disconnect {client}?").format(client=arguments.client)
            confirm(question, "--yes", _("Nothing was written."))
        done = connecting.disconnect(vault, arguments.client, project)
    lines = [_("Disconnected {name}.").format(name=done["name"])]
    lines += [
        _("{file} has no entry of Techne any more.").format(file=file) for file in done["files"]
    ]
    return Answer(done, "\n".join(lines))


def hook(session: Session, arguments: argparse.Namespace) -> NoReturn:
    """`app.main` does it without loading the commands; here for whoever put an option before it."""
    client = ["--client", arguments.client] if arguments.client else []
    sys.exit(hook_process.main(session.home, [arguments.event, *client]))


def _has_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def _project(folder: Path | None) -> Path | None:
    """Raises `NotFound` for what is no folder."""
    if folder is not None and not folder.is_dir():
        raise NotFound(
            _("There is no folder {folder}.").format(folder=folder), _("Check the path.")
        )
    return None if folder is None else folder.resolve()


def _written(changes: list[FileChangeDocument]) -> list[str]:
    """The change of each file, as `diff` prints it."""
    lines = []
    for change in changes:
        lines.append(f"{change['file']}:")
        lines += [f"{line['number']:>5} {line['sign']} {line['text']}" for line in change["lines"]]
    return lines


def _opening(plan: Plan) -> list[str]:
    """What it means that the client is told where the passphrase is."""
    said = planning.opening(plan)
    return [said] if said else []


def _headline(plan: Plan, how: VerifiedDocument) -> str:
    """“Connected” only where nothing spoke against it."""
    if how["failed"] or how["health"] not in ("", CONNECTED):
        said = _("The settings of {name} are written, but the check failed.")
    elif plan.is_done:
        said = _("{name} is connected already.")
    else:
        said = _("Connected {name}.")
    return said.format(name=plan.client.name)


def _checks(how: VerifiedDocument, name: str) -> list[str]:
    if how["failed"]:
        return [
            _("It does not work yet: {why}").format(why=how["failed"]),
            _("Put that right and connect again, or disconnect it."),
        ]
    tools = ngettext("{count} tool", "{count} tools", how["tools"]).format(count=how["tools"])
    said = _("The server answers in {seconds:.2f} s and lists {tools}.")
    lines = [said.format(seconds=how["seconds"], tools=tools)]
    if how["health"] == CONNECTED:
        lines.append(_("{name} reaches it.").format(name=name))
    elif how["health"]:
        lines.append(_("{name} says: {line}").format(name=name, line=how["health"]))
    return lines


def _table(found: list[ClientDocument]) -> str:
    rows = [
        (one["id"], one["name"], _state(one), _seen(one), str(one["callsToday"]), one["file"])
        for one in found
    ]
    header = (_("Id"), _("Client"), _("State"), _("Last seen"), _("Calls today"), _("File"))
    return table(rows, header)


def _state(one: ClientDocument) -> str:
    fault = one.get("fault")
    return _STATES.get(one["state"]) or (_FAULTS[fault] if fault else str(one["state"]))


def _seen(one: ClientDocument) -> str:
    return to_seconds(one["lastSeen"]) if "lastSeen" in one else "-"
