"""Several packs on their way in: which come, with what, decided by whom. Public name: `Review`."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from app.core.packs import parcels
from app.core.packs.credentials import standing_name, standing_words
from app.core.packs.format.contents import Signer
from app.core.packs.install import Decision
from app.core.packs.match import Choice
from app.core.packs.plan import Plan
from app.core.packs.trust import Standing
from app.core.words import _, ngettext
from app.ui.views.packs.importing.incoming import Found


class Group(Enum):
    """What packs are listed under, in the order of the list."""

    CAUTIONS = "cautions"
    CLEAR = "clear"
    LOCKED = "locked"
    REFUSED = "refused"


class Into(Enum):
    """Where packs go when they do not all go into one engram."""

    USUAL = "usual"
    """Each where most of its skills are already, otherwise where new skills go."""
    OWN = "own"
    """Each into an engram with its name."""


Place = Into | int | str
"""Where packs go: one of these, or an engram by its id or name."""


@dataclass(eq=False)
class Entry:
    """One file of the review. `plan` is None while it is locked, or when it cannot be opened."""

    found: Found
    plan: Plan | None = None
    ticked: bool = False
    choices: dict[int, Choice] = field(default_factory=dict)
    switch: frozenset[int] = frozenset()
    """The new skills to which calls of their namesakes are to lead."""
    """What a person chose; what is not in it is done by default."""
    decided: bool = False
    """Whether a person ticked it, or took the tick away."""

    @property
    def path(self) -> Path:
        return self.found.path

    @property
    def name(self) -> str:
        """The pack's own name; of one that is closed what can be known, else its file's."""
        envelope = self.found.outside.envelope if self.found.outside is not None else None
        manifest = envelope.manifest if envelope is not None else None
        if self.found.unpacked is not None:
            return self.found.unpacked.pack.name
        return (manifest.name if manifest is not None else "") or self.path.name

    @property
    def version(self) -> str:
        return self.found.unpacked.pack.version if self.found.unpacked is not None else ""

    @property
    def is_skill_files(self) -> bool:
        """Whether it is no pack, but SKILL.md files."""
        return self.found.unpacked is not None and self.found.unpacked.pack.is_skill_files

    @property
    def signer(self) -> Signer | None:
        if self.found.unpacked is not None:
            return self.found.unpacked.pack.signer
        return self.found.outside.envelope.signer if self.found.outside is not None else None

    @property
    def group(self) -> Group:
        if self.found.problem is not None or (self.plan is not None and not self.plan.allowed):
            return Group.REFUSED
        if self.plan is None:
            return Group.LOCKED
        return Group.CAUTIONS if self.plan.grave else Group.CLEAR

    @property
    def brings(self) -> bool:
        """Whether anything of it is to come in, once it is ticked."""
        if self.plan is None or not self.plan.allowed:
            return False
        chosen = (self.choices.get(item.index, item.default) for item in self.plan.items)
        return any(choice is not Choice.KEEP for choice in chosen)

    @property
    def is_uncompared(self) -> bool:
        """Whether somebody signed it whose key nobody has compared."""
        return (
            self.plan is not None
            and self.plan.allowed
            and not self.plan.judgement.vouched
            and self.signer is not None
        )


class Review:
    """What is decided about the files that were opened together, in the order they came."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.place: Place = Into.USUAL
        self.quarantine = True
        """Whether the skills of those whom nobody compared stay inert until they are released."""
        self.trusted: set[bytes] = set()
        """The keys that a person said to have compared."""
        self._planned: list[Entry] = []

    # What is known

    def add(self, found: Iterable[Found]) -> list[Entry]:
        """More files; those that are here already stay as they are."""
        known = {entry.path for entry in self.entries}
        new = [Entry(one) for one in found if one.path not in known]
        self.entries += new
        return new

    @property
    def opened(self) -> list[Entry]:
        return [entry for entry in self.entries if entry.found.unpacked is not None]

    def places(self) -> list[int | str | None]:
        """Where each that was opened goes, as a plan takes it."""
        if isinstance(self.place, Into):
            own = self.place is Into.OWN
            return [entry.name if own else None for entry in self.opened]
        return [self.place] * len(self.opened)

    def show_plans(self, made: Sequence[Plan]) -> None:
        """What each that was opened would do now; a tick that nobody decided about follows it."""
        self._planned = self.opened
        for entry, one in zip(self._planned, made, strict=True):
            entry.plan = one
            entry.choices = {
                index: choice
                for index, choice in entry.choices.items()
                if choice in one.items[index].choices
            }
            if not entry.decided:
                entry.ticked = entry.group is Group.CLEAR
            entry.ticked = entry.ticked and entry.brings
        for entry in self._planned:
            if entry.ticked and any(other.ticked for other in self._rivals(entry, yields=True)):
                entry.ticked = False

    def groups(self) -> list[tuple[Group, list[Entry]]]:
        found = [(group, [e for e in self.entries if e.group is group]) for group in Group]
        return [(group, entries) for group, entries in found if entries]

    # What is decided

    def tick(self, entry: Entry, on: bool) -> None:
        """Let a pack come in, or not; those that cannot come in with it stay out."""
        entry.ticked, entry.decided = on and entry.brings, True
        if entry.ticked:
            for other in self._rivals(entry):
                other.ticked, other.decided = False, True

    def tick_clear(self, on: bool) -> None:
        """The same for all that can be ticked without a thought."""
        for entry in self.entries:
            if entry.group is Group.CLEAR and entry.ticked != (on and entry.brings):
                self.tick(entry, on)

    def choose(self, entry: Entry, choices: Mapping[int, Choice]) -> None:
        """What is to be done with the skills of a pack."""
        before = entry.brings
        entry.choices = dict(choices)
        if entry.brings != before:
            self.tick(entry, entry.brings)

    def trust(self, entry: Entry, on: bool) -> None:
        """Believe whoever signed it, or take that back."""
        if entry.signer is not None:
            (self.trusted.add if on else self.trusted.discard)(entry.signer.key)

    def is_trusted(self, entry: Entry) -> bool:
        return entry.signer is not None and entry.signer.key in self.trusted

    def quarantines(self, entry: Entry) -> bool:
        """Whether what comes in with it goes into quarantine."""
        if entry.plan is None or entry.plan.quarantine_locked:
            return True
        return self.quarantine and entry.plan.quarantine and not self.is_trusted(entry)

    @property
    def coming(self) -> list[Entry]:
        return [entry for entry in self._planned if entry.ticked]

    @property
    def skills(self) -> int:
        """How many skills come in."""
        chosen = {at: e.choices for at, e in enumerate(self._planned) if e.ticked}
        return parcels.coming(self.plans, chosen)

    @property
    def plans(self) -> list[Plan]:
        return [entry.plan for entry in self._planned if entry.plan is not None]

    def decisions(self) -> dict[int, Decision]:
        """What is to be done, by the place among `plans`."""
        quarantine = None if self.quarantine else False
        return {
            at: Decision(
                entry.choices,
                quarantine,
                self.is_trusted(entry),
                frozenset() if self.quarantines(entry) else entry.switch,
            )
            for at, entry in enumerate(self._planned)
            if entry.ticked
        }

    def _rivals(self, entry: Entry, *, yields: bool = False) -> list[Entry]:
        if entry.plan is None:
            return []
        rivals = entry.plan.yields if yields else entry.plan.rivals
        return [self._planned[rival.pack] for rival in rivals]

    # What is said

    def import_words(self) -> str:
        """What importing does, as the button says it."""
        coming = self.coming
        if not coming:
            return _("Nothing to import")
        clear = [entry for entry in self.entries if entry.group is Group.CLEAR]
        if len(clear) < len(self.entries) and coming == clear and self._has(Group.CAUTIONS):
            return _clear_words(len(clear))
        return _import_words(len(coming), self.skills)

    def longest_words(self) -> tuple[str, str]:
        """What the button may say of all of them."""
        inside = (entry.found.unpacked for entry in self.entries)
        skills = sum(len(one.skills) for one in inside if one is not None)
        count = len(self.entries)
        return _import_words(count, skills), _clear_words(count)

    def standing_words(self, entry: Entry) -> str:
        """How far its signature is to be believed, with what was decided here."""
        if self.is_trusted(entry):
            return standing_name(Standing.TRUSTED)
        if entry.plan is None:
            return ""
        return _("Not compared") if entry.is_uncompared else standing_words(entry.plan.judgement)

    def _has(self, group: Group) -> bool:
        return any(entry.group is group for entry in self.entries)


def _import_words(packs: int, skills: int) -> str:
    come = ngettext("Import {count} pack", "Import {count} packs", packs)
    inside = ngettext("{count} skill", "{count} skills", skills)
    return _("{packs}, {skills}").format(
        packs=come.format(count=packs), skills=inside.format(count=skills)
    )


def _clear_words(packs: int) -> str:
    words = ngettext(
        "Import the one without cautions", "Import the {count} without cautions", packs
    )
    return words.format(count=packs)
