"""A pack that was opened, with what the texts of its skills say: the same for every library."""

from collections.abc import Iterator
from dataclasses import dataclass

from app.core.garbage import nothing_collected
from app.core.library.version import digest
from app.core.packs.format.contents import Json, Pack, PackedSkill
from app.core.packs.scan.rules import Severity
from app.core.packs.scan.scan import ScanFinding, scan
from app.core.packs.translate import sha256, text_of
from app.core.progress import SILENT, Progress, checkpoint
from app.core.skills import names
from app.core.skills.model import Call, Skill
from app.core.skills.reading.grammar import parse
from app.core.skills.step_names import step_name


@dataclass(frozen=True, slots=True)
class IncomingSkill:
    """A packed skill with what its text says. The same whatever it is compared with."""

    packed: PackedSkill
    skill: Skill
    digest: str
    files: tuple[str, ...]
    """The SHA-256 of each of its files."""
    key: str
    calls: tuple[tuple[str, str, str | None], ...]
    """Key and name of each skill called, and the path of the step that calls it (None: a goal)."""
    findings: tuple[ScanFinding, ...]

    @property
    def text(self) -> str:
        return self.skill.text

    @property
    def title(self) -> str:
        return self.skill.title

    @property
    def is_dangerous(self) -> bool:
        """Whether the scan found something grave in its text or its files."""
        in_text = any(one.severity is Severity.DANGER for one in self.findings)
        return in_text or bool(self.packed.dangers)

    @property
    def content(self) -> tuple[str, tuple[str, ...]]:
        """The same for two skills that say the same and bring the same files."""
        return self.digest, self.files


@dataclass(frozen=True, slots=True)
class Unpacked:
    """A pack and its skills, in their order."""

    pack: Pack
    skills: tuple[IncomingSkill, ...]
    findings: tuple[ScanFinding, ...]
    """In what the pack says outside the texts of its skills."""


def unpack(pack: Pack, progress: Progress = SILENT) -> Unpacked:
    """Read the texts of a pack. Takes a while for a large one: a job. Raises `Cancelled`."""
    found = []
    with nothing_collected():
        for number, skill in enumerate(pack.skills):
            checkpoint(progress)
            progress.report(number / len(pack.skills), skill.name)
            found.append(_incoming(skill))
    return Unpacked(pack, tuple(found), scan("\n".join(_said_elsewhere(pack))))


def _incoming(packed: PackedSkill) -> IncomingSkill:
    parsed = parse(text_of(packed))
    owners: list[tuple[tuple[Call, ...], str | None]] = [
        *((goal.calls, None) for goal in parsed.goals),
        *((step.calls, step_name(parsed, step.position)) for step in parsed.steps),
    ]
    calls = [(call, at) for called, at in owners for call in called if call.explicit]
    return IncomingSkill(
        packed=packed,
        skill=parsed,
        digest=digest(parsed.text),
        files=tuple(sha256(item.data) for item in packed.attachments),
        key=names.key(parsed.title),
        calls=tuple((names.call_key(c.target), c.target, at) for c, at in calls),
        findings=scan(parsed.text),
    )


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
