"""Linking a folder with a person who looks first: what would come in, and only what was chosen."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.core.errors import Cancelled
from app.core.mirror import folders, foreign, skill_folders, taking
from app.core.mirror.clients import Client, clients, readers
from app.core.mirror.folders import Mode
from app.core.mirror.oddities import decoded, oddities
from app.core.mirror.overview import Refusal, refusals
from app.core.mirror.reading import read
from app.core.mirror.report import Report
from app.core.mirror.skill_folders import Kind, SkillFolder
from app.core.mirror.survey import State, survey
from app.core.packs.scan.scan import ScanFinding, scan
from app.core.progress import SILENT, Progress, checkpoint
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from app.core.words import _


@dataclass(frozen=True, slots=True)
class Incoming:
    """A skill that would come in; `owner` is the program or the place it belongs to, if to one,
    and `trouble` why it cannot be read."""

    name: str
    title: str
    findings: tuple[ScanFinding, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    owner: str = ""
    trouble: str = ""


def incoming(vault: Vault, path: Path, progress: Progress = SILENT) -> tuple[Incoming, ...]:
    """What a folder has to bring, by name. Reads every SKILL.md in it and changes nothing: a job.

    Raises `Cancelled`, and `AppError` where the folder cannot be linked.
    """
    root = folders.linkable(vault, path)
    found = skill_folders.look(root, progress).skills
    who = readers(root, clients(vault.home.folder))
    strangers = foreign.installed(root)
    made = []
    for n, one in enumerate(found):
        checkpoint(progress)
        progress.report(n / len(found), one.name)
        if one.kind is Kind.BROKEN:
            continue
        made.append(_incoming(root, one, strangers.get(one.folder, "") or one.target, who))
    return tuple(made)


def _incoming(root: Path, one: SkillFolder, owner: str, who: Sequence[Client]) -> Incoming:
    file = root / one.name / one.file
    try:
        raw = read(file)[0]
    except OSError as error:
        why = error.strerror or str(error)
        return Incoming(one.name, one.folder, owner=owner, trouble=why)
    text = decoded(raw)
    if text is None:
        return Incoming(one.name, one.folder, owner=owner, trouble=_("not UTF-8 text"))
    odd = oddities(raw, one.folder, one.file)
    title = parse(text).title or one.folder
    return Incoming(one.name, title, scan(text), refusals(odd, who), owner)


def link_chosen(
    vault: Vault,
    path: Path,
    names: Collection[str],
    engram: str | None = None,
    progress: Progress = SILENT,
) -> Report:
    """Follow a folder and read the skills with these names; the others in it now are left out.

    What appears in it later comes in, and what was followed already stays so. A job: after
    `Cancelled` a folder that was not linked is not.
    """
    before = {one.path for one in folders.folders(vault)}
    folder = folders.link(vault, path, Mode.LINKED, engram)
    report = Report()
    try:
        looked = survey(vault, folder, progress)
        new = [one for one in looked.standings if one.state is State.NEW]
        left = [one for one in new if one.name not in names and one.known is None]
        with vault.write(None) as write:
            for one in left:
                folders.agree(write, folder.id, one.name, None, None, one.digest or "", "")
            folders.looked_at(write, folder.id, looked.device)
        chosen = [one for one in looked.standings if one.name in names]
        ready = [one for one in chosen if one.state in (State.NEW, State.FOREIGN)]
        taking.take(vault, ready, report, progress)
    except Cancelled:
        if folder.path not in before:
            folders.unlink(vault, folder)
        raise
    report.indexed = len(report.read)
    return report
