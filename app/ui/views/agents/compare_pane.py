"""A skill that changed on the disk and here: both texts, and what they would be together.

Public names: `ComparePane`, `is_both`.
"""

from typing import NamedTuple

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPlainTextEdit,
    QSizePolicy,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from app.core.library.align import same_at_start
from app.core.library.compare import compare
from app.core.library.comparison import Comparison
from app.core.mirror import settling
from app.core.mirror.decision import Decision
from app.core.mirror.joining import Passage, joined, passages, suggested
from app.core.mirror.overview import SkillFile
from app.core.mirror.settling import Conflict
from app.core.words import _, ngettext
from app.ui.commands import key_text
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.agents.difference import Difference, Same
from app.ui.views.agents.doing import FolderActions
from app.ui.widgets.buttons import Button, IconButton
from app.ui.widgets.diff.placing import Arrangement
from app.ui.widgets.diff.view import AT_ONCE, DiffView
from app.ui.widgets.elided import Elided
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.labels import card, label, rule, tag
from app.ui.widgets.moments import moment_said
from app.ui.widgets.scrolled import scrolled
from app.ui.widgets.segmented import Segmented

BOTH = "Ctrl+Return"
LEAST = 380
"""Px that it needs at least while text has its usual size."""
LEAST_LIST = 110
"""Px of the differences; where there is less room, everything scrolls."""
MOST = 200
"""Differences that are offered one by one."""
TOGETHER, LEAST_TOGETHER = 170, 58
"""Px of what they would be together, and where there is little room."""


class _Compared(NamedTuple):
    conflict: Conflict
    both: tuple[Passage, ...]
    comparison: Comparison


