"""A field for one number that says at once when it cannot be. Public name: `NumberField`."""

import math

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from app.core.words import _
from app.ui.widgets.labels import restyle
from app.ui.widgets.tips import plain_tip

SHOWN, SIDES = 7, 27
"""Digits there is room for, and px beside them."""
DIGITS = 6
"""Behind the point, at most."""


class NumberField(QLineEdit):
    """`looked_at(number or None)` with every letter; `given(number)` on Enter or on leaving.

    `low` and `high` are the smallest and largest number there can be.
    """

    looked_at = Signal(object)
    given = Signal(float)

    def __init__(
        self,
        name: str,
        low: float,
        high: float,
        *,
        whole: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._low, self._high, self._whole = low, high, whole
        self._kept: float | None = None
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setMaxLength(12)
        self.textEdited.connect(self._look)
        self.returnPressed.connect(self._give)

    @property
    def number(self) -> float | None:
        """What is written; None where that is no number or out of bounds."""
        try:
            found = float(self.text().strip().replace(",", "."))
        except ValueError:
            return None
        sound = math.isfinite(found) and self._low <= found <= self._high
        return found if sound and (not self._whole or found == int(found)) else None

    @property
    def rule(self) -> str:
        """What can be written here."""
        words = _("A number from {low} to {high}.")
        if self._whole:
            words = _("A whole number from {low} to {high}.")
        return words.format(low=f"{self._low:n}", high=f"{self._high:n}")

    def show_number(self, number: float) -> None:
        """What is in force; what was selected to be written over stays so."""
        self._kept = number
        text = f"{number:.{DIGITS}f}".rstrip("0").rstrip(".")
        if text != self.text():
            self.setText(text)
            if self.hasFocus():
                self.selectAll()
        self.setModified(False)
        self._mark(wrong=False)

    def _look(self) -> None:
        number = self.number
        self._mark(wrong=number is None)
        self.looked_at.emit(number)

    def _give(self) -> None:
        number = self.number
        if number is not None and number != self._kept:
            self._kept = number
            self.given.emit(number)

    def _mark(self, *, wrong: bool) -> None:
        if bool(self.property("wrong")) != wrong:
            self.setProperty("wrong", wrong)
            restyle(self)
        self.setToolTip(plain_tip(self.rule))
        self.setAccessibleDescription(self.rule if wrong else "")

    # Qt

    def sizeHint(self) -> QSize:
        width = self.fontMetrics().horizontalAdvance("0") * SHOWN + SIDES
        return QSize(width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """What cannot be is put back; what can be counts."""
        super().focusOutEvent(event)
        if self.number is None and self._kept is not None:
            self.show_number(self._kept)
            self.looked_at.emit(self._kept)
        else:
            self._give()
