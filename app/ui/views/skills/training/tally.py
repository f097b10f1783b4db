"""How many sentences are from where: in words with their signs, and as a bar."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.core.training.proposal import Choice
from app.core.training.rewriting.rewrite import Rewrite
from app.core.training.rewriting.verdict import Kind
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.skills.training.footer import Count
from app.ui.widgets.flow_layout import FlowLayout

HEIGHT, GAP = 3, 2


class _Bar(QWidget):
    """Stretches as long as their shares, each in the colour of a token."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._shares: tuple[tuple[int, str], ...] = ()
        self.setFixedHeight(HEIGHT)
        theme.changed.connect(self.update)

    def show_shares(self, shares: tuple[tuple[int, str], ...]) -> None:
        self._shares = tuple(share for share in shares if share[0])
        self.update()

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(Qt.PenStyle.NoPen)
        whole = sum(count for count, _token in self._shares)
        room = self.width() - GAP * (len(self._shares) - 1)
        x = 0.0
        for count, token in self._shares:
            width = room * count / whole
            painter.setBrush(self._theme.colour(token))
            painter.drawRoundedRect(QRectF(x, 0, width, HEIGHT), 1.5, 1.5)
            x += width + GAP


class Tally(QWidget):
    """“8 from your text, 3 from memories, 1 rejected”."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._own = Count(theme, "circle-check", "ok")
        self._borrowed = Count(theme, "circle-check", "mem")
        self._close = Count(theme, "help", "warn")
        self._rejected = Count(theme, "error", "err")
        self._bar = _Bar(theme)
        counts = QWidget()
        flow = FlowLayout(counts, gap=6)
        for part in (self._own, self._borrowed, self._close, self._rejected):
            flow.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(counts)
        column.addWidget(self._bar)

    def show_rewrite(self, found: Rewrite) -> None:
        parts = [part for step in found.steps for part in step.parts]
        adopted = sum(part.own for part in parts)
        own = found.count(Kind.SAME, Kind.REWORDED) + adopted
        borrowed, close = found.count(Kind.BORROWED), found.count(Kind.CLOSE)
        rejected = found.count(Kind.REJECTED) - adopted
        undecided = sum(p.verdict.kind is Kind.CLOSE and p.choice is Choice.OPEN for p in parts)
        self._own.say(_("{count} from your text").format(count=own))
        self._borrowed.say(_("{count} from memories").format(count=borrowed))
        said = _("{count} to read") if undecided else _("{count} close")
        self._close.say(said.format(count=undecided or close), shown=close > 0)
        self._rejected.say(_("{count} rejected").format(count=rejected), shown=rejected > 0)
        self._bar.show_shares(((own, "ok"), (borrowed, "mem"), (close, "warn"), (rejected, "err")))
