"""What people and agents noticed about a skill while following it, until somebody settles it."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu

from app.core.lifecycle import observations
from app.core.lifecycle.observations import Category, Observation, ObservationStatus
from app.core.runs.place_words import in_words
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.skills.knowledge.cards import RowsCard
from app.ui.views.skills.knowledge.facts import Facts
from app.ui.views.skills.knowledge.who import called
from app.ui.widgets.fact_row import FactRow
from app.ui.widgets.menu_at import open_at
from app.ui.widgets.moments import moment

SHOWN = 8


class NoticedCard(RowsCard):
    """The newest first; a click on one asks what became of it. Hidden where there are none."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(_("Noticed while following it"))
        self._context = context

    def show_facts(self, found: Facts) -> None:
        some = found.noticed
        self.setVisible(bool(some))
        more = len(some) - SHOWN
        said = ngettext("{count} more", "{count} more", more).format(count=more)
        self.remark.setText(said if more > 0 else "")
        self.show_rows([self._row(one) for one in some[:SHOWN]])

    def _row(self, one: Observation) -> FactRow:
        step = in_words(one.step.rpartition("/")[2]) or (_("of no step") if one.run else "")
        when = moment(one.at, self._context.vault.now())
        about = _(" · ").join(filter(None, (step, _words(one.category), called(one.agent), when)))
        row = FactRow(self._context.theme, "note", one.text, about)
        row.clicked.connect(lambda *_checked: self._ask(row, one.id))
        return row

    def _ask(self, row: FactRow, number: int) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        theme, status = self._context.theme, ObservationStatus
        menu.addAction(
            theme.icon("check"), _("The procedure says so now"),
            lambda: self._settle(number, status.IMPLEMENTED),
        )  # fmt: skip
        menu.addAction(
            theme.icon("box"), _("Nothing to change"),
            lambda: self._settle(number, status.ARCHIVED),
        )  # fmt: skip
        open_at(menu, row.mapToGlobal(QPoint(0, row.height())))

    def _settle(self, number: int, status: ObservationStatus) -> None:
        vault = self._context.vault
        self._context.writes.write(
            self, _("Saving"), lambda: observations.settle(vault, status, number)
        )


def _words(category: Category) -> str:
    return {
        Category.METHODOLOGY: _("there is a better way"),
        Category.PROCESS: _("about its steps"),
        Category.FRICTION: _("harder than it has to be"),
        Category.SURPRISE: _("otherwise than it says"),
        Category.QUALITY: _("unclear or outdated"),
    }[category]
