"""The keys of the list of skills, at its foot. Public name: `KeyHints`."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QKeySequence, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from app.core.words import _
from app.ui.commands import Keys, key_text
from app.ui.widgets.labels import key_hint, label
from app.ui.widgets.tips import plain_tip

HEIGHT = 29
SIDE, GAP, APART = 12, 5, 10


class KeyHints(QWidget):
    """Those there is room for; the tooltip has all."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count = 0
        self.setMinimumHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.all = label("", "caption")
        hints: tuple[tuple[Keys, QWidget], ...] = (
            ("Down", label(_("to the list"), "caption")),
            ("Space", label(_("select"), "caption")),
            (QKeySequence.StandardKey.SelectAll, self.all),
        )
        self._keys = [keys for keys, _words in hints]
        self._hints: list[QWidget] = []
        row = QHBoxLayout(self)
        row.setContentsMargins(SIDE, 0, SIDE, 0)
        row.setSpacing(APART)
        for keys, words in hints:
            hint = QWidget()
            inside = QHBoxLayout(hint)
            inside.setContentsMargins(0, 0, 0, 0)
            inside.setSpacing(GAP)
            inside.addWidget(key_hint(keys))
            inside.addWidget(words)
            self._hints.append(hint)
            row.addWidget(hint)
        row.addStretch(1)

    def show_count(self, count: int) -> None:
        """How many skills are listed; where there is none, no key does anything."""
        self._count = count
        self.all.setText(_("all {count}").format(count=count))
        self._arrange()

    def _arrange(self) -> None:
        """What is known best goes first where there is little room."""
        room, shown = self.width() - 2 * SIDE, 0
        for hint in reversed(self._hints):
            room -= hint.sizeHint().width() + APART
            fits = self._count > 0 and room + APART >= 0
            hint.setVisible(fits)
            shown += fits
        said = (_("to the list"), _("select"), self.all.text())
        lines = (f"{key_text(keys)}: {words}" for keys, words in zip(self._keys, said, strict=True))
        self.setToolTip(
            plain_tip("" if shown == len(self._hints) or not self._count else "\n".join(lines))
        )

    # Qt

    def minimumSizeHint(self) -> QSize:
        return QSize(0, HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
