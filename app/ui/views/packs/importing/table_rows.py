"""How a pack looks in the list of those that were opened together. Public name: `PackDelegate`."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyleOptionButton, QStyleOptionViewItem, QWidget

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
from app.ui.widgets.list_delegate import ListDelegate, State

ROW, HEAD = 41, 32
ROOMY = 200
"""A narrower cell says how far the signer is believed in the place of the words of the key.

In px at the usual size of text."""
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


class PackDelegate(ListDelegate):
    """Two lines for who signed, numbers that line up, words beside every sign."""

    def __init__(
        self,
        theme: Theme,
        review: Review,
        heads: Callable[[Group], tuple[str, str]],
        parent: QWidget,
    ) -> None:
        """`heads` gives the words of a group: how many there are, and what that means."""
        super().__init__(theme, parent)
        self._review, self._heads = review, heads

    # The cells

    def _paint_head(self, painter: QPainter, bounds: QRect, group: Group, *, folded: bool) -> None:
        painter.fillRect(bounds, self._theme.colour("bg1"))
        icon = "chevron-right" if folded else "chevron-down"
        side = self._scaled(MARK)
        middle = bounds.center().y() - side // 2 + 1
        self._icon(painter, bounds.left() + LEFT, middle, icon, "t3", side)
        title, about = self._heads(group)
        place = bounds.adjusted(LEFT + side + 8, 0, -GAP, 0)
        end = self._line(painter, place, title, 12, self._theme.colour("t1"), 600)
        place.setLeft(end + 10)
        self._line(painter, place, about, 12, self._theme.colour("t3"))

    def _paint_name(self, painter: QPainter, bounds: QRect, entry: Entry) -> None:
        option = QStyleOptionButton()
        option.rect = self._box(bounds)
        state = State.State_On if entry.ticked else State.State_Off
        live = State.State_Enabled if entry.brings else State.State_None
        option.state = state | live
        view = self.parent()
        assert isinstance(view, QWidget)
        view.style().drawPrimitive(
            QStyle.PrimitiveElement.PE_IndicatorItemViewItemCheck, option, painter, view
        )
        live_words = "t2" if entry.group in (Group.LOCKED, Group.REFUSED) else "t1"
        place = bounds.adjusted(LEFT + BOX + GAP, 0, -GAP, 0)
        colour = self._theme.colour
        # of two packs often only the ends of their names differ, or the versions
        name, version = QRect(place), self._width(entry.version, 12) + 6
        if shows_version := bool(entry.version) and version <= place.width() // 2:
            name.setRight(place.right() - version)
        said, cut = plain(entry.name), Qt.TextElideMode.ElideMiddle
        end = self._line(painter, name, said, 13, colour(live_words), 500, cut)
        if shows_version:
            place.setLeft(end + 6)
            self._line(painter, place, entry.version, 12, colour("t3"))

    def _paint_signer(
        self, painter: QPainter, bounds: QRect, entry: Entry, *, selected: bool
    ) -> None:
        colour = self._theme.colour
        if entry.found.problem is not None:
            place = bounds.adjusted(0, 0, -GAP, 0)
            self._line(painter, place, str(entry.found.problem), 12, colour("t2"))
            return
        standing = self._standing(entry)
        icon, token, tone = _SHIELDS[standing]
        side = self._scaled(SHIELD)
        middle = bounds.center().y() - side // 2 + 1
        self._icon(painter, bounds.left(), middle, icon, token, side)
        place = bounds.adjusted(side + 8, 0, -GAP, 0)
        below = QRect(place)
        place.setTop(bounds.top() + bounds.height() * 4 // ROW)
        place.setHeight(bounds.height() * 18 // ROW)
        below.setTop(bounds.top() + bounds.height() * 21 // ROW)
        below.setHeight(bounds.height() * 17 // ROW)
        signer = entry.signer
        if signer is None:
            is_locked = entry.group is Group.LOCKED
            name = _("Closed") if is_locked else _("Unsigned")
            about = _("unlock to see the signer") if is_locked else _("quarantine stays on")
            if entry.is_skill_files:
                name, about = _("SKILL.md files"), _("quarantine where the scan says so")
        else:
            name, about = plain(signer.name), phrase(signer.key)
        said = self._review.standing_words(entry) if signer is not None else ""
        if bounds.width() < self._scaled(ROOMY) and said:
            about, said = said, ""
        tag = self._width(said) + 12 if said else 0
        room = QRect(place)
        room.setRight(max(place.left() + 40, place.right() - tag - 6))
        end = self._line(painter, room, name, 12, colour("t1"))
        if said:
            soft, ink = ("bg4", "t2") if tone == "neutral" else (f"{tone}_soft", tone)
            box = QRect(end + 6, place.top(), tag, place.height())
            self._tag(painter, box, said, colour(ink), colour(soft))
        self._line(painter, below, about, 11, colour("t2" if selected else "t3"))

    def _paint_count(self, painter: QPainter, bounds: QRect, entry: Entry, column: int) -> None:
        if entry.plan is None:
            return
        plan = entry.plan
        shown = plan.count(COUNTS[column]) if column in COUNTS and plan.allowed else 0
        count = len(plan.items) if column == SKILLS else shown
        token = "t3" if not count else "warn" if column == CONFLICT else "t1"
        weight = 500 if column == CONFLICT and count else 400
        place = bounds.adjusted(0, 0, -8, 0)
        said = str(count) if count else "–"
        self._end(painter, place, said, self._theme.colour(token), 13, weight)

    def _paint_caution(self, painter: QPainter, bounds: QRect, entry: Entry) -> None:
        words, token = caution_word(entry)
        place = bounds.adjusted(0, 0, -LEFT, 0)
        if not words:
            self._end(painter, place, "–", self._theme.colour("t3"), 13)
            return
        place.setRight(bounds.right() - min(LEFT, bounds.width() // 9))
        side = self._scaled(MARK)
        room = place.adjusted(side + 16, 0, 0, 0)
        shown = self._elided(words, 12, 400, room.width())
        width = self._width(shown, 12)
        icon = {"err": "error", "warn": "warn", "t3": "lock"}[token]
        left = place.right() - width - side - 6
        top = bounds.center().y() - side // 2 + 1
        self._icon(painter, left, top, icon, token, side)
        self._end(painter, place, shown, self._theme.colour(token), 12)

    def _standing(self, entry: Entry) -> Standing:
        if self._review.is_trusted(entry):
            return Standing.TRUSTED
        if entry.plan is None:
            return Standing.UNSIGNED  # what is still closed is neither believed nor doubted
        vouched = entry.plan.judgement.vouched
        return Standing.TRUSTED if vouched else entry.plan.judgement.standing

    def _box(self, bounds: QRect) -> QRect:
        return QRect(bounds.left() + LEFT, bounds.center().y() - BOX // 2 + 1, BOX, BOX)

    def _height(self, index: Index) -> int:
        return ROW if index.internalId() else HEAD

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        bounds, state = QRect(option.rect), option.state
        shown = index.data(ENTRY)
        if isinstance(shown, Group):
            opened = bool(state & State.State_Open)
            self._paint_head(painter, bounds, shown, folded=not opened)
        elif state & State.State_Selected:
            painter.fillRect(bounds, self._theme.colour("acc_soft"))
        elif state & State.State_MouseOver:
            painter.fillRect(bounds, self._theme.colour("bg3"))
        painter.setPen(QPen(self._theme.colour("line"), 1))
        painter.drawLine(bounds.bottomLeft(), bounds.bottomRight())
        if index.column() != NAME:
            option.state &= ~State.State_HasFocus  # the ring is around the name

    def _paint_row(self, painter: QPainter, bounds: QRect, index: Index, *, selected: bool) -> None:
        if not isinstance(entry := index.data(ENTRY), Group):
            self._paint_cell(painter, bounds, entry, index.column(), selected=selected)

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

    # Qt

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
