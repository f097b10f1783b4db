"""What importing a pack would do, skill by skill. Nothing is written here."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from app.core.errors import NotFound
from app.core.library import engrams
from app.core.library.version import digest
from app.core.packs import cautions, match, trust
from app.core.packs.cautions import Caution
from app.core.packs.format.contents import Json, Pack, PackedSkill
from app.core.packs.match import Change, Choice, Existing, IncomingSkill, LibraryState
from app.core.packs.scan.scan import ScanFinding, scan
from app.core.packs.translate import text_of
from app.core.packs.trust import Judgement, Standing
from app.core.progress import SILENT, Progress, checkpoint
from app.core.skills import names
from app.core.skills.model import Call
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from app.core.words import _


@dataclass(frozen=True, slots=True)
class Need:
    """A call of a packed skill: by which skill, and in which of its steps (None: a goal)."""

    skill: str
    step: int | None


@dataclass(frozen=True, slots=True)
class Item:
    """One skill of the pack: what it is, what it meets, what can be done with it."""

    index: int
    name: str
    text: str = field(repr=False)
    change: Change
    existing: Existing | None
    choices: tuple[Choice, ...]
    """What can be chosen; the first is done when nothing is."""
    reason: str
    needed_by: tuple[Need, ...]
    missing: tuple[str, ...]
    """Names it calls that are neither in the pack nor in the destination."""
    findings: tuple[ScanFinding, ...]

    @property
    def default(self) -> Choice:
        return self.choices[0]


@dataclass(frozen=True, slots=True)
class Plan:
    """A pack against a vault, as both were a moment ago.

    `engram` is None when the destination has yet to be made. `quarantine` is what is suggested,
    `quarantine_locked` that nothing else is possible. `refused` is the reason why the pack cannot
    be imported, empty when it can.
    """

    pack: Pack = field(repr=False)
    judgement: Judgement
    engram: int | None
    engram_name: str
    items: tuple[Item, ...]
    cautions: tuple[Caution, ...]
    findings: tuple[ScanFinding, ...]
    """In what the pack says outside the texts of its skills."""
    quarantine: bool
    quarantine_locked: bool
    refused: str
    incoming_skills: tuple[IncomingSkill, ...] = field(repr=False)

    @property
    def allowed(self) -> bool:
        return not self.refused

    def count(self, change: Change) -> int:
        return sum(item.change is change for item in self.items)


def plan(
    vault: Vault, pack: Pack, engram: int | str | None = None, progress: Progress = SILENT
) -> Plan:
    """What importing `pack` into an engram (by id or name) would do.

    Without one it goes where most of its skills already are, otherwise into Skills; an engram of
    an unknown name is made by the import. Takes a while for a large pack: a job. Raises
    `NotFound` for an id no engram has.
    """
    incoming_skills = []
    for number, skill in enumerate(pack.skills):
        checkpoint(progress)
        progress.report(number / len(pack.skills), skill.name)
        incoming_skills.append(_incoming(skill))
    return _plan(vault, pack, tuple(incoming_skills), engram)


def again(vault: Vault, earlier: Plan, engram: int | str | None = None) -> Plan:
    """The same pack against the vault as it is now, into the same engram or another one. Quick."""
    same = earlier.engram_name if engram is None else engram
    return _plan(vault, earlier.pack, earlier.incoming_skills, same)


def _plan(
    vault: Vault, pack: Pack, incoming_skills: tuple[IncomingSkill, ...], engram: int | str | None
) -> Plan:
    judgement = trust.judge(vault, pack.signer)
    place, place_name = _destination(vault, pack, engram)
    library_state = match.library_state(vault, pack, incoming_skills, place)
    return Plan(
        pack=pack,
        judgement=judgement,
        engram=place,
        engram_name=place_name,
        items=_items(incoming_skills, library_state),
        cautions=cautions.of(vault, pack, judgement),
        findings=scan("\n".join(_said_elsewhere(pack))),
        quarantine=not judgement.vouched,
        quarantine_locked=judgement.standing is Standing.UNSIGNED,
        refused=cautions.refusal(pack, judgement),
        incoming_skills=incoming_skills,
    )


def _items(
    incoming_skills: tuple[IncomingSkill, ...], library_state: LibraryState
) -> tuple[Item, ...]:
    needs: dict[str, list[Need]] = {}
    for incoming in incoming_skills:
        for key, _name, step in incoming.calls:
            needs.setdefault(key, []).append(Need(incoming.title, step))
    known = library_state.callable.union(incoming.key for incoming in incoming_skills)
    return tuple(
        Item(
            index=index,
            name=incoming.title or incoming.packed.name,
            text=incoming.text,
            change=met.change,
            existing=met.existing,
            choices=met.choices,
            reason=met.reason,
            needed_by=tuple(n for n in needs.get(incoming.key, ()) if n.skill != incoming.title),
            missing=tuple(dict.fromkeys(n for k, n, _step in incoming.calls if k not in known)),
            findings=incoming.findings,
        )
        for index, (incoming, met) in enumerate(
            zip(incoming_skills, match.matches(incoming_skills, library_state), strict=True)
        )
    )


def _incoming(packed: PackedSkill) -> IncomingSkill:
    parsed = parse(text_of(packed))
    owners: list[tuple[tuple[Call, ...], int | None]] = [
        *((goal.calls, None) for goal in parsed.goals),
        *((step.calls, step.position) for step in parsed.steps),
    ]
    calls = [(call, at) for called, at in owners for call in called if call.explicit]
    return IncomingSkill(
        packed=packed,
        skill=parsed,
        digest=digest(parsed.text),
        key=names.key(parsed.title),
        calls=tuple((names.key(c.target), c.target, at) for c, at in calls),
        findings=scan(parsed.text),
    )


def _destination(vault: Vault, pack: Pack, engram: int | str | None) -> tuple[int | None, str]:
    known = engrams.engrams(vault)
    if isinstance(engram, int):
        chosen = next((e for e in known if e.id == engram), None)
        if chosen is None:
            raise NotFound(_("That engram is not there any more."), _("Choose another one."))
        return chosen.id, chosen.name
    wanted = engram or _usual(vault, pack) or engrams.home_name(vault)
    chosen = next((e for e in known if names.key(e.name) == names.key(wanted)), None)
    return (chosen.id, chosen.name) if chosen else (None, wanted.strip())


def _usual(vault: Vault, pack: Pack) -> str:
    """The engram that holds most of what came from the pack before; empty when nothing did."""
    found = vault.row(
        "select e.name from skill s join version v on v.id = s.current"
        " join engram e on e.id = s.engram where json_extract(v.meta, '$.origin.pack') = ?"
        " group by e.id order by count(*) desc limit 1",
        pack.id,
    )
    return str(found[0]) if found else ""


def _said_elsewhere(pack: Pack) -> Iterator[str]:
    yield pack.name
    yield pack.description
    yield from _strings(dict(pack.extra))
    for skill in pack.skills:
        yield skill.description
        yield from _strings(dict(skill.extra))
        yield from (past.text for past in skill.history)
        if skill.text is not None:
            yield skill.base_text
            yield from skill.goals.values()


def _strings(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _strings(item)
