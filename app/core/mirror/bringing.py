"""SKILL.md files on their way into the library, in the form in which packs are reviewed.

The text of a skill is that of its file, byte for byte, without a byte-order mark. The files beside
it are kept with it, and where each of them was below its folder.
"""

import mimetypes
from collections.abc import Iterable, Sequence
from pathlib import Path

from app.core.errors import AppError
from app.core.mirror.attached import PATHS
from app.core.mirror.clients import Client, clients
from app.core.mirror.oddities import LARGEST, Oddity, decoded, oddities
from app.core.mirror.sources import Beside, SkillSource, Sources, sources
from app.core.packs import attachments
from app.core.packs.format.contents import Attachment, Format, Json, Pack, PackedSkill
from app.core.packs.format.limits import ATTACHMENT_BYTES, ATTACHMENTS, SKILLS
from app.core.packs.format.names import plain
from app.core.packs.incoming import Unpacked, unpack
from app.core.packs.own_fields import FIELD
from app.core.packs.scan.rules import Severity
from app.core.packs.scan.scan import scan
from app.core.packs.translate import sha256
from app.core.progress import SILENT, Progress, checkpoint
from app.core.skills.reading.grammar import parse
from app.core.words import _, ngettext

_ID_LENGTH = 32


def read_skills(
    path: Path, known: Iterable[Client] | None = None, progress: Progress = SILENT
) -> Unpacked:
    """The skills in a file, a folder or an archive; `known` are the programs that read such files.

    A job. Raises `NoSkill`, `AppError` when none of them can be read, and `Cancelled`.
    """
    found = sources(path, progress)
    who = tuple(clients() if known is None else known)
    skills: list[PackedSkill] = []
    unread: list[str] = []
    for number, one in enumerate(found.skills[:SKILLS]):
        checkpoint(progress)
        progress.report(number / len(found.skills), one.name)
        try:
            skills.append(_packed(one, who))
        except (OSError, AppError) as error:
            why = error.strerror if isinstance(error, OSError) else str(error)
            unread.append(_("{name}: {why}").format(name=plain(one.name), why=why or str(error)))
    if not skills:
        raise AppError(unread[0], _("Nothing was imported."))
    pack = Pack(
        id=f"{Format.SKILLS}:{sha256(_place(path, found).encode())[:_ID_LENGTH]}",
        name=_name(path, skills),
        skills=tuple(skills),
        version="",
        format=Format.SKILLS,
        path=str(path.absolute()),
        notices=(*unread, *_left_out(found)),
    )
    return unpack(pack)


def _place(path: Path, found: Sources) -> str:
    """The same for the folder of a skill and for the SKILL.md in it."""
    is_file = path.is_file() and len(found.skills) == 1 and found.skills[0].path
    return str((path.parent if is_file else path).resolve())


def _name(path: Path, skills: Sequence[PackedSkill]) -> str:
    if len(skills) == 1:
        return parse(skills[0].text or "").title or skills[0].name
    return plain(path.stem if path.is_file() else path.absolute().name)


def _left_out(found: Sources) -> Iterable[str]:
    if found.links:
        words = ngettext(
            "{count} link is not followed: {names}",
            "{count} links are not followed: {names}",
            len(found.links),
        )
        yield words.format(count=len(found.links), names=plain(", ".join(found.links[:3])))
    if len(found.skills) > SKILLS or not found.is_whole:
        yield _("Only the first {count} skills are shown.").format(
            count=min(SKILLS, len(found.skills))
        )


def _packed(one: SkillSource, known: Sequence[Client]) -> PackedSkill:
    raw = one.read()
    text = decoded(raw)
    if text is None or "\0" in text:
        raise AppError(_("It is not UTF-8 text."))
    taken, without = _chosen(one.beside)
    kept, paths, unread = _kept(taken)
    extra: dict[str, Json] = {FIELD: {PATHS: dict(paths)}} if paths else {}
    odd = oddities(raw, one.folder, one.file)
    return PackedSkill(
        name=one.name,
        text=text,
        attachments=kept,
        extra=extra,
        path=one.path,
        is_skill_file=True,
        dangers=tuple(_dangers(kept)),
        notices=(
            *refusals(odd, known),
            *_about_files(without + unread, one.links),
        ),
    )


def refusals(odd: Sequence[Oddity], known: Iterable[Client]) -> list[str]:
    """Who would not load a file that is odd like this, and why, in sentences."""
    said: dict[tuple[Oddity, ...], list[str]] = {}
    for client in known:
        if why := client.refused(odd):
            said.setdefault(why, []).append(client.name)
    words = _("{clients} would not load it: {why}")
    return [
        words.format(clients=_listed(names), why=", ".join(one.said for one in why))
        for why, names in said.items()
    ]


def _dangers(files: Sequence[Attachment]) -> Iterable[str]:
    """What the scan finds grave in the files that are text: each with the name of its file."""
    for one in files:
        text = decoded(one.data)
        if text is not None and "\0" not in text and len(text) <= LARGEST:
            found = {f.title for f in scan(text) if f.severity is Severity.DANGER}
            yield from (_("{name}: {why}").format(name=one.name, why=why) for why in sorted(found))


def _listed(names: Sequence[str]) -> str:
    *first, last = names
    words = _("{some} and {last}")
    return words.format(some=", ".join(first), last=last) if first else last


def _chosen(beside: Sequence[Beside]) -> tuple[list[Beside], list[str]]:
    """The files that are kept with the skill, and the names of those that are too many or large."""
    small = [one for one in beside if one.size <= ATTACHMENT_BYTES]
    large = [one.path for one in beside if one.size > ATTACHMENT_BYTES]
    return small[:ATTACHMENTS], [*large, *(one.path for one in small[ATTACHMENTS:])]


def _kept(beside: Sequence[Beside]) -> tuple[tuple[Attachment, ...], dict[str, Json], list[str]]:
    """The files, where each of them was if that is not its name, and those that cannot be read."""
    kept: list[Attachment] = []
    paths: dict[str, Json] = {}
    unread: list[str] = []
    for one in beside:
        try:
            data = one.read()
        except OSError:
            unread.append(one.path)
            continue
        if len(data) > ATTACHMENT_BYTES:
            unread.append(one.path)
            continue
        own = one.path.rpartition("/")[2]
        name = attachments.free_name(own, (other.name for other in kept))
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        kept.append(Attachment(name, kind, data))
        if name != one.path:
            paths[name] = one.path
    return tuple(kept), paths, unread


def _about_files(without: Sequence[str], links: int) -> Iterable[str]:
    if without:
        words = ngettext(
            "{count} file is too much for a skill and stays out: {names}",
            "{count} files are too much for a skill and stay out: {names}",
            len(without),
        )
        yield words.format(count=len(without), names=plain(", ".join(without[:3])))
    if links:
        words = ngettext(
            "{count} link in it is not followed", "{count} links in it are not followed", links
        )
        yield words.format(count=links)
