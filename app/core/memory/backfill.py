"""Memories that were there first mention a new or renamed skill once it has its name."""

from collections.abc import Mapping, Sequence

from app.core.changes import Part
from app.core.graph.naming import Names
from app.core.matching.pairs import in_pairs
from app.core.memory.entities import MentionOrigin
from app.core.progress import SILENT, Progress, checkpoint
from app.core.skills import names
from app.core.vault import Vault, Write

_MOST = 2_000
"""Memories looked at for one name, the newest; a name in more of them says little."""
_TOGETHER = 200
MARKED, SAID = 1.0, 0.9
"""How sure a mention is: of a name that is marked as one, of one that is only said."""


def notice(vault: Vault, called: Mapping[int, str], progress: Progress = SILENT) -> int:
    """Let memories mention the entities that are called so; returns how many mentions are new.

    Raises `Cancelled`.
    """
    found: list[tuple[int, int, str, float]] = []
    for entity, name in called.items():
        checkpoint(progress)
        found += _said(vault, entity, name)
    for at in range(0, len(found), _TOGETHER):
        with vault.write(None) as write:
            _keep(write, found[at : at + _TOGETHER])
    return len(found)


def _said(vault: Vault, entity: int, name: str) -> list[tuple[int, int, str, float]]:
    phrase = names.key(name).replace("-", " ")
    if not phrase:
        return []
    wanted = Names([name])
    rows = vault.rows(
        "select m.id, m.text from memory m where m.id in (select rowid from memory_words(?)"
        " order by rowid desc limit ?) and m.replaced_by is null and m.forgotten is null"
        " and not exists (select 1 from mention n where n.memory = m.id and n.entity = ?)",
        f'"{in_pairs(phrase)}"',
        _MOST,
        entity,
    )
    found = []
    for memory, text in rows:
        said = max(wanted.said_in(text), key=lambda one: one.marked, default=None)
        if said is not None:
            words = text[said.start : said.end]
            found.append((memory, entity, words, MARKED if said.marked else SAID))
    return found


def _keep(write: Write, found: Sequence[tuple[int, int, str, float]]) -> None:
    write.db.executemany(
        "insert into mention values (?, ?, ?, ?, ?, ?) on conflict do nothing",
        [
            (memory, entity, MentionOrigin.TEXT, words, sure, write.at.isoformat())
            for memory, entity, words, sure in found
        ],
    )
    write.touch(Part.KNOWLEDGE)
