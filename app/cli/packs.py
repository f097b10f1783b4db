"""Commands that take skills out of packs and put them into packs: import, export, release."""

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli.answer import Answer, complain, tell
from app.cli.progress import shown
from app.cli.session import Session, ask, has_terminal
from app.cli.skill_argument import find
from app.core.actor import COMMAND_LINE
from app.core.errors import AppError, Cancelled
from app.core.library import skill_actions
from app.core.memory.reading.documents import KINDS as DOCUMENTS
from app.core.packs import export, identity, install
from app.core.packs.cautions import Kind, OlderEdition
from app.core.packs.credentials import credentials
from app.core.packs.format import locks, read
from app.core.packs.format.contents import Format, Pack
from app.core.packs.format.cost import cost
from app.core.packs.format.envelope import Envelope
from app.core.packs.format.phrase import phrase
from app.core.packs.format.signing import fingerprint
from app.core.packs.match import Change, Choice
from app.core.packs.plan import Plan, plan
from app.core.packs.scan.scan import ScanFinding
from app.core.store import passphrase
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
    command.add_argument(
        "--allow-older", action="store_true", help=_("than an edition that came in before")
    )
    passphrase_option(command)
    command.add_argument("--dry-run", action="store_true", help=_("only say what would happen"))
    command.set_defaults(run=import_packs)
    command = commands.add_parser("export", help=_("write skills into a signed pack"))
    command.add_argument("names", nargs="+", metavar="NAME")
    command.add_argument(
        "-o", "--output", required=True, type=Path, metavar="FILE", help=_("the pack to write")
    )
    command.add_argument("--engram", metavar="E", help=_("where the skills are filed"))
    command.add_argument(
        "--format",
        choices=[f.value for f in Format],
        default=Format.NATIVE.value,
        help=_("gsk1 and gsk2 for people who use Graphnosis"),
    )
    command.add_argument("--with-calls", action="store_true", help=_("and the skills they call"))
    command.add_argument(
        "--recipient", action="append", metavar="KEY", default=[], help=_("who can open it")
    )
    passphrase_option(command)
    command.add_argument(
        "--hide-names", action="store_true", help=_("of a locked pack and its skills")
    )
    command.set_defaults(run=export_pack)
    command = commands.add_parser("release", help=_("let agents use a quarantined skill"))
    command.add_argument("name", metavar="NAME")
    command.add_argument("--engram", metavar="E", help=_("where the skill is filed"))
    command.set_defaults(run=release)


def passphrase_option(command: argparse.ArgumentParser) -> None:
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
                told = _told(path, error)
                status = complain(told)
                document, text = {"error": str(error), "hint": told.hint}, _("not imported")
            documents.append({"file": str(path)} | document)
            lines.append(f"{path.name}: {text}")
        if any(document.get("imported") for document in documents):
            _describe(vault)
    return Answer(documents, "\n".join(lines), status)


def _told(path: Path, problem: AppError) -> AppError:
    """What is wrong with a file, and for one that is no pack where it belongs."""
    if path.is_dir() or path.suffix.casefold() in DOCUMENTS:
        problem = AppError(str(problem), _("`techne remember --file` keeps notes and documents."))
    return about_file(path, problem)


def _import_one(
    vault: Vault, path: Path, arguments: argparse.Namespace
) -> tuple[dict[str, Any], str]:
    offer = plan(vault, _open(vault, path, arguments), arguments.engram)
    described = _planned(offer)
    _refuse(offer, arguments)
    for caution in offer.cautions:
        tell(f"{path.name}: {caution.text}")
    if arguments.dry_run:
        return described | {"imported": False}, _summary(offer)
    wanted = _ON_CONFLICT[arguments.on_conflict or "rename"]
    choices = {
        item.index: wanted
        for item in offer.items
        if item.change is Change.CONFLICT and wanted in item.choices
    }
    done = install.apply(
        vault,
        offer,
        choices,
        quarantine=False if arguments.trust and not offer.quarantine_locked else None,
        trust_publisher=arguments.trust == "publisher",
        actor=COMMAND_LINE,
    )
    kept = len(offer.items) - len(done.added) - len(done.replaced)
    text = _("{added} added, {replaced} updated, {kept} left as they are").format(
        added=len(done.added), replaced=len(done.replaced), kept=kept
    )
    text += f"; {credentials(offer.judgement)}"
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


def _refuse(offer: Plan, arguments: argparse.Namespace) -> None:
    """Raise `Refused` for what must not come in, `OlderEdition` for what is to be asked for."""
    if offer.refused:
        raise install.Refused(offer.refused)
    older = next((c for c in offer.cautions if c.kind is Kind.OLDER), None)
    if older is not None and not arguments.allow_older:
        raise OlderEdition(older.text, _("Nothing was imported; --allow-older imports it."))


