"""Commands that take skills out of packs and put them into packs: import, export, release.

`import` takes documents, too: see `documents`.
"""

import argparse
from collections.abc import Container, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.answer import Answer, complain, tell
from app.cli.progress import shown
from app.cli.session import Session, ask, has_terminal
from app.core.actor import COMMAND_LINE
from app.core.api import packs
from app.core.api.packs import ExportedDocument, ImportOutcome
from app.core.documents.choosing import is_document
from app.core.errors import AppError, Cancelled
from app.core.memory.reading.decoding import readable
from app.core.mirror.sources import is_skills
from app.core.packs.credentials import credentials
from app.core.packs.export import Packing
from app.core.packs.format import locks, read
from app.core.packs.format.contents import Format
from app.core.packs.format.cost import cost
from app.core.packs.format.envelope import Envelope
from app.core.packs.format.names import plain
from app.core.packs.incoming import Unpacked
from app.core.packs.install import Imported
from app.core.packs.match import Change, Choice
from app.core.packs.namesakes import calls_stay, same_name
from app.core.packs.plan import Plan
from app.core.store import passphrase
from app.core.vault import Vault
from app.core.words import _, ngettext

if TYPE_CHECKING:
    from app.cli.documents import Documents
    from app.core.api.skill_files import SkillFilesDocument

    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

_PACKS = (Format.NATIVE.value, Format.GSK2.value, Format.GSK1.value)
SKILL_FOLDERS, SKILL_ARCHIVE = "skill-md", "skill-zip"
_ON_CONFLICT = {"rename": Choice.RENAME, "replace": Choice.REPLACE, "keep": Choice.KEEP}


def add_commands(commands: "Commands") -> None:
    command = commands.add_parser(
        "import", help=_("import packs, skills, and documents into the vault")
    )
    command.add_argument("files", nargs="+", type=Path, metavar="FILE")
    command.add_argument("--engram", metavar="E", help=_("where to file them; created if needed"))
    command.add_argument("--on-conflict", choices=list(_ON_CONFLICT), help=_("default: rename"))
    command.add_argument(
        "--trust",
        choices=["once", "publisher"],
        help=_("trust a new publisher this time, or always"),
    )
    command.add_argument(
        "--allow-older", action="store_true", help=_("even if a newer edition was imported")
    )
    command.add_argument(
        "--switch-calls",
        action="store_true",
        help=_("calls of skills with the same names elsewhere lead to the new ones"),
    )
    passphrase_option(command)
    command.add_argument(
        "--without-originals", action="store_true", help=_("do not attach the documents")
    )
    command.add_argument("--dry-run", action="store_true", help=_("only show what would happen"))
    command.set_defaults(run=import_files)
    command = commands.add_parser(
        "export", help=_("export skills as a signed pack, or as SKILL.md files")
    )
    command.add_argument("names", nargs="+", metavar="NAME")
    command.add_argument(
        "-o", "--output", required=True, type=Path, metavar="FILE", help=_("what to write")
    )
    command.add_argument("--engram", metavar="E", help=_("where the skills are filed"))
    command.add_argument(
        "--format",
        choices=[*_PACKS, SKILL_FOLDERS, SKILL_ARCHIVE],
        default=Format.NATIVE.value,
        help=_("gsk1 and gsk2 for people who use Graphnosis, skill-md and skill-zip for agents"),
    )
    command.add_argument("--with-calls", action="store_true", help=_("and the skills they call"))
    command.add_argument(
        "--recipient", action="append", metavar="KEY", default=[], help=_("who can open it")
    )
    passphrase_option(command)
    command.add_argument(
        "--with-originals", action="store_true", help=_("and the documents they were made of")
    )
    command.add_argument(
        "--hide-names", action="store_true", help=_("of a locked pack and its skills")
    )
    command.set_defaults(run=export_skills, wrong=command.error)
    command = commands.add_parser("release", help=_("let agents use a quarantined skill"))
    command.add_argument("name", metavar="NAME")
    command.add_argument("--engram", metavar="E", help=_("where the skill is filed"))
    command.set_defaults(run=release)


def passphrase_option(command: argparse.ArgumentParser) -> None:
    command.add_argument("--passphrase-file", type=Path, metavar="F", help=_("of the pack itself"))


# import


