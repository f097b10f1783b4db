"""The head of a document: its title, what is known about it, and what can be done with it."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.core.skills.reading.rereading import ends_in_common
from app.core.words import _
from app.ui.commands import with_keys
from app.ui.theme.fonts import has_letters
from app.ui.theme.theme import Theme
from app.ui.views.skills.editor.about.description_field import DescriptionField
from app.ui.views.skills.editor.about.row import AboutRow
from app.ui.views.skills.editor.rename_bar import RenameBar
from app.ui.views.skills.editor.text_buffer import LONGEST, editable
from app.ui.widgets.bidi import begins_right, isolated
from app.ui.widgets.buttons import Button, IconButton
from app.ui.widgets.labels import restyle
from app.ui.widgets.passing_focus import is_passing
from app.ui.widgets.prose.hits import Hit, paint_field_hits
from app.ui.widgets.prose.text_style import scaled
from app.ui.widgets.prose.utf16 import Units
from app.ui.widgets.tips import plain_tip, tell_whole, whole_field

GAP, BESIDE_TITLE = 8, 12
"""Px between the parts of the first line, and what a title has beside its letters."""
ROOMY = 400
"""From this width on, in px at the usual size of text, the buttons have words."""


class TitleField(QLineEdit):
    """The title in its place; Enter and Tab go on with the text, Esc only leaves. While it is
    renamed by a key, Enter and Esc both end that (`renamed`).
    """

    left = Signal()
    renamed = Signal()
    passed = Signal()
    undo_wanted = Signal()
    redo_wanted = Signal()
    written = Signal(str)
    """What it says after each key."""
    pasted_text = Signal(str, str, str)
    """More than one line, which can be more than a title, with what stands before and behind."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("bare", True)
        self.setProperty("role", "page")
        self._theme = theme
        self._hits: tuple[Hit, ...] = ()
        self.below: QWidget | None = None
        """What is written next, as long as it is there."""
        self.setAccessibleName(_("Title"))
        self.setPlaceholderText(_("Untitled skill"))
        self.setTextMargins(-2, 0, 0, 0)
        self.setMaxLength(LONGEST)
        self._before = ""
        self._is_renaming = False
        self.textEdited.connect(self._on_edited)
        self.textChanged.connect(self._suit)

    def _suit(self, title: str) -> None:
        """What Inter lacks is bold from 700 on."""
        self._before = self.text()
        if self.property("borrowed") is not (borrowed := not has_letters(title)):
            self.setProperty("borrowed", borrowed)
            restyle(self)

    def _on_edited(self, title: str) -> None:
        """Lines are pasted, dropped, or come with a click of the middle button."""
        title = editable(title)
        head, tail = ends_in_common(self._before, title)
        end = len(title) - tail
        new = title[head:end]
        if "\n" in new.strip():
            self.pasted_text.emit(title[:head], new, title[end:])
            return
        if "\n" in new:
            new = " ".join(new.split())
            self.setText(title[:head] + new + title[end:])
            self.setCursorPosition(head + len(new))
        self.written.emit(self.text())

    def rename(self) -> None:
        """Have another title typed over the one there is."""
        self._is_renaming = not self.hasFocus()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.selectAll()

    def show_title(self, title: str) -> None:
        """Show it, unless only a space differs that somebody typed before the next word."""
        typed = " ".join(self.text().split()) if self.hasFocus() else self.text()
        if title != typed:
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

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """One that is too long ends in an ellipsis, while nobody writes in it or looks for it."""
        if not (self.hasFocus() or self._hits) and whole_field(self):
            self._paint_cut()
            return
        super().paintEvent(event)
        if self._hits and not self.hasFocus():
            paint_field_hits(self, self._theme, self._hits)

    def _paint_cut(self) -> None:
        painter, place = QPainter(self), self.contentsRect()
        painter.setPen(self._theme.colour("t1"))
        elided = Qt.TextElideMode.ElideRight
        words = self.fontMetrics().elidedText(self.text(), elided, place.width())
        right = begins_right(self.text())  # where Qt has it as soon as somebody writes in it
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | side, isolated(words))

    def event(self, event: QEvent) -> bool:
        return tell_whole(self, event, whole_field(self)) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo_wanted.emit()
        elif event.matches(QKeySequence.StandardKey.Redo):
            self.redo_wanted.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            (self.renamed if self._is_renaming else self.passed).emit()
        elif event.key() == Qt.Key.Key_Escape:
            (self.renamed if self._is_renaming else self.left).emit()
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes on with what is written next, also where that is the first step."""
        if forward and self.below is not None and not self.below.isVisible():
            self.passed.emit()
            return True
        return super().focusNextPrevChild(forward)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if not is_passing(event):
            self._is_renaming = False
            self.setCursorPosition(0)


class Header(QWidget):
    """Signals what the person wants."""

    title_edited = Signal(str)
    run_wanted = Signal()
    train_wanted = Signal()
    export_wanted = Signal()
    star_wanted = Signal(bool)
    menu_wanted = Signal(QPoint)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.title = TitleField(theme, self)
        self.title.written.connect(self.title_edited)
        self.title.textChanged.connect(self._share_out)
        theme.changed.connect(self._share_out)
        self.run = Button(theme, _("Run"), size="small", icon="runs")
        self.run.setToolTip(plain_tip(with_keys(_("Follow it step by step"), "Ctrl+R")))
        self.run.clicked.connect(self.run_wanted)
        self.train = Button(theme, _("Train"), size="small", icon="train")
        self.train.setToolTip(plain_tip(_("Place your memories between the steps")))
        self.train.clicked.connect(self.train_wanted)
        self.export = Button(theme, _("Export"), size="small", icon="export")
        self.export.setToolTip(plain_tip(_("Export as a pack")))
        self.export.clicked.connect(self.export_wanted)
        self.star = IconButton(theme, "star", "", size="small")
        keeps = self.star.sizePolicy()
        keeps.setRetainSizeWhenHidden(True)  # else it takes room from the others when it comes
        self.star.setSizePolicy(keeps)
        self.star.clicked.connect(lambda: self.star_wanted.emit(not self._is_starred))
        self.show_starred(None)
        self.more = IconButton(theme, "more", _("More actions"), size="small")
        self.more.clicked.connect(self._ask_for_menu)
        self._worded = tuple((one, one.text()) for one in (self.run, self.train, self.export))
        for button, words in self._worded:
            button.setAccessibleName(words)
        self.description = self.title.below = DescriptionField(theme)
        self.about = AboutRow(theme)
        self.rename_bar = RenameBar(theme)
        top = QHBoxLayout()
        top.setSpacing(GAP)
        top.addWidget(self.title, 1)
        top.addWidget(self.star)
        top.addWidget(self.run)
        top.addWidget(self.train)
        top.addWidget(self.export)
        top.addWidget(self.more)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addLayout(top)
        column.addWidget(self.description)
        column.addWidget(self.about)
        column.addWidget(self.rename_bar)

    def show_starred(self, is_starred: bool | None) -> None:
        """Whether it is a favourite; None for what is not in the library."""
        self._is_starred = bool(is_starred)
        said = _("Remove from favourites") if is_starred else _("Add to favourites")
        icon, colour = ("star-full", "warn") if is_starred else ("star", "t3")
        self.star.setIcon(self._theme.icon(icon, colour))
        self.star.setToolTip(plain_tip(said))
        self.star.setAccessibleName(said)
        self.star.setVisible(is_starred is not None)

    def set_read_only(self, read_only: bool) -> None:
        self.title.setReadOnly(read_only)
        self.run.setVisible(not read_only)
        self.train.setVisible(not read_only)
        self.export.setVisible(not read_only)
        self.more.setVisible(not read_only)
        self.description.setReadOnly(read_only)
        self.about.set_read_only(read_only)

    def tab_parts(self) -> list[QWidget]:
        """What is written comes before what is pressed."""
        buttons = (self.star, self.run, self.train, self.export, self.more)
        return [self.title, self.description, self.about, self.rename_bar, *buttons]

    def _share_out(self) -> None:
        """Where there is little room the title has it; the icons say enough."""
        is_narrow = self.width() < scaled(self._theme, ROOMY) or not self._has_room_for_words()
        for button, words in self._worded:
            button.setText("" if is_narrow else words)

    def _has_room_for_words(self) -> bool:
        """Whether the title is whole beside buttons that say what they do."""
        title = self.title.fontMetrics().horizontalAdvance(self.title.text()) + BESIDE_TITLE
        shown = [one for one, _words in self._worded if not one.isHidden()]
        for button, words in self._worded:
            button.setText(words)
        others = [self.star, *([] if self.more.isHidden() else [self.more])]
        taken = sum(one.sizeHint().width() + GAP for one in (*shown, *others))
        return title + taken <= self.width()

    def _ask_for_menu(self) -> None:
        self.menu_wanted.emit(self.more.mapToGlobal(QPoint(0, self.more.height() + 4)))

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_out()

    def minimumSizeHint(self) -> QSize:
        return QSize(200, super().minimumSizeHint().height())
