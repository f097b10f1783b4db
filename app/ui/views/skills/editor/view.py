"""The document of one skill: its head, its goals, and its text as steps or as it is."""

from collections.abc import Callable, Collection

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QHideEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from app.core.changes import Changes
from app.core.skills.editing.template import Template
from app.core.skills.model import GoalKind
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.skills.document import Document
from app.ui.views.skills.editor.about.editing import AboutEditing, shown_above
from app.ui.views.skills.editor.autosave import Autosave
from app.ui.views.skills.editor.caret import Caret
from app.ui.views.skills.editor.completing import Completing
from app.ui.views.skills.editor.document_menu import DocumentMenu
from app.ui.views.skills.editor.findings.quick_fixes import QuickFixes
from app.ui.views.skills.editor.goals.chips import GoalChips
from app.ui.views.skills.editor.goals.goal_editing import GoalEditing
from app.ui.views.skills.editor.goals.steps_below import StepsBelow
from app.ui.views.skills.editor.header import Header
from app.ui.views.skills.editor.hit_marks import HitMarks
from app.ui.views.skills.editor.library_watch import LibraryWatch
from app.ui.views.skills.editor.memories.placed_memories import PlacedMemories
from app.ui.views.skills.editor.notice_bar import NoticeBar
from app.ui.views.skills.editor.past import Past
from app.ui.views.skills.editor.pasting import Pasting
from app.ui.views.skills.editor.quiet import Quiet
from app.ui.views.skills.editor.reading import Reader, Reading
from app.ui.views.skills.editor.renaming import Renaming
from app.ui.views.skills.editor.run_marks import RunMarks
from app.ui.views.skills.editor.save_on_leave import SaveOnLeave
from app.ui.views.skills.editor.steps.content import Items, has_cards
from app.ui.views.skills.editor.steps.head_menu import HeadMenu
from app.ui.views.skills.editor.steps.note_editing import NoteEditing
from app.ui.views.skills.editor.steps.standing import counted
from app.ui.views.skills.editor.steps.step_editing import StepEditing
from app.ui.views.skills.editor.steps.step_keys import DELETE_KEYS
from app.ui.views.skills.editor.steps.step_list import StepList
from app.ui.views.skills.editor.text.text_page import PADDING, TextPage
from app.ui.views.skills.editor.text.text_view import TextView
from app.ui.views.skills.editor.text_buffer import TextBuffer, beginning
from app.ui.views.skills.editor.undoing import Undoing
from app.ui.widgets.labels import label
from app.ui.widgets.scrolling_away import ScrollingAway
from app.ui.widgets.segmented import Segmented
from app.ui.widgets.yielding import LEAST, Yielding

TEXT, STEPS = 0, 1


