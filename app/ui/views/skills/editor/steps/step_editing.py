"""Writing in the step cards: every wish of a card becomes an edit of the text."""

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QApplication

from app.core.skills.editing import render, trees
from app.core.skills.model import Skill
from app.core.skills.reading.grammar import parse
from app.ui.views.skills.editor.reading import Reader
from app.ui.views.skills.editor.steps import written
from app.ui.views.skills.editor.steps.open_step import OpenStep, Session
from app.ui.views.skills.editor.steps.step_field import StepField
from app.ui.views.skills.editor.steps.step_list import StepList
from app.ui.views.skills.editor.steps.style_spans import step_excerpt
from app.ui.views.skills.editor.text_buffer import TextBuffer


class StepEditing(QObject):
    """`field_opened(StepField)` when a card gets its field, for whoever completes words in it, and
    `field_closed`; `goal_written(GoalKind, way back)` when what was written as a step became a
    goal. `refused(int)`: where the step at that position was to go, its lines would be read as
    other steps.
    """

    field_opened = Signal(object)
    field_closed = Signal()
    goal_written = Signal(object, object)
    refused = Signal(int)
    deleted = Signal()
    undo_wanted = Signal()
    redo_wanted = Signal()

    def __init__(
        self, buffer: TextBuffer, reader: Reader, steps: StepList, parent: QObject
    ) -> None:
        super().__init__(parent)
        self.buffer, self.reader, self.list = buffer, reader, steps
        self._open = OpenStep(buffer, reader, steps, self)
        self._moves: dict[tuple[int, int], tuple[int, int]] = {}
        """From which place a step was moved to which, by the hashes of the texts around that."""
        self.read_only = False
        self._open.closed.connect(self.field_closed)
        steps.typing.write = self._write_on
        steps.edit_wanted.connect(self.edit)
        steps.insert_wanted.connect(self.insert)
        steps.add_wanted.connect(self.add)
        steps.phase_move_wanted.connect(self.move_phase)
        steps.move_wanted.connect(self.move)
        steps.delete_wanted.connect(self.delete)

    @property
    def place(self) -> int | None:
        """Where the cursor is in the whole text, while a step is being written."""
        return self._open.place

    def edit_place(self, place: int) -> bool:
        """Open the step that a place in the whole text is in; whether there is one."""
        for step in self._skill().steps:
            if step.start <= place <= step.body_end:
                excerpt = step_excerpt(self._skill(), step.position)
                self.edit(step.position, excerpt.inside(max(place, step.body_start)))
                return True
        return False

    @property
    def position(self) -> int:
        """Of the step being written, 0 when none is."""
        return self._open.session.position if self._open.session is not None else 0

    @property
    def field(self) -> StepField | None:
        """In which it is written."""
        return self._open.session.field if self._open.session is not None else None

    def edit(self, position: int, at: int) -> None:
        """Open the field of a step with the cursor at `at`, at the end for -1."""
        if self.read_only:
            self.list.go_to(position)
            return
        if self._open.session is not None and self._open.session.position == position:
            return
        position = self._leave_for(position)
        skill = self._skill()
        card = self.list.card(position)
        if card is None or position > len(skill.steps):
            return
        self.list.unfold_to(card)
        field = self._open.begin(card, position, at)
        self._connect(field)
        self.list.set_current(position)
        self._open.show_marks()
        self.list.arrange()
        self.list.reveal(card)
        self.field_opened.emit(field)

    def _write_on(self, typed: QEvent) -> bool:
        """What was typed on a card goes on at the end of its step."""
        if self.read_only or self._open.session is not None:
            return False
        if self.list.current:
            self.edit(self.list.current, -1)
        else:
            self.insert(0)
        return self.field is not None and QApplication.sendEvent(self.field, typed)

    def leave(self) -> None:
        """Close the field; a step left empty goes away."""
        self._leave_for(0)

    def leave_empty(self) -> None:
        """Close the field if there is nothing in it, so that no empty step is saved."""
        if self._open.session is not None and not self._open.session.field.text.strip():
            self.leave()

    def put_away(self) -> None:
        """Close the field; its step stays even if it is empty, to be written elsewhere."""
        self._open.close()

    def begin(self) -> None:
        """Write the first step, which is made if there is none."""
        if self._skill().steps:
            self.edit(1, 0)
        else:
            self.insert(0)

    def insert(self, after: int) -> None:
        """Begin a new step behind that position."""
        after = self._leave_for(after)
        self._become(render.insert_step(self.buffer.text, after, ""))
        self.edit(after + 1, 0)

    def insert_below(self, position: int) -> None:
        """Begin a new step of the same kind after that one and all its sub-steps."""
        position = self._leave_for(position)
        below = trees.last_of(self._skill().steps, position)
        self._become(render.insert_beside(self.buffer.text, position, ""))
        self.edit(below + 1, 0)

    def insert_inside(self, position: int) -> None:
        """Begin a new step as the last sub-step of that one."""
        self.insert_below(position)
        self.shift_level(self.position, 1)

    def insert_above(self, position: int) -> None:
        """Begin a new step of the same kind before that one."""
        position = self._leave_for(position)
        steps = self._skill().steps
        parent = steps[position - 1].parent
        beside = [step.position for step in steps[: position - 1] if step.parent == parent]
        if beside:
            self.insert_below(beside[-1])
        else:
            self.insert(position - 1)

    def add(self) -> None:
        """Begin a new step after all others."""
        self._leave_for(0)
        top = self._skill().top_steps
        if top:
            self.insert_below(top[-1].position)
        else:
            self.insert(0)

    def shift_level(self, position: int, by: int) -> bool:
        """Make a step the last sub-step of the one before it (1), or a step after the one it is
        part of (-1); whether that can be done. Its own sub-steps go along.
        """
        if self.read_only or not self.can_shift(position, by):
            return False
        session = self._open.session
        at = session.field.at if session is not None and session.position == position else None
        self._open.close()
        before = self._skill().steps
        there = position
        if by > 0:
            text = render.indent_step(self.buffer.text, position)
        else:
            text = render.outdent_step(self.buffer.text, position)
            own = trees.last_of(before, position) - position
            there = trees.last_of(before, before[position - 1].parent) - own
        if text == self.buffer.text:
            self.refused.emit(position)
            there = position
        self._put(text, position, there, at)
        return True

    def can_shift(self, position: int, by: int) -> bool:
        """Whether there is a step for it to be part of, or one that it is part of."""
        steps = self._skill().steps
        if position > len(steps):
            return False
        step = steps[position - 1]
        if by < 0:
            return step.parent > 0
        return any(
            (other.parent, other.phase) == (step.parent, step.phase)
            for other in steps[: position - 1]
        )

    def move_phase(self, place: int, by: int) -> None:
        """Put the phase whose heading begins at that place before or after its neighbour."""
        phases = self._skill().phases
        phase = next((n for n, one in enumerate(phases, 1) if one.start == place), 0)
        if self.read_only or not phase or not 1 <= phase + by <= len(phases):
            return
        self.leave()
        self._become(render.move_phase(self.buffer.text, phase, phase + by))

    def delete(self, position: int) -> None:
        """Delete a step, with its sub-steps and notes."""
        if self.read_only:
            return
        self._open.close()
        self._become(render.delete_step(self.buffer.text, position))
        self.list.go_to(min(position, len(self._skill().steps)))
        self.deleted.emit()

    def move(self, start: int, end: int) -> None:
        """Put the step at `start` where the one at `end` is, with its sub-steps."""
        if self.read_only or not 0 < end <= len(self._skill().steps):
            return
        at = self._open.session.field.at if self._open.session is not None else None
        self._open.close()
        steps = self._skill().steps
        own, other = (trees.last_of(steps, n) - n for n in (start, end))
        there = end + other - own if end > start else end
        text = render.move_step(self.buffer.text, start, end)
        if text == self.buffer.text and steps[start - 1].phase != steps[end - 1].phase:
            self.refused.emit(start)
            there = start
        self._put(text, start, there, at)

    def _put(self, text: str, start: int, there: int, at: int | None) -> None:
        """Take over the text in which the step from `start` is `there`, and go on at `at` in it."""
        before = hash(self.buffer.text)
        self._become(text)
        self._moves[before, hash(self.buffer.text)] = start, there
        self.list.go_to(there)
        if at is not None:
            self.edit(there, at)

    def split(self, position: int, at: int) -> None:
        """Make two steps of one; at its end, the second is new and empty.

        An empty sub-step is the end of its list: it becomes a step of its own. Another one stays.
        """
        steps = self._skill().steps
        if position > len(steps):
            return
        if not steps[position - 1].text.strip():
            self.shift_level(position, -1)
            return
        if self._make_goal(self._open.session):
            self.insert(position - 1)
            return
        self._open.close()
        text = steps[position - 1].text
        if at >= len(text.rstrip()):
            self._become(render.insert_step(self.buffer.text, position, ""))
        else:
            self._become(render.split_step(self.buffer.text, position, at))
        self.edit(position + 1, 0)

    def split_here(self) -> None:
        """Make two steps of the one being written, at its cursor."""
        if self._open.session is not None:
            self.split(*self.here)

    @property
    def here(self) -> tuple[int, int]:
        """The step or sub-step in the field that the cursor is in, and where in its text."""
        return self._open.here

    def merge(self, position: int) -> None:
        """Join a step to the one before it."""
        if position < 2:
            return
        self._open.close()
        steps = self._skill().steps
        if position > len(steps):
            return
        before = len(steps[position - 2].text)
        self._become(render.merge_step(self.buffer.text, position - 1))
        self.edit(position - 1, before)

    def rewrite(self, text: str) -> None:
        """Close the field, and let the whole text be this."""
        self._open.close()
        self._become(text)

    @property
    def begins(self) -> int:
        """Where in the text the step being written begins."""
        return self._skill().steps[self.position - 1].body_start

    def _leave_for(self, position: int) -> int:
        """Close the field; where the step at `position` is by then."""
        session = self._open.session
        if session is None:
            return position
        had_focus = session.field.hasFocus()
        self._open.close()
        skill = self._skill()
        gone = self._make_goal(session)
        if self._is_empty(session.position):
            self._become(render.take_step_out(skill.text, session.position))
            gone = True
        self.list.arrange()
        if gone and had_focus and not position:
            self.list.take_focus()
        return position - (gone and session.position <= position)

    def _is_empty(self, position: int) -> bool:
        """Whether a step says nothing, and has no sub-steps that do."""
        steps = self._skill().steps
        if position > len(steps) or steps[position - 1].text:
            return False
        return trees.last_of(steps, position) == position

    def _make_goal(self, session: Session | None) -> bool:
        """A goal that was written as a step is one, as it would be in the text; one undo."""
        skill = self._skill()
        if session is None or session.position > len(skill.steps):
            return False
        if trees.last_of(skill.steps, session.position) > session.position:
            return False  # its sub-steps would go with it
        said = skill.steps[session.position - 1].text
        before = session.opened
        goal = written.only_goal(said) if said != before else None
        if goal is None:
            return False
        self._open.close()
        there, position = skill.goal(goal.kind), session.position
        before_it = there.value if there is not None else ""
        value = f"{before_it}\n{goal.value}" if before_it else goal.value
        rest = render.take_step_out(skill.text, position)
        self._become(render.with_goal(rest, goal.kind, value))
        self.list.arrange()

        def make_step_again() -> None:
            now = self._skill().goal(goal.kind)
            if self.read_only or now is None or now.value != value:
                return  # it was written on: nothing of that is thrown away
            self.leave()
            text = render.with_goal(self.buffer.text, goal.kind, before_it)
            after = min(position - 1, len(parse(text).steps))
            self._become(render.insert_step(text, after, said))
            self.list.go_to(after + 1)

        self.goal_written.emit(goal.kind, make_step_again)
        return True

    def moved(self, before: str, after: str) -> int:
        """Where the step is that was moved between two texts, or moved back; 0 for none."""
        texts = hash(before), hash(after)
        if texts in self._moves:
            return self._moves[texts][1]
        start, _there = self._moves.get((texts[1], texts[0]), (0, 0))
        return start

    def show_edit(self, at: int) -> None:
        """Go to the step in which something was undone."""
        for step in self._skill().steps:
            if step.start <= at < step.end:
                self.list.go_to(step.position)

    def _skill(self) -> Skill:
        return self.reader.skill

    def _become(self, text: str) -> None:
        self.buffer.groups.end()
        self.buffer.become(text)
        self.buffer.groups.end()
        self.reader.read_now()

    def _connect(self, field: StepField) -> None:
        field.left.connect(self.leave)
        field.focus_lost.connect(self._on_focus_lost)
        field.split_wanted.connect(self.split_here)
        field.merge_wanted.connect(self._on_merge)
        field.undo_wanted.connect(self.undo_wanted)
        field.redo_wanted.connect(self.redo_wanted)
        self.buffer.groups.attend(field)
        field.went.connect(self._on_went)
        field.on_tab = self._on_level
        field.leads_somewhere = self.reader.leads_somewhere

    def _on_focus_lost(self) -> None:
        if self._open.session is not None and self.sender() is self._open.session.field:
            self.leave()

    def _on_merge(self) -> None:
        if self._open.session is not None:
            self.merge(self._open.session.position)

    def _on_level(self, by: int) -> bool:
        return self._open.session is not None and self.shift_level(self._open.session.position, by)

    def _on_went(self, step: int) -> None:
        if self._open.session is None:
            return
        target = self.list.next_seen(self._open.session.position, step)
        if target:
            self.edit(target, -1 if step < 0 else 0)
