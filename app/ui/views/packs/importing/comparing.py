"""A skill of a pack beside the one of the library. Public name: `compare_item`."""

from collections.abc import Iterable

from PySide6.QtWidgets import QWidget

from app.core.library import catalogue
from app.core.packs.plan import Item, Plan
from app.core.skills import names
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.packs.importing.incoming import mine
from app.ui.widgets.compare_texts import CompareDialog


def compare_item(context: AppContext, item: Item, plans: Iterable[Plan], parent: QWidget) -> None:
    """Open a dialog over `parent`; `plans` are all that may bring what the skill calls."""
    old = mine(context.vault, item.existing.id) if item.existing is not None else None
    here = {row.key for row in catalogue.rows(context.vault)}
    here |= {incoming.key for plan in plans for incoming in plan.incoming_skills}
    CompareDialog(
        context,
        item.name,
        old,
        item.text,
        sides=(_("In your library"), _("In the pack")),
        known=lambda name: names.is_among(name, here),
        parent=parent,
    ).open()
