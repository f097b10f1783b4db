"""The skills of a pack, one line for each. Public name: `Contents`."""

from collections.abc import Callable, Mapping, Set

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.packs.match import Change, Choice
from app.core.packs.namesakes import calls_stay, shared_names
from app.core.packs.plan import Item
from app.core.words import _, ngettext
from app.ui.theme.theme import Theme
from app.ui.views.packs.importing.incoming import IncomingPack
from app.ui.views.packs.importing.skill_line import SkillLine, role_of
from app.ui.widgets.banner import Banner
from app.ui.widgets.buttons import Button
from app.ui.widgets.emptying import empty
from app.ui.widgets.labels import label, rule

SOON, MORE = 16, 8
"""As many lines are made at once, and then in each slice while nothing else is to do."""
UNASKED = 100
"""So many lines come by themselves; a larger pack shows the rest when asked."""


class Contents(QWidget):
    """All skills of the pack. `changed` when something else is to be done with one."""

    changed = Signal()
    look_requested = Signal(int)

    def __init__(
        self, theme: Theme, area: QWidget, parent: QWidget | None = None, *, narrow: bool = False
    ) -> None:
        """`area` is what it is scrolled in, after which the Tab key comes to the lines.

        In a `narrow` column the lines have no margins, and choices stand below the names.
        """
        super().__init__(parent)
        self._theme, self._area, self._narrow = theme, area, narrow
        self._choices: Mapping[int, Choice] = {}
        self._switched: Set[int] = frozenset()
        self._can_switch = True
        self.lines: list[SkillLine] = []
        self._waiting: tuple[Item, ...] = ()
        self._asked = 0
        """How many of those that wait come by themselves."""
        self._later = QTimer(self, interval=0)
        self._later.timeout.connect(self._go_on)
        self._incoming: IncomingPack | None = None
        self._count = label("", "muted")
        self._all = Button(theme, "", "link")
        self._all.clicked.connect(self._show_rest)
        self._rows = QVBoxLayout()
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(*((0, 4, 0, 8) if narrow else (20, 10, 16, 10)))
        head.setSpacing(10)
        head.addWidget(label(_("Contents"), "head"))
        head.addWidget(self._count, 1)
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.setSpacing(0)
        self.caution = Banner(theme)
        beside = QVBoxLayout()
        beside.setContentsMargins(*((0, 0, 0, 8) if narrow else (20, 0, 16, 10)))
        beside.addWidget(self.caution)
        around.addLayout(head)
        around.addLayout(beside)
        around.addWidget(rule())
        around.addLayout(self._rows)
        around.addWidget(self._all)
        around.addStretch(1)

    def show_incoming(
        self,
        incoming: IncomingPack,
        choices: Mapping[int, Choice] | None = None,
        switched: Set[int] = frozenset(),
    ) -> None:
        """Start over with these skills; what `choices` do not name is done by default."""
        self._choices, self._switched = choices or {}, switched
        empty(self._rows)
        self.lines = []
        self._incoming = incoming
        self._count.setText(_counted(incoming))
        self._warn(shared_names(item.namesakes for item in incoming.plan.items))
        self._waiting = incoming.plan.items
        self._asked = min(UNASKED, len(self._waiting))
        self._show_some(SOON)
        self._later.start()

    def _warn(self, words: str) -> None:
        """What is to be known of the skills together."""
        if words:
            self.caution.say(words, "warn", closable=False)
        else:
            self.caution.hide()

    def choices(self) -> dict[int, Choice]:
        """What is to be done, by index; what has no line yet is done by default."""
        made = {item.index: item.default for item in self._waiting} | dict(self._choices)
        return made | {line.item.index: line.choice for line in self.lines}

    def switched(self) -> frozenset[int]:
        """The new skills, by index, to which calls of their namesakes are to lead."""
        made = {line.item.index: line.switches for line in self.lines}
        wanted = {index for index in self._switched if self._can_switch and index not in made}
        return frozenset(wanted | {index for index, on in made.items() if on})

    def allow_switch(self, allowed: bool) -> None:
        """Whether calls can lead to what comes in: not while it is to go into quarantine."""
        self._can_switch = allowed
        for line in self.lines:
            line.allow_switch(allowed)

    def _go_on(self) -> None:
        if self._asked:
            self._show_some(MORE)
        else:
            self._later.stop()

    def _show_some(self, count: int) -> None:
        count = min(count, self._asked)
        now, self._waiting = self._waiting[:count], self._waiting[count:]
        self._asked -= count
        before = self.lines[-1].last if self.lines else self._area
        for item in now:
            line = SkillLine(
                self._theme, item, self._role(item), self._about(item), narrow=self._narrow
            )
            line.choose(self._choices.get(item.index, item.default))
            if line.switch is not None:
                line.switch.setChecked(item.index in self._switched)
            line.allow_switch(self._can_switch)
            line.changed.connect(self.changed)
            line.look_requested.connect(self.look_requested)
            self.lines.append(line)
            self._rows.addWidget(line)
            self._rows.addWidget(rule())
            line.follow(before)
            before = line.last
        rest = len(self._waiting) - self._asked
        words = ngettext("Show {count} more skill", "Show {count} more skills", rest)
        self._all.setText(words.format(count=rest))
        self._all.setVisible(rest > 0)

    def _role(self, item: Item) -> str:
        assert self._incoming is not None
        return role_of(self._incoming.plan.incoming_skills[item.index].skill)

    def _about(self, item: Item) -> list[str]:
        """What it is to the library, and how it differs from what is there."""
        assert self._incoming is not None
        version, differs = self._incoming.plan.pack.version, self._incoming.differences
        origin = item.existing.meta.origin if item.existing is not None else None
        if item.change is Change.UPDATED and origin is not None:
            words = _("{old} to {new}").format(old=origin.version, new=version)
            words = words if version else item.reason
            return [words, differs.get(item.index, ""), *item.notices]
        stay = calls_stay(item.namesakes)
        return [item.reason, stay, differs.get(item.index, ""), *item.notices]

    def _show_rest(self) -> None:
        self._asked = len(self._waiting)
        self._show_some(SOON)
        self._later.start()


def _counted(incoming: IncomingPack) -> str:
    """Such as "1 new, 2 updates, 1 conflict, 2 same"."""
    words: tuple[tuple[Change, Callable[[int], str]], ...] = (
        (Change.NEW, lambda n: ngettext("{count} new", "{count} new", n)),
        (Change.UPDATED, lambda n: ngettext("{count} update", "{count} updates", n)),
        (Change.CONFLICT, lambda n: ngettext("{count} conflict", "{count} conflicts", n)),
        (Change.SAME, lambda n: ngettext("{count} same", "{count} same", n)),
    )
    counts = ((incoming.plan.count(change), said) for change, said in words)
    return ", ".join(said(count).format(count=count) for count, said in counts if count)
