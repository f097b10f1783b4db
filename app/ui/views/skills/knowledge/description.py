"""How a skill is found, where it says too little of itself for that."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.enrichment.described import Described
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.skills.knowledge.cards import Card
from app.ui.widgets.buttons import Button
from app.ui.widgets.labels import label, tag


class DescriptionCard(Card):
    """Hidden where nothing is missing. `describe_requested` by its button."""

    describe_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(_("Hard to find"), parent)
        self.end.addWidget(tag(_("thin"), "warn"))
        self.says = label("", "secondary", wrap=True)
        self.describe = Button(theme, _("Describe…"), size="small", icon="search")
        self.describe.setAccessibleName(_("Describe this skill…"))
        self.describe.clicked.connect(self.describe_requested)
        foot = QHBoxLayout()
        foot.addWidget(self.describe)
        foot.addStretch(1)
        inner = QVBoxLayout()
        inner.setContentsMargins(12, 0, 12, 8)
        inner.setSpacing(8)
        inner.addWidget(self.says)
        inner.addLayout(foot)
        self.column.addLayout(inner)

    def show_described(self, now: Described, least: int) -> None:
        """`least` are the characters of a description that is not thin."""
        self.setVisible(now.is_thin(least))
        short = _("Its description has only {count} characters.")
        if now.by_goal:
            short = _("It has no description, and its goal Success has only {count} characters.")
        said = []
        if not now.description:
            said.append(_("It has no description."))
        elif len(now.description) < least:
            said.append(short.format(count=len(now.description)))
        if not now.triggers:
            said.append(_("Nothing says when to use it."))
        self.says.setText(" ".join(said))
