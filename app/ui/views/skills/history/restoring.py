"""Bringing an older version back, with the way out. Public name: `restore`."""

from app.core.library import history
from app.core.library.record import Saved
from app.core.words import _
from app.ui.context import AppContext
from app.ui.widgets.banner import Banner


def restore(context: AppContext, skill: int, number: int, banner: Banner) -> None:
    """Save the text of version `number` as a new version; the banner says why it cannot be."""
    vault = context.vault

    def done(saved: Saved) -> None:
        said = _("v{old} restored as v{new}").format(old=number, new=saved.number)
        context.say.tell(said, undoable=True)

    context.writes.write(
        banner,
        _("Restoring"),
        lambda: history.restore(vault, skill, number),
        done,
        banner.explain,
    )
