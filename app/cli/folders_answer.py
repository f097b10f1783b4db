"""What the commands about linked folders do and say."""

import argparse

from app.cli.answer import Answer
from app.cli.progress import shown
from app.cli.session import Session
from app.core.api import folders
from app.core.api.folders import (
    BudgetDocument,
    FolderDocument,
    SkillFileDocument,
    SyncDocument,
)
from app.core.mirror.folders import Mode
from app.core.words import _, ngettext

_NAMED = 8
"""Names that are told; `--json` has all."""


def link(session: Session, arguments: argparse.Namespace) -> Answer:
    """Without a folder: what is linked, and what could be."""
    with session.vault() as vault:
        if arguments.folder is None:
            with shown(_("Looking at the folders")) as progress:
                found = folders.listed(vault, progress)
            return _listed(found)
        with shown(_("Reading skills")) as progress:
            done = folders.link(
                vault,
                arguments.folder,
                Mode(arguments.mode),
                arguments.engram,
                arguments.names,
                progress,
            )
    said = _("Linked {folder}. Its files are not encrypted.").format(folder=arguments.folder)
    return Answer(done, f"{said}\n{_done(done)}")


def sync(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault, shown(_("Checking folders")) as progress:
        if arguments.dry_run:
            return _listed(folders.preview(vault, arguments.folders, progress))
        done = folders.sync(vault, arguments.folders, progress)
    return Answer(done, _done(done))


def unlink(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        done = folders.unlink(vault, arguments.folder)
    said = _("Unlinked {folder}. Its files and your skills are as they were.")
    return Answer(done, said.format(folder=arguments.folder))


def adopt(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault, shown(_("Reading skills")) as progress:
        done = folders.adopt(vault, arguments.folder, arguments.names, progress)
    return Answer(done, _done(done))


def repair(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault, shown(_("Checking folders")) as progress:
        done = folders.repair(vault, arguments.folder, arguments.names, progress)
    return Answer(done, _done(done))


def pin(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        done = folders.pin(vault, arguments.folder, arguments.names, not arguments.undo)
    return Answer(done, "\n".join(map(_skill, done)))


def disable(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        done = folders.enable(vault, arguments.folder, arguments.names, arguments.undo)
    return Answer(done, "\n".join(map(_skill, done)))


def deploy(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        done = folders.put(vault, arguments.folder, arguments.names)
    lines = [_("{path} is there.").format(path=one["path"]) for one in done]
    said = [
        " ".join(filter(None, (line, one["about"]))) for line, one in zip(lines, done, strict=True)
    ]
    return Answer(done, "\n".join(said))


def retract(session: Session, arguments: argparse.Namespace) -> Answer:
    with session.vault() as vault:
        done = folders.retract(vault, arguments.folder, arguments.names)
    said = [_("{path} is gone; a copy is kept.").format(path=path) for path in done["retracted"]]
    return Answer(done, "\n".join(said))


def _listed(found: list[FolderDocument]) -> Answer:
    said = [*map(_folder, found)]
    for budget in _cutting(found):
        said.append(_budget(budget))
    return Answer(found, "\n\n".join(said) or _("No folder is linked."))


def _cutting(found: list[FolderDocument]) -> list[BudgetDocument]:
    """Each that shows less than there is, once: a client may read several of these folders."""
    every = {
        (one["client"], one["project"]): one
        for folder in found
        for one in folder["budgets"]
        if one["dropped"] or one["cut"]
    }
    return [*every.values()]


def _budget(one: BudgetDocument) -> str:
    names = [*one["dropped"], *one["cut"]]
    where = _("in {project}").format(project=one["project"]) if one["project"] else ""
    client = " ".join(filter(None, (one["client"], where)))
    said = ngettext(
        "{cut} of {count} description will be cut in {client}",
        "{cut} of {count} descriptions will be cut in {client}",
        one["listed"],
    ).format(cut=len(names), count=one["listed"], client=client)
    if 0 < one["most"] < one["taken"]:
        why = _("{taken} of {most} characters").format(taken=one["taken"], most=one["most"])
    else:
        why = _("longer than {most} characters").format(most=one["each"])
    return f"{said} ({why}): {_some(names)}"


def _folder(one: FolderDocument) -> str:
    count = len(one["skills"])
    skills = ngettext("{count} skill", "{count} skills", count).format(count=count)
    state = one["mode"] if one["isThere"] else _("not there now")
    head = f"{one['path']} ({state}, {skills})"
    readers = f"  {_('read by')} {', '.join(one['clients'])}" if one["clients"] else ""
    return "\n".join(filter(None, [head, readers, *map(_skill, one["skills"])]))


def _skill(one: SkillFileDocument) -> str:
    about = f" ({one['about']})" if one["about"] else ""
    pinned = f", {_('pinned')}" if one["pinned"] else ""
    lines = [f"  {one['name']}: {one['state']}{pinned}{about}"]
    for shadow in one["shadowed"]:
        said = _("    {client} shows the one in {folder} instead")
        lines.append(said.format(client=shadow["client"], folder=shadow["by"]))
    for refusal in one["refusals"]:
        said = (
            _("    {client} would let only a person call it: {why}")
            if refusal["byHand"]
            else _("    {client} would not load it: {why}")
        )
        lines.append(said.format(client=refusal["client"], why="; ".join(refusal["why"])))
    return "\n".join(lines)


def _done(done: SyncDocument) -> str:
    lines = [
        _("{indexed} indexed, {reconciled} reconciled, {removed} removed").format(
            indexed=done["skillsIndexed"],
            reconciled=done["skillsReconciled"],
            removed=done["skillsRemoved"],
        )
    ]
    named = (
        (_("read: {names}"), done["read"]),
        (_("written: {names}"), done["wrote"]),
        (_("changed on both sides, the disk's is current: {names}"), done["conflicts"]),
        (_("in quarantine until you have looked: {names}"), done["quarantined"]),
        (_("not there now, nothing removed: {names}"), done["away"]),
    )
    lines += [said.format(names=_some(names)) for said, names in named if names]
    lines += [f"{one['name']}: {one['why']}" for one in done["troubles"]]
    return "\n".join(lines)


def _some(names: list[str]) -> str:
    said = ", ".join(names[:_NAMED])
    more = len(names) - _NAMED
    return said if more <= 0 else _("{names}, and {count} more").format(names=said, count=more)
