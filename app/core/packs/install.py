"""Taking over what a plan says: seen all at once, one journal entry, one undo."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from app.core.actor import USER, Actor
from app.core.changes import Part
from app.core.errors import AppError, NotFound
from app.core.library import bulk
from app.core.library.bulk import Edit
from app.core.library.engrams import ensure, named
from app.core.library.record import Meta, Origin, Reason, Saved, Source, Status
from app.core.library.version import digest
from app.core.packs import cautions, identity, match, rename, trust
from app.core.packs.format import read
from app.core.packs.format.contents import Pack, PastText
from app.core.packs.format.envelope import Envelope
from app.core.packs.format.names import plain
from app.core.packs.format.problems import PackError, WrongKey
from app.core.packs.match import Choice, Existing, IncomingSkill, LibraryState
from app.core.packs.own_fields import own_fields
from app.core.packs.plan import Plan
from app.core.packs.translate import remembered, sha256
from app.core.packs.trust import Judgement
from app.core.progress import SILENT, Progress
from app.core.skills.model import Skill
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault, Write
from app.core.words import _


class Refused(PackError):
    """The pack may not be imported, whatever is chosen."""

    code = "pack-refused"
    hint = _("Ask the person who made it, over another channel, before you do anything else.")


class StalePlan(AppError):
    """The library changed after the plan was made."""

    code = "stale-plan"
    hint = _("Nothing was imported. Look at the pack again, then import.")


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did: the ids of the skills it added and replaced, in the order of the pack."""

    added: tuple[int, ...] = ()
    replaced: tuple[int, ...] = ()
    quarantined: bool = False


@dataclass(frozen=True, slots=True)
class _Parcel:
    """One skill that is being taken over, with what the text it gets says."""

    incoming: IncomingSkill
    existing: Existing | None
    skill: Skill


def opened(
    vault: Vault, envelope: Envelope, passphrase: str | None = None, progress: Progress = SILENT
) -> Pack:
    """The contents of an inspected pack, with the keys this vault has. Raises `PackError`."""
    believed = tuple(publisher.key for publisher in trust.publishers(vault))
    own: tuple[bytes | None, ...] = identity.recipient_keys(vault) if envelope.needs_key else ()
    for key in own:
        try:
            return read.unlock(envelope, recipient_key=key, publishers=believed, progress=progress)
        except WrongKey:
            continue
    return read.unlock(envelope, passphrase=passphrase, publishers=believed, progress=progress)


def apply(
    vault: Vault,
    plan: Plan,
    choices: Mapping[int, Choice] | None = None,
    *,
    quarantine: bool | None = None,
    trust_publisher: bool = False,
    actor: Actor = USER,
    progress: Progress = SILENT,
) -> Imported:
    """Import a planned pack; what is not chosen, by `Item.index`, is done by default.

    `quarantine` None follows the plan, and a publisher trusted now needs none. All or nothing:
    raises `Refused` for a pack that must not come in and `StalePlan` when the library moved.
    """
    if plan.pack.signer is None:
        quarantine = True
    elif quarantine is None:
        quarantine = plan.quarantine and not trust_publisher
    parcels = _parcels(vault, plan, choices or {})
    taking = _Taking(vault, plan, quarantine, trust_publisher)
    if not parcels:
        with vault.write(None, actor) as write:
            taking.look()
            if trust_publisher:
                taking.meet(write)
        return Imported()
    title = plain(plan.pack.name)[:60] or plan.pack.id
    saved = bulk.change(
        vault,
        _("Import {pack}").format(pack=title),
        parcels,
        taking.edit,
        actor=actor,
        begin=taking.begin,
        look=taking.look,
        also=taking.finish,
        progress=progress,
    )
    kinds = [(one.skill, parcel.existing) for one, parcel in zip(saved, parcels, strict=True)]
    added = tuple(skill for skill, existing in kinds if existing is None)
    replaced = tuple(skill for skill, existing in kinds if existing is not None)
    return Imported(added, replaced, quarantine)


def _parcels(vault: Vault, plan: Plan, choices: Mapping[int, Choice]) -> list[_Parcel]:
    """What is to be written, prepared before the vault is held."""
    chosen = [_chosen(choices.get(item.index, item.default), item.choices) for item in plan.items]
    existing = [item.existing for item in plan.items]
    taken = _library_state(vault, plan).taken
    names = rename.settle(zip(plan.incoming_skills, chosen, existing, strict=True), taken)
    return [
        _Parcel(
            incoming,
            plan.items[index].existing if chosen[index] is Choice.REPLACE else None,
            _read(incoming, names.text(index, incoming)),
        )
        for index, incoming in enumerate(plan.incoming_skills)
        if chosen[index] is not Choice.KEEP
    ]


def _library_state(vault: Vault, plan: Plan) -> LibraryState:
    return match.library_state(vault, plan.pack, plan.incoming_skills, _destination(vault, plan))


def _destination(vault: Vault, plan: Plan) -> int | None:
    """Somebody may have made the engram since the plan was made."""
    if plan.engram is not None:
        return plan.engram
    try:
        return named(vault, plan.engram_name).id
    except NotFound:
        return None


