"""The card of one step: its words, its pills, what is wrong with it, and the field to edit it."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QCursor,
    QEnterEvent,
    QFocusEvent,
    QFontMetrics,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QFrame, QWidget

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.skills.editor.steps.card_corner import HANDLE, CardCorner
from app.ui.views.skills.editor.steps.card_fold import CardFold, sub_steps
from app.ui.views.skills.editor.steps.card_hits import CardHits
from app.ui.views.skills.editor.steps.card_paint import CardLook, paint_frame, paint_rail
from app.ui.views.skills.editor.steps.card_past import CardPast, StepPast
from app.ui.views.skills.editor.steps.content import StepText
from app.ui.views.skills.editor.steps.problem_strip import Problem, ProblemStrip
from app.ui.views.skills.editor.steps.step_field import StepField
from app.ui.widgets.prose.paragraph import LINE
from app.ui.widgets.prose.pill import Pill
from app.ui.widgets.prose.pill_box import BETWEEN, begin_right, in_rows
from app.ui.widgets.prose.pill_text import PillText
from app.ui.widgets.prose.rich_paragraph import RichParagraph
from app.ui.widgets.prose.text_style import scaled

LEFT = 13
TOP = 9
INNER_LEFT, INNER_TOP, AFTER_NUMBER = 10, 4, 9
"""Of a sub-step, whose number stands in front of its words."""
NUMBER, COUNT = 12, 11
"""The sizes of that number, and of how many sub-steps are folded away."""


class StepCard(QFrame):
    """Shows a `StepText`; knows nothing of the text around it. Every wish leaves as a signal."""

    wanted = Signal(int)
    """To be edited, with the cursor at that place in the step."""
    followed = Signal(str)
    """A call, by the name of its target."""
    step_wanted = Signal(int)
    """A loop or branch, by the position it leads to."""
    menu_wanted = Signal(QPoint)
    repair_wanted = Signal()
    answer_wanted = Signal(int)
    more_wanted = Signal(QPoint)
    grown = Signal()
    """Its height changed while it was edited."""
    drag_started = Signal()
    dragged = Signal(QPoint)
    dropped = Signal()
    focused = Signal()
    fold_toggled = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.content = StepText(0, "", (), (), ())
        self._problems: tuple[Problem, ...] = ()
        self._prose = RichParagraph(theme, parent=self)
        self._prose.pressed.connect(self.wanted)
        self._prose.followed.connect(self.followed)
        self._corner = CardCorner(theme, self)
        self._corner.menu_wanted.connect(self.menu_wanted)
        self._corner.drag_started.connect(self.drag_started)
        self._corner.dragged.connect(self.dragged)
        self._corner.dropped.connect(self.dropped)
        self._past: CardPast | None = None
        self._pills: list[Pill] = []
        self._strip: ProblemStrip | None = None
        self.folded = self.is_in_field = False
        self._fold: CardFold | None = None
        self.field: StepField | None = None
        self._current = False
        self._is_found = False
        self._writable = True
        self._dragging = False
        self._arranged_for = -1
        self._height = self._words_end = self._strip_end = 0
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        theme.changed.connect(self._forget_width)

    def show_step(self, content: StepText, problems: Sequence[Problem]) -> bool:
        """Show it; whether what is around it has to be placed anew."""
        before = self.content
        if content is before and not problems and not self._problems:
            return False
        found = tuple(problems)
        if content == before and found == self._problems:
            return False
        if content != before:
            self.content = content
            if not content.below or (self.field is None and content.runs != before.runs):
                self.folded = False
            self._show_fold()
            self._prose.show_runs(content.runs)
            self._show_pills()
        if found != self._problems:
            self._problems = found
            self._show_problems()
        said = " ".join(run.text for run in content.runs).strip()
        self.setAccessibleName(_("Step {label}: {text}").format(label=content.label, text=said))
        self.setAccessibleDescription(" ".join(problem.text for problem in found))
        self._arranged_for = -1
        self.update()
        same = _standing(content) == _standing(before)
        high = self._height
        return not same or self.arrange(self.width()) != high

    @property
    def selected_text(self) -> str:
        return self._prose.selected_text

    @property
    def words(self) -> str:
        """What can be read on it, pills included."""
        return "\n".join([self._prose.text, *(pill.said.text for pill in self._pills)]).strip()

    def show_hits(self, hits: CardHits) -> None:
        """Mark what was found in the words and in the pills; the present one, the card as well."""
        if hits.has_present != self._is_found:
            self._is_found = hits.has_present
            self.update()
        self._prose.show_hits(hits.words)
        for pill, marked in zip(self._pills, hits.pills, strict=True):
            pill.show_hits(marked)

    def show_past(self, past: StepPast | None) -> None:
        """How it went in the last runs; None where that is not known."""
        if past == (self._past.past if self._past is not None else None):
            return
        if self._past is None:
            self._past = CardPast(self._theme, self)
        self._past.show_past(past)
        self._arranged_for = -1
        self.arrange(self.width())

    def fold(self, folded: bool) -> None:
        """Show or hide its sub-steps, if it has any."""
        if self.content.below and folded != self.folded:
            self.folded = folded
            self._arranged_for = -1
            self._show_fold()
            self.fold_toggled.emit()

    def set_writable(self, writable: bool) -> None:
        self._writable = writable
        self._corner.set_writable(writable)
        if self._strip is not None:
            self._strip.set_writable(writable)
        self.update()

    def set_current(self, current: bool) -> None:
        """Only the current card and what is on it can be reached with Tab."""
        if current == self._current:
            return
        self._current = current
        policy = Qt.FocusPolicy.StrongFocus if current else Qt.FocusPolicy.ClickFocus
        self.setFocusPolicy(policy)
        for pill in self._pills:
            pill.setFocusPolicy(policy)
        if self._strip is not None:
            self._strip.set_reachable(current)

    def tab_parts(self) -> list[QWidget]:
        parts = (self.field, *self._pills, self._strip)
        return [part for part in parts if part is not None]

    def set_dragging(self, dragging: bool) -> None:
        self._dragging = dragging
        if not dragging:
            self._corner.let_go()
        self.update()

    def begin_editing(self, text: str, at: int) -> StepField:
        """Put a field in the place of the words, with the cursor at `at`."""
        if self.field is None:
            self.field = StepField(self._theme, self, takes_steps=True)
            self.field.grown.connect(self._on_grown)
            self._prose.hide()
        self.field.set_text(text, at)
        self._arranged_for = -1
        self.arrange(self.width())
        self.field.show()
        self.field.setFocus()
        self.update()
        return self.field

    def end_editing(self) -> None:
        field, self.field = self.field, None
        if field is not None:
            had_focus = field.hasFocus()
            field.hide()
            field.deleteLater()
            self._prose.show()
            self._arranged_for = -1
            if had_focus:
                self.setFocus()
            self.update()

    def arrange(self, width: int) -> int:
        """Place everything for that width in px; the height it takes."""
        if width == self._arranged_for:
            return self._height
        self._arranged_for = width
        top, left = self._top, self._left
        corner = CardCorner.room(self._theme)
        inner = width - left - corner
        self._corner.setGeometry(width - corner, 0, corner, 2 * top + self._line)
        if self._past is not None and self._past.past is not None:
            room = self._past.room
            self._past.setGeometry(width - corner - room, 0, room, 2 * top + self._line)
            inner -= room
        if self._fold is not None:
            side = self._fold.side
            self._fold.setGeometry(left - side - 1, self.line_y - side // 2 - 1, side, side)
        y, below = top, top + 1
        if self.field is not None:
            height = self.field.height_for(inner)
            self.field.setGeometry(left, y, inner, height)
            y += height
        elif self._prose.text.strip() or not self._pills:
            height = self._prose.height_for(inner)
            self._prose.setGeometry(left, y, inner, height)
            self._prose.show()
            y += height
        else:
            self._prose.hide()
            below = max(top - 2, 2)  # a pill is higher than a line
            y = below - BETWEEN
        y = self._arrange_pills(y, left, inner, width - left - scaled(self._theme, HANDLE))
        self._words_end = y
        if self.folded:
            y += scaled(self._theme, LINE)
        y += below
        if self._strip is not None:
            height = self._strip.heightForWidth(width - 2)
            self._strip.setGeometry(1, y - 1, width - 2, height)
            y += height
        self._strip_end = y
        if self._strip is not None and self.content.below and not self.folded:
            y += top
        self._height = y
        return y

    def _arrange_pills(self, y: int, left: int, inner: int, most: int) -> int:
        """In `most` px; those that begin at the right do so where the words begin."""
        from_right = begin_right(self.content.pills, self._prose.paragraph)
        room = inner if from_right else most
        boxes = [pill.box(room) for pill in self._pills]
        height = in_rows(boxes, room, from_right=from_right)
        for pill, box in zip(self._pills, boxes, strict=True):
            pill.setGeometry(box.bounds.translated(left, y + BETWEEN).toRect())
        return y + BETWEEN + round(height) if boxes else y

    @property
    def line_y(self) -> int:
        """The middle of the first line, where the number stands."""
        return self._top + self._line // 2 + 1

    @property
    def _top(self) -> int:
        return INNER_TOP if self.content.depth else TOP

    @property
    def _left(self) -> int:
        """Where the words begin."""
        fold = self._fold.side if self._fold is not None else 0
        if not self.content.depth:
            return LEFT + fold
        wide = QFontMetrics(self._theme.font(NUMBER)).horizontalAdvance(self.content.label)
        return INNER_LEFT + wide + AFTER_NUMBER + fold

    @property
    def _line(self) -> int:
        return scaled(self._theme, LINE)

    def _show_fold(self) -> None:
        count = self.content.below
        if not count:
            if self._fold is not None:
                self._fold.hide()
                self._fold.deleteLater()
                self._fold = None
            return
        if self._fold is None:
            self._fold = CardFold(self._theme, self)
            self._fold.clicked.connect(lambda: self.fold(not self.folded))
            self._fold.show()
        self._fold.show_state(self.folded, count)

    def _show_pills(self) -> None:
        wanted = self.content.pills
        while len(self._pills) > len(wanted):
            pill = self._pills.pop()
            pill.hide()
            pill.deleteLater()
        while len(self._pills) < len(wanted):
            pill = Pill(self._theme, self)
            pill.setFocusPolicy(self.focusPolicy())
            pill.clicked.connect(self._on_pill)
            pill.show()
            self._pills.append(pill)
        for pill, said in zip(self._pills, wanted, strict=True):
            pill.say(said)

    def _show_problems(self) -> None:
        if not self._problems:
            if self._strip is not None:
                self._strip.hide()
                self._strip.deleteLater()
                self._strip = None
            return
        if self._strip is None:
            self._strip = ProblemStrip(self._theme, self)
            self._strip.repair_wanted.connect(self.repair_wanted)
            self._strip.answer_wanted.connect(self.answer_wanted)
            self._strip.more_wanted.connect(self.more_wanted)
            self._strip.set_reachable(self._current)
            self._strip.set_writable(self._writable)
            self._strip.show()
        self._strip.show_problems(self._problems)

    def _on_pill(self) -> None:
        pill = self.sender()
        assert isinstance(pill, Pill)
        self.follow(pill.said)

    @property
    def leads(self) -> list[PillText]:
        """The pills that lead somewhere, each place once."""
        return list(
            {said.link: said for said in reversed(self.content.pills) if said.link}.values()
        )[::-1]

    def follow(self, said: PillText) -> None:
        """Go where a pill leads."""
        if said.kind in ("call", "unknown"):
            self.followed.emit(said.link)
        elif said.link:
            self.step_wanted.emit(int(said.link))

    def look_for_mouse(self) -> None:
        """Qt tells nothing to a card that the mouse left over a menu."""
        is_here = self.rect().contains(self.mapFromGlobal(QCursor.pos()))
        self.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, is_here)
        self.update()

    def _place(self, point: QPoint) -> int:
        """Where in the step to write after a click beside its words; -1 for its end."""
        row = [
            (pill.geometry(), written)
            for pill, written in zip(self._pills, self.content.written, strict=True)
            if pill.geometry().top() <= point.y() <= pill.geometry().bottom()
        ]
        if not row:
            return -1
        before = [end for place, (_start, end) in row if place.right() < point.x()]
        return before[-1] if before else row[0][1][0]

    def _forget_width(self) -> None:
        self._arranged_for = -1

    def _on_grown(self) -> None:
        self._arranged_for = -1
        self.grown.emit()

    @property
    def _has_focus(self) -> bool:
        return self.hasFocus() or (self.field is not None and self.field.hasFocus())

    # Qt

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit()
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def enterEvent(self, event: QEnterEvent) -> None:
        self.update()

    def leaveEvent(self, event: object) -> None:
        self.update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.setFocus()
        self.menu_wanted.emit(event.globalPos())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self.wanted.emit(self._place(event.position().toPoint()))

    def paintEvent(self, event: QPaintEvent) -> None:
        strip = self._strip
        self._corner.set_lively(self._has_focus or self.underMouse())
        look = CardLook(
            focus=self._has_focus or self._is_found,
            ringed=self.hasFocus() or self._is_found,
            selected=self.hasFocus() and self.field is None,
            hover=self.underMouse(),
            dragging=self._dragging,
            writable=self._writable,
            strip_top=strip.y() if strip is not None else -1,
            strip_bottom=self._strip_end,
            inner=self.content.depth > 0,
            severe=strip is not None and strip.severe,
        )
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_frame(painter, self._theme, self.rect(), look)
        self._paint_sub_steps(painter)

    def _paint_sub_steps(self, painter: QPainter) -> None:
        """The number of one, and what shows that there are some."""
        theme, content = self._theme, self.content
        painter.setPen(theme.colour("t3"))
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        if content.depth:
            painter.setFont(theme.font(NUMBER))
            place = QRect(INNER_LEFT, self._top, self._left, self._line)
            painter.drawText(place, flags, content.label)
        if content.below and self.folded:
            painter.setFont(theme.font(COUNT))
            place = QRect(self._left, self._words_end, self.width(), self._line)
            painter.drawText(place, flags, sub_steps(content.below))
        elif content.below and not content.depth:
            middle = LEFT + 7
            paint_rail(painter, theme, middle, self._height, self.height())


def _standing(content: StepText) -> tuple[object, ...]:
    """What decides about what is around a card."""
    return content.label, content.arcs, content.depth, content.parent, content.below, content.within
