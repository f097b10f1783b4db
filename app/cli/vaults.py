"""Commands about the vault as a whole: init, backup, doctor."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli.answer import Answer, table, tell
from app.cli.session import Session
from app.core import vaults
from app.core.errors import NotFound
from app.core.packs import demos
from app.core.store.errors import VaultBusy
from app.core.store.files import Home
from app.core.vault import Vault
from app.core.words import _, ngettext

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_commands(commands: "Commands") -> None:
    command = commands.add_parser("init", help=_("make a new vault"))
    command.add_argument("--no-demos", action="store_true", help=_("leave the demo packs out"))
    command.set_defaults(run=init)
    command = commands.add_parser("backup", help=_("copy the vault, list or restore copies"))
    action = command.add_mutually_exclusive_group()
    action.add_argument("--list", action="store_true", help=_("list the copies"))
    action.add_argument("--restore", metavar="NAME", help=_("put a copy in the vault's place"))
    command.set_defaults(run=backup)
    command = commands.add_parser("doctor", help=_("check every page of the vault"))
    command.set_defaults(run=doctor)


def init(session: Session, arguments: argparse.Namespace) -> Answer:
    data_key, recovery_key = vaults.create(session.home, session.passphrase(new=True))
    loaded = 0
    with Vault(session.home, data_key) as vault:
        loaded = len(demos.load(vault, () if arguments.no_demos else None))
    tell(_("Keep the recovery key somewhere safe; it is the only way back without the passphrase."))
    text = _("Vault made in {folder}\nRecovery key: {key}\n{skills}").format(
        folder=session.home,
        key=recovery_key,
        skills=ngettext("{count} demo skill", "{count} demo skills", loaded).format(count=loaded),
    )
    return Answer(
        {"home": str(session.home), "recoveryKey": recovery_key, "demoSkills": loaded}, text
    )


def backup(session: Session, arguments: argparse.Namespace) -> Answer:
    if arguments.list:
        return _list_backups(session)
    if arguments.restore:
        return _restore(session, arguments.restore)
    with session.vault() as vault:
        made = vault.backup()
    return Answer(
        {"name": made.folder.name, "bytes": made.size},
        _("Copied and checked: {name}").format(name=made.folder.name),
    )


def _list_backups(session: Session) -> Answer:
    found = vaults.backups(session.home)
    rows = [(b.folder.name, b.at.isoformat(timespec="seconds"), str(b.size)) for b in found]
    return Answer(
        [{"name": b.folder.name, "at": b.at.isoformat(), "bytes": b.size} for b in found],
        table(rows, (_("Name"), _("Made"), _("Bytes"))) if rows else _("There are no backups yet."),
    )


def _restore(session: Session, name: str) -> Answer:
    chosen = next((b for b in vaults.backups(session.home) if b.folder.name == name), None)
    if chosen is None:
        raise NotFound(
            _("There is no backup called {name}.").format(name=name),
            _("`techne backup --list` shows them."),
        )
    with _no_window(session.home):
        done = vaults.restore(session.home, chosen)
    said = _("Restored. What was there before is in {folder}").format(folder=done.aside)
    if done.key_file_too:
        said += "\n" + _("Its key file came back, too: it opens with the passphrase of that day.")
    return Answer(
        {"restored": name, "replaced": str(done.aside), "keyFileToo": done.key_file_too}, said
    )


def doctor(session: Session, _arguments: argparse.Namespace) -> Answer:
    """Whether the vault is sound, and when what goes on behind was done last."""
    from app.core.upkeep import lease, state  # noqa: PLC0415  other commands need no vectors
    from app.core.upkeep.tasks import TASKS  # noqa: PLC0415

    data_key = session.data_key()
    complaints = vaults.doctor(session.home, data_key)
    document: dict[str, Any] = {"sound": not complaints, "problems": list(complaints)}
    if complaints:
        return Answer(document | {"upkeep": None}, "\n".join(complaints), status=1)
    with Vault(session.home, data_key) as vault:
        ran, held = state.ran(vault), lease.holder(vault)
    document["upkeep"] = {
        "heldBy": held.name if held else None,
        "tasks": [
            {
                "task": task.name,
                "ran": ran[task.name].at.isoformat() if task.name in ran else None,
                "trouble": ran[task.name].trouble if task.name in ran else "",
            }
            for task in TASKS
        ],
    }
    rows = [
        (task, one.at.isoformat(timespec="seconds"), one.trouble)
        for task, one in sorted(ran.items(), key=lambda entry: entry[1].at)
    ]
    lines = [_("The vault is sound.")]
    if held is not None:
        lines.append(str(lease.LeaseHeld(held)))
    if rows:
        lines.append(table(rows, (_("Upkeep"), _("Last done"), _("Trouble"))))
    else:
        lines.append(_("Upkeep was never done; an open window does it, or `techne upkeep`."))
    return Answer(document, "\n".join(lines))


@contextmanager
def _no_window(home: Path) -> Iterator[None]:
    """Hold the lock of the window, or refuse because somebody has it."""
    from PySide6.QtCore import QLockFile  # noqa: PLC0415  only here a command needs Qt

    lock = QLockFile(str(Home(home).folder / "window.lock"))
    lock.setStaleLockTime(0)
    if not lock.tryLock(0):
        raise VaultBusy(_("A window has this vault open."), _("Close it, then restore the backup."))
    try:
        yield
    finally:
        lock.unlock()
