"""Something outside the vault that a skill is related to, as a row that can be taken away."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.graph.relation_cues import Kind
from app.core.library.outside import Place
from app.core.library.record import External
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.skills.knowledge.relation_row import link_words
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import label

_ICONS = {
    Place.DOCS: "text",
    Place.CODE: "steps",
    Place.FILES: "file",
    Place.KNOWLEDGE: "memory",
    Place.TASKS: "circle-check",
}
ICON = 16


class OutsideRow(QWidget):
    """`dropped(link)` by its button."""

    dropped = Signal(object)

    def __init__(self, theme: Theme, link: External, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._icon = theme, _ICONS[Place(link.place)]
        self._mark = QLabel()
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(Elided(link.target, "body"))
        kind = link_words(Kind(link.kind))
        said = _("{kind} it · {place}").format(kind=kind, place=place_words(Place(link.place)))
        words.addWidget(label(said, "caption"))
        remove = _("Remove: {kind} {target}").format(kind=kind, target=link.target)
        self.drop = IconButton(theme, "close", remove, size="small")
        self.drop.clicked.connect(lambda *_checked: self.dropped.emit(link))
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 3, 6, 3)
        row.setSpacing(6)
        row.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        row.addWidget(self.drop)
        theme.changed.connect(self._paint_mark)
        self._paint_mark()

    def _paint_mark(self) -> None:
        ratio = self.devicePixelRatioF()
        self._mark.setPixmap(self._theme.pixmap(self._icon, "t3", self._theme.scaled(ICON), ratio))


def place_words(place: Place) -> str:
    """Where something is, as people say it."""
    return {
        Place.DOCS: _("document"),
        Place.CODE: _("code"),
        Place.FILES: _("file"),
        Place.KNOWLEDGE: _("knowledge"),
        Place.TASKS: _("task"),
    }[place]


def outside_words(place: Place) -> str:
    """A choice of where something is."""
    return {
        Place.DOCS: _("An external document"),
        Place.CODE: _("External code"),
        Place.FILES: _("An external file"),
        Place.KNOWLEDGE: _("External knowledge"),
        Place.TASKS: _("An external task"),
    }[place]
