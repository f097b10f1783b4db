"""The step cards one below the other, beside the gutter that shows where the skill goes."""

import time
from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QWidget

from app.core.skills.model import BlockKind, JumpKind, Skill
from app.ui.theme.theme import Theme
from app.ui.views.skills.editor.steps.add_row import AddRow
from app.ui.views.skills.editor.steps.between_steps import QuietBlock
from app.ui.views.skills.editor.steps.card import StepCard
from app.ui.views.skills.editor.steps.content import Item, QuietText, StepText
from app.ui.views.skills.editor.steps.drop_line import DropLine
from app.ui.views.skills.editor.steps.gutter import WIDTH as GUTTER
from app.ui.views.skills.editor.steps.gutter import Arc, FlowGutter, Stop
from app.ui.views.skills.editor.steps.move_keys import moves
from app.ui.views.skills.editor.steps.problem_strip import Problem

GAP = 7
RIGHT = 20
BOTTOM = 24
MOST, LARGEST = 1000, 20_000
"""More steps than this, and steps or notes with more characters, are only shown as text."""
SOON, MORE = 24, 12
"""As many parts are made at once, and then in each slice while nothing else is to do."""
SLICE = 0.015
"""Seconds at most that parts are measured for, before others have a turn."""

Part = StepCard | QuietBlock


def has_cards(skill: Skill) -> bool:
    """Whether a skill can be shown as cards."""
    return len(skill.steps) <= MOST and all(b.end - b.start <= LARGEST for b in skill.blocks)


