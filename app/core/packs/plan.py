"""What importing a pack would do, skill by skill. Nothing is written here."""

import json
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field

from app.core.errors import NotFound
from app.core.library import engrams
from app.core.packs import cautions, identity, match, rivals, trust
from app.core.packs.cautions import Caution, Kind
from app.core.packs.format.contents import Pack
from app.core.packs.incoming import IncomingSkill, Unpacked, unpack
from app.core.packs.library_state import Existing, LibraryState, library_states
from app.core.packs.match import Asked, Change, Choice, Match
from app.core.packs.namesakes import Namesake
from app.core.packs.rivals import Rival
from app.core.packs.scan.rules import Severity
from app.core.packs.scan.scan import ScanFinding
from app.core.packs.trust import Judgement, Standing
from app.core.progress import SILENT, Progress
from app.core.skills import names
from app.core.vault import Vault
from app.core.words import _


@dataclass(frozen=True, slots=True)
class Need:
    """A call of a packed skill: by which skill, and in which of its steps (None: a goal)."""

    skill: str
    step: str | None


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
    """Names it calls that are neither in the packs that are reviewed nor in the destination."""
    findings: tuple[ScanFinding, ...]
    namesakes: tuple[Namesake, ...] = ()
    """Of a new skill, those of its name in other engrams, where calls by it go on leading."""
    notices: tuple[str, ...] = ()
    """What to know about the file of one that is no pack's."""

    @property
    def callers(self) -> tuple[int, ...]:
        """The skills whose calls could lead to it instead."""
        return tuple(dict.fromkeys(one for other in self.namesakes for one in other.callers))

    @property
    def default(self) -> Choice:
        return self.choices[0]

    @property
    def match(self) -> Match:
        """What it met when it was planned."""
        return Match(self.change, self.existing, self.choices, self.reason)


_QUARANTINED = frozenset({Kind.UNSIGNED, Kind.NEW_PUBLISHER, Kind.UNCOMPARED})
_SCANNED = ((Severity.DANGER, Kind.DANGER), (Severity.WARNING, Kind.TO_READ))
"""The findings of the scan that are grave, the gravest first; a note is none."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A pack against a vault, as both were a moment ago.

    `engram` is None when the destination has yet to be made. `quarantine` is what is suggested,
    `quarantine_locked` that nothing else is possible; of SKILL.md files, those in which the scan
    finds something grave go there in any case. `refused` is the reason why the pack cannot
    be imported, empty when it can.
    """

    judgement: Judgement
    engram: int | None
    engram_name: str
    items: tuple[Item, ...]
    cautions: tuple[Caution, ...]
    quarantine: bool
    quarantine_locked: bool
    refused: str
    rivals: tuple[Rival, ...]
    unpacked: Unpacked = field(repr=False)

    @property
    def pack(self) -> Pack:
        return self.unpacked.pack

    @property
    def incoming_skills(self) -> tuple[IncomingSkill, ...]:
        return self.unpacked.skills

    @property
    def findings(self) -> tuple[ScanFinding, ...]:
        """In what the pack says outside the texts of its skills."""
        return self.unpacked.findings

    @property
    def allowed(self) -> bool:
        return not self.refused

    @property
    def yields(self) -> tuple[Rival, ...]:
        """The rivals for which it stays out unless somebody chooses otherwise."""
        return tuple(rival for rival in self.rivals if rival.yields)

    @property
    def grave(self) -> tuple[Caution, ...]:
        """Why it should not come in before somebody looked at it.

        That nobody has compared the key is no such reason: it goes into quarantine.
        """
        found = [caution for caution in self.cautions if caution.kind not in _QUARANTINED]
        inside = (*self.findings, *(one for item in self.items for one in item.findings))
        titles = {one.severity: one.title for one in reversed(inside)}
        beside = next((said for one in self.incoming_skills for said in one.packed.dangers), "")
        if beside:
            titles.setdefault(Severity.DANGER, beside)
        for severity, kind in _SCANNED:
            if severity in titles:
                return (*found, Caution(kind, titles[severity]))
        return tuple(found)

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
    return plans(vault, [unpack(pack, progress)], [engram])[0]


def again(vault: Vault, earlier: Plan, engram: int | str | None = None) -> Plan:
    """The same pack against the vault as it is now, into the same engram or another one. Quick."""
    return plans(vault, [earlier.unpacked], [earlier.engram_name if engram is None else engram])[0]