class EditorView(Document):
    """One skill, edited and kept."""

    read = Signal(object)
    """A `Reading`, after each time the text was read."""
    position_changed = Signal(int)
    """Where in the text the person is (code points)."""
    jumped = Signal()  # something leads to a place in it

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme = context.theme
        self._context = context
        self._title = ""
        self._read_only = False
        self._items = Items()
        self.buffer = TextBuffer(self)
        self.reader = Reader(self.buffer, self)
        self.autosave = Autosave(context.vault, context.writes, self.buffer, self)
        self.header = Header(theme)
        self.chips = GoalChips(theme)
        self.notice_bar = NoticeBar(theme, context.vault.now)
        self.text_view = TextView(theme, self.buffer)
        self.steps = StepList(theme)
        self._pages = QStackedWidget()
        self._text_page = TextPage(self.text_view)
        self._pages.addWidget(self._text_page)
        self._pages.addWidget(self.steps)
        self.switch = Segmented(theme, _("View"), ((_("Text"), "text"), (_("Steps"), "steps")))
        self._count_name, self._count = label(_("Steps"), "head"), label("", "muted")
        self.library_watch = LibraryWatch(
            context, self.autosave, self.reader, self.header, self.notice_bar, self
        )
        self._lay_out()
        self.reader.read.connect(self._on_read)
        self.past = Past(context, self.autosave, self.buffer, self)
        self.step_editing = StepEditing(self.buffer, self.reader, self.steps, self)
        self.note_editing = NoteEditing(self.step_editing, self)
        self.goal_editing = GoalEditing(self.buffer, self.reader, self.header, self.chips, self)
        self.steps_below = StepsBelow(self.chips, self.steps, self)
        self.caret = Caret(
            self.header, self.chips, self.goal_editing, self.step_editing, self.text_view
        )
        self.undoing = Undoing(
            context, self.past, self.caret, self.step_editing, self.text_view, self
        )
        parts = self.reader, self.steps, self.step_editing, self.text_view, self.header, self.chips
        self.hit_marks = HitMarks(*parts, self)
        self.run_marks = RunMarks(context, self.autosave, self.reader, self.steps, self)
        self.completing = Completing(
            context, self.buffer, self.reader, lambda: self.library_watch.place, self
        )
        self.document_menu = DocumentMenu(context, self.autosave, self.header, self)
        self.quick_fixes = QuickFixes(
            context, self.autosave, self.step_editing, self.goal_editing, self.text_view, self
        )
        self.renaming = Renaming(
            context, self.autosave, self.reader, self.header, self.text_view, self
        )
        self.about_editing = AboutEditing(
            context, self.autosave, self.buffer, self.reader, self.header, self.when_saved, self
        )
        self.memories = PlacedMemories(context, self.step_editing, self.text_view, self)
        self.pasting = Pasting(context, self.header.title, self.step_editing, self)
        self.head_menu = HeadMenu(theme, self.step_editing, self)
        self.quiet = Quiet(self.reader, self.step_editing, self.text_view, self)
        self._leaving = SaveOnLeave(self.autosave, self)
        self._connect()
        self._add_keys()
        self.show_mode(STEPS, take_focus=False)

    # What the window asks for

    @property
    def skill_id(self) -> int | None:
        return self.autosave.skill_id

    @property
    def reading(self) -> Reading:
        """What the text says at this moment."""
        return self.reader.reading

    @property
    def title(self) -> str:
        return self._title or _("Untitled skill")

    @property
    def dirty(self) -> bool:
        return self.autosave.dirty

    def open_skill(self, skill_id: int) -> None:
        """Show a skill of the library; raises `NotFound`."""
        self.step_editing.leave()
        self.reader.set_quiet(False)
        self.autosave.open(skill_id)
        self._follow_autosave()
        self._begin()

    def new_skill(self, engram: int | None = None) -> None:
        """Begin a skill, filed in `engram` or in Skills when it is first saved."""
        self.step_editing.leave()
        self.quiet.begin()
        self.autosave.start(engram)
        self._follow_autosave()
        self._begin()
        self.header.title.setFocus(Qt.FocusReason.OtherFocusReason)

    def edit_title(self) -> None:
        """Have another title typed over the one there is."""
        self.caret.rename()

    def preview(self, text: str) -> None:
        """Show a text that is kept elsewhere, such as an old version, to be read only."""
        self.autosave.stop()
        self.set_read_only(True)
        self.buffer.load(beginning(text))
        self._begin()

    def take_focus(self) -> None:
        """Have the keyboard on the document, where nothing is written before somebody wants to."""
        if self.mode == TEXT:
            self._text_page.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.steps.typing.wait()
            self.steps.take_focus()

    @property
    def is_saving(self) -> bool:
        return self.autosave.saving

    def is_at_risk(self, drafts: Collection[str]) -> bool:
        return self.dirty and self.buffer.stored not in drafts

    def flush(self) -> bool:
        """Save now; False if that could not be done. Whoever is writing goes on writing."""
        self.step_editing.leave_empty()
        if self.autosave.save():
            return True
        self.autosave.keep_draft()
        return False

    def when_saved(
        self, act: Callable[[], object], otherwise: Callable[[], object] | None = None
    ) -> None:
        is_saved = self.flush()
        if not is_saved and self.is_saving:
            self._context.writes.after(self, lambda: self.when_saved(act, otherwise))
        elif is_saved:
            act()
        elif otherwise is not None:
            otherwise()
        else:
            self._context.say.warn(self.why_unsaved)

    @property
    def why_unsaved(self) -> str:
        """What keeps it from being saved, in a sentence."""
        return self.library_watch.why_unsaved(self.title)

    def set_read_only(self, read_only: bool) -> None:
        """Whether the text can be looked at and copied, but not changed."""
        self._read_only = self.step_editing.read_only = read_only
        self.header.set_read_only(read_only)
        self.chips.set_read_only(read_only)
        self.text_view.setReadOnly(read_only)
        self.steps.set_read_only(read_only)

    def show_mode(self, mode: int, *, take_focus: bool = True) -> None:
        """Show the text (`TEXT`) or the step cards (`STEPS`), at the same place."""
        if mode == STEPS and not has_cards(self.reader.skill):
            mode = TEXT
        self.switch.choose(mode)
        if mode == self._pages.currentIndex():
            return
        at, caret = self.at, None if self._read_only else self.caret.place
        self.step_editing.put_away()
        self._pages.setCurrentIndex(mode)
        self._show(self.reader.reading)
        if not take_focus:
            return
        if caret is None:
            self.jump_to(at, at)
        elif mode == TEXT:
            self.caret.put_in_text(caret)
        else:
            self.caret.put_in_steps(caret)

    @property
    def mode(self) -> int:
        return self._pages.currentIndex()

    @property
    def at(self) -> int:
        """Where in the text the person is."""
        if self.mode == TEXT:
            return self.text_view.at
        if (place := self.step_editing.place) is not None:
            return place
        skill, position = self.reader.skill, self.steps.current
        return skill.steps[position - 1].body_start if 0 < position <= len(skill.steps) else 0

    def jump_to(self, start: int, end: int) -> None:
        """Show a stretch of the text: its step, its goal, what is between, or the text itself."""
        self.jumped.emit()
        if self.mode == TEXT:
            self.text_view.select(start, max(start, end))
            self.text_view.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        skill = self.reader.skill
        for step in skill.steps:
            if step.start <= start < step.end or (start == step.end == len(skill.text)):
                self.steps.go_to(step.position)
                return
        for goal in skill.goals:
            if goal.start <= start < goal.end and end > start:
                self.goal_editing.open(goal.kind)
                return
        if start < end <= skill.title_end:
            self.header.title.setFocus(Qt.FocusReason.OtherFocusReason)
        elif not skill.steps:
            self.steps.focus_add()
        else:
            self.steps.reveal_place(start)

    def repair(self, fix: object) -> None:
        """Do what a repair button of a panel says."""
        self.quick_fixes.settle(fix)

    @property
    def read_only(self) -> bool:
        return self._read_only

    # Inside

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._count_name)
        head.addWidget(self._count)
        head.addStretch()
        head.addWidget(self.switch)
        above = QWidget()
        top = QVBoxLayout(above)
        top.setContentsMargins(PADDING, 12, PADDING, 8)
        top.setSpacing(10)
        for part in (self.notice_bar, self.header, self.chips):
            top.addWidget(part)
        top.addLayout(head)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        spare = (self.header.about, self.header.description)
        self._above = Yielding(above, self, spare, self.chips.box, self.switch)
        column.addWidget(self._above)
        self._pages.setMinimumHeight(LEAST)
        column.addWidget(self._pages, 1)
        areas = self.steps, self.text_view
        ScrollingAway(self._above, areas, lambda: self.mode == TEXT or self.steps.current > 1)

    def _connect(self) -> None:
        self._context.bridge.changed.connect(self._on_changed)
        self.autosave.dirty_changed.connect(self.dirty_changed)
        self.autosave.saved.connect(self.saved)
        self.autosave.reloading.connect(self.caret.hold)
        self.autosave.reloaded.connect(self._on_reloaded)
        self.library_watch.restored.connect(self.caret.go_on)
        self.switch.chosen.connect(self.show_mode)
        self.text_view.followed.connect(self._follow)
        self.buffer.refused.connect(self.autosave.notices.complain)
        self.text_view.cursorPositionChanged.connect(self._on_text_cursor)
        self.steps.followed.connect(self._follow)
        self.steps.typing.too_early.connect(self._tell_how_to_write)
        self.steps.text_wanted.connect(self._on_text_wanted)
        self.steps.current_changed.connect(self._on_cursor)
        for line in (self.header.title, self.header.description):
            line.passed.connect(self._go_on_below)
            line.left.connect(self.take_focus)
        self.header.title.renamed.connect(self.caret.go_back)
        self.step_editing.goal_written.connect(self._on_goal_written)
        self.quick_fixes.jump_requested.connect(self.jump_to)
        self.quick_fixes.snippet_wanted.connect(self.completing.append)
        self.quick_fixes.title_wanted.connect(self.header.title.setFocus)
        self.step_editing.field_opened.connect(self._on_field_opened)
        self.step_editing.field_closed.connect(self.reader.idle.start)
        self.completing.between_wanted.connect(self._write_between)
        self.completing.fields.left.connect(self.reader.idle.start)
        self.completing.attend(self.chips.box.field)
        self.completing.attend(self.text_view)

    def _add_keys(self) -> None:
        """The other keys are commands of the window."""
        action = QAction(self)
        action.setShortcut(QKeySequence(DELETE_KEYS))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(self._delete_current)
        self.addAction(action)

    def _begin(self) -> None:
        """Show another text from its beginning."""
        self.past.begin()
        self.chips.close_box()
        self.about_editing.begin()
        self.library_watch.learn()
        if not has_cards(self.reader.skill):
            self.show_mode(TEXT)
        self.reader.read_now()
        self.library_watch.show_notice()
        self.steps.unfold()
        self.steps.set_current(min(1, self.steps.current))
        self.steps.verticalScrollBar().setValue(0)
        self._above.scroll_away(0)
        self._on_cursor()

    def _follow_autosave(self) -> None:
        """What is not kept cannot be changed."""
        if self._read_only == self.autosave.watching:
            self.set_read_only(not self.autosave.watching)

    def _on_reloaded(self) -> None:
        self._follow_autosave()
        self.caret.come_back()
        self.reader.read_now()

    def _on_read(self, reading: Reading) -> None:
        reading = self.completing.patient(reading, self.step_editing.position)
        self._show(reading)
        if reading.skill.title != self._title:
            self._title = reading.skill.title
            self.title_changed.emit(self.title)
        self.read.emit(reading)

    def _show(self, reading: Reading) -> None:
        self.goal_editing.show(reading)
        self._count.setText(counted(reading.skill))
        self.text_view.show_reading(reading)
        if self.mode == STEPS:
            if not has_cards(reading.skill):
                self.show_mode(TEXT)
                return
            above = shown_above(reading.skill)
            items = self._items.read(reading.skill, reading.leads)
            problems = self.quick_fixes.by_step(reading, self.step_editing.position)
            self.steps.show_items([(item, at) for item, at in items if at != above], problems)

    # News

    def _on_changed(self, changes: Changes) -> None:
        self.library_watch.take(changes)
        if self.isVisible():
            self.library_watch.catch_up()

    # Wishes

    def _on_text_wanted(self, at: int) -> None:
        self.show_mode(TEXT)
        self.jump_to(at, at)

    def _go_on_below(self) -> None:
        """What is typed next belongs below the title."""
        self.take_focus() if self._read_only else self.caret.begin(in_text=self.mode == TEXT)

    def _on_goal_written(self, kind: GoalKind, way_back: Callable[[], None]) -> None:
        said = _("“{goal}” is now a goal, above the steps").format(goal=kind.spec.title())
        self._context.say.offer(said, way_back)

    def _on_field_opened(self, field: object) -> None:
        self.completing.attend_step(field, lambda: self.step_editing.begins)

    def _write_between(self, made: Template) -> None:
        """Among the steps a note is written in its place, anything else in the text mode."""
        self.step_editing.rewrite(made.text)
        if self.mode == TEXT or not self.note_editing.write(made):
            self.show_mode(TEXT)
            self.text_view.setFocus(Qt.FocusReason.OtherFocusReason)
            self.completing.fill(self.text_view, made)

    def _tell_how_to_write(self) -> None:
        if not self._read_only:
            self._context.say.tell_here(_("Press Enter to write in the selected step."))

    def _follow(self, name: str) -> None:
        """Only from a document: a preview lies over the window, where it would lead."""
        if self.skill_id is not None or not self._read_only:
            self._context.go.call(name)

    def _delete_current(self) -> None:
        if self.mode == STEPS and self.steps.current:
            self.step_editing.delete(self.step_editing.position or self.steps.current)

    def _on_cursor(self) -> None:
        self.position_changed.emit(self.at)

    def _on_text_cursor(self) -> None:
        if self.mode == TEXT:
            self._on_cursor()

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.library_watch.catch_up()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():
            self.quiet.end()
