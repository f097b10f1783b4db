"""The command that needs no vault: what pack files hold and who signed them."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.answer import Answer, complain, table
from app.cli.packs import given_passphrase, passphrase_option
from app.cli.session import Session
from app.core.api import packs
from app.core.errors import AppError
from app.core.packs.format.contents import Mode
from app.core.packs.format.names import plain
from app.core.packs.format.problems import PackError
from app.core.packs.verify import Verdict, verify
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
    passphrase = given_passphrase(arguments)
    documents: list[object] = []
    rows, status = [], 0
    for verdict in verify(arguments.files, passphrase=passphrase):
        problem = verdict.problem or _locked(verdict)
        if problem:
            status = complain(packs.about_file(verdict.path, problem))
        documents.append(packs.verified(verdict, problem))
        rows.append(_verdict_row(verdict, problem))
    header = (_("File"), _("Pack"), _("Skills"), _("Mode"), _("Signed by"))
    return Answer(documents, table(rows, header), status)


def _locked(verdict: Verdict) -> PackError | None:
    """Why a pack that nothing can be known about was not opened."""
    if verdict.opened or verdict.signer is not None:
        return None
    if verdict.mode is Mode.RECIPIENTS:
        return PackError(
            _("It is addressed to certain people."),
            _("`techne import --dry-run` opens it with your key."),
        )
    return PackError(
        _("It is locked with a passphrase."), _("Give the right one with --passphrase-file.")
    )


def _verdict_row(verdict: Verdict, problem: AppError | None) -> tuple[str, ...]:
    if problem is not None or verdict.mode is None:
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
