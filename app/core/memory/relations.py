"""The relations that are kept: stated by texts, made by people, computed from use.

Every relation says where it comes from. Several kinds between one pair are several relations; a
relation that was dismissed stays so, however often it is found again.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from app.core.actor import USER, Actor
from app.core.changes import Part
from app.core.errors import AppError, NotFound
from app.core.graph.open_triangles import LEAST, faded
from app.core.graph.relation_cues import SYMMETRIC, Kind
from app.core.graph.relations import Stated
from app.core.library import undo_rows
from app.core.vault import Row, Vault, Write
from app.core.words import _


class Origin(StrEnum):
    """Who says so (seed 000, sections 6.4 and 12.4)."""

    EXTRACTED = "extracted"
    COMPUTED = "computed"
    PERSON = "person"


class State(StrEnum):
    """`OPEN` counts and may be reviewed; `FADED` comes back when it is reinforced."""

    OPEN = "open"
    CONFIRMED = "confirmed"
    DISMISSED = "dismissed"
    FADED = "faded"


@dataclass(frozen=True, slots=True)
class Relation:
    """Skill `source` is `kind` to skill `target`, or to `memory`.

    `strength` is as of now: computed relations fade. `sentence` is in the text of the skill
    `stated_in`, from character `place` on.
    """

    id: int
    source: int
    target: int | None
    memory: int | None
    kind: Kind
    origin: Origin
    state: State
    strength: float
    mentions: int
    confidence: float
    sentence: str
    place: int
    stated_in: int | None
    reinforced: datetime

    def other(self, skill: int) -> int | None:
        """The skill at the other end; None when that is a memory."""
        return self.target if skill == self.source else self.source


# By hand


def link(vault: Vault, skill: int, other: int, kind: Kind) -> int:
    """Relate two skills, of whatever engrams; a second time changes nothing.

    Returns the id of the relation. Raises `AppError` for a skill and itself, `NotFound` for a
    skill that is not in the library.
    """
    with vault.write(_("Link skills")) as write:
        return relate(write, skill, other, kind)


def relate(write: Write, skill: int, other: int, kind: Kind) -> int:
    """`link` among other things that are written."""
    if skill == other:
        raise AppError(_("A skill cannot be related to itself."))
    return _by_hand(write, kind, _node(write, skill), target=_node(write, other))


def link_memory(vault: Vault, skill: int, memory: int, kind: Kind = Kind.RELATED_TO) -> int:
    """Relate a skill to a memory, which then counts among its linked memories.

    Raises `NotFound` for a skill that is not in the library, and for a memory that never was.
    """
    with vault.write(_("Link memory")) as write:
        return relate_memory(write, skill, memory, kind)


def relate_memory(write: Write, skill: int, memory: int, kind: Kind = Kind.RELATED_TO) -> int:
    """`link_memory` among other things that are written."""
    if write.row("select 1 from memory where id = ?", memory) is None:
        raise NotFound(
            _("There is no memory with the number {number}.").format(number=memory),
            _("Choose one from the list of memories."),
        )
    return _by_hand(write, kind, _node(write, skill), memory=memory)


def link_kinds(
    vault: Vault,
    skill: int,
    kinds: Iterable[Kind],
    *,
    other: int | None = None,
    memory: int | None = None,
    actor: Actor = USER,
) -> list[int]:
    """`link` or `link_memory` once for each kind, as one entry of the journal."""
    with vault.write(_("Link skills") if memory is None else _("Link memory"), actor) as write:
        if memory is not None:
            return [relate_memory(write, skill, memory, kind) for kind in kinds]
        assert other is not None
        return [relate(write, skill, other, kind) for kind in kinds]


def unlink(vault: Vault, *made: int, actor: Actor = USER) -> None:
    """Take back relations that a person made; others are dismissed instead."""
    with vault.write(_("Remove link"), actor) as write:
        for relation in made:
            unrelate(write, relation)


def unrelate(write: Write, relation: int) -> None:
    """`unlink` among other things that are written."""
    by_hand = "id = ? and origin = ?"
    undo_rows.keep_whole(write, "relation", f"t.{by_hand}", relation, Origin.PERSON)
    write.db.execute(f"delete from relation where {by_hand}", (relation, Origin.PERSON))
    if write.db.changes():
        write.touch(Part.KNOWLEDGE)


def _by_hand(
    write: Write, kind: Kind, source: int, *, target: int | None = None, memory: int | None = None
) -> int:
    if target is not None and kind in SYMMETRIC and target < source:
        source, target = target, source
    there = write.row(
        "select id from relation where (source, kind, origin) = (?, ?, ?)"
        " and target is ? and memory is ? and stated_in is null",
        source,
        kind,
        Origin.PERSON,
        target,
        memory,
    )
    if there is not None:
        undo_rows.keep_whole(write, "relation", "t.id = ?", there[0])
    found = _put(write, source, target, kind, Origin.PERSON, State.CONFIRMED, memory=memory)
    if there is None:
        undo_rows.keep_new(write, "relation", found)
    write.touch(Part.KNOWLEDGE)
    return found


# Review


def review(vault: Vault) -> tuple[Relation, ...]:
    """Relations nobody has looked at yet, computed ones first, the strongest first."""
    found = _relations(vault, "r.state = ?", State.OPEN)
    return tuple(sorted(found, key=lambda r: (r.origin is not Origin.COMPUTED, -r.strength, r.id)))


def confirm(vault: Vault, relation: int) -> None:
    """Keep a relation: it is no longer reviewed and, if computed, no longer fades away."""
    with vault.write(_("Keep relation")) as write:
        decide(write, relation, State.CONFIRMED)


def dismiss(vault: Vault, relation: int) -> None:
    """Hide a relation for good, also when it is found again."""
    with vault.write(_("Dismiss relation")) as write:
        decide(write, relation, State.DISMISSED)


def reopen(vault: Vault, relation: int) -> None:
    """Take a decision back."""
    with vault.write(_("Withdraw decision")) as write:
        decide(write, relation, State.OPEN)


def decide(write: Write, relation: int, state: State) -> None:
    """`confirm`, `dismiss` or `reopen` among other things that are written; raises `NotFound`."""
    undo_rows.keep(write, "relation", "t.id = ?", relation, columns=["state"])
    write.db.execute("update relation set state = ? where id = ?", (state, relation))
    if not write.db.changes():
        raise NotFound(_("That relation no longer exists."))
    write.touch(Part.KNOWLEDGE)


# Reading


def relation(vault: Vault, number: int) -> Relation:
    """One relation, also one that was dismissed or has faded; raises `NotFound`."""
    for row in vault.rows(f"{_READ} and r.id = ?", number):
        return _relation(row, vault.now())
    raise NotFound(
        _("There is no relation with the number {number}.").format(number=number),
        _("Choose one from the relations of a skill."),
    )


def of_skill(vault: Vault, skill: int) -> tuple[Relation, ...]:
    """The relations of a skill in both directions that count, the strongest first."""
    found = _relations(
        vault, "r.state in (?, ?) and ? in (s.id, t.id)", State.OPEN, State.CONFIRMED, skill
    )
    return tuple(sorted(found, key=lambda r: (-r.strength, r.id)))


def between_skills(vault: Vault) -> tuple[Relation, ...]:
    """Every relation between two skills that counts."""
    return _relations(vault, "r.state in (?, ?) and t.id is not null", State.OPEN, State.CONFIRMED)


def of_memory(vault: Vault, memory: int) -> tuple[Relation, ...]:
    """The skills a person related to a memory."""
    return _relations(vault, "r.memory = ? and r.state <> ?", memory, State.DISMISSED)


def dismissed(vault: Vault) -> tuple[Relation, ...]:
    """What was dismissed, to take it back."""
    return _relations(vault, "r.state = ?", State.DISMISSED)


_READ = (
    "select r.id, s.id, t.id, r.memory, r.kind, r.origin, r.state, r.strength, r.mentions,"
    " r.confidence, r.sentence, r.place, r.stated_in, r.reinforced from relation r"
    " join entity a on a.id = r.source join skill s on s.id = a.skill"
    " left join entity b on b.id = r.target left join skill t on t.id = b.skill"
    " where s.current is not null and (r.target is null or t.current is not null)"
    " and not exists (select 1 from memory g where g.id = r.memory and g.forgotten is not null)"
)


def _relations(vault: Vault, where: str, *values: object) -> tuple[Relation, ...]:
    now = vault.now()
    rows = vault.rows(f"{_READ} and {where} order by r.id", *values)
    found = (_relation(row, now) for row in rows)
    return tuple(r for r in found if r.strength >= LEAST or r.state is not State.OPEN)


def _relation(row: Row, now: datetime) -> Relation:
    i, source, target, memory, kind, origin, state, strength, mentions, sure, *rest = row
    sentence, place, stated_in, reinforced = rest
    since = datetime.fromisoformat(reinforced)
    if origin == Origin.COMPUTED and state != State.CONFIRMED:
        strength = faded(strength, (now - since) / timedelta(days=1))
    return Relation(
        i,
        source,
        target,
        memory,
        Kind(kind),
        Origin(origin),
        State(state),
        strength,
        mentions,
        sure,
        sentence,
        place,
        stated_in,
        since,
    )


# What texts state


def keep_stated(write: Write, skill: int, node: int, stated: Iterable[tuple[Stated, int]]) -> None:
    """Make the relations that the text of `skill` states (each with the other node) the kept ones.

    A relation the text no longer states goes, unless a person decided about it.
    """
    kept: set[int] = set()
    for one, other in stated:
        ends = (other, node) if one.backwards else (node, other)
        source, target = sorted(ends) if one.kind in SYMMETRIC else ends
        kept.add(
            _put(
                write,
                source,
                target,
                one.kind,
                Origin.EXTRACTED,
                strength=one.confidence,
                confidence=one.confidence,
                sentence=one.sentence,
                place=one.start,
                stated_in=skill,
            )
        )
    gone = [
        (relation,)
        for (relation,) in write.db.execute(
            "select id from relation where stated_in = ? and state = ?", (skill, State.OPEN)
        )
        if relation not in kept
    ]
    write.db.executemany("delete from relation where id = ?", gone)


def keep_computed(
    write: Write, source: int, target: int, strength: float, mentions: int, confidence: float
) -> None:
    """Keep an `often_used_with` between two nodes, or reinforce it; a dismissed one stays so."""
    one, other = sorted((source, target))
    _put(
        write,
        one,
        other,
        Kind.OFTEN_USED_WITH,
        Origin.COMPUTED,
        strength=strength,
        mentions=mentions,
        confidence=confidence,
    )
    write.touch(Part.KNOWLEDGE)


def _put(
    write: Write,
    source: int,
    target: int | None,
    kind: Kind,
    origin: Origin,
    state: State = State.OPEN,
    *,
    memory: int | None = None,
    strength: float = 1.0,
    mentions: int = 1,
    confidence: float = 1.0,
    sentence: str = "",
    place: int = 0,
    stated_in: int | None = None,
) -> int:
    """Keep a relation, or say again what is kept; decisions of a person stand. Returns its id."""
    at = write.at.isoformat()
    columns = (source, target, memory, kind, origin, state, strength, mentions, confidence)
    for (found,) in write.db.execute(
        "insert into relation (source, target, memory, kind, origin, state, strength, mentions,"
        " confidence, sentence, place, stated_in, created, reinforced)"
        " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do update set"
        " strength = excluded.strength, mentions = excluded.mentions,"
        " confidence = excluded.confidence, sentence = excluded.sentence, place = excluded.place,"
        " reinforced = excluded.reinforced,"
        " state = case state when 'faded' then 'open' else state end returning id",
        (*columns, sentence, place, stated_in, at, at),
    ):
        return int(found)
    raise AssertionError("a relation that was just kept is gone")


def _node(write: Write, skill: int) -> int:
    for (node,) in write.db.execute(
        "select e.id from entity e join skill s on s.id = e.skill"
        " where s.id = ? and s.current is not null",
        (skill,),
    ):
        return int(node)
    raise NotFound(_("That skill is no longer in the library."))
