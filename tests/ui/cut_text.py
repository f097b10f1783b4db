"""Finds text that a window shows only in part and says nowhere else.

What widgets of Qt show is measured; what is painted by hand is caught on its way to the painter.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from types import FrameType
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QHelpEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QStyle,
    QStyleOptionButton,
    QStyleOptionComboBox,
    QStyleOptionViewItem,
    QTabBar,
    QTextEdit,
    QToolButton,
    QToolTip,
    QWidget,
)
from shiboken6 import isValid

from app.ui.widgets.bidi import END, ISOLATE
from app.ui.widgets.list_delegate import ListDelegate

_MARKS = {ord(mark): None for mark in (ISOLATE, END)}
SLACK = 1
"""Pixels of a letter's own margin that may be missing."""


@dataclass
class Painted:
    """What was too long for its place while a window painted itself."""

    is_looking: bool = False
    _rows: dict[tuple[ListDelegate, QPersistentModelIndex], set[str]] = field(default_factory=dict)
    _widgets: set[tuple[QWidget, str]] = field(default_factory=set)

    def on_elided(self, text: str, shown: str) -> None:
        if shown != text:
            self._look(text)

    def on_drawn(self, painter: QPainter, *given: Any) -> None:
        if len(given) < 3 or not isinstance(given[0], QRect | QRectF):
            return
        place, flags, text = QRectF(given[0]), given[1], given[2]
        if not isinstance(text, str) or not isinstance(flags, int | Qt.AlignmentFlag | Qt.TextFlag):
            return
        metrics = painter.fontMetrics()
        wraps = bool(int(flags) & Qt.TextFlag.TextWordWrap)
        needed = metrics.boundingRect(QRect(0, 0, int(place.width()), 10_000), int(flags), text)
        ink = metrics.tightBoundingRect(text).height() if not wraps else needed.height()
        if ink > place.height() + SLACK or (
            not wraps
            and metrics.horizontalAdvance(text) > place.width() + metrics.averageCharWidth()
        ):
            self._look(text)

    def _look(self, text: str) -> None:
        """It is enough that a tooltip of what is painted has the whole."""
        at: FrameType | None = sys._getframe(2)
        while self.is_looking and at is not None:
            owner, here = at.f_locals.get("self"), at.f_locals
            if at.f_code.co_name == "cut":
                return
            if at.f_code.co_name == "paint" and isinstance(owner, ListDelegate):
                place = owner, QPersistentModelIndex(here["index"])
                self._rows.setdefault(place, set()).add(text)
                return
            if at.f_code.co_name == "paintEvent" and isinstance(owner, QWidget):
                self._widgets.add((owner, text))
                return
            at = at.f_back

    def take(self) -> list[str]:
        """What was found since the last time."""
        found = []
        for (owner, index), texts in self._rows.items():
            option = QStyleOptionViewItem()
            option.rect = QRect(0, 0, 1, 40)  # there everything is cut
            tip = owner.tip(option, index) if index.isValid() else ""
            found += [
                f"{type(owner).__name__} paints {text!r} in part"
                for text in texts
                if not _says(tip, text)
            ]
        found += [
            f"{_path(owner)} paints {text!r} in part"
            for owner, text in self._widgets
            if isValid(owner) and not _says(tip_of(owner), text)
        ]
        self._rows.clear()
        self._widgets.clear()
        return found


@contextmanager
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[Painted]:
    """Everything that Python paints is looked at."""
    painted = Painted()
    elided, drawn = QFontMetrics.elidedText, QPainter.drawText

    def elide(metrics: QFontMetrics, text: str, *given: Any) -> str:
        shown = elided(metrics, text, *given)
        painted.on_elided(text, shown)
        return shown

    def draw(painter: QPainter, *given: Any) -> Any:
        painted.on_drawn(painter, *given)
        return drawn(painter, *given)

    with monkeypatch.context() as patch:
        patch.setattr(QFontMetrics, "elidedText", elide)
        patch.setattr(QPainter, "drawText", draw)
        yield painted


def cut_texts(window: QWidget) -> Iterator[str]:
    """What the widgets of a window show only in part, a sentence each."""
    for widget in (window, *window.findChildren(QWidget)):
        if widget.isVisible() and not widget.visibleRegion().isEmpty():
            if isinstance(widget, QLabel) and _is_too_low(widget):
                yield f"{_path(widget)} is too low for all lines of {widget.text()!r}"
            for text in _cut(widget):
                if text.strip() and not _says(tip_of(widget), text):
                    yield f"{_path(widget)} shows {text!r} in part"


