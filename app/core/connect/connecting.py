"""Connecting a client and taking it back: each file is backed up, then replaced whole."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from app.core.agents import clients as agents
from app.core.connect import connections, settings_file
from app.core.connect.connections import Connection, Edit
from app.core.connect.entry import NAME, hooks_of
from app.core.connect.known import setup
from app.core.connect.planning import FileChange, Plan
from app.core.connect.settings_file import SettingsFile
from app.core.connect.setups import Hooks, Setup, UnknownClient, chosen
from app.core.errors import AppError, NotFound
from app.core.mirror.client_table import resolved
from app.core.vault import Vault
from app.core.words import _


class NotConnected(NotFound):
    """There is nothing of ours in the settings of the client."""

    code = "not-connected"


def connect(vault: Vault, plan: Plan) -> Connection:
    """Write what was planned, all of it or nothing.

    Raises `SettingsChanged` if a file is not the one that the plan was made from, `SettingsLocked`.
    """
    home = vault.home.folder
    before = connections.connection(home, plan.client.id, plan.project)
    earlier = {edit.file: edit for edit in before.edits} if before else {}
    edits: list[Edit] = []
    try:
        for change in plan.changes:
            content = change.file.encoded(change.text)
            edit = _edit(home, plan, change, content, earlier.get(str(change.file.path)))
            change.file.write(content)
            edits.append(edit)
    except AppError:
        _restore(home, edits)
        raise
    if plan.is_new:
        agents.enrol(vault, plan.client.id, plan.client.name, plan.secret)
    made = Connection(
        plan.client.id,
        str(plan.project or ""),
        plan.url,
        connections.now(),
        (*_still(before, edits), *edits),
    )
    connections.keep(home, made)
    return made


def disconnect(vault: Vault, id: str, project: Path | None = None) -> tuple[Path, ...]:  # noqa: A002
    """Undo it: to the byte where a file is as it was written, else only our entries go.

    Returns the files that changed. Raises `NotConnected` and what reading settings raises.
    """
    home = vault.home.folder
    client, its = setup(id, home)
    made = connections.connection(home, id, project)
    edits = {edit.file: edit for edit in made.edits} if made else {}
    done = []
    for path in places(its, project):
        file = settings_file.read(path, settings_file.base(path, project))
        edit = edits.get(str(path))
        content = _undone(home, file, its, edit)
        if content != file.content:
            file.write(content)
            done.append(path)
    if made is None and not done:
        raise NotConnected(
            _("{name} is not connected.").format(name=client.name), _("Nothing was changed.")
        )
    if made is not None:
        connections.forget(home, made)
    if not any(one.client == id for one in connections.connections(home)):
        agents.dismiss(vault, id)
    return tuple(done)


def places(its: Setup, project: Path | None) -> list[Path]:
    """All files that we write for this client."""
    places = [its.settings(project)]
    if its.hooks is not None:
        places.append(_hooks_file(its.hooks, project))
    return list(dict.fromkeys(places))


def _hooks_file(hooks: Hooks, project: Path | None) -> Path:
    return chosen(hooks.file, hooks.project, project)


def _undone(home: Path, file: SettingsFile, its: Setup, edit: Edit | None) -> bytes | None:
    """What the file is without us."""
    if file.content is None:
        return None
    made = edit.made if edit else 0
    if edit is not None and file.digest == edit.after:
        with suppress(OSError):  # the copy is gone: our entries can still be found
            before = connections.backup(home, edit)
            # It may be of a time when we had written there already.
            file = replace(file, content=before)
    if file.content is None:
        return None
    text = without(file, its, made)
    return file.content if text == file.text else file.encoded(text)


def trust(its: Setup, folder: Path) -> tuple[SettingsFile, str]:
    """The file with the folders that a client trusts, and its text with this one among them.

    Raises `UnknownClient` for a client that trusts all, and what reading the file raises.
    """
    if its.trust is None:
        raise UnknownClient(_("This client starts servers in every folder."), "")
    path = resolved(its.trust.file)
    file = settings_file.read(path, settings_file.base(path, None))
    return file, file.put(file.text, (str(folder),), its.trust.says)


def without(file: SettingsFile, its: Setup, made: int = 0) -> str:
    """The text of a file without our entries. Raises `SettingsBroken`."""
    text = file.take_out(file.text, (*its.at, NAME), emptied=made)
    for event in its.hooks.events if its.hooks else ():
        ours = hooks_of(file.find(("hooks", event)), its.id)
        for number in reversed(ours):  # so that those before it keep their numbers
            text = file.take_out(text, ("hooks", event, str(number)), emptied=2)
    return text


def _edit(home: Path, plan: Plan, change: FileChange, content: bytes, earlier: Edit | None) -> Edit:
    """With a copy of the file; the one from before stays while only we wrote to it."""
    file = change.file
    if earlier is not None and file.digest == earlier.after:
        copy = earlier.backup
    elif file.content is None:
        copy = ""
    else:
        copy = connections.back_up(home, plan.client.id, file.path, file.content)
    made = earlier.made if earlier else change.made
    return Edit(str(file.path), copy, settings_file.digest(content), made)


def _still(before: Connection | None, edits: Sequence[Edit]) -> list[Edit]:
    """What was written earlier to files that are not written now."""
    written = {edit.file for edit in edits}
    return [edit for edit in (before.edits if before else ()) if edit.file not in written]


def _restore(home: Path, edits: Sequence[Edit]) -> None:
    """Put back what was written already, unless somebody wrote there since."""
    for edit in edits:
        file = settings_file.read(Path(edit.file), Path(edit.file).parent)
        if file.digest == edit.after:
            file.write(connections.backup(home, edit))
