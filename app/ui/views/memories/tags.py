"""The tags of a memory as chips: taken off with a click, added with completion."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.filter_chip import FilterChip
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.labels import label, restyle
from app.ui.widgets.tag_field import TagField
from app.ui.widgets.tips import plain_tip


class Tags(QWidget):
    """`added(memory, line)`, tags with commas between them, and `taken_off(tag)` ask for it.

    What is there is shown again when it is done.
    """

    added = Signal(int, str)
    taken_off = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._memory: int | None = None
        self._shown: tuple[str, ...] = ()
        self.chips: list[FilterChip] = []
        self.field = TagField()
        self._refused: dict[int, tuple[str, str]] = {}
        """What could not be added to a memory that was left, with the reason."""
        self.field.entered.connect(self._on_entered)
        self.field.textEdited.connect(lambda _text: self.explain(""))
        self._wrong = label("", "error", wrap=True)
        self._wrong.hide()
        holder = QWidget()
        self._flow = FlowLayout(holder)
        self._flow.addWidget(self.field)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(holder)
        column.addWidget(self._wrong)

    def offer(self, names: Sequence[str]) -> None:
        """The tags there are, to complete what is written."""
        self.field.offer(names)

    def show_tags(self, memory: int, tags: tuple[str, ...]) -> None:
        """Of this memory; what is being written stays, or is added to the one it was for."""
        if memory != self._memory:
            self.field.enter()
            self._memory = memory
            line, reason = self._refused.pop(memory, ("", ""))
            self.field.setText(line)
            self.explain(reason)
        elif tags == self._shown:
            return
        self._shown = tags
        if any(chip.hasFocus() for chip in self.chips):
            self.field.setFocus()
        for chip in self.chips:
            chip.hide()
            chip.deleteLater()
        self._flow.removeWidget(self.field)
        self.chips = [self._chip(name) for name in tags]
        for part in (*self.chips, self.field):
            self._flow.addWidget(part)
        self.updateGeometry()

    def refuse(self, memory: int, line: str, reason: str) -> bool:
        """Say why tags cannot be added, with what was written; False where that is only said once
        this memory is shown again."""
        is_shown = memory == self._memory and self.isVisible()
        if memory == self._memory:
            self.field.setText(line)
            self.explain(reason)
        else:
            self._refused[memory] = line, reason
        return is_shown

    def explain(self, words: str) -> None:
        self._wrong.setText(words)
        self._wrong.setVisible(bool(words))
        if bool(self.field.property("wrong")) != bool(words):
            self.field.setProperty("wrong", bool(words))
            restyle(self.field)

    def _on_entered(self, line: str) -> None:
        if self._memory is not None:
            self.added.emit(self._memory, line)

    def _chip(self, name: str) -> FilterChip:
        chip = FilterChip(self._theme, name)
        chip.setChecked(True)
        chip.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        chip.setAccessibleName(_("Remove the tag {tag}").format(tag=name))
        chip.setToolTip(plain_tip(chip.accessibleName()))
        chip.clicked.connect(lambda *_checked: self.taken_off.emit(name))
        return chip
