"""The command that needs no vault: what pack files hold and who signed them."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.answer import Answer, complain, table
from app.cli.packs import given_passphrase, passphrase_option
from app.cli.session import Session
from app.core.api.packs import about_file
from app.core.api.verification import Verified, verify
from app.core.packs.format.names import plain
from app.core.words import _, ngettext

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_commands(commands: "Commands") -> None:
    command = commands.add_parser("verify", help=_("say what packs hold and who signed them"))
    command.add_argument("files", nargs="+", type=Path, metavar="FILE")
    passphrase_option(command)
    command.set_defaults(run=check_files)


def check_files(_session: Session, arguments: argparse.Namespace) -> Answer:
    """Needs no vault. Exit status 1 when a file is damaged, or nothing can be known about it."""
    found, status = verify(arguments.files, given_passphrase(arguments)), 0
    for one in found:
        if one.problem is not None:
            status = complain(about_file(one.verdict.path, one.problem))
    documents = [one.document for one in found]
    header = (_("File"), _("Pack"), _("Skills"), _("Mode"), _("Signed by"))
    return Answer(documents, table([_row(one) for one in found], header), status)


def _row(found: Verified) -> tuple[str, ...]:
    verdict = found.verdict
    if found.problem is not None or verdict.mode is None:
        return (verdict.path.name, _("FAILED"), "", "", "")
    count = ngettext("{count} skill", "{count} skills", len(verdict.skills))
    signed = _("not signed")
    if verdict.signer is not None:
        signed = f"{plain(verdict.signer.name)}  {verdict.fingerprint}"
    return (
        verdict.path.name,
        f"{plain(verdict.name)} {plain(verdict.version)}",
        count.format(count=len(verdict.skills)) if verdict.opened else _("locked"),
        verdict.mode.value,
        signed,
    )