def plans(
    vault: Vault, packs: Sequence[Unpacked], places: Sequence[int | str | None]
) -> tuple[Plan, ...]:
    """What importing each pack into its place would do when the others come in as well.

    The first of several that bring a skill of one name has it. Raises `NotFound`.
    """
    known, usual, judge = _Engrams(vault), _usual(vault, packs), trust.judging(vault)
    opened = [one.pack for one in packs]
    judgements = [judge(pack.signer) for pack in opened]
    refusals = [
        cautions.refusal(pack, judgement)
        for pack, judgement in zip(opened, judgements, strict=True)
    ]
    apart = rivals.rivals(opened, identity.keys(vault), refusals)
    asked = [
        Asked(
            one,
            *known.find(place, usual.get(one.pack.id, "")),
            apart=frozenset(rival.pack for rival in theirs),
            refused=refused,
        )
        for one, place, theirs, refused in zip(packs, places, apart, refusals, strict=True)
    ]
    states = library_states(vault, [(one.unpacked, one.engram) for one in asked])
    met = match.matches(asked, states)
    brought = {incoming.key for one in asked if not one.refused for incoming in one.unpacked.skills}
    return tuple(
        Plan(
            judgement=judgements[number],
            engram=one.engram,
            engram_name=one.engram_name,
            items=_items(one.unpacked.skills, met[number], states[number], brought),
            cautions=(
                *cautions.of(vault, opened[number], judgements[number]),
                *rivals.cautions(opened, number, apart[number]),
            ),
            quarantine=not (judgements[number].vouched or opened[number].is_skill_files),
            quarantine_locked=judgements[number].standing is Standing.UNSIGNED
            and not opened[number].is_skill_files,
            refused=one.refused,
            rivals=apart[number],
            unpacked=one.unpacked,
        )
        for number, one in enumerate(asked)
    )


def _items(
    incoming_skills: Sequence[IncomingSkill],
    met: Sequence[Match],
    state: LibraryState,
    brought: Set[str],
) -> tuple[Item, ...]:
    needs: dict[str, list[Need]] = {}
    for incoming in incoming_skills:
        for key, _name, step in incoming.calls:
            for _engram, own in names.readings(key):
                needs.setdefault(own, []).append(Need(incoming.title, step))
    known = state.callable | brought | {incoming.key for incoming in incoming_skills}
    return tuple(
        Item(
            index=index,
            name=incoming.title or incoming.packed.name,
            text=incoming.text,
            change=one.change,
            existing=one.existing,
            choices=one.choices,
            reason=one.reason,
            needed_by=tuple(n for n in needs.get(incoming.key, ()) if n.skill != incoming.title),
            missing=tuple(
                dict.fromkeys(
                    n for _key, n, _step in incoming.calls if not names.is_among(n, known)
                )
            ),
            findings=incoming.findings,
            namesakes=state.elsewhere.get(incoming.key, ()) if one.change is Change.NEW else (),
            notices=_notices(incoming),
        )
        for index, (incoming, one) in enumerate(zip(incoming_skills, met, strict=True))
    )


def _notices(incoming: IncomingSkill) -> tuple[str, ...]:
    """What to know about the file of a skill that has one of its own."""
    is_inert = incoming.packed.is_skill_file and incoming.is_dangerous
    said = (_("Goes into quarantine"), *incoming.packed.dangers) if is_inert else ()
    return (*said, *incoming.packed.notices)


class _Engrams:
    """The engrams there are, by id and by the key of their name."""

    def __init__(self, vault: Vault) -> None:
        known = engrams.engrams(vault)
        self._by_id = {one.id: one for one in known}
        self._by_key = {names.key(one.name): one for one in known}
        self._home = engrams.home_name(vault)

    def find(self, wanted: int | str | None, usual: str) -> tuple[int | None, str]:
        """Id and name of a destination; its id is None when it has yet to be made."""
        if isinstance(wanted, int):
            if wanted not in self._by_id:
                raise NotFound(_("That engram no longer exists."), _("Choose another one."))
            return wanted, self._by_id[wanted].name
        name = wanted or usual or self._home
        known = self._by_key.get(names.key(name))
        return (known.id, known.name) if known else (None, name.strip())


def _usual(vault: Vault, packs: Sequence[Unpacked]) -> Mapping[str, str]:
    """The engram that holds most of what came from each pack before, by the id of the pack."""
    found = vault.rows(
        "select json_extract(v.meta, '$.origin.pack') uid, e.name, count(*) held from skill s"
        " join version v on v.id = s.current join engram e on e.id = s.engram"
        " where uid in (select value from json_each(?)) group by uid, e.id order by held",
        json.dumps(sorted({one.pack.id for one in packs})),
    )
    return {uid: name for uid, name, _held in found}
