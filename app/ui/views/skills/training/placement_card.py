"""A memory where it would stand: its words, its score, why, and what a person decides."""

from collections.abc import Callable, Mapping
from textwrap import shorten

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QVBoxLayout, QWidget

from app.core.skills.reading.step_line import step_line
from app.core.training.proposal import Choice, Item
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.button_menu import ButtonMenu
from app.ui.widgets.buttons import Button, IconButton
from app.ui.widgets.gauges import paint_bar
from app.ui.widgets.labels import label, restyle
from app.ui.widgets.side_by_side import SideBySide
from app.ui.widgets.tips import plain_tip

BARS = QSize(46, 12)
WORDS = 220
"""Px that the words have beside the buttons; with less they stand above them."""
GIST = 60
"""Characters of a step in the menu of places."""


class ScoreBars(QWidget):
    """The two halves of a score: similarity to the steps around, and coherence."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._halves = (0.0, 0.0)
        self.setFixedSize(BARS)
        theme.changed.connect(self.update)

    def show_halves(self, similarity: float, coherence: float) -> None:
        self._halves = (similarity, coherence)
        words = _("similarity {similarity}, coherence {coherence}")
        said = words.format(similarity=f"{similarity:.2f}", coherence=f"{coherence:.2f}")
        self.setAccessibleName(said)
        self.setToolTip(plain_tip(said))
        self.update()

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        colour = self._theme.colour
        for n, (share, token) in enumerate(zip(self._halves, ("acc", "mem"), strict=True)):
            bounds = QRectF(0, 1 + 6 * n, self.width(), 3)
            paint_bar(painter, bounds, share, colour(token), colour("line2"))


class PlacementCard(QFrame):
    """`chosen(fragment, Choice)`, `moved(fragment, after or None)`, `pinned(fragment, bool)`.

    With the focus on it: A accepts, R rejects, M moves, P pins, J and K go to the next and the
    previous one. `gone_on` when a key decided.
    """

    chosen = Signal(int, object)
    moved = Signal(int, object)
    pinned = Signal(int, bool)
    stepped = Signal(int)
    gone_on = Signal()
    entered = Signal(int)

    def __init__(
        self,
        theme: Theme,
        item: Item,
        why: str,
        places: Mapping[str, str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._item = item
        self.setObjectName("placement")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._words = label(item.fragment.text, wrap=True)
        self._source = label("", "source", wrap=True)
        self._about = label("", "caption", wrap=True)
        self._bars = ScoreBars(theme)
        self._score = label(f"{item.placement.score:.2f}", "head")
        self.accept = Button(theme, _("Accept"), size="small", icon="check")
        self.reject = Button(theme, _("Reject"), size="small", icon="close")
        self.move_button = IconButton(theme, "sort", _("Move to another place (M)"), size="small")
        self.move_button.setMenu(self._places(places))
        self.move_button.setPopupMode(IconButton.ToolButtonPopupMode.InstantPopup)
        self.pin = IconButton(theme, "pin", _("Keep it here in later trainings (P)"), size="small")
        self.pin.setCheckable(True)
        self.accept.setToolTip(plain_tip(_("Accept ({key})").format(key="A")))
        self.reject.setToolTip(plain_tip(_("Reject ({key})").format(key="R")))
        self._lay_out(theme)
        self.accept.clicked.connect(self._toggle_accept)
        self.reject.clicked.connect(self._toggle_reject)
        self.pin.clicked.connect(self._toggle_pin)
        self.show_item(item, why)

    @property
    def fragment(self) -> int:
        return self._item.fragment.id

    @property
    def is_open(self) -> bool:
        """Whether nobody has decided about it yet."""
        return self._item.choice is Choice.OPEN

    def show_item(self, item: Item, why: str) -> None:
        """What was decided about it, and why it stands there."""
        self._item = item
        self._source.setText(_("from {source}").format(source=item.fragment.source))
        self._about.setText(why)
        placement = item.placement
        self._bars.show_halves(placement.similarity, placement.coherence)
        placed = item.after is not None
        score = placement.score if placed else item.fragment.relevance
        self._bars.setVisible(placed)
        shown = "{score}" if placed else _("relevance {score}")
        self._score.setText(shown.format(score=f"{score:.2f}"))
        self._score.setProperty("role", "head" if placed else "muted")
        restyle(self._score)
        self._score.setToolTip(plain_tip(_("Placement score") if placed else _("Relevance")))
        accepted, rejected = item.choice is Choice.ACCEPTED, item.choice is Choice.REJECTED
        self.accept.say(_("Accepted") if accepted else _("Accept"), _("Accepted"), _("Accept"))
        self.reject.say(_("Rejected") if rejected else _("Reject"), _("Rejected"), _("Reject"))
        self.reject.setProperty("kind", "danger" if rejected else "secondary")
        self.accept.setProperty("kind", "chosen" if accepted else "secondary")
        for button in (self.accept, self.reject):
            restyle(button)
        self._words.setProperty("role", "struck" if rejected else "body")
        restyle(self._words)
        self.pin.setChecked(item.pinned)
        self.setProperty("card", "plain" if rejected else "memory")
        restyle(self)
        state = {
            Choice.OPEN: _("to decide"),
            Choice.ACCEPTED: _("accepted"),
            Choice.REJECTED: _("rejected"),
        }[item.choice]
        said = _("{text} (from {source}), score {score}, {state}")
        self.setAccessibleName(
            said.format(
                text=item.fragment.text,
                source=item.fragment.source,
                score=f"{score:.2f}",
                state=state,
            )
        )
        self.setAccessibleDescription(why)

    def _lay_out(self, theme: Theme) -> None:
        said, decided = QWidget(), QWidget()
        words = QVBoxLayout(said)
        words.setContentsMargins(0, 0, 0, 0)
        words.setSpacing(3)
        for line in (self._words, self._source, self._about):
            words.addWidget(line)
        words.addStretch(1)
        buttons = QHBoxLayout()
        buttons.setSpacing(6)
        buttons.addStretch(1)
        buttons.addWidget(self.accept)
        buttons.addWidget(self.reject)
        score = QHBoxLayout()
        score.setSpacing(8)
        score.addWidget(self.move_button)
        score.addWidget(self.pin)
        score.addStretch(1)
        score.addWidget(self._bars)
        score.addWidget(self._score)
        end = QVBoxLayout(decided)
        end.setContentsMargins(0, 0, 0, 0)
        end.setSpacing(4)
        end.addLayout(buttons)
        end.addLayout(score)
        end.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 10, 8)
        row.addWidget(SideBySide(theme, said, (decided,), WORDS))

    def _places(self, steps: Mapping[str, str]) -> QMenu:
        menu = ButtonMenu(self.move_button)
        if steps:
            menu.addAction(_("Before step 1")).triggered.connect(self._mover(0))
        for number, (name, step) in enumerate(steps.items(), start=1):
            gist = shorten(step_line(step), GIST, placeholder=" …").replace("&", "&&")
            said = _("After step {number}: {gist}").format(number=name, gist=gist)
            menu.addAction(said).triggered.connect(self._mover(number))
        menu.addAction(_("Supporting context")).triggered.connect(self._mover(None))
        return menu

    def _mover(self, after: int | None) -> Callable[[], None]:
        return lambda *_checked: self.moved.emit(self.fragment, after)

    def _toggle_accept(self) -> None:
        back = self._item.choice is Choice.ACCEPTED
        self.chosen.emit(self.fragment, Choice.OPEN if back else Choice.ACCEPTED)

    def _toggle_reject(self) -> None:
        back = self._item.choice is Choice.REJECTED
        self.chosen.emit(self.fragment, Choice.OPEN if back else Choice.REJECTED)

    def _decide(self, choice: Choice) -> None:
        """A key decides and goes on; it never takes back what was decided."""
        if self._item.choice is not choice:
            self.chosen.emit(self.fragment, choice)
        self.gone_on.emit()

    def _toggle_pin(self, on: bool) -> None:
        self.pinned.emit(self.fragment, on)

    # Qt

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.entered.emit(self.fragment)
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        acts: dict[int, Callable[[], None]] = {
            Qt.Key.Key_A: lambda: self._decide(Choice.ACCEPTED),
            Qt.Key.Key_R: lambda: self._decide(Choice.REJECTED),
            Qt.Key.Key_M: self.move_button.showMenu,
            Qt.Key.Key_P: self.pin.click,
            Qt.Key.Key_J: lambda: self.stepped.emit(1),
            Qt.Key.Key_K: lambda: self.stepped.emit(-1),
        }
        act = acts.get(event.key())
        if act is not None and not event.modifiers():
            act()
        else:
            super().keyPressEvent(event)
