"""Two texts of one skill of which only one can be current; the other stays in the history."""

from app.core.actor import USER, Actor
from app.core.errors import StaleEdit
from app.core.library import history, library
from app.core.library.record import Reason, Saved
from app.core.vault import Vault
from app.core.words import _


def set_aside(vault: Vault, skill: int, mine: str, theirs: Saved, *, actor: Actor = USER) -> Saved:
    """Keep `mine` as a version of its own, and have `theirs` be the current text again.

    These are two entries of the journal, so that undoing the last one brings `mine` back. May be
    called again after it was stopped in between. Raises `StaleEdit` if somebody has saved another
    text since, and `NotFound`.
    """
    now = library.current(vault, skill)
    if now is None:
        raise library.gone()
    kept = now[0]
    if kept.version == theirs.version:
        label = _("Yours, before you used theirs")
        kept = library.save(
            vault, skill, mine, base=kept.version, reason=Reason.NAMED, label=label, actor=actor
        )
    elif now[1] != mine:
        raise StaleEdit(_("This skill was changed again while you were choosing."))
    history.restore(vault, skill, theirs.number, exact=True, actor=actor)
    return kept


def author(vault: Vault, version: int) -> Actor:
    """Who saved the version with this id."""
    ((who, client, agent),) = vault.rows(
        "select actor, client, agent from version where id = ?", version
    )
    return Actor(who, client, agent)
