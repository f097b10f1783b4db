"""Skills out of packs and into packs."""

from collections.abc import Container, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from typing_extensions import TypedDict

from app.core.actor import Actor
from app.core.api.lookup import find
from app.core.errors import AppError
from app.core.library import skill_actions
from app.core.library.edit import Batch
from app.core.memory.reading.decoding import readable
from app.core.memory.reading.documents import KINDS as DOCUMENTS
from app.core.packs import export, identity, install, trust
from app.core.packs.cautions import Kind, OlderEdition
from app.core.packs.export import Packing
from app.core.packs.format import locks
from app.core.packs.format.contents import Format, Mode, Pack
from app.core.packs.format.envelope import Envelope
from app.core.packs.format.phrase import phrase
from app.core.packs.format.read import begins_like_a_pack
from app.core.packs.format.signing import fingerprint
from app.core.packs.incoming import Unpacked, unpack
from app.core.packs.install import Decision, Imported
from app.core.packs.match import Change, Choice
from app.core.packs.namesakes import Namesake
from app.core.packs.plan import Plan, plans
from app.core.packs.scan.rules import Severity
from app.core.packs.scan.scan import ScanFinding
from app.core.packs.trust import Standing
from app.core.progress import SILENT, Progress
from app.core.store.files import replace_file
from app.core.vault import Vault
from app.core.walk.plan import source_id
from app.core.words import _

Trust = Literal["once", "publisher"]
"""Believe a new publisher for this pack, or from now on."""


class FailedFileDocument(TypedDict):
    """A file that could not be imported, and why."""

    file: str
    error: str
    hint: str


class ScanFindingDocument(TypedDict):
    """Something in the text of a packed skill that should be read before it is used."""

    rule: str
    severity: Severity
    title: str
    line: int
    excerpt: str


class NamesakeDocument(TypedDict):
    """A skill in another engram with the name of a new one; calls by it keep going there."""

    id: str
    title: str
    engram: str
    calledBy: list[str]


class PackedSkillDocument(TypedDict):
    """A skill of a pack, and what importing it does; `missing` are names it calls, `notices` what
    to know about its own file."""

    name: str
    change: Change
    reason: str
    missing: list[str]
    sameName: list[NamesakeDocument]
    findings: list[ScanFindingDocument]
    notices: list[str]


class OfferedFileDocument(TypedDict):
    """A pack, and what importing it would do; `refused` is why it cannot be."""

    file: str
    name: str
    id: str
    version: str
    format: Format
    mode: Mode
    signer: str | None
    fingerprint: str | None
    words: str | None
    standing: Standing
    engram: str
    refused: str | None
    cautions: list[str]
    notices: list[str]
    skills: list[PackedSkillDocument]
    imported: bool


class ImportedFileDocument(OfferedFileDocument):
    """A pack that was imported, and how many of its skills became what.

    `switched` are the skills whose calls lead to them now, `inQuarantine` those of them that no
    agent sees until they are released.
    """

    added: int
    replaced: int
    kept: int
    quarantined: bool
    inQuarantine: list[str]
    switched: list[str]


class ExportedDocument(TypedDict):
    """A pack that was written."""

    file: str
    version: str
    skills: list[str]


class ReleasedDocument(TypedDict):
    """The title of a skill that calls and agents may reach now."""

    released: str


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    """A pack and what became of it; `done` is None where nothing was to be done."""

    path: Path
    offer: Plan
    done: Imported | None

    @property
    def kept(self) -> int:
        """Skills that were left as they are."""
        done = self.done or Imported()
        return len(self.offer.items) - len(done.added) - len(done.replaced)

    @property
    def document(self) -> OfferedFileDocument | ImportedFileDocument:
        offered = _offered(self.path, self.offer)
        if self.done is None:
            return offered
        imported: ImportedFileDocument = {
            **offered,
            "imported": True,
            "added": len(self.done.added),
            "replaced": len(self.done.replaced),
            "kept": self.kept,
            "quarantined": self.done.quarantined,
            "inQuarantine": [source_id(skill) for skill in self.done.inert],
            "switched": [source_id(skill) for skill in self.done.switched],
        }
        return imported


