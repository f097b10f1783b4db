"""Texts that a newer edition of the reader reads otherwise: what they said before and say now.

What was derived from a text is kept with the edition that read it (`derive.READING`). The edges of
then tell the steps, jumps, calls and placed memories of then; the words of the steps are in the
text, which nobody changed, so nothing more is kept to compare.
"""

import json
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Literal

from app.core.actor import TECHNE
from app.core.changes import Part
from app.core.graph.edges import BRANCH, CALLS, CONTEXT, LOOP, decode_loop
from app.core.library import call_targets
from app.core.library.derive import READING, Derived, derived, forget, keep
from app.core.library.record import Meta
from app.core.library.version import EDGES
from app.core.progress import SILENT, Progress, checkpoint
from app.core.skills.model import Skill
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault, Write

_NESTING = 1
"""The first edition that knows sub-steps; before, all were steps in one row."""
Kind = Literal["loop", "branch", "call", "memory"]
_KINDS: dict[str, Kind] = {
    LOOP[0]: "loop", BRANCH[0]: "branch", CALLS[0]: "call", CONTEXT[0]: "memory",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Link:
    """What leaves a step, or arrives at it: a jump to the step `to`, a call of the skill `to`, a
    memory from the source `to`.

    `step` and `to` are as they are shown, `step` is empty for a goal and for the skill as a whole.
    """

    kind: Kind
    step: str
    to: str
    condition: str = ""
    maximum: int | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """What a text says to who follows it: its steps as they are counted, and their links."""

    steps: tuple[str, ...]
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Reread:
    """A skill that is read otherwise; `at` is when that was found out."""

    skill: int
    title: str
    engram: str
    at: datetime
    before: Said
    after: Said


Row = Sequence[object]
"""An edge as it is kept: type, evidence, weight, source, node, called, key, detail."""


def waiting(vault: Vault) -> tuple[Reread, ...]:
    """The skills that are read otherwise and that nobody has seen yet, by title."""
    found = vault.rows(
        "select r.skill, s.title, e.name, r.at, r.before, r.after from reread r"
        " join skill s on s.id = r.skill join engram e on e.id = s.engram"
        " where s.current is not null order by s.title collate nocase, s.id"
    )
    return tuple(
        Reread(skill, title, engram, datetime.fromisoformat(at), _read(before), _read(after))
        for skill, title, engram, at, before, after in found
    )


def count(vault: Vault) -> int:
    """How many wait."""
    ((found,),) = vault.rows(
        "select count(*) from reread r join skill s on s.id = r.skill where s.current is not null"
    )
    return int(found)


def seen(vault: Vault, skills: Collection[int] | None = None) -> int:
    """Note that a person has seen these, or all; how many that were."""
    with vault.write(None) as write:
        gone = write.rows(
            "delete from reread where ?1 is null or skill in (select value from json_each(?1))"
            " returning skill",
            None if skills is None else json.dumps(list(skills)),
        )
        if gone:
            write.touch(Part.TEXT, *(skill for (skill,) in gone))
    return len(gone)


def unread(vault: Vault) -> bool:
    """Whether something was derived by an older edition of the reader."""
    return vault.row(f"{_OLDER} limit 1", READING) is not None


_OLDER = (
    "select s.id, v.reading from stored_version v join skill s on s.current = v.id"
    " where v.reading < ?"
)


def catch_up(vault: Vault, progress: Progress = SILENT) -> tuple[int, ...]:
    """Read again what an older edition has read; the skills that say something else now.

    A job. Raises `Cancelled`; the rest is for the next time.
    """
    older = [skill for skill, _edition in vault.rows(_OLDER, READING)]
    changed = []
    for number, skill in enumerate(older):
        checkpoint(progress)
        progress.report(number / len(older))
        if _again(vault, skill):
            changed.append(skill)
    return tuple(changed)


def is_changed(vault: Vault, skill: int, parsed: Skill) -> bool:
    """Whether a skill is read otherwise than before, and nobody has seen it, found out or not."""
    if vault.row("select 1 from reread where skill = ?", skill) is not None:
        return True
    older = vault.row(f"{_OLDER} and s.id = ?", READING, skill)
    if older is None:
        return False
    before, now = _edges(vault, skill), derived(parsed, Meta(0)).edges
    return _differ(before, now, parsed, older[1])


def _edges(reader: Vault | Write, skill: int) -> list[tuple[object, ...]]:
    return reader.rows(
        "select type, evidence, weight, source, target, calls, target_key, detail from edge"
        " where skill = ?",
        skill,
    )


def _again(vault: Vault, skill: int) -> bool:
    """Derive anew what an older edition has derived; whether that is something else.

    What was said before is kept first, so that nothing of it is lost where this is stopped.
    """
    row = vault.row(
        "select v.id, v.text, v.meta, v.reading from skill s"
        " join stored_version v on v.id = s.current where s.id = ?",
        skill,
    )
    if row is None:
        return False
    version, text, meta, edition = row
    parsed, before = parse(text), _edges(vault, skill)
    anew = derived(parsed, Meta.from_json(meta))
    changed = _differ(before, anew.edges, parsed, edition)
    whole = False
    while not whole:
        with vault.write(None, TECHNE) as write:
            if (
                write.row("select 1 from skill where id = ? and current = ?", skill, version)
                is None
            ):
                return False  # somebody saved it meanwhile, and read it anew
            if changed:
                _note(write, skill, version, said(before), said(anew.edges, _labels(parsed)))
            whole = forget(write, [version], EDGES)
            if whole:
                _put(write, skill, version, anew)
            write.unseen = True
    return changed


def _put(write: Write, skill: int, version: int, anew: Derived) -> None:
    keep(write, version, anew)
    call_targets.rename(write, version, anew.called)
    write.db.execute("update stored_version set reading = ? where id = ?", (READING, version))
    ((key,),) = write.rows("select key from skill where id = ?", skill)
    if key != anew.listed.key:
        call_targets.keep_named(write, (key, anew.listed.key))
    write.db.execute(
        "update skill set title = ?, key = ?, role = ? where id = ?",
        (anew.listed.title, anew.listed.key, anew.listed.role, skill),
    )
    write.touch(Part.LIST | Part.EDGES, skill)


def _note(write: Write, skill: int, version: int, before: Said, after: Said) -> None:
    """What nobody has seen yet stays what was said before."""
    write.db.execute(
        "insert into reread values (?, ?, ?, ?, ?) on conflict (skill) do update"
        " set version = excluded.version, after = excluded.after",
        (skill, version, write.at.isoformat(), _write(before), _write(after)),
    )


def said(edges: Sequence[Row], labels: Sequence[str] = ()) -> Said:
    """What edges say; `labels` are those of the steps where they are not just counted."""
    ends = [str(edge[at]) for edge in edges for at in (3, 4)]
    steps = max((int(end[5:]) for end in ends if end.startswith("step ")), default=0)
    named = tuple(labels) or tuple(str(n) for n in range(1, steps + 1))
    return Said(named, tuple(link for edge in edges if (link := _link(edge, named)) is not None))


def _link(edge: Row, labels: Sequence[str]) -> Link | None:
    _type, evidence, _weight, source, node, called, _key, stored = map(str, edge)
    kind = _KINDS.get(evidence.partition(";")[0])
    if kind is None:
        return None
    detail = json.loads(stored)
    step, end = _label(source, labels), _label(node, labels)
    if kind == "call":
        return Link(kind, step, called)
    if kind == "memory":
        return Link(kind, end, str(detail.get("source", "")))
    maximum = decode_loop(evidence) if kind == "loop" else None
    return Link(kind, step, end, str(detail.get("condition", "")), maximum)


def _label(node: str, labels: Sequence[str]) -> str:
    kind, _space, number = node.partition(" ")
    if kind != "step":
        return ""
    return labels[int(number) - 1] if int(number) <= len(labels) else number


def _labels(parsed: Skill) -> tuple[str, ...]:
    return tuple(step.path or str(step.position) for step in parsed.steps)


def _differ(before: Sequence[Row], now: Sequence[Row], parsed: Skill, edition: int) -> bool:
    """Whether somebody who follows it would do something else."""
    then, labels = said(before), _labels(parsed)
    counted = said(now)
    nested = edition < _NESTING and any("." in label for label in labels)
    return (
        nested
        or then.steps != counted.steps
        or sorted(map(repr, then.links)) != sorted(map(repr, counted.links))
    )


def _write(said: Said) -> str:
    return json.dumps(asdict(said), ensure_ascii=False)


def _read(stored: str) -> Said:
    fields = json.loads(stored)
    return Said(tuple(fields["steps"]), tuple(Link(**link) for link in fields["links"]))
