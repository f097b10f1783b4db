"""The skills of a pack, each with what it is to the library and what is to be done with it.

Public names: `Contents`, `SkillLine`.
"""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.core.library.library import derived_role
from app.core.packs.match import Change, Choice
from app.core.packs.plan import Item
from app.core.skills.grammar import parse
from app.core.words import _, ngettext
from app.ui.dialogs.arrival import Arrival
from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import Button
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import Tone, label, rule, tag
from app.ui.widgets.select import Select

HEIGHT = 45
ICON = 16
AT_ONCE = 100
"""So many lines are made at first; a larger pack shows the rest when asked."""

_TAGS: dict[Change, Tone] = {
    Change.NEW: "ok",
    Change.UPDATED: "info",
    Change.CONFLICT: "warn",
    Change.SAME: "neutral",
}


def change_word(change: Change) -> str:
    return {
        Change.NEW: _("New"),
        Change.UPDATED: _("Update"),
        Change.CONFLICT: _("Conflict"),
        Change.SAME: _("Same"),
    }[change]


def choice_word(choice: Choice) -> str:
    return {
        Choice.ADD: _("Import"),
        Choice.REPLACE: _("Replace"),
        Choice.RENAME: _("Keep both"),
        Choice.KEEP: _("Keep mine"),
    }[choice]


