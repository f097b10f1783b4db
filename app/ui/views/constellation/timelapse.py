"""Under the sky: the days since the first skill, to go through and to watch."""

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QSizePolicy,
    QSlider,
    QStyle,
    QStyleOptionSlider,
)

from app.core.constellation.timeline import GLOW, Moment, Timeline
from app.core.words import _, ngettext
from app.ui.commands import with_keys
from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.labels import label
from app.ui.widgets.menu_word import MenuWord
from app.ui.widgets.moments import date_words
from app.ui.widgets.tips import plain_tip

_TICK, _CALM_TICK = 60, 1_000
"""Milliseconds between two pictures; the longer ones where motion is unwelcome."""
SPEEDS: Mapping[int, str] = {7: "1×", 30: "4×", 120: "16×"}
"""Days a second."""
_MONTH = 30


class _Scrubber(QSlider):
    """Goes to where it is pressed, as high as its row, and is dragged on from there."""

    def __init__(self, orientation: Qt.Orientation) -> None:
        super().__init__(orientation)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    # Qt

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at, option = event.position().toPoint(), QStyleOptionSlider()
        self.initStyleOption(option)
        handle = self.style().subControlRect(
            QStyle.ComplexControl.CC_Slider, option, QStyle.SubControl.SC_SliderHandle, self
        )
        if event.button() is Qt.MouseButton.LeftButton and not handle.contains(at):
            wide = handle.width()
            self.setValue(
                QStyle.sliderValueFromPosition(
                    self.minimum(),
                    self.maximum(),
                    at.x() - wide // 2,
                    self.width() - wide,
                    option.upsideDown,
                )
            )
        super().mousePressEvent(event)


class Timelapse(QFrame):
    """`moved` carries a `Moment`, `left` ends it.

    Space plays and pauses; the arrow keys go a day, Page Up and Page Down a week, Home and End to
    the first and the last day.
    """

    moved = Signal(object)
    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._timeline: Timeline | None = None
        self._speed = _MONTH
        self._day = 0.0
        self.setProperty("ground", 1)
        self.play = IconButton(theme, "play", _("Play (Space)"), size="small")
        self.slider = _Scrubber(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(_("Day"))
        self.slider.setPageStep(GLOW)
        self.said = label("", "caption")
        self.speed = MenuWord(theme, _("Speed"))
        self.speed.offer(SPEEDS, lambda: self._speed, self._choose_speed)
        close = IconButton(theme, "close", with_keys(_("Close timelapse"), "Esc"), size="small")
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 12, 6)
        row.setSpacing(8)
        row.addWidget(self.play)
        row.addWidget(self.slider, 1)
        row.addWidget(self.said)
        row.addWidget(self.speed)
        row.addWidget(close)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._tick)
        self.play.clicked.connect(self.toggle)
        self.slider.valueChanged.connect(self._seek)
        close.clicked.connect(self.left)
        self.hide()

    @property
    def is_playing(self) -> bool:
        return self._timer.isActive()

    @property
    def has_keyboard(self) -> bool:
        focused = self.window().focusWidget()
        return focused is not None and self.isAncestorOf(focused)

    def begin(self, timeline: Timeline) -> None:
        """Show the first day, and wait for the person to play."""
        self._timeline = timeline
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, timeline.days - 1)
            self.slider.setValue(0)
        self.play.setEnabled(timeline.days > 1)
        self.show()
        self._seek(0)

    def end(self) -> None:
        self._pause()
        self._timeline = None
        self.hide()

    def again(self) -> None:
        """Show the same day, in a sky that may be another one."""
        if self._timeline is not None:
            self._tell(self._timeline.at(self.slider.value()))

    def toggle(self) -> None:
        if self.is_playing or not self.slider.maximum():
            self._pause()
            return
        if self.slider.value() == self.slider.maximum():
            self.slider.setValue(0)
        self._day = float(self.slider.value())
        self._timer.start(_CALM_TICK if self._theme.reduced_motion else _TICK)
        self._show_state("pause", _("Pause (Space)"))

    def _pause(self) -> None:
        self._timer.stop()
        self._show_state("play", _("Play (Space)"))

    def _show_state(self, icon: str, words: str) -> None:
        self.play.setIcon(self._theme.icon(icon, "t3", on="acc"))
        self.play.setAccessibleName(words)
        self.play.setToolTip(plain_tip(words))

    def _tick(self) -> None:
        self._day += self._speed * self._timer.interval() / 1000
        day = self._day
        self.slider.setValue(int(day))
        self._day = day
        if self.slider.value() == self.slider.maximum():
            self._pause()

    def _choose_speed(self, speed: int) -> None:
        self._speed = speed
        self.speed.show_choice()

    def _seek(self, day: int) -> None:
        self._day = float(day)
        if self._timeline is not None:
            self._tell(self._timeline.at(day))

    def _tell(self, moment: Moment) -> None:
        count = len(moment.existing)
        skills = ngettext("{count} skill", "{count} skills", count).format(count=count)
        busy = _("{count} changed or used this week").format(count=len(moment.touched))
        when = f"{date_words(moment.day)} {moment.day.year}"
        if not self.slider.maximum():
            busy = _("all of them came today, so there is nothing to play yet")
        self.said.setText(f"{when} · {skills} · {busy}")
        wide = max(self.said.minimumWidth(), self.said.sizeHint().width())
        self.said.setMinimumWidth(wide)  # the handle stays where it is under the mouse
        self.slider.setAccessibleDescription(self.said.text())
        self.moved.emit(moment)

    # Qt

    def hideEvent(self, event: QHideEvent) -> None:
        """Nothing plays where nobody sees it."""
        super().hideEvent(event)
        self._pause()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            self.toggle()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
