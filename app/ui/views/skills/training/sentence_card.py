"""The verdict on one sentence: why, what it was compared with, and what a person decides."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.training.proposal import Choice
from app.core.training.rewriting.origin import origin
from app.core.training.rewriting.own_words import can_be_own
from app.core.training.rewriting.rewrite import Part, Rewrite
from app.core.training.rewriting.verdict import Kind, Why, reason
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.skills.training.verdict_signs import compared, sign, title
from app.ui.widgets.buttons import Button, ElidedButton
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.labels import key_hint, label

MARK = 15


class SentenceCard(QFrame):
    """`decided(Choice)` about the sentence, or `owned` when it is to be the person's own words."""

    decided = Signal(object)
    owned = Signal()

    def __init__(
        self,
        theme: Theme,
        rewrite: Rewrite,
        position: int,
        number: int,
        *,
        keyed: bool,
        parent: QWidget | None = None,
    ) -> None:
        """With `keyed` the keys that decide are shown."""
        super().__init__(parent)
        self.part = part = rewrite.step(position).parts[number]
        self.place = (position, number)
        self._theme = theme
        self.setProperty("card", _ground(part))
        self._mark = QLabel()
        self.words = (title(part), _said(part, rewrite, position))
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._mark)
        head.addWidget(label(self.words[0], "head", wrap=True), 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 10, 10)
        column.setSpacing(6)
        column.addLayout(head)
        column.addWidget(label(self.words[1], "secondary", wrap=True))
        self.accept = Button(theme, _("Accept"), size="small", icon="check")
        self.own = ElidedButton(theme, _("Add as my own words"), "secondary")
        self.leave = Button(theme, _("Leave out"), "quiet", size="small")
        self._offer(column, rewrite, keyed=keyed)
        self._paint_mark()
        theme.changed.connect(self._paint_mark)

    def _offer(self, column: QVBoxLayout, rewrite: Rewrite, *, keyed: bool) -> None:
        part, (position, number) = self.part, self.place
        accepted, rejected = part.choice is Choice.ACCEPTED, part.verdict.kind is Kind.REJECTED
        ownable = rejected and not part.own and can_be_own(rewrite, position, number)
        self.own.setVisible(ownable)
        self.accept.setVisible(part.is_new and not rejected)
        self.accept.say(_("Accepted") if accepted else _("Accept"), _("Accepted"), _("Accept"))
        self.accept.setProperty("kind", "chosen" if accepted else "secondary")
        self.leave.setVisible(part.is_new)
        left = part.choice is Choice.REJECTED and not rejected
        self.leave.say(_("Left out") if left else _("Leave out"), _("Left out"), _("Leave out"))
        if part.author is not None:
            self.leave.setText(_("Keep mine"))
        self.leave.setProperty("kind", "secondary" if not rejected else "quiet")
        choices = QWidget()
        row = FlowLayout(choices, gap=6)
        for button, key in ((self.accept, "A"), (self.own, "O"), (self.leave, "R")):
            button.setAccessibleName(f"{button.text()}: {part.text}")
            row.addWidget(button)
            if keyed and not button.isHidden():
                row.addWidget(key_hint(key))
        if part.is_new:
            column.addWidget(choices)
        self.accept.clicked.connect(lambda: self.decided.emit(_other(accepted)))
        self.own.clicked.connect(self.owned)
        self.leave.clicked.connect(lambda: self.decided.emit(Choice.REJECTED))

    def _paint_mark(self) -> None:
        icon, colour = sign(self.part)
        scale = self.devicePixelRatioF()
        self._mark.setPixmap(self._theme.pixmap(icon, colour, self._theme.scaled(MARK), scale))


def _other(accepted: bool) -> Choice:
    return Choice.OPEN if accepted else Choice.ACCEPTED


def _ground(part: Part) -> str:
    if part.own or part.verdict.kind in (Kind.SAME, Kind.REWORDED):
        return "plain"
    return {Kind.REJECTED: "err", Kind.CLOSE: "warn"}.get(part.verdict.kind, "memory")


def _said(part: Part, rewrite: Rewrite, position: int) -> str:
    """The reason, unless the title says it, the nearest text, and what becomes of it."""
    if part.own:
        return _("It has no source. It is saved and recorded as your own words.")
    found = compared(part, origin(rewrite, position, part))
    why = part.verdict.why
    said = [] if why in (Why.UNSUPPORTED, Why.NOT_AUTHORS) else [reason(part.verdict)]
    if part.verdict.kind is not Kind.SAME:
        said.append(found)
    if part.verdict.kind is Kind.REJECTED:
        said.append(_("It will not be saved."))
    return " ".join(said)