class StepList(QScrollArea):
    """Shows items, and announces what a person wants with which step (by position, from 1)."""

    edit_wanted = Signal(int, int)
    insert_wanted = Signal(int)
    """A new step behind that one; 0 for before the first."""
    move_wanted = Signal(int, int)
    delete_wanted = Signal(int)
    menu_wanted = Signal(int, QPoint)
    more_wanted = Signal(int, QPoint)
    repair_wanted = Signal(int)
    followed = Signal(str)
    text_wanted = Signal(int)
    memory_opened = Signal(int)
    """By the place in the text where it begins, as are the next two."""
    memory_removed = Signal(int)
    memory_menu_wanted = Signal(int, QPoint)
    pasted = Signal()
    current_changed = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._parts: list[Part] = []
        self._cards: list[StepCard] = []
        self._places: list[int] = []
        self._current = 0
        self._read_only = False
        self._drop = -1
        self._lost_focus = False
        """Whether what had the keyboard is gone, and the list has to have it."""
        self._items: Sequence[tuple[Item, int]] = ()
        self._problems: Mapping[int, Sequence[Problem]] = {}
        self._mark: Callable[[Part, int], None] | None = None
        self._making = QTimer(self, interval=0)
        self._making.timeout.connect(self._make_more)
        self._measured = 0
        self._measuring = QTimer(self, interval=0)
        self._measuring.timeout.connect(self._measure)
        self.describe: Callable[[int], str] = lambda _place: ""
        """What is said of the memory at a place of the text."""
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._ground = QWidget()
        self._gutter = FlowGutter(theme, self._ground)
        self._line = DropLine(theme, self._ground)
        self._adding = AddRow(theme, self._ground)
        self._adding.wanted.connect(self._on_add)
        self.setWidget(self._ground)
        theme.changed.connect(self.arrange, Qt.ConnectionType.QueuedConnection)

    # What it shows

    def show_items(
        self, items: Sequence[tuple[Item, int]], problems: Mapping[int, Sequence[Problem]]
    ) -> None:
        """Change the cards that differ; `problems` by position of the step.

        Of many, those that were never shown follow one after the other.
        """
        self._items, self._problems = items, problems
        self._show(max(SOON, len(self._parts)))

    def finish(self) -> None:
        """Do not wait any longer for what is still to follow."""
        if self._making.isActive():
            self._show(len(self._items))

    def _make_more(self) -> None:
        if self._drop < 0:
            self._show(len(self._parts) + MORE)

    def _show(self, count: int) -> None:
        """Show so many items from the first on."""
        items, problems = self._items[:count], self._problems
        wanted = [item for item, _place in items]
        self._places = [place for _item, place in items]
        moved = self._match(wanted)
        for part, (item, place) in zip(self._parts, items, strict=True):
            if isinstance(part, StepCard) and isinstance(item, StepText):
                moved |= part.show_step(item, problems.get(item.position, ()))
            elif isinstance(part, QuietBlock) and isinstance(item, QuietText):
                part.place = place
                moved |= part.show_quiet(item)
        self._mark_parts()
        self._adding.show_first(not self._cards)
        if self._lost_focus:
            self._lost_focus = False
            self.set_current(min(max(self._current, 1), len(self._cards)))
            self.take_focus()
        if count >= len(self._items):
            self._making.stop()
        elif not self._making.isActive():
            self._making.start()
        if moved:
            self.arrange()
        self.set_current(min(max(self._current, 1), len(self._cards)))

    def mark_with(self, mark: Callable[[Part, int], None] | None) -> None:
        """Have every part marked, also those that follow; `mark` is told where each begins."""
        self._mark = mark
        self._mark_parts()

    def _mark_parts(self) -> None:
        if self._mark is not None:
            for part, place in zip(self._parts, self._places, strict=True):
                self._mark(part, place)

    def card(self, position: int) -> StepCard | None:
        """The card of a step."""
        if position > len(self._cards):
            self.finish()
        return self._cards[position - 1] if 0 < position <= len(self._cards) else None

    @property
    def current(self) -> int:
        """The position of the step that has the focus, or had it last; 0 without steps."""
        return self._current

    def set_current(self, position: int) -> None:
        before = self.card(self._current)
        self._current = position
        now = self.card(position)
        if before is not None and before is not now:
            before.set_current(False)
        if now is not None:
            now.set_current(True)
        self._show_current()

    def go_to(self, position: int) -> None:
        """Bring a step into view and give it the focus."""
        card = self.card(position)
        if card is not None:
            self.set_current(position)
            self.reveal(card)
            card.setFocus(Qt.FocusReason.OtherFocusReason)

    def take_focus(self) -> None:
        """Have the keyboard on the current step, or on the list when there is none."""
        if self.card(self._current or 1) is not None:
            self.go_to(self._current or 1)
        else:
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def tab_parts(self) -> list[QWidget]:
        card = self.card(self._current)
        return [self._adding] if card is None else [card, self._adding]

    def reveal(self, card: QWidget) -> None:
        self.ensureWidgetVisible(card, 0, 30)

    def reveal_place(self, place: int) -> None:
        """Bring what begins at that place of the text into view."""
        self.finish()
        for part, begins in zip(self._parts, self._places, strict=True):
            if begins == place:
                self.reveal(part)

    def set_read_only(self, read_only: bool) -> None:
        self._read_only = read_only
        self._adding.setVisible(not read_only)
        for card in self._cards:
            card.set_writable(not read_only)
        self.arrange()

    def focus_add(self) -> None:
        self._adding.button.setFocus(Qt.FocusReason.OtherFocusReason)

    # Cards

    def _match(self, wanted: Sequence[Item]) -> bool:
        """Make the parts as many and of the kinds that are wanted; whether that changed any."""
        old = self._parts
        head = 0
        while head < min(len(old), len(wanted)) and _same(old[head], wanted[head]):
            head += 1
        tail = 0
        most = min(len(old), len(wanted)) - head
        while tail < most and _same(old[-1 - tail], wanted[-1 - tail]):
            tail += 1
        before = old[head : len(old) - tail]
        middle: list[Part] = []
        for item in wanted[head : len(wanted) - tail]:
            kind = StepCard if isinstance(item, StepText) else QuietBlock
            fits = next((n for n, part in enumerate(before) if isinstance(part, kind)), None)
            middle.append(before.pop(fits) if fits is not None else self._make(item))
        focused = QApplication.focusWidget()
        for part in before:
            self._lost_focus |= focused is not None and (
                part is focused or part.isAncestorOf(focused)
            )
            part.hide()
            part.deleteLater()
        parts = [*old[:head], *middle, *(old[-tail:] if tail else [])]
        changed = parts != old
        self._parts = parts
        self._cards = [part for part in parts if isinstance(part, StepCard)]
        return changed

    def _make(self, item: Item) -> Part:
        if isinstance(item, QuietText):
            block = QuietBlock(self._theme, self._ground)
            block.text_wanted.connect(self.text_wanted)
            block.opened.connect(self.memory_opened)
            block.removed.connect(self.memory_removed)
            block.menu_wanted.connect(self.memory_menu_wanted)
            block.describe = self.describe
            block.show()
            return block
        card = StepCard(self._theme, self._ground)
        card.set_writable(not self._read_only)
        card.wanted.connect(self._on_wanted)
        card.followed.connect(self.followed)
        card.step_wanted.connect(self.go_to)
        card.menu_wanted.connect(self._on_menu)
        card.more_wanted.connect(self._on_more)
        card.repair_wanted.connect(self._on_repair)
        card.grown.connect(self.arrange)
        card.focused.connect(self._on_focused)
        card.drag_started.connect(self._on_drag_started)
        card.dragged.connect(self._on_dragged)
        card.dropped.connect(self._on_dropped)
        card.show()
        return card

    def arrange(self) -> None:
        """Place every part below the one before, as wide as the view is."""
        self._measuring.stop()
        width = self.width() - GUTTER - RIGHT
        y, stops, dots = 1, [], []
        for part in self._parts:
            height = self._put(part, y)
            if isinstance(part, StepCard):
                stops.append(Stop(part.content.label, y + part.line_y))
            elif part.content is not None and part.content.kind is BlockKind.MEMORY:
                dots.append(y + 17)
            y += height + GAP
        self._adding.setGeometry(GUTTER, y, width, self._adding.sizeHint().height())
        y += self._adding.height() if not self._read_only else 0
        self._gutter.setGeometry(0, 0, GUTTER + 20, y)
        self._gutter.lower()
        self._gutter.show_flow(stops, self._arcs(), dots)
        self._ground.resize(self.viewport().width(), y + BOTTOM)

    def _put(self, part: Part, y: int) -> int:
        """Place a part at that height; how high it is itself."""
        indent = _indent(part)
        width = self.width() - GUTTER - RIGHT - indent
        height = part.arrange(width)
        part.setGeometry(GUTTER + indent, y, width, height)
        return height

    def _arrange_in_sight(self) -> None:
        """Place the parts that can be seen, where the first of them is now."""
        top = self.verticalScrollBar().value()
        seen = [part for part in self._parts if part.geometry().bottom() >= top]
        y = seen[0].y() if seen else 0
        for part in seen:
            if y > top + self.viewport().height():
                return
            y += self._put(part, y) + GAP

    def _measure(self) -> None:
        """Measure some of the parts for the width there is now; place all when that is done."""
        started, width = time.perf_counter(), self.width() - GUTTER - RIGHT
        while self._measured < len(self._parts):
            part = self._parts[self._measured]
            part.arrange(width - _indent(part))
            self._measured += 1
            if time.perf_counter() - started > SLICE:
                return
        self.arrange()

    def _arcs(self) -> list[Arc]:
        return [
            Arc(JumpKind(kind), card.content.position - 1, target - 1)
            for card in self._cards
            for kind, target in card.content.arcs
            if 0 < target <= len(self._cards)
        ]

    def _position(self) -> int:
        """Of the card that sent the signal."""
        card = self.sender()
        assert isinstance(card, StepCard)
        return self._cards.index(card) + 1

    def _on_wanted(self, at: int) -> None:
        self.edit_wanted.emit(self._position(), at)

    def _on_menu(self, point: QPoint) -> None:
        self.menu_wanted.emit(self._position(), point)

    def _on_more(self, point: QPoint) -> None:
        self.more_wanted.emit(self._position(), point)

    def _on_repair(self) -> None:
        self.repair_wanted.emit(self._position())

    def _on_focused(self) -> None:
        self.set_current(self._position())
        self.current_changed.emit(self._current)

    def _on_add(self) -> None:
        self.finish()
        self.insert_wanted.emit(len(self._cards))

    def _show_current(self) -> None:
        card = self.card(self._current)
        lit = card is not None and (card.hasFocus() or card.field is not None)
        self._gutter.set_current(self._current - 1 if lit else -1)

    # Dragging

    def _on_drag_started(self) -> None:
        self.finish()
        position = self._position()
        self._drop = position
        card = self._cards[position - 1]
        card.set_dragging(True)
        card.raise_()
        card.setFocus()

    def _on_dragged(self, point: QPoint) -> None:
        position = self._position()
        card = self._cards[position - 1]
        card.move(GUTTER + 13, point.y() - card.line_y)
        others = [other for other in self._cards if other is not card]
        above = sum(other.y() + other.height() // 2 < point.y() for other in others)
        self._drop = above + 1
        below = others[above].y() if above < len(others) else self._adding.y()
        self._line.show_at(GUTTER, below - GAP // 2 - 1, card.width())
        self.ensureVisible(0, point.y(), 0, 40)

    def _on_dropped(self) -> None:
        position, target = self._position(), self._drop
        self._end_drag(position)
        if target not in (-1, position):
            self.move_wanted.emit(position, target)

    def _end_drag(self, position: int) -> None:
        """Put the card back where it was."""
        card = self._cards[position - 1]
        self._line.hide()
        card.set_dragging(False)
        self._drop = -1
        self.arrange()

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if len(self._parts) <= SOON:
            self.arrange()
            return
        self._arrange_in_sight()
        self._measured = 0
        self._measuring.start()

    def event(self, event: QEvent) -> bool:
        """F2 is ours before it is the window's where a card is selected."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            card = self.card(self._current)
            if event.key() == Qt.Key.Key_F2 and card is not None and card.hasFocus():
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, held = event.key(), event.modifiers()
        none = not held & ~Qt.KeyboardModifier.KeypadModifier
        arrow = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(key), 0)
        if key == Qt.Key.Key_Escape and self._drop > 0:
            self._end_drag(self._current)
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.pasted.emit()
        elif event.matches(QKeySequence.StandardKey.Copy) and (card := self.card(self._current)):
            QGuiApplication.clipboard().setText(card.selected_text or card.words)
        elif self._current and arrow and moves(held):
            self._move_by(arrow)
        elif self._current and arrow and none:
            self.go_to(max(self._current + arrow, 1))
        elif none and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            if self._current:
                self.edit_wanted.emit(self._current, -1)
            elif not self._read_only:
                self.insert_wanted.emit(0)
        else:
            super().keyPressEvent(event)

    def _move_by(self, step: int) -> None:
        target = self._current + step
        if self.card(target) is not None and not self._read_only:
            self.move_wanted.emit(self._current, target)


def _indent(part: Part) -> int:
    return part.indent if isinstance(part, QuietBlock) else 0


def _same(part: Part, item: Item) -> bool:
    """Whether the part already shows the words of the item."""
    if isinstance(part, StepCard):
        return isinstance(item, StepText) and part.content.runs == item.runs
    return part.content == item
