"""Where somebody writes in a document, whichever way it is shown. Public name: `Caret`."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from app.ui.views.skills.editor.goals.chips import GoalChips
from app.ui.views.skills.editor.goals.goal_editing import GoalEditing
from app.ui.views.skills.editor.header import Header
from app.ui.views.skills.editor.steps.step_editing import StepEditing
from app.ui.views.skills.editor.steps.style_spans import goal_excerpt
from app.ui.views.skills.editor.text.text_view import TextView
from app.ui.widgets.prose.utf16 import Units


class Caret:
    """Places are in the whole text, in code points."""

    def __init__(
        self,
        header: Header,
        chips: GoalChips,
        goal_editing: GoalEditing,
        step_editing: StepEditing,
        text_view: TextView,
    ) -> None:
        self._buffer, self._reader = step_editing.buffer, step_editing.reader
        self._title, self._chips = header.title, chips
        self.fields = header.title, header.description, chips.box.field
        """What is written in above the steps."""
        self._goal_editing, self._step_editing = goal_editing, step_editing
        self._text_view = text_view
        self._held: QTextCursor | None = None
        self._left: QWidget | None = None
        """What had the keyboard before a new title was typed."""

    @property
    def place(self) -> int | None:
        """Where the next key would be written; None while the keyboard is elsewhere."""
        skill = self._reader.skill
        if _has_keyboard(self._text_view):
            return self._text_view.at
        if _has_keyboard(self._title):
            return skill.title_start + Units(self._title.text()).ours(self._title.cursorPosition())
        kind, field = self._chips.open_kind, self._chips.box.field
        if kind is not None and _has_keyboard(field):
            goal = skill.goal(kind)
            return goal_excerpt(skill, goal).outside(field.at) if goal is not None else None
        return self._step_editing.place

    @property
    def is_writing(self) -> bool:
        """Whether the next key would write in the document."""
        return self.place is not None or any(_has_keyboard(field) for field in self.fields)

    def put_in_steps(self, place: int) -> None:
        """Go on writing there: in the title, in a goal or in a step."""
        skill = self._reader.skill
        if skill.title_start <= place <= skill.title_end:
            self._title.setFocus()
            self._title.setCursorPosition(Units(skill.title).qt(place - skill.title_start))
            return
        for goal in skill.goals:
            if goal.start <= place <= goal.value_end:
                self._goal_editing.open(goal.kind)
                inside = goal_excerpt(skill, goal).inside(max(place, goal.value_start))
                self._chips.box.field.set_text(goal.value, inside)
                return
        if not self._step_editing.edit_place(place):
            self._step_editing.list.take_focus()

    def put_in_text(self, place: int) -> None:
        """The same where the text is shown as it is."""
        self._chips.close_box()
        self._text_view.select(place, place)
        self._text_view.setFocus()

    def hold(self) -> None:
        """Note where it is before somebody else's change; the text mode does so by itself."""
        place, self._held = self.place, None
        if place is not None and not self._text_view.hasFocus():
            self._held = QTextCursor(self._buffer.document)
            self._held.setPosition(self._buffer.units.qt(place))

    def come_back(self) -> None:
        """Go on writing where it was held, wherever that is by now."""
        held, self._held = self._held, None
        if held is None:
            return
        place = self._buffer.units.ours(held.position())
        if place != self.place:
            self._step_editing.put_away()
            self._reader.read_now()
            self.put_in_steps(place)

    def rename(self) -> None:
        """Have another title typed over; `go_back` leads to where the keyboard is now."""
        if not _has_keyboard(self._title):
            self.hold()
            self._left = QApplication.focusWidget()
        self._title.rename()

    def go_back(self) -> None:
        """Go on where the keyboard was before the title, or at a step if that is gone."""
        before, self._left = self._left, None
        if self._held is not None:
            self.come_back()
        elif before is not None and isValid(before) and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._step_editing.list.take_focus()

    def go_on(self) -> None:
        """Have the keyboard in the text, or on the step that the first letter opens."""
        if self._text_view.isVisible():
            self._text_view.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._step_editing.list.take_focus()
            self._step_editing.list.typing.go_on()

    def begin(self, *, in_text: bool) -> None:
        """Write below the title."""
        if in_text:
            self._begin_text()
        else:
            self._step_editing.begin()

    def _begin_text(self) -> None:
        text, end = self._buffer.text, self._reader.skill.title_end
        if not text[end:].strip():
            self._buffer.become(f"{text[:end]}\n\n" if text[:end] else "")
        text = self._buffer.text
        self.put_in_text(len(text) - len(text[end:].lstrip("\n")))


def _has_keyboard(widget: QWidget) -> bool:
    """Also while another program is in front."""
    return widget.window().focusWidget() is widget
