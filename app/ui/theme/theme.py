"""The theme in force: its colours, fonts, icons and durations.

Public names: `Theme`, `palette`, `style_sheet`, `tokens_for`. `Theme.of` builds one when the
application starts, which is handed to every widget that paints.
"""

from dataclasses import fields
from string import Template

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QIcon, QPalette, QPixmap
from PySide6.QtWidgets import QApplication

from app.core.settings import Scheme, Settings
from app.ui.theme import fonts, icons
from app.ui.theme.focus import FocusRing
from app.ui.theme.resources import RESOURCES
from app.ui.theme.style import TechneStyle
from app.ui.theme.tokens import DARK, LIGHT, Tokens, high_contrast, mix

Role = QPalette.ColorRole
SIZES = (10, 11, 12, 13, 15, 20, 22, 25)
HEIGHTS = (20, 22, 26, 28, 30, 32, 36)
PADDINGS = (5, 8, 10, 16)
CHEVRON, BESIDE_CHEVRON = 16, 8
"""Px at the end of a choice that opens."""


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


def style_sheet(tokens: Tokens, text_size: int = fonts.BODY) -> str:
    """`resources/style/techne.qss` with every `$token` filled in; KeyError for an unknown one.

    `$f12` is the size that is 12 px while the body text has its usual size, `$h26` is a height
    around a line of it, and `$p10` the padding beside it, which grows half as fast.
    """
    values = {f.name: getattr(tokens, f.name) for f in fields(tokens)}
    values |= {"ok_line": tokens.ok_line, "warn_line": tokens.warn_line}
    values |= {
        "field": tokens.bg2 if tokens.dark else tokens.bg3,
        "groove": tokens.bg1 if tokens.dark else tokens.bg4,
        "raised": tokens.bg4 if tokens.dark else tokens.bg3,
        "ok_wash": mix(tokens.ok_soft, tokens.bg2, 0.6),
        "warn_wash": mix(tokens.warn_soft, tokens.bg2, 0.6),
    }
    values |= {f"f{size}": f"{fonts.scaled(size, text_size)}px" for size in SIZES}
    values |= {f"h{height}": f"{fonts.around(height, text_size)}px" for height in HEIGHTS}
    values |= {f"p{px}": f"{round((px + fonts.scaled(px, text_size)) / 2)}px" for px in PADDINGS}
    chevron = fonts.scaled(CHEVRON, text_size) + BESIDE_CHEVRON
    values |= {"chevron": f"{chevron}px", "chevron_focused": f"{chevron - 1}px"}
    template = (RESOURCES / "style" / "techne.qss").read_text(encoding="utf-8")
    return Template(template).substitute(values)


def tokens_for(choice: Scheme, system: Qt.ColorScheme, preference: Qt.ContrastPreference) -> Tokens:
    """What the person chose, or else what the system says; light if that does not know."""
    dark = choice == "dark" or (choice == "system" and system == Qt.ColorScheme.Dark)
    tokens = DARK if dark else LIGHT
    return high_contrast(tokens) if preference == Qt.ContrastPreference.HighContrast else tokens


class Theme(QObject):
    """Follows the system's scheme unless the settings name one; `changed` when anything did."""

    changed = Signal()

    def __init__(self, application: QApplication, settings: Settings | None = None) -> None:
        super().__init__(application)
        self._application = application
        self._settings = settings or Settings()
        self._tokens = self._wanted()
        self._style = TechneStyle(self)
        self._ring = FocusRing(application, self)
        application.setStyle(self._style)
        hints = application.styleHints()
        hints.colorSchemeChanged.connect(self._follow_system)
        hints.accessibility().contrastPreferenceChanged.connect(self._follow_system)
        self._apply()

    @classmethod
    def of(cls, application: QApplication, settings: Settings | None = None) -> "Theme":
        """The one of the process, with these settings from now on: style, palette and style sheet
        are those of the application, and there is one of each."""
        made = application.findChild(cls, options=Qt.FindChildOption.FindDirectChildrenOnly)
        if made is None:
            return cls(application, settings)
        made.use(settings or Settings())
        return made

    @property
    def settings(self) -> Settings:
        """What the person chose."""
        return self._settings

    @property
    def tokens(self) -> Tokens:
        return self._tokens

    @property
    def reduced_motion(self) -> bool:
        return self._settings.reduce_motion

    def use(self, settings: Settings) -> None:
        """What the person chose, from now on."""
        self._settings = settings
        self._tokens = self._wanted()
        self._apply()

    def colour(self, name: str) -> QColor:
        """The colour of a token (`acc_line`) or goal (`goal:Trigger`), ready to paint with."""
        return QColor(self._tokens.colour(name))

    def font(self, size: int = 13, weight: int = 400, *, italic: bool = False) -> QFont:
        """The interface font; size as in the type scale (10 to 25), weight 400, 500 or 600."""
        return fonts.font(fonts.scaled(size, self._settings.text_size), weight, italic)

    def mono(self, size: int = 12) -> QFont:
        """The fixed font; size as in the type scale."""
        return fonts.mono(fonts.scaled(size, self._settings.text_size))

    def scaled(self, pixels: int) -> int:
        """Pixels of something that stands in a line with text, and grows with it."""
        return fonts.scaled(pixels, self._settings.text_size)

    def around(self, pixels: int) -> int:
        """The height of something around one line of text: the air around that does not grow."""
        return fonts.around(pixels, self._settings.text_size)

    def icon(self, name: str, colour: str = "t2", on: str = "") -> QIcon:
        """A drawing from `resources/icons` in the colour of a token; `on` is for a checked one."""
        return icons.tinted(self, name, colour, on or colour)

    def pixmap(self, name: str, colour: str, size: int, scale: float = 1.0) -> QPixmap:
        """The same at `size` logical px, for painters."""
        return icons.picture(name, self._tokens.colour(colour), size, size, scale)

    def duration(self, milliseconds: int) -> int:
        """How long a movement may take: nothing, for people who prefer no motion."""
        return 0 if self._settings.reduce_motion else milliseconds

    def _wanted(self) -> Tokens:
        hints = self._application.styleHints()
        preference = hints.accessibility().contrastPreference()
        return tokens_for(self._settings.theme, hints.colorScheme(), preference)

    def _follow_system(self) -> None:
        if (wanted := self._wanted()) != self._tokens:
            self._tokens = wanted
            self._apply()

    def _apply(self) -> None:
        self._application.setFont(self.font())
        self._application.setPalette(palette(self._tokens))
        sheet = style_sheet(self._tokens, self._settings.text_size)
        self._application.setStyleSheet("")  # Qt would style what is nested once for every level
        self._application.setStyleSheet(sheet)
        self.changed.emit()
