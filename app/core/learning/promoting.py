"""What a candidate becomes: a skill of its own, or the next version of the one that it evolves."""

import json
from dataclasses import replace
from datetime import datetime

from app.core.actor import TECHNE, USER, Actor
from app.core.errors import StaleEdit
from app.core.learning import candidates
from app.core.learning.candidates import Candidate, CandidateStatus
from app.core.library import catalogue, engrams, library, undo_rows
from app.core.library.catalogue import SkillRow
from app.core.library.record import Meta, Reason, Saved, Source, Status
from app.core.library.renaming import NameTaken
from app.core.lifecycle import events
from app.core.lifecycle.counted import Counted
from app.core.lifecycle.events import Kind
from app.core.patterns.drafting import described
from app.core.skills import names
from app.core.skills.reading.description import description_of
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault, Write
from app.core.words import _, ngettext


def promote(
    vault: Vault,
    number: int,
    *,
    text: str | None = None,
    engram: str | None = None,
    actor: Actor = USER,
) -> Saved:
    """Make the draft of a candidate a skill, or another `text` that a person made of it.

    It is one write with what became of the candidate, and undo takes both back. A new skill that
    nobody asked for (`actor` is Techne itself) is held back from agents until a person has looked.
    Raises `NotFound`, `AlreadyDecided`, and `StaleEdit` where the skill that it would change was
    changed since the draft was made.
    """
    is_change = candidates.candidate(vault, number).evolves is not None
    label = _("Accept change") if is_change else _("Promote candidate")
    with vault.write(label, actor) as write:
        found = candidates.open_one(write, number)
        if text is not None and text != found.text:
            candidates.put_text(write, number, text)
            found = replace(found, text=text)
        if found.evolves is not None:
            saved = _evolve(write, found)
        else:
            candidates.stand_alone(write, number)
            saved = _make(write, found, engram, actor)
        candidates.decide(write, number, CandidateStatus.PROMOTED, saved.skill)
        _keep_sequence(write, found, saved)
    return saved


def namesake(vault: Vault, text: str, evolves: int | None = None) -> SkillRow | None:
    """The skill that has the name of this draft already; none where that is the one that it would
    change.
    """
    key = names.key(parse(text).title)
    known = catalogue.some(vault, catalogue.named(vault, key, None)).values() if key else ()
    same = {row.id: row for row in known if row.key == key}
    return None if evolves in same else next(iter(same.values()), None)


def refuse_taken(vault: Vault, found: Candidate, engram: str | None = None) -> None:
    """Raises `NameTaken` where another skill of the engram that its skill would go into has its
    name: no call could say which of them it means.
    """
    if found.evolves is not None:
        return
    key, place = names.key(found.title), names.key(engram or engrams.home_name(vault))
    for row in catalogue.some(vault, catalogue.named(vault, key, None)).values():
        if row.key == key and names.key(row.engram_name) == place:
            raise NameTaken(
                _("{engram} already has a skill called “{name}”.").format(
                    engram=row.engram_name, name=row.title
                ),
                _("Give it another name, or rename that skill first."),
            )


def _make(write: Write, found: Candidate, engram: str | None, actor: Actor) -> Saved:
    place = engrams.ensure(write, engram) if engram else engrams.home(write)
    status = Status.QUARANTINED if actor == TECHNE else Status.ACTIVE
    meta = Meta(place, status=status, source=Source.LEARNED)
    if not description_of(parse(found.text)):
        meta.extra["description"] = described(found.tools)
    saved = library.put(write, None, found.text, meta, Reason.EDITED, label=_seen(found))
    events.note(write, [saved.skill], Kind.PROMOTED, _seen(found), write.journal)
    return saved


def _evolve(write: Write, found: Candidate) -> Saved:
    assert found.evolves is not None
    row = write.row(
        "select v.meta, v.text is (select text from version where id = ?) from skill s"
        " join version v on v.id = s.current where s.id = ?",
        found.base,
        found.evolves,
    )
    if row is None:
        raise library.gone()
    if not row[1]:
        raise StaleEdit(
            _("The skill has changed since this was found."),
            _("Scan again: the proposal is then made from the skill as it is now."),
        )
    meta = _still_described(write, Meta.from_json(row[0]), found)
    saved = library.put(write, found.evolves, found.text, meta, Reason.EDITED, label=_seen(found))
    events.note(write, [saved.skill], Kind.EVOLVED, _seen(found), write.journal)
    return saved


def _still_described(write: Write, meta: Meta, found: Candidate) -> Meta:
    """With a description that was drafted from the calls saying which they are by now."""
    row = write.row("select calls from skill_sequence where skill = ?", found.evolves)
    if row is None or meta.extra.get("description") != described(_tools(row[0])):
        return meta
    return replace(meta, extra={**meta.extra, "description": described(found.tools)})


def _seen(found: Candidate) -> str:
    """Why there is this version."""
    said = ngettext(
        "Done {times} times in {count} session", "Done {times} times in {count} sessions",
        found.sessions,
    )  # fmt: skip
    return said.format(times=found.occurrences, count=found.sessions)


def _keep_sequence(write: Write, found: Candidate, saved: Saved) -> None:
    """What the skill comes to by now; whoever it was learned from, it stays learned from them.

    One that a person wrote has none: its text is the truth, and never changes by itself.
    """
    known = write.row("select agent from skill_sequence where skill = ?", saved.skill)
    if found.evolves is not None and known is None:
        return
    agent = known[0] if known else found.agent
    calls = json.dumps([[call.tool, list(call.parameters)] for call in found.calls])
    undo_rows.keep_whole(write, "skill_sequence", "t.skill = ?", saved.skill)
    undo_rows.keep_new(write, "skill_sequence", saved.skill)
    write.db.execute(
        "insert or replace into skill_sequence values (?, ?, ?, ?, ?)",
        (saved.skill, agent, calls, saved.version, _made_from(write, found).isoformat()),
    )


def _made_from(write: Write, found: Candidate) -> datetime:
    """When the last of its sessions began, which may be long ago."""
    row = write.row("select max(started) from candidate_place where candidate = ?", found.id)
    return min(write.at, datetime.fromisoformat(row[0])) if row and row[0] else write.at


def learned_inputs(vault: Vault, skill: int) -> frozenset[str]:
    """What a skill requires as `$name:type` in the version that learning last made of it."""
    row = vault.row(
        "select v.text from skill_sequence q join version v on v.id = q.version where q.skill = ?",
        skill,
    )
    requires = parse(row[0]).requires if row is not None else ()
    return frozenset(f"${one.name}:{one.type}" for one in requires)


def learned_at(vault: Vault, skill: int) -> datetime:
    """When the last session began from which a version of a skill was made: what was done before
    says nothing about that version. Raises `NotFound` for one that was never learned.
    """
    row = vault.row("select at from skill_sequence where skill = ?", skill)
    if row is None:
        raise library.gone()
    return datetime.fromisoformat(row[0])


def sequences(vault: Vault, counted: Counted) -> dict[int, tuple[str, ...]]:
    """What the skills in the library come to, as tools, that were learned from those who count."""
    found = vault.rows(
        "select q.skill, q.calls from skill_sequence q join skill s on s.id = q.skill"
        f" where s.current is not null{counted.condition('q.agent')}",
        *counted.values,
    )
    return {skill: _tools(calls) for skill, calls in found}


def _tools(calls: str) -> tuple[str, ...]:
    """Of a sequence as it is kept."""
    return tuple(tool for tool, _kinds in json.loads(calls))
