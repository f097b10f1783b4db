"""The command that needs no vault: what packs and records hold and who signed them."""

import argparse
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.answer import Answer, complain, table
from app.cli.packs import given_passphrase, passphrase_option, tell_cost
from app.cli.session import Session
from app.core.api.packs import about_file
from app.core.api.verification import Verified, VerifiedRecord, verify
from app.core.packs.credentials import standing_name
from app.core.packs.format import read
from app.core.packs.format.names import plain
from app.core.packs.format.phrase import phrase
from app.core.packs.format.problems import PackError
from app.core.packs.format.signing import fingerprint
from app.core.words import _, ngettext

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_commands(commands: "Commands") -> None:
    command = commands.add_parser(
        "verify", help=_("show what packs and records contain and who signed them")
    )
    command.add_argument("files", nargs="+", type=Path, metavar="FILE")
    passphrase_option(command)
    command.set_defaults(run=check_files)


def check_files(_session: Session, arguments: argparse.Namespace) -> Answer:
    """Needs no vault. Exit status 1 when a file is damaged, or nothing can be known about it."""
    passphrase, status = given_passphrase(arguments), 0
    if passphrase is not None:
        _tell_costs(arguments.files)
    found = verify(arguments.files, passphrase)
    for one in found:
        if one.problem is not None:
            path = one.path if isinstance(one, VerifiedRecord) else one.verdict.path
            status = complain(about_file(path, one.problem))
    documents = [one.document for one in found]
    packs = [_pack_row(one) for one in found if isinstance(one, Verified)]
    records = [_record_row(one) for one in found if isinstance(one, VerifiedRecord)]
    header = (_("File"), _("Pack"), _("Skills"), _("Mode"), _("Standing"), _("Signed by"))
    about = (_("File"), _("Record"), _("Signature"), _("Signed by"))
    tables = [table(rows, head) for rows, head in ((packs, header), (records, about)) if rows]
    return Answer(documents, "\n\n".join(tables), status)


def _tell_costs(files: Iterable[Path]) -> None:
    """How long the passphrase takes for each pack, before it is tried on any."""
    for path in files:
        with suppress(PackError):  # what is wrong with it is said afterwards
            tell_cost(path, read.inspect(read.read_file(path)))


def _record_row(found: VerifiedRecord) -> tuple[str, ...]:
    checked = found.checked
    if checked is None:
        return (found.path.name, "", _("not valid: changed since, or by someone else"), "")
    name = _("Run {number}: {title}").format(number=checked.run, title=checked.title)
    signed = f"{checked.signer}  {phrase(checked.key)}  {fingerprint(checked.key)}".strip()
    unchanged = _("unchanged since it was signed")
    return (found.path.name, name, unchanged, signed)


def _pack_row(found: Verified) -> tuple[str, ...]:
    verdict = found.verdict
    if found.problem is not None or verdict.mode is None:
        tampered = _("Tampered") if found.tampered else ""
        return (verdict.path.name, _("FAILED"), "", "", tampered, "")
    count = ngettext("{count} skill", "{count} skills", len(verdict.skills))
    signed = _("nobody")
    if verdict.signer is not None:
        words = phrase(verdict.signer.key)
        signed = f"{plain(verdict.signer.name)}  {words}  {verdict.fingerprint}"
    standing = found.standing
    return (
        verdict.path.name,
        f"{plain(verdict.name)} {plain(verdict.version)}",
        count.format(count=len(verdict.skills)) if verdict.opened else _("locked"),
        verdict.mode.value,
        standing_name(standing) if standing is not None else _("not compared with your vault"),
        signed,
    )