def _read(incoming: IncomingSkill, text: str) -> Skill:
    return incoming.skill if text == incoming.text else parse(text)


def _chosen(choice: Choice, possible: tuple[Choice, ...]) -> Choice:
    if choice not in possible:
        raise AppError(
            _("“{choice}” is not possible for every skill it was chosen for.").format(
                choice=choice
            ),
            _("Choose one of: {choices}.").format(choices=", ".join(possible)),
        )
    return choice


def _judged(vault: Vault, plan: Plan) -> Judgement:
    """Look again, when all is ready to be shown. Raises `Refused` or `StalePlan`."""
    judgement = trust.judge(vault, plan.pack.signer)
    if refusal := cautions.refusal(plan.pack, judgement):
        raise Refused(refusal)
    planned = [(item.change, item.existing, item.choices, item.reason) for item in plan.items]
    now = match.matches(plan.incoming_skills, _library_state(vault, plan))
    if planned != [(m.change, m.existing, m.choices, m.reason) for m in now]:
        raise StalePlan(_("Your library changed while you were looking at this pack."))
    if plan.judgement.vouched and not judgement.vouched:
        raise StalePlan(_("What is known of its publisher changed while you were looking."))
    return judgement


class _Taking:
    """What one import asks and does while its skills come in."""

    def __init__(self, vault: Vault, plan: Plan, quarantine: bool, trust_publisher: bool) -> None:
        self._vault, self._plan = vault, plan
        self._quarantine, self._trust_publisher = quarantine, trust_publisher
        self._engram = 0
        self._judgement = plan.judgement

    def begin(self, write: Write) -> None:
        plan = self._plan
        self._engram = plan.engram if plan.engram is not None else ensure(write, plan.engram_name)

    def look(self) -> None:
        self._judgement = _judged(self._vault, self._plan)

    def edit(self, parcel: _Parcel) -> Edit:
        """A new skill has its earlier texts first when the pack has them."""
        incoming, existing = parcel.incoming, parcel.existing
        meta = _meta(self._plan.pack, parcel, self._engram, self._quarantine)
        history = incoming.packed.history if existing is None else ()
        return Edit(
            existing.id if existing is not None else None,
            parcel.skill.text,
            meta,
            Reason.IMPORTED,
            parsed=parcel.skill,
            past=tuple(_earlier(past, meta) for past in history),
            files=tuple((sha256(item.data), item.data) for item in incoming.packed.attachments),
        )

    def finish(self, write: Write, saved: Sequence[Saved]) -> None:
        self.meet(write)
        _record(write, self._plan.pack, [one.skill for one in saved])

    def meet(self, write: Write) -> None:
        trust.meet(write, self._judgement, trusted=self._trust_publisher)


def _earlier(past: PastText, meta: Meta) -> tuple[str, str, Meta]:
    said = {"past": {"reason": past.reason, "at": past.at}}
    return past.text, f"{plain(past.reason)}, {past.at[:10]}", replace(meta, extra=said)


def _meta(pack: Pack, parcel: _Parcel, engram: int, quarantine: bool) -> Meta:
    packed, stored = parcel.incoming.packed, digest(parcel.skill.text)
    extra = remembered(packed, parcel.incoming.text)
    if stored != parcel.incoming.digest:
        extra["packed"] = parcel.incoming.digest
    before = parcel.existing.meta if parcel.existing is not None else Meta(engram)
    said = own_fields(packed.extra)
    return Meta(
        engram=before.engram,
        status=Status.QUARANTINED if quarantine else before.status,
        role=packed.role or before.role,
        tags=packed.tags or before.tags,
        origin=Origin(
            pack=pack.id,
            name=packed.name,
            version=pack.version,
            publisher=pack.signer.key.hex() if pack.signer else "",
            digest=stored,
            path=pack.path,
        ),
        extra=extra,
        source=Source.IMPORTED,
        confidence=before.confidence if said.confidence is None else said.confidence,
        input_hints=before.input_hints if said.input_hints is None else said.input_hints,
        file_patterns=before.file_patterns if said.file_patterns is None else said.file_patterns,
        links=tuple(dict.fromkeys((*before.links, *said.links))),
    )


def _record(write: Write, pack: Pack, skills: Sequence[int]) -> None:
    about = {
        "name": plain(pack.name),
        "description": pack.description,
        "publisher": pack.signer.name if pack.signer else pack.publisher,
        "author": pack.publisher,
        "extra": dict(pack.extra),
        "format": pack.format,
        "mode": pack.mode,
        "created": pack.created,
        "skills": skills,
    }
    write.db.execute(
        "insert into pack (uid, publisher, version, sequence, journal, about)"
        " values (?, ?, ?, ?, ?, ?)",
        (
            pack.id,
            pack.signer.key.hex() if pack.signer else "",
            pack.version,
            pack.sequence,
            write.journal,
            json.dumps(about, ensure_ascii=False),
        ),
    )
    write.touch(Part.TRUST)
