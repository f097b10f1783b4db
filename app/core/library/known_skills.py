"""What the checks of one skill may know about all the others."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from app.core.changes import Part
from app.core.library import catalogue, deleted, library
from app.core.library.record import Status
from app.core.skills import names
from app.core.skills.checking.check import KnownSkills
from app.core.skills.checking.finding import Candidate, Interface, Loss, Target
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault

_LONGEST = 100_000
"""Characters of a skill whose interface is read: more would be noticed between two keys."""


def known_skills(vault: Vault, engram: int | None, skill: int | None = None) -> KnownSkills:
    """What `skill` (None: a new one) in this engram can call, as `catalogue.resolve` finds it.

    Quarantined skills are inert: they are only among them for a skill in quarantine beside them.
    """
    return NamesAndCalls(vault).known(engram, skill)


@dataclass(frozen=True, slots=True)
class _Named:
    """`leads` says where its calls lead for which that was written down, by their keys; `pack` is
    what came in together, empty outside of quarantine."""

    id: int
    title: str
    key: str
    engram: int
    status: str
    pack: str
    calls: tuple[str, ...]
    leads: Mapping[str, int | None]


Place = tuple[int | None, str]
"""An engram, and the pack of those in quarantine there that may be called; empty: none."""


class NamesAndCalls:
    """What every skill is called and calls, read once; afterwards only what changed is read."""

    def __init__(self, vault: Vault, closed: frozenset[int] = frozenset()) -> None:
        """Nothing is known of the engrams that are `closed`."""
        self._vault, self._closed = vault, closed
        self._skills: dict[int, _Named] = {}
        self._by_key: dict[str, dict[int, _Named]] = {}
        self._engrams: dict[int, str] = {}
        self._keys: dict[int, str] = {}
        """Of the names of the engrams that are there."""
        self._known: dict[Place, KnownSkills] = {}
        self._own: dict[tuple[int | None, int], KnownSkills] = {}
        self._calls = _Calls(self)
        self._meant: dict[tuple[int | None, int | None, str], int | None] = {}
        self._interfaces: dict[int, Interface | None] = {}
        """Of the skills that were asked for, which are few of all."""
        self._seen = vault.newest_change()
        self._read(None)

    def known(self, engram: int | None, skill: int | None = None) -> KnownSkills:
        """What a skill there can call, at the last `catch_up`."""
        me = self._skills.get(skill) if skill is not None else None
        if me is None:
            return self._among((engram, ""))
        if (engram, me.id) not in self._own:
            place = self._among((engram, me.pack))
            targets = {key: self._target(me, target) for key, target in me.leads.items()}
            others = partial(self.candidates, caller=me.id)
            read = partial(self._interface, engram, me.id)
            known = replace(
                place,
                targets=targets,
                me=self.node(me),
                others=others,
                read=read,
                led=partial(self._led, me),
            )
            self._own[engram, me.id] = known
        return self._own[engram, me.id]

    def _among(self, place: Place) -> KnownSkills:
        if place not in self._known:
            by_key = {key: self._titles(key, place) for key in self._by_key}
            by_engram: dict[tuple[str, str], tuple[str, ...]] = {}
            for key in self._by_key:
                by_engram |= self._filed(key, place)
            self._known[place] = self._made(
                place,
                {key: titles for key, titles in by_key.items() if titles},
                by_engram,
            )
        return self._known[place]

    def _made(
        self,
        place: Place,
        by_key: Mapping[str, tuple[str, ...]],
        by_engram: Mapping[tuple[str, str], tuple[str, ...]],
    ) -> KnownSkills:
        own = self._keys.get(place[0] or 0, "")
        names_of = sorted(self._engrams, key=lambda one: self._engrams[one].casefold())
        engrams = {self._keys[one]: self._engrams[one] for one in names_of}
        return KnownSkills(
            by_key,
            self._calls,
            by_engram,
            engrams,
            own,
            partial(self._interface, place[0], None),
            nodes=_Nodes(self, place),
            others=self.candidates,
        )

    def candidates(self, key: str, caller: int | None = None) -> tuple[Candidate, ...]:
        """The skills that a call by that name could be made to mean, but for what it means."""
        me = self._skills.get(caller) if caller is not None else None
        now = me.leads.get(key) if me is not None else None
        pack, engram = (me.pack, me.engram) if me is not None else ("", None)
        return tuple(
            Candidate(one.id, one.title, self._engrams.get(one.engram, ""))
            for one in self._answering(key)
            if one.id not in (now, caller) and _reaches(pack, engram, one)
        )

    def _answering(self, key: str) -> list[_Named]:
        """All skills that a name can be that of, whichever engram it may name."""
        known = {name for _engram, name in names.readings(key)}
        found = {i: one for name in known for i, one in self._by_key.get(name, {}).items()}
        return [found[i] for i in sorted(found)]

    def node(self, skill: _Named) -> str:
        """What stands for a skill in the graph of calls: its name's key, if it alone has that."""
        return skill.key if len(self._by_key[skill.key]) == 1 else f"{skill.key} {skill.id}"

    def meant(self, key: str, place: Place) -> list[_Named]:
        """The skills that answer to a name there, as `catalogue.named` finds them."""
        for engram, name in names.readings(key):
            found = [one for _skill, one in sorted(self._by_key.get(name, {}).items())]
            reached = [one for one in found if _reaches(place[1], place[0], one)]
            own = [one for one in reached if one.engram == place[0]]
            there = [one for one in reached if engram and engram == self._keys.get(one.engram)]
            if there or (reached and not engram):
                return there or own or reached
            if own and engram not in self._keys.values():
                return own
        return []

    def nodes(self) -> Iterator[str]:
        """All of the graph of calls."""
        return map(self.node, self._skills.values())

    def called_by(self, node: str) -> tuple[str, ...]:
        """The nodes that the skill of one leads to; a name that means nothing is one as well."""
        key, _space, number = node.partition(" ")
        here = self._by_key.get(key, {})
        callers = [here[int(number)]] if number and int(number) in here else here.values()
        found: dict[str, None] = {}
        for me in callers:
            for name in me.calls:
                if name in me.leads:
                    target = self._skills.get(me.leads[name] or 0)
                    meant = [target] if target is not None and _reached(me, target) else []
                else:
                    meant = self.meant(name, (me.engram, me.pack))
                    if not meant:
                        found[name] = None
                found |= dict.fromkeys(map(self.node, meant))
        return tuple(found)

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
        engrams = self._vault.rows("select id, name, key from engram where gone is null")
        engrams = [one for one in engrams if one[0] not in self._closed]
        self._engrams = {engram: name for engram, name, _key in engrams}
        self._keys = {engram: key for engram, _name, key in engrams}
        calls: dict[int, list[str]] = defaultdict(list)
        for skill, target in self._vault.rows(
            "select distinct skill, target_key from edge where target_key <> ''"
            + only.format(skill="skill"),
            *among,
        ):
            calls[skill].append(target)
        leads: dict[int, dict[str, int | None]] = defaultdict(dict)
        for skill, key, target in self._vault.rows(
            "select s.id, c.key, c.target from call_target c join skill s on s.current = c.version"
            " where 1" + only.format(skill="s.id"),
            *among,
        ):
            leads[skill][key] = target
        for skill, title, key, engram, status, pack in self._vault.rows(
            "select s.id, s.title, s.key, s.engram, s.status, case when s.status = 'quarantined'"
            " then (select json_extract(v.meta, '$.origin.pack', '$.origin.publisher')"
            " from version v where v.id = s.current) else '' end"
            " from skill s where s.current is not null" + only.format(skill="s.id"),
            *among,
        ):
            if engram in self._closed:
                continue
            called = tuple(calls[skill])
            named = _Named(skill, title, key, engram, status, pack, called, leads[skill])
            self._skills[skill] = named
            self._by_key.setdefault(key, {})[skill] = named
            touched.add(key)
        self._read_leads(touched)
        self._own = {}
        for place, known in self._known.items():
            self._known[place] = self._patched(known, place, touched)

    def _read_leads(self, keys: Iterable[str]) -> None:
        """What leads where by these names may have been written down when their skills changed."""
        for skill, key, target in self._vault.rows(
            "select s.id, c.key, c.target from call_target c join skill s on s.current = c.version"
            " where c.key in (select value from json_each(?)) or instr(c.key, '/') > 0",
            json.dumps(sorted(keys)),
        ):
            named = self._skills.get(skill)
            if named is not None and key not in named.leads:
                self._skills[skill] = replace(named, leads={**named.leads, key: target})
                self._by_key[named.key][skill] = self._skills[skill]

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
        by_key, by_engram = dict(known.by_key), dict(known.by_engram)
        for key in touched:
            for engram in {*known.engrams, *self._keys.values()}:
                by_engram.pop((engram, key), None)
            by_engram |= self._filed(key, place)
            by_key.pop(key, None)
            if now := self._titles(key, place):
                by_key[key] = now
        return self._made(place, by_key, by_engram)

    def _titles(self, key: str, place: Place) -> tuple[str, ...]:
        return tuple(one.title for one in self.meant(key, place))

    def _filed(self, key: str, place: Place) -> dict[tuple[str, str], tuple[str, ...]]:
        """The titles with that key by the key of the engram they are in."""
        found: dict[tuple[str, str], tuple[str, ...]] = {}
        for named in self._callable(key, place):
            engram = self._keys.get(named.engram, "")
            found[engram, key] = (*found.get((engram, key), ()), named.title)
        return found

    def _callable(self, key: str, place: Place) -> Iterator[_Named]:
        """Those with that key that a skill there can call."""
        for _skill, named in sorted(self._by_key.get(key, {}).items()):
            if _reaches(place[1], place[0], named):
                yield named

    def _interface(self, engram: int | None, caller: int | None, name: str) -> Interface | None:
        """What the one skill takes and gives that a call from there by that name means."""
        call = (engram, caller, name)
        if call not in self._meant:
            found = catalogue.resolve(self._vault, names.call_key(name), engram, caller)
            self._meant[call] = found[0] if len(found) == 1 else None
        skill = self._meant[call]
        if skill is None or skill not in self._skills:
            return None
        if skill not in self._interfaces:
            self._interfaces[skill] = self._read_interface(skill)
        return self._interfaces[skill]

    def _read_interface(self, skill: int) -> Interface | None:
        state = library.current(self._vault, skill)
        if state is None or len(state[1]) > _LONGEST:
            return None
        return Interface.of(parse(state[1]))

    def _led(self, me: _Named, key: str) -> Target | None:
        """Where the calls by a name led in the newest version that is known of, of this skill
        first: what is there to call, or in the bin.
        """
        row = self._vault.row(
            "select c.target from call_target c join version v on v.id = c.version"
            " where c.key = ? and c.target is not null"
            " order by v.skill = ? desc, v.id desc limit 1",
            key,
            me.id,
        )
        if row is None or row[0] == me.id:
            return None
        found = self._target(me, int(row[0]))
        return found if found.loss is None or found.binned is not None else None

    def _target(self, me: _Named, target: int | None) -> Target:
        if target is None:
            return Target(loss=Loss.FOR_GOOD)
        found = self._skills.get(target)
        if found is None:
            binned = next(iter(deleted.in_bin(self._vault, [target])), None)
            if binned is None or binned.engram in self._closed:
                return Target(loss=Loss.DELETED)
            there = Candidate(binned.id, binned.title, binned.engram_name)
            return Target(loss=Loss.DELETED, binned=there)
        loss = None if _reached(me, found) else Loss.QUARANTINED
        engram = self._engrams.get(found.engram, "")
        return Target(found.title, self.node(found), engram, loss)


