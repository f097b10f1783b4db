"""The review of several packs before they come into the library. Public name: `ReviewDialog`."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.errors import AppError
from app.core.packs import install, plan
from app.core.packs.format.problems import WrongPassphrase
from app.core.packs.install import Imported, StalePlan
from app.core.packs.plan import Plan
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.engrams.destination import Destination
from app.ui.views.packs.importing.detail import PackDetail
from app.ui.views.packs.importing.filters import PackFilters
from app.ui.views.packs.importing.incoming import Found, enter, size_words
from app.ui.views.packs.importing.review import Entry, Into, Review
from app.ui.views.packs.importing.table import PackTable
from app.ui.widgets.elided import Elided
from app.ui.widgets.import_review import ImportReview
from app.ui.widgets.labels import rule
from app.ui.widgets.part_keys import answer_key
from app.ui.widgets.switch import Switch
from app.ui.widgets.tips import plain_tip

SIZE = QSize(1280, 800)
LIST, DETAIL, LEAST_DETAIL = 860, 418, 310


class ReviewDialog(ImportReview[Imported]):
    """All packs in one table, held against the library and against each other."""

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        comparing = _("Comparing with the library…")
        super().__init__(context, _("Open packs"), comparing, parent, "packs", "review")
        self.review = Review()
        self._planning: Job | None = None
        self._is_moving = False
        """Whether they are held against another engram: the same packs come in afterwards."""
        self._starts_then = False
        self._unlocking: dict[Entry, Job] = {}
        self.table = PackTable(context.theme, self.review)
        self.detail = PackDetail(context, self.review)
        offers = [
            (_("Each in its usual engram"), Into.USUAL),
            (_("One engram per pack"), Into.OWN),
        ]
        self.destination = Destination(context, _("Imported"), offers, across=True)
        self.quarantine = Switch(context.theme, _("Keep in quarantine"))
        self.quarantine.setChecked(True)
        self._quarantined = Elided(role="caption")
        self.filters = PackFilters(context.theme, self.review)
        self._lay_out()
        self._connect()
        self.resize(SIZE)
        self.table.setFocus()

    def add(self, found: Iterable[Found]) -> list[Entry]:
        """Review these as well."""
        new = self.review.add(found)
        self.setWindowTitle(self._title())
        self.title.setText(self._title())
        self._plan()
        return new

    # Layout

    def _lay_out(self) -> None:
        left = QVBoxLayout()
        left.setSpacing(0)
        left.addWidget(self.filters)
        left.addWidget(rule())
        left.addWidget(self.table, 1)
        self.detail.setMinimumWidth(max(self.share(LEAST_DETAIL), LEAST_DETAIL))
        self.detail.setMaximumWidth(max(self.share(DETAIL), LEAST_DETAIL))
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addLayout(left, LIST)
        middle.addWidget(rule("down"))
        middle.addWidget(self.detail, DETAIL)
        top = QVBoxLayout()
        top.setContentsMargins(20, 0, 20, 0)
        top.addWidget(self.banner)
        self.body.addLayout(top)
        self.body.addWidget(rule())
        self.body.addLayout(middle, 1)
        self._fill_footer(
            self.quarantine, self._quarantined, (self.destination,), (self.cancel, self.go)
        )

    def _connect(self) -> None:
        self.table.fronted.connect(self.detail.show_entry)
        self.table.headed.connect(
            lambda group: self.detail.show_group(*self.table.packs.head_words(group))
        )
        self.table.entered.connect(lambda _entry: self.detail.ask())
        self.table.changed.connect(self._show_state)
        self.detail.changed.connect(self._show_state)
        self.detail.unlock.connect(self._unlock)
        self.filters.changed.connect(lambda: self.table.filter(self.filters.wants))
        self.destination.chosen.connect(self._go_elsewhere)
        self.quarantine.toggled.connect(self._on_quarantine)
        for decided in (
            self.table.changed,
            self.detail.changed,
            self.detail.unlock,
            self.destination.chosen,
            self.quarantine.toggled,
        ):
            decided.connect(self._question.touch)
        self.go.clicked.connect(self.start)
        for keys in ("/", "Ctrl+F"):
            answer_key(self, keys, self._focus_search)

    def _focus_search(self) -> None:
        self.filters.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filters.search.selectAll()

    # What it shows

    def _title(self) -> str:
        count = len(self.review.entries)
        return ngettext("Open {count} pack", "Open {count} packs", count).format(count=count)

    def _plan(self, *, moving: bool = False) -> None:
        """Hold all that are open against the library, and against each other."""
        self._is_moving = moving and (self._planning is None or self._is_moving)
        self._starts_then = False
        if self._planning is not None:
            self._planning.cancel()
        vault = self._context.vault
        unpacked = [e.found.unpacked for e in self.review.opened if e.found.unpacked is not None]
        places = self.review.places()
        self._planning = self._context.jobs.start(
            self,
            _("Comparing with the library"),
            lambda _job: plan.plans(vault, unpacked, places),
            self._on_planned,
            self._on_failed,
        )
        self._show_go()

    def _on_planned(self, made: Sequence[Plan]) -> None:
        self._planning = None
        self.review.show_plans(made)
        self._show_state()
        if self._starts_then:
            self.start()

    def _show_state(self) -> None:
        self.table.refresh()
        if (front := self.table.front) is not None:
            self.detail.show_entry(front)
        self._say_what_is_here()
        self.filters.refresh()
        self._show_quarantine()
        self._show_go()

    def _show_go(self) -> None:
        self.go.say(self.review.import_words(), *self.review.longest_words())
        ready = self._importing is None and (self._planning is None or self._is_moving)
        self.go.setEnabled(ready and bool(self.review.coming))
        self._show_cancel()

    def _say_what_is_here(self) -> None:
        entries = self.review.entries
        skills = sum(len(e.found.unpacked.skills) for e in entries if e.found.unpacked is not None)
        size = sum(e.found.outside.size for e in entries if e.found.outside is not None)
        signed = sum(e.signer is not None for e in entries)
        said = [
            ngettext("{count} skill", "{count} skills", skills).format(count=skills),
            size_words(size),
            ngettext("{count} signature checked", "{count} signatures checked", signed).format(
                count=signed
            ),
            _("nothing is imported yet"),
        ]
        self.subtitle.setText(" · ".join(said))
        self.subtitle.show()

    def _show_quarantine(self) -> None:
        """Whom the switch is about: of those that come, the ones nobody vouches for."""
        coming = self.review.coming
        kept = [e for e in coming if e.is_uncompared and not self.review.is_trusted(e)]
        unsigned = sum(entry.signer is None and not entry.is_skill_files for entry in coming)
        self.quarantine.setEnabled(bool(kept))
        words = ngettext(
            "{count} pack, inert for agents until you release its skills",
            "{count} packs, inert for agents until you release their skills",
            len(kept),
        )
        said = [words.format(count=len(kept))] if kept else []
        if unsigned:
            always = ngettext("{count} unsigned always", "{count} unsigned always", unsigned)
            said.append(always.format(count=unsigned))
        if coming and not said:
            said.append(_("No signer is in doubt"))
        self._quarantined.setText("; ".join(said))
        self.quarantine.setToolTip(plain_tip("; ".join(said)))

    # What people decide

    def _go_elsewhere(self, place: Into | int | str) -> None:
        self.review.place = place
        self._plan(moving=True)

    def _on_quarantine(self, on: bool) -> None:
        self.review.quarantine = on
        self.detail.look_at_quarantine()

    def _unlock(self, entry: Entry, passphrase: str) -> None:
        vault, outside = self._context.vault, entry.found.outside
        assert outside is not None
        self._unlocking[entry] = self._context.jobs.start(
            self,
            _("Opening {file}").format(file=entry.path.name),
            lambda job: enter(vault, outside, passphrase, job),
            lambda found: self._on_unlocked(entry, found),
            lambda error: self._on_locked(entry, error),
        )

    def _on_unlocked(self, entry: Entry, found: Found) -> None:
        del self._unlocking[entry]
        entry.found = found
        self._plan()

    def _on_locked(self, entry: Entry, error: Exception) -> None:
        del self._unlocking[entry]
        if isinstance(error, WrongPassphrase):
            self.detail.refuse(entry, error)
        elif isinstance(error, AppError):
            entry.found = Found(entry.path, entry.found.outside, problem=error)
            self._show_state()
        else:
            self._context.jobs.failed.emit(self, error)

    # Importing

    def start(self) -> None:
        """Import what is ticked, as soon as it is known how it compares."""
        form = self.detail.form
        if form is not None and form.field.hasFocus():
            form.open.click()
            return
        if not self.go.isEnabled():
            return
        self.destination.commit()
        if self._planning is not None:
            self._starts_then = True
            return
        vault, made, decisions = self._context.vault, self.review.plans, self.review.decisions()
        count = len(decisions)
        title = ngettext("Importing {count} pack", "Importing {count} packs", count)
        self._import(
            title.format(count=count),
            lambda job: [*install.apply_all(vault, made, decisions, progress=job).values()],
        )

    def _inputs(self) -> Sequence[QWidget]:
        return self.table, self.detail

    def _waiting_for(self) -> Sequence[Job]:
        planning = () if self._planning is None else (self._planning,)
        return *planning, *self._unlocking.values()

    def _on_stopped(self) -> None:
        super()._on_stopped()
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_failed(self, error: Exception) -> None:
        """Where the library moved, look again."""
        self._planning = None
        super()._on_failed(error)
        if isinstance(error, StalePlan):
            self._plan()

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter in the search leads to what was found."""
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and plain and self.filters.search.hasFocus():
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().keyPressEvent(event)