class SkillLine(QWidget):
    """One skill: a tick, what it is, a look at it, and a choice where there is one to make."""

    changed = Signal()
    look_requested = Signal(int)

    def __init__(
        self, theme: Theme, item: Item, about: list[str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.item = item
        self._theme = theme
        self._role = item_role(item)
        self.tick = QCheckBox()
        self.tick.setAccessibleName(_("Import {name}").format(name=item.name))
        self.tick.setChecked(item.default is not Choice.KEEP)
        self.tick.setEnabled(self._wanted() is not None)
        self._icon = QLabel()
        self._paint_icon()
        self._select = Select(theme, _("What to do with {name}").format(name=item.name))
        for choice in item.choices:
            self._select.addItem(choice_word(choice), choice)
        self._select.setVisible(item.change is Change.CONFLICT)
        words = _("Preview") if item.existing is None else _("Compare")
        self.look = Button(theme, words, "quiet", size="small")
        self.look.setAccessibleName(f"{words}: {item.name}")
        settled = item.change is Change.SAME and Choice.REPLACE not in item.choices
        self.look.setVisible(not settled)
        self._lay_out(about)
        self.setMinimumHeight(HEIGHT)
        self.tick.toggled.connect(self._on_tick)
        self._select.currentIndexChanged.connect(self._on_choice)
        self.look.clicked.connect(self._ask_look)
        theme.changed.connect(self._paint_icon)

    @property
    def choice(self) -> Choice:
        """What is to be done with it."""
        if not self.tick.isChecked():
            return Choice.KEEP
        if self.item.change is Change.CONFLICT:
            return Choice(self._select.currentData())
        return self._wanted() or Choice.KEEP

    def choose(self, choice: Choice) -> None:
        """Make a choice for the person, as far as it is possible."""
        if choice in self.item.choices:
            self._select.setCurrentIndex(self._select.findData(choice))
            self.tick.setChecked(choice is not Choice.KEEP)

    def _wanted(self) -> Choice | None:
        """What a tick means: the first choice that brings something in."""
        return next((c for c in self.item.choices if c is not Choice.KEEP), None)

    def _lay_out(self, about: list[str]) -> None:
        title = QHBoxLayout()
        title.setSpacing(8)
        name = label(self.item.name, "name")
        name.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        title.addWidget(name)
        title.addWidget(tag(change_word(self.item.change), _TAGS[self.item.change]))
        title.addStretch(1)
        caption = Elided(self._caption(about), "caption")
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addLayout(title)
        words.addWidget(caption)
        row = QHBoxLayout(self)
        row.setContentsMargins(20, 4, 16, 4)
        row.setSpacing(10)
        row.addWidget(self.tick)
        row.addWidget(self._icon)
        row.addLayout(words, 1)
        row.addWidget(self.look)
        row.addWidget(self._select)

    def _caption(self, about: list[str]) -> str:
        item, said = self.item, about
        if item.change is Change.NEW and item.needed_by:
            need = item.needed_by[0]
            words = _("Called by step {step} of {name}") if need.step else _("Called by {name}")
            said = [words.format(step=need.step, name=need.skill)]
        said = [part.rstrip(".") for part in said if part]
        if item.missing:
            words = ngettext(
                "calls {name}, which is not here",
                "calls {count} skills that are not here",
                len(item.missing),
            )
            said.append(words.format(name=item.missing[0], count=len(item.missing)))
        return " · ".join(said)

    def _on_tick(self, on: bool) -> None:
        """A tick on a conflict that was to be left alone makes the first other choice."""
        if self.item.change is Change.CONFLICT:
            kept = self._select.currentData() == Choice.KEEP
            if on and kept:
                self._select.setCurrentIndex(self._select.findData(self._wanted()))
            elif not on and not kept:
                self._select.setCurrentIndex(self._select.findData(Choice.KEEP))
        self.changed.emit()

    def _on_choice(self) -> None:
        self.tick.setChecked(self._select.currentData() != Choice.KEEP)
        self.changed.emit()

    def _ask_look(self) -> None:
        self.look_requested.emit(self.item.index)

    def _paint_icon(self) -> None:
        scale = self.devicePixelRatioF()
        self._icon.setPixmap(self._theme.pixmap(self._role, "t3", ICON, scale))


def item_role(item: Item) -> str:
    """The drawing for where the skill stands."""
    role = derived_role(parse(item.text))
    return role if role in ("orchestrator", "processor", "utility") else "skills"


class Contents(QWidget):
    """All skills of the pack. `changed` when something else is to be done with one."""

    changed = Signal()
    look_requested = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.lines: list[SkillLine] = []
        self._waiting: tuple[Item, ...] = ()
        self._differences: dict[int, str] = {}
        self._version = ""
        self._count = label("", "muted")
        self._all = Button(theme, "", "link")
        self._all.clicked.connect(self._show_rest)
        self._rows = QVBoxLayout()
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(0)
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._rows)
        column.addWidget(self._all)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(holder)
        area.setFrameShape(area.Shape.NoFrame)
        area.setAccessibleName(_("Contents"))
        head = QHBoxLayout()
        head.setContentsMargins(20, 10, 16, 10)
        head.setSpacing(10)
        head.addWidget(label(_("Contents"), "head"))
        head.addWidget(self._count, 1)
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.setSpacing(0)
        around.addLayout(head)
        around.addWidget(rule())
        around.addWidget(area, 1)

    def show_arrival(self, arrival: Arrival) -> None:
        """Start over with these skills and their defaults."""
        while (old := self._rows.takeAt(0)) is not None:
            if (widget := old.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.lines = []
        self._differences = arrival.differences
        self._version = arrival.plan.pack.version
        self._count.setText(_counted(arrival))
        self._waiting = arrival.plan.items
        self._show_some(AT_ONCE)

    def choices(self) -> dict[int, Choice]:
        """What is to be done, by index; what has no line yet is done by default."""
        made = {item.index: item.default for item in self._waiting}
        return made | {line.item.index: line.choice for line in self.lines}

    def _show_some(self, count: int) -> None:
        now, self._waiting = self._waiting[:count], self._waiting[count:]
        for item in now:
            line = SkillLine(self._theme, item, self._about(item))
            line.changed.connect(self.changed)
            line.look_requested.connect(self.look_requested)
            self.lines.append(line)
            self._rows.addWidget(line)
            self._rows.addWidget(rule())
        words = ngettext("Show {count} more skill", "Show {count} more skills", len(self._waiting))
        self._all.setText(words.format(count=len(self._waiting)))
        self._all.setVisible(bool(self._waiting))

    def _about(self, item: Item) -> list[str]:
        """What it is to the library, and how it differs from what is there."""
        origin = item.existing.meta.origin if item.existing is not None else None
        if item.change is Change.UPDATED and origin is not None:
            words = _("{old} to {new}").format(old=origin.version, new=self._version)
            return [words, self._differences.get(item.index, "")]
        return [item.reason, self._differences.get(item.index, "")]

    def _show_rest(self) -> None:
        self._show_some(len(self._waiting))


def _counted(arrival: Arrival) -> str:
    """Such as "1 new, 2 updates, 1 conflict, 2 same"."""
    words: tuple[tuple[Change, Callable[[int], str]], ...] = (
        (Change.NEW, lambda n: ngettext("{count} new", "{count} new", n)),
        (Change.UPDATED, lambda n: ngettext("{count} update", "{count} updates", n)),
        (Change.CONFLICT, lambda n: ngettext("{count} conflict", "{count} conflicts", n)),
        (Change.SAME, lambda n: ngettext("{count} same", "{count} same", n)),
    )
    counts = ((arrival.plan.count(change), said) for change, said in words)
    return ", ".join(said(count).format(count=count) for count, said in counts if count)
