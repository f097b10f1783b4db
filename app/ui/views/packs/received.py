"""The packs that were imported, and the skills that wait to be released.

Public names: `ImportedPacks`, `Quarantine`.
"""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.core.library import catalogue, skill_actions
from app.core.library.catalogue import SkillRow
from app.core.library.record import Status
from app.core.matching.query import Query, fit, spaced
from app.core.packs import received, trust
from app.core.packs.credentials import credentials, standing_name
from app.core.packs.format.contents import Signer
from app.core.packs.format.names import plain
from app.core.packs.received import Received
from app.core.packs.trust import Standing
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.packs.section import Line, Section
from app.ui.widgets.button_menu import ButtonMenu
from app.ui.widgets.buttons import Button
from app.ui.widgets.labels import label
from app.ui.widgets.menu_words import menu_words
from app.ui.widgets.moments import day
from app.ui.widgets.search_field import SearchField
from app.ui.write_queue import FEW

SHOWN = 100
"""Lines of a list that are shown; the library has the rest."""
AT_A_GLANCE = 6
"""So many packs are found without a search."""
SEARCH = 240
"""Px of the field for it, at the usual size of text."""


class ImportedPacks(Section):
    """Each leads to the skills it brought, by which it is found as well."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(_("Imported packs"), parent=parent)
        self._context = context
        self._packs: tuple[Received, ...] = ()
        self._rows: dict[int, SkillRow] = {}
        self.search = SearchField(context.theme, _("Find a pack, publisher, or skill"))
        self.search.textChanged.connect(self._show)
        for leads_on in (self.search.entered, self.search.returnPressed, self.search.left):
            leads_on.connect(self._enter)
        self.end.addWidget(self.search)
        context.theme.changed.connect(self._scale)
        self._scale()

    @property
    def first(self) -> Button | None:
        """The button of the first pack that has one."""
        return next(filter(None, (line.findChild(Button) for line in self.lines)), None)

    def refresh(self) -> int:
        """Show every import there was; how many there are."""
        self._rows = {row.id: row for row in catalogue.rows(self._context.vault)}
        self._packs = received.packs(self._context.vault)
        self.search.setVisible(len(self._packs) > AT_A_GLANCE or bool(self.search.text()))
        self._show()
        return len(self._packs)

    def _show(self) -> None:
        """Those that are looked for."""
        query, every = Query(self.search.text()), len(self._packs)
        found = [pack for pack in self._packs if not query or self._fits(pack, query)]
        lines = [self._line(pack, self._rows) for pack in found[:SHOWN]]
        if every and not found:
            nothing = label(_("No imported pack matches."), "muted")
            nothing.setContentsMargins(14, 9, 12, 9)
            lines = [nothing]
        of_all = _("{count} of {all}").format(count=len(found), all=every)
        self.show_lines(lines, of_all if query else every)

    def _fits(self, pack: Received, query: Query) -> bool:
        titles = (self._rows[one].title for one in pack.skills if one in self._rows)
        said = (f"{pack.name} {pack.version}", plain(pack.publisher), *titles)
        return fit(query, *map(spaced, said)) is not None

    def _enter(self) -> None:
        """The keyboard goes on at the first that was found."""
        if self.first is not None:
            self.first.setFocus(Qt.FocusReason.TabFocusReason)

    def _scale(self) -> None:
        self.search.setMinimumWidth(self._context.theme.scaled(SEARCH))

    def _line(self, pack: Received, rows: dict[int, SkillRow]) -> QWidget:
        when = day(pack.at, self._context.vault.now())
        who = self._who(pack)
        words = _("{publisher} · {day}").format(publisher=who, day=when)
        name = f"{pack.name} {pack.version}".strip()
        line = Line(self._context.theme, "packs", "t3", name, words)
        there = [rows[skill] for skill in pack.skills if skill in rows]
        if not there:
            line.end.addWidget(label(_("its skills were deleted"), "caption"))
            return line
        count = ngettext("{count} skill", "{count} skills", len(there)).format(count=len(there))
        button = Button(self._context.theme, count, size="small", icon="chevron-down")
        button.setAccessibleName(f"{name}: {count}")
        menu = ButtonMenu(button)
        for row in there[:SHOWN]:
            menu.addAction(menu_words(row.title), partial(self._context.go.skill, row.id))
        button.setMenu(menu)
        line.end.addWidget(button)
        return line

    def _who(self, pack: Received) -> str:
        """Whose it is, as far as that is to be believed today."""
        if pack.key:
            return credentials(trust.judge(self._context.vault, Signer(pack.key, pack.publisher)))
        name = plain(pack.publisher) or _("no name")
        return _("{name} · {standing}").format(name=name, standing=standing_name(Standing.UNSIGNED))


class Quarantine(Section):
    """Skills that are visible and inert, until they are let go."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        about = _("Agents and calls do not see these skills until you release them.")
        super().__init__(_("In quarantine"), about, parent)
        self._context = context
        self._skills: tuple[int, ...] = ()
        everything = Button(context.theme, _("Release all"), size="small", icon="unlock")
        everything.clicked.connect(self._release_all)
        self.end.addWidget(everything)

    def refresh(self) -> int:
        """Show what waits; how many skills there are."""
        rows = catalogue.rows(self._context.vault, status=Status.QUARANTINED)
        self._skills = tuple(row.id for row in rows)
        lines = [self._line(row) for row in rows[:SHOWN]]
        self.show_lines(lines, len(rows))
        self.setVisible(bool(rows))
        return len(rows)

    def _line(self, row: SkillRow) -> QWidget:
        where = _("in {engram}").format(engram=row.engram_name)
        line = Line(self._context.theme, "lock", "warn", row.title, where)
        read = Button(self._context.theme, _("Read"), "quiet", size="small")
        read.setAccessibleName(_("Read {name}").format(name=row.title))
        read.clicked.connect(lambda *_checked: self._context.go.skill(row.id))
        release = Button(self._context.theme, _("Release"), size="small")
        release.setAccessibleName(_("Release {name}").format(name=row.title))
        release.clicked.connect(self._releaser(row.id))
        line.end.addWidget(read)
        line.end.addWidget(release)
        return line

    def _releaser(self, *skills: int) -> Callable[[], None]:
        return lambda: self._release(skills)

    def _release_all(self) -> None:
        self._release(self._skills)

    def _release(self, skills: tuple[int, ...]) -> None:
        vault, count = self._context.vault, len(skills)
        words = ngettext("{count} skill released", "{count} skills released", count)
        self._context.writes.run(
            self,
            _("Releasing"),
            lambda progress: skill_actions.release(vault, *skills, progress=progress),
            lambda _nothing: self._context.say.tell(words.format(count=count), undoable=True),
            short=count <= FEW,
        )
