"""The demo packs to begin with, each with a tick."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.packs.demos import Demo
from app.core.words import _, ngettext
from app.ui.theme.theme import Theme
from app.ui.widgets.labels import card, label, rule
from app.ui.widgets.tick import Tick

LOOKS = (("circle-check", "goal:Success"), ("memory", "goal:Produces"), ("packs", "goal:Requires"))
TILE = 28
MARK = 16


class DemoChoice(QWidget):
    """`changed` when another set is ticked."""

    changed = Signal()

    def __init__(self, theme: Theme, demos: Sequence[Demo], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._demos = tuple(demos)
        self._ticks = [Tick() for _demo in demos]
        frame = card("well")
        rows = QVBoxLayout(frame)
        rows.setContentsMargins(1, 1, 1, 1)
        rows.setSpacing(0)
        for number, (demo, tick) in enumerate(zip(self._demos, self._ticks, strict=True)):
            if number:
                rows.addWidget(rule())
            rows.addLayout(self._row(theme, demo, tick, LOOKS[number % len(LOOKS)]))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(label(_("Demo packs"), "secondary"))
        column.addWidget(frame)
        column.addLayout(self._signature(theme))

    @property
    def chosen(self) -> tuple[Demo, ...]:
        return tuple(
            demo for demo, tick in zip(self._demos, self._ticks, strict=True) if tick.isChecked()
        )

    @property
    def skills(self) -> int:
        """How many skills the ticked packs hold."""
        return sum(len(demo.skills) for demo in self.chosen)

    def _row(self, theme: Theme, demo: Demo, tick: Tick, look: tuple[str, str]) -> QHBoxLayout:
        tick.setAccessibleName(demo.name)
        tick.setAccessibleDescription(demo.description)
        tick.setChecked(True)
        tick.toggled.connect(self.changed)
        row = QHBoxLayout()
        row.setContentsMargins(13, 12, 13, 12)
        row.setSpacing(12)
        row.addWidget(tick)
        row.addWidget(_Tile(theme, *look))
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(label(demo.name, "name"))
        words.addWidget(label(demo.description, "muted", wrap=True))
        row.addLayout(words, 1)
        count = ngettext("{count} skill", "{count} skills", len(demo.skills))
        row.addWidget(label(count.format(count=len(demo.skills)), "caption"))
        return row

    def _signature(self, theme: Theme) -> QHBoxLayout:
        """The packs were verified a moment ago; one that is not as it was signed is no choice."""
        row = QHBoxLayout()
        row.setSpacing(6)
        mark = QLabel()
        mark.setPixmap(
            theme.pixmap("shield-check", "t3", theme.scaled(13), self.devicePixelRatioF())
        )
        row.addWidget(mark)
        row.addWidget(label(_("Signed by Techne, checked on this computer"), "caption"), 1)
        return row


class _Tile(QWidget):
    """The icon of a pack on its soft colour."""

    def __init__(self, theme: Theme, icon: str, token: str) -> None:
        super().__init__()
        self._theme, self._icon, self._token = theme, icon, token
        self.setFixedSize(TILE, TILE)
        theme.changed.connect(self.update)

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        kind = self._token.removeprefix("goal:")
        colours = next(
            colours for goal, colours in self._theme.tokens.goals.items() if goal.value == kind
        )
        painter.setBrush(QColor(colours.soft))
        painter.drawRoundedRect(self.rect(), 6, 6)
        mark = self._theme.pixmap(self._icon, self._token, MARK, self.devicePixelRatioF())
        painter.drawPixmap((TILE - MARK) // 2, (TILE - MARK) // 2, mark)
