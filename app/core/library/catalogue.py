"""Questions about the skills in a vault: the list, one by its name, who calls whom."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypedDict, Unpack

from app.core.errors import AppError, NotFound
from app.core.library import call_targets
from app.core.library.engrams import Kind
from app.core.library.record import DiskState, Source, Status
from app.core.skills import names
from app.core.skills.model import Call
from app.core.vault import Row, Vault
from app.core.words import _

Order = Literal["title", "updated", "created", "uses", "favourite"]
"""What a list is ordered by here; `lifecycle.ordering` knows the importance."""


@dataclass(frozen=True, slots=True)
class SkillRow:
    """A skill as lists show it."""

    id: int
    title: str
    key: str
    engram: int
    engram_name: str
    status: Status
    role: str
    number: int
    """Of the current version."""
    updated: datetime
    version: int
    """The id of the current version."""
    tags: tuple[str, ...] = ()
    favourite: bool = False
    disk: DiskState | None = None
    """None for one that is in no linked folder; the worst of several."""

    @property
    def base(self) -> str:
        """What an edit of this text names as the version it was made from.

        The number alone would not do: several saves of one sitting have the same.
        """
        return f"{self.number}.{self.version}"


class Ambiguous(AppError):
    """Several skills answer to the name."""

    code = "ambiguous-name"


_FROM = "from skill s join engram e on e.id = s.engram join version v on v.id = s.current"
_STARRED = "exists (select 1 from favourite f where f.skill = s.id)"
_DISK = (
    "(select case when max(k.conflict) is not null then 'conflict' when max(k.gone) is not null"
    " then 'gone' when max(k.version is not s.current) then 'here' else 'synced' end"
    " from folder_skill k where k.skill = s.id having count(*))"
)
_ROWS = (
    "select s.id, s.title, s.key, s.engram, e.name, s.status, s.role, v.number, s.updated,"
    f" v.id, v.meta ->> '$.tags', {_STARRED}, {_DISK} {_FROM}"
)
_TITLE = "s.title collate nocase, s.id"
_NEWEST = "s.updated desc, v.journal desc, s.id"
"""What came in together stands in the order it came."""
_ORDER = {
    "title": _TITLE,
    "updated": _NEWEST,
    "created": "(select v.at from version v where v.skill = s.id order by v.id limit 1) desc,"
    " s.id desc",
    "uses": "(select m.use_count from entity n join skill_meta m on m.entity = n.id"
    f" where n.skill = s.id) desc, {_TITLE}",
    "favourite": f"{_STARRED} desc, {_NEWEST}",
}
_SOURCE = (
    "coalesce(json_extract(v.meta, '$.source'),"
    " iif(json_extract(v.meta, '$.origin') is null, 'user', 'imported'))"
)
"""Of details that were written down before they said it."""


class Conditions(TypedDict, total=False):
    """What narrows the list of skills down, and what comes first; `library.search` knows words."""

    engram: int | None
    role: str
    status: Status | None
    tag: str
    source: Source | None
    favourite: bool
    disk: DiskState | None
    closed: frozenset[int] | None
    """Engrams that an agent does not see; it does not see what is in quarantine either."""
    order: Order


def rows(vault: Vault, **conditions: Unpack[Conditions]) -> tuple[SkillRow, ...]:
    """The skills that match every condition, in the order asked for, by title if for none."""
    rest, values = _matching(**conditions)
    return tuple(map(_row, vault.rows(_ROWS + rest, *values)))


def ids(vault: Vault, **conditions: Unpack[Conditions]) -> list[int]:
    """The same skills in the same order, as their ids only, which takes a fraction of the time."""
    rest, values = _matching(**conditions)
    return [i for (i,) in vault.rows(f"select s.id {_FROM}{rest}", *values)]


def _matching(
    engram: int | None = None,
    role: str = "",
    status: Status | None = None,
    tag: str = "",
    source: Source | None = None,
    favourite: bool = False,
    disk: DiskState | None = None,
    closed: frozenset[int] | None = None,
    order: Order = "title",
) -> tuple[str, list[object]]:
    """The conditions and the order in SQL, with their values."""
    where, values = ["1"], list[object]()
    for column, value in (
        ("s.engram", engram), ("s.role", role or None), ("s.status", status), (_SOURCE, source),
        (_DISK, disk),
    ):  # fmt: skip
        if value is not None:
            where.append(f"{column} = ?")
            values.append(value)
    if tag:
        tags = "select 1 from json_each(v.meta, '$.tags') g where g.value = ? collate nocase"
        where.append(f"exists ({tags})")
        values.append(tag)
    if closed is not None:
        where.append("s.status <> ? and s.engram not in (select value from json_each(?))")
        values += [Status.QUARANTINED, json.dumps(sorted(closed))]
    if favourite:
        where.append(_STARRED)
    return f" where {' and '.join(where)} order by {_ORDER[order]}", values


def tags(vault: Vault) -> tuple[str, ...]:
    """The tags that skills have, by name; spelled as most of them do."""
    found = vault.rows(
        "select g.value from skill s join version v on v.id = s.current,"
        " json_each(v.meta, '$.tags') g group by g.value order by count(*) desc, g.value"
    )
    spelled: dict[str, str] = {}
    for (tag,) in found:
        spelled.setdefault(tag.casefold(), tag)
    return tuple(spelled[folded] for folded in sorted(spelled))


def chosen_roles(vault: Vault, skills: Iterable[int]) -> set[str]:
    """The roles that people chose for these skills; empty where the text says it."""
    found = vault.rows(
        "select distinct coalesce(v.meta ->> '$.role', '') from skill s"
        " join version v on v.id = s.current where s.id in (select value from json_each(?))",
        json.dumps(list(skills)),
    )
    return {role for (role,) in found}


@dataclass(frozen=True, slots=True)
class Census:
    """What the whole library holds, without its rows."""

    skills: int
    quarantined: int
    roles: tuple[str, ...]
    favourites: int = 0
    on_disk: bool = False
    """Whether any skill is in a linked folder."""


def census(vault: Vault) -> Census:
    """How many skills there are, in quarantine and among the favourites, and their roles."""
    counted = vault.rows(
        "select role, count(*), sum(status = ?) from skill where current is not null group by role",
        Status.QUARANTINED,
    )
    ((starred,),) = vault.rows(
        "select count(*) from favourite f cross join skill s on s.id = f.skill"
        " where s.current is not null"
    )
    return Census(
        sum(skills for _role, skills, _kept in counted),
        sum(kept for _role, _skills, kept in counted),
        tuple(sorted(role for role, _skills, _kept in counted if role)),
        starred,
        vault.row("select 1 from folder_skill where skill is not null limit 1") is not None,
    )


def row(vault: Vault, skill: int) -> SkillRow | None:
    """One skill, None if it is not in the library."""
    found = vault.row(f"{_ROWS} where s.id = ?", skill)
    return _row(found) if found else None


def some(vault: Vault, skills: Iterable[int]) -> dict[int, SkillRow]:
    """Those of the skills that are in the library, by id, in the order asked for."""
    asked = tuple(skills)
    sql = f"{_ROWS} where s.id in (select value from json_each(?))"
    found = {made.id: made for made in map(_row, vault.rows(sql, json.dumps(asked)))}
    return {skill: found[skill] for skill in asked if skill in found}


def find(
    vault: Vault,
    name: str,
    engram: int | None = None,
    sees: Callable[[SkillRow], bool] | None = None,
) -> SkillRow:
    """The skill called `name`; raises `NotFound` (with a suggestion) or `Ambiguous`.

    With `sees`, only skills for which it is true are there.

    A demo gives way to a skill of the same name that the person has filed elsewhere, and one in
    quarantine to any that is not: what came from a stranger takes nobody's name.
    """
    wanted = names.key(name)
    found = tuple(map(_row, vault.rows(f"{_ROWS} where s.key = ? order by s.id", wanted)))
    found = tuple(filter(sees, found)) if sees else found
    if engram is not None:
        found = tuple(r for r in found if r.engram == engram)
    elif not all(r.status is Status.QUARANTINED for r in found):
        found = tuple(r for r in found if r.status is not Status.QUARANTINED)
    if engram is None:
        demos = {i for (i,) in vault.rows("select id from engram where kind = ?", Kind.DEMOS)}
        found = tuple(r for r in found if r.engram not in demos) or found
    exact = tuple(r for r in found if r.title == name)
    if len(exact or found) == 1:
        return (exact or found)[0]
    if found:
        where = ", ".join(r.engram_name for r in found)
        raise Ambiguous(
            _("Several skills are called “{name}”: in {where}.").format(name=name, where=where),
            _("Use an id instead: {ids}.").format(ids=", ".join(f"skill:{r.id}" for r in found)),
        )
    close = suggestion(name, [r.title for r in filter(sees, rows(vault))])
    raise NotFound(
        _("There is no skill called “{name}”.").format(name=name),
        _("Did you mean “{close}”?").format(close=close)
        if close
        else _("Find its name in the list of skills."),
    )


def suggestion(name: str, titles: list[str]) -> str | None:
    """The title most like `name`, if any is like it at all."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415  only a name that nothing has needs it

    best = process.extractOne(names.key(name), {t: names.key(t) for t in titles}, scorer=fuzz.ratio)
    return str(best[2]) if best and best[1] >= 60 else None


