"""Tooltips of what people and packs wrote, and of what there is no room for.

Public names: `plain_tip`, `tell_whole`, `whole_field`.
"""

from html import escape

from PySide6.QtCore import QEvent
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QLineEdit, QToolButton, QToolTip, QWidget


def plain_tip(text: str) -> str:
    """Qt takes a tooltip with a tag in it for a page, and would load the pictures of that."""
    if "<" not in text and "&" not in text:
        return text
    return f'<p style="white-space: pre-wrap">{escape(text)}</p>'


def tell_whole(widget: QWidget, event: QEvent, cut: str) -> bool:
    """Answer a question for the tooltip where `cut` is not shown as a whole: above the usual one.

    False for other events, and where nothing is cut.
    """
    if not (isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip and cut):
        return False
    whole, usual = plain_tip(cut), widget.toolTip()
    said = usual if whole in usual else "\n".join(filter(None, (whole, usual)))
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
