"""Commands about packs and who signs them: import, verify, export, release, identity, trust."""

import argparse
import getpass
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli.answer import Answer, complain, table, tell
from app.cli.session import Session, read_passphrase
from app.core.errors import AppError
from app.core.library import catalogue, engrams, library
from app.core.library.record import Status
from app.core.packs import carry, export, identity, locks, read, trust
from app.core.packs.contents import Format, Pack
from app.core.packs.envelope import Envelope
from app.core.packs.match import Change, Choice
from app.core.packs.plan import Plan, plan
from app.core.packs.problems import WrongPassphrase
from app.core.packs.scan import ScanFinding
from app.core.packs.signing import fingerprint
from app.core.store.errors import sentences
from app.core.store.files import replace_file
from app.core.vault import Vault
from app.core.words import _, ngettext

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

_ON_CONFLICT = {"rename": Choice.RENAME, "replace": Choice.REPLACE, "keep": Choice.KEEP}


def add_commands(commands: "Commands") -> None:
    command = commands.add_parser("import", help=_("take the skills of packs into the vault"))
    command.add_argument("files", nargs="+", type=Path, metavar="FILE")
    command.add_argument("--engram", metavar="E", help=_("where to file them; made if needed"))
    command.add_argument("--on-conflict", choices=list(_ON_CONFLICT), help=_("default: rename"))
    command.add_argument(
        "--trust", choices=["once", "publisher"], help=_("believe a new publisher now, or always")
    )
    _passphrase_option(command)
    command.add_argument("--dry-run", action="store_true", help=_("only say what would happen"))
    command.set_defaults(run=import_packs)
    command = commands.add_parser("verify", help=_("say what packs hold and who signed them"))
    command.add_argument("files", nargs="+", type=Path, metavar="FILE")
    _passphrase_option(command)
    command.set_defaults(run=verify)
    command = commands.add_parser("export", help=_("write skills into a signed pack"))
    command.add_argument("names", nargs="+", metavar="NAME")
    command.add_argument("-o", "--output", required=True, type=Path, metavar="FILE")
    command.add_argument("--engram", metavar="E", help=_("where the skills are filed"))
    command.add_argument("--format", choices=[f.value for f in Format], default=Format.NATIVE.value)
    command.add_argument("--with-calls", action="store_true", help=_("and the skills they call"))
    command.add_argument(
        "--recipient", action="append", metavar="KEY", default=[], help=_("who can open it")
    )
    _passphrase_option(command)
    command.set_defaults(run=export_pack)
    command = commands.add_parser("release", help=_("let agents use a quarantined skill"))
    command.add_argument("name", metavar="NAME")
    command.add_argument("--engram", metavar="E", help=_("where the skill is filed"))
    command.set_defaults(run=release)
    command = commands.add_parser("identity", help=_("show the key you sign packs with"))
    command.add_argument("--name", help=_("sign with this name from now on"))
    command.add_argument("--rotate", action="store_true", help=_("replace the key"))
    command.set_defaults(run=show_identity)
    command = commands.add_parser("trust", help=_("list publishers, or decide about one"))
    command.add_argument("who", nargs="?", metavar="WHO", help=_("a name or a fingerprint"))
    command.add_argument("--revoke", action="store_true", help=_("never import from them again"))
    command.set_defaults(run=decide)


def _passphrase_option(command: argparse.ArgumentParser) -> None:
    command.add_argument("--passphrase-file", type=Path, metavar="F", help=_("of the pack itself"))


# import


def import_packs(session: Session, arguments: argparse.Namespace) -> Answer:
    """Each file is one transaction; a file that is refused does not stop the others."""
    documents, lines, status = [], [], 0
    with session.vault() as vault:
        for path in arguments.files:
            try:
                document, text = _import_one(vault, path, arguments)
            except AppError as error:
                status = complain(error)
                document, text = {"error": str(error), "hint": error.hint}, _("not imported")
            documents.append({"file": str(path)} | document)
            lines.append(f"{path.name}: {text}")
    return Answer(documents, "\n".join(lines), status)


