"""How a skill of a folder looks in the list: a row with its state, and what refuses it below."""

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from app.core.mirror.overview import SkillFile
from app.core.mirror.settling import is_mendable
from app.core.words import _
from app.ui.commands import key_text
from app.ui.theme.theme import Theme
from app.ui.views.agents.signs import act_of, refused_words, sign, state_of
from app.ui.views.agents.skill_rows import FILE, REMARK
from app.ui.widgets.list_delegate import Index, ListDelegate

ROW, STRIP = 39, 32
SIGN = 14
INSET = 15
BUTTON, PADDING = 24, 11
REPAIR = "Ctrl+."
STATE_AT, REMARK_AT = 0.45, 0.66
"""Where the state and what is said about it begin, as shares of the width."""
ROOMY = 480
"""In a narrower list, in px at the usual size of text, nothing is said about the state."""


class SkillFileDelegate(ListDelegate):
    """Buttons are painted; `act_place` and `repair_place` say where."""

    PADDING = INSET

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._over: tuple[int, str] = (-1, "")

    def set_over(self, row: int, part: str) -> bool:
        """Which painted button the mouse is over; whether that is another one than before."""
        before, self._over = self._over, (row, part)
        return before != self._over

    def act_place(self, bounds: QRect, one: SkillFile) -> QRect:
        """Where the button of a row is; empty where there is nothing to do."""
        act = act_of(one)
        return self._button_place(self._row(bounds), act.words if act else "", 0)

    def repair_place(self, bounds: QRect, one: SkillFile, strip: int) -> QRect:
        """Where the button of a strip below it is; empty where no rule mends that."""
        can = one.refusals[strip].can_be_mended and is_mendable(one.standing)
        extra = self._width(key_text(REPAIR)) + 14
        return self._button_place(self._strip(bounds, strip), _("Repair") if can else "", extra)

    def part_at(self, bounds: QRect, one: SkillFile, at: QPoint) -> str:
        """The button at a point of the list: "act", "repair", or none."""
        if self.act_place(bounds, one).contains(at):
            return "act"
        for n in range(len(one.refusals)):
            if self.repair_place(bounds, one, n).contains(at):
                return "repair"
        return ""

    def _height(self, index: Index) -> int:
        one: SkillFile = index.data(FILE)
        return ROW + STRIP * len(one.refusals)

    def _row(self, bounds: QRect) -> QRect:
        return QRect(bounds.left(), bounds.top(), bounds.width(), self._scaled(ROW))

    def _strip(self, bounds: QRect, number: int) -> QRect:
        height = self._scaled(STRIP)
        top = bounds.top() + self._scaled(ROW) + number * height
        return QRect(bounds.left(), top, bounds.width(), height)

    def _button_place(self, line: QRect, words: str, extra: int) -> QRect:
        if not words:
            return QRect()
        width = self._width(words, 12, 500) + 2 * PADDING + extra
        height = self._scaled(BUTTON)
        top = line.center().y() - height // 2
        return QRect(line.right() - INSET - width + 4, top, width, height)

    def _paint_row(self, painter: QPainter, bounds: QRect, index: Index, *, selected: bool) -> None:
        one: SkillFile = index.data(FILE)
        line = self._row(bounds)
        is_roomy = line.width() >= self._scaled(ROOMY)
        state_at = line.left() + round(line.width() * (STATE_AT if is_roomy else 0.5))
        button = self.act_place(bounds, one)
        ends = (button.left() if button.isValid() else line.right() - INSET) - 8
        self._paint_name(painter, line.adjusted(INSET, 0, state_at - line.right() - 12, 0), one)
        shown = sign(state_of(one))
        side = self._scaled(SIGN)
        top = line.center().y() - side // 2
        self._icon(painter, state_at, top, shown.icon, shown.colour, side)
        words = state_at + side + 16 + self._width(_("Changed on disk"), 12)
        remark_at = max(line.left() + round(line.width() * REMARK_AT), words) if is_roomy else ends
        place = QRect(line)
        place.setLeft(state_at + side + 6)
        place.setRight(min(remark_at - 8, ends))
        calm = "t2" if shown.colour in ("ok", "t2", "t3") else shown.colour
        self._line(painter, place, shown.words, 12, self._theme.colour(calm))
        if is_roomy:
            place.setLeft(remark_at)
            place.setRight(ends)
            quiet = self._theme.colour("t2" if selected else "t3")
            self._line(painter, place, index.data(REMARK), 12, quiet)
        act = act_of(one)
        if act is not None:
            over = self._over == (index.row(), "act")
            self._paint_button(painter, button, act.words, framed=over or selected)
        for number in range(len(one.refusals)):
            self._paint_strip(painter, bounds, one, number, index.row())

    def _paint_name(self, painter: QPainter, place: QRect, one: SkillFile) -> None:
        end = self._line(painter, place, one.title, 13, self._theme.colour("t1"), 500)
        rest = QRect(place)
        rest.setLeft(end + 9)
        if one.name == one.title or rest.width() < self._scaled(40):
            return
        painter.setFont(self._theme.mono(11))
        painter.setPen(self._theme.colour("t3"))
        room = rest.width()
        shown = painter.fontMetrics().elidedText(one.name, Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(rest, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading, shown)

    def _paint_button(
        self, painter: QPainter, place: QRect, words: str, *, framed: bool, key: str = ""
    ) -> None:
        if framed:
            painter.setPen(self._theme.colour("line2"))
            painter.setBrush(self._theme.colour("bg3"))
            painter.drawRoundedRect(place, 5, 5)
        inside = place.adjusted(PADDING - 1, 0, -6 if key else 1 - PADDING, 0)
        if key:
            self._key(painter, inside, key)
            inside.setRight(place.left() + PADDING + self._width(words, 12, 500))
        self._line(painter, inside, words, 12, self._theme.colour("t1" if framed else "t2"), 500)

    def _paint_strip(
        self, painter: QPainter, bounds: QRect, one: SkillFile, number: int, row: int
    ) -> None:
        """What keeps clients from loading it, in red, with what mends that."""
        line, refusal = self._strip(bounds, number), one.refusals[number]
        token = "warn" if refusal.by_hand else "err"
        painter.fillRect(line, self._theme.colour(f"{token}_soft"))
        side = self._scaled(SIGN)
        top = line.center().y() - side // 2
        icon = "warn" if refusal.by_hand else "error"
        self._icon(painter, line.left() + INSET, top, icon, token, side)
        button = self.repair_place(bounds, one, number)
        place = line.adjusted(INSET + side + 9, 0, -INSET, 0)
        if button.isValid():
            place.setRight(button.left() - 8)
            self._paint_button(painter, button, _("Repair"), framed=True, key=key_text(REPAIR))
        self._line(painter, place, refused_words(refusal), 12, self._theme.colour("t1"))
