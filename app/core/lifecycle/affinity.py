"""Skills used together: shared memories become `often_used_with` (seed 000, section 7.5)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import combinations

from app.core.changes import Part
from app.core.graph.open_triangles import FADE, LEAST, Affinity, affinity, faded
from app.core.graph.relation_cues import Kind
from app.core.lifecycle.config import Procedural
from app.core.memory import entities
from app.core.memory.relations import Origin, State, keep_computed
from app.core.progress import SILENT, Progress, checkpoint
from app.core.vault import Vault, put_setting

TOO_MANY = 30
"""A memory linked to more skills than this is a list of skills and says nothing about any two."""
_FEW = 200
"""Skills whose pairs are computed one by one; for more of them everything is."""
_TOGETHER = 200
_RAN, _THRESHOLD = "affinity ran", "affinity threshold"
_ANEW = 0
"""In place of the threshold: everything is to be computed again."""

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
    """When each skill node was linked to each memory."""

    vault: Vault
    since: Mapping[int, Mapping[int, datetime]]
    closed: frozenset[int] = frozenset()

    def pairs(self, least: int) -> dict[Pair, list[int]]:
        """The memories that two nodes share, where they share so many."""
        shared: dict[Pair, list[int]] = defaultdict(list)
        for memory, nodes in self.since.items():
            if len(nodes) <= TOO_MANY:
                for pair in combinations(sorted(nodes), 2):
                    shared[pair].append(memory)
        return {pair: memories for pair, memories in shared.items() if len(memories) >= least}

    def affinities(self, pairs: Mapping[Pair, list[int]], threshold: int) -> dict[Pair, Affinity]:
        now = self.vault.now()
        nodes = {node for pair in pairs for node in pair}
        count = entities.memories_linked(self.vault, nodes, self.closed)
        return {
            pair: affinity(
                count[pair[0]],
                count[pair[1]],
                (self._age(memory, pair, now) for memory in shared),
                threshold,
            )
            for pair, shared in pairs.items()
        }

    def _age(self, memory: int, pair: Pair, now: datetime) -> float:
        """Days since the memory is linked to both."""
        return (now - max(self.since[memory][node] for node in pair)) / timedelta(days=1)


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
    if not (skills and settings.enabled) or settings.affinity_mode != "event":
        return Computed()
    return compute(vault, settings, *skills)


def due(vault: Vault, settings: Procedural) -> bool:
    """Whether a whole computation should run: in interval mode, once the interval has passed."""
    if settings.affinity_mode != "interval":
        return False
    ran = vault.setting(_RAN)
    wait = timedelta(milliseconds=settings.affinity_interval_ms)
    return ran is None or abs(vault.now() - datetime.fromisoformat(ran)) >= wait


def catch_up(vault: Vault, settings: Procedural, progress: Progress = SILENT) -> Computed:
    """What the background does after something changed: compute whatever is due.

    In event mode the pairs of skills whose links changed since the last time, in interval mode
    everything once the interval has passed; in both everything after another threshold was set.
    What has faded is put aside. Raises `Cancelled`.
    """
    if not settings.enabled:
        return Computed()
    newest, changed = _newest(vault), _changed(vault)
    known, threshold = vault.setting(_THRESHOLD), settings.affinity_threshold
    other = known not in (None, threshold)
    if due(vault, settings) or (other and settings.affinity_mode == "interval"):
        whole, done = True, compute(vault, settings, progress=progress)
    elif settings.affinity_mode == "interval":
        return Computed()
    elif other or len(changed) > _FEW:
        whole, done = True, compute(vault, settings, progress=progress)
    else:
        some = [skill for skill in changed.values() if skill is not None]
        whole, done = (
            False,
            compute(vault, settings, *some, progress=progress) if some else Computed(),
        )
        done = replace(done, faded=done.faded + _put_aside(vault))
    if changed or known != threshold:
        _settle(vault, newest, changed, threshold, whole=whole)
    return done


def _newest(vault: Vault) -> int:
    """The number of the newest change of what pairs depend on, also one that was settled."""
    row = vault.row("select seq from sqlite_sequence where name = 'unpaired'")
    return int(row[0]) if row else 0


def _changed(vault: Vault) -> dict[int, int | None]:
    """The nodes whose links, direct relations or calls changed, with the skills they stand for."""
    found = vault.rows("select u.node, e.skill from unpaired u left join entity e on e.id = u.node")
    return dict(found)


def _settle(
    vault: Vault, newest: int, changed: Iterable[int], threshold: int, *, whole: bool
) -> None:
    """What changed until `newest` is computed.

    What changed while it was may have been computed and settled by another process before our
    older result was written: it is all looked at again.
    """
    with vault.write(None) as write:
        write.db.execute("delete from unpaired where id <= ?", (newest,))
        moved = write.rows("select 1 from sqlite_sequence where name = 'unpaired' and seq > ?",
                           newest)  # fmt: skip
        if moved and not whole:
            write.db.executemany(
                "insert into unpaired (node) values (?) on conflict do nothing",
                [(node,) for node in changed],
            )
        put_setting(write, _THRESHOLD, _ANEW if moved and whole else threshold)
        write.touch(Part.UPKEEP)


def _put_aside(vault: Vault) -> int:
    """Let go of what faded; how many relations."""
    rows = vault.rows(
        "select id from relation where origin = ? and state = ?"
        # as `faded` has it; in SQL, because nearly all of thousands have not
        " and strength * pow(?, julianday(?) - julianday(reinforced)) < ?",
        Origin.COMPUTED,
        State.OPEN,
        FADE,
        vault.now().isoformat(),
        LEAST,
    )
    weak = [relation for (relation,) in rows]
    _retire(vault, weak, ())
    return len(weak)


def compute(
    vault: Vault, settings: Procedural, *skills: int, progress: Progress = SILENT
) -> Computed:
    """Find open triangles, reinforce what has new shared memories, let the rest fade.

    Only pairs with one of `skills`; all of them, as a job, without any. Twice is once: nothing
    changes without a new shared memory or the passing of time. Raises `Cancelled`.
    """
    nodes = _nodes(vault, skills)
    if skills and not nodes:
        return Computed()
    work = _work(vault, settings, nodes)
    strong = [*work.new, *work.more]
    for at in range(0, len(strong), _TOGETHER):
        checkpoint(progress)
        progress.report(at / len(strong))
        with vault.write(None) as write:
            for pair in strong[at : at + _TOGETHER]:
                one = work.found[pair]
                keep_computed(write, *pair, one.strength, one.shared, one.confidence)
    _retire(vault, [row.relation for row in work.weak], [row.relation for row in work.over])
    if not skills:
        with vault.write(None) as write:
            put_setting(write, _RAN, write.at.isoformat())
    return Computed(len(work.new), len(work.more), len(work.weak), len(work.over))


@dataclass(frozen=True, slots=True)
class _Work:
    """Pairs that get a relation or a stronger one, and relations that are too weak or over."""

    found: dict[Pair, Affinity]
    new: list[Pair]
    more: list[Pair]
    weak: list[_Row]
    over: list[_Row]


def _work(vault: Vault, settings: Procedural, nodes: frozenset[int]) -> _Work:
    now, threshold = vault.now(), settings.affinity_threshold
    links, kept = _links(vault, nodes), _kept(vault, nodes)
    pairs = links.pairs(threshold)
    mine = {p: shared for p, shared in pairs.items() if not nodes or not nodes.isdisjoint(p)}
    found = links.affinities(mine, threshold)
    new = [
        pair
        for pair, one in found.items()
        if pair not in kept and one.strength >= LEAST and not is_closed(vault, pair)
    ]
    over = [row for row in kept.values() if _is_over(vault, row, found.get(row.pair))]
    ended = {row.relation for row in over}
    left = [row for row in kept.values() if row.relation not in ended]
    more = {row.pair: None for row in left if _is_reinforced(row, found.get(row.pair))}
    weak = [row for row in left if row.state is State.OPEN and row.pair not in more]
    return _Work(found, new, list(more), [row for row in weak if _is_weak(row, now)], over)


def _is_reinforced(row: _Row, now: Affinity | None) -> bool:
    return row.state is not State.DISMISSED and now is not None and now.shared > row.mentions


def affinities(
    vault: Vault, settings: Procedural, node: int, closed: frozenset[int] = frozenset()
) -> dict[int, Affinity]:
    """The affinity of a node with every other that shares a memory with it, by skill number.

    Memories in the engrams that are `closed` do not count.
    """
    links = _links(vault, frozenset({node}), closed)
    pairs = {pair: shared for pair, shared in links.pairs(1).items() if node in pair}
    rows = vault.rows("select id, skill from entity where skill is not null")
    skills: dict[int, int] = dict(rows)
    return {
        skills[sum(pair) - node]: one
        for pair, one in links.affinities(pairs, settings.affinity_threshold).items()
    }


def _is_over(vault: Vault, row: _Row, now: Affinity | None) -> bool:
    """No longer a triangle: too few shared memories, or the skills are related directly."""
    return row.state is State.OPEN and (now is None or is_closed(vault, row.pair))


def _is_weak(row: _Row, now: datetime) -> bool:
    return faded(row.strength, (now - row.reinforced) / timedelta(days=1)) < LEAST


def _retire(vault: Vault, weak: Sequence[int], over: Sequence[int]) -> None:
    """Put these relations aside, and take those back."""
    fade = f"update relation set state = '{State.FADED}' where id = ?"
    left = [(fade, relation) for relation in weak]
    left += [("delete from relation where id = ?", relation) for relation in over]
    for at in range(0, len(left), _TOGETHER):
        with vault.write(None) as write:
            for sql, relation in left[at : at + _TOGETHER]:
                write.db.execute(sql, (relation,))
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
        "select 1 from called c join entity a on a.skill = c.caller join entity b"
        " on b.skill = c.target where a.id in (?1, ?2) and b.id in (?1, ?2) and a.id <> b.id",
        one,
        other,
    )
    return direct is not None or calls is not None


_NEAR = (
    " and m.memory in (select memory from mention where entity in ({nodes}) union"
    " select memory from relation where source in ({nodes}) and memory is not null"
    " and state <> 'dismissed')"
)


def _links(vault: Vault, nodes: frozenset[int], closed: frozenset[int] = frozenset()) -> _Links:
    """Of the memories that one of `nodes` is linked to; of all memories without any."""
    near = _NEAR.format(nodes=_in(nodes)) if nodes else ""
    since: dict[int, dict[int, datetime]] = defaultdict(dict)
    for memory, node, at in vault.rows(entities.linked(near + entities.not_in(closed))):
        linked, earlier = datetime.fromisoformat(at), since[memory].get(node)
        since[memory][node] = min(linked, earlier) if earlier else linked
    return _Links(vault, since, closed)


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