@dataclass(frozen=True, slots=True)
class Packed:
    """A pack that is ready to be written, and what to look at before it leaves."""

    packing: Packing
    data: bytes = field(repr=False)


def opened(vault: Vault, path: Path, envelope: Envelope, passphrase: str | None = None) -> Unpacked:
    """What a pack that was read from `path` holds; raises `AppError` when it cannot be opened."""
    pack = install.opened(vault, envelope, passphrase)
    return unpack(replace(pack, path=str(path.resolve())))


def offer(vault: Vault, packs: Sequence[Unpacked], engram: str | None = None) -> tuple[Plan, ...]:
    """What importing these packs together would do."""
    return plans(vault, packs, [engram] * len(packs))


def refusal(offered: Plan, *, allow_older: bool) -> AppError | None:
    """Why a pack does not come in, alone or with those it was offered with; None: it does."""
    if offered.refused:
        return install.Refused(offered.refused)
    said = {caution.kind: caution.text for caution in offered.cautions}
    kinds = {rival.kind for rival in offered.yields}
    if Kind.LOOK_ALIKE in kinds:
        return install.Refused(said[Kind.LOOK_ALIKE])
    if Kind.EDITION in kinds:
        return OlderEdition(
            said[Kind.EDITION], _("The newer one was used; import this one on its own to get it.")
        )
    if Kind.OLDER in said and not allow_older:
        return OlderEdition(
            said[Kind.OLDER], _("Nothing was imported. To import it anyway, allow older editions.")
        )
    return None


def import_packs(
    vault: Vault,
    offered: Sequence[Plan],
    chosen: Container[int],
    *,
    on_conflict: Choice = Choice.RENAME,
    trust: Trust | None = None,
    switch_calls: bool = False,
    beside: Batch[Any] | None = None,
    actor: Actor,
    progress: Progress = SILENT,
) -> dict[int, Imported]:
    """Take the skills of the chosen packs, by their place, into the vault, with what comes in
    `beside` them: one undo.

    With `switch_calls` what called a skill of the same name in another engram calls the new one.
    A pack that is there twice comes in once. Raises `AppError` for calls into quarantine.
    """
    decisions = {}
    for at, one in enumerate(offered):
        if at in chosen and not one.yields:
            choices = {
                item.index: on_conflict
                for item in one.items
                if item.change is Change.CONFLICT and on_conflict in item.choices
            }
            quarantine = False if trust and not one.quarantine_locked else None
            switch = frozenset(item.index for item in one.items if switch_calls and item.callers)
            decisions[at] = Decision(choices, quarantine, trust == "publisher", switch)
    return install.apply_all(
        vault, offered, decisions, beside=beside, actor=actor, progress=progress
    )


def judged_again(vault: Vault, offered: Plan) -> Plan:
    """The same with the standing its publisher has now, after a person decided on it."""
    return replace(offered, judgement=trust.judge(vault, offered.judgement.signer))


def why_not(path: Path, problem: AppError) -> AppError:
    """What is wrong with a file, in a sentence that names it; for no pack, where it belongs."""
    if path.is_dir() or path.suffix.casefold() in DOCUMENTS:
        problem = AppError(
            str(problem), _("Remember it instead: notes and documents become memories.")
        )
    return about_file(path, problem)


def about_file(path: Path, problem: AppError) -> AppError:
    """The same failure in a sentence that names the file."""
    sentence = str(problem)
    name = readable(path.name)
    if name in sentence:
        return problem
    named = AppError(f"{name}: {sentence}", problem.hint)
    named.code = problem.code
    return named


def failed(path: Path, problem: AppError) -> FailedFileDocument:
    """A file that was not imported."""
    return {"file": str(path), "error": str(problem), "hint": why_not(path, problem).hint}


