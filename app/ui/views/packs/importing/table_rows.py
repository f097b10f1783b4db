"""How a pack looks in the list of those that were opened together. Public name: `PackDelegate`."""

from collections.abc import Callable

from PySide6.QtCore import (
    QEvent,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QFont, QFontMetrics, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QStyle,
    QStyledItemDelegate,
    QStyleOptionButton,
    QStyleOptionViewItem,
    QWidget,
)

from app.core.packs.format.names import plain
from app.core.packs.format.phrase import phrase
from app.core.packs.trust import Standing
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.packs.importing.caution_words import caution_word
from app.ui.views.packs.importing.review import Entry, Group, Review
from app.ui.views.packs.importing.table_model import (
    CAUTIONS,
    CONFLICT,
    COUNTS,
    ENTRY,
    NAME,
    SIGNER,
    SKILLS,
    Index,
)
from app.ui.widgets.labels import Tone

ROW, HEAD = 41, 32
ROOMY = 200
"""A narrower cell says how far the signer is believed in the place of the words of the key."""
LEFT, BOX, GAP = 20, 16, 12
SHIELD, MARK = 14, 14
"""In px, as all measures here: of a row, a head, the space before the tick, and drawings."""

_SHIELDS: dict[Standing, tuple[str, str, Tone]] = {
    Standing.YOURS: ("shield-check", "ok", "ok"),
    Standing.TRUSTED: ("shield-check", "ok", "ok"),
    Standing.KNOWN: ("shield-question", "warn", "warn"),
    Standing.NEW: ("shield-question", "warn", "warn"),
    Standing.UNSIGNED: ("shield", "t3", "neutral"),
    Standing.CHANGED_KEY: ("shield-x", "err", "err"),
    Standing.REVOKED: ("shield-x", "err", "err"),
}
_AlignLeft = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_AlignRight = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


