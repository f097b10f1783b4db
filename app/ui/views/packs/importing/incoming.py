"""Packs on their way into the library, as far as they were read.

Public names: `Outside`, `Found`, `IncomingPack`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from app.core.errors import AppError
from app.core.library import library
from app.core.library.compare import compare
from app.core.library.summary import sentence
from app.core.mirror.bringing import read_skills
from app.core.mirror.clients import clients
from app.core.mirror.sources import is_skills
from app.core.packs import install, plan, received
from app.core.packs.format import read
from app.core.packs.format.contents import Format, Mode
from app.core.packs.format.cost import cost
from app.core.packs.format.envelope import Envelope
from app.core.packs.format.locks import OpenLock, PassphraseLock, SodiumPassphraseLock
from app.core.packs.incoming import Unpacked, unpack
from app.core.packs.match import Change
from app.core.packs.plan import Plan
from app.core.progress import SILENT, Progress, checkpoint
from app.core.vault import Vault
from app.core.words import _, ngettext

KIB = 1024
MEBI = KIB * KIB


@dataclass(frozen=True, slots=True)
class Outside:
    """A pack whose outside was verified and whose contents are still closed.

    `cost` says what trying a passphrase takes here, empty where none is needed.
    """

    path: Path
    size: int
    envelope: Envelope
    cost: str


@dataclass(frozen=True, slots=True)
class Found:
    """What became of a file that was to be opened.

    Without a `problem` and not `unpacked` it waits for its passphrase.
    """

    path: Path
    outside: Outside | None = None
    unpacked: Unpacked | None = None
    problem: Exception | None = None


@dataclass(frozen=True, slots=True)
class IncomingPack:
    """A pack that was opened and compared with the library.

    `differences` says, by index of an item, how its text differs from the one in the library.
    `earlier` packs were imported with the same key.
    """

    outside: Outside
    plan: Plan
    differences: dict[int, str]
    earlier: int


def read_skill_files(vault: Vault, path: Path, progress: Progress) -> Found:
    """The SKILL.md files there: nothing about them is closed. Raises `AppError`."""
    unpacked = read_skills(path, clients(vault.home.folder), progress)
    size = sum(
        len(one.text.encode()) + sum(len(file.data) for file in one.packed.attachments)
        for one in unpacked.skills
    )
    envelope = Envelope(Format.SKILLS, Mode.OPEN, OpenLock(b""), b"", b"")
    return Found(path, Outside(path, size, envelope, ""), unpacked)


def look(path: Path, progress: Progress) -> Outside:
    """Read the file and verify what can be verified. Raises `PackError`."""
    progress.report(0, path.name)
    data = read.read_file(path)
    checkpoint(progress)
    envelope = read.inspect(data)
    lock, said = envelope.lock, ""
    if isinstance(lock, PassphraseLock | SodiumPassphraseLock):
        said = cost(lock)
    return Outside(path, len(data), envelope, said)


def enter(vault: Vault, outside: Outside, passphrase: str | None, progress: Progress) -> Found:
    """Open the contents. Raises `PackError`."""
    pack = install.opened(vault, outside.envelope, passphrase, progress)
    unpacked = unpack(replace(pack, path=str(outside.path)))
    return Found(outside.path, outside, unpacked)


def look_all(vault: Vault, paths: Sequence[Path], progress: Progress) -> list[Found]:
    """Read every file as far as that goes without a passphrase; a bad one stops no other."""
    found = []
    for number, path in enumerate(paths):
        checkpoint(progress)
        progress.report(number / len(paths), path.name)
        outside = None
        try:
            if is_skills(path):
                found.append(read_skill_files(vault, path, progress))
                continue
            outside = look(path, SILENT)
            locked = outside.envelope.needs_passphrase
            found.append(Found(path, outside) if locked else enter(vault, outside, None, SILENT))
        except AppError as problem:
            found.append(Found(path, outside, problem=problem))
    return found


def plan_alone(vault: Vault, found: Found, progress: Progress) -> IncomingPack:
    """What a pack that was opened would change when it comes in alone."""
    assert found.unpacked is not None and found.outside is not None
    (made,) = plan.plans(vault, [found.unpacked], [None])
    return compared(vault, found.outside, made, progress)


def compared(vault: Vault, outside: Outside, made: Plan, progress: Progress) -> IncomingPack:
    """The incoming pack a plan makes."""
    differences = {}
    for item in made.items:
        checkpoint(progress)
        if item.existing is not None and item.change in (Change.UPDATED, Change.CONFLICT):
            differences[item.index] = sentence(compare(mine(vault, item.existing.id), item.text))
    key = made.pack.signer.key if made.pack.signer is not None else None
    earlier = sum(found.key == key for found in received.packs(vault)) if key else 0
    return IncomingPack(outside, made, differences, earlier)


def mine(vault: Vault, skill: int) -> str:
    """The text in the library, empty when the skill was deleted a moment ago."""
    try:
        return library.text(vault, skill)
    except AppError:
        return ""


def size_words(size: int) -> str:
    """Such as "18 KB"."""
    if size < KIB:
        return ngettext("{count} byte", "{count} bytes", size).format(count=size)
    if size < MEBI:
        return _("{count} KB").format(count=round(size / KIB))
    return _("{count} MB").format(count=round(size / MEBI, 1))


def mode_words(mode: Mode) -> str:
    """Who can read the pack, said so that nobody mistakes it for a secret."""
    return {
        Mode.OPEN: _("readable by anyone, not encrypted"),
        Mode.PASSPHRASE: _("encrypted with a passphrase"),
        Mode.RECIPIENTS: _("encrypted for its recipients"),
    }[mode]


def title_of(incoming: IncomingPack) -> str:
    """The pack's own name and version with its size and mode, in one line."""
    pack = incoming.plan.pack
    count = len(pack.skills)
    said = [
        f"{pack.name} {pack.version}".strip(),
        ngettext("{count} skill", "{count} skills", count).format(count=count),
        size_words(incoming.outside.size),
        "" if pack.is_skill_files else mode_words(pack.mode),
    ]
    return " · ".join(filter(None, said))
