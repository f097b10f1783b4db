"""What was found in answer to a question, one after the other, over the sky."""

from datetime import date

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from app.core.words import _
from app.ui.commands import with_keys
from app.ui.theme.theme import Theme
from app.ui.views.constellation.since_field import SinceField
from app.ui.views.constellation.spoken import speak
from app.ui.widgets.buttons import Button, IconButton
from app.ui.widgets.labels import label
from app.ui.widgets.tips import plain_tip


class AnswerBar(QFrame):
    """Enter and Shift+Enter step through what was found; Esc ends it.

    `stepped` carries 1 or -1. `kept` and `dismissed` decide about a relation.
    """

    stepped = Signal(int)
    kept = Signal()
    dismissed = Signal()
    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("card", "plain")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(_("Answer"))
        self.said, self.place = label("", "name"), label("", "caption")
        self.since = SinceField(theme)
        self.why = label("", "secondary", wrap=True)
        self.back = IconButton(
            theme, "chevron-left", with_keys(_("Previous"), "Shift+Enter"), size="small"
        )
        self.forth = IconButton(theme, "chevron-right", with_keys(_("Next"), "Enter"), size="small")
        self.keep = Button(theme, _("Keep"), size="small", icon="check")
        self.dismiss = Button(theme, _("Dismiss"), size="small", icon="close")
        self.keep.setToolTip(plain_tip(_("Keep this relation (A)")))
        self.dismiss.setToolTip(plain_tip(_("Dismiss this relation (R)")))
        close = IconButton(theme, "close", with_keys(_("Close"), "Esc"), size="small")
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addWidget(self.said)
        head.addWidget(self.since)
        head.addStretch()
        for part in (self.back, self.place, self.forth, close):
            head.addWidget(part)
        about = QHBoxLayout()
        about.setSpacing(6)
        about.addWidget(self.why, 1)
        about.addWidget(self.keep, 0, Qt.AlignmentFlag.AlignTop)
        about.addWidget(self.dismiss, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 6, 8, 8)
        column.setSpacing(2)
        column.addLayout(head)
        column.addLayout(about)
        self.back.clicked.connect(lambda: self.stepped.emit(-1))
        self.forth.clicked.connect(lambda: self.stepped.emit(1))
        self.keep.clicked.connect(self.kept)
        self.dismiss.clicked.connect(self.dismissed)
        close.clicked.connect(self.left)
        self.since.entered.connect(self.setFocus)
        self.hide()

    @property
    def has_keyboard(self) -> bool:
        focused = self.window().focusWidget()
        return focused is not None and (focused is self or self.isAncestorOf(focused))

    def take_keyboard(self) -> None:
        """A day can be named at once; who is about to do so is not disturbed."""
        if not self.has_keyboard:
            (self if self.since.isHidden() else self.since).setFocus()

    def show_finding(
        self,
        said: str,
        number: int,
        count: int,
        why: str,
        *,
        can_decide: bool,
        since: date | None = None,
    ) -> None:
        """`number` counts from 0; without anything found, `why` may be empty. `since` is a day that
        can be changed."""
        self.said.setText(_("{changed} since").format(changed=said) if since else said)
        self.since.setVisible(since is not None)
        self.place.setText(_("{number} of {count}").format(number=number + 1, count=count))
        self.why.setText(why)
        self.why.setVisible(bool(why))
        for part in (self.back, self.place, self.forth):
            part.setVisible(count > 1)
        self.keep.setVisible(can_decide)
        self.dismiss.setVisible(can_decide)
        self.setVisible(True)
        spoken = f"{said}. {why}" if why else said
        speak(self, spoken)

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.stepped.emit(-1 if back else 1)
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
