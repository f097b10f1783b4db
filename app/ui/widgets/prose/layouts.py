"""Text broken into lines. Public name: `lay_out`."""

from PySide6.QtCore import QPointF
from PySide6.QtGui import QTextLayout, QTextOption


def lay_out(layout: QTextLayout, width: float, high: float = 0, most: int | None = None) -> float:
    """Lines of `width` px, each as high as its words or `high` px; how high they are together.

    Of a text that takes more than `most` lines, only those are made; a single one never wraps.
    """
    option, wrap = QTextOption(), QTextOption.WrapMode
    option.setWrapMode(wrap.NoWrap if most == 1 else wrap.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    top = 0.0
    layout.beginLayout()
    while layout.lineCount() != most and (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        room = high or line.height()
        line.setPosition(QPointF(0, top + (room - line.height()) / 2))
        top += room
    layout.endLayout()
    return top
