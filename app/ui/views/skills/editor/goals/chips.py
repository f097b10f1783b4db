"""The eight goals as chips, and the box in which the open one is written."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.core.skills.model import GoalKind
from app.ui.theme.focus import lead_to
from app.ui.theme.theme import Theme
from app.ui.views.skills.editor.goals.goal_box import GoalBox
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.goal_chip import GoalChip


class GoalChips(QWidget):
    """`opened(kind)` when a chip is pressed, `closed` when its text is left."""

    opened = Signal(object)
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box = GoalBox(theme, self)
        self.box.left.connect(self.close_box)
        self.box.field.on_tab = self._step
        self._chips: dict[GoalKind, GoalChip] = {}
        row = QWidget()
        flow = FlowLayout(row, gap=3)
        for kind in GoalKind:
            chip = GoalChip(theme, kind)
            chip.clicked.connect(self._on_chip)
            self._chips[kind] = chip
            flow.addWidget(chip)
        self._row = row
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(row)
        column.addWidget(self.box)

    @property
    def open_kind(self) -> GoalKind | None:
        """The goal whose text is open."""
        return self.box.kind if not self.box.isHidden() else None

    @property
    def focused_kind(self) -> GoalKind | None:
        """The goal whose text or chip has the keyboard."""
        if self.box.field.hasFocus():
            return self.open_kind
        return next((kind for kind, chip in self._chips.items() if chip.hasFocus()), None)

    def chip(self, kind: GoalKind) -> GoalChip:
        return self._chips[kind]

    def show_goals(self, written: Mapping[GoalKind, str], problems: Mapping[GoalKind, str]) -> None:
        """Which goals are written, and what is wrong with which."""
        for kind, chip in self._chips.items():
            state = (bool(written.get(kind)), problems.get(kind, ""))
            if state != (chip.written, chip.problem):
                chip.show_state(written=state[0], problem=state[1])

    def show_found(self, counts: Mapping[GoalKind, int]) -> None:
        """In which goals something was found, and how often."""
        for kind, chip in self._chips.items():
            chip.show_found(counts.get(kind, 0))

    def open_box(self, kind: GoalKind, text: str, *, take_focus: bool = True) -> None:
        for other, chip in self._chips.items():
            chip.setChecked(other is kind)
        self.box.open(kind, text, self._below(kind), take_focus=take_focus)

    def close_box(self) -> None:
        """Close the text; the chip has the focus again."""
        kind = self.open_kind
        if kind is None:
            return
        if self.box.field.hasFocus():  # before Qt looks for what comes next
            lead_to(self._chips[kind])
        self.box.hide()
        self._chips[kind].setChecked(False)
        self.closed.emit()

    def set_read_only(self, read_only: bool) -> None:
        self.box.field.setReadOnly(read_only)

    def _below(self, kind: GoalKind) -> int | None:
        """The middle of a chip, if no other one is between it and the box."""
        chip = self._chips[kind]
        is_lowest = chip.y() == max(other.y() for other in self._chips.values())
        return chip.x() + chip.width() // 2 if is_lowest else None

    def _step(self, by: int) -> bool:
        """From the text of a goal to the next one's; behind the last, the keyboard goes on."""
        kinds = list(self._chips)
        place = kinds.index(self.open_kind) + by if self.open_kind is not None else -1
        if not 0 <= place < len(kinds):
            return False
        self.opened.emit(kinds[place])
        return True

    def _on_chip(self) -> None:
        chip = self.sender()
        assert isinstance(chip, GoalChip)
        if chip.isChecked():
            self.opened.emit(chip.kind)
        else:
            self.close_box()

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        kinds = list(self._chips)
        focused = next((n for n, k in enumerate(kinds) if self._chips[k].hasFocus()), None)
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        if focused is not None and step:
            chip = self._chips[kinds[(focused + step) % len(kinds)]]
            lead_to(chip)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: object) -> None:
        if (kind := self.open_kind) is not None:
            self.box.move_notch(self._below(kind))