def too_wide(window: QWidget, room: QSize) -> Iterator[str]:
    """What of a window is beyond a screen of that size, or has to be moved across to be read."""
    if window.windowType() != Qt.WindowType.ToolTip and not (
        window.width() <= room.width() and window.height() <= room.height()
    ):
        yield f"{_path(window)} is {window.width()} × {window.height()}"
    for area in window.findChildren(QScrollArea):
        if area.isVisible() and area.horizontalScrollBar().maximum() > SLACK:
            yield f"{_path(area)} scrolls across by {area.horizontalScrollBar().maximum()} px"


def _cut(widget: QWidget) -> Iterator[str]:
    if isinstance(widget, QLabel):
        yield from _cut_label(widget)
    elif isinstance(widget, QAbstractButton):
        yield from _cut_button(widget)
    elif isinstance(widget, QLineEdit):
        yield from _cut_field(widget)
    elif isinstance(widget, QComboBox):
        yield from _cut_choice(widget)
    elif isinstance(widget, QTabBar):
        yield from _cut_tabs(widget)
    elif isinstance(widget, QTextEdit | QPlainTextEdit):
        yield from _cut_page(widget)


def _cut_label(widget: QLabel) -> Iterator[str]:
    text = widget.text()
    if not text or _paints_itself(widget, QLabel):
        return
    if _lies_outside(widget):
        yield text
    room = widget.contentsRect().adjusted(-SLACK, -SLACK, SLACK, SLACK)
    if widget.wordWrap():
        words = QLabel.text(widget).replace("\u200b", " ").split()
        longest = max((_width(widget, word) for word in words), default=0)
        needs = widget.heightForWidth(widget.width())
        if needs > widget.height() + SLACK or longest > room.width():
            yield text
    elif widget.textFormat() == Qt.TextFormat.PlainText or "<" not in text:
        lines = text.split("\n")
        if (
            max(_width(widget, line) for line in lines) > room.width()
            or len(lines) * widget.fontMetrics().height() > room.height() + 2
        ):
            yield text


def _is_too_low(widget: QLabel) -> bool:
    """Whether lines of a paragraph are missing: what wraps was meant to be read, not pointed at."""
    needed = widget.heightForWidth(widget.width()) if widget.wordWrap() and widget.text() else 0
    return needed > widget.height() + SLACK


def _cut_button(widget: QAbstractButton) -> Iterator[str]:
    text = widget.text().replace("&&", "\0").replace("&", "").replace("\0", "&")
    if not text or _paints_itself(widget, QAbstractButton):
        return
    if isinstance(widget, QToolButton):
        if widget.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonIconOnly:
            return
        if widget.sizeHint().width() > widget.width() + SLACK:
            yield text
    elif isinstance(widget, QPushButton):
        option = QStyleOptionButton()
        widget.initStyleOption(option)
        part = QStyle.SubElement.SE_PushButtonContents
        room = widget.style().subElementRect(part, option, widget).width()
        icon = 0 if widget.icon().isNull() else widget.iconSize().width() + 4
        if _width(widget, text) + icon > room + SLACK:
            yield text
    elif isinstance(widget, QCheckBox) and widget.sizeHint().width() > widget.width() + SLACK:
        yield text
    if _lies_outside(widget):
        yield text


def _cut_field(widget: QLineEdit) -> Iterator[str]:
    """What is looked at rather than typed, such as a title, has to begin with its beginning."""
    text = widget.text()
    if widget.echoMode() != QLineEdit.EchoMode.Normal or widget.hasFocus():
        return
    if _width(widget, text or widget.placeholderText()) > _text_room(widget):
        yield text or widget.placeholderText()
        if widget.property("bare") and widget.cursorPosition() != 0:
            yield f"the end of {text}"


def _cut_choice(widget: QComboBox) -> Iterator[str]:
    if _paints_itself(widget, QComboBox):
        return
    option = QStyleOptionComboBox()
    widget.initStyleOption(option)
    part, control = QStyle.SubControl.SC_ComboBoxEditField, QStyle.ComplexControl.CC_ComboBox
    room = widget.style().subControlRect(control, option, part, widget).width()
    if _width(widget, widget.currentText()) > room + SLACK:
        yield widget.currentText()


