"""One value that is proposed: what it is now, what it would be, and where that comes from."""

import re
from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.enrichment.enrich import Part, Value
from app.core.library.align import Ranges, differences
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import label, tag
from app.ui.widgets.marked_text import MarkedText
from app.ui.widgets.prose.utf16 import Units
from app.ui.widgets.tick import Tick

_TOKEN = re.compile(r"\w+|[^\w\s]|\s+")
_BETWEEN = {Part.TRIGGERS: "\n", Part.TAGS: ", "}


class ValueRow(QWidget):
    """`changed` when it was ticked or edited. What a person typed stays when it is shown anew."""

    changed = Signal()

    def __init__(self, theme: Theme, part: Part, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.part = part
        self._value = Value(part, (), ())
        self._is_touched = False
        self._filling = False
        self.tick = Tick(part_name(part))
        self.tick.toggled.connect(self._on_ticked)
        self._from = Elided("", "caption")
        self._by = tag("", "info")
        self._old = MarkedText(theme, still=True)
        self._old.setAccessibleName(_("{part} now").format(part=part_name(part)))
        self.field = MarkedText(theme)
        self.field.setAccessibleName(_("{part}, proposed").format(part=part_name(part)))
        self.field.setPlaceholderText(_placeholder(part))
        self.field.textChanged.connect(self._on_edited)
        self._hint = label(_hint(part), "caption", wrap=True)
        self._lay_out()
        self.show_value(None, ())

    def show_value(self, value: Value | None, old: tuple[str, ...]) -> None:
        """What is proposed, None if nothing is; `old` is what the skill says now."""
        if value is not None or not self._is_touched:
            self._value = value or Value(self.part, old, ())
        self._old.setPlainText(self._joined(self._value.old))
        self._old.setVisible(bool(self._value.old))
        self._show_source()
        if not self._is_touched:
            self._filling = True
            self.field.setPlainText(self._joined(self._value.new))
            self.tick.setChecked(bool(self._value.new))
            self._filling = False
        self._show_differences()

    def forget(self) -> None:
        """Nothing here is of a person's hand any more."""
        self._is_touched = False

    @property
    def is_proposed(self) -> bool:
        """Whether anything but the person says something here."""
        return bool(self._value.new)

    @property
    def wanted(self) -> Value | None:
        """The value as it stands in the field, if it is ticked and says something."""
        new = self._written()
        if not self.tick.isChecked() or not new:
            return None
        value = self._value
        return Value(self.part, value.old, new, value.because, value.model)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.tick)
        head.addWidget(self._by)
        head.addWidget(self._from, 1)
        inside = QVBoxLayout()
        inside.setContentsMargins(24, 0, 0, 0)
        inside.setSpacing(4)
        for part in (self._old, self.field, self._hint):
            inside.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(5)
        column.addLayout(head)
        column.addLayout(inside)

    def _joined(self, texts: Sequence[str]) -> str:
        return _BETWEEN.get(self.part, " ").join(texts)

    def _written(self) -> tuple[str, ...]:
        """What stands in the field: one text, or one for each line, or between commas."""
        text = self.field.toPlainText()
        if self.part is Part.DESCRIPTION:
            parts = [text]
        else:
            parts = re.split(r"[\n,;]" if self.part is Part.TAGS else r"[\n;]", text)
        said = (" ".join(part.split()) for part in parts)
        return tuple(dict.fromkeys(one for one in said if one))

    def _show_source(self) -> None:
        model, because = self._value.model, self._value.because
        self._by.setText(_("by {model}").format(model=model))
        self._by.setVisible(bool(model))
        words = [one for one in dict.fromkeys(because) if one not in self._value.new]
        if self.part is not Part.DESCRIPTION:  # that of a description is the name of a place
            words = [_("“{words}”").format(words=one) for one in words]
        said = _("from {words}").format(words=", ".join(words))
        self._from.setText(said if words else "")

    def _show_differences(self) -> None:
        old, new = self._old.toPlainText(), self.field.toPlainText()
        gone, come = _changes(old, new)
        self._old.mark(gone, "diff_removed")
        self.field.mark(come, "diff_added")

    def _on_edited(self) -> None:
        if self._filling:
            return
        self._is_touched = True
        self._show_differences()
        says = bool(self._written())
        if says != self.tick.isChecked():
            self.tick.setChecked(says)
        self.changed.emit()

    def _on_ticked(self) -> None:
        if not self._filling:
            self._is_touched = True
        self.changed.emit()


def part_name(part: Part) -> str:
    """What people call it."""
    return {
        Part.DESCRIPTION: _("Description"),
        Part.TRIGGERS: _("Triggers"),
        Part.TAGS: _("Tags"),
    }[part]


def _placeholder(part: Part) -> str:
    return {
        Part.DESCRIPTION: _("The text does not say what it is for. Describe it in a sentence."),
        Part.TRIGGERS: _("The text does not say when to use it. Write what people ask for."),
        Part.TAGS: _("Nothing stands out. Write a word or two."),
    }[part]


def _hint(part: Part) -> str:
    return {
        Part.DESCRIPTION: _("What it does and when to use it: people and agents choose by this."),
        Part.TRIGGERS: _("One per line, in the words of someone who needs it."),
        Part.TAGS: _("Separated by commas."),
    }[part]


def _changes(old: str, new: str) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Where the words differ, in Qt's positions; nothing is marked where one is empty."""
    if not old or not new:
        return [], []
    left, right = _TOKEN.findall(old), _TOKEN.findall(new)
    gone, come = differences(left, right)
    return _places(old, left, gone), _places(new, right, come)


def _places(text: str, tokens: Sequence[str], ranges: Ranges) -> list[tuple[int, int]]:
    ends = [0]
    for token in tokens:
        ends.append(ends[-1] + len(token))
    units = Units(text)
    return [(units.qt(ends[a]), units.qt(ends[b])) for a, b in ranges if a < b]
