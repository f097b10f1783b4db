"""The author's steps with the memories between them, what supports them, what does not stay."""

from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.core.training.placement_reasons import why
from app.core.training.proposal import Choice, Item, Proposal
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.skills.training.flow import Row, step
from app.ui.views.skills.training.left_out import LeftOutList
from app.ui.views.skills.training.placement_card import PlacementCard
from app.ui.views.skills.training.step_words import StepWords
from app.ui.widgets.emptying import empty
from app.ui.widgets.labels import card, label

WIDEST = 1200


def _has_keyboard(card: PlacementCard) -> bool:
    """Whether the keyboard is on it or on one of its buttons."""
    return card.hasFocus() or (
        (focused := QApplication.focusWidget()) is not None and card.isAncestorOf(focused)
    )


class Review(QScrollArea):
    """`chosen`, `moved` and `pinned` as of a card; `allowed(fragment)` of what was rejected;
    `looked_at(fragment)` when the keyboard comes to one, `finished` when none is left to decide."""

    chosen = Signal(int, object)
    moved = Signal(int, object)
    pinned = Signal(int, bool)
    allowed = Signal(int)
    looked_at = Signal(int)
    finished = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.cards: dict[int, PlacementCard] = {}
        self._rows: dict[int, Row] = {}
        inner = QWidget()
        inner.setMaximumWidth(WIDEST)
        self._flow = QVBoxLayout(inner)
        self._flow.setContentsMargins(20, 0, 20, 16)
        self._flow.setSpacing(0)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(_("Steps and memories"))
        self.setWidget(inner)
        self.left_out: LeftOutList | None = None
        self.taken_out: LeftOutList | None = None

    def rebuild(self, found: Proposal) -> None:
        """Every step and memory anew, in their places."""
        self._clear()
        words = StepWords(found.authored)
        for after in range(len(found.steps) + 1):
            if after:
                read = partial(words.prose, after)
                part = step(self._theme, read, found.steps[after - 1])
                self._flow.addWidget(Row(self._theme, part, found.names[after - 1]))
            for item in found.items:
                if item.after == after:
                    row = Row(self._theme, self._card(found, item), "")
                    self._rows[item.fragment.id] = row
                    self._flow.addWidget(row)
        context = [item for item in found.items if item.after is None]
        if context:
            self._flow.addSpacing(10)
            self._flow.addWidget(self._supporting_context(found, context))
        if found.left_out:
            self.left_out = LeftOutList(self._theme, _("Left out: {counts}"), found.left_out)
            self.left_out.allowed.connect(self.allowed)
            self._flow.addWidget(self.left_out)
        if found.gone:
            self.taken_out = LeftOutList(self._theme, _("Removed: {counts}"), found.gone)
            self.taken_out.allowed.connect(self.allowed)
            self._flow.addWidget(self.taken_out)
        self._flow.addStretch(1)
        self.show_choices(found)

    def show_choices(self, found: Proposal) -> None:
        """What was decided by now."""
        for item in found.items:
            number = item.fragment.id
            self.cards[number].show_item(item, why(found, item))
            if number in self._rows:
                self._rows[number].show_filled(item.choice is Choice.ACCEPTED)

    def go(self, fragment: int) -> None:
        """Have the keyboard on one memory."""
        self._show(self.cards[fragment])

    def step(self, by: int) -> None:
        """Go to the next or the previous memory, round and round."""
        made = list(self.cards.values())
        here = next((n for n, one in enumerate(made) if _has_keyboard(one)), -1 if by > 0 else 0)
        if made:
            self._show(made[(here + by) % len(made)])

    def go_on(self) -> None:
        """Go to the next memory that is still to be decided."""
        made = list(self.cards.values())
        here = next((n for n, one in enumerate(made) if _has_keyboard(one)), -1)
        left = [one for one in (*made[here + 1 :], *made[: here + 1]) if one.is_open]
        if left:
            self._show(left[0])
        else:
            self.finished.emit()

    def _show(self, made: PlacementCard) -> None:
        """Give it the keyboard, and scroll to it; it may have been made a moment ago."""
        self._flow.activate()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        made.setFocus(Qt.FocusReason.OtherFocusReason)
        self.ensureWidgetVisible(made)

    def _clear(self) -> None:
        empty(self._flow)
        self.cards, self._rows = {}, {}
        self.left_out = self.taken_out = None

    def _card(self, found: Proposal, item: Item) -> PlacementCard:
        steps = dict(zip(found.names, found.steps, strict=True))
        made = PlacementCard(self._theme, item, why(found, item), steps)
        made.chosen.connect(self.chosen)
        made.moved.connect(self.moved)
        made.pinned.connect(self.pinned)
        made.stepped.connect(self.step)
        made.gone_on.connect(self.go_on)
        made.entered.connect(self.looked_at)
        self.cards[item.fragment.id] = made
        return made

    def _supporting_context(self, found: Proposal, items: list[Item]) -> QWidget:
        """What fits nowhere between the steps and may still be worth knowing."""
        ground = card("well")
        column = QVBoxLayout(ground)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(7)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(label(_("Supporting context"), "head"))
        words = _("after the last step, because it has no single place between the steps")
        head.addWidget(label(words, "caption", wrap=True), 1)
        column.addLayout(head)
        for item in items:
            column.addWidget(self._card(found, item))
        return ground
