"""What the chosen suggestion writes, and how that reads. Public name: `Preview`."""

import re
from html import escape

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.core.skills.editing.template import Template
from app.core.skills.reading.grammar import parse
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.skills.editor.reading import Leads
from app.ui.views.skills.editor.steps.content import Items, StepText
from app.ui.views.skills.editor.steps.standing import HeadText
from app.ui.widgets.labels import label
from app.ui.widgets.prose.pill import Pill
from app.ui.widgets.prose.pill_text import PillText
from app.ui.widgets.prose.rich_paragraph import RichParagraph
from app.ui.widgets.prose.text_style import scaled

WIDTH = 300
APART, OVER = 8, 15
_INSIDE = 12
_SEAM = re.compile(r"[(=_,]|[^\W_]{24}")
"""Behind this a line may end: a call with its inputs has hardly a space."""


class Preview(QFrame):
    """A card beside the list."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._parent = theme, parent
        self.setObjectName("completionPreview")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._head, self._reads = label("", "muted"), label(_("reads as"), "muted")
        self.written = label("", "body", wrap=True)
        self.written.setTextFormat(Qt.TextFormat.RichText)
        self._prose = RichParagraph(theme, self)
        self._pills: list[Pill] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(_INSIDE, 10, _INSIDE, 12)
        column.setSpacing(4)
        for part in (self._head, self.written, self._reads, self._prose):
            column.addWidget(part)
        column.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._column = column
        self.hide()

    def show_template(self, name: str, made: Template, *, in_step: bool) -> None:
        """What `name` writes; a step, or what stands between two."""
        self._head.setText(_("{name} writes").format(name=name))
        self.written.setText(self._marked(made))
        lead = "1. A.\n2. " if in_step else "1. A.\n\n"
        item = Items().read(parse(lead + _with_a_step(made)), Leads())[-1][0]
        runs = () if isinstance(item, HeadText) else item.runs
        width = scaled(self._theme, WIDTH)
        inner = width - 2 * _INSIDE
        words = "".join(run.text for run in runs).strip()
        self._prose.show_runs(runs)
        self._prose.setFixedHeight(self._prose.height_for(inner))
        self._prose.setVisible(bool(words))
        self._show_pills(item.pills if isinstance(item, StepText) else (), inner)
        self.setFixedWidth(width)
        for part in (self._head, self._reads, self.written):
            part.ensurePolished()
        self.written.setFixedSize(inner, self.written.heightForWidth(inner))
        self._column.activate()
        self.resize(width, self._column.totalSizeHint().height())

    def place_by(self, popup: QRect, line: QRect) -> None:
        """To the right of the list, or wherever else there is room; never over the line."""
        ground, high = self._parent.rect(), self.height()
        written = QRect(0, line.top(), ground.width(), line.height())
        right, left = popup.right() + APART, popup.left() - APART - self.width()
        over, under = line.top() - high - OVER, line.bottom() + OVER
        x = max(0, min(popup.left(), ground.width() - self.width()))
        beside = (popup.top(), popup.bottom() + 1 - high, under, over)
        places = [QPoint(side, y) for side in (right, left) for y in beside]
        places += [
            QPoint(x, popup.bottom() + APART),
            QPoint(x, min(popup.top() - high - APART, over)),
        ]
        for place in places:
            there = QRect(place, self.size())
            if ground.contains(there) and not there.intersects(written):
                self.move(place)
                self.show()
                self.raise_()
                return
        self.hide()

    def _marked(self, made: Template) -> str:
        """The words as they are written, the fields on a ground of their own."""
        tokens, at, parts = self._theme.tokens, 0, []
        for start, end in made.fields:
            parts.append(_breakable(made.text[at:start]))
            field = _breakable(made.text[start:end])
            parts.append(f'<span style="background-color: {tokens.hit}">{field}</span>')
            at = end
        parts.append(_breakable(made.text[at:]))
        font = self._theme.mono(12)
        words = "".join(parts).replace("\n", "<br>")
        looks = f"font-family: '{font.family()}'; font-size: {font.pixelSize()}px"
        return f'<span style="{looks}; color: {tokens.t1}">{words}</span>'

    def _show_pills(self, said: tuple[PillText, ...], width: int) -> None:
        for pill in self._pills:
            pill.hide()
            pill.deleteLater()
        self._pills = []
        for one in said:
            pill = Pill(self._theme, self)
            pill.say(one)
            pill.setFixedSize(pill.box(width).bounds.size().toSize())
            self._column.addWidget(pill)
            pill.show()
            self._pills.append(pill)


def _breakable(words: str) -> str:
    """As HTML, with a space of no width wherever a line may end."""
    return escape(_SEAM.sub(lambda seam: f"{seam[0]}\u200b", words))


def _with_a_step(made: Template) -> str:
    """What is written, with a step that there is in the place of the word for one."""
    text = made.text
    for start, end in reversed(made.fields):
        if text[start:end] == _("step"):
            text = f"{text[:start]}1{text[end:]}"
    return text
