"""One reading of the text: what it says, and what there is to look at."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QObject, QTimer, Signal

from app.core.skills.checking import check
from app.core.skills.checking.check import Finding, KnownSkills, Severity
from app.core.skills.checking.finding import Loss
from app.core.skills.model import Call, Skill
from app.core.skills.names import key
from app.core.skills.reading.calls import MARKER, explicit_calls
from app.core.skills.reading.grammar import parse
from app.core.words import _
from app.ui.views.skills.editor.text_buffer import TextBuffer

IDLE = 150
"""Milliseconds without typing before the text is read again."""


@dataclass(frozen=True, slots=True)
class Leads:
    """Where calls lead, by where their targets begin: nowhere, or to one of several of the name."""

    unknown: frozenset[int] = frozenset()
    places: Mapping[int, str] = field(default_factory=dict)
    """The engrams of those."""

    def is_unknown(self, call: Call) -> bool:
        return call.target_start in self.unknown

    def place(self, call: Call) -> str:
        return self.places.get(call.target_start, "")


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything the cards, chips and panels show."""

    skill_id: int | None
    skill: Skill
    findings: tuple[Finding, ...]
    name: str = ""
    quiet: bool = False
    """Whether nothing was looked at, because the skill has only just begun."""
    known: KnownSkills = field(default_factory=KnownSkills)

    @property
    def passed(self) -> tuple[str, ...]:
        """Sentences about what was looked at and is fine."""
        return () if self.quiet else check.passed(self.skill, self.findings)

    @property
    def unknown(self) -> frozenset[int]:
        """Where the call targets begin that no skill answers to."""
        return frozenset(f.start for f in self.findings if f.code == "call-unknown")

    @property
    def leads(self) -> Leads:
        calls = (call for call in self.skill.calls if call.explicit)
        places = ((call.target_start, self.known.place(call.target)) for call in calls)
        return Leads(self.unknown, {start: engram for start, engram in places if engram})

    @property
    def urgent(self) -> tuple[Finding, ...]:
        """What has to be looked at before the skill is used."""
        return tuple(f for f in self.findings if f.severity is not Severity.SUGGESTION)

    @property
    def problems(self) -> int:
        """How much has to be looked at before the skill is used."""
        return len(self.urgent)


def is_severe(finding: Finding) -> bool:
    return finding.severity is Severity.PROBLEM


class Reader(QObject):
    """Reads the text when typing pauses. `read(Reading)` after each time."""

    read = Signal(object)

    def __init__(self, buffer: TextBuffer, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._buffer = buffer
        self._known = KnownSkills()
        self._waiting: Mapping[str, str] = {}
        self._skill_id: int | None = None
        self._name = ""
        self._quiet = False
        self._reading: Reading | None = None
        self._skill: Skill | None = None
        self.idle = QTimer(self, interval=IDLE, singleShot=True)
        self.idle.timeout.connect(self.read_now)
        buffer.changed.connect(self.idle.start)

    def know(self, known: KnownSkills, waiting: Mapping[str, str]) -> None:
        """Check from now on among these skills; `waiting` are titles in quarantine by key."""
        self._known, self._waiting = known, waiting
        self._reading = None

    def call(self, skill_id: int | None, name: str) -> None:
        """Which skill of the library this is, and what it is called there."""
        if (skill_id, name) != (self._skill_id, self._name):
            self._skill_id, self._name = skill_id, name
            self._reading = None

    @property
    def quiet(self) -> bool:
        return self._quiet

    def set_quiet(self, quiet: bool) -> None:
        """Whether the text is read without a word about what is wrong with it."""
        if quiet != self._quiet:
            self._quiet = quiet
            self._reading = None

    def speak(self) -> None:
        """Say what there is to say, from now on."""
        if self._quiet:
            self.set_quiet(False)
            self.read_now()

    def look_again(self) -> None:
        """Read now, unless that has been done."""
        if self._reading is None or self._reading.skill is not self.skill:
            self.read_now()

    @property
    def title(self) -> str:
        """The title when the text was read last."""
        return self._reading.skill.title if self._reading is not None else ""

    @property
    def known(self) -> KnownSkills:
        return self._known

    def leads_somewhere(self, written: str) -> bool:
        """Whether a call, as it is written, is one of a skill that is there."""
        marker = MARKER.match(written)
        if marker is None:
            return False
        calls = explicit_calls(written, written, marker, len(written), False)
        return bool(calls and self._known.found(calls[0].target))

    @property
    def known_or_waiting(self) -> KnownSkills:
        """Also those that only have to be released: a call to them needs no repair."""
        waiting = {own: (title,) for own, title in self._waiting.items()}
        known = self._known
        reached = {
            own: now for own, now in known.targets.items() if now.loss is not Loss.QUARANTINED
        }
        return replace(known, by_key={**waiting, **known.by_key}, targets=reached)

    @property
    def skill(self) -> Skill:
        """What the text says at this moment."""
        if self._skill is None or self._skill.text != self._buffer.text:
            self._skill = parse(self._buffer.text, self._skill)
        return self._skill

    @property
    def reading(self) -> Reading:
        """The newest reading; made now if there is none of the present text."""
        self.look_again()
        assert self._reading is not None
        return self._reading

    def read_now(self) -> None:
        """Read and check the text without waiting for a pause."""
        self.idle.stop()
        found = () if self._quiet else check.findings(self.skill, self._known, name=self._name)
        self._reading = Reading(
            self._skill_id,
            self.skill,
            tuple(_with_reason(finding, self._waiting) for finding in found),
            self._name,
            self._quiet,
            self._known,
        )
        self.read.emit(self._reading)


def _with_reason(finding: Finding, waiting: Mapping[str, str]) -> Finding:
    """Say of a call that finds nothing when the skill is only waiting in quarantine."""
    title = waiting.get(key(finding.create)) if finding.create else None
    if title is None:
        return finding
    detail = _("{title} is in quarantine. Release it to make the call work.").format(title=title)
    return replace(finding, detail=detail, create="", repairs=())
