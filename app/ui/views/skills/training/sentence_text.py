"""A rewritten step as flowing text, each sentence with the sign of its verdict."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextImageFormat,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.core.words import _
from app.ui.theme.fonts import has_letters
from app.ui.theme.theme import Theme
from app.ui.views.skills.training.verdict_signs import Look, Run
from app.ui.widgets.prose.layouts import stretches
from app.ui.widgets.prose.pill_box import LOOKS, RADIUS
from app.ui.widgets.prose.pill_text import PillText
from app.ui.widgets.prose.step_prose import Prose
from app.ui.widgets.prose.text_style import Run as Words
from app.ui.widgets.prose.text_style import TextStyle, char_format
from app.ui.widgets.tips import plain_tip

MARK = 14
LINE = 1.34
"""Height of a line in heights of the font."""
_GAP = "\u00a0"
_FLAT = (Look.STRUCK, Look.REJECTED)
"""In these a colour would say that the words count."""


@dataclass(frozen=True, slots=True)
class _Extent:
    """Where sentence `part` stands in the document."""

    part: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Ground:
    """The fill below a pill; the names of its colour and of its frame's, if it has one."""

    start: int
    end: int
    fill: str
    frame: str


def _nothing(_part: int) -> str:
    return ""


def _plainly(words: str) -> Prose:
    return Prose((Words(words),))