def _cut_tabs(widget: QTabBar) -> Iterator[str]:
    for place in range(widget.count()):
        text = widget.tabText(place).replace("&&", "&")
        if _width(widget, text) > widget.tabRect(place).width() and not _says(
            widget.tabToolTip(place), text
        ):
            yield text


def _cut_page(widget: QTextEdit | QPlainTextEdit) -> Iterator[str]:
    never = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    text, size = widget.toPlainText(), _page_size(widget)
    room = widget.viewport().size()
    for policy, needed, there in (
        (widget.verticalScrollBarPolicy(), size.height(), room.height()),
        (widget.horizontalScrollBarPolicy(), size.width(), room.width()),
    ):
        if text and policy == never and needed > there + 2 * SLACK:
            yield text
    if not text and widget.placeholderText() and isinstance(widget, QTextEdit):
        margin = int(2 * widget.document().documentMargin())
        flags = int(Qt.TextFlag.TextWordWrap)
        inside = QRect(0, 0, room.width() - margin, 10_000)
        said = widget.placeholderText()
        needed_rect = widget.fontMetrics().boundingRect(inside, flags, said)
        if needed_rect.height() > room.height() + 2 * SLACK:
            yield said


def _page_size(widget: QTextEdit | QPlainTextEdit) -> QSize:
    if isinstance(widget, QTextEdit):
        return widget.document().size().toSize()
    return QSize(0, 0)  # as high as it has lines, and it scrolls


def _text_room(widget: QLineEdit) -> int:
    """The width a line has beside the icons in it."""
    margins = widget.textMargins()
    room = widget.contentsRect().width() - margins.left() - margins.right()
    icons = [b for b in widget.findChildren(QToolButton) if b.isVisible()]
    return room - sum(icon.width() for icon in icons) + SLACK


def _lies_outside(widget: QWidget) -> bool:
    """Whether an edge of what is around it cuts it off, where nothing can be scrolled."""
    inside, at = QRect(QPoint(0, 0), widget.size()), widget
    while (around := at.parentWidget()) is not None and not at.isWindow():
        inside.translate(at.pos())
        if isinstance(around.parentWidget(), QAbstractScrollArea):
            area = around.parentWidget()
            assert isinstance(area, QAbstractScrollArea)
            across = area.horizontalScrollBar().maximum() == 0
            return across and inside.right() > around.rect().right() + SLACK
        ground = around.rect().adjusted(-SLACK, -SLACK, SLACK, SLACK)
        if not ground.contains(inside):
            return True
        at = around
    return False


def _width(widget: QWidget, text: str) -> int:
    return widget.fontMetrics().horizontalAdvance(text)


def _paints_itself(widget: QWidget, kind: type[QWidget]) -> bool:
    """Whether its words go through Python, where they are caught."""
    return any(
        "paintEvent" in one.__dict__
        for one in type(widget).__mro__
        if issubclass(one, kind) and one.__module__.startswith("app.")
    )


def tip_of(widget: QWidget) -> str:
    """What the mouse over a widget is told by it and by what it is a part of."""
    said: list[str] = []
    place = widget.rect().center()
    event = QHelpEvent(QEvent.Type.ToolTip, place, widget.mapToGlobal(place))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(QToolTip, "showText", lambda _place, text, *_more: said.append(text))
        widget.event(event)
    at: QWidget | None = widget
    while at is not None and not at.isWindow():
        said.append(at.toolTip())
        at = at.parentWidget()
    return "\n".join(said)


def _says(tip: str, text: str) -> bool:
    """Whether the tooltip has the text, however either is spaced."""
    tip, text = (said.translate(_MARKS) for said in (tip, text))
    reader = _Words()
    reader.feed(tip) if "<" in tip else reader.handle_data(tip)
    return "".join(text.split()) in "".join("".join(reader.said).split())


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []

    def handle_data(self, data: str) -> None:
        self.said.append(data)


def _path(widget: QWidget) -> str:
    names = [type(widget).__name__]
    at = None if widget.isWindow() else widget.parentWidget()
    while at is not None and not at.isWindow() and len(names) < 4:
        names.append(type(at).__name__)
        at = at.parentWidget()
    return " < ".join(names)


def shown_windows() -> list[QWidget]:
    """The windows, dialogs and menus that can be seen."""
    return [one for one in QApplication.topLevelWidgets() if one.isVisible()]
