"""Where a skill came from: who wrote it or signed it, in which pack or file, and since when."""

from dataclasses import dataclass
from datetime import datetime

from app.core.actor import Actor
from app.core.library import library
from app.core.library.authored import authored
from app.core.library.record import Meta, Origin, Source
from app.core.library.version import digest
from app.core.packs import attachments, trust
from app.core.packs.format.contents import Signer
from app.core.packs.trust import Judgement
from app.core.vault import Vault


@dataclass(frozen=True, slots=True)
class Whence:
    """`pack` is the one it came in, and `judgement` whose that is today; both None without one.

    `since` is when it came into the library, and `by` who brought it there; `changed` whether it is
    no longer what was signed.
    """

    source: Source
    pack: Origin | None
    judgement: Judgement | None
    since: datetime
    by: Actor
    changed: bool = False


def whence(vault: Vault, skill: int) -> Whence | None:
    """None for a skill that is not in the library."""
    state = library.current(vault, skill)
    first = vault.row(
        "select at, actor, client, agent from version where skill = ? order by id limit 1", skill
    )
    if state is None or first is None:
        return None
    (_saved, text, meta), (at, *by) = state, first
    pack = meta.origin
    judgement = _judge(vault, pack.publisher) if pack is not None else None
    changed = pack is not None and is_changed(meta, digest(authored(text, meta.training)))
    return Whence(meta.source, pack, judgement, datetime.fromisoformat(at), Actor(*by), changed)


def is_changed(meta: Meta, text_digest: str) -> bool:
    """Whether a skill's text or its files are no longer those that were imported.

    `text_digest` is that of what its author wrote: placed memories change nothing.
    """
    if meta.origin is None or meta.origin.digest != text_digest:
        return True
    return attachments.digests(meta) != attachments.packed_digests(meta)


def _judge(vault: Vault, publisher: str) -> Judgement:
    """Of a key in hexadecimal digits, which is empty where nobody signed."""
    if not publisher:
        return trust.judge(vault, None)
    key = bytes.fromhex(publisher)
    names = {one.key: one.name for one in trust.publishers(vault)}
    return trust.judge(vault, Signer(key, names.get(key, "")))
