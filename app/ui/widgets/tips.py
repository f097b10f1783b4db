"""Tooltips: of a width that can be read, also of what people and packs wrote.

Public names: `plain_tip`, `tell_whole`, `whole_field`.
"""

from html import escape
from textwrap import wrap

from PySide6.QtCore import QEvent
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QLineEdit, QToolButton, QToolTip, QWidget

from app.ui.widgets.bidi import isolated

WIDE = 60
"""Characters of a line; Qt would make it as wide as the screen."""


def plain_tip(text: str) -> str:
    """What every tooltip is made with: `text` in lines of at most `WIDE` characters.

    Qt takes a tooltip with a tag in it for a page, and would load the pictures of that. It wraps
    pages itself. A name that is read from right to left keeps to itself.
    """
    text = isolated(text)
    if "<" not in text and "&" not in text:
        return "\n".join(_lines(line) for line in text.split("\n"))
    return f'<p style="white-space: pre-wrap">{escape(text)}</p>'


def _lines(line: str) -> str:
    if len(line) <= WIDE:
        return line
    made = wrap(
        line,
        WIDE,
        replace_whitespace=False,
        break_on_hyphens=False,
        break_long_words=not line.isascii(),  # paths and digests stay whole, Chinese has no spaces
    )
    return "\n".join(made)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def tell_whole(widget: QWidget, event: QEvent, cut: str) -> bool:
    """Answer a question for the tooltip where `cut` is not shown as a whole: above the usual one.

    False for other events, and where nothing is cut.
    """
    if not (isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip and cut):
        return False
    whole, usual = plain_tip(cut), widget.toolTip()
    said = (
        usual if _one_line(whole) in _one_line(usual) else "\n".join(filter(None, (whole, usual)))
    )
    QToolTip.showText(event.globalPos(), said, widget)
    return True


def whole_field(field: QLineEdit) -> str:
    """What is in a field, or asked for by it, where it has no room for that; else nothing."""
    text = field.text() or field.placeholderText()
    margins = field.textMargins()
    room = field.contentsRect().width() - margins.left() - margins.right()
    room -= sum(icon.width() for icon in field.findChildren(QToolButton) if icon.isVisible())
    is_shown = field.echoMode() is QLineEdit.EchoMode.Normal
    return text if is_shown and field.fontMetrics().horizontalAdvance(text) > room else ""