class ComparePane(QWidget):
    """Decides about one conflict; `closed` when its cross is pressed."""

    closed = Signal()

    def __init__(
        self, context: AppContext, actions: FolderActions, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context, self._actions = context, actions
        self._job: Job | None = None
        self._compared: _Compared | None = None
        self._rows: dict[int, Difference] = {}
        self._together = ""
        self.shown: SkillFile | None = None
        self._title = Elided(role="pane")
        self._about = Elided(role="muted")
        self.layouts = Segmented(
            context.theme, _("Layout"), ((_("Side by side"), ""), (_("File"), ""))
        )
        self._disk, self._here = Elided(role="caption"), Elided(role="caption")
        self._list = QWidget()
        self._column = QVBoxLayout(self._list)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._whole = DiffView(context.theme)
        self.together = QPlainTextEdit()
        self.together.setReadOnly(True)
        self.together.setTabChangesFocus(True)
        self.together.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self.together.setAccessibleName(_("Together it would be"))
        self.keep_disk = Button(context.theme, _("Keep the disk’s"))
        self.keep_mine = Button(context.theme, _("Keep mine"))
        self.save_both = Button(context.theme, "", "primary", icon="merge")
        self._lay_out()
        self._join_soon = QTimer(self, singleShot=True, interval=0)
        self._join_soon.timeout.connect(self._join)
        self.layouts.chosen.connect(self._pages.setCurrentIndex)
        self.keep_disk.clicked.connect(self._on_disk)
        self.keep_mine.clicked.connect(self._on_mine)
        self.save_both.clicked.connect(self._on_both)
        context.theme.changed.connect(self._scale)
        self._scale()

    @property
    def differences(self) -> tuple[Difference, ...]:
        """The rows with ticks, from top to bottom."""
        return tuple(self._rows.values())

    @property
    def is_ready(self) -> bool:
        return self._compared is not None and not self._join_soon.isActive()

    def show_conflict(self, one: SkillFile) -> None:
        """Compare both texts, which takes a moment; the same ones keep the ticks they have."""
        if self.shown is None or self.shown.standing.known != one.standing.known:
            self._title.setText(one.title)
            self._clear()
        self.shown = one
        if self._job is not None:
            self._job.cancel()
        vault, standing = self._context.vault, one.standing

        def work(_job: Job) -> _Compared | None:
            found = settling.conflict(vault, standing)
            if found is None and standing.decision is Decision.CONFLICT:
                settling.read(vault, [standing])
                found = settling.conflict(vault, standing)
            if found is None:
                return None
            both = passages(found.disk, found.here, found.base)
            return _Compared(found, both, compare(found.disk, found.here))

        self._job = self._context.jobs.start(
            self, _("Comparing the texts"), work, self._show, self._on_failed
        )

    def forget(self) -> None:
        """Nothing is compared any more."""
        if self._job is not None:
            self._job.cancel()
            self._job = None
        self.shown = None
        self._clear()

    # How it is put together

    def _lay_out(self) -> None:
        theme = self._context.theme
        frame = card()
        column = QVBoxLayout(frame)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addLayout(self._head())
        column.addWidget(rule())
        beside = QWidget()
        parts = QVBoxLayout(beside)
        parts.setContentsMargins(0, 0, 0, 0)
        parts.setSpacing(0)
        parts.addLayout(self._sides())
        parts.addWidget(rule())
        self._area = area = scrolled(self._list, _("Differences"))
        parts.addWidget(area, 3)
        below = QVBoxLayout()
        below.setContentsMargins(14, 8, 14, 10)
        below.setSpacing(6)
        below.addWidget(label(_("Together it would be"), "head"))
        below.addWidget(self.together, 1)
        note = _("The disk’s version and yours both stay in History.")
        below.addWidget(label(note, "caption", wrap=True))
        parts.addWidget(rule())
        parts.addLayout(below, 2)
        pages = QWidget()
        self._pages = QStackedLayout(pages)
        self._pages.addWidget(scrolled(beside, _("Side by side")))
        self._pages.addWidget(self._whole)
        column.addWidget(pages, 1)
        column.addWidget(rule())
        foot = QWidget()
        buttons = FlowLayout(foot, gap=8)
        buttons.setContentsMargins(14, 10, 14, 10)
        for button in (self.keep_disk, self.keep_mine, self.save_both):
            buttons.addWidget(button)
        column.addWidget(foot)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(frame)
        self._cross.clicked.connect(self.closed)
        self._theme = theme

    def _head(self) -> QVBoxLayout:
        self._cross = IconButton(self._context.theme, "close", _("Close"), size="small")
        first = QHBoxLayout()
        first.setSpacing(8)
        first.addWidget(self._title, 1)
        first.addWidget(tag(_("Conflict"), "warn"))
        first.addWidget(self.layouts)
        first.addWidget(self._cross)
        head = QVBoxLayout()
        head.setContentsMargins(14, 10, 10, 10)
        head.setSpacing(3)
        head.addLayout(first)
        head.addWidget(self._about)
        return head

    def _sides(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(14, 8, 14, 8)
        row.setSpacing(12)
        for name, about in ((_("On disk"), self._disk), (_("Here"), self._here)):
            side = QVBoxLayout()
            side.setSpacing(1)
            side.addWidget(label(name, "name"))
            side.addWidget(about)
            row.addLayout(side, 1)
        return row

    def _scale(self) -> None:
        self.setMinimumWidth(min(self._theme.scaled(LEAST), round(1.3 * LEAST)))
        self._area.setMinimumHeight(self._theme.scaled(LEAST_LIST))
        self.together.setMinimumHeight(self._theme.scaled(LEAST_TOGETHER))
        self.together.setMaximumHeight(self._theme.scaled(TOGETHER))

    # Comparing

    def _clear(self) -> None:
        self._compared = None
        self._rows.clear()
        self._together = ""
        self.together.setPlainText("")
        self._about.setText(_("Comparing…"))
        while (item := self._column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self._let(on=False)

    def _let(self, *, on: bool) -> None:
        for button in (self.keep_disk, self.keep_mine):
            button.setEnabled(on)
        self.save_both.setEnabled(on and bool(self._rows))

    def _show(self, found: _Compared | None) -> None:
        self._job = None
        if found is None:
            self.closed.emit()
            return
        if self._compared is not None and self._compared.conflict == found.conflict:
            return
        self._clear()
        self._compared = found
        one, now = found.conflict, self._context.vault.now()
        differ = [n for n, passage in enumerate(found.both) if not passage.is_same]
        said = ngettext("{count} difference.", "{count} differences.", len(differ))
        self._about.setText(said.format(count=len(differ)))
        if one.changed is not None:
            when = _("changed {when}").format(when=moment_said(one.changed, now))
        else:
            when = _("read {when}").format(when=moment_said(one.read_at, now))
        self._disk.setText(f"{one.path.name} · {when}")
        self._here.setText(
            _("v{number} · you, {when}").format(
                number=one.mine, when=moment_said(one.edited_at, now)
            )
        )
        self._whole.show_comparison(found.comparison, Arrangement.UNIFIED)
        if len(differ) > MOST:
            self._say_too_many(len(differ))
        else:
            self._fill(found.both)
        words = _("Save both, as v{number}").format(number=one.number + 1)
        self.save_both.setText(f"{words}  {key_text(BOTH)}")
        self.save_both.setAccessibleName(words)
        self._let(on=True)
        self._join_soon.start()

    def _fill(self, both: tuple[Passage, ...]) -> None:
        same: list[Passage] = []
        for n, one in enumerate(both):
            if one.is_same:
                same.append(one)
                continue
            self._fold(same)
            same = []
            row = Difference(self._theme, one, suggested(one))
            row.changed.connect(self._join_soon.start)
            self._rows[n] = row
            self._column.addWidget(row)
            self._column.addWidget(rule())
        self._fold(same)
        self._column.addStretch(1)

    def _fold(self, same: list[Passage]) -> None:
        if same:
            self._column.addWidget(Same(self._theme, same))
            self._column.addWidget(rule())

    def _say_too_many(self, count: int) -> None:
        words = _("{count} differences are too many to choose one by one. Keep one side.")
        said = label(words.format(count=count), "muted", wrap=True)
        said.setContentsMargins(14, 14, 14, 14)
        self._column.addWidget(said)
        self._column.addStretch(1)

    def _join(self) -> None:
        found = self._compared
        if found is None or not self._rows:
            return
        choices = {n: row.choice for n, row in self._rows.items()}
        long = len(found.conflict.disk) + len(found.conflict.here) > AT_ONCE
        self._context.jobs.run(
            self,
            _("Joining the texts"),
            lambda _progress: joined(found.both, choices),
            self._show_together,
            short=not long,
        )

    def _show_together(self, text: str) -> None:
        bar = self.together.verticalScrollBar()
        before = bar.value() if self._together else None
        self._together = text
        self.together.setPlainText(text)
        bar.setValue(before if before is not None else self._first_line(text))

    def _first_line(self, text: str) -> int:
        """Where it begins to differ from one of both texts, with a little of what is before."""
        assert self._compared is not None
        found = self._compared.conflict
        same = min(same_at_start(text, side) for side in (found.disk, found.here))
        return max(0, text.count("\n", 0, same) - 1)

    def _on_failed(self, error: Exception) -> None:
        self._job = None
        self._context.jobs.explain(self, error, self._context.say.explain)
        self.closed.emit()

    # Deciding

    def _on_disk(self) -> None:
        if self._compared is not None:
            self._let(on=False)
            self._actions.keep_disk(self._compared.conflict)

    def _on_mine(self) -> None:
        if self._compared is not None:
            self._let(on=False)
            self._actions.keep(self._compared.conflict, self._compared.conflict.here)

    def _on_both(self) -> None:
        """What is to be seen in the preview, which may wait for a tick of this moment."""
        found = self._compared
        if found is not None and self._rows:
            self._let(on=False)
            choices = {n: row.choice for n, row in self._rows.items()}
            self._actions.keep(found.conflict, joined(found.both, choices))

    # Qt

    def event(self, event: QEvent) -> bool:
        is_asked = event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent)
        if is_asked and isinstance(event, QKeyEvent) and is_both(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if is_both(event):
            self.save_both.click()
        elif event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)


def is_both(event: QKeyEvent) -> bool:
    """Whether it is the key that saves both sides."""
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
    return enter and held == Qt.KeyboardModifier.ControlModifier
