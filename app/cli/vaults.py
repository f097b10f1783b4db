"""Commands about the vault as a whole: init, backup, doctor."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.answer import Answer, table, tell, to_seconds
from app.cli.session import Session
from app.core.api import vaults
from app.core.store.errors import VaultBusy
from app.core.store.files import Home
from app.core.store.strength import WEAK, bits
from app.core.words import _, ngettext

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_commands(commands: "Commands") -> None:
    command = commands.add_parser("init", help=_("create a new vault"))
    command.add_argument("--no-demos", action="store_true", help=_("leave the demo packs out"))
    command.set_defaults(run=init)
    command = commands.add_parser("backup", help=_("back up the vault, list or restore backups"))
    action = command.add_mutually_exclusive_group()
    action.add_argument("--list", action="store_true", help=_("list the backups"))
    action.add_argument("--restore", metavar="NAME", help=_("replace the vault with a backup"))
    command.set_defaults(run=backup)
    command = commands.add_parser("doctor", help=_("check every page of the vault"))
    command.set_defaults(run=doctor)


def init(session: Session, arguments: argparse.Namespace) -> Answer:
    passphrase = session.passphrase(new=True)
    made = vaults.make(session.home, passphrase, with_demos=not arguments.no_demos)
    if (strength := bits(passphrase)) < WEAK:
        weak = _("The passphrase is weak, about {bits} bits: at least six random words withstand"
                 " guessing. Change it in Settings.")  # fmt: skip
        tell(weak.format(bits=strength))
    loaded = made["demoSkills"]
    tell(_("Keep the recovery key somewhere safe; it is the only way back without the passphrase."))
    text = _("Vault created in {folder}\nRecovery key: {key}\n{skills}").format(
        folder=made["home"],
        key=made["recoveryKey"],
        skills=ngettext("{count} demo skill", "{count} demo skills", loaded).format(count=loaded),
    )
    return Answer(made, text)


def backup(session: Session, arguments: argparse.Namespace) -> Answer:
    if arguments.list:
        return _list_backups(session)
    if arguments.restore:
        return _restore(session, arguments.restore)
    with session.vault() as vault:
        made = vaults.back_up(vault)
    return Answer(made, _("Backed up and verified: {name}").format(name=made["name"]))


def _list_backups(session: Session) -> Answer:
    found = vaults.backups(session.home)
    rows = [(one["name"], to_seconds(one["at"]), str(one["bytes"])) for one in found]
    header = (_("Name"), _("Made"), _("Bytes"))
    return Answer(found, table(rows, header) if rows else _("No backups yet."))


def _restore(session: Session, name: str) -> Answer:
    with _no_window(session.home):
        restored = vaults.restore(session.home, name)
    said = _("Restored. The previous vault is in {folder}").format(folder=restored["replaced"])
    if restored["keyFileToo"]:
        said += "\n" + _("Its key file was restored too: use the passphrase from that day.")
    return Answer(restored, said)


def doctor(session: Session, _arguments: argparse.Namespace) -> Answer:
    """Whether the vault is sound, and when what goes on behind was done last."""
    from app.core.api import health  # noqa: PLC0415  other commands need no vectors
    from app.core.upkeep.lease import LeaseHeld  # noqa: PLC0415

    found = health.examine(session.home, session.data_key())
    if found.upkeep is None:
        return Answer(found.document, "\n".join(found.complaints), status=1)
    rows = [
        (task, one.at.isoformat(timespec="seconds"), one.trouble)
        for task, one in sorted(found.upkeep.ran.items(), key=lambda entry: entry[1].at)
    ]
    lines = [_("The vault is intact.")]
    if found.upkeep.holder is not None:
        lines.append(str(LeaseHeld(found.upkeep.holder)))
    if rows:
        lines.append(table(rows, (_("Upkeep"), _("Last run"), _("Problem"))))
    else:
        lines.append(_("Upkeep has never run; an open window does it, or `techne upkeep`."))
    return Answer(found.document, "\n".join(lines))


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
