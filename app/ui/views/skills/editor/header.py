"""The head of a document: its title, what is known about it, and what can be done with it."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QGuiApplication, QKeyEvent, QKeySequence, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from app.core.library.record import Status
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import Button, IconButton
from app.ui.widgets.labels import label, tag
from app.ui.widgets.prose.hits import Hit, paint_field_hits
from app.ui.widgets.prose.rich_paragraph import scaled
from app.ui.widgets.prose.utf16 import Units
from app.ui.widgets.roles import role_icon, role_name


@dataclass(frozen=True, slots=True)
class Facts:
    """What the line under the title says."""

    role: str = ""
    engram: str = ""
    number: int | None = None
    status: Status = Status.ACTIVE
    saved: str = ""
    """When it was saved, as people say it."""
    dirty: bool = False
    saving: bool = False
    """Whether it waits for somebody else to let go of the vault."""
    failed: bool = False
    kept: bool = True
    """Whether this is a skill of the library, and not a text that is only shown."""


class TitleField(QLineEdit):
    """The title in its place; Enter goes on with the text, Esc only leaves."""

    left = Signal()
    passed = Signal()
    undo_wanted = Signal()
    redo_wanted = Signal()
    pasted_text = Signal(str)
    """More than one line, which can be more than a title."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("bare", True)
        self.setProperty("role", "page")
        self._theme = theme
        self._hits: tuple[Hit, ...] = ()
        self.setAccessibleName(_("Title"))
        self.setPlaceholderText(_("Untitled skill"))
        self.setTextMargins(-2, 0, 0, 0)

    def show_title(self, title: str) -> None:
        if title != self.text():
            place = self.cursorPosition()
            self.setText(title)
            self.setCursorPosition(min(place, len(title)) if self.hasFocus() else 0)

    def show_hits(self, hits: Sequence[Hit]) -> None:
        """Mark what was found in the title (code points)."""
        units = Units(self.text())
        self._hits = tuple((units.qt(start), units.qt(end), now) for start, end, now in hits)
        self.update()

    # Qt

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), scaled(self._theme, 28))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._hits and not self.hasFocus():
            paint_field_hits(self, self._theme, self._hits)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo_wanted.emit()
        elif event.matches(QKeySequence.StandardKey.Redo):
            self.redo_wanted.emit()
        elif event.matches(QKeySequence.StandardKey.Paste) and "\n" in _clipboard().strip():
            self.pasted_text.emit(_clipboard())
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.passed.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.setCursorPosition(0)


class Header(QWidget):
    """Signals what the person wants; shows `Facts`."""

    title_edited = Signal(str)
    train_wanted = Signal()
    export_wanted = Signal()
    release_wanted = Signal()
    menu_wanted = Signal(QPoint)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.title = TitleField(theme, self)
        self.title.textEdited.connect(self.title_edited)
        self.train = Button(theme, _("Train"), size="small", icon="train")
        self.train.setToolTip(_("Place what you know between the steps"))
        self.train.clicked.connect(self.train_wanted)
        self.export = Button(theme, _("Export"), size="small", icon="export")
        self.export.clicked.connect(self.export_wanted)
        self.more = IconButton(theme, "more", _("More actions"), size="small")
        self.more.clicked.connect(self._ask_for_menu)
        self._role_icon = QLabel()
        self._role, self._facts = label("", "secondary"), label("", "secondary")
        self._status = tag("", "warn")
        self._release = Button(theme, _("Release"), "link", size="small")
        self._release.setToolTip(_("Let other skills and agents use it"))
        self._release.clicked.connect(self.release_wanted)
        for words in (self._role, self._facts):
            words.setProperty("role", "muted")
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self.title, 1)
        top.addWidget(self.train)
        top.addWidget(self.export)
        top.addWidget(self.more)
        below = QHBoxLayout()
        below.setSpacing(6)
        for part in (self._role_icon, self._role, self._facts, self._status, self._release):
            below.addWidget(part)
        below.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(top)
        column.addLayout(below)
        self.show_facts(Facts())
        theme.changed.connect(self._paint_icon)

    def show_facts(self, facts: Facts) -> None:
        self._shown = facts
        self._role.setText(role_name(facts.role))
        self._role.setVisible(bool(facts.role))
        parts = []
        if facts.engram:
            parts.append(_("engram {name}").format(name=facts.engram))
        if facts.number is not None:
            parts.append(_("v{number}").format(number=facts.number))
        parts.append(_saved_words(facts))
        dot = "  ·  "
        self._facts.setText((dot.lstrip() if facts.role else "") + dot.join(parts))
        quarantined = facts.status is Status.QUARANTINED
        deprecated = facts.status is Status.DEPRECATED
        self._status.setText(_("quarantine") if quarantined else _("deprecated"))
        self._status.setVisible(quarantined or deprecated)
        self._release.setVisible(quarantined)
        self._paint_icon()

    def set_read_only(self, read_only: bool) -> None:
        self.title.setReadOnly(read_only)
        self.train.setVisible(not read_only)
        self.export.setVisible(not read_only)
        self.more.setVisible(not read_only)
        self._release.setVisible(not read_only and self._shown.status is Status.QUARANTINED)

    def _paint_icon(self) -> None:
        name = role_icon(self._shown.role) if self._shown.role else ""
        self._role_icon.setVisible(bool(name))
        if name:
            scale = self.devicePixelRatioF()
            self._role_icon.setPixmap(self._theme.pixmap(name, "t3", 14, scale))

    def _ask_for_menu(self) -> None:
        self.menu_wanted.emit(self.more.mapToGlobal(QPoint(0, self.more.height() + 4)))

    # Qt

    def minimumSizeHint(self) -> QSize:
        return QSize(200, super().minimumSizeHint().height())


def _clipboard() -> str:
    return QGuiApplication.clipboard().text()


def _saved_words(facts: Facts) -> str:
    if not facts.kept:
        return _("read only")
    if facts.saving:
        return _("saving…")
    if facts.failed:
        return _("not saved")
    if facts.dirty:
        return _("editing")
    return _("saved {time}").format(time=facts.saved) if facts.saved else _("new")
