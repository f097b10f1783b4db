"""Where a skill came from: who wrote it or signed it, in which pack or file, and since when."""

from dataclasses import dataclass
from datetime import datetime

from app.core.actor import Actor
from app.core.library import library
from app.core.library.record import Origin, Source
from app.core.packs import trust
from app.core.packs.format.contents import Signer
from app.core.packs.trust import Judgement
from app.core.vault import Vault


@dataclass(frozen=True, slots=True)
class Whence:
    """`pack` is the one it came in, and `judgement` whose that is today; both None without one.

    `since` is when it came into the library, and `by` who brought it there.
    """

    source: Source
    pack: Origin | None
    judgement: Judgement | None
    since: datetime
    by: Actor


def whence(vault: Vault, skill: int) -> Whence | None:
    """None for a skill that is not in the library."""
    state = library.current(vault, skill)
    first = vault.row(
        "select at, actor, client, agent from version where skill = ? order by id limit 1", skill
    )
    if state is None or first is None:
        return None
    meta, (at, *by) = state[2], first
    pack = meta.origin
    judgement = _judge(vault, pack.publisher) if pack is not None else None
    return Whence(meta.source, pack, judgement, datetime.fromisoformat(at), Actor(*by))


def _judge(vault: Vault, publisher: str) -> Judgement:
    """Of a key in hexadecimal digits, which is empty where nobody signed."""
    if not publisher:
        return trust.judge(vault, None)
    key = bytes.fromhex(publisher)
    names = {one.key: one.name for one in trust.publishers(vault)}
    return trust.judge(vault, Signer(key, names.get(key, "")))
