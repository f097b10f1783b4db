"""The command that needs no vault: what pack files hold and who signed them."""

import argparse
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli.answer import Answer, complain, table
from app.cli.packs import about_file, given_passphrase, passphrase_option, tell_cost
from app.cli.session import Session
from app.core.errors import AppError
from app.core.packs.credentials import standing_name
from app.core.packs.format import read
from app.core.packs.format.contents import Mode
from app.core.packs.format.names import plain
from app.core.packs.format.phrase import phrase
from app.core.packs.format.problems import PackError, Tampered
from app.core.packs.trust import Standing
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
    documents, rows, status = [], [], 0
    if passphrase is not None:
        _tell_costs(arguments.files)
    for verdict in verify(arguments.files, passphrase=passphrase):
        problem = verdict.problem or _locked(verdict)
        if problem:
            status = complain(about_file(verdict.path, problem))
        documents.append(_verdict(verdict, problem))
        rows.append(_verdict_row(verdict, problem))
    header = (_("File"), _("Pack"), _("Skills"), _("Mode"), _("Standing"), _("Signed by"))
    return Answer(documents, table(rows, header), status)


def _tell_costs(files: Iterable[Path]) -> None:
    """How long the passphrase takes for each pack, before it is tried on any."""
    for path in files:
        with suppress(PackError):  # what is wrong with it is said afterwards
            tell_cost(path, read.inspect(read.read_file(path)))


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


def _verdict(verdict: Verdict, problem: AppError | None) -> dict[str, Any]:
    document: dict[str, Any] = {"file": str(verdict.path), "ok": problem is None}
    if problem is not None:
        standing = "tampered" if isinstance(problem, Tampered) else None
        return document | {"error": str(problem), "hint": problem.hint, "standing": standing}
    assert verdict.format is not None and verdict.mode is not None
    return document | {
        "opened": verdict.opened,
        "name": verdict.name,
        "version": verdict.version,
        "format": verdict.format.value,
        "mode": verdict.mode.value,
        "signer": verdict.signer.name if verdict.signer else None,
        "fingerprint": verdict.fingerprint or None,
        "words": phrase(verdict.signer.key) if verdict.signer else None,
        "standing": _standing(verdict),
        "skills": list(verdict.skills),
    }


def _standing(verdict: Verdict) -> str | None:
    """None where only a vault could tell."""
    judgement = verdict.judgement
    if judgement is None or judgement.standing is Standing.NEW:
        return None
    return judgement.standing.value


def _standing_shown(verdict: Verdict) -> str:
    judgement = verdict.judgement
    if judgement is None or judgement.standing is Standing.NEW:
        return _("not compared with your vault")
    return standing_name(judgement.standing)


def _verdict_row(verdict: Verdict, problem: AppError | None) -> tuple[str, ...]:
    if problem is not None or verdict.mode is None:
        tampered = _("Tampered") if isinstance(problem, Tampered) else ""
        return (verdict.path.name, _("FAILED"), "", "", tampered, "")
    count = ngettext("{count} skill", "{count} skills", len(verdict.skills))
    signed = _("nobody")
    if verdict.signer is not None:
        words = phrase(verdict.signer.key)
        signed = f"{plain(verdict.signer.name)}  {words}  {verdict.fingerprint}"
    return (
        verdict.path.name,
        f"{plain(verdict.name)} {plain(verdict.version)}",
        count.format(count=len(verdict.skills)) if verdict.opened else _("locked"),
        verdict.mode.value,
        _standing_shown(verdict),
        signed,
    )
