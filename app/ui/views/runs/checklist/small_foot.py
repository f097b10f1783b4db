"""The foot of a check list: four buttons, and keys for the rest. Public name: `SmallFoot`."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from app.ui.views.runs.foot import Foot, Keyed, Question

_BY_KEY = ("note", "open")
"""What has no button here: the note has a field, the other is in the menu."""

_SHORT = ("fail", "skip")
"""What has its key rather than a drawing."""

ROOMY = 360
"""Px from which there is room to cancel with the mouse, while text has its usual size."""


class SmallFoot(Foot):
    is_small = True
    side, least = 12, 296

    def offer(self, buttons: Sequence[tuple[str, Keyed] | None]) -> None:
        super().offer(buttons)
        for name in _BY_KEY:
            if (button := self.buttons.get(name)) is not None:
                self._flow.removeWidget(button)
                button.hide()
        for name, button in self.buttons.items():
            button.is_small = True
            button.is_bare = name == "back"
            if name in _SHORT:
                button.drop_drawing()
        self._fit()

    def ask(self, question: Question, back_to: QWidget) -> None:
        """The question stands in the field, where an answer comes."""
        super().ask(question, back_to)
        self._words.hide()
        self.cancel.setVisible(self.width() >= self._theme.scaled(ROOMY))  # Esc does it, too
        self.why.setPlaceholderText(question.words)
        self.why.setAccessibleName(question.words)