def import_files(session: Session, arguments: argparse.Namespace) -> Answer:
    """All packs and documents are one import and one undo; a file that is refused does not stop
    the others."""
    wrong: dict[int, AppError] = {}
    written = {
        n: path
        for n, path in enumerate(arguments.files)
        if is_document(path) and not is_skills(path)
    }
    with session.vault() as vault:
        offered = _offered(vault, arguments, wrong, written)
        found = _documents(written, arguments)
        done = None if arguments.dry_run else _import(vault, offered, arguments, wrong, found)
        if done and arguments.trust:
            offered |= {number: packs.judged_again(vault, offered[number]) for number in done}
        outcomes = found.outcomes(vault) if found is not None else {}
        if any(one.added or one.replaced for one in (done or {}).values()) or outcomes:
            _describe(vault)
    documents: list[object] = []
    lines = []
    for number, path in enumerate(arguments.files):
        if number in outcomes:
            documents.append(outcomes[number].document)
            lines.append(outcomes[number].line)
        elif number in wrong:
            documents.append(packs.failed(path, wrong[number]))
            lines.append(f"{readable(path.name)}: " + _("not imported"))
        else:
            outcome = ImportOutcome(
                path, offered[number], done[number] if done is not None else None
            )
            documents.append(outcome.document)
            lines.append(f"{readable(path.name)}: {_outcome(outcome)}")
            lines += _same_names(outcome)
    failed = wrong or any(one.is_failure for one in outcomes.values())
    return Answer(documents, "\n".join(lines), 1 if failed else 0)


def _documents(written: Mapping[int, Path], arguments: argparse.Namespace) -> "Documents | None":
    """Those among the files, read; None where there are none."""
    if not written:
        return None
    from app.cli.documents import Documents  # noqa: PLC0415  takes a while

    return Documents(written, arguments)


def _offered(
    vault: Vault,
    arguments: argparse.Namespace,
    wrong: dict[int, AppError],
    written: Container[int],
) -> dict[int, Plan]:
    """What the packs among the files offer."""
    opened = _opened(vault, arguments, wrong, written)
    offered = dict(
        zip(opened, packs.offer(vault, [*opened.values()], arguments.engram), strict=True)
    )
    for number, offer in offered.items():
        if problem := packs.refusal(offer, allow_older=arguments.allow_older):
            _refuse(arguments.files, number, problem, wrong)
        else:
            name = readable(arguments.files[number].name)
            for said in (*(one.text for one in offer.cautions), *offer.pack.notices):
                tell(f"{name}: {said}")
    return offered


def _opened(
    vault: Vault,
    arguments: argparse.Namespace,
    wrong: dict[int, AppError],
    written: Container[int],
) -> dict[int, Unpacked]:
    """What the packs hold, by their place; why one cannot be opened goes into `wrong`."""
    found = {}
    for number, path in enumerate(arguments.files):
        if number in written:
            continue
        try:
            if is_skills(path):
                found[number] = _skill_files(vault, path)
                continue
            envelope = read.inspect(read.read_file(path))
            passphrase = _passphrase(envelope, path, arguments)
            found[number] = packs.opened(vault, path, envelope, passphrase)
        except AppError as error:
            _refuse(arguments.files, number, error, wrong)
    return found


def _skill_files(vault: Vault, path: Path) -> Unpacked:
    from app.core.mirror.bringing import read_skills  # noqa: PLC0415  loads YAML
    from app.core.mirror.clients import clients  # noqa: PLC0415

    with shown(_("Reading")) as progress:
        return read_skills(path, clients(vault.home.folder), progress)


def _refuse(
    files: Sequence[Path], number: int, problem: AppError, wrong: dict[int, AppError]
) -> None:
    complain(packs.why_not(files[number], problem))
    wrong[number] = problem


def _import(
    vault: Vault,
    offered: dict[int, Plan],
    arguments: argparse.Namespace,
    wrong: dict[int, AppError],
    documents: "Documents | None",
) -> dict[int, Imported]:
    """What came in with packs, by the place of the file: all of them or none. Documents come in
    with them, or else alone."""
    done = _import_packs(vault, offered, arguments, wrong, documents)
    if documents is not None and documents.is_waiting:
        documents.import_alone(vault)
    return done


def _import_packs(
    vault: Vault,
    offered: dict[int, Plan],
    arguments: argparse.Namespace,
    wrong: dict[int, AppError],
    documents: "Documents | None",
) -> dict[int, Imported]:
    places = {place: number for place, number in enumerate(offered) if number not in wrong}
    if not places:
        return {}
    beside = documents.batch() if documents is not None and documents.arrived else None
    try:
        with shown(_("Importing")) as progress:
            done = packs.import_packs(
                vault,
                list(offered.values()),
                places,
                on_conflict=_ON_CONFLICT[arguments.on_conflict or "rename"],
                trust=arguments.trust,
                switch_calls=arguments.switch_calls,
                beside=beside,
                actor=COMMAND_LINE,
                progress=progress,
            )
    except Cancelled:
        raise
    except AppError as error:
        complain(error)
        wrong |= dict.fromkeys(places.values(), error)
        return {}
    return {number: done.get(place, Imported()) for place, number in places.items()}


