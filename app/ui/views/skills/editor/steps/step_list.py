"""The step cards one below the other, beside the gutter that shows where the skill goes."""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QWidget

from app.ui.theme.theme import Theme
from app.ui.views.skills.editor.steps.add_row import AddRow
from app.ui.views.skills.editor.steps.between_steps import QuietBlock
from app.ui.views.skills.editor.steps.card import StepCard
from app.ui.views.skills.editor.steps.content import Item, QuietText, StepText
from app.ui.views.skills.editor.steps.dragging import Dragging, neighbour
from app.ui.views.skills.editor.steps.drop_line import DropLine
from app.ui.views.skills.editor.steps.far_keys import far, far_seen
from app.ui.views.skills.editor.steps.fold_head import FoldHead
from app.ui.views.skills.editor.steps.folding import Part, above, mark_in_field, next_seen, unfold
from app.ui.views.skills.editor.steps.gutter import WIDTH as GUTTER
from app.ui.views.skills.editor.steps.gutter import FlowGutter
from app.ui.views.skills.editor.steps.in_sight import kept_in_sight, place_in_sight
from app.ui.views.skills.editor.steps.matching import matched
from app.ui.views.skills.editor.steps.measuring import Measuring
from app.ui.views.skills.editor.steps.move_keys import follows, moves
from app.ui.views.skills.editor.steps.placing import arcs, depth_of, place
from app.ui.views.skills.editor.steps.problem_strip import Problem
from app.ui.views.skills.editor.steps.standing import HeadText
from app.ui.views.skills.editor.steps.typing_on import TypingOn

RIGHT = 20
BOTTOM = 24
SOON, MORE = 24, 12
"""As many parts are made at once, and then in each slice while nothing else is to do."""


