"""What a first skill is made of, told above it once. Public name: `FirstSteps`."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import Button
from app.ui.widgets.labels import label
from app.ui.widgets.scrolled import scrolled
from app.ui.widgets.tips import plain_tip

MARK, LEAST = 16, 44
"""Px of a mark, and of the explanations at least: so much shows that there is more to scroll."""
COLUMNS = 2
LOW = 560
"""Px of a window, at the usual size of text, below which the skill itself needs all the room."""


class FirstSteps(QFrame):
    """Quiet: nothing waits for it. `dismissed` when somebody has read it."""

    dismissed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._marks: list[tuple[QLabel, str, str]] = []
        self.setProperty("card", "plain")
        self.setAccessibleName(_("What you see here"))
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 10, 12)
        column.setSpacing(8)
        column.addLayout(self._head())
        explained = QWidget()
        parts = QGridLayout(explained)
        parts.setContentsMargins(0, 0, 0, 0)
        parts.setHorizontalSpacing(20)
        parts.setVerticalSpacing(8)
        for number, part in enumerate(_parts()):
            parts.addLayout(self._part(*part), number // COLUMNS, number % COLUMNS)
            parts.setColumnStretch(number % COLUMNS, 1)
        # in a small window the skill itself comes first
        self.explained = scrolled(explained, self.accessibleName())
        self.explained.setMinimumHeight(LEAST)
        self.explained.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        column.addWidget(self.explained)
        self._window: QWidget | None = None
        self._paint_marks()
        theme.changed.connect(self._paint_marks)
        theme.changed.connect(self._fit)

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addWidget(
            label(
                _("This is a skill: a procedure that people and agents follow"), "name", wrap=True
            ),
            1,
        )
        self.done = Button(self._theme, _("Got it"), size="small")
        self.done.clicked.connect(self.dismissed)
        row.addWidget(self.done)
        return row

    def _part(self, icon: str, token: str, name: str, sentence: str) -> QHBoxLayout:
        mark = QLabel()
        self._marks.append((mark, icon, token))
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(label(name, "secondary"))
        words.addWidget(label(sentence, "muted", wrap=True))
        words.addStretch(1)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        return row

    def _fit(self) -> None:
        """In a low window only the head is there, and its tooltip has the rest."""
        is_low = self.window().height() < self._theme.scaled(LOW)
        self.explained.setHidden(is_low)
        told = "\n\n".join(f"{name}: {sentence}" for _icon, _ink, name, sentence in _parts())
        self.setToolTip(plain_tip(told) if is_low else "")

    def _paint_marks(self) -> None:
        for mark, icon, token in self._marks:
            mark.setPixmap(
                self._theme.pixmap(icon, token, self._theme.scaled(MARK), self.devicePixelRatioF())
            )

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._window is not (now := self.window()):
            self._window = now
            now.installEventFilter(self)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._window and event.type() is QEvent.Type.Resize:
            self._fit()
        return super().eventFilter(watched, event)


def _parts() -> tuple[tuple[str, str, str, str], ...]:
    """Icon, its colour, what it is, and what it is for."""
    return (
        (
            "circle-check",
            "goal:Success",
            _("Coloured chips"),
            _("Its goals: when to use it, how you know it worked. Click one to read or edit it."),
        ),
        (
            "steps",
            "t2",
            _("Numbered cards"),
            _("Its steps, in order. Click one to edit it, drag it to move it."),
        ),
        (
            "call",
            "acc",
            _("Blue pills"),
            _("Calls of other skills. Click one to go there."),
        ),
        (
            "panel",
            "t2",
            _("The panel on the right"),
            _("What Techne knows about it, its history, its outline and what to check."),
        ),
    )
