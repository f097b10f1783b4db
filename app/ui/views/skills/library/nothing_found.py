"""What stands in place of the list when no skill passes. Public name: `NothingFound`."""

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.searching import Found


class NothingFound(EmptyState):
    """What was perhaps meant is one key away."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "search", "", "", _("Clear search"))
        self.can_correct = False
        """Whether its button searches for what was meant."""

    def say(self, found: Found) -> None:
        typed = found.query.typed.strip()
        self.can_correct = found.meant is not None
        self.title.setText(
            _("No skill matches “{text}”").format(text=typed) if typed else _("Nothing matches")
        )
        if found.meant is not None:
            self.sentence.setText(_("Did you mean “{close}”?").format(close=found.meant))
            self.button.setText(_("Search “{close}”").format(close=found.meant))
        else:
            self.sentence.setText(_("No skill matches the search and the filters."))
            self.button.setText(_("Clear search"))
