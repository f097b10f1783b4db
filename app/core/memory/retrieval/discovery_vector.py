"""What a skill is to be discovered by: its name, description and triggers as one text, one vector.

Nothing of its body is in it (seed 000, sections 4, 7.1 and 15); goals and steps are passages with
vectors of their own. It is stored separately in sqlite-vec, with the model, the dimensions and the
SHA-256 of the text: as signed bytes, and as signs only, which is what a search looks through.
"""

import hashlib
import json
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from app.core.memory.reading.split import short_enough
from app.core.memory.retrieval.embed import Embedder, Vectors, to_bits, to_bytes
from app.core.skills.model import GoalKind, Skill
from app.core.skills.reading.description import description_of
from app.core.skills.reading.frontmatter import frontmatter
from app.core.skills.reading.plain_words import goal_words
from app.core.vault import Vault, Write

_HYPHENS = re.compile(r"[-_]+")
_LONGEST = 1024
"""Characters of a description (agentskills.io/specification) and of all triggers together."""


@dataclass(frozen=True, slots=True)
class Discovery:
    """The text of a skill and its vector, as `to_bytes` wrote it."""

    skill: int
    text: str
    vector: bytes


def text_of(skill: Skill, given: str = "") -> str:
    """`name — description — trigger, trigger`, without what the skill does not have.

    A name is read as its words: `smoke-tests` as “smoke tests”.
    """
    front = frontmatter(skill)
    triggers = [goal_words(skill, g) for g in skill.goals if g.kind is GoalKind.TRIGGER]
    triggers += front.items("triggers") if front is not None else ()
    told = _short(", ".join(filter(None, (" ".join(one.split()) for one in triggers))))
    name = _short(_HYPHENS.sub(" ", skill.title))
    return " — ".join(filter(None, [name, _short(description_of(skill, given)), told]))


def digest(text: str) -> str:
    """The SHA-256 of a text that a vector is of."""
    return hashlib.sha256(text.encode()).hexdigest()


def has_room(vault: Vault, dimensions: int) -> bool:
    """Whether there is a table for vectors of this size."""
    row = vault.row("select sql from sqlite_master where name = 'discovery'")
    return row is not None and f"int8[{dimensions}]" in row[0]


def make_room(write: Write, dimensions: int) -> None:
    """An empty table for vectors of this size."""
    write.db.execute("drop table if exists discovery")
    write.db.execute(
        "create virtual table discovery using vec0(skill integer primary key,"
        f" bits bit[{dimensions}], vector int8[{dimensions}],"
        " +model text, +dimensions integer, +digest text, +text text)"
    )


def is_current(vault: Vault, model: str, skill: int, text: str) -> bool:
    """Whether the stored vector is of that text and model."""
    row = vault.row("select model, digest from discovery where skill = ?", skill)
    return row == (model, digest(text))


def put(write: Write, embedder: Embedder, skill: int, text: str, vector: Vectors) -> None:
    """Keep the vector of a skill in place of the one it had."""
    drop(write, skill)
    write.db.execute(
        "insert into discovery values (?, vec_bit(?), vec_int8(?), ?, ?, ?, ?)",
        (
            skill,
            to_bits(vector),
            to_bytes(vector),
            embedder.model,
            embedder.dimensions,
            digest(text),
            text,
        ),
    )


def drop(write: Write, skill: int) -> None:
    """Forget the vector of a skill, if it has one."""
    write.db.execute("delete from discovery where skill = ?", (skill,))


def of(vault: Vault, model: str, skills: Collection[int]) -> list[Discovery]:
    """Those of the skills that have a vector of that model."""
    if not skills or not _exists(vault):
        return []
    rows = vault.rows(  # one by one: for a list sqlite-vec would read the whole table
        "select d.skill, d.text, d.vector from json_each(?) asked cross join discovery d"
        " on d.skill = asked.value where d.model = ?",
        json.dumps(sorted(skills)),
        model,
    )
    return [Discovery(*row) for row in rows]


def nearest(
    vault: Vault, asked: Vectors, number: int, narrow: str = "", values: Sequence[object] = ()
) -> list[tuple[int, bytes]]:
    """The skills whose signs agree most with those of `asked`, each with its vector.

    `narrow` is a query for the numbers of those that are wanted, with its `values`.
    """
    if not has_room(vault, len(asked)):
        return []
    among = f" and skill in ({narrow})" if narrow else ""
    return vault.rows(
        f"select skill, vector from discovery where bits match vec_bit(?) and k = ?{among}",
        to_bits(asked),
        number,
        *values,
    )


def _exists(vault: Vault) -> bool:
    return vault.row("select 1 from sqlite_master where name = 'discovery'") is not None


def _short(text: str) -> str:
    """With single spaces, cut after a sentence where it is too long for anybody to mean it."""
    return next(short_enough(" ".join(text.split()), _LONGEST), "")
