"""The deleted skills, where they come back from or are deleted for good. Public name: `BinView`."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QGridLayout,
    QHBoxLayout,
    QMenu,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from app.core.changes import Changes, Part
from app.core.library import deleted
from app.core.library.catalogue import SkillRow
from app.core.library.deleted import Deleted, Restored
from app.core.library.record import Status
from app.core.memory import emptying
from app.core.runs.open_runs import open_of
from app.core.words import _, ngettext
from app.ui.commands import key_text, with_keys
from app.ui.context import AppContext
from app.ui.models.skill_list import SkillListModel
from app.ui.theme.focus import lead_to
from app.ui.theme.theme import Theme
from app.ui.views.engrams.dialogs import TakeAwayDialog
from app.ui.views.skills.library.bin.keys import DELETE_ALL, RESTORE_ALL
from app.ui.views.skills.library.row_delegate import RowDelegate
from app.ui.views.skills.library.skill_list import SkillList
from app.ui.widgets.buttons import Button, IconButton
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.labels import label, rule
from app.ui.widgets.menu_at import open_at
from app.ui.widgets.tips import plain_tip
from app.ui.write_queue import FEW

AT_ONCE = 500
"""So many are listed without a job."""
NAMED = 3
"""Skills that came back under another name, and are said one by one."""


class _Rows(RowDelegate):
    """The second line says where a skill was filed and who deleted it."""

    def __init__(self, theme: Theme, view: "BinView") -> None:
        super().__init__(theme, view.now, view)
        self._view = view

    def _second_line(self, row: SkillRow) -> str:
        return self._view.caption(row.id)


class BinView(QWidget):
    """`left` when the person goes back to the skills, `emptied(skills)` when some are gone."""

    left = Signal()
    emptied = Signal(object)

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.now = context.vault.now
        self._known: dict[int, Deleted] = {}
        self._count = label("", "muted")
        self.model = SkillListModel(self)
        self.list = SkillList()
        self.list.setModel(self.model)
        _Rows(context.theme, self).show_in(self.list, _("Deleted skills"))
        self.list.entered_with_key.connect(lambda: self._restore(self.chosen()))
        self.list.doubleClicked.connect(self._look)
        self.list.escaped.connect(self.left)
        for keys, act in (
            (QKeySequence.StandardKey.Delete, lambda: self.ask_delete(self.chosen())),
            (RESTORE_ALL, lambda: self._restore(tuple(self._known))),
            (DELETE_ALL, lambda: self.ask_delete(None)),
        ):
            shortcut = QShortcut(QKeySequence(keys), self.list)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(act)
        self.list.customContextMenuRequested.connect(self._show_menu)
        self.list.selectionModel().selectionChanged.connect(self._show_state)
        theme = context.theme
        said = _("Deleted skills stay here until you empty the bin.")
        self.about = label(said, "caption", wrap=True)
        """What the empty bin says in its own words."""
        self.restore = Button(theme, _("Restore"), size="small", icon="restore")
        self.restore_all = Button(theme, _("Restore all"), size="small")
        self.delete = Button(theme, _("Delete…"), size="small", icon="trash")
        self.delete.setAccessibleName(_("Delete permanently…"))
        self.empty = Button(theme, _("Empty…"), size="small")
        self.restore.clicked.connect(lambda *_checked: self._restore(self.chosen()))
        self.restore_all.clicked.connect(lambda *_checked: self._restore(tuple(self._known)))
        self.delete.clicked.connect(lambda *_checked: self.ask_delete(self.chosen()))
        self.empty.clicked.connect(lambda *_checked: self.ask_delete(None))
        self._place()
        for part in (self.list, *self.findChildren(QAbstractButton)):
            part.installEventFilter(self)
        self._show_state()
        context.bridge.changed.connect(self._on_changed)

    # What it shows

    def chosen(self) -> tuple[int, ...]:
        """The ids of the selected skills, in the order of the list."""
        places = sorted(index.row() for index in self.list.selectionModel().selectedRows())
        return tuple(self.model.rows[place].id for place in places)

    def caption(self, skill: int) -> str:
        """Where a skill was filed, and how it left."""
        one = self._known.get(skill)
        if one is None:
            return ""
        who = _("you") if one.actor.is_person else one.actor.who
        how = _("undone") if one.undone else _("deleted by {who}").format(who=who)
        return f"{one.engram_name} · {how}"

    def refresh(self) -> None:
        """Ask the vault again."""
        vault = self._context.vault
        few = deleted.count(vault) <= AT_ONCE
        self._context.jobs.run(
            self, _("Reading"), lambda _job: deleted.in_bin(vault), self._show, short=few
        )

    def _show(self, found: Sequence[Deleted]) -> None:
        self._known = {one.id: one for one in found}
        self.model.set_rows([_row(one) for one in found])
        self._count.setText(str(len(found)) if found else "")
        had_keyboard = self.window().focusWidget() is self.list
        self._stack.setCurrentIndex(0 if found else 1)
        self.about.setVisible(bool(found))
        if had_keyboard and not found:
            self.take_focus()
        self._select_current()
        self._show_state()

    def _show_state(self) -> None:
        chosen = bool(self.chosen())
        for button in (self.restore, self.delete):
            button.setEnabled(chosen)
            keys = key_text("Return" if button is self.restore else QKeySequence.StandardKey.Delete)
            button.setToolTip(
                plain_tip(
                    f"{button.accessibleName() or button.text()} ({keys})"
                    if chosen
                    else _("Select a skill first")
                )
            )
        for button, words, keys in (
            (self.restore_all, _("Restore all"), RESTORE_ALL),
            (self.empty, _("Empty the bin…"), DELETE_ALL),
        ):
            button.setEnabled(bool(self._known))
            button.setToolTip(plain_tip(with_keys(words, keys)))

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & (Part.LIST | Part.ENGRAMS) and self.isVisible():
            self.refresh()

    # What people do

    def take_focus(self) -> None:
        """The keyboard goes into the list, or to the way back where that is empty."""
        if self._known:
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            lead_to(self._back)
        self._select_current()

    def _select_current(self) -> None:
        """What has the focus is selected, so that something can be done with it."""
        has_focus = self.window().focusWidget() is self.list
        if has_focus and not self.chosen() and self.model.rows:
            self.list.choose(self.model.index(max(self.list.currentIndex().row(), 0)))

    def ask_delete(self, skills: tuple[int, ...] | None) -> None:
        """Ask whether to delete these for good, or (None) everything."""
        count = len(self._known) if skills is None else len(skills)
        if not count:
            return
        title = ngettext(
            "Permanently delete {count} skill?", "Permanently delete {count} skills?", count
        ).format(count=count)
        if count == 1:
            only = self._known[skills[0] if skills else next(iter(self._known))].title
            title = _("Permanently delete “{title}”?").format(title=only)
        words = _(
            "The text, its versions, its files and its runs are erased from the vault. This cannot "
            "be undone. Earlier backups still have them."
        )
        if runs := len(open_of(self._context.vault, skills or tuple(self._known))):
            going = ngettext("{count} of the runs is not over.",
                             "{count} of the runs are not over.", runs)  # fmt: skip
            words = f"{going.format(count=runs)} {words}"
        dialog = TakeAwayDialog(
            self._context.theme,
            title,
            words,
            _("Delete permanently"),
            self,
            icon="trash",
            kind="danger",
        )
        dialog.accepted.connect(lambda: self._delete(skills))
        dialog.open()

    def _delete(self, skills: tuple[int, ...] | None) -> None:
        vault, gone = self._context.vault, tuple(self._known) if skills is None else skills

        def done(count: int) -> None:
            self.emptied.emit(gone)
            said = ngettext(
                "{count} skill permanently deleted", "{count} skills permanently deleted", count
            )
            self._context.say.tell(said.format(count=count))

        self._context.jobs.start(
            self,
            _("Deleting permanently"),
            lambda job: emptying.empty(vault, skills, progress=job),
            done,
            stoppable=False,
        )

    def _restore(self, skills: tuple[int, ...]) -> None:
        if not skills:
            return
        vault = self._context.vault
        self._context.writes.run(
            self,
            _("Restoring"),
            lambda progress: deleted.restore(vault, skills, progress=progress),
            self._tell_restored,
            short=len(skills) <= FEW,
        )

    def _tell_restored(self, back: tuple[Restored, ...]) -> None:
        said = ngettext("{title} restored", "{count} skills restored", len(back))
        words = [said.format(title=back[0].title if back else "", count=len(back))]
        renamed = [one for one in back if one.was]
        for one in renamed[:NAMED]:
            other = _("“{was}” is now “{title}”, as another skill has its name")
            words.append(other.format(was=one.was, title=one.title))
        if len(renamed) > NAMED:
            words.append(_("and {count} more").format(count=len(renamed) - NAMED))
        self._context.say.tell(". ".join(words), undoable=True)

    def _look(self) -> None:
        """Show what the last of the selected skills was."""
        if chosen := self.chosen():
            self._context.go.history(chosen[-1])

    def _show_menu(self, place: QPoint) -> None:
        chosen = self.chosen()
        if not chosen:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        icon = self._context.theme.icon
        menu.addAction(icon("restore", "t2"), _("Restore"), lambda: self._restore(chosen))
        menu.addAction(icon("history", "t2"), _("Show history"), self._look)
        menu.addSeparator()
        menu.addAction(
            icon("trash", "err"), _("Delete permanently…"), lambda: self.ask_delete(chosen)
        )
        open_at(menu, self.list.viewport().mapToGlobal(place))

    # How it is put together

    def _place(self) -> None:
        theme = self._context.theme
        self._back = IconButton(theme, "arrow-left", _("Back to the skills"), size="small")
        self._back.clicked.connect(self.left)
        title = QHBoxLayout()
        title.setSpacing(6)
        title.addWidget(label(_("Bin"), "pane"))
        title.addWidget(self._count, 1)
        head = QGridLayout()
        head.setContentsMargins(8, 11, 14, 8)
        head.setHorizontalSpacing(6)
        head.setVerticalSpacing(4)
        head.addWidget(self._back, 0, 0)
        head.addLayout(title, 0, 1)
        head.addWidget(self.about, 1, 1)
        head.setColumnStretch(1, 1)
        holder = QWidget(self)
        listed = QWidget(holder)
        around = QVBoxLayout(listed)
        around.setContentsMargins(6, 0, 2, 0)
        around.addWidget(self.list)
        self._stack = QStackedLayout(holder)
        self._stack.addWidget(listed)
        self._stack.addWidget(
            EmptyState(
                theme, "trash", _("The bin is empty"), _("Skills you delete can be restored here.")
            )
        )
        acts = QGridLayout()
        acts.setContentsMargins(12, 8, 12, 10)
        acts.setSpacing(6)
        acts.addWidget(self.restore, 0, 0)
        acts.addWidget(self.delete, 0, 1)
        acts.addWidget(self.restore_all, 1, 0)
        acts.addWidget(self.empty, 1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(holder, 1)
        column.addWidget(rule())
        column.addLayout(acts)

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def event(self, event: QEvent) -> bool:
        """The key for going back leads to the skills here, wherever somebody was before."""
        if event.type() == QEvent.Type.ShortcutOverride and _leads_back(event):
            event.accept()
            return True
        return super().event(event)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """A list or a button would take that key for its own."""
        if event.type() == QEvent.Type.KeyPress and _leads_back(event):
            self.left.emit()
            return True
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc leads back from anywhere in it."""
        if event.key() == Qt.Key.Key_Escape or _leads_back(event):
            self.left.emit()
        else:
            super().keyPressEvent(event)


def _leads_back(event: QEvent) -> bool:
    return isinstance(event, QKeyEvent) and event.matches(QKeySequence.StandardKey.Back)


def _row(one: Deleted) -> SkillRow:
    """As lists show a skill; it is as old as its deletion."""
    active = Status.ACTIVE
    return SkillRow(
        one.id, one.title, "", one.engram, one.engram_name, active, "", 0, one.at, version=0
    )
