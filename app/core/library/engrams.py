"""The named graphs inside a vault that skills and memories are filed in."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from app.core.actor import USER, Actor
from app.core.changes import Part
from app.core.errors import AppError, NotFound
from app.core.library import call_targets, undo_rows
from app.core.skills import names
from app.core.vault import Vault, Write
from app.core.words import _

SKILLS = "Skills"
DEMOS = "Skill Demos"
LONGEST = 100
"""Characters of a name."""


class Tier(StrEnum):
    """How private what is in an engram is (seed 004)."""

    PUBLIC = "public"
    PERSONAL = "personal"
    SENSITIVE = "sensitive"


@dataclass(frozen=True, slots=True)
class Cap:
    """How much of an engram one recall gives away at most."""

    tokens: int
    nodes: int


CAPS = {
    Tier.PUBLIC: Cap(8_000, 50),
    Tier.PERSONAL: Cap(2_000, 20),
    Tier.SENSITIVE: Cap(500, 5),
}
MOST = Cap(1_000_000, 1_000)
"""The largest cap there can be."""


class Kind(StrEnum):
    """What an engram is for. It stays so when the engram is called otherwise."""

    SKILLS = "skills"
    HOME = "home"
    """Where new skills go that nobody files."""
    DEMOS = "demos"


_KINDS = {names.key(SKILLS): Kind.HOME, names.key(DEMOS): Kind.DEMOS}


@dataclass(frozen=True, slots=True)
class Engram:
    """`cap` is what counts: its own (`own_cap`), else that of its tier."""

    id: int
    name: str
    skills: int
    """How many skills are filed in it now."""
    kind: Kind = Kind.SKILLS
    tier: Tier = Tier.PERSONAL
    own_cap: Cap | None = None

    @property
    def cap(self) -> Cap:
        return self.own_cap or CAPS[self.tier]


def engrams(vault: Vault) -> tuple[Engram, ...]:
    """Every engram by name; an empty one is left out if it was made by an import that is undone
    or not done yet.
    """
    found = vault.rows(
        "select e.id, e.name, count(s.id) live, e.kind, e.tier, e.cap_tokens, e.cap_nodes,"
        f" ({undo_rows.UNDONE} or e.journal in (select id from journal where done is null))"
        f" and {undo_rows.EMPTY} unseen"
        " from engram e left join skill s on s.engram = e.id and s.current is not null"
        " where e.gone is null group by e.id order by e.name collate nocase"
    )
    return tuple(
        Engram(i, name, live, Kind(kind), Tier(tier), Cap(tokens, nodes) if tokens else None)
        for i, name, live, kind, tier, tokens, nodes, unseen in found
        if not unseen
    )


def caps(vault: Vault) -> dict[str, Cap]:
    """How much of each engram one recall gives away, by the name of the engram."""
    found = vault.rows("select name, tier, cap_tokens, cap_nodes from engram where gone is null")
    return {
        name: Cap(tokens, nodes) if tokens else CAPS[Tier(tier)]
        for name, tier, tokens, nodes in found
    }


def named(vault: Vault, name: str) -> Engram:
    """The engram called `name`, however it is spelled; raises `NotFound`."""
    wanted = names.key(name)
    known = engrams(vault)
    for engram in known:
        if names.key(engram.name) == wanted:
            return engram
    raise NotFound(
        _("There is no engram called “{name}”.").format(name=name),
        _("The engrams are: {known}.").format(known=", ".join(one.name for one in known)),
    )


def ensure(write: Write, name: str) -> int:
    """The id of the engram called `name`, made if it does not exist; raises `AppError`."""
    key = checked_key(name)
    for (found,) in write.rows("select id from engram where key = ?", key):
        _adopt(write, found)
        return int(found)
    call_targets.keep_slashed(write)
    kind = _KINDS.get(key, Kind.SKILLS)
    if kind is not Kind.SKILLS and _of_kind(write, kind) is not None:
        kind = Kind.SKILLS
    write.db.execute(
        "insert into engram (name, key, kind, created, journal) values (?, ?, ?, ?, ?)",
        (name.strip(), key, kind, write.at.isoformat(), write.journal or None),
    )
    write.touch(Part.ENGRAMS)
    return write.db.last_insert_rowid()


def home(write: Write) -> int:
    """Where an unfiled new skill goes; created if that engram no longer exists."""
    found = _of_kind(write, Kind.HOME)
    if found is None:
        return ensure(write, SKILLS)
    _adopt(write, found)
    return found


def home_name(vault: Vault) -> str:
    """What the engram for new skills is called, or will be."""
    return next((one.name for one in engrams(vault) if one.kind is Kind.HOME), SKILLS)


def _of_kind(write: Write, kind: Kind) -> int | None:
    found = write.row("select id from engram where kind = ? and gone is null", kind)
    return int(found[0]) if found else None


def checked_key(name: str) -> str:
    """What names of engrams are compared by; raises `AppError` for a name that cannot be one."""
    key = names.key(name)
    if not key or len(name) > LONGEST or not name.isprintable():
        raise AppError(
            _("An engram needs a name with letters or digits, at most 100 characters long.")
        )
    return key


# What can be changed of an engram


def change(
    vault: Vault,
    engram: int,
    *,
    name: str,
    tier: Tier,
    cap: Cap | None,
    actor: Actor = USER,
) -> bool:
    """Give an engram another name, tier or cap (None: that of the tier), in one undo.

    What it is for stays. False when that is so already. Raises `AppError` for what cannot be, and
    `NotFound`.
    """
    key, name = checked_key(name), name.strip()
    tokens, nodes = _checked_cap(cap)
    wanted = (name, key, tier, tokens, nodes)
    with vault.write(_("Change engram"), actor) as write:
        living(write, engram)
        columns = "name, key, tier, cap_tokens, cap_nodes"
        if write.rows(f"select {columns} from engram where id = ?", engram) == [wanted]:
            return False
        undo_rows.give_up_name(write, key)
        if write.row("select 1 from engram where key = ? and id <> ?", key, engram):
            raise AppError(
                _("An engram called “{name}” already exists.").format(name=name),
                _("Merge the two, or choose another name."),
            )
        undo_rows.keep(write, "engram", "t.id = ?", engram)
        call_targets.keep_slashed(write)
        write.db.execute(
            f"update engram set ({columns}) = (?, ?, ?, ?, ?) where id = ?", (*wanted, engram)
        )
        write.touch(Part.ENGRAMS | Part.LIST)
        return True


def _checked_cap(cap: Cap | None) -> tuple[int | None, int | None]:
    if cap is None:
        return None, None
    if not (0 < cap.tokens <= MOST.tokens and 0 < cap.nodes <= MOST.nodes):
        raise AppError(
            _("A cap allows 1 to {tokens} tokens and 1 to {nodes} answers.").format(
                tokens=MOST.tokens, nodes=MOST.nodes
            )
        )
    return cap.tokens, cap.nodes


def living(write: Write, engram: int) -> str:
    """The name of an engram that is there; raises `NotFound`."""
    row = write.row("select name from engram where id = ? and gone is null", engram)
    if row is None:
        raise NotFound(_("That engram no longer exists."))
    return str(row[0])


def retire(write: Write, engram: int, merged_into: int | None = None) -> None:
    """Take an engram away; what was filed in it once finds it by its row.

    Its place as the home of new skills goes over to what it is merged into.
    """
    undo_rows.keep(write, "engram", "t.id in (?, ?)", engram, merged_into)
    call_targets.keep_slashed(write)
    if merged_into is not None:
        write.db.execute(
            "update engram set kind = ?1 where id = ?2 and kind = ?3"
            " and (select kind from engram where id = ?4) = ?1",
            (Kind.HOME, merged_into, Kind.SKILLS, engram),
        )
    write.db.execute(
        # no name has a space in its key, so it is free for another engram
        "update engram set gone = ?, merged_into = ?, key = key || ' ' || id, kind = ?"
        " where id = ?",
        (write.at.isoformat(), merged_into, Kind.SKILLS, engram),
    )
    write.touch(Part.ENGRAMS | Part.LIST)


def filed(reader: Vault | Write, engram: int) -> int:
    """Where that is filed now which was in `engram`: there, or in what it was merged into."""
    row = reader.row("select merged_into from engram where id = ?", engram)
    return engram if row is None or row[0] is None else filed(reader, row[0])


def open_again(write: Write, engram: int) -> int:
    """Where goes what is on its way into an engram: there, also if it was deleted meanwhile, or
    into what it was merged into.
    """
    place = filed(write, engram)
    _bring_back(write, "e.id = ?", place)
    return place


def revive(write: Write, skills: Iterable[int]) -> None:
    """Bring engrams back that these skills are filed in now: deleted ones, and such that had
    given up their names.
    """
    _bring_back(
        write,
        "e.id in (select engram from skill where current is not null"
        " and id in (select value from json_each(?)))",
        json.dumps(list(skills)),
    )


def revive_used(write: Write) -> None:
    """Bring deleted engrams back that memories which can be seen are in now."""
    _bring_back(
        write,
        "exists (select 1 from memory m where m.engram = e.id and m.replaced_by is null"
        " and m.forgotten is null)",
    )


def _bring_back(write: Write, which: str, *args: object) -> None:
    found = write.rows(
        "select id, name from engram e where (gone is not null or instr(key, ' ') > 0)"
        f" and {which}",
        *args,
    )
    for engram, name in found:
        undo_rows.keep(write, "engram", "t.id = ?", engram)
        free, key = undo_rows.free_name(write, name, engram)
        write.db.execute(
            "update engram set gone = null, merged_into = null, name = ?, key = ? where id = ?",
            (free, key, engram),
        )
        write.touch(Part.ENGRAMS)


def _adopt(write: Write, engram: int) -> None:
    """Keep it, whatever becomes of the staging that it was made for."""
    write.db.execute(
        "update engram set journal = ?1 where id = ?2 and journal is not ?1 and journal in"
        " (select id from journal where done is null)",
        (write.journal or None, engram),
    )
    if write.db.changes():
        write.touch(Part.ENGRAMS)


def create(vault: Vault, name: str) -> int:
    """Make an engram, or find it; returns its id."""
    with vault.write(_("New engram")) as write:
        return ensure(write, name)


def remove_empty(write: Write, engram: int) -> None:
    """Take away an engram that was made for what did not stay, unless something is filed in it."""
    write.db.execute(
        "delete from engram where id = ?1 and not exists (select 1 from memory where engram = ?1)"
        " and not exists (select 1 from skill where engram = ?1)"
        " and not exists (select 1 from engram where merged_into = ?1)"
        " and not exists (select 1 from folder where engram = ?1)"
        # what is on its way into it is not there yet; its own journal entry is that of a staging
        " and (journal in (select id from journal where done is null)"
        " or not exists (select 1 from journal where done is null))",
        (engram,),
    )
    write.touch(Part.ENGRAMS)
