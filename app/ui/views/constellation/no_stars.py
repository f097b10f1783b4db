"""What stands in the place of the sky while there are no skills. Public name: `no_stars`."""

from app.core.words import _
from app.ui.context import AppContext
from app.ui.widgets.empty_state import EmptyState


def no_stars(context: AppContext) -> EmptyState:
    """Offers to write the first skill, or to open a pack."""
    state = EmptyState(
        context.theme,
        "constellation",
        _("No stars yet"),
        _("Every skill you write or import becomes one."),
        _("New skill"),
        kind="primary",
    )
    state.offer(_("Open a pack…"))
    state.acted.connect(context.go.new_skill)
    state.acted_otherwise.connect(context.go.open_pack)
    return state
