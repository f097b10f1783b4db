"""The head of the library: how many skills there are, and the way to filters and a new one."""

from collections.abc import Callable

from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.core.library.catalogue import Census
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.skills.library.filters import Filters
from app.ui.views.skills.library.new_button import new_button
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import label


class TitleRow(QWidget):
    """Whether all filters are shown is remembered."""

    def __init__(
        self, context: AppContext, filters: Filters, ask_new: Callable[[], object]
    ) -> None:
        super().__init__()
        self._state, self._filters = context.window_state, filters
        self.count = Elided("", "muted")
        self.offer_filters = IconButton(context.theme, "filter", _("Filters"), size="small")
        self.offer_filters.setCheckable(True)
        self.offer_filters.toggled.connect(self._offer)
        self.offer_filters.setChecked(self._state.flag("library.filters", False))
        self.find_everywhere = IconButton(
            context.theme, "text", _("Find in all skills…"), size="small"
        )
        self.find_everywhere.clicked.connect(context.go.find_everywhere)
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(label(_("Skills"), "pane"))
        row.addWidget(self.count, 1)
        row.addWidget(self.find_everywhere)
        row.addWidget(self.offer_filters)
        row.addWidget(new_button(context, ask_new))

    def show_counts(self, few: int, census: Census) -> None:
        """How many are listed of how many, and what waits in quarantine."""
        said = _("{few} of {all}") if few != census.skills else "{all}"
        said = said.format(few=few, all=census.skills)
        kept_back = census.quarantined
        waiting = ngettext("{count} in quarantine", "{count} in quarantine", kept_back)
        self.count.setText(f"{said} · {waiting.format(count=kept_back)}" if kept_back else said)

    def _offer(self, offered: bool) -> None:
        self._state.put("library.filters", offered)
        self._filters.set_offered(offered)