class PackDelegate(QStyledItemDelegate):
    """Two lines for who signed, numbers that line up, words beside every sign."""

    def __init__(
        self,
        theme: Theme,
        review: Review,
        heads: Callable[[Group], tuple[str, str]],
        parent: QWidget,
    ) -> None:
        """`heads` gives the words of a group: how many there are, and what that means."""
        super().__init__(parent)
        self._theme, self._review, self._heads = theme, review, heads
        self._fonts: dict[tuple[int, int], tuple[QFont, QFontMetrics]] = {}
        theme.changed.connect(self._fonts.clear)

    def _font(self, size: int, weight: int = 400) -> tuple[QFont, QFontMetrics]:
        if (size, weight) not in self._fonts:
            font = self._theme.font(size, weight)
            self._fonts[size, weight] = font, QFontMetrics(font)
        return self._fonts[size, weight]

    def _words(
        self,
        painter: QPainter,
        place: QRect,
        text: str,
        token: str,
        size: int = 13,
        weight: int = 400,
        align: Qt.AlignmentFlag = _AlignLeft,
    ) -> int:
        """Write as much as fits; where the words end."""
        font, metrics = self._font(size, weight)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, place.width())
        painter.setFont(font)
        painter.setPen(self._theme.colour(token))
        painter.drawText(place, align, shown)
        return place.left() + metrics.horizontalAdvance(shown)

    def _mark(self, painter: QPainter, at: QPoint, icon: str, token: str, size: int) -> None:
        scale = painter.device().devicePixelRatio()
        painter.drawPixmap(at, self._theme.pixmap(icon, token, size, scale))

    # The cells

    def _paint_head(self, painter: QPainter, bounds: QRect, group: Group, *, folded: bool) -> None:
        painter.fillRect(bounds, self._theme.colour("bg1"))
        icon = "chevron-right" if folded else "chevron-down"
        middle = bounds.center().y() - MARK // 2 + 1
        self._mark(painter, QPoint(bounds.left() + LEFT, middle), icon, "t3", MARK)
        title, about = self._heads(group)
        place = bounds.adjusted(LEFT + MARK + 8, 0, -GAP, 0)
        end = self._words(painter, place, title, "t1", 12, 600)
        place.setLeft(end + 10)
        self._words(painter, place, about, "t3", 12)

    def _paint_name(self, painter: QPainter, bounds: QRect, entry: Entry) -> None:
        option = QStyleOptionButton()
        option.rect = self._box(bounds)
        state = QStyle.StateFlag.State_On if entry.ticked else QStyle.StateFlag.State_Off
        live = QStyle.StateFlag.State_Enabled if entry.brings else QStyle.StateFlag.State_None
        option.state = state | live
        view = self.parent()
        assert isinstance(view, QWidget)
        view.style().drawPrimitive(
            QStyle.PrimitiveElement.PE_IndicatorItemViewItemCheck, option, painter, view
        )
        live_words = "t2" if entry.group in (Group.LOCKED, Group.REFUSED) else "t1"
        place = bounds.adjusted(LEFT + BOX + GAP, 0, -GAP, 0)
        end = self._words(painter, place, plain(entry.name), live_words, 13, 500)
        place.setLeft(end + 6)
        if self._font(12)[1].horizontalAdvance(entry.version) <= place.width():
            self._words(painter, place, entry.version, "t3", 12)

    def _paint_signer(
        self, painter: QPainter, bounds: QRect, entry: Entry, *, selected: bool
    ) -> None:
        quiet = "t2" if selected else "t3"
        if entry.found.problem is not None:
            self._words(painter, bounds.adjusted(0, 0, -GAP, 0), str(entry.found.problem), "t2", 12)
            return
        standing = self._standing(entry)
        icon, token, tone = _SHIELDS[standing]
        middle = bounds.center().y() - SHIELD // 2 + 1
        self._mark(painter, QPoint(bounds.left(), middle), icon, token, SHIELD)
        place = bounds.adjusted(SHIELD + 8, 0, -GAP, 0)
        below = QRect(place)
        place.setTop(bounds.top() + bounds.height() * 4 // ROW)
        place.setHeight(bounds.height() * 18 // ROW)
        below.setTop(bounds.top() + bounds.height() * 21 // ROW)
        below.setHeight(bounds.height() * 17 // ROW)
        signer = entry.signer
        if signer is None:
            is_locked = entry.group is Group.LOCKED
            name = _("Closed") if is_locked else _("Unsigned")
            about = _("who signed it is inside") if is_locked else _("quarantine stays on")
        else:
            name, about = plain(signer.name), phrase(signer.key)
        said = self._review.standing_words(entry) if signer is not None else ""
        if bounds.width() < ROOMY and said:
            about, said = said, ""
        tag = self._font(11)[1].horizontalAdvance(said) + 12 if said else 0
        room = QRect(place)
        room.setRight(max(place.left() + 40, place.right() - tag - 6))
        end = self._words(painter, room, name, "t1", 12)
        if said:
            self._paint_tag(painter, QRect(end + 6, place.top(), tag, place.height()), said, tone)
        self._words(painter, below, about, quiet, 11)

    def _paint_tag(self, painter: QPainter, place: QRect, text: str, tone: Tone) -> None:
        soft, token = ("bg4", "t2") if tone == "neutral" else (f"{tone}_soft", tone)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour(soft))
        painter.drawRoundedRect(place, 4, 4)
        middle = Qt.AlignmentFlag.AlignCenter
        self._words(painter, place, text, token, 11, align=middle)

    def _paint_count(self, painter: QPainter, bounds: QRect, entry: Entry, column: int) -> None:
        if entry.plan is None:
            return
        plan = entry.plan
        shown = plan.count(COUNTS[column]) if column in COUNTS and plan.allowed else 0
        count = len(plan.items) if column == SKILLS else shown
        token = "t3" if not count else "warn" if column == CONFLICT else "t1"
        weight = 500 if column == CONFLICT and count else 400
        place = bounds.adjusted(0, 0, -8, 0)
        self._words(painter, place, str(count) if count else "–", token, 13, weight, _AlignRight)

    def _paint_caution(self, painter: QPainter, bounds: QRect, entry: Entry) -> None:
        words, token = caution_word(entry)
        place = bounds.adjusted(0, 0, -LEFT, 0)
        if not words:
            self._words(painter, place, "–", "t3", align=_AlignRight)
            return
        place.setRight(bounds.right() - min(LEFT, bounds.width() // 9))
        room = place.adjusted(MARK + 16, 0, 0, 0)
        shown = self._font(12)[1].elidedText(words, Qt.TextElideMode.ElideRight, room.width())
        width = self._font(12)[1].horizontalAdvance(shown)
        icon = {"err": "error", "warn": "warn", "t3": "lock"}[token]
        left = place.right() - width - MARK - 6
        at = QPoint(left, bounds.center().y() - MARK // 2 + 1)
        self._mark(painter, at, icon, token, MARK)
        self._words(painter, place, shown, token, 12, align=_AlignRight)

    def _standing(self, entry: Entry) -> Standing:
        if self._review.is_trusted(entry):
            return Standing.TRUSTED
        if entry.plan is None:
            return Standing.UNSIGNED  # what is still closed is neither believed nor doubted
        vouched = entry.plan.judgement.vouched
        return Standing.TRUSTED if vouched else entry.plan.judgement.standing

    def _box(self, bounds: QRect) -> QRect:
        return QRect(bounds.left() + LEFT, bounds.center().y() - BOX // 2 + 1, BOX, BOX)

    # Qt

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        ratio = self._theme.font(13).pixelSize() / 13
        return QSize(0, round((ROW if index.internalId() else HEAD) * ratio))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        bounds: QRect = option.rect
        state: QStyle.StateFlag = option.state
        shown = index.data(ENTRY)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(shown, Group):
            opened = bool(state & QStyle.StateFlag.State_Open)
            self._paint_head(painter, bounds, shown, folded=not opened)
        else:
            if selected:
                painter.fillRect(bounds, self._theme.colour("acc_soft"))
            elif state & QStyle.StateFlag.State_MouseOver:
                painter.fillRect(bounds, self._theme.colour("bg3"))
            self._paint_cell(painter, bounds, shown, index.column(), selected=selected)
        painter.setPen(QPen(self._theme.colour("line"), 1))
        painter.drawLine(bounds.bottomLeft(), bounds.bottomRight())
        keyboard = state & QStyle.StateFlag.State_KeyboardFocusChange
        if state & QStyle.StateFlag.State_HasFocus and keyboard and index.column() == NAME:
            painter.setPen(QPen(self._theme.colour("acc"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(bounds).adjusted(1, 1, -1, -1), 6, 6)
        painter.restore()

    def _paint_cell(
        self, painter: QPainter, bounds: QRect, entry: Entry, column: int, *, selected: bool
    ) -> None:
        if column == NAME:
            self._paint_name(painter, bounds, entry)
        elif column == SIGNER:
            self._paint_signer(painter, bounds, entry, selected=selected)
        elif column == CAUTIONS:
            self._paint_caution(painter, bounds, entry)
        else:
            self._paint_count(painter, bounds, entry, column)

    def editorEvent(
        self, event: QEvent, model: object, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        """A click on the box, or beside it, ticks; elsewhere it brings the pack to the front."""
        entry = index.data(ENTRY)
        if not isinstance(event, QMouseEvent) or not isinstance(entry, Entry):
            return super().editorEvent(event, model, option, index)  # type: ignore[arg-type]
        bounds: QRect = option.rect
        at = event.position().toPoint().x() - bounds.left()
        if index.column() != NAME or at > LEFT + BOX + GAP // 2:
            return False
        if event.type() == QEvent.Type.MouseButtonRelease and entry.brings:
            index.model().setData(index, not entry.ticked, Qt.ItemDataRole.CheckStateRole)
        return True
