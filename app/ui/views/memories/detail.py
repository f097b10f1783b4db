"""One memory in full: its words, where they come from, what they are about, what they corrected."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from app.core.errors import AppError
from app.core.library import catalogue
from app.core.lifecycle.importance import Importance
from app.core.lifecycle.memory_importance import importances
from app.core.memory import entities, listing, memories, relations
from app.core.memory.extraction import EntityKind
from app.core.memory.memories import Memory
from app.core.vault import Vault
from app.core.words import _
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.memories.memory_text import MemoryText
from app.ui.views.memories.refiling import Refiling
from app.ui.views.memories.tags import Tags
from app.ui.widgets.buttons import Button, ElidedButton
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.emptying import empty
from app.ui.widgets.fact_row import FactRow
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.labels import label, rule, tag
from app.ui.widgets.menu_at import open_at
from app.ui.widgets.moments import moment, moment_said
from app.ui.widgets.roles import role_icon
from app.ui.widgets.scrolled import scrolled
from app.ui.widgets.tips import plain_tip
from app.ui.widgets.typed_draft import TypedDraft

WIDEST = 240
"""Of what it is about."""


class Detail(QWidget):
    """What was changed can be taken back; its signals lead elsewhere on the page."""

    source_requested = Signal(int)
    memory_requested = Signal(int)

    def __init__(
        self, context: AppContext, refiling: Refiling, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._refiling = refiling
        self._memory: Memory | None = None
        self._job: Job | None = None
        self.setProperty("ground", "1")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        theme = context.theme
        self.text = MemoryText()
        self.typed = TypedDraft(context, {"text": self.text})
        self.edit = Button(theme, _("Edit"), size="small", icon="edit")
        self.forget = Button(theme, _("Forget"), size="small", icon="trash")
        self.save = Button(theme, _("Save"), "primary", size="small")
        self.cancel = Button(theme, _("Cancel"), size="small")
        self.engram = ElidedButton(theme, "", icon="folder")
        self.source = ElidedButton(theme, "")
        self.tags = Tags(theme)
        self._facts = label("", "caption", wrap=True)
        self._title = label("", "head", wrap=True)
        self._about = QVBoxLayout()
        nothing = EmptyState(
            theme, "memory", _("No memory chosen"), _("Choose one from the list to read it.")
        )
        self._pages = QStackedLayout(self)
        self._pages.addWidget(nothing)
        self._pages.addWidget(self._filled())
        self.edit.clicked.connect(self.begin_edit)
        self.cancel.clicked.connect(self._end_edit)
        self.save.clicked.connect(self._keep)
        self.text.kept.connect(self._keep)
        self.text.left.connect(self._end_edit)
        self.forget.clicked.connect(self.forget_it)
        self.source.clicked.connect(self._ask_source)
        self.engram.clicked.connect(self._show_engrams)
        self.tags.added.connect(self._add_tags)
        self.tags.taken_off.connect(self._take_tag_off)
        self._end_edit()

    @property
    def memory(self) -> int | None:
        return self._memory.id if self._memory is not None else None

    @property
    def editing(self) -> bool:
        return not self.text.isReadOnly()

    def show_memory(self, number: int | None) -> None:
        """Show another memory, or none; what is being written stays until it is kept or left."""
        if self.editing and number == self.memory:
            return
        found = memories.memory(self._context.vault, number) if number is not None else None
        self._memory = found if found is not None and not found.forgotten else None
        self._pages.setCurrentIndex(int(self._memory is not None))
        self._end_edit()
        if self._memory is not None:
            self._show(self._memory)

    # What people do

    def begin_edit(self) -> None:
        """Write another wording; it takes the place of this one."""
        if self._memory is not None:
            self._set_editing(True)
            self.typed.begin(f"memory {self._memory.id}")
            self.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def forget_it(self) -> None:
        """Leave a tombstone, with the way back."""
        if self._memory is None:
            return
        vault, number = self._context.vault, self._memory.id
        say = self._context.say
        self._context.writes.write(
            self,
            _("Forgetting"),
            lambda: memories.forget(vault, number),
            lambda _nothing: say.tell(_("Memory forgotten"), undoable=True),
        )

    def _keep(self) -> None:
        if self._memory is None or not self.editing:
            return
        vault, writes, before = self._context.vault, self._context.writes, self._memory
        text = self.text.toPlainText()

        def done(new: int) -> None:
            if new != before.id:
                self.memory_requested.emit(new)
                self._context.say.tell(_("Memory corrected"), undoable=True)

        def failed(error: AppError) -> None:
            if self._memory is not None and self._memory.id == before.id:
                self.begin_edit()
                self.text.setPlainText(text)
                self.text.document().setModified()
                self.typed.keep()
            self._context.jobs.failed.emit(self, error)

        self._set_editing(False)
        self.typed.end()
        writes.write(
            self, _("Saving"), lambda: memories.correct(vault, before.id, text), done, failed
        )

    def _end_edit(self) -> None:
        self.typed.leave()
        self._set_editing(False)
        self.text.setPlainText(self._memory.text if self._memory is not None else "")

    def _set_editing(self, editing: bool) -> None:
        self.text.write_on(editing)
        for button in (self.save, self.cancel):
            button.setVisible(editing)
        for button in (self.edit, self.forget):
            button.setVisible(not editing)

    def _ask_source(self) -> None:
        if self._memory is not None:
            source = listing.source_of(self._context.vault, self._memory.id)
            self.source_requested.emit(source)

    def _show_engrams(self) -> None:
        if self._memory is not None:
            menu = self._refiling.engrams(self, self._memory.id, self._memory.engram)
            open_at(menu, self.engram.mapToGlobal(self.engram.rect().bottomLeft()))

    def _add_tags(self, memory: int, line: str) -> None:
        def failed(error: Exception) -> None:
            if not self.tags.refuse(memory, line, str(error)):
                self._context.jobs.failed.emit(self, error)

        self._refiling.add([memory], line, failed)

    def _take_tag_off(self, name: str) -> None:
        if self._memory is not None:
            self._refiling.take_off([self._memory.id], name)

    # What it shows

    def _show(self, memory: Memory) -> None:
        now = self._context.vault.now()
        self._title.setText(memory.title or _("Memory"))
        self.source.setText(memory.source.name)
        self.source.setAccessibleName(_("Memories from {name}").format(name=memory.source.name))
        self.engram.setText(memory.engram_name)
        moving = _("In the engram {name}. Click to move it")
        self.engram.setAccessibleName(moving.format(name=memory.engram_name))
        self.tags.offer(self._refiling.known)
        self.tags.show_tags(memory.id, memory.tags)
        facts = [
            _("added {when}").format(when=moment_said(memory.added, now)),
        ]
        if memory.at != memory.added:
            facts.append(_("said {when}").format(when=moment_said(memory.at, now)))
        self._facts.setText(" · ".join(facts))
        empty(self._about)
        for part in (*self._named(memory), *self._skills(memory)):
            self._about.addWidget(part)
        vault = self._context.vault
        if self._job is not None:
            self._job.cancel()
        self._job = self._context.jobs.start(
            self,
            _("Loading its history"),
            lambda _job: (listing.earlier(vault, memory.id), _importance(vault, memory.id)),
            self._show_history,
        )

    def _named(self, memory: Memory) -> list[QWidget]:
        named = [
            entity.name
            for entity in entities.of_memory(self._context.vault, memory.id)
            if entity.kind is not EntityKind.SKILL
        ]
        if not named:
            return []
        holder = QWidget()
        flow = FlowLayout(holder, gap=5)
        for name in named:
            flow.addWidget(_short_tag(name))
        return [_head(_("About")), holder]

    def _skills(self, memory: Memory) -> list[QWidget]:
        vault, theme = self._context.vault, self._context.theme
        why = {
            entity.skill: _("mentioned here")
            for entity in entities.of_memory(vault, memory.id)
            if entity.skill is not None
        }
        for relation in relations.of_memory(vault, memory.id):
            why[relation.source] = _("linked by you")
        parts: list[QWidget] = []
        for skill, reason in why.items():
            row = catalogue.row(vault, skill)
            if row is not None:
                made = FactRow(theme, role_icon(row.role), row.title, reason)
                made.clicked.connect(lambda *_c, skill=skill: self._context.go.skill(skill))
                parts.append(made)
        return [_head(_("Skills")), *parts] if parts else []

    def _show_history(self, found: tuple[tuple[Memory, ...], Importance]) -> None:
        older, importance = found
        now = self._context.vault.now()
        said = _("importance {value}").format(value=f"{importance.value:.2f}")
        self._facts.setText(f"{self._facts.text()} · {said}")
        self._facts.setToolTip(plain_tip(importance.sentence()))
        if older:
            self._about.addWidget(_head(_("Earlier versions")))
        for one in older:
            words = label(one.text, "secondary", wrap=True)
            words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self._about.addWidget(label(moment(one.added, now), "caption"))
            self._about.addWidget(words)

    # How it is put together

    def _filled(self) -> QWidget:
        tools = QHBoxLayout()
        tools.setSpacing(6)
        tools.addWidget(self._title, 1)
        for button in (self.edit, self.forget, self.cancel, self.save):
            tools.addWidget(button)
        where = QHBoxLayout()
        where.setSpacing(6)
        where.addWidget(self.engram)
        where.addWidget(label(_("from"), "caption"))
        where.addWidget(self.source)
        where.addStretch(1)
        self._about.setContentsMargins(0, 0, 0, 0)
        self._about.setSpacing(6)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(14, 14, 14, 14)
        column.setSpacing(8)
        column.addLayout(tools)
        column.addWidget(self.typed)
        column.addWidget(self.text)
        column.addLayout(where)
        column.addWidget(self._facts)
        column.addWidget(rule())
        column.addWidget(_head(_("Tags")))
        column.addWidget(self.tags)
        column.addLayout(self._about)
        column.addStretch(1)
        return scrolled(page, _("Memory"), with_keys=True)


def _importance(vault: Vault, memory: int) -> Importance:
    from app.core.lifecycle import config  # noqa: PLC0415 - loads YAML

    settings, _problems = config.load(vault.home)
    return importances(vault, [memory], settings.memories)[memory]


def _short_tag(name: str) -> QWidget:
    made = tag(name)
    shown = made.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, WIDEST)
    if shown != name:
        made.setText(shown)
        made.setToolTip(plain_tip(name))
    return made


def _head(words: str) -> QWidget:
    made = label(words, "head")
    made.setContentsMargins(0, 8, 0, 0)
    return made
