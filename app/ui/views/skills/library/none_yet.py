"""What stands in the place of the list while there are no skills. Public name: `none_yet`."""

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.empty_state import EmptyState


def none_yet(theme: Theme) -> EmptyState:
    """Offers to write the first skill, or to have it drafted."""
    state = EmptyState(
        theme,
        "skills",
        _("No skills yet"),
        _("Write the first one, or open a pack."),
        _("New skill"),
        kind="primary",
    )
    state.offer(_("New from a description…"))
    return state
