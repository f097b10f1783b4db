"""Where the keyboard was when something was asked for. Public name: `AskedFrom`."""

from PySide6.QtWidgets import QLineEdit, QWidget


class AskedFrom:
    """What comes as the answer takes the keyboard, unless somebody has gone to write elsewhere in
    the meantime."""

    def __init__(self, page: QWidget) -> None:
        self._page = page
        self._field = self._field_now()

    @property
    def may_take_keyboard(self) -> bool:
        return self._field_now() in (None, self._field)

    def _field_now(self) -> QLineEdit | None:
        focused = self._page.window().focusWidget()
        return focused if isinstance(focused, QLineEdit) else None
