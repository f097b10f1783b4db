"""One skill that an update reads differently."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.core.library.reread import Reread
from app.core.library.reread_words import lines
from app.core.words import _, ngettext
from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import Button
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import Role, card, label

MOST = 40
"""Lines of one side; a skill with more is better looked at in its editor."""


class RereadCard(QWidget):
    """What it said before beside what it says now; lines of both sides are pale.

    `opened(skill)` to see it with its text, `seen(skill)` when that is enough.
    """

    opened = Signal(int)
    seen = Signal(int)

    def __init__(self, theme: Theme, one: Reread, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.skill = one.skill
        self.before, self.after = lines(one.before), lines(one.after)
        frame: QFrame = card()
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(frame)
        column = QVBoxLayout(frame)
        column.setContentsMargins(16, 12, 16, 14)
        column.setSpacing(10)
        head = QHBoxLayout()
        head.setSpacing(8)
        names = QVBoxLayout()
        names.setSpacing(1)
        names.addWidget(Elided(one.title, "name"))
        names.addWidget(label(one.engram, "caption"))
        head.addLayout(names, 1)
        self.open = Button(theme, _("Open"), "quiet", size="small", icon="text")
        self.open.setAccessibleName(_("Open {name}").format(name=one.title))
        self.open.clicked.connect(lambda: self.opened.emit(self.skill))
        self.see = Button(theme, _("Seen"), "secondary", size="small", icon="check")
        self.see.setAccessibleName(_("Seen: {name}").format(name=one.title))
        self.see.clicked.connect(lambda: self.seen.emit(self.skill))
        for button in (self.open, self.see):
            head.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(head)
        sides = QGridLayout()
        sides.setHorizontalSpacing(24)
        sides.setColumnStretch(0, 1)
        sides.setColumnStretch(1, 1)
        _fill(sides, 0, _("Before"), self.before, self.after, "struck")
        _fill(sides, 1, _("Now"), self.after, self.before, "good")
        column.addLayout(sides)


def _fill(
    sides: QGridLayout,
    at: int,
    head: str,
    own: tuple[str, ...],
    others: tuple[str, ...],
    changed: Role,
) -> None:
    column = QVBoxLayout()
    column.setSpacing(2)
    column.addWidget(label(head, "caption"))
    for line in own[:MOST]:
        column.addWidget(label(line, "muted" if line in others else changed, wrap=True))
    if (rest := len(own) - MOST) > 0:
        words = ngettext("and {count} more", "and {count} more", rest)
        column.addWidget(label(words.format(count=rest), "caption"))
    column.addStretch(1)
    sides.addLayout(column, 0, at)
