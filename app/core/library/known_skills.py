"""What the checks of one skill may know about all the others."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from app.core.changes import Part
from app.core.library import catalogue, library
from app.core.library.record import Status
from app.core.skills import names
from app.core.skills.checking.check import KnownSkills
from app.core.skills.checking.finding import Interface
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault

Place = tuple[int | None, Status]
"""The engram and the status of the skill that calls."""
_LONGEST = 100_000
"""Characters of a skill whose interface is read: more would be noticed between two keys."""


def known_skills(vault: Vault, engram: int | None, status: Status = Status.ACTIVE) -> KnownSkills:
    """The skills that one with this engram and status can call, as `catalogue.resolve` finds them.

    Quarantined skills are inert: they are only among them for a skill in quarantine beside them.
    """
    return NamesAndCalls(vault).known((engram, status))


@dataclass(frozen=True, slots=True)
class _Named:
    title: str
    key: str
    engram: int
    status: str
    calls: tuple[str, ...]


class NamesAndCalls:
    """What every skill is called and calls, read once; afterwards only what changed is read."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault
        self._skills: dict[int, _Named] = {}
        self._by_key: dict[str, dict[int, _Named]] = {}
        self._known: dict[Place, KnownSkills] = {}
        self._engrams: dict[int, tuple[str, str]] = {}
        """By id their keys and names."""
        self._meant: dict[tuple[Place, str], int | None] = {}
        self._interfaces: dict[int, Interface | None] = {}
        """Of the skills that were asked for, which are few of all."""
        self._seen = vault.newest_change()
        self._read(None)

    def known(self, place: Place) -> KnownSkills:
        """What a skill there can call, at the last `catch_up`."""
        if place not in self._known:
            by_key = {key: self._titles(key, place) for key in self._by_key}
            by_engram: dict[tuple[str, str], tuple[str, ...]] = {}
            for key in self._by_key:
                by_engram |= self._filed(key, place)
            self._known[place] = self._made(
                place,
                {key: titles for key, titles in by_key.items() if titles},
                {key: calls for key in self._by_key if (calls := self._calls(key))},
                by_engram,
            )
        return self._known[place]

    def _made(
        self,
        place: Place,
        by_key: Mapping[str, tuple[str, ...]],
        calls: Mapping[str, tuple[str, ...]],
        by_engram: Mapping[tuple[str, str], tuple[str, ...]],
    ) -> KnownSkills:
        own, _name = self._engrams.get(place[0] or 0, ("", ""))
        engrams = dict(sorted(self._engrams.values(), key=lambda each: each[1].casefold()))
        read = partial(self._interface, place)
        return KnownSkills(by_key, calls, by_engram, engrams, own, read)

    def catch_up(self) -> None:
        """Read the skills that were changed since the last time."""
        if (newest := self._vault.newest_change()) == self._seen:
            return
        changes = self._vault.changed_since(self._seen)
        self._seen = newest
        if changes is None or (changes.parts & _ALL and not changes.skills):
            self._read(None)
        elif changes.parts & (Part.LIST | Part.EDGES):
            self._read(changes.skills)

    def _read(self, skills: Iterable[int] | None) -> None:
        """Read these, or all, and let every answer that was given follow."""
        only, among = "", tuple[str, ...]()
        if skills is None:
            self._skills, self._by_key, self._known, self._interfaces = {}, {}, {}, {}
        else:
            among = (json.dumps(skills := sorted(skills)),)
            only = " and {skill} in (select value from json_each(?))"
        touched = self._forget(skills or ())
        self._meant = {}
        self._engrams = {
            engram: (key, name)
            for engram, key, name in self._vault.rows(
                "select id, key, name from engram where gone is null"
            )
        }
        calls: dict[int, list[str]] = defaultdict(list)
        for skill, target in self._vault.rows(
            "select distinct skill, target_key from edge where target_key <> ''"
            + only.format(skill="skill"),
            *among,
        ):
            calls[skill].append(target)
        for skill, title, key, engram, status in self._vault.rows(
            "select id, title, key, engram, status from skill where current is not null"
            + only.format(skill="id"),
            *among,
        ):
            named = _Named(title, key, engram, status, tuple(calls[skill]))
            self._skills[skill] = named
            self._by_key.setdefault(key, {})[skill] = named
            touched.add(key)
        for place, known in self._known.items():
            self._known[place] = self._patched(known, place, touched)

    def _forget(self, skills: Iterable[int]) -> set[str]:
        """Take these out; the keys they had."""
        touched = set()
        for skill in skills:
            self._interfaces.pop(skill, None)
            if (was := self._skills.pop(skill, None)) is not None:
                touched.add(was.key)
                of_key = self._by_key[was.key]
                del of_key[skill]
                if not of_key:
                    del self._by_key[was.key]
        return touched

    def _patched(self, known: KnownSkills, place: Place, touched: set[str]) -> KnownSkills:
        by_key, calls = dict(known.by_key), dict(known.calls)
        by_engram = dict(known.by_engram)
        for key in touched:
            for engram in {*known.engrams, *(its for its, _name in self._engrams.values())}:
                by_engram.pop((engram, key), None)
            by_engram |= self._filed(key, place)
            for answers, now in ((by_key, self._titles(key, place)), (calls, self._calls(key))):
                answers.pop(key, None)
                if now:
                    answers[key] = now
        return self._made(place, by_key, calls, by_engram)

    def _titles(self, key: str, place: Place) -> tuple[str, ...]:
        """Those of the same engram come before others."""
        own, others = list[str](), list[str]()
        for named in self._callable(key, place):
            (own if named.engram == place[0] else others).append(named.title)
        return tuple(own or others)

    def _filed(self, key: str, place: Place) -> dict[tuple[str, str], tuple[str, ...]]:
        """The titles with that key by the key of the engram they are in."""
        found: dict[tuple[str, str], tuple[str, ...]] = {}
        for named in self._callable(key, place):
            engram, _name = self._engrams.get(named.engram, ("", ""))
            found[engram, key] = (*found.get((engram, key), ()), named.title)
        return found

    def _callable(self, key: str, place: Place) -> Iterator[_Named]:
        """Those with that key that a skill there can call."""
        for _skill, named in sorted(self._by_key.get(key, {}).items()):
            beside = (named.engram, named.status) == place
            if beside or named.status != Status.QUARANTINED:
                yield named

    def _interface(self, place: Place, name: str) -> Interface | None:
        """What the one skill takes and gives that a call from there by that name means."""
        if (place, name) not in self._meant:
            engram, status = place
            found = catalogue.resolve(self._vault, names.call_key(name), engram or 0, status)
            self._meant[place, name] = found[0] if len(found) == 1 else None
        skill = self._meant[place, name]
        if skill is None:
            return None
        if skill not in self._interfaces:
            self._interfaces[skill] = self._read_interface(skill)
        return self._interfaces[skill]

    def _read_interface(self, skill: int) -> Interface | None:
        state = library.current(self._vault, skill)
        if state is None or len(state[1]) > _LONGEST:
            return None
        return Interface.of(parse(state[1]))

    def _calls(self, key: str) -> tuple[str, ...]:
        of_key = sorted(self._by_key.get(key, {}).items())
        return tuple(target for _skill, named in of_key for target in named.calls)


_ALL = Part.LIST | Part.EDGES | Part.ENGRAMS
"""Changes of these that name no skill may be about any."""