def _outcome(outcome: ImportOutcome) -> str:
    done = outcome.done
    if done is None:
        return _summary(outcome.offer)
    text = _("{added} added, {replaced} updated, {kept} unchanged").format(
        added=len(done.added), replaced=len(done.replaced), kept=outcome.kept
    )
    if done.switched:
        words = ngettext("{count} caller switched", "{count} callers switched", len(done.switched))
        text += ", " + words.format(count=len(done.switched))
    if not outcome.offer.pack.is_skill_files:
        text += f"; {credentials(outcome.offer.judgement)}"
    if done.quarantined:
        return text + _("; in quarantine until released")
    if done.inert:
        words = ngettext(
            "; {count} in quarantine until released",
            "; {count} in quarantine until released",
            len(done.inert),
        )
        text += words.format(count=len(done.inert))
    return text


def _same_names(outcome: ImportOutcome) -> list[str]:
    """What is said of each skill whose name one in another engram has, and of its own file."""
    done = outcome.done
    stay = done is None or not done.switched
    lines = []
    for item in outcome.offer.items:
        if item.namesakes:
            kept = f" {calls_stay(item.namesakes)}" if stay else ""
            lines.append(f"  {plain(item.name)}: {same_name(item.namesakes)}{kept}".rstrip())
        lines += [f"  {plain(item.name)}: {notice}" for notice in item.notices]
    return lines


def _describe(vault: Vault) -> None:
    """Say which of what came could be described better, unless the person does not want that."""
    from app.cli.settings import settings  # noqa: PLC0415  loads YAML
    from app.core.enrichment.waiting import look  # noqa: PLC0415

    chosen = settings(vault.home)
    if not chosen.enrich_on_install:
        return
    try:
        with shown(_("Checking the descriptions")) as progress:
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


def _summary(offer: Plan) -> str:
    counts = ", ".join(
        f"{count} {change.value}" for change in Change if (count := offer.count(change))
    )
    to_read = sum(len(item.findings) for item in offer.items)
    findings = ngettext("{count} finding to review", "{count} findings to review", to_read)
    who = [] if offer.pack.is_skill_files else [credentials(offer.judgement)]
    return "; ".join((counts, *who, findings.format(count=to_read)))


# export


def export_skills(session: Session, arguments: argparse.Namespace) -> Answer:
    if arguments.format in _PACKS:
        return _export_pack(session, arguments)
    if arguments.recipient or arguments.passphrase_file or arguments.hide_names:
        arguments.wrong(_("only a pack can be locked"))
    return _export_files(session, arguments)


def _export_files(session: Session, arguments: argparse.Namespace) -> Answer:
    from app.core.api import skill_files  # noqa: PLC0415  loads YAML

    with session.vault() as vault:
        outgoing = skill_files.gather(
            vault,
            arguments.names,
            arguments.engram,
            with_calls=arguments.with_calls,
            with_originals=arguments.with_originals,
        )
    _tell_left_out(outgoing.packing, arguments)
    is_archive = arguments.format == SKILL_ARCHIVE
    return _exported(skill_files.write(outgoing, arguments.output, archive=is_archive))


def _export_pack(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        packed = packs.pack(
            vault,
            arguments.names,
            arguments.engram,
            edition=Format(arguments.format),
            with_calls=arguments.with_calls,
            recipients=arguments.recipient,
            passphrase=given_passphrase(arguments),
            hide_names=arguments.hide_names,
            with_originals=arguments.with_originals,
        )
    _tell_left_out(packed.packing, arguments)
    return _exported(packs.write(packed, arguments.output))


def _exported(written: "ExportedDocument | SkillFilesDocument") -> Answer:
    count = len(written["skills"])
    text = ngettext("{count} skill in {file}", "{count} skills in {file}", count)
    return Answer(written, text.format(count=count, file=written["file"]))


def _tell_left_out(packing: Packing, arguments: argparse.Namespace) -> None:
    """Say what should be looked at before it leaves, and what stays at home."""
    for name, finding in packing.to_review:
        tell(
            _("Review {skill}, line {line}: {title}").format(
                skill=name, line=finding.line, title=finding.title
            )
        )
    if packing.unread:
        said = ngettext(
            "{names} is not text, so it was not reviewed.",
            "{names} are not text, so they were not reviewed.",
            len(packing.unread),
        )
        tell(said.format(names=", ".join(packing.unread)))
    if left_out := packing.memories_left_out:
        said = ngettext(
            "{count} placed memory is left out: it is private.",
            "{count} placed memories are left out: they are private.",
            left_out,
        )
        tell(said.format(count=left_out))
    if packing.originals and not arguments.with_originals:
        names = ", ".join(packing.originals)
        tell(_("Left out, because they are private: {names}").format(names=names))


# release


def release(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        done = packs.release(vault, arguments.name, arguments.engram, actor=COMMAND_LINE)
    return Answer(done, _("{title} is ready to use.").format(title=done["released"]))
