"""What the star under the mouse is, beside it."""

from collections import Counter
from datetime import datetime

from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.core.words import _, ngettext
from app.ui.theme.theme import Theme
from app.ui.views.constellation.chart import NO_CLUSTER, Chart
from app.ui.views.constellation.focus import Focus
from app.ui.widgets.labels import card, label
from app.ui.widgets.moments import day_said

_AWAY = 18
_WIDE = 260


class HoverCard(QWidget):
    """Never takes the mouse; moves aside where the edge is near."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        frame = card()
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(frame)
        column = QVBoxLayout(frame)
        column.setContentsMargins(12, 9, 12, 9)
        column.setSpacing(3)
        self._title = label("", "name", wrap=True)
        self._about, self._figures = label("", "caption", wrap=True), label("", "secondary")
        self._lines = label("", "caption", wrap=True)
        for part in (self._title, self._about, self._figures, self._lines):
            column.addWidget(part)
        self.setFixedWidth(theme.scaled(_WIDE))
        self.hide()

    def show_star(self, chart: Chart, star: int, at: QPointF, now: datetime, focus: Focus) -> None:
        """Beside `at`, in the parent's pixels; also how a search found it."""
        one, row = chart.stars[star], chart.stars[star].row
        number = int(chart.cluster[star])
        cluster = chart.clusters[number].name if number != NO_CLUSTER else ""
        used = _("never used")
        if one.last_used is not None:
            used = _("used {when}").format(when=day_said(one.last_used, now))
        pinned = _("pinned") if chart.pinned[star] else ""
        self._title.setText(row.title)
        about = (row.role, cluster, used, pinned, _found_how(focus, star))
        self._about.setText(" · ".join(part for part in about if part))
        uses = ngettext("{count} use", "{count} uses", one.uses).format(count=one.uses)
        self._figures.setText(
            _("importance {value} · {uses}").format(value=f"{one.importance:.2f}", uses=uses)
        )
        # As in the panel: both ways of a line that leads somewhere, but one word for all others.
        counts = Counter(
            near.layer.spec.label() if near.outwards or not near.layer.spec.is_directed
            else near.layer.spec.backwards()
            for near in chart.neighbours(star)
        )  # fmt: skip
        said = [f"{words.lower()}: {count}" for words, count in counts.items()]
        self._lines.setText(" · ".join(said) or _("no connections"))
        self.adjustSize()
        self.move(self._place(at))
        self.raise_()
        self.show()

    def _place(self, at: QPointF) -> QPoint:
        parent = self.parentWidget()
        assert parent is not None
        room = parent.rect()
        place = QRect(int(at.x()) + _AWAY, int(at.y()) + _AWAY, self.width(), self.height())
        if place.right() > room.right():
            place.moveRight(int(at.x()) - _AWAY)
        if place.bottom() > room.bottom():
            place.moveBottom(int(at.y()) - _AWAY)
        return place.topLeft()


def _found_how(focus: Focus, star: int) -> str:
    if not focus.ranked or star not in (focus.matches or ()):
        return ""
    return _("found by its meaning") if star in focus.meant else _("found by its words")