def _import_one(
    vault: Vault, path: Path, arguments: argparse.Namespace
) -> tuple[dict[str, Any], str]:
    offer = plan(vault, _open(vault, path, arguments), arguments.engram)
    described = _planned(offer)
    if arguments.dry_run:
        if offer.refused:
            raise carry.Refused(offer.refused)
        return described | {"imported": False}, _summary(offer)
    wanted = _ON_CONFLICT[arguments.on_conflict or "rename"]
    choices = {
        item.index: wanted
        for item in offer.items
        if item.change is Change.CONFLICT and wanted in item.choices
    }
    done = carry.apply(
        vault,
        offer,
        choices,
        quarantine=False if arguments.trust and not offer.quarantine_locked else None,
        trust_publisher=arguments.trust == "publisher",
        actor="command line",
    )
    kept = len(offer.items) - len(done.added) - len(done.replaced)
    text = _("{added} added, {replaced} updated, {kept} left as they are").format(
        added=len(done.added), replaced=len(done.replaced), kept=kept
    )
    if done.quarantined:
        text += _("; in quarantine until released")
    outcome = {
        "imported": True,
        "added": len(done.added),
        "replaced": len(done.replaced),
        "kept": kept,
        "quarantined": done.quarantined,
    }
    return described | outcome, text


def _open(vault: Vault, path: Path, arguments: argparse.Namespace) -> Pack:
    envelope = read.inspect(read.read_file(path))
    return carry.opened(vault, envelope, _passphrase(envelope, path, arguments))


def _passphrase(envelope: Envelope, path: Path, arguments: argparse.Namespace) -> str | None:
    """The signature of a native pack is verified before anybody is asked."""
    if not envelope.needs_passphrase:
        return None
    if arguments.passphrase_file:
        return read_passphrase(arguments.passphrase_file)
    if not sys.stdin.isatty():
        raise WrongPassphrase(
            _("{file} is locked with a passphrase.").format(file=path.name),
            _("Give it with --passphrase-file."),
        )
    return getpass.getpass(_("Passphrase of {file}: ").format(file=path.name))


def _planned(offer: Plan) -> dict[str, Any]:
    return _about(offer.pack) | {
        "standing": offer.judgement.standing.value,
        "engram": offer.engram_name,
        "refused": offer.refused or None,
        "cautions": [caution.text for caution in offer.cautions],
        "skills": [
            {
                "name": item.name,
                "change": item.change.value,
                "reason": item.reason,
                "missing": list(item.missing),
                "findings": [_finding(f) for f in item.findings],
            }
            for item in offer.items
        ],
    }


def _summary(offer: Plan) -> str:
    counts = ", ".join(
        f"{count} {change.value}" for change in Change if (count := offer.count(change))
    )
    to_read = sum(len(item.findings) for item in offer.items)
    findings = ngettext("{count} finding to read", "{count} findings to read", to_read)
    standing = offer.judgement.standing.value
    return f"{counts}; {standing}; {findings.format(count=to_read)}"


def _about(pack: Pack) -> dict[str, Any]:
    signer = pack.signer
    return {
        "name": pack.name,
        "id": pack.id,
        "version": pack.version,
        "format": pack.format.value,
        "mode": pack.mode.value,
        "signer": signer.name if signer else None,
        "fingerprint": fingerprint(signer.key) if signer else None,
    }


def _finding(finding: ScanFinding) -> dict[str, Any]:
    return {
        "rule": finding.code,
        "severity": finding.severity.name.lower(),
        "title": finding.title,
        "line": finding.line,
        "excerpt": finding.excerpt,
    }


# verify


