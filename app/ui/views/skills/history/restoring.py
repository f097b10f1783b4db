"""Bringing an older version back, with the way out. Public names: `restore`, `kept_name`."""

from app.core.library import catalogue, history
from app.core.library.record import Saved
from app.core.vault import Vault
from app.core.words import _
from app.ui.context import AppContext
from app.ui.widgets.banner import Banner


def kept_name(vault: Vault, skill: int, number: int) -> str:
    """That the name stays as it is, where version `number` has another."""
    then = history.earlier_name(vault, skill, number)
    row = catalogue.row(vault, skill) if then else None
    return _("The name “{name}” stays.").format(name=row.title) if row is not None else ""


def restore(context: AppContext, skill: int, number: int, banner: Banner) -> None:
    """Save the text of version `number` as a new version; the banner says why it cannot be."""
    vault = context.vault

    def done(saved: Saved) -> None:
        said = _("v{old} restored as v{new}").format(old=number, new=saved.number)
        if kept := kept_name(vault, skill, number):
            said += ". " + kept
        context.say.tell(said, undoable=True)

    context.writes.write(
        banner,
        _("Restoring"),
        lambda: history.restore(vault, skill, number),
        done,
        banner.explain,
    )