def pack(
    vault: Vault,
    names: Sequence[str],
    engram: str | None = None,
    *,
    edition: Format = Format.NATIVE,
    with_calls: bool = False,
    recipients: Sequence[str] = (),
    passphrase: str | None = None,
    hide_names: bool = False,
    with_originals: bool = False,
) -> Packed:
    """Pack skills, locked with a passphrase or for certain people, or open to everybody.

    With `hide_names` nobody can read the names in a locked pack without opening it. The documents
    that skills were made of stay at home without `with_originals`.

    Raises `NotFound`, `Ambiguous`, and `AppError` for a lock that cannot be made.
    """
    skills = [find(vault, name, engram).id for name in names]
    wish = _wish(recipients, passphrase)
    if hide_names and isinstance(wish, locks.Open):
        raise AppError(
            _("Anyone can read the names in a pack that is not locked."),
            _("Lock it with a passphrase or for recipients, or show the names."),
        )
    options = export.Options(
        format=edition, wish=wish, with_calls=with_calls, hide_names=hide_names,
        include_originals=with_originals,
    )  # fmt: skip
    packing = export.gather(vault, skills, options)
    return Packed(packing, export.sealed(vault, packing, options))


def write(packed: Packed, path: Path) -> ExportedDocument:
    """Put the pack into a file, in the place of an earlier one; raises `AppError`.

    A file that is no pack is never replaced.
    """
    if path.exists() and not path.is_file():
        raise AppError(
            _("{path} is not a file that can be replaced.").format(path=path),
            _("Choose a file in one of your folders."),
        )
    try:
        if path.exists() and not begins_like_a_pack(path):
            raise AppError(
                _("{path} already exists and is not a pack.").format(path=path),
                _("Nothing was overwritten. Choose another name."),
            )
        replace_file(path, packed.data, shared=True)
    except OSError as error:
        raise AppError(
            _("{path} cannot be written: {why}.").format(path=path, why=error.strerror or error),
            _("Choose another folder."),
        ) from error
    made = packed.packing.pack
    names = [skill.name for skill in made.skills]
    return {"file": str(path), "version": made.version, "skills": names}


def release(
    vault: Vault, name: str, engram: str | None = None, *, actor: Actor
) -> ReleasedDocument:
    """Take a skill out of quarantine; raises `NotFound`, `Ambiguous`."""
    row = find(vault, name, engram)
    skill_actions.release(vault, row.id, actor=actor)
    return {"released": row.title}


def _wish(recipients: Sequence[str], passphrase: str | None) -> locks.Wish:
    """Who is to be able to read the pack."""
    if recipients and passphrase is not None:
        raise AppError(
            _("A pack is locked with a passphrase or for recipients, not both."),
            _("Choose either a passphrase or recipients."),
        )
    if recipients:
        return locks.Recipients(tuple(map(identity.read_recipient, recipients)))
    return locks.Passphrase(passphrase) if passphrase is not None else locks.Open()


def _offered(path: Path, offer: Plan) -> OfferedFileDocument:
    received: Pack = offer.pack
    signer = received.signer
    return {
        "file": str(path),
        "name": received.name,
        "id": received.id,
        "version": received.version,
        "format": received.format,
        "mode": received.mode,
        "signer": signer.name if signer else None,
        "fingerprint": fingerprint(signer.key) if signer else None,
        "words": phrase(signer.key) if signer else None,
        "standing": offer.judgement.standing,
        "engram": offer.engram_name,
        "refused": offer.refused or None,
        "cautions": [caution.text for caution in offer.cautions],
        "notices": list(received.notices),
        "skills": [
            {
                "name": item.name,
                "change": item.change,
                "reason": item.reason,
                "missing": list(item.missing),
                "sameName": list(map(_namesake, item.namesakes)),
                "findings": [scan_finding_document(one) for one in item.findings],
                "notices": list(item.notices),
            }
            for item in offer.items
        ],
        "imported": False,
    }


def _namesake(other: Namesake) -> NamesakeDocument:
    return {
        "id": source_id(other.id),
        "title": other.title,
        "engram": other.engram,
        "calledBy": [source_id(caller) for caller in other.callers],
    }


def scan_finding_document(finding: ScanFinding) -> ScanFindingDocument:
    return {
        "rule": finding.code,
        "severity": finding.severity,
        "title": finding.title,
        "line": finding.line,
        "excerpt": finding.excerpt,
    }