class StepList(QScrollArea):
    """Shows items, and announces what a person wants with which step (by position, from 1)."""

    shown = Signal()  # the cards say what the text says
    edit_wanted = Signal(int, int)
    insert_wanted = Signal(int)
    """A new step behind that one; 0 for before the first."""
    add_wanted = Signal()
    move_wanted = Signal(int, int)
    phase_move_wanted = Signal(int, int)
    """By the place of its heading, to before (-1) or after (1) its neighbour."""
    delete_wanted = Signal(int)
    menu_wanted = Signal(int, QPoint)
    more_wanted = Signal(int, QPoint)
    repair_wanted = Signal(int)
    answer_wanted = Signal(int, int)
    """Another way to settle what is doubtful in a step, by its place among them."""
    followed = Signal(str)
    text_wanted = Signal(int)
    memory_opened = Signal(int)
    """By the place in the text where it begins, as are the next two."""
    memory_removed = Signal(int)
    memory_menu_wanted = Signal(int, QPoint)
    head_menu_wanted = Signal(int, QPoint)
    """Of a phase or section, by the place in the text where it begins."""
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
        self._raised: list[Part] = []
        self._lost_focus = False
        """Whether what had the keyboard is gone, and the list has to have it."""
        self._items: Sequence[tuple[Item, int]] = ()
        self._problems: Mapping[int, Sequence[Problem]] = {}
        self._mark: Callable[[Part, int], None] | None = None
        self._making = QTimer(self, interval=0)
        self._making.timeout.connect(self._make_more)
        self._measuring = Measuring(self)
        self._measuring.done.connect(self.arrange)
        self.typing = TypingOn(self)
        self.describe: Callable[[int], str] = lambda _place: ""
        """What is said of the memory at a place of the text."""
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._ground = QWidget()
        self._gutter = FlowGutter(theme, self._ground)
        self._line = DropLine(theme, self._ground)
        self._dragging = Dragging(self._line)
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
        if not self._dragging.drop:
            self._show(len(self._parts) + MORE)

    def _show(self, count: int) -> None:
        """Show so many items from the first on."""
        items, problems = self._items[:count], self._problems
        wanted = [item for item, _place in items]
        self._places = [place for _item, place in items]
        moved = self._match(wanted)
        for part, (item, begins) in zip(self._parts, items, strict=True):
            if isinstance(part, StepCard) and isinstance(item, StepText):
                moved |= part.show_step(item, problems.get(item.position, ()))
            elif isinstance(part, QuietBlock) and isinstance(item, QuietText):
                part.place = begins
                moved |= part.show_quiet(item)
            elif isinstance(part, FoldHead) and isinstance(item, HeadText):
                part.place = begins
                moved |= part.show_head(item)
        self._mark_parts()
        self.shown.emit()
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
            with kept_in_sight(self, self.tab_parts()):
                self.arrange()
        self.set_current(min(max(self._current, 1), len(self._cards)))

    def mark_with(self, mark: Callable[[Part, int], None] | None) -> None:
        """Have every part marked, also those that follow; `mark` is told where each begins."""
        self._mark = mark
        self._mark_parts()

    def _mark_parts(self) -> None:
        if self._mark is not None:
            for part, begins in zip(self._parts, self._places, strict=True):
                self._mark(part, begins)

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
            self.unfold_to(card)
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

    def hide_steps(self, in_field: range) -> None:
        """Show no cards of those steps: what they say is in the field of the one above them."""
        if mark_in_field(self._cards, in_field):
            self.arrange()

    def reveal(self, part: QWidget) -> None:
        """Bring it into view; what adds a step comes along with the last, where both have room."""
        if self._cards and self._cards[-1] in (part, part.parentWidget()) and not self._read_only:
            self.ensureWidgetVisible(self._adding, 0, BOTTOM)
        self.ensureWidgetVisible(part, 0, 30)

    def reveal_place(self, place: int) -> None:
        """Bring what is at that place of the text into view."""
        part = self.part_at(place)
        if part is not None:
            if isinstance(part, FoldHead):
                part.fold(False)
            self.unfold_to(part)
            self.reveal(part)

    def part_at(self, place: int) -> Part | None:
        """What shows that place of the text."""
        self.finish()
        at = bisect_right(self._places, place) - 1
        return self._parts[at] if at >= 0 else None

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
        parts, gone = matched(old, wanted, self._make)
        focused = QApplication.focusWidget()
        for part in gone:
            self._lost_focus |= focused is not None and (
                part is focused or part.isAncestorOf(focused)
            )
            part.hide()
            part.deleteLater()
        self._parts = parts
        self._cards = [part for part in parts if isinstance(part, StepCard)]
        return parts != old

    def _make(self, item: Item) -> Part:
        if isinstance(item, HeadText):
            head = FoldHead(self._theme, self._ground)
            head.toggled.connect(self.arrange)
            head.menu_wanted.connect(self.head_menu_wanted)
            head.move_wanted.connect(self.phase_move_wanted)
            head.show()
            return head
        if isinstance(item, QuietText):
            block = QuietBlock(self._theme, self._ground)
            block.text_wanted.connect(self.text_wanted)
            block.opened.connect(self.memory_opened)
            block.removed.connect(self.memory_removed)
            block.menu_wanted.connect(self.memory_menu_wanted)
            block.grown.connect(self._on_grown)
            block.describe = self.describe
            block.show()
            return block
        card = StepCard(self._theme, self._ground)
        self.typing.attend(card)
        card.set_writable(not self._read_only)
        card.wanted.connect(self._on_wanted)
        card.followed.connect(self.followed)
        card.step_wanted.connect(self.go_to)
        card.menu_wanted.connect(self._on_menu)
        card.more_wanted.connect(self._on_more)
        card.repair_wanted.connect(self._on_repair)
        card.answer_wanted.connect(self._on_answer)
        card.grown.connect(self._on_grown)
        card.fold_toggled.connect(self.arrange)
        card.focused.connect(self._on_focused)
        card.drag_started.connect(self._on_drag_started)
        card.dragged.connect(self._on_dragged)
        card.dropped.connect(self._on_dropped)
        card.show()
        return card

    @property
    def _width(self) -> int:
        """Px there are for the steps."""
        return self.width() - GUTTER - RIGHT

    def arrange(self) -> None:
        """Place every part below the one before, as wide as the view is."""
        self._measuring.stop()
        width = self._width
        placed = place(self._parts, 1, width)
        self._raise_sub_steps()
        y = placed.bottom
        self._adding.setGeometry(GUTTER, y, width, self._adding.height_in(width))
        y += self._adding.height() if not self._read_only else 0
        self._gutter.setGeometry(0, 0, GUTTER + 20, y)
        self._gutter.lower()
        self._gutter.show_flow(placed.stops, arcs(self._cards, placed.stops), placed.dots)
        self._dragging.go_on(self._cards, placed.bottom)
        self._ground.resize(self.viewport().width(), y + BOTTOM)

    def _raise_sub_steps(self) -> None:
        """They lie on the frame of their step, and theirs on them."""
        nested = [part for part in self._parts if depth_of(part)]
        if nested != self._raised:
            self._raised = nested
            for part in nested:
                part.raise_()

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

    def _on_answer(self, which: int) -> None:
        self.answer_wanted.emit(self._position(), which)

    def _on_focused(self) -> None:
        self.set_current(self._position())
        self.current_changed.emit(self._current)

    def _on_grown(self) -> None:
        self.arrange()
        if (field := getattr(self.sender(), "field", None)) is not None and field.hasFocus():
            self.reveal(field)  # of a field Qt shows where the cursor is

    def _on_add(self) -> None:
        self.finish()
        self.add_wanted.emit()

    def _show_current(self) -> None:
        card = self.card(self._current)
        lit = card is not None and (card.hasFocus() or card.field is not None)
        self._gutter.set_current(self._current - 1 if lit else -1)

    # Folding

    def unfold_to(self, part: Part) -> None:
        """Show a part that is folded away."""
        for folded in above(self._parts, part):
            folded.fold(False)

    def unfold(self) -> None:
        """Show what there is to see when a skill is opened."""
        unfold(self._parts)

    def next_seen(self, position: int, step: int) -> int:
        """The next step in that direction that is not folded away; 0 for none."""
        if position + step > len(self._cards):
            self.finish()
        return next_seen(self._cards, position, step)

    def beside(self, position: int, step: int) -> int:
        """The step before (-1) or after (1) it in the same list; 0 for none."""
        card = self.card(position)
        return neighbour(self._cards, card, step) if card is not None else 0

    # Dragging

    def _on_drag_started(self) -> None:
        self.finish()
        self._dragging.begin(self._cards[self._position() - 1])

    def _on_dragged(self, point: QPoint) -> None:
        self._dragging.follow(self._cards, point, self._adding.y())
        self.ensureVisible(0, point.y(), 0, 40)

    def _on_dropped(self) -> None:
        position, target = self._position(), self._dragging.drop
        self._end_drag()
        if target not in (0, position):
            self.move_wanted.emit(position, target)

    def _end_drag(self) -> None:
        """Put the card back where it was."""
        self._dragging.end()
        self.arrange()

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if len(self._parts) <= SOON:
            self.arrange()
            return
        place_in_sight(self, self._parts, self._width)
        self._measuring.start(self._parts, self._width)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, held = event.key(), event.modifiers()
        none = not held & ~Qt.KeyboardModifier.KeypadModifier
        arrow = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(key), 0)
        card = self.card(self._current)
        if key == Qt.Key.Key_Escape and self._dragging.drop:
            self._end_drag()
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.pasted.emit()
        elif event.matches(QKeySequence.StandardKey.Copy) and card is not None:
            QGuiApplication.clipboard().setText(card.selected_text or card.words)
        elif self._current and arrow and moves(held):
            self._move_by(arrow)
        elif self._current and arrow and none:
            self.go_to(self.next_seen(self._current, arrow) or self._current)
        elif self._current and none and (pages := far(key)):
            self.finish()
            high = pages * self.viewport().height()
            self.go_to(far_seen(self._cards, self._current, high))
        elif self._current and none and key == Qt.Key.Key_Delete:
            self.delete_wanted.emit(self._current)
        elif card is not None and follows(key, held) and card.leads:
            card.follow(card.leads[0])
        elif card is not None and none and key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._fold_by(card, folded=key == Qt.Key.Key_Left)
        elif none and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self._current:
                self.edit_wanted.emit(self._current, -1)
            elif not self._read_only:
                self.insert_wanted.emit(0)
        else:
            super().keyPressEvent(event)

    def _fold_by(self, card: StepCard, *, folded: bool) -> None:
        """Fold its sub-steps, or go to the step it is in when there is nothing to fold."""
        if folded and card.content.parent and (card.folded or not card.content.below):
            self.go_to(card.content.parent)
        else:
            card.fold(folded)

    def _move_by(self, step: int) -> None:
        target = self.beside(self._current, step)
        if target and not self._read_only:
            self.move_wanted.emit(self._current, target)
