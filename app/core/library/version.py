"""The next version of a skill: made ready, written down, and shown."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from app.core.changes import Part
from app.core.errors import AppError, NotFound
from app.core.library import call_targets
from app.core.library.derive import READING, Derived, derived, forget, keep
from app.core.library.engrams import filed, revive
from app.core.library.older_reading import Change, change_of, note
from app.core.library.record import Meta, Reason
from app.core.skills.model import Skill
from app.core.skills.reading.discovery import stated_role, stated_tags
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault, Write
from app.core.words import _

MOST_TAGS = 30
EDGES = 5_000
"""So many edges are written down or taken away in one write; `leftovers.sweep` does the rest."""
_FENCE = 8
"""Characters within which a frontmatter begins, after a mark of the encoding or blank lines."""


@dataclass(frozen=True, slots=True)
class Next:
    """A version that is not written down yet; nothing about it is left to be found out.

    `base` is the id of the version it follows, None for the first; a text of None takes the skill
    out of the library. Its calls lead where those of the version `calls_like` do (None: those of
    the last one), but for the keys in `chosen` to these skills.
    """

    base: int | None
    number: int
    text: str | None
    meta: Meta
    reason: Reason
    label: str
    derived: Derived
    calls_like: int | None = None
    chosen: Mapping[str, int] = field(default_factory=dict)
    reread: Change | None = None
    """What the version it follows says otherwise since an update that nobody has noted yet."""

    def filed(self, engram: int) -> "Next":
        """The same in another engram."""
        listed = replace(self.derived.listed, engram=engram)
        derived = replace(self.derived, listed=listed)
        return replace(self, meta=replace(self.meta, engram=engram), derived=derived)


def prepare(
    reader: Vault | Write,
    skill: int | None,
    text: str | None,
    meta: Meta,
    reason: Reason,
    *,
    label: str = "",
    number: int | None = None,
    parsed: Skill | None = None,
    follows: Next | None = None,
    calls_like: int | None = None,
) -> Next:
    """Make the next version of `skill` ready, also before the vault is held (`library.put`).

    `follows` is the version before it where that is not written down yet either.
    """
    if text is not None:
        _refuse_half_characters(text)
        if parsed is None or parsed.text != text:
            parsed = parse(text)
    base, last, before, known = None, 0, None, None
    if follows is not None:
        base, last, before, known = follows.base, follows.number, follows.text, follows.meta
    elif skill is not None:
        newest = "select id, number, text, meta from version where skill = ?"
        found = reader.row(f"{newest} order by id desc limit 1", skill)
        if found is not None:
            base, last, before, known = *found[:3], Meta.from_json(found[3])
    if parsed is not None:
        meta = with_stated(before or "", known, parsed, meta)
        meta = replace(meta, engram=filed(reader, meta.engram))
    if number is None:
        number = last + 1
    said = derived(parsed, meta)
    changed = change_of(reader, base) if base is not None and follows is None else None
    return Next(base, number, text, meta, reason, label, said, calls_like, reread=changed)


def with_stated(before: str, known: Meta | None, parsed: Skill, meta: Meta) -> Meta:
    """The details follow what the frontmatter says anew (seed 000, section 6.2).

    What a person gave or took off otherwise stays so. `before` is the text until now, with the
    details `known`: a role that is no longer the same was chosen just now.
    """
    then = parse(before) if "---" in before[:_FENCE] else None
    meta = _with_stated_tags(stated_tags(then) if then else (), stated_tags(parsed), meta)
    if known is not None and meta.role and meta.role == known.role:
        now = stated_role(parsed)
        if now and now != (stated_role(then) if then else ""):
            return replace(meta, role="")
    return meta


def _with_stated_tags(then: tuple[str, ...], now: tuple[str, ...], meta: Meta) -> Meta:
    """The tags with the newly stated ones, and without those no longer stated."""
    if now == then:
        return meta
    said, says = ({tag.casefold() for tag in tags} for tags in (then, now))
    kept = [tag for tag in meta.tags if tag.casefold() not in said - says]
    have = said | {tag.casefold() for tag in kept}
    new = [tag for tag in now if tag.casefold() not in have]
    return replace(meta, tags=(*kept, *new[: max(0, MOST_TAGS - len(kept))]))


def new_skill(write: Write) -> int:
    """A skill that nothing shows before it has a current version; returns its id."""
    write.db.execute(
        "insert into skill (title, key, status, role, updated) values ('', '', '', '', '')"
    )
    return write.db.last_insert_rowid()


def append(write: Write, skill: int, after: Next) -> int:
    """Write the version down with what is derived from it; returns its id.

    Raises `NotFound` for a skill that was emptied out of the bin.
    """
    if (
        write.row(
            "select 1 from skill where id = ? and id not in (select skill from doomed)", skill
        )
        is None
    ):
        raise NotFound(_("That skill was permanently deleted and cannot be restored."))
    if after.base is not None:
        call_targets.keep_own(write, skill)
    if after.reread is not None and after.base is not None:
        note(write, skill, after.base, after.reread)
    write.db.execute(
        "insert into stored_version"
        " (skill, number, journal, at, actor, client, agent, reason, label, text, digest, meta,"
        " reading) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            skill,
            after.number,
            write.journal,
            write.at.isoformat(),
            *write.actor.columns,
            after.reason.value,
            after.label,
            after.text,
            digest(after.text) if after.text is not None else None,
            after.meta.to_json(),
            READING,
        ),
    )
    version = write.db.last_insert_rowid()
    keep(write, version, after.derived)
    if called := after.derived.called:
        like = after.calls_like or _with_text(write, skill, after.base)
        call_targets.take_over(write, version, called, after.chosen, like)
    return version


def _with_text(write: Write, skill: int, base: int | None) -> int | None:
    """The last version up to that one with a text; a deletion has none."""
    found = write.row(
        "select max(id) from version where skill = ? and id <= ? and text is not null", skill, base
    )
    return found[0] if found is not None else None


def show(write: Write, skill: int, version: int, after: Next) -> None:
    """Make a version that is written down the current one; a deleted skill keeps its title."""
    listed = after.derived.listed
    call_targets.keep_named(write, moved_names(write, skill, after))
    write.db.execute(
        "update skill set title = iif(?, ?, title), key = ?, engram = ?, status = ?, role = ?,"
        " updated = ?, current = ? where id = ?",
        (
            after.text is not None,
            listed.title,
            listed.key,
            listed.engram,
            listed.status,
            listed.role,
            write.at.isoformat(),
            version if after.text is not None else None,
            skill,
        ),
    )
    if after.text is not None:
        revive(write, [skill])
    if after.base is not None and not forget(write, [after.base], EDGES):
        stage(write, skill, version, after)
    write.touch(SHOWN, skill)


def moved_names(write: Write, skill: int, after: Next) -> set[str]:
    """The names by which this skill is called now or then, unless calls find it as before."""
    listed = after.derived.listed
    before = write.row(
        "select key, engram, status, current is not null from skill where id = ?", skill
    )
    now = (listed.key, listed.engram, listed.status, after.text is not None)
    return {listed.key, before[0]} if before is not None and before != now else set()


def stage(write: Write, skill: int, version: int, after: Next) -> None:
    """Note what is to be shown of a version, and which one it replaces: see `bulk`."""
    listed = after.derived.listed
    write.db.execute(
        "insert into staged values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            version,
            write.journal,
            skill,
            after.base,
            after.text is not None,
            listed.title,
            listed.key,
            listed.engram,
            listed.status,
            listed.role,
        ),
    )
    write.unseen = True


SHOWN = Part.LIST | Part.TEXT | Part.EDGES
"""What a version that becomes the current one makes stale."""


def digest(text: str) -> str:
    """SHA-256 of the text in UTF-8, hexadecimal."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _refuse_half_characters(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        raise AppError(
            _("Line {line} contains an incomplete character, which cannot be stored.").format(
                line=line
            ),
            _("Delete that character and save again."),
        ) from error