def _reached(me: _Named, target: _Named) -> bool:
    return _reaches(me.pack, me.engram, target)


def _reaches(pack: str, engram: int | None, target: _Named) -> bool:
    """Whether a call from there may lead to that one: see the view `beside`."""
    beside = bool(pack) and (pack, engram) == (target.pack, target.engram)
    return beside or target.status != Status.QUARANTINED


class _Calls(Mapping[str, tuple[str, ...]]):
    """By the node of a skill the nodes that its calls lead to, found when asked for."""

    def __init__(self, of: NamesAndCalls) -> None:
        self._of = of

    def __getitem__(self, node: str) -> tuple[str, ...]:
        if found := self._of.called_by(node):
            return found
        raise KeyError(node)

    def __iter__(self) -> Iterator[str]:
        return (node for node in self._of.nodes() if self._of.called_by(node))

    def __len__(self) -> int:
        return sum(1 for _node in self)


class _Nodes(Mapping[str, str]):
    """By the key of a name the node of the one skill that it means there, found when asked for."""

    def __init__(self, of: NamesAndCalls, place: Place) -> None:
        self._of, self._place = of, place

    def __getitem__(self, key: str) -> str:
        found = self._of.meant(key, self._place)
        if len(found) == 1:
            return self._of.node(found[0])
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


_ALL = Part.LIST | Part.EDGES | Part.ENGRAMS
"""Changes of these that name no skill may be about any."""
