"""What a pack will hold, and what should be looked at before it leaves. Public: `PackedSkills`."""

from dataclasses import dataclass, replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.library import catalogue, library
from app.core.packs import export
from app.core.packs.export import Options, Packing
from app.core.skills.reading.description import shown_description
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from app.core.words import _, ngettext
from app.ui.theme.theme import Theme
from app.ui.views.packs.importing.scan_findings import Place, ScanColumn
from app.ui.widgets.elided import Elided
from app.ui.widgets.emptying import empty
from app.ui.widgets.labels import label
from app.ui.widgets.switch import Switch

ICON = 14
SHOWN = 60


@dataclass(frozen=True, slots=True)
class Goods:
    """A skill that goes along, and which one calls it; empty for one that was chosen."""

    title: str
    because: str


@dataclass(frozen=True, slots=True)
class Cargo:
    """Everything to be shown of a pack before it is written; `alone`: nothing else is called.

    What the pack says of itself is what was asked for; without that what the skills came with, or
    else what a single skill says of itself.
    """

    goods: tuple[Goods, ...]
    alone: bool
    packing: Packing

    @property
    def description(self) -> str:
        return self.packing.pack.description

    def covers(self, packing: Packing) -> bool:
        """Whether all that would leave with `packing` is what was looked at here."""
        mine, other = self.packing.pack, packing.pack
        return (mine.description, mine.skills) == (other.description, other.skills)


def load(vault: Vault, chosen: tuple[int, ...], options: Options) -> Cargo:
    """Look at what would be packed. Reads every text: a job."""
    wanted = export.closure(vault, chosen)
    packed = frozenset(wanted if options.with_calls else chosen)
    called = packed.difference(chosen)
    rows = {row.id: row for row in catalogue.rows(vault)}
    goods = [Goods(rows[skill].title, "") for skill in chosen if skill in rows]
    for skill in filter(called.__contains__, wanted):
        callers = (rows[c].title for c in catalogue.callers(vault, skill) if c in packed)
        goods.append(Goods(rows[skill].title, next(callers, "")))
    packing = export.gather(vault, chosen, options)
    if options.description is None and not packing.pack.description and len(chosen) == 1:
        packing = described(packing, _own_words(vault, chosen[0]))
    return Cargo(tuple(goods), len(wanted) == len(chosen), packing)


def described(packing: Packing, said: str) -> Packing:
    """The same, where the pack says something else of itself, which is looked at as well."""
    before = len(export.private_of_description(packing.pack.description))
    of_skills = packing.private[: len(packing.private) - before]
    private = (*of_skills, *export.private_of_description(said))
    return replace(packing, pack=replace(packing.pack, description=said), private=private)


def _own_words(vault: Vault, skill: int) -> str:
    """What a skill says that it is for."""
    state = library.current(vault, skill)
    if state is None:
        return ""
    return shown_description(parse(state[1]), str(state[2].extra.get("description", "")))


class PackedSkills(QWidget):
    """`calls_changed(with_calls)`, `memories_changed(included)`, `read(bool)`."""

    calls_changed = Signal(bool)
    memories_changed = Signal(bool)
    read = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown: Cargo | None = None
        self.with_calls = Switch(theme, _("Include the skills it calls"))
        self.with_calls.setChecked(True)
        self.with_calls.toggled.connect(self.calls_changed)
        self.memories = Switch(theme, _("Include placed memories"))
        self.memories.toggled.connect(self.memories_changed)
        self.originals = Switch(theme, _("Include the original documents"))
        self.have_read = QCheckBox(_("I have read them"))
        self.have_read.toggled.connect(self.read)
        self._count = label("", "muted")
        self._skills = QVBoxLayout()
        self._skills.setSpacing(5)
        self._left_out = label("", "caption", wrap=True)
        self._documents = label("", "caption", wrap=True)
        self._unread = label("", "caption", wrap=True)
        self._findings = QVBoxLayout()
        self._findings.setSpacing(8)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(label(_("Skills"), "head"))
        head.addWidget(self._count, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(10)
        column.addLayout(head)
        column.addWidget(self.with_calls)
        column.addLayout(self._skills)
        column.addWidget(self._left_out)
        column.addWidget(self.memories)
        column.addWidget(self._documents)
        column.addWidget(self.originals)
        column.addLayout(self._findings)
        column.addWidget(self._unread)
        column.addWidget(self.have_read)
        column.addStretch(1)
        self.memories.hide()
        self.originals.hide()
        self._documents.hide()
        self._unread.hide()
        self._left_out.hide()
        self.have_read.hide()

    def show_cargo(self, cargo: Cargo) -> None:
        """The skills, what was found in them, and what stays at home."""
        before, self._shown = self._shown, cargo
        if (
            before is not None
            and before.packing.to_review == cargo.packing.to_review
            and before.covers(cargo.packing)
        ):
            return  # what was read stays read
        self._show_goods(cargo.goods)
        self.with_calls.setVisible(not cargo.alone)
        self._show_packing(cargo.packing)

    def _show_goods(self, found: tuple[Goods, ...]) -> None:
        empty(self._skills)
        self._count.setText(str(len(found)))
        for one in found[:SHOWN]:
            self._skills.addWidget(self._line(one))
        if len(found) > SHOWN:
            more = ngettext("and {count} more", "and {count} more", len(found) - SHOWN)
            self._skills.addWidget(label(more.format(count=len(found) - SHOWN), "caption"))

    def _show_packing(self, packing: Packing) -> None:
        empty(self._findings)
        left_out = packing.memories_left_out
        words = ngettext(
            "{count} placed memory is left out: it is private.",
            "{count} placed memories are left out: they are private.",
            left_out,
        )
        self._left_out.setText(words.format(count=left_out))
        self._left_out.setVisible(left_out > 0)
        self.memories.setVisible(left_out > 0 or self.memories.isChecked())
        originals = len(packing.originals)
        words = ngettext(
            "{count} original document is left out: it is private.",
            "{count} original documents are left out: they are private.",
            originals,
        )
        self._documents.setText(words.format(count=originals))
        self._documents.setVisible(originals > 0 and not self.originals.isChecked())
        self.originals.setVisible(originals > 0)
        found = [Place(name, finding) for name, finding in packing.to_review]
        good = [] if found else [_("No secrets, personal folders or addresses")]
        title = _("Review before you export")
        self._findings.addWidget(ScanColumn(self._theme, title, found, good))
        unread = ngettext(
            "{names} is not text, so it was not reviewed.",
            "{names} are not text, so they were not reviewed.",
            len(packing.unread),
        )
        self._unread.setText(unread.format(names=", ".join(packing.unread)))
        self._unread.setVisible(bool(packing.unread))
        self.have_read.setVisible(bool(found))
        self.have_read.setChecked(not found)

    def _line(self, one: Goods) -> QWidget:
        made = QWidget()
        row = QHBoxLayout(made)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        mark = QLabel()
        icon = "call" if one.because else "check"
        colour = "t3" if one.because else "acc"
        mark.setPixmap(
            self._theme.pixmap(icon, colour, self._theme.scaled(ICON), self.devicePixelRatioF())
        )
        row.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(label(one.title, "secondary", wrap=True))  # what goes out is read whole
        if one.because:
            said = _("called by {name}").format(name=one.because)
            words.addWidget(Elided(said, "caption"))
        row.addLayout(words, 1)
        return made
