"""Where calls lead, kept beside the texts that make them.

A call means what its name means (`catalogue.resolve`) until something is about to change that:
then what it leads to is written down, by id, and it goes on leading there. A version takes over
what was written down for the one before it, for the names that it still calls.
"""

import json
from collections.abc import Collection, Mapping

from app.core.vault import Vault, Write

_KEEP = (
    "insert or ignore into call_target select version, key, min(target) from named_call"
    " where {which} group by version, key having min(target) = max(target)"
)
_OWN = _KEEP.format(which="caller = ?")
_LOOSE = (
    "select 1 from skill s join version_edge e on e.version = s.current where s.id = ?"
    " and e.target_key <> '' and not exists (select 1 from call_target c"
    " where c.version = e.version and c.key = e.target_key) limit 1"
)
_NAMED = _KEEP.format(which="key in (select value from json_each(?)) and version > ?")
_SLASHED = (
    "insert or ignore into call_target select version, key, min(target) from slashed_call a"
    " where version > ? and not exists (select 1 from slashed_call b where b.version = a.version"
    " and b.key = a.key and b.reading < a.reading) group by version, key"
    " having min(target) = max(target)"
)


def keep_own(write: Write, skill: int) -> None:
    """Write down where the calls of a skill lead now."""
    if write.row(_LOOSE, skill) is not None:
        write.db.execute(_OWN, (skill,))
        write.unseen = True


def keep_named(write: Write, keys: Collection[str], since: int = 0) -> None:
    """Write down where all calls by these names lead now, whoever makes them.

    Of calls that were written before the version `since` it was written down then: where only what
    is undone now has let them lead somewhere, they lead nowhere again.
    """
    named = sorted(set(keys) - {""})
    if named:
        write.db.execute(_NAMED, (json.dumps(named), since))
        keep_slashed(write, since)


def keep_slashed(write: Write, since: int = 0) -> None:
    """Write down where the calls lead that name an engram, since such a name is read anew."""
    write.db.execute(_SLASHED, (since,))
    write.unseen = True


def take_over(
    write: Write,
    version: int,
    called: Collection[str],
    chosen: Mapping[str, int],
    like: int | None,
) -> None:
    """Let the calls of a new version lead where those of the version `like` lead; for the keys in
    `chosen` somebody says otherwise.
    """
    write.db.execute(
        "insert into call_target select ?, key, target from call_target where version = ?"
        " and key in (select value from json_each(?))",
        (version, like, json.dumps(sorted(called))),
    )
    write.db.executemany(
        "insert or replace into call_target values (?, ?, ?)",
        [(version, key, target) for key, target in chosen.items() if key in called],
    )


def staged_names(reader: Vault | Write, journal: int) -> set[str]:
    """All names that staged versions change when they are shown."""
    found = reader.rows(
        "select t.key, s.key from staged t join skill s on s.id = t.skill where t.journal = ?"
        " and (t.key, t.engram, t.status, t.live) is not"
        " (s.key, s.engram, s.status, s.current is not null)",
        journal,
    )
    return {key for keys in found for key in keys}


def drop(write: Write, versions: Collection[int]) -> None:
    """Forget what was written down for versions that go."""
    write.db.execute(
        "delete from call_target where version in (select value from json_each(?))",
        (json.dumps(list(versions)),),
    )


def lose(write: Write, skills: Collection[int]) -> None:
    """Let what called these skills, which are permanently deleted, lead nowhere."""
    write.db.execute(
        "update call_target set target = null where target in (select value from json_each(?))",
        (json.dumps(list(skills)),),
    )


def kept(reader: Vault | Write, skill: int) -> dict[str, int | None]:
    """Where the calls of a skill lead for which it was written down; None for what is gone."""
    return dict(
        reader.rows(
            "select c.key, c.target from call_target c join skill s on s.current = c.version"
            " where s.id = ?",
            skill,
        )
    )


def rename(write: Write, version: int, called: Collection[str]) -> None:
    """Keep where calls lead whose names are compared by other keys than before: those that may
    name an engram had a hyphen where the slash is.
    """
    write.db.executemany(
        "insert or ignore into call_target select version, ?, target from call_target"
        " where version = ? and key = ?",
        [(key, version, key.replace("/", "-")) for key in called if "/" in key],
    )
