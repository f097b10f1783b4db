"""The banner of the window, above all places: what went wrong, and one thing to do about it."""

from collections.abc import Callable

from PySide6.QtCore import QTimer

from app.core.errors import AppError
from app.ui.theme.theme import Theme
from app.ui.widgets.banner import Banner

Act = Callable[[], object]


class WindowBanner(Banner):
    """A failure with nothing to do about it goes with the place where it was told."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.setProperty("edge", True)
        self._do: Act | None = None
        self._is_passing = False
        """Whether it goes with the place in front."""
        self.acted.connect(self._act_now)

    def explain_with(self, error: AppError, action: str, act: Act | None) -> None:
        """Show what went wrong; its button does `act`."""
        self._do, self._is_passing = act, False
        self.explain(error, action)
        QTimer.singleShot(0, self, self._let_pass)  # who tells it may lead elsewhere at once

    def warn_with(self, sentence: str, action: str, act: Act | None) -> None:
        """The same for what is not a failure."""
        self._do, self._is_passing = act, False
        self.say(sentence, "warn", action)

    def forget(self) -> None:
        super().forget()
        self._do = None

    def change_place(self) -> None:
        """Another place is in front."""
        if self._is_passing:
            self.hide()

    def _let_pass(self) -> None:
        self._is_passing = self._do is None

    def _act_now(self) -> None:
        self.hide()
        if self._do is not None:
            self._do()