def resolve(
    vault: Vault, target_key: str, engram: int | None, caller: int | None = None
) -> tuple[int, ...]:
    """The ids of the skills a call can mean, made by the skill `caller` (None: by a new one) in
    that engram.

    `target_key` is that of the call (`names.call_key`). What it led to before it goes on meaning,
    and nothing else (`call_targets`); otherwise its name says it (`named`). Quarantined skills are
    inert: only one that is in quarantine itself, in the same engram and of the same pack, reaches
    them. One id is an answer, several are an ambiguity, none is an unknown skill.
    """
    if caller is not None:
        kept = call_targets.kept(vault, caller)
        if target_key in kept:
            target = kept[target_key]
            return (target,) if target is not None and reaches(vault, caller, target) else ()
    return named(vault, target_key, engram, caller)


def named(
    vault: Vault, target_key: str, engram: int | None, caller: int | None = None
) -> tuple[int, ...]:
    """The ids of the skills that answer to a name, whatever calls by it led to before.

    Those of the caller's engram come before others, unless the name begins with another. One that
    is not in this vault stands for the caller's: the skills of a pack name each other by where
    they were written.
    """
    for place, key in names.readings(target_key):
        found = vault.rows(
            "select s.id, s.engram, e.key from skill s join engram e on e.id = s.engram"
            " where s.key = ? and s.current is not null and (s.status <> ? or exists"
            " (select 1 from beside where caller = ? and target = s.id)) order by s.id",
            key,
            Status.QUARANTINED,
            caller,
        )
        own = tuple(i for i, its, _place in found if its == engram)
        there = tuple(i for i, _its, its_key in found if its_key == place)
        if there or (found and not place):
            return there or own or tuple(i for i, *_where in found)
        if own and not _has_engram(vault, place):
            return own
    return ()


