"""What stands over a training: what was found, what it is based on, and when it comes again."""

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.library import catalogue
from app.core.training.placement_reasons import counted
from app.core.training.proposal import Proposal
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.skills.training.legend import Legend
from app.ui.views.skills.training.plan_menu import PlanButton
from app.ui.widgets.buttons import Button, IconButton
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import label
from app.ui.widgets.side_by_side import SideBySide

NAME = 260
"""Px that the name of the skill has beside the buttons; with less it stands above them."""


class Head(QWidget):
    """Its buttons train again, and show or fold what stands beside."""

    def __init__(self, context: AppContext, skill: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.about = label("", "muted", wrap=True)
        self._based = label("", "muted")
        self._legend = Legend(context.theme)
        self.again = Button(context.theme, _("Train again"), size="small", icon="refresh")
        self.fold = IconButton(context.theme, "panel", _("Show or hide the panel"), size="small")
        told = QWidget()
        words = QVBoxLayout(told)
        words.setContentsMargins(0, 0, 0, 0)
        words.setSpacing(2)
        row_of = catalogue.row(context.vault, skill)
        title = row_of.title if row_of is not None else _("Deleted skill")
        name = Elided(_("Training: {title}").format(title=title), "page")
        words.addWidget(name)
        words.addWidget(self.about)
        plan = PlanButton(context, skill)
        tools = (self._based, self._legend, plan, self.again, self.fold)
        row = QHBoxLayout(self)
        row.setContentsMargins(20, 12, 16, 10)
        row.addWidget(SideBySide(context.theme, told, tools, NAME))
        self._is_spared = self._has_something = False
        for part in (self._legend, self.again, self.fold):
            part.hide()

    def spare(self, spare: bool) -> None:
        """Leave the memories the room of what only explains, where there is little height."""
        self._is_spared = spare
        self.about.setHidden(spare)
        self._based.setHidden(spare)
        self._legend.setVisible(self._has_something and not spare)

    def show_proposal(self, found: Proposal) -> None:
        """What was found, and from which version."""
        said = ngettext("{count} memory offered", "{count} memories offered", len(found.items))
        parts = [said.format(count=len(found.items)), _("your own words are not changed")]
        if found.left_out:
            parts.insert(1, counted(found.left_out))
        self.about.setText(" · ".join(parts))
        self._based.setText(_("Based on v{number}").format(number=found.number))
        self._has_something = bool(found.items or found.gone or found.left_out)
        self._legend.setVisible(self._has_something and not self._is_spared)
        self.fold.setVisible(self._has_something)
        self.again.show()
