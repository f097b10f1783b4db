"""The selected star in words: what it is, what it calls, what calls it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.constellation.layers import Layer
from app.core.constellation.sky import Star
from app.core.words import _, ngettext
from app.ui.theme.theme import Theme
from app.ui.views.constellation.chart import Chart, Neighbour
from app.ui.views.constellation.legend import LineSample
from app.ui.widgets.buttons import Button, ElidedButton, IconButton
from app.ui.widgets.labels import label, rule, tag
from app.ui.widgets.scrolled import scrolled

WIDTH = 300
_MOST = 40
"""Skills of one kind that are listed; a hub has thousands."""


class Detail(QFrame):
    """`opened` and `chosen` carry the index of a star."""

    opened = Signal(int)
    chosen = Signal(int)
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._star: int | None = None
        self.setProperty("ground", 1)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self._row.addWidget(rule("down"))
        self._content: QWidget | None = None

    def show_star(self, chart: Chart | None, star: int | None) -> None:
        self._star = star
        if self._content is not None:
            self._row.removeWidget(self._content)
            self._content.hide()
            self._content.deleteLater()
        if chart is None or star is None:
            self._content = None
            return
        self._content = self._about(chart, star)
        self._row.addWidget(self._content, 1)

    def _about(self, chart: Chart, star: int) -> QWidget:
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(14, 14, 14, 14)
        column.setSpacing(10)
        column.addLayout(self._head(chart.stars[star]))
        column.addLayout(self._figures(chart.stars[star]))
        open_button = Button(self._theme, _("Open"), "primary", icon="text")
        open_button.clicked.connect(self._open)
        buttons = QHBoxLayout()
        buttons.addWidget(open_button)
        buttons.addStretch()
        column.addLayout(buttons)
        column.addWidget(rule())
        lists = QWidget()
        rows = QVBoxLayout(lists)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(2)
        found = list(chart.neighbours(star))
        for layer in Layer:
            for outwards in (True, False):
                some = [n for n in found if n.layer is layer and n.outwards is outwards]
                if layer.spec.is_directed:
                    words = layer.spec.label() if outwards else layer.spec.backwards()
                elif outwards:
                    words, some = layer.spec.label(), [n for n in found if n.layer is layer]
                else:
                    continue
                if some:
                    self._list(rows, words, layer, chart, some)
        rows.addStretch()
        column.addWidget(scrolled(lists, _("Connections")), 1)
        return content

    def _figures(self, star: Star) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(18)
        for figure, words in (
            (f"{star.importance:.2f}", _("importance")),
            (str(star.uses), ngettext("use", "uses", star.uses)),
        ):
            pair = QVBoxLayout()
            pair.setSpacing(0)
            pair.addWidget(label(figure, "head"))
            pair.addWidget(label(words, "caption"))
            line.addLayout(pair)
        line.addStretch()
        return line

    def _head(self, star: Star) -> QVBoxLayout:
        row = star.row
        head = QVBoxLayout()
        head.setSpacing(4)
        line = QHBoxLayout()
        title = label(row.title, "pane", wrap=True)
        close = IconButton(self._theme, "close", _("Close"), size="small")
        close.clicked.connect(self.closed)
        line.addWidget(title, 1)
        line.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(line)
        head.addWidget(label(f"{row.role} · {row.engram_name} · v{row.number}", "caption"))
        if row.status.value != "active":
            head.addWidget(tag(row.status.value, "warn"))
        return head

    def _list(
        self, rows: QVBoxLayout, title: str, layer: Layer, chart: Chart, found: list[Neighbour]
    ) -> None:
        line = QHBoxLayout()
        line.addWidget(label(title, "secondary"), 1)
        count = QLabel(str(len(found)))
        count.setProperty("role", "caption")
        count.setAccessibleName(
            ngettext("{count} skill", "{count} skills", len(found)).format(count=len(found))
        )
        line.addWidget(count)
        rows.addSpacing(6)
        rows.addLayout(line)
        for near in found[:_MOST]:
            row = QHBoxLayout()
            row.setSpacing(4)
            row.addWidget(LineSample(self._theme, layer), 0, Qt.AlignmentFlag.AlignVCenter)
            button = ElidedButton(self._theme, chart.stars[near.star].row.title, "quiet")
            button.setProperty("star", near.star)
            button.clicked.connect(self._choose)
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
            row.addStretch()
            if not layer.spec.is_directed:
                row.addWidget(label(f"{near.strength:.2f}", "caption"))
            rows.addLayout(row)
        if len(found) > _MOST:
            more = len(found) - _MOST
            rows.addWidget(
                label(ngettext("{count} more", "{count} more", more).format(count=more), "caption")
            )

    def _open(self) -> None:
        if self._star is not None:
            self.opened.emit(self._star)

    def _choose(self) -> None:
        self.chosen.emit(self.sender().property("star"))
