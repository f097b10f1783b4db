"""What the two columns of a comparison are. Public names: `VersionHead`, `Heads`."""

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from app.core.library.history import Version
from app.core.words import _
from app.ui.models.version_list import reason_word
from app.ui.theme.theme import Theme
from app.ui.views.skills.history.reason_marks import mark
from app.ui.widgets.button_menu import ButtonMenu
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.labels import label, rule, tag
from app.ui.widgets.moments import moment

HEIGHT = 37


class VersionHead(QWidget):
    """One version in a line. `chosen(number)` when another is picked from its menu."""

    chosen = Signal(int)

    def __init__(self, theme: Theme, about: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._number = label("", "head")
        self._reason = tag("")
        self._details = label("", "muted")
        self._details.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._others = IconButton(theme, "chevron-down", about, size="small")
        self._menu = ButtonMenu(self._others)
        self._menu.triggered.connect(self._on_picked)
        self._others.setMenu(self._menu)
        self._others.setPopupMode(self._others.ToolButtonPopupMode.InstantPopup)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 10, 0)
        row.setSpacing(8)
        for part in (self._number, self._reason):
            row.addWidget(part)
        row.addWidget(self._details, 1)
        row.addWidget(self._others)
        self._version: Version | None = None
        theme.changed.connect(self._paint_tag)

    def show_version(self, version: Version, now: datetime, others: Sequence[Version]) -> None:
        """Say which version it is; `others` can be had instead."""
        self._version = version
        self._number.setText(_("v{number}").format(number=version.number))
        actor = _("You") if version.actor.who == "user" else version.actor.who
        said = [moment(version.at, now), actor, *([_("current")] if version.is_current else [])]
        self._details.setText(" · ".join(said))
        self._reason.setText(reason_word(version.reason))
        self._paint_tag()
        self._menu.clear()
        for other in others:
            words = _("v{number} · {reason} · {when}").format(
                number=other.number, reason=reason_word(other.reason), when=moment(other.at, now)
            )
            action = self._menu.addAction(words)
            action.setCheckable(True)
            action.setChecked(other.number == version.number)
            action.setData(other.number)
        self._others.setVisible(len(others) > 1)

    def _on_picked(self, action: QAction) -> None:
        self.chosen.emit(int(action.data()))

    def _paint_tag(self) -> None:
        """Goals' colours have no tone of tags, so the fill is set here."""
        if self._version is None:
            return
        found = mark(self._version.reason)
        colour, fill = (
            self._theme.tokens.colour(found.colour),
            self._theme.tokens.colour(found.soft),
        )
        self._reason.setStyleSheet(f"color: {colour}; background: {fill};")


class Heads(QWidget):
    """Both versions over their columns; `chosen(old, new)` when one of them was exchanged."""

    chosen = Signal(int, int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.left = VersionHead(theme, _("Compare another version"))
        self.right = VersionHead(theme, _("Compare with another version"))
        self._between = rule("down")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.left, 1)
        row.addWidget(self._between)
        row.addWidget(self.right, 1)
        self._old = self._new = 0
        self.left.chosen.connect(self._on_left)
        self.right.chosen.connect(self._on_right)

    def show_versions(
        self, old: Version, new: Version, now: datetime, versions: Sequence[Version]
    ) -> None:
        self._old, self._new = old.number, new.number
        self.left.show_version(old, now, [v for v in versions if v.number != new.number])
        self.right.show_version(new, now, [v for v in versions if v.number != old.number])

    def show_one(self, alone: bool) -> None:
        """Only the left version, while it is read by itself."""
        self._between.setVisible(not alone)
        self.right.setVisible(not alone)

    def _on_left(self, number: int) -> None:
        self.chosen.emit(number, self._new)

    def _on_right(self, number: int) -> None:
        self.chosen.emit(self._old, number)