def verify(_session: Session, arguments: argparse.Namespace) -> Answer:
    """Needs no vault. Exit status 1 when a file is damaged, tampered with or cannot be opened."""
    documents, rows, status = [], [], 0
    for path in arguments.files:
        try:
            pack = _opened_without_vault(path, arguments)
        except AppError as error:
            status = complain(error)
            documents.append({"file": str(path), "ok": False, "error": str(error)})
            rows.append((path.name, _("FAILED"), "", "", ""))
            continue
        about = _about(pack)
        names = [skill.name for skill in pack.skills]
        documents.append({"file": str(path), "ok": True, **about, "skills": names})
        signed = f"{about['signer']}  {about['fingerprint']}" if pack.signer else _("not signed")
        count = ngettext("{count} skill", "{count} skills", len(names)).format(count=len(names))
        rows.append((path.name, f"{pack.name} {pack.version}", count, about["mode"], signed))
    header = (_("File"), _("Pack"), _("Skills"), _("Mode"), _("Signed by"))
    return Answer(documents, table(rows, header), status)


def _opened_without_vault(path: Path, arguments: argparse.Namespace) -> Pack:
    envelope = read.inspect(read.read_file(path))
    if envelope.needs_key:
        raise AppError(
            _("{file} is addressed to certain people.").format(file=path.name),
            _("`techne import --dry-run` opens it with your key."),
        )
    return read.unlock(envelope, passphrase=_passphrase(envelope, path, arguments))


# export


def export_pack(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        engram = engrams.named(vault, arguments.engram).id if arguments.engram else None
        chosen = [catalogue.find(vault, name, engram).id for name in arguments.names]
        options = export.Options(
            format=Format(arguments.format),
            wish=_wish(arguments),
            with_calls=arguments.with_calls,
        )
        packing = export.gather(vault, chosen, options)
        for name, finding in packing.private:
            tell(
                _("Look at {skill}, line {line}: {title}").format(
                    skill=name, line=finding.line, title=finding.title
                )
            )
        data = export.export_pack(vault, chosen, options)
    with sentences():
        replace_file(arguments.output, data)
    names = [skill.name for skill in packing.pack.skills]
    text = ngettext("{count} skill in {file}", "{count} skills in {file}", len(names))
    return Answer(
        {"file": str(arguments.output), "version": packing.pack.version, "skills": names},
        text.format(count=len(names), file=arguments.output),
    )


def _wish(arguments: argparse.Namespace) -> locks.Wish:
    """Who is to be able to read the pack."""
    if arguments.recipient and arguments.passphrase_file:
        raise AppError(
            _("A pack is locked with a passphrase or for certain people, not both."),
            _("Leave --passphrase-file or --recipient out."),
        )
    if arguments.recipient:
        return locks.Recipients(tuple(map(identity.read_recipient, arguments.recipient)))
    if arguments.passphrase_file:
        return locks.Passphrase(read_passphrase(arguments.passphrase_file))
    return locks.Open()


# release, identity, trust


def release(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        engram = engrams.named(vault, arguments.engram).id if arguments.engram else None
        row = catalogue.find(vault, arguments.name, engram)
        state = library.current(vault, row.id)
        if state is not None and state[2].status is Status.QUARANTINED:
            library.refile(vault, row.id, replace(state[2], status=Status.ACTIVE))
    return Answer({"released": row.title}, _("{title} may be used.").format(title=row.title))


def show_identity(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        if arguments.rotate:
            identity.rotate(vault)
        me = identity.rename(vault, arguments.name) if arguments.name else identity.mine(vault)
    code = identity.recipient_code(me.key)
    text = _("{name}\nFingerprint:   {fingerprint}\nRecipient key: {code}").format(
        name=me.name, fingerprint=fingerprint(me.key), code=code
    )
    document = {
        "name": me.name,
        "key": me.key.hex(),
        "fingerprint": fingerprint(me.key),
        "recipient": code,
    }
    return Answer(document, text)


def decide(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        if arguments.who:
            chosen = trust.publisher(vault, arguments.who)
            (trust.revoke if arguments.revoke else trust.trust)(vault, chosen.key)
        found = trust.publishers(vault)
    rows = [(p.name, p.state.value, p.fingerprint) for p in found]
    document = [
        {"name": p.name, "state": p.state.value, "fingerprint": p.fingerprint, "key": p.key.hex()}
        for p in found
    ]
    return Answer(document, table(rows, (_("Publisher"), _("State"), _("Fingerprint"))))
