"""The panel of the outline: title, goals, steps with what is in them, recipes."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter, QShowEvent
from PySide6.QtWidgets import (
    QListView,
    QVBoxLayout,
    QWidget,
)

from app.core.skills.model import BlockKind, Call, Jump, Skill, Step
from app.core.skills.step_names import step_name
from app.core.words import _
from app.ui.context import AppContext
from app.ui.theme.goals import GOALS
from app.ui.views.skills.editor.reading import Reading
from app.ui.views.skills.editor.steps.content import step_marks
from app.ui.views.skills.editor.steps.standing import standings
from app.ui.widgets.list_delegate import Index, ListDelegate
from app.ui.widgets.prose.pill_box import LOOKS
from app.ui.widgets.prose.pill_text import call_runs
from app.ui.widgets.prose.step_prose import prose

FURTHER = 18
"""Px that what is in a step stands further in."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the outline and the stretch of text it stands for."""

    icon: str
    token: str
    text: str
    depth: int
    start: int
    end: int
    strong: bool = False
    number: str = ""
    """Of a step, in the place of an icon."""


def entries(skill: Skill) -> list[Entry]:
    """The outline of a skill in the order of its text."""
    found = []
    if skill.title:
        found.append(
            Entry("skills", "t2", skill.title, 0, skill.title_start, skill.title_end, True)
        )
    for goal in skill.goals:
        words = f"{goal.kind.spec.title()}: {goal.value}".splitlines()[0]
        found.append(
            Entry(GOALS[goal.kind].icon, f"goal:{goal.kind}", words, 0, goal.start, goal.end)
        )
    captured = skill.results
    for place in standings(skill):
        block, step = place.block, place.step
        if place.head is not None:
            icon = "phase" if place.head.kind == "phase" else "note"
            title = place.head.title
            found.append(Entry(icon, "t3", title, 0, block.start, block.end, icon == "phase"))
        elif step is not None:
            found.extend(_of_step(skill, step, captured, place.depth))
        elif block.kind is BlockKind.HEADING:
            words = skill.text[block.start : block.end].strip().lstrip("#").strip()
            found.append(Entry("", "t2", words, 0, block.start, block.end, True))
    for recipe in skill.recipes:
        found.append(Entry("search", "t3", recipe.name, 0, recipe.start, recipe.end))
    return sorted(found, key=lambda entry: entry.start)


def _of_step(skill: Skill, step: Step, captured: frozenset[str], depth: int) -> list[Entry]:
    """What it begins with, or else its first pill; and what leads out of it."""
    marks = step_marks(skill, step, captured)
    said = prose(step.text, marks, lambda _call: False)
    first = said.text.strip() or "".join(pill.text for pill in said.pills[:1]) or _("(empty)")
    line = first.splitlines()[0]
    found = [
        Entry(
            "", "t3", line, depth, step.start, step.body_end, number=step_name(skill, step.position)
        )
    ]
    said_of = defaultdict[int, list[str]](list)
    for pill, mark in zip(said.pills, said.tags, strict=True):
        said_of[mark.start].append(pill.text)
    for mark in marks:
        what = mark.what
        if isinstance(what, Call) and what.explicit:
            words = "".join(run.text for run in call_runs(what, captured))
            found.append(Entry("call", "acc", words, depth + 1, what.start, what.end))
        elif isinstance(what, Jump):
            words = "  ".join(said_of[mark.start])
            icon, token, *_ground = LOOKS[what.kind.value]
            found.append(Entry(icon, token, words, depth + 1, what.start, what.end))
    return found


class OutlineModel(QAbstractListModel):
    """The entries of one reading; rows never change one by one."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.entries: list[Entry] = []

    def set_entries(self, found: list[Entry]) -> None:
        """Same lines at other places: nothing to repaint. Otherwise start over."""
        old, new = [_words(e) for e in self.entries], [_words(e) for e in found]
        if old == new:
            self.entries = found
        elif len(old) == len(new):
            self.entries = found
            for row, (was, now) in enumerate(zip(old, new, strict=True)):
                if was != now:
                    self.dataChanged.emit(self.index(row), self.index(row))
        else:
            self.beginResetModel()
            self.entries = found
            self.endResetModel()

    # Qt

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        entry = self.entries[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.text
        if role == Qt.ItemDataRole.UserRole:
            return entry
        return None


class OutlineDelegate(ListDelegate):
    """The mark or number in front, what is in a step further in."""

    HEIGHT = 26
    ICON = 14

    def _paint_row(self, painter: QPainter, bounds: QRect, index: Index, *, selected: bool) -> None:
        entry: Entry = index.data(Qt.ItemDataRole.UserRole)
        line = bounds.adjusted(self.PADDING + entry.depth * FURTHER, 0, -self.PADDING, 0)
        if entry.icon:
            top = bounds.top() + (bounds.height() - self.ICON) // 2
            self._icon(painter, line.left(), top, entry.icon, entry.token)
        elif entry.number:
            painter.setFont(self._font(11)[0])
            painter.setPen(self._theme.colour(entry.token))
            wide = painter.fontMetrics().horizontalAdvance(entry.number)
            around = QRect(line.left() - 6, line.top(), max(self.ICON, wide) + 12, line.height())
            painter.drawText(around, Qt.AlignmentFlag.AlignCenter, entry.number)
            line.setLeft(line.left() + max(wide - self.ICON, 0))
        if entry.icon or entry.number:
            line.setLeft(line.left() + self.ICON + self.PADDING)
        weight = 600 if entry.strong else 400
        self._line(painter, line, entry.text, 12, self._theme.colour("t1"), weight)


class OutlinePanel(QWidget):
    """`jump_requested(start, end)` for a click or Enter on a line."""

    jump_requested = Signal(int, int)

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reading: Reading | None = None
        self._shown: Skill | None = None
        self._at = 0
        self._model = OutlineModel(self)
        self.list = QListView()
        self.list.setModel(self._model)
        OutlineDelegate(context.theme, self).show_in(self.list, _("Outline"))
        self.list.setUniformItemSizes(True)
        self.list.clicked.connect(self._on_activated)
        self.list.activated.connect(self._on_activated)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 8, 6, 8)
        column.addWidget(self.list)

    def show_reading(self, reading: Reading | None) -> None:
        """Show the outline of what was read, once somebody looks; empty without a document."""
        self._reading = reading
        if self.isVisible():
            self._refresh()

    def show_position(self, at: int) -> None:
        """Mark the line that the place `at` of the text belongs to."""
        self._at = at
        if self.isVisible():
            self._mark()

    def _refresh(self) -> None:
        skill = self._reading.skill if self._reading is not None else None
        if skill is not self._shown:
            self._shown = skill
            self._model.set_entries(entries(skill) if skill is not None else [])

    def _mark(self) -> None:
        row = -1
        for place, entry in enumerate(self._model.entries):
            if entry.start <= self._at and (entry.number or entry.depth == 0):
                row = place
        if row >= 0:
            self.list.setCurrentIndex(self._model.index(row))

    def _on_activated(self, index: QModelIndex) -> None:
        entry = self._model.entries[index.row()]
        self.jump_requested.emit(entry.start, entry.end)

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh()
        self._mark()


def _words(entry: Entry) -> tuple[object, ...]:
    return (entry.icon, entry.token, entry.text, entry.depth, entry.strong, entry.number)
