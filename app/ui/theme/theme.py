"""The theme in force: its colours, fonts, icons and durations.

Public names: `Theme`, `Choice`. Built once in `app.main` and handed to every widget that paints.
"""

from dataclasses import fields
from string import Template
from typing import Literal

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QIcon, QPalette, QPixmap
from PySide6.QtWidgets import QApplication

from app.ui.theme import fonts, icons
from app.ui.theme.resources import RESOURCES
from app.ui.theme.style import TechneStyle
from app.ui.theme.tokens import DARK, LIGHT, Tokens, high_contrast

Choice = Literal["system", "light", "dark"]
Role = QPalette.ColorRole


def palette(tokens: Tokens) -> QPalette:
    """The scheme as Qt's own widgets know it."""
    made = QPalette()
    for role, colour in (
        (Role.Window, tokens.bg1),
        (Role.WindowText, tokens.t1),
        (Role.Base, tokens.bg2),
        (Role.AlternateBase, tokens.bg3),
        (Role.Button, tokens.bg3),
        (Role.ButtonText, tokens.t1),
        (Role.Text, tokens.t1),
        (Role.PlaceholderText, tokens.t3),
        (Role.Highlight, tokens.acc_soft),
        (Role.HighlightedText, tokens.t1),
        (Role.Accent, tokens.acc),
        (Role.Link, tokens.acc),
        (Role.LinkVisited, tokens.acc),
        (Role.ToolTipBase, tokens.bg4),
        (Role.ToolTipText, tokens.t1),
        (Role.Light, tokens.bg4),
        (Role.Midlight, tokens.bg4),
        (Role.Mid, tokens.line2),
        (Role.Dark, tokens.line),
        (Role.Shadow, tokens.scrim),
        (Role.BrightText, tokens.on_acc),
    ):
        made.setColor(role, QColor(colour))
    for role in (Role.WindowText, Role.ButtonText, Role.Text):
        made.setColor(QPalette.ColorGroup.Disabled, role, QColor(tokens.t4))
    return made


def style_sheet(tokens: Tokens) -> str:
    """`resources/style/techne.qss` with every `$token` filled in; KeyError for an unknown one."""
    values = {f.name: getattr(tokens, f.name) for f in fields(tokens)}
    values |= {"ok_line": tokens.ok_line, "warn_line": tokens.warn_line}
    template = (RESOURCES / "style" / "techne.qss").read_text(encoding="utf-8")
    return Template(template).substitute(values)


class Theme(QObject):
    """Follows the system's scheme unless the person chose one; `changed` when anything did."""

    changed = Signal()

    def __init__(
        self,
        application: QApplication,
        choice: Choice = "system",
        *,
        reduced_motion: bool = False,
        more_contrast: bool = False,
    ) -> None:
        super().__init__(application)
        self._application = application
        self._choice = choice
        self._more_contrast = more_contrast
        self.reduced_motion = reduced_motion
        self._style = TechneStyle(self)
        application.setStyle(self._style)
        application.setFont(self.font())
        hints = application.styleHints()
        hints.colorSchemeChanged.connect(self._apply)
        hints.accessibility().contrastPreferenceChanged.connect(self._apply)
        self._tokens = DARK
        self._apply()

    @property
    def tokens(self) -> Tokens:
        return self._tokens

    def choose(
        self, choice: Choice, *, reduced_motion: bool = False, more_contrast: bool = False
    ) -> None:
        """What the settings say, from now on."""
        self._choice = choice
        self.reduced_motion = reduced_motion
        self._more_contrast = more_contrast
        self._apply()

    def colour(self, name: str) -> QColor:
        """The colour of a token (`acc_line`) or goal (`goal:Trigger`), ready to paint with."""
        return QColor(self._tokens.colour(name))

    def font(self, size: float = 13, weight: int = 400, *, italic: bool = False) -> QFont:
        """The interface font; size in logical px, weight 400, 500 or 600."""
        return fonts.font(size, weight, italic)

    def mono(self, size: float = 12) -> QFont:
        """The fixed font; size in logical px."""
        return fonts.mono(size)

    def icon(self, name: str, colour: str = "t2", on: str = "") -> QIcon:
        """A drawing from `resources/icons` in the colour of a token; `on` is for a checked one."""
        return icons.tinted(self, name, colour, on or colour)

    def pixmap(self, name: str, colour: str, size: int, scale: float = 1.0) -> QPixmap:
        """The same at `size` logical px, for painters."""
        return self.icon(name, colour).pixmap(QSize(size, size), scale)

    def duration(self, milliseconds: int) -> int:
        """How long a movement may take: nothing, for people who prefer no motion."""
        return 0 if self.reduced_motion else milliseconds

    def _wanted(self) -> Tokens:
        hints = self._application.styleHints()
        dark = self._choice == "dark" or (
            self._choice == "system" and hints.colorScheme() == Qt.ColorScheme.Dark
        )
        tokens = DARK if dark else LIGHT
        asked = hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast
        return high_contrast(tokens) if self._more_contrast or asked else tokens

    def _apply(self) -> None:
        wanted = self._wanted()
        if wanted == self._tokens and self._application.styleSheet():
            return
        self._tokens = wanted
        self._application.setPalette(palette(wanted))
        self._application.setStyleSheet(style_sheet(wanted))
        self.changed.emit()
