"""The history of one skill as a document: every version, and any two of them side by side.

Public name: `HistoryView`.
"""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenu, QVBoxLayout, QWidget

from app.core.errors import AppError
from app.core.library import catalogue, history
from app.core.library.compare import compare
from app.core.library.comparison import Comparison
from app.core.library.history import Version
from app.core.library.record import Status
from app.core.library.round_trips import compared
from app.core.library.summary import sentence
from app.core.skills import names
from app.core.words import _
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.skills.document import Document
from app.ui.views.skills.history.change_summaries import text_of
from app.ui.views.skills.history.column_heads import Heads
from app.ui.views.skills.history.restoring import kept_name, restore
from app.ui.views.skills.history.sidebar import HIGH, Sidebar
from app.ui.views.skills.history.tools import Tools
from app.ui.widgets.banner import Banner
from app.ui.widgets.diff.item_text import Known
from app.ui.widgets.diff.placing import Arrangement
from app.ui.widgets.diff.view import AT_ONCE, DiffView
from app.ui.widgets.labels import key_hint, label, rule
from app.ui.widgets.menu_at import open_at
from app.ui.widgets.side_by_side import SideBySide

NARROWEST_LIST, WIDEST_LIST = 220, 300
LEAST_TITLE = 250
"""Px that the title has beside the tools, while text has its usual size."""
RESTORE_KEYS = "Ctrl+Enter"


