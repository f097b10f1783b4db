"""Where the stars stand, and in which cluster: kept, pinned, moved, put back."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import isfinite

from app.core.actor import COMMAND_LINE, TECHNE, USER
from app.core.changes import Part
from app.core.constellation.clustering import Clustering
from app.core.graph.free_places import Position
from app.core.library.slices import Slices
from app.core.vault import Vault, Write

_TIDIED = "constellation.before"
_FARTHEST = 1e6
_PUT = (
    "insert into place (skill, x, y, pinned, cluster) values (?, ?, ?, ?, ?) on conflict (skill)"
    " do update set x = excluded.x, y = excluded.y, pinned = excluded.pinned,"
    " cluster = excluded.cluster"
)


@dataclass(frozen=True, slots=True)
class Places:
    """What is kept of every star: its place, whether it is pinned there, its cluster."""

    at: Mapping[int, Position] = field(default_factory=dict)
    pinned: frozenset[int] = frozenset()
    clusters: Clustering = field(default_factory=Clustering)


def known(vault: Vault) -> Places:
    """The places of all skills in the library; those that are no numbers are left out."""
    found = vault.rows(
        "select p.skill, p.x, p.y, p.pinned, p.cluster from place p"
        " join skill s on s.id = p.skill where s.current is not null"
    )
    at = {
        skill: (float(x), float(y))
        for skill, x, y, _pinned, _cluster in found
        if _is_place(x) and _is_place(y)
    }
    names: dict[int, str] = dict(vault.rows("select id, name from cluster"))
    clusters = _read({skill: cluster for skill, *_rest, cluster in found}, names)
    return Places(
        at,
        frozenset(skill for skill, _x, _y, pinned, _cluster in found if pinned),
        replace(clusters, names={n: names.get(n, "") for n in {*clusters.home.values()}}),
    )


def _read(kept: Mapping[int, int | None], names: Mapping[int, str]) -> Clustering:
    """What `_kept` wrote."""
    return Clustering(
        {skill: abs(cluster) for skill, cluster in kept.items() if cluster},
        names,
        frozenset(skill for skill, cluster in kept.items() if cluster is not None and cluster >= 0),
    )


def keep(vault: Vault, before: Places, at: Mapping[int, Position], clusters: Clustering) -> None:
    """Write what changed since `before`; clusters keep their number and name for good."""
    names = [
        (n, said) for n, said in clusters.names.items() if before.clusters.names.get(n) != said
    ]
    changed = [
        (skill, *place, int(skill in before.pinned), _kept(clusters, skill))
        for skill, place in at.items()
        if before.at.get(skill) != place or _kept(before.clusters, skill) != _kept(clusters, skill)
    ]
    _write(vault, names, changed)


def _kept(clusters: Clustering, skill: int) -> int | None:
    """Its number, or 0 for none. Where it is not settled: that below 0, or None for none."""
    number = clusters.home.get(skill, 0)
    return number if skill in clusters.settled else -number or None


def put(vault: Vault, places: Places) -> None:
    """Put every star back where it was, into the cluster it was in."""
    with vault.write(None, TECHNE) as write:
        _forget_way_back(write)
    _write(vault, list(places.clusters.names.items()), _stars(places))


def _stars(places: Places) -> list[tuple[int, float, float, int, int | None]]:
    return [
        (skill, *at, int(skill in places.pinned), _kept(places.clusters, skill))
        for skill, at in places.at.items()
    ]


def _write(
    vault: Vault,
    names: list[tuple[int, str]],
    changed: list[tuple[int, float, float, int, int | None]],
) -> None:
    slices = Slices(1_000)
    if names:
        with vault.write(None, TECHNE) as write:
            write.db.executemany("insert or replace into cluster (id, name) values (?, ?)", names)
            write.touch(Part.PLACES)
    while changed:
        some, changed = changed[: slices.size], changed[slices.size :]
        with slices.write(vault, len(some), TECHNE) as write:
            write.db.executemany(_PUT, some)
            write.touch(Part.PLACES)


def keep_way_back(vault: Vault, places: Places) -> None:
    """Keep the places of before the sky is tidied up, for `way_back`."""
    names = list(places.clusters.names.items())
    kept = {"entry": last_done(vault), "stars": _stars(places), "names": names}
    vault.put_setting(_TIDIED, kept)


def way_back(vault: Vault) -> Places | None:
    """Where the stars were before the sky was tidied up, if no person has done anything since:
    locking the vault does not make it final."""
    kept = vault.setting(_TIDIED)
    if kept is None or kept["entry"] != last_done(vault):
        return None
    stars = kept["stars"]
    clusters = _read({skill: cluster for skill, *_at, cluster in stars}, dict(kept["names"]))
    pinned = frozenset(skill for skill, _x, _y, pinned, _cluster in stars if pinned)
    return Places({skill: (x, y) for skill, x, y, *_rest in stars}, pinned, clusters)


def _forget_way_back(write: Write) -> None:
    write.db.execute("delete from setting where name = ?", (_TIDIED,))
    write.touch(Part.PLACES)


def last_done(vault: Vault) -> int:
    """The last entry of the journal that a person made and has not undone; 0 for none.

    What agents do, or Techne by itself, is not what somebody looking at the sky takes back.
    """
    row = vault.row(
        "select id from journal j where done is not null and undoes is null and actor in (?, ?)"
        " and not exists (select 1 from journal u where u.undoes = j.id"
        " and not exists (select 1 from journal r where r.undoes = u.id))"
        " order by done desc limit 1",
        USER.who,
        COMMAND_LINE.who,
    )
    return row[0] if row is not None else 0


def move(vault: Vault, at: Mapping[int, Position]) -> None:
    """Stars that a person dragged: they stand there, and are pinned."""
    with vault.write(None) as write:
        write.db.executemany(
            "update place set x = ?, y = ?, pinned = 1 where skill = ?",
            [(x, y, skill) for skill, (x, y) in at.items()],
        )
        _forget_way_back(write)
        write.touch(Part.PLACES)


def pin(vault: Vault, skills: Mapping[int, bool]) -> None:
    """Whether each of these stays where it is when the sky is tidied up."""
    with vault.write(None) as write:
        write.db.executemany(
            "update place set pinned = ? where skill = ?",
            [(int(pinned), skill) for skill, pinned in skills.items()],
        )
        _forget_way_back(write)
        write.touch(Part.PLACES)


def _is_place(number: object) -> bool:
    """Whether a sky has room there: none of ours is so wide that others could not be seen."""
    return isinstance(number, int | float) and isfinite(number) and abs(number) < _FARTHEST
