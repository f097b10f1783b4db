"""The typeface: Inter with numbers of equal width, or the system's own when it cannot be loaded."""

from functools import cache

from PySide6.QtGui import QFont, QFontDatabase

from app.ui.theme.resources import RESOURCES

FAMILY = "Inter"
TABULAR = QFont.Tag("tnum")


@cache
def family() -> str:
    """Load the bundled fonts once; the family to use."""
    numbers = [
        QFontDatabase.addApplicationFont(str(file))
        for file in sorted((RESOURCES / "fonts").glob("*.otf"))
    ]
    if numbers and -1 not in numbers:
        return FAMILY
    return QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()


def font(size: float = 13, weight: int = 400, italic: bool = False) -> QFont:
    """The interface font; size in logical px, weight 400, 500 or 600."""
    made = QFont(family())
    made.setPixelSize(round(size))
    made.setWeight(QFont.Weight(weight))
    made.setItalic(italic)
    made.setFeature(TABULAR, 1)
    return made


def mono(size: float = 12) -> QFont:
    """The system's fixed font, for values, commands, fingerprints and keys."""
    made = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    made.setPixelSize(round(size))
    return made
