"""The typeface: Inter with numbers of equal width, or the system's own when it cannot be loaded."""

from functools import cache

from PySide6.QtGui import QFont, QFontDatabase

from app.ui.theme.resources import RESOURCES

FAMILY = "Inter"
BODY = 13
"""The size of body text for which the type scale is given."""
LARGE, TIGHT = 18, 99
"""From this size on letters stand a little closer, in per cent."""
ARMENIAN = 0x530
"""Latin, Greek and Cyrillic end before it."""
TABULAR = QFont.Tag("tnum")


@cache
def family() -> str:
    """Load the bundled fonts once; the family to use."""
    numbers = [
        QFontDatabase.addApplicationFont(str(file))
        for file in sorted((RESOURCES / "fonts").glob("*.ttf"))
    ]
    if numbers and -1 not in numbers:
        return FAMILY
    return QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()


def has_letters(text: str) -> bool:
    """Whether Inter has all of them; what stands in for others may have no slanted ones, and is
    not made bolder before the weight of 700."""
    return all(ord(letter) < ARMENIAN or not letter.isalpha() for letter in text)


def scaled(size: int, text_size: int) -> int:
    """A size of the type scale when body text is `text_size` px, from 10 to 26."""
    return round(size * min(max(text_size, 10), 26) / BODY)


def around(pixels: int, text_size: int) -> int:
    """The height of something around a line of text: the text grows, the air around it does not."""
    return pixels + scaled(BODY, text_size) - BODY


def font(size: int = BODY, weight: int = 400, italic: bool = False) -> QFont:
    """The interface font; size in logical px, weight 400, 500 or 600."""
    return QFont(_made(size, weight, italic))


@cache
def _made(size: int, weight: int, italic: bool) -> QFont:
    """Made once, because everything that is painted or measured asks for it."""
    made = QFont(family())
    made.setPixelSize(size)
    made.setWeight(QFont.Weight(weight))
    made.setItalic(italic)
    made.setFeature(TABULAR, 1)
    if size >= LARGE:
        made.setLetterSpacing(QFont.SpacingType.PercentageSpacing, TIGHT)
    return made


def mono(size: int = 12) -> QFont:
    """The system's fixed font, for values, commands, fingerprints and keys."""
    made = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    made.setPixelSize(size)
    return made