def _describe(vault: Vault) -> None:
    """Say which of what came could be described better, unless the person does not want that."""
    from app.cli.settings import settings  # noqa: PLC0415  loads YAML
    from app.core.enrichment.waiting import look  # noqa: PLC0415

    chosen = settings(vault.home)
    if not chosen.enrich_on_install:
        return
    try:
        with shown(_("Looking at the descriptions")) as progress:
            thin = len(look(vault, chosen.enrich_min_description, progress))
    except Cancelled:
        return  # what came is here; the next look goes on
    if thin:
        words = ngettext(
            "{count} skill could be described better; see `techne enrich --thin`.",
            "{count} skills could be described better; see `techne enrich --thin`.",
            thin,
        )
        tell(words.format(count=thin))


def _open(vault: Vault, path: Path, arguments: argparse.Namespace) -> Pack:
    envelope = read.inspect(read.read_file(path))
    pack = install.opened(vault, envelope, _passphrase(envelope, path, arguments))
    return replace(pack, path=str(path.resolve()))


def _passphrase(envelope: Envelope, path: Path, arguments: argparse.Namespace) -> str | None:
    """The signature of a native pack is verified before anybody is asked."""
    if not envelope.needs_passphrase:
        return None
    if not arguments.passphrase_file and not has_terminal():
        return None
    tell_cost(path, envelope)
    if arguments.passphrase_file:
        return given_passphrase(arguments)
    return ask(_("Passphrase of {file}: ").format(file=path.name))


def tell_cost(path: Path, envelope: Envelope) -> None:
    """Say how long a passphrase takes, before it is tried."""
    if isinstance(envelope.lock, locks.PassphraseLock | locks.SodiumPassphraseLock):
        tell(f"{path.name}: {cost(envelope.lock)}")


def given_passphrase(arguments: argparse.Namespace) -> str | None:
    """The passphrase of a pack from the file that was named, if one was."""
    return passphrase.read(arguments.passphrase_file) if arguments.passphrase_file else None


def about_file(path: Path, problem: AppError) -> AppError:
    """The same failure in a sentence that names the file."""
    sentence = str(problem)
    return problem if path.name in sentence else AppError(f"{path.name}: {sentence}", problem.hint)


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
    return f"{counts}; {credentials(offer.judgement)}; {findings.format(count=to_read)}"


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
        "words": phrase(signer.key) if signer else None,
    }


def _finding(finding: ScanFinding) -> dict[str, Any]:
    return {
        "rule": finding.code,
        "severity": finding.severity.name.lower(),
        "title": finding.title,
        "line": finding.line,
        "excerpt": finding.excerpt,
    }


# export


def export_pack(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        chosen = [find(vault, name, arguments.engram).id for name in arguments.names]
        options = export.Options(
            format=Format(arguments.format),
            wish=_wish(arguments),
            with_calls=arguments.with_calls,
            hide_names=_hidden(arguments),
        )
        packing = export.gather(vault, chosen, options)
        for name, finding in packing.private:
            tell(
                _("Look at {skill}, line {line}: {title}").format(
                    skill=name, line=finding.line, title=finding.title
                )
            )
        data = export.export_pack(vault, chosen, options)
    if left_out := packing.memories_left_out:
        said = ngettext(
            "{count} placed memory is left out: it is private.",
            "{count} placed memories are left out: they are private.",
            left_out,
        )
        tell(said.format(count=left_out))
    _write(arguments.output, data)
    names = [skill.name for skill in packing.pack.skills]
    text = ngettext("{count} skill in {file}", "{count} skills in {file}", len(names))
    return Answer(
        {"file": str(arguments.output), "version": packing.pack.version, "skills": names},
        text.format(count=len(names), file=arguments.output),
    )


def _write(path: Path, data: bytes) -> None:
    if path.exists() and not path.is_file():
        raise AppError(
            _("{path} is not a file that can be replaced.").format(path=path),
            _("Name a file in a folder of yours."),
        )
    try:
        replace_file(path, data, shared=True)
    except OSError as error:
        raise AppError(
            _("{path} cannot be written: {why}.").format(path=path, why=error.strerror or error),
            _("Choose another folder."),
        ) from error


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
        return locks.Passphrase(passphrase.read(arguments.passphrase_file))
    return locks.Open()


def _hidden(arguments: argparse.Namespace) -> bool:
    """Whether the names are to be hidden, which an open pack cannot do."""
    if arguments.hide_names and not (arguments.recipient or arguments.passphrase_file):
        raise AppError(
            _("Anybody can read the names in a pack that is not locked."),
            _("Lock it with --passphrase-file or --recipient, or leave --hide-names out."),
        )
    return bool(arguments.hide_names)


# release


def release(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        row = find(vault, arguments.name, arguments.engram)
        skill_actions.release(vault, row.id, actor=COMMAND_LINE)
    return Answer({"released": row.title}, _("{title} may be used.").format(title=row.title))