def _has_engram(vault: Vault, key: str) -> bool:
    return vault.row("select 1 from engram where key = ? and gone is null", key) is not None


def targets(vault: Vault, caller: SkillRow, call: Call) -> tuple[SkillRow, ...]:
    """The skills that a call in the text of `caller` can mean, as `resolve` says it."""
    found = resolve(vault, names.call_key(call.target), caller.engram, caller.id)
    return tuple(some(vault, found).values())


def reaches(vault: Vault, caller: int, target: int) -> bool:
    """Whether a call of that skill may lead to the other: it is there, and not in quarantine."""
    found = vault.row(
        "select 1 from skill where id = ?1 and current is not null and (status <> ?2"
        " or exists (select 1 from beside where caller = ?3 and target = ?1))",
        target,
        Status.QUARANTINED,
        caller,
    )
    return found is not None


def called(vault: Vault, skills: Iterable[int]) -> dict[int, dict[str, tuple[int, ...]]]:
    """What the calls of these skills can mean, by the caller and the key of the name; calls that
    mean nothing are left out. The same as `resolve` says, of many at once.
    """
    found: dict[int, dict[str, tuple[int, ...]]] = {}
    for caller, key, target in vault.rows(
        "select caller, key, target from called where caller in (select value from json_each(?))"
        " order by target",
        json.dumps(list(skills)),
    ):
        meant = found.setdefault(caller, {})
        if target not in meant.get(key, ()):
            meant[key] = (*meant.get(key, ()), target)
    return found


def callers(vault: Vault, skill: int, *, certain: bool = False) -> tuple[int, ...]:
    """The ids of the skills with a call that means this one, and no other if that is `certain`."""
    return callers_of(vault, [skill], certain=certain).get(skill, ())


def callers_of(
    vault: Vault, skills: Iterable[int], *, certain: bool = False
) -> dict[int, tuple[int, ...]]:
    """The same of many skills; those that nobody calls are left out."""
    found = vault.rows(
        "select target, key, caller from called where target in (select value from json_each(?))",
        json.dumps(list(skills)),
    )
    calls: dict[int, dict[int, None]] = {}
    unsure = _unsure(vault, {caller for _target, _key, caller in found}) if certain else set()
    for skill, key, caller in found:
        if (caller, key) not in unsure:
            calls.setdefault(skill, {})[caller] = None
    return {skill: tuple(calling) for skill, calling in calls.items()}


def _unsure(vault: Vault, callers: Iterable[int]) -> set[tuple[int, str]]:
    """The calls of these skills that can mean several, by the caller and the key."""
    found = called(vault, callers)
    return {(one, key) for one, meant in found.items() for key, ids in meant.items() if ids[1:]}


def _row(found: Row) -> SkillRow:
    i, title, key, engram, engram_name, status, role, number, updated, *rest = found
    version, tags, favourite, disk = rest
    return SkillRow(
        i,
        title,
        key,
        engram,
        engram_name,
        Status(status),
        role,
        number,
        datetime.fromisoformat(updated),
        version,
        tuple(json.loads(tags)) if tags != "[]" else (),
        bool(favourite),
        DiskState(disk) if disk else None,
    )
