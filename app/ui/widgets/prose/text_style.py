"""Pieces of text with a meaning, and how each meaning is written in the theme in force."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtGui import QColor, QTextCharFormat, QTextLayout

from app.core.skills.model import GoalKind
from app.ui.theme.fonts import BODY
from app.ui.theme.theme import Theme
from app.ui.widgets.prose.utf16 import Units


class TextStyle(Enum):
    """What a piece of text is, as far as its looks go."""

    PLAIN = auto()
    QUIET = auto()
    NOTE = auto()
    STRONG = auto()
    READ = auto()
    CAPTURED = auto()
    CALL = auto()
    CALLED = auto()
    """The ground below all of a call."""
    NAME = auto()
    """What a pill calls."""
    UNKNOWN = auto()
    """A call of a skill that is not there, in a sentence."""
    WRONG = auto()
    BRANCH = auto()
    LOOP = auto()
    STEP = auto()
    """The name of another step, which can be gone to."""
    MEMORY = auto()
    SOURCE = auto()
    """Where a memory is from."""
    TITLE = auto()


Hue = TextStyle | GoalKind
"""A style, or the prefix of a goal."""

_COLOURS = {
    TextStyle.PLAIN: "t1",
    TextStyle.QUIET: "t3",
    TextStyle.NOTE: "t2",
    TextStyle.STRONG: "t1",
    TextStyle.READ: "goal:Requires",
    TextStyle.CAPTURED: "goal:Produces",
    TextStyle.CALL: "acc",
    TextStyle.NAME: "acc",
    TextStyle.UNKNOWN: "acc",
    TextStyle.WRONG: "err",
    TextStyle.BRANCH: "goal:Trigger",
    TextStyle.LOOP: "goal:Prerequisites",
    TextStyle.STEP: "t1",
    TextStyle.MEMORY: "mem",
    TextStyle.SOURCE: "mem",
    TextStyle.TITLE: "t1",
}
_BOLD = (TextStyle.STRONG, TextStyle.STEP, TextStyle.NAME, TextStyle.WRONG, TextStyle.TITLE)


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of text in one style, found at `at` in what the author wrote.

    `link` is the skill it leads to, as the text names it. A `pill` has a soft ground of its own.
    What is said in other words than the author's stands for what was written up to `until`.
    `about` is what to say of it under the mouse.
    """

    text: str
    style: TextStyle = TextStyle.PLAIN
    at: int = 0
    link: str = ""
    pill: bool = False
    until: int = 0
    about: str = ""


def scaled(theme: Theme, px: int) -> int:
    """A measure that grows with the size of the text."""
    return round(px * theme.font().pixelSize() / BODY)


def char_format(theme: Theme, style: Hue) -> QTextCharFormat:
    """How text in `style` looks; the font of the text around it stays."""
    made = QTextCharFormat()
    if isinstance(style, GoalKind):
        goal = theme.tokens.goal(style)
        made.setForeground(QColor(goal.colour))
        made.setBackground(QColor(goal.soft))
        made.setFontWeight(500)
        return made
    if style is TextStyle.CALLED:
        made.setBackground(theme.colour("acc_soft"))
        return made
    made.setForeground(theme.colour(_COLOURS[style]))
    if style in _BOLD:
        made.setFontWeight(600)
    if style is TextStyle.READ or style is TextStyle.CAPTURED:
        made.setFontWeight(500)
    if style is TextStyle.UNKNOWN:
        made.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        made.setUnderlineColor(theme.colour("err"))
    if style is TextStyle.SOURCE:
        made.setFontItalic(True)
    if style is TextStyle.STEP:
        made.setFontUnderline(True)
    return made


def format_range(start: int, length: int, made: QTextCharFormat) -> QTextLayout.FormatRange:
    """`made` for a stretch of a layout, in Qt's positions."""
    stretch = QTextLayout.FormatRange()
    stretch.start, stretch.length, stretch.format = start, length, made
    return stretch


def ranges(theme: Theme, runs: Iterable[Run]) -> list[QTextLayout.FormatRange]:
    """The formats of runs that follow each other."""
    found, at = [], 0
    for run in runs:
        length = Units(run.text).qt(len(run.text))
        found.append(format_range(at, length, char_format(theme, run.style)))
        at += length
    return found


def wave(theme: Theme, severe: bool) -> QTextCharFormat:
    """The underline of a mistake, or of something worth a look."""
    made = QTextCharFormat()
    made.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
    made.setUnderlineColor(theme.colour("err" if severe else "warn"))
    return made
