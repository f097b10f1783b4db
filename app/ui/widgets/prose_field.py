"""A field for a few paragraphs of anybody's language. Public name: `ProseField`."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.ui.widgets.bidi import begins_right

LEFT, RIGHT = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight


class ProseField(QPlainTextEdit):
    """Stands at the right as long as it begins in Arabic or Hebrew."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.textChanged.connect(self._suit)
        self._suit()

    def _suit(self) -> None:
        option = self.document().defaultTextOption()
        side = RIGHT if begins_right(self.document().firstBlock().text()) else LEFT
        if option.alignment() != side:
            option.setAlignment(side)
            self.document().setDefaultTextOption(option)
