"""What is odd about the SKILL.md of a linked folder put right where it lies."""

from app.core.errors import AppError
from app.core.mirror import deploy, folders, reconcile, removing, writing
from app.core.mirror.deploy import Deployed
from app.core.mirror.oddities import FILE
from app.core.mirror.reading import read
from app.core.mirror.removing import BACKUPS
from app.core.mirror.repairs import all_repaired
from app.core.mirror.survey import Standing, State
from app.core.packs.translate import sha256
from app.core.vault import Vault
from app.core.words import _


def mend(vault: Vault, one: Standing) -> bool:
    """Repair the file of a skill, or put it back where it is gone; whether there was anything.

    The next pass reads what the file says then. Raises `StaleEdit` and `AppError`.
    """
    if one.state in (State.GONE, State.BROKEN):
        heal(vault, one)
        return True
    path = one.folder.path / one.name
    if one.found is None or one.state in (State.FOREIGN, State.UNREADABLE):
        raise AppError(
            _("{folder} is left alone: it is {state}.").format(folder=path, state=one.state.value),
            _("Adopt it first: techne adopt"),
        )
    file = path / one.found.file
    try:
        raw, _stamp = read(file)
        text = all_repaired(raw, one.found.folder)
        if text is not None:
            _keep(vault, one)
            writing.put(file, text.encode(), sha256(raw))
        if one.found.file != FILE:
            writing.rename_new(file, path / FILE)
    except OSError as error:
        raise writing.unwritable(file, error) from error
    return text is not None or one.found.file != FILE


def heal(vault: Vault, one: Standing) -> Deployed:
    """Put back what is gone from the disk, or a link that leads nowhere.

    Raises `AppError` where there is nothing to put back.
    """
    known = one.known
    states = (State.GONE, State.BROKEN) if known is not None and known.ours else (State.GONE,)
    if known is None or known.skill is None or one.state not in states:
        raise AppError(
            _("{folder} is not broken, or Techne knows no skill to put there.").format(
                folder=one.folder.path / one.name
            ),
            _("Look at its state: techne link"),
        )
    if known.ours:
        removing.remove(vault, one)
        return deploy.deploy(vault, one.folder, known.skill)
    reconcile.write(vault, one)
    return Deployed(one.name, one.folder.path / one.name)


def _keep(vault: Vault, one: Standing) -> None:
    """A copy of a file before Techne writes to it for the first time."""
    if one.known is None or one.known.ours or one.known.backup or one.found is None:
        return
    path = one.folder.path / one.name / one.found.file
    kept = writing.back_up(path, vault.home.folder / BACKUPS, vault.now())
    with vault.write(None) as into:
        folders.note(into, one.known, backup=str(kept))
