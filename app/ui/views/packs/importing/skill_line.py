"""One skill of a pack, with what it is to the library and what is to be done with it.

Public names: `SkillLine`, `role_of`.
"""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.library.derive import derived_role
from app.core.packs.match import Change, Choice
from app.core.packs.plan import Item
from app.core.skills.model import Skill
from app.core.words import _, ngettext
from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import Button
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import Tone, label, tag
from app.ui.widgets.select import Select
from app.ui.widgets.tips import plain_tip

HEIGHT = 45
LEAST = 40
"""Px of words that go on in a next line."""
ICON = 16

_TAGS: dict[Change, Tone] = {
    Change.NEW: "ok",
    Change.UPDATED: "info",
    Change.CONFLICT: "warn",
    Change.SAME: "neutral",
}


def change_words(item: Item) -> tuple[str, Tone]:
    """What a skill is to the library, in a word, and its colour."""
    if item.change is Change.SAME and Choice.REPLACE in item.choices:
        return _("Changed by you"), "neutral"
    words = {
        Change.NEW: _("New"),
        Change.UPDATED: _("Update"),
        Change.CONFLICT: _("Conflict"),
        Change.SAME: _("Same"),
    }
    return words[item.change], _TAGS[item.change]


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
        self,
        theme: Theme,
        item: Item,
        role: str,
        about: list[str],
        parent: QWidget | None = None,
        *,
        narrow: bool = False,
    ) -> None:
        super().__init__(parent)
        self.item = item
        self._theme, self._role, self._can_switch = theme, role, True
        self.tick = QCheckBox()
        self.tick.setAccessibleName(_("Import {name}").format(name=item.name))
        self.tick.setChecked(item.default is not Choice.KEEP)
        self.tick.setEnabled(self._wanted() is not None)
        self._icon = QLabel()
        self._paint_icon()
        self._select = self._choices() if item.change is Change.CONFLICT else None
        words = _("Preview") if item.existing is None else _("Compare")
        self.look = Button(theme, words, "quiet", size="small")
        self.look.setAccessibleName(f"{words}: {item.name}")
        self.switch = self._switch() if item.callers else None
        self._lay_out(about, narrow=narrow)
        settled = item.change is Change.SAME and Choice.REPLACE not in item.choices
        self.look.setVisible(not settled)  # once it lies in the line: alone it would be a window
        self.tick.toggled.connect(self._on_tick)
        self.look.clicked.connect(self._ask_look)
        theme.changed.connect(self._paint_icon)

    @property
    def choice(self) -> Choice:
        """What is to be done with it."""
        if not self.tick.isChecked():
            return Choice.KEEP
        if self._select is not None:
            return Choice(self._select.currentData())
        return self._wanted() or Choice.KEEP

    @property
    def switches(self) -> bool:
        """Whether calls of its namesakes are to lead to it."""
        return self.switch is not None and self.switch.isEnabled() and self.switch.isChecked()

    def allow_switch(self, allowed: bool) -> None:
        """Whether anything can call it once it is here: not in quarantine."""
        if self.switch is not None:
            self.switch.setEnabled(allowed and self.tick.isChecked())
            said = "" if allowed else _("Nothing can call a skill in quarantine.")
            self.switch.setToolTip(plain_tip(said))
        self._can_switch = allowed

    def choose(self, choice: Choice) -> None:
        """Make a choice for the person, as far as it is possible."""
        if choice in self.item.choices:
            if self._select is not None:
                self._select.setCurrentIndex(self._select.findData(choice))
            self.tick.setChecked(choice is not Choice.KEEP)

    @property
    def last(self) -> QWidget:
        """Where the Tab key leaves the line."""
        return self.switch or self._select or self.look

    def follow(self, before: QWidget) -> None:
        """The Tab key comes here from `before`, not after everything that was made earlier."""
        for part in (self.tick, self.look, self._select, self.switch):
            if part is not None:
                QWidget.setTabOrder(before, part)
                before = part

    def _choices(self) -> Select:
        made = Select(self._theme, _("What to do with {name}").format(name=self.item.name))
        for choice in self.item.choices:
            made.addItem(choice_word(choice), choice)
        made.currentIndexChanged.connect(self._on_choice)
        return made

    def _switch(self) -> QCheckBox:
        """Off unless a person wants it: calls stay where they were."""
        count = len(self.item.callers)
        words = ngettext(
            "Switch {count} caller to it",
            "Switch {count} callers to it",
            count,
        )
        made = QCheckBox(words.format(count=count))
        made.toggled.connect(lambda _on: self.changed.emit())
        return made

    def _wanted(self) -> Choice | None:
        """What a tick means: the first choice that brings something in."""
        return next((c for c in self.item.choices if c is not Choice.KEEP), None)

    def _lay_out(self, about: list[str], *, narrow: bool) -> None:
        title = QHBoxLayout()
        title.setSpacing(8)
        if narrow:
            name = label(self.item.name, "name", wrap=True)
            name.setMinimumWidth(LEAST)
        else:
            title.addWidget(
                Elided(self.item.name, "name", Qt.TextElideMode.ElideMiddle, modest=True)
            )
        title.addWidget(tag(*change_words(self.item)))
        if not narrow:
            title.addStretch(1)
        said = self._caption(about)
        is_needed = bool(self.item.namesakes or self.item.notices)  # such as where calls will lead
        caption = (
            label(said, "caption", wrap=True) if is_needed or narrow else Elided(said, "caption")
        )
        if narrow:
            caption.setMinimumWidth(LEAST)
        words = QVBoxLayout()
        words.setSpacing(1)
        if narrow:
            words.addWidget(name)
        words.addLayout(title)
        words.addWidget(caption)
        column = QVBoxLayout(self)
        column.setContentsMargins(*((0, 5, 0, 5) if narrow else (20, 4, 16, 4)))
        column.setSpacing(4)
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addStrut(HEIGHT - 8)
        column.addLayout(row)
        if self.switch is not None and narrow:
            below = QHBoxLayout()
            below.addSpacing(self.tick.sizeHint().width() + row.spacing())
            below.addWidget(self.switch, 1)
            column.addLayout(below)
        elif self.switch is not None:
            words.addSpacing(3)
            words.addWidget(self.switch)
        row.addWidget(self.tick)
        row.addWidget(self._icon)
        row.addLayout(words, 1)
        if narrow:
            title.addStretch(1)
            title.addWidget(self.look)
        else:
            row.addWidget(self.look)
        if self._select is not None and narrow:
            words.addWidget(self._select)
        elif self._select is not None:
            row.addWidget(self._select)

    def _caption(self, about: list[str]) -> str:
        item, said = self.item, about
        if item.change is Change.NEW and item.needed_by:
            need = item.needed_by[0]
            words = _("Called by step {step} of {name}") if need.step else _("Called by {name}")
            known = about if item.namesakes else [*item.notices]
            said = [*known, words.format(step=need.step, name=need.skill)]
        said = [part.rstrip(".") for part in said if part]
        if item.missing:
            words = ngettext(
                "calls {name}, which you do not have",
                "calls {count} skills that you do not have",
                len(item.missing),
            )
            said.append(words.format(name=item.missing[0], count=len(item.missing)))
        return " · ".join(said)

    def _on_tick(self, on: bool) -> None:
        """A tick on a conflict that was to be left alone makes the first other choice."""
        if (select := self._select) is not None:
            kept = select.currentData() == Choice.KEEP
            if on and kept:
                select.setCurrentIndex(select.findData(self._wanted()))
            elif not on and not kept:
                select.setCurrentIndex(select.findData(Choice.KEEP))
        self.allow_switch(self._can_switch)
        self.changed.emit()

    def _on_choice(self) -> None:
        assert self._select is not None
        self.tick.setChecked(self._select.currentData() != Choice.KEEP)
        self.changed.emit()

    def _ask_look(self) -> None:
        self.look_requested.emit(self.item.index)

    def _paint_icon(self) -> None:
        scale = self.devicePixelRatioF()
        self._icon.setPixmap(self._theme.pixmap(self._role, "t3", self._theme.scaled(ICON), scale))


def role_of(skill: Skill) -> str:
    """The drawing for where a skill stands."""
    role = derived_role(skill)
    return role if role in ("orchestrator", "processor", "utility") else "skills"
