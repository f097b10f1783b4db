"""Writing in the title and the goal box: every key becomes an edit of the text."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from app.core.skills.editing import render, titling
from app.core.skills.model import GoalKind, Skill
from app.ui.views.skills.editor.goals.chips import GoalChips
from app.ui.views.skills.editor.header import Header
from app.ui.views.skills.editor.reading import Reader, Reading
from app.ui.views.skills.editor.steps.style_spans import goal_marks
from app.ui.views.skills.editor.text_buffer import TextBuffer


class GoalEditing(QObject):
    """Keeps the open goal and the title the same as the text, both ways."""

    def __init__(
        self, buffer: TextBuffer, reader: Reader, header: Header, chips: GoalChips, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._buffer, self._reader = buffer, reader
        self._header, self.chips = header, chips
        self._base: Skill | None = None
        self._own = False
        chips.box.field.leads_somewhere = reader.leads_somewhere
        chips.opened.connect(self.open)
        chips.box.edited.connect(self._on_goal_edited)
        header.title_edited.connect(self._on_title_edited)
        buffer.changed.connect(self._on_buffer_changed)
        reader.read.connect(self._show_marks)

    @property
    def has_head_focus(self) -> bool:
        """Whether the keyboard is in what stands above the goals, such as the title."""
        focused = QApplication.focusWidget()
        return focused is not None and self._header.isAncestorOf(focused)

    def open(self, kind: GoalKind, *, take_focus: bool = True) -> None:
        """Open the text of a goal below its chip, ready to be written."""
        self._base = self._reader.skill
        goal = self._base.goal(kind)
        value = goal.value if goal is not None else ""
        self.chips.open_box(kind, value, take_focus=take_focus)
        self._buffer.groups.end()
        self._show_marks()

    def show(self, reading: Reading) -> None:
        """Which goals are written, and which have a problem."""
        written = {goal.kind: goal.value for goal in reversed(reading.skill.goals)}
        problems = {
            f.goal: f.message
            for f in reversed(reading.urgent)
            if f.goal is not None and written.get(f.goal)
        }
        self.chips.show_goals(written, problems)
        self._header.title.show_title(reading.skill.title)

    def _on_goal_edited(self, text: str) -> None:
        kind = self.chips.open_kind
        if kind is None or self._base is None:
            return
        if text.strip() or self._base.goal(kind) is not None:
            start, end, new = render.goal_edit(self._base, kind, text)
            whole = self._base.text
            self._become(whole[:start] + new + whole[end:])
        else:
            self._become(self._base.text)

    def _on_title_edited(self, title: str) -> None:
        self._become(titling.with_title(self._buffer.text, title))

    def _become(self, text: str) -> None:
        self._own = True
        self._buffer.become(text)
        self._own = False

    def _on_buffer_changed(self) -> None:
        kind = self.chips.open_kind
        if self._own or kind is None:
            return
        self._base = self._reader.skill
        goal = self._base.goal(kind)
        self.chips.box.field.set_text(goal.value if goal is not None else "")

    def _show_marks(self) -> None:
        kind = self.chips.open_kind
        if kind is None:
            return
        skill = self._reader.skill
        goal = skill.goal(kind)
        if goal is not None:
            self.chips.box.field.show_marks_of(goal.value, goal_marks(skill, goal))
