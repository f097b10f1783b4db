"""The pages of the window at its left edge, with Settings and Lock below."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QLabel,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.shell.badge import Badge
from app.ui.views.shell.places import Place
from app.ui.widgets.pressable import ToolButton
from app.ui.widgets.tips import plain_tip

WIDE, NARROW = 72, 56
BUTTON, LOW_BUTTON = 48, 30
ICON, LOGO = 18, 28
MARGIN = 4


class Rail(QWidget):
    """`chosen(name)` for a page, `lock_pressed` for the lock."""

    chosen = Signal(str)
    lock_pressed = Signal()

    def __init__(self, theme: Theme, pages: Sequence[Place], parent: QWidget | None = None) -> None:
        """The last of the pages stands at the bottom."""
        super().__init__(parent)
        self._theme = theme
        self.setProperty("ground", "0")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._logo = QLabel()
        self._group = QButtonGroup(self)
        self._buttons = {one.name: self._button(one.icon, one.words) for one in pages}
        self._badges = {name: Badge(theme, button) for name, button in self._buttons.items()}
        self._lock = self._button("lock", _("Lock"))
        self._lock.setToolTip(plain_tip(_("Lock the vault")))
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(4, 11, 4, 8)
        column.setSpacing(2)
        column.addWidget(self._logo, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(11)
        *upper, lower = self._buttons.values()
        for button in upper:
            column.addWidget(button)
        column.addStretch(1)
        column.addWidget(lower)
        column.addWidget(self._lock)
        for button in self._buttons.values():
            button.setCheckable(True)
            self._group.addButton(button)
        self._group.buttonToggled.connect(self._on_toggled)
        self._group.buttonClicked.connect(self._on_clicked)
        self._lock.clicked.connect(self.lock_pressed)
        theme.changed.connect(self._repaint)
        self._labelled = True
        self._repaint()

    def put_on_top(self, buttons: QWidget) -> None:
        """Below the logo, where they are on every page."""
        self._column.insertWidget(1, buttons, 0, Qt.AlignmentFlag.AlignHCenter)

    @property
    def current(self) -> str:
        """The page that is marked as shown."""
        return next((name for name, b in self._buttons.items() if b.isChecked()), "")

    def show_count(self, name: str, count: int, said: str) -> None:
        """A number at the icon of a page, for what waits there; `said` is what it counts."""
        self._badges[name].show_count(count)
        button, words = self._buttons[name], self._buttons[name].text()
        button.setAccessibleName(
            _("{page}, {count}").format(page=words, count=said) if count else words
        )
        button.setToolTip(plain_tip(button.accessibleName()))

    def choose(self, name: str) -> None:
        """Mark a page as the one that is shown."""
        self._buttons[name].setChecked(True)

    def show_labels(self, shown: bool) -> None:
        """Words under the icons, or tooltips where the window is narrow."""
        self._labelled = shown
        style, side = Qt.ToolButtonStyle, min(self._theme.scaled(ICON), LOGO)
        for button in (*self._buttons.values(), self._lock):
            button.setIconSize(QSize(side, side))
            button.setToolButtonStyle(
                style.ToolButtonTextUnderIcon if shown else style.ToolButtonIconOnly
            )
        self._fit()

    def _fit(self) -> None:
        """As wide as the words, or as what stands on top."""
        shown = self._labelled
        metrics = QFontMetrics(self._theme.font(10, 500))
        widest = max(metrics.horizontalAdvance(button.text()) for button in self._buttons.values())
        least = self._column.minimumSize().width()  # large arrows stand side by side in it
        self.setFixedWidth(max(WIDE, widest + 2 * MARGIN) if shown else max(NARROW, least))

    def _button(self, icon: str, words: str) -> QToolButton:
        made = _RailButton()
        made.setText(words)
        made.setAccessibleName(words)
        made.setToolTip(plain_tip(words))
        made.setIcon(self._theme.icon(icon, "t2", on="acc"))
        made.setProperty("kind", "rail")
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        made.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        return made

    def _on_clicked(self, button: QAbstractButton) -> None:
        for name, mine in self._buttons.items():
            if mine is button:
                self.chosen.emit(name)

    def _on_toggled(self, _button: QAbstractButton, _on: bool) -> None:
        self.update()

    def _repaint(self) -> None:
        """Another scheme, or text of another size."""
        self._paint_logo()
        self.show_labels(self._labelled)

    def _paint_logo(self) -> None:
        scale = self.devicePixelRatioF()
        self._logo.setPixmap(self._theme.pixmap("techne", "t1", LOGO, scale))

    # Qt

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._paint_logo()
        elif event.type() == QEvent.Type.LayoutRequest:
            self._fit()  # what stands on top follows the size of the text after this does
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A bar beside the page that is shown, so that it is not known by colour alone."""
        super().paintEvent(event)
        button = self._group.checkedButton()
        if button is not None:
            painter = QPainter(self)
            place = button.geometry()
            x = self.width() - 3 if self.isRightToLeft() else 0
            painter.fillRect(x, place.y() + 16, 3, 16, self._theme.colour("acc"))


class _RailButton(ToolButton):
    """Gives up the room around its icon where the window is low."""

    # Qt

    def sizeHint(self) -> QSize:
        return super().sizeHint().expandedTo(QSize(0, BUTTON))

    def minimumSizeHint(self) -> QSize:
        return super().sizeHint().expandedTo(QSize(0, LOW_BUTTON))
