"""What is written down about the skills that a pack brings."""

import json
from collections.abc import Sequence
from dataclasses import replace

from app.core.changes import Part
from app.core.library.record import Meta, Origin, Precedence, Source, Status
from app.core.library.version import digest
from app.core.packs.format.contents import Pack, PastText
from app.core.packs.format.names import plain
from app.core.packs.own_fields import own_fields
from app.core.packs.parcels import Parcel
from app.core.packs.translate import remembered
from app.core.vault import Write


def earlier(past: PastText, meta: Meta) -> tuple[str, str, Meta]:
    """A text that the pack has of before, with its label and details."""
    said = {"past": {"reason": past.reason, "at": past.at}}
    return past.text, f"{plain(past.reason)}, {past.at[:10]}", replace(meta, extra=said)


def meta_of(pack: Pack, parcel: Parcel, engram: int, quarantine: bool) -> Meta:
    """The details of a skill that comes in, in this engram unless it has one already."""
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
            path=packed.path or pack.path,
        ),
        extra=extra,
        source=Source.DISK if packed.path else Source.IMPORTED,
        confidence=before.confidence if said.confidence is None else said.confidence,
        input_hints=before.input_hints if said.input_hints is None else said.input_hints,
        file_patterns=before.file_patterns if said.file_patterns is None else said.file_patterns,
        links=tuple(dict.fromkeys((*before.links, *said.links))),
        # a text from elsewhere puts itself above nothing, whatever was decided about the old one
        precedence=Precedence.YIELDS if before.precedence is Precedence.YIELDS else None,
    )


def record(write: Write, pack: Pack, skills: Sequence[int]) -> None:
    """Note which pack brought these skills, and what it says about itself."""
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