class SentenceText(QWidget):
    """`pointed(part)` when a sentence is clicked or the keyboard comes in."""

    pointed = Signal(int)
    entered = Signal()

    def __init__(
        self,
        theme: Theme,
        read: Callable[[str], Prose] = _plainly,
        parent: QWidget | None = None,
    ) -> None:
        """`read` says how the words of a step are shown."""
        super().__init__(parent)
        self._theme, self._read = theme, read
        self._grounds: list[_Ground] = []
        self._runs: Sequence[Run] = ()
        self._extents: list[_Extent] = []
        self._current = self._hovered = -1
        self._more: Callable[[int], str] = _nothing
        self._document = QTextDocument(self)
        self._document.setDocumentMargin(0)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setMouseTracking(True)
        theme.changed.connect(self._write)

    def show_runs(
        self, runs: Sequence[Run], current: int = -1, more: Callable[[int], str] = _nothing
    ) -> None:
        """These sentences; `current` is the one with the keyboard, -1 for none.

        `more` is what to say of one under the mouse.
        """
        self._more, self._hovered = more, -1
        if (runs, current) != (self._runs, self._current):
            self._runs, self._current = runs, current
            self.setFocusPolicy(
                Qt.FocusPolicy.StrongFocus
                if any(run.part >= 0 for run in runs)
                else Qt.FocusPolicy.NoFocus
            )
            said = next((run.about for run in runs if run.part == current), "")
            self.setAccessibleDescription(said)
            self._write()

    @property
    def text(self) -> str:
        """The words alone."""
        return " ".join(run.text for run in self._runs)

    @property
    def shown(self) -> str:
        """What can be read, pills included."""
        return " ".join(self._document.toPlainText().replace("\ufffc", "").split())

    def _write(self) -> None:
        self._document.clear()
        self._extents, self._grounds = [], []
        cursor = QTextCursor(self._document)
        form = QTextBlockFormat()
        height = QFontMetricsF(self._theme.font(13)).height() * LINE
        form.setLineHeight(height, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        cursor.setBlockFormat(form)
        for number, run in enumerate(self._runs):
            if number:
                cursor.insertText(" ", self._plain())
            start = cursor.position()
            self._write_run(cursor, run)
            self._extents.append(_Extent(run.part, start, cursor.position()))
        self.updateGeometry()
        self.update()

    def _write_run(self, cursor: QTextCursor, run: Run) -> None:
        ground = self._format(run)
        if self._current >= 0 and run.part == self._current:
            ground.setBackground(self._theme.colour("acc_soft"))
        said = self._read(run.text)
        for words in said.runs:
            start = cursor.position()
            self._write_words(cursor, words, ground, run.look)
            if words.pill and run.look not in _FLAT:
                self._lay_ground(start, cursor, "acc_soft", "acc_line")
        for number, pill in enumerate(said.pills):
            if number or said.text.strip():
                cursor.insertText(" ", ground)
            self._write_pill(cursor, pill, ground, run.look)
        if run.source:
            text_format = QTextCharFormat(ground)
            text_format.setForeground(
                self._theme.colour("t3" if run.look is Look.STRUCK else "mem")
            )
            text_format.setFontItalic(True)
            origin = _("(from {source})").format(source=run.source)
            cursor.insertText(f" {origin}", text_format)
        if run.icon:
            cursor.insertText(_GAP, ground)
            self._insert_mark(cursor, run.icon, run.colour, ground)

    def _write_words(
        self, cursor: QTextCursor, words: Words, ground: QTextCharFormat, look: Look
    ) -> None:
        text_format = QTextCharFormat(ground)
        if words.style is not TextStyle.PLAIN and look not in _FLAT:
            text_format.merge(char_format(self._theme, words.style))
        cursor.insertText(" ".join(words.text.split("\n")), text_format)

    def _write_pill(
        self, cursor: QTextCursor, pill: PillText, ground: QTextCharFormat, look: Look
    ) -> None:
        start = cursor.position()
        if pill.kind in LOOKS:
            icon, ink, fill, frame = LOOKS[pill.kind]
            cursor.insertText(_GAP, ground)
            self._insert_mark(cursor, icon, "t3" if look in _FLAT else ink, ground)
            cursor.insertText(_GAP, ground)
        for words in pill.runs:
            self._write_words(cursor, words, ground, look)
        if pill.kind in LOOKS:
            cursor.insertText(_GAP, ground)
            if look not in _FLAT:
                self._lay_ground(start, cursor, fill, frame)

    def _lay_ground(self, start: int, cursor: QTextCursor, fill: str, frame: str) -> None:
        self._grounds.append(_Ground(start, cursor.position(), fill, frame))

    def _insert_mark(
        self, cursor: QTextCursor, icon: str, colour: str, ground: QTextCharFormat
    ) -> None:
        name = f"{icon}:{colour}"
        side = self._theme.scaled(MARK)
        pixmap = self._theme.pixmap(icon, colour, side, self.devicePixelRatioF())
        self._document.addResource(
            QTextDocument.ResourceType.ImageResource.value, QUrl(name), pixmap
        )
        image = QTextImageFormat()
        image.setName(name)
        image.setWidth(side)
        image.setHeight(side)
        image.setBackground(ground.background())
        image.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignMiddle)
        cursor.insertImage(image)

    def _plain(self) -> QTextCharFormat:
        made = QTextCharFormat()
        made.setFont(self._theme.font(13))
        made.setForeground(self._theme.colour("t1"))
        return made

    def _format(self, run: Run) -> QTextCharFormat:
        made, colour = self._plain(), self._theme.colour
        if run.look is Look.STRUCK:
            made.setFontStrikeOut(True)
            made.setForeground(colour("t3"))
        elif run.look is Look.REJECTED:
            made.setFontStrikeOut(True)
            made.setForeground(colour("err"))
            made.setBackground(colour("err_soft"))
        elif run.look is Look.OPEN:
            made.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DashUnderline)
            made.setUnderlineColor(colour("warn"))
        elif run.look is Look.WRITING:
            made.setFont(QFont(self._theme.font(13, italic=has_letters(run.text))))
            made.setForeground(colour("t3"))
        elif run.look is Look.AUTHORED:
            made.setForeground(colour("t2"))
        elif run.look is Look.QUIET:
            made.setForeground(colour("t3"))
        return made

    def _paint_grounds(self, painter: QPainter) -> None:
        """The fill under each pill, once per line it is on."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        layout = self._document.firstBlock().layout()
        for ground in self._grounds:
            colour = self._theme.colour
            painter.setPen(colour(ground.frame) if ground.frame else Qt.PenStyle.NoPen)
            painter.setBrush(colour(ground.fill))
            for place in stretches(layout, ground.start, ground.end):
                place.translate(layout.position())
                painter.drawRoundedRect(place.adjusted(0.5, -0.5, -0.5, 0.5), RADIUS, RADIUS)
        painter.restore()

    def _part_at(self, place: QPointF) -> int:
        self._document.setTextWidth(self.width())  # `heightForWidth` leaves another one
        hit = self._document.documentLayout().hitTest(place, Qt.HitTestAccuracy.ExactHit)
        for extent in self._extents:
            if extent.start <= hit < extent.end:
                return extent.part
        return -1

    # Qt

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        self._document.setTextWidth(width)
        return ceil(self._document.size().height()) + 4

    def sizeHint(self) -> QSize:
        return QSize(280, self.heightForWidth(max(self.width(), 120)))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self._theme.scaled(MARK) + 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.translate(0, 2)
        self._document.setTextWidth(self.width())
        context = QAbstractTextDocumentLayout.PaintContext()
        context.palette.setColor(QPalette.ColorRole.Text, self._theme.colour("t1"))
        self._paint_grounds(painter)
        self._document.documentLayout().draw(painter, context)
        if self.hasFocus() and self._current < 0:
            painter.setPen(QPen(self._theme.colour("acc"), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, -1, -1, -3), 4, 4)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        part = self._part_at(event.position() - QPointF(0, 2))
        if part >= 0:
            self.pointed.emit(part)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        part = self._part_at(event.position() - QPointF(0, 2))
        if part != self._hovered:
            self._hovered = part
            self.setToolTip(plain_tip(self._more(part) if part >= 0 else ""))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() != Qt.FocusReason.MouseFocusReason:
            self.entered.emit()

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = -1
        self.setToolTip("")
        super().leaveEvent(event)
