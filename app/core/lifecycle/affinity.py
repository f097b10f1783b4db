"""Skills used together: shared memories become `often_used_with` (seed 000, section 7.5)."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations

from app.core.changes import Part
from app.core.graph.affinity import LEAST, Affinity, affinity, faded
from app.core.graph.cues import Kind
from app.core.lifecycle.config import Procedural
from app.core.memory.relations import Origin, State, keep_computed
from app.core.vault import Vault, Write, put_setting

TOO_MANY = 30
"""A memory linked to more skills than this is a list of skills and says nothing about any two."""
_RAN = "affinity ran"

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Computed:
    """How many relations were made, reinforced, faded away or taken back."""

    made: int = 0
    reinforced: int = 0
    faded: int = 0
    taken_back: int = 0


@dataclass(frozen=True, slots=True)
class _Links:
    """When each skill node was linked to each memory, and how many memories each node has."""

    since: Mapping[int, Mapping[int, datetime]]
    linked: Mapping[int, int]

    def pairs(self) -> dict[Pair, list[int]]:
        """The memories every two nodes share."""
        shared: dict[Pair, list[int]] = defaultdict(list)
        for memory, nodes in self.since.items():
            if len(nodes) <= TOO_MANY:
                for pair in combinations(sorted(nodes), 2):
                    shared[pair].append(memory)
        return shared

    def affinity(
        self, pair: Pair, shared: Iterable[int], now: datetime, threshold: int
    ) -> Affinity:
        one, other = pair
        ages = [
            (now - max(self.since[memory][one], self.since[memory][other])) / timedelta(days=1)
            for memory in shared
        ]
        return affinity(self.linked[one], self.linked[other], ages, threshold)


@dataclass(frozen=True, slots=True)
class _Row:
    relation: int
    pair: Pair
    state: State
    strength: float
    mentions: int
    reinforced: datetime


def linked(vault: Vault, settings: Procedural, *skills: int) -> Computed:
    """To be told when skills were linked to memories: in event mode their pairs are computed."""
    if not skills or settings.affinity_mode != "event":
        return Computed()
    return compute(vault, settings, *skills)


def due(vault: Vault, settings: Procedural) -> bool:
    """Whether a whole computation should run: in interval mode, once the interval has passed."""
    if settings.affinity_mode != "interval":
        return False
    ran = vault.setting(_RAN)
    wait = timedelta(milliseconds=settings.affinity_interval_ms)
    return ran is None or vault.now() - datetime.fromisoformat(ran) >= wait


def compute(vault: Vault, settings: Procedural, *skills: int) -> Computed:
    """Find open triangles, reinforce what has new shared memories, let the rest fade.

    Only pairs with one of `skills`; all of them, as a job, without any. Twice is once: nothing
    changes without a new shared memory or the passing of time.
    """
    nodes = _nodes(vault, skills)
    if skills and not nodes:
        return Computed()
    now, threshold = vault.now(), settings.affinity_threshold
    links, kept = _links(vault, nodes), _kept(vault, nodes)
    found = {
        pair: links.affinity(pair, shared, now, threshold)
        for pair, shared in links.pairs().items()
        if len(shared) >= threshold and (not nodes or not nodes.isdisjoint(pair))
    }
    new = [
        pair
        for pair, one in found.items()
        if pair not in kept and one.strength >= LEAST and not is_closed(vault, pair)
    ]
    more = [
        pair
        for pair, row in kept.items()
        if row.state is not State.DISMISSED and pair in found and found[pair].shared > row.mentions
    ]
    over = [row for row in kept.values() if _is_over(vault, row, found.get(row.pair))]
    weak = [row for row in kept.values() if row not in over and row.pair not in more]
    weak = [row for row in weak if row.state is State.OPEN and _is_weak(row, now)]
    with vault.write(None) as write:
        for pair in (*new, *more):
            one = found[pair]
            keep_computed(write, *pair, one.strength, one.shared, one.confidence)
        _retire(write, weak, over)
        if not skills:
            put_setting(write, _RAN, now.isoformat())
    return Computed(len(new), len(more), len(weak), len(over))


def affinities(vault: Vault, settings: Procedural, node: int) -> dict[int, Affinity]:
    """The affinity of a node with every other that shares a memory with it, by skill number."""
    links = _links(vault, frozenset({node}))
    found = vault.rows("select id, skill from entity where skill is not null")
    skills: dict[int, int] = dict(found)
    return {
        skills[other]: links.affinity(pair, shared, vault.now(), settings.affinity_threshold)
        for pair, shared in links.pairs().items()
        for other in pair
        if node in pair and other != node and other in skills
    }


def _is_over(vault: Vault, row: _Row, now: Affinity | None) -> bool:
    """No triangle any more: too few shared memories, or the skills are related directly."""
    return row.state is State.OPEN and (now is None or is_closed(vault, row.pair))


def _is_weak(row: _Row, now: datetime) -> bool:
    return faded(row.strength, (now - row.reinforced) / timedelta(days=1)) < LEAST


def _retire(write: Write, weak: Sequence[_Row], over: Sequence[_Row]) -> None:
    write.db.executemany(
        "update relation set state = ? where id = ?",
        [(State.FADED, row.relation) for row in weak],
    )
    write.db.executemany("delete from relation where id = ?", [(row.relation,) for row in over])
    if weak or over:
        write.touch(Part.KNOWLEDGE)


def is_closed(vault: Vault, pair: Pair) -> bool:
    """Whether two nodes are related directly: by a text, by a person or by a call."""
    one, other = pair
    direct = vault.row(
        "select 1 from relation where source in (?1, ?2) and target in (?1, ?2)"
        " and origin <> ?3 and state in (?4, ?5)",
        one,
        other,
        Origin.COMPUTED,
        State.OPEN,
        State.CONFIRMED,
    )
    calls = vault.row(
        "select 1 from edge x join entity a on a.skill = x.skill join entity b"
        " on b.key = x.target_key where a.id in (?1, ?2) and b.id in (?1, ?2) and a.id <> b.id",
        one,
        other,
    )
    return direct is not None or calls is not None


_LIVE = " join entity e on e.id = {node} join skill s on s.id = e.skill where s.current is not null"
_LINKED = (
    "select m.memory, m.entity, m.at from mention m" + _LIVE.format(node="m.entity") + "{near}"
    " union all select m.memory, m.source, m.created from relation m"
    + _LIVE.format(node="m.source")
    + " and m.memory is not null and m.state <> 'dismissed'{near}"
)
_NEAR = (
    " and m.memory in (select memory from mention where entity in ({nodes}) union"
    " select memory from relation where source in ({nodes}) and memory is not null"
    " and state <> 'dismissed')"
)


def _links(vault: Vault, nodes: frozenset[int]) -> _Links:
    """Of the memories that one of `nodes` is linked to; of all memories without any."""
    near = _NEAR.format(nodes=_in(nodes)) if nodes else ""
    since: dict[int, dict[int, datetime]] = defaultdict(dict)
    for memory, node, at in vault.rows(_LINKED.format(near=near)):
        linked, earlier = datetime.fromisoformat(at), since[memory].get(node)
        since[memory][node] = min(linked, earlier) if earlier else linked
    counts = Counter(node for linked in since.values() for node in linked)
    if nodes:
        counts = Counter({node: linked_to(vault, node) for node in counts})
    return _Links(since, counts)


def linked_to(vault: Vault, node: int) -> int:
    """How many memories a skill node is linked to."""
    found = vault.row(
        "select count(*) from (select memory from mention where entity = ?1 union"
        " select memory from relation where source = ?1 and memory is not null"
        " and state <> 'dismissed')",
        node,
    )
    return int(found[0]) if found else 0


def _kept(vault: Vault, nodes: frozenset[int]) -> dict[Pair, _Row]:
    near = f" and (source in ({_in(nodes)}) or target in ({_in(nodes)}))" if nodes else ""
    found = vault.rows(
        "select id, source, target, state, strength, mentions, reinforced from relation"
        f" where origin = ? and kind = ?{near}",
        Origin.COMPUTED,
        Kind.OFTEN_USED_WITH,
    )
    return {
        (source, target): _Row(
            i, (source, target), State(state), strength, mentions, datetime.fromisoformat(at)
        )
        for i, source, target, state, strength, mentions, at in found
    }


def _nodes(vault: Vault, skills: tuple[int, ...]) -> frozenset[int]:
    found = vault.rows(f"select id from entity where skill in ({_in(skills)})")
    return frozenset(node for (node,) in found)


def _in(numbers: Iterable[int]) -> str:
    return ", ".join(str(int(number)) for number in numbers)