class HistoryView(Document):
    """Opens with the current version compared with the last one that differs from it."""

    def __init__(self, context: AppContext, skill_id: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._skill = context, skill_id
        self._old: Version | None = None
        self._new: Version | None = None
        self._newest = 0
        """The number of the newest version that is known."""
        self._reading = False
        self._job: Job | None = None
        unified = context.window_state.word("history.arrangement", "beside") == "unified"
        self._arrangement = Arrangement.UNIFIED if unified else Arrangement.BESIDE
        self.sidebar = Sidebar(context, skill_id)
        self.list = self.sidebar.list
        self.tools = Tools(context.theme, unified=unified, parent=self)
        self.diff = DiffView(context.theme)
        self.heads = Heads(context.theme)
        self.diff.set_head(self.heads)
        self.banner = Banner(context.theme)
        self._title = label("", "pane")
        self._counts = label("", "secondary")
        self._foot = label("", "secondary", wrap=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.sidebar)
        row.addWidget(rule("down"))
        row.addWidget(self._document(), 1)
        self._connect()
        self.list.set_skill(skill_id)

    @property
    def skill_id(self) -> int:
        return self._skill

    def compare(self, old: int, new: int) -> None:
        """Show two versions by their numbers, the earlier one on the left."""
        found = {version.number: version for version in self.list.versions}
        if old not in found or new not in found:
            return
        self._old, self._new = found[min(old, new)], found[max(old, new)]
        self._reading = False
        self.list.choose(old if found[new].is_current else new, old)
        self._show()

    def restore(self) -> None:
        """Save the text of the older version as a new one."""
        if self._old is not None and self.tools.can_restore:
            restore(self._context, self.skill_id, self._old.number, self.banner)

    def name_version(self, name: str) -> None:
        """Keep the current text as a snapshot with a name."""
        vault, skill = self._context.vault, self.skill_id
        naming = self.sidebar.naming

        def failed(error: AppError) -> None:
            naming.settle(given=False)
            self.banner.explain(error)

        self._context.writes.write(
            self,
            _("Saving"),
            lambda: history.name_version(vault, skill, name),
            lambda _done: naming.settle(given=True),
            failed,
        )

    # Layout

    def _document(self) -> QWidget:
        self._outcome = QWidget()
        foot = QHBoxLayout(self._outcome)
        foot.setContentsMargins(16, 9, 16, 9)
        foot.setSpacing(8)
        self._info = QLabel()
        foot.addWidget(self._info, 0, Qt.AlignmentFlag.AlignTop)
        foot.addWidget(self._foot, 1)
        self.restore_keys = key_hint(RESTORE_KEYS)
        foot.addWidget(self.restore_keys)
        page = QFrame()
        page.setProperty("ground", "2")
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._head())
        column.addWidget(self.banner)
        column.addWidget(rule())
        column.addWidget(self.diff, 1)
        column.addWidget(rule())
        column.addWidget(self._outcome)
        return page

    def _head(self) -> QVBoxLayout:
        """The tools beside the title, or below it where there is little room."""
        words = QWidget()
        lines = QVBoxLayout(words)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(2)
        lines.addWidget(self._title)
        lines.addWidget(self._counts)
        head = QVBoxLayout()
        head.setContentsMargins(16, 10, 16, 10)
        head.addWidget(SideBySide(self._context.theme, words, self.tools.parts, LEAST_TITLE))
        return head

    def _connect(self) -> None:
        self.list.picked.connect(self._on_picked)
        self.list.refreshed.connect(self._on_refreshed)
        self.list.entered.connect(self._on_entered)
        self.list.customContextMenuRequested.connect(self._show_menu)
        self.sidebar.naming.named.connect(self.name_version)
        self.heads.chosen.connect(self.compare)
        self.diff.change_shown.connect(self.tools.show_place)
        self.tools.previous_pressed.connect(self.diff.previous_change)
        self.tools.next_pressed.connect(self.diff.next_change)
        self.tools.arranged.connect(self._arrange)
        self.tools.preview_pressed.connect(self._toggle_reading)
        self.tools.restore_pressed.connect(self.restore)
        self.setFocusProxy(self.list)
        for keys in (RESTORE_KEYS, "Ctrl+Return"):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(self.restore)
        self._context.theme.changed.connect(self._paint_info)
        self._paint_info()

    def _paint_info(self) -> None:
        self._info.setPixmap(
            self._context.theme.pixmap(
                "info", "t3", self._context.theme.scaled(16), self.devicePixelRatioF()
            )
        )

    # Which versions

    def _on_picked(self, numbers: tuple[int, ...]) -> None:
        """One is compared with now, the current one with the last that differs; two with each
        other.
        """
        if len(numbers) > 1:
            self._take(numbers[0], numbers[-1])
        elif numbers:
            self._take(*compared(self.list.versions, numbers[0]))

    def _take(self, old: int, new: int) -> None:
        found = {version.number: version for version in self.list.versions}
        self._old, self._new, self._reading = found[old], found[new], False
        self._show()

    def _on_refreshed(self) -> None:
        """After something was saved: what is selected, or the newest version for who looked at
        the newest before.
        """
        if not self.list.versions:
            self._old = self._new = None
            return
        chosen, reading, before = self.list.chosen(), self._reading, self._newest
        self._newest = self.list.versions[0].number
        if self._old is None or self._new is None or chosen == (before,):
            chosen = (self._newest,)
            self.list.choose(*chosen)
        if chosen:
            self._on_picked(chosen)
        elif self._old is not None and self._new is not None:  # the filter hides them
            self._take(self._old.number, self._new.number)
        if reading:
            self._toggle_reading()

    def _on_entered(self, number: int) -> None:
        self.diff.setFocus(Qt.FocusReason.OtherFocusReason)

    # What is shown

    def _show(self) -> None:
        if self._old is None or self._new is None:
            return
        old, new = self._old, self._new
        self.list.mark_compared(old.number, new.number)
        before = text_of(self._context.vault, self.skill_id, old)
        after = text_of(self._context.vault, self.skill_id, new)
        now = self._context.vault.now()
        self.heads.show_versions(old, new, now, self.list.versions)
        single, alone = old.number == new.number, self._alone
        if alone:
            only = len(self.list.versions) == 1
            words = _("v{number}, the only version") if only else _("v{number}, as it was")
            self._title.setText(words.format(number=old.number))
        else:
            words = _("v{old} compared with v{new}")
            self._title.setText(words.format(old=old.number, new=new.number))
        self._counts.setText(_("Read only") if alone else _("Comparing…"))
        self.heads.show_one(alone)
        self.tools.show_preview(old.number, reading=alone, only=single)
        self._show_outcome(old, before)
        self._compare(before, before if alone else after)

    @property
    def _alone(self) -> bool:
        """Whether one version is read by itself."""
        assert self._old is not None and self._new is not None
        return self._reading or self._old.number == self._new.number

    def _compare(self, before: str, after: str) -> None:
        """Until long texts are compared the comparison before stays."""
        if self._job is not None:
            self._job.cancel()
        self._job = self._context.jobs.run(
            self,
            _("Comparing versions"),
            lambda _progress: compare(before, after),
            self._show_comparison,
            short=len(before) + len(after) <= AT_ONCE,
        )

    def _show_comparison(self, comparison: Comparison) -> None:
        self._job = None
        shown = Arrangement.SINGLE if self._alone else self._arrangement
        self.diff.show_comparison(comparison, shown, self._knows())
        if not self._alone:
            self._counts.setText(sentence(comparison))

    def _show_outcome(self, old: Version, text: str) -> None:
        """What restoring would do, or why it would do nothing."""
        newest = self.list.versions[0]
        why_not = ""
        if not text:
            why_not = _("v{old} has no text: the skill was deleted there.")
        elif newest.digest == old.digest:
            why_not = _("v{old} has the same text as the skill now. There is nothing to restore.")
        elif history.differs_in_name_only(self._context.vault, self.skill_id, old.number):
            why_not = _("v{old} differs only in its name. Rename the skill to give it back.")
        self.restore_keys.setVisible(not why_not)
        words = why_not or _(
            "Restoring v{old} would add v{next} with v{old}’s text, goals and links."
            " Every other version stays."
        )
        said = words.format(old=old.number, next=newest.number + 1)
        if not why_not and (kept := kept_name(self._context.vault, self.skill_id, old.number)):
            said += " " + kept
        self._foot.setText(said)
        self.tools.show_restore(said, can=not why_not)

    def _knows(self) -> Known:
        rows = catalogue.rows(self._context.vault)
        keys = {row.key for row in rows if row.status is not Status.QUARANTINED}
        return lambda name: names.is_among(name, keys)

    def _arrange(self, unified: bool) -> None:
        self._arrangement = Arrangement.UNIFIED if unified else Arrangement.BESIDE
        self._context.window_state.put("history.arrangement", "unified" if unified else "beside")
        if self._old is not None and not self._alone:
            self.diff.arrange(self._arrangement)

    def _toggle_reading(self) -> None:
        self._reading = not self._reading
        self._show()

    def _show_menu(self, place: QPoint) -> None:
        chosen = self.list.chosen()
        if not chosen:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        icon = self._context.theme.icon
        menu.addAction(icon("eye"), _("Preview"), self._toggle_reading)
        restore = menu.addAction(icon("restore"), _("Restore as new version"), self.restore)
        restore.setEnabled(self.tools.can_restore)
        open_at(menu, self.list.viewport().mapToGlobal(place))

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc leads back to the skill, with the panel beside it."""
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
            return
        is_there = catalogue.row(self._context.vault, self._skill) is not None
        self.finished.emit()
        if is_there:
            self._context.go.skill(self._skill)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        side = min(max(self.width() * 2 // 7, NARROWEST_LIST), WIDEST_LIST)
        self.sidebar.setFixedWidth(side)
        # the button says it as well
        self._outcome.setVisible(self.height() >= self._context.theme.scaled(HIGH))
