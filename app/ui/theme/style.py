"""What a style sheet cannot draw: focus rings, checkboxes and radio buttons."""

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QMenu,
    QProxyStyle,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QTabBar,
    QWidget,
)

from app.ui.theme.fonts import BODY
from app.ui.theme.icons import HasTokens, tinted

RING = 2
GAP = 2
BUTTON_RADIUS = 6
CHECK_RADIUS = 4
BOX = 16
ICON = 16
"""Of menus, fields and tabs, in px at the usual size of text."""

Primitive = QStyle.PrimitiveElement
State = QStyle.StateFlag
Metric = QStyle.PixelMetric


MARKS = {
    Primitive.PE_IndicatorArrowRight: "chevron-right",
    Primitive.PE_IndicatorMenuCheckMark: "check",
}
"""Of menus: Qt's own have one size for every size of text."""
ARROWS = {
    QStyle.StandardPixmap.SP_ArrowBack: "arrow-left",
    QStyle.StandardPixmap.SP_ArrowForward: "arrow-right",
    QStyle.StandardPixmap.SP_FileDialogToParent: "arrow-up",
}


class TechneStyle(QProxyStyle):
    """Fusion with our marks. A widget's `radius` property shapes the ring around it, and a `snug`
    one has it on its edge: where there is no room around it.
    """

    def __init__(self, theme: HasTokens) -> None:
        super().__init__("fusion")
        self._theme = theme

    def _ring(self, painter: QPainter, rect: QRectF, radius: float) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._theme.tokens.acc), RING))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        inset = RING / 2
        painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius, radius)
        painter.restore()

    def _mark(self, painter: QPainter, option: QStyleOption, radius: float) -> QRectF:
        """The box of a checkbox or radio button, filled when it is on."""
        tokens = self._theme.tokens
        state: QStyle.StateFlag = option.state
        bounds: QRect = option.rect
        middle, ratio = QRectF(bounds).center(), _ratio()
        painter.translate(middle)
        painter.scale(ratio, ratio)
        box = QRectF(-BOX / 2, -BOX / 2, BOX, BOX)
        live = bool(state & State.State_Enabled)
        on = bool(state & (State.State_On | State.State_NoChange))
        fill = tokens.acc_fill if live else tokens.t4
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(fill if on else tokens.t3 if live else tokens.line2), 1.2))
        painter.setBrush(QColor(fill if on else tokens.bg3))
        painter.drawRoundedRect(box.adjusted(0.6, 0.6, -0.6, -0.6), radius, radius)
        painter.setPen(
            QPen(QColor(tokens.on_acc), 1.7, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin)
        )
        return box

    def _tick(self, painter: QPainter, option: QStyleOption) -> None:
        painter.save()
        box = self._mark(painter, option, CHECK_RADIUS)
        state: QStyle.StateFlag = option.state
        painter.setBrush(Qt.BrushStyle.NoBrush)
        x, y = box.x(), box.y()
        if state & State.State_NoChange:
            painter.drawLine(QPointF(x + 4.5, y + 8), QPointF(x + 11.5, y + 8))
        elif state & State.State_On:
            corners = (QPointF(x + 4.4, y + 8.4), QPointF(x + 7, y + 10.9))
            painter.drawPolyline(QPolygonF([*corners, QPointF(x + 11.7, y + 5.4)]))
        painter.restore()

    def _dot(self, painter: QPainter, option: QStyleOption) -> None:
        painter.save()
        box = self._mark(painter, option, BOX / 2)
        state: QStyle.StateFlag = option.state
        if state & State.State_On:
            painter.setBrush(QColor(self._theme.tokens.on_acc))
            painter.drawEllipse(box.center(), 2.4, 2.4)
        painter.restore()

    # Qt

    def standardIcon(
        self,
        standardIcon: QStyle.StandardPixmap,  # noqa: N803 - Qt's name
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
    ) -> QIcon:
        """The arrows of Qt's own dialog for files are black in either scheme."""
        name = ARROWS.get(standardIcon)
        if name is not None:
            return tinted(self._theme, name, "t2", "t2")
        return super().standardIcon(standardIcon, option, widget)

    def drawPrimitive(
        self,
        element: QStyle.PrimitiveElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        if element == Primitive.PE_FrameFocusRect:
            bounds: QRect = option.rect
            keyboard = option.state & State.State_KeyboardFocusChange
            if isinstance(widget, QTabBar):  # Qt's own would cross the icon and spare the cross
                bounds = widget.tabRect(widget.currentIndex()).adjusted(3, 5, -4, -4)
            if keyboard and not isinstance(widget, QAbstractButton):
                self._ring(painter, QRectF(bounds), BUTTON_RADIUS)
        elif element in (Primitive.PE_IndicatorCheckBox, Primitive.PE_IndicatorItemViewItemCheck):
            self._tick(painter, option)
        elif element == Primitive.PE_IndicatorRadioButton:
            self._dot(painter, option)
        elif element in MARKS and isinstance(widget, QMenu):
            bounds = option.rect
            tinted(self._theme, MARKS[element], "t2", "t2").paint(painter, bounds)
        else:
            super().drawPrimitive(element, option, painter, widget)

    def drawControl(
        self,
        element: QStyle.ControlElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        if element == QStyle.ControlElement.CE_FocusFrame:
            bounds: QRect = option.rect
            radius = (widget.property("radius") if widget is not None else None) or BUTTON_RADIUS
            is_snug = widget is not None and widget.property("snug")
            self._ring(painter, QRectF(bounds), radius + (0 if is_snug else GAP + RING / 2))
        else:
            super().drawControl(element, option, painter, widget)

    def pixelMetric(
        self,
        metric: QStyle.PixelMetric,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
    ) -> int:
        if metric in (Metric.PM_FocusFrameHMargin, Metric.PM_FocusFrameVMargin):
            is_snug = widget is not None and widget.property("snug")
            return 0 if is_snug else RING + GAP
        if metric in (
            Metric.PM_IndicatorWidth,
            Metric.PM_IndicatorHeight,
            Metric.PM_ExclusiveIndicatorWidth,
            Metric.PM_ExclusiveIndicatorHeight,
        ):
            return round(BOX * _ratio())
        if metric in (
            Metric.PM_SmallIconSize,
            Metric.PM_LineEditIconSize,
            Metric.PM_TabBarIconSize,
        ):
            return round(ICON * _ratio())
        return super().pixelMetric(metric, option, widget)


def _ratio() -> float:
    """How much larger text is than usual; marks stand in a line with it."""
    size = QApplication.font().pixelSize()  # -1 until the theme has chosen one
    return size / BODY if size > 0 else 1.0


class RingStyle(TechneStyle):
    """For the ring around a button: it lies in the window or in the scrolled area.

    Only the ring asks this style, because styles are asked for hints all day long.
    """

    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        data: QStyleHintReturn | None = None,
    ) -> int:
        if hint == QStyle.StyleHint.SH_FocusFrame_AboveWidget:
            return 1
        if hint == QStyle.StyleHint.SH_FocusFrame_Mask:
            return 0  # a round ring comes into the corners of what it is around
        return super().styleHint(hint, option, widget, data)
