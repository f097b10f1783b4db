"""The line under a description: tags, what is known about the skill, and where it came from."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from app.core.library.record import Status
from app.core.skills.reading.discovery import ROLES
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import Button
from app.ui.widgets.elided import Elided
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.labels import tag
from app.ui.widgets.quiet_link import QuietLink
from app.ui.widgets.roles import role_icon, role_name
from app.ui.widgets.tag_chip import AddTagChip, TagChip
from app.ui.widgets.tag_field import TagField
from app.ui.widgets.tips import plain_tip

ICON = 14


@dataclass(frozen=True, slots=True)
class Facts:
    """What the line says."""

    role: str = ""
    engram: str = ""
    number: int | None = None
    status: Status = Status.ACTIVE
    saved: str = ""
    """When it was saved, as people say it."""
    by: str = ""
    """Who saved it, where that was not the person here."""
    dirty: bool = False
    saving: bool = False
    """Whether it waits for somebody else to let go of the vault."""
    failed: bool = False
    kept: bool = True
    """Whether this is a skill of the library, and not a text that is only shown."""


@dataclass(frozen=True, slots=True)
class Said:
    """Words with what their tooltip says, and an icon with its colour."""

    words: str = ""
    tip: str = ""
    icon: str = ""
    colour: str = "t3"


class AboutRow(QWidget):
    """Signals what the person wants; goes on in a next line where there is no room."""

    release_wanted = Signal()
    disk_wanted = Signal()
    origin_wanted = Signal()
    tag_wanted = Signal(str)
    """To see what else has it."""
    tag_added = Signal(str)
    """Or several, with commas between them."""
    tag_removed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown, self._signer = Facts(), Said()
        self._read_only = False
        self._expected = ""
        self._has_tags = False
        self._tags: tuple[str, ...] = ()
        self.chips: list[TagChip] = []
        self.add = AddTagChip(theme)
        self.add.clicked.connect(self.write_tag)
        self.field = TagField()
        self.field.entered.connect(self.tag_added)
        self.field.left.connect(self._on_left)
        self.field.installEventFilter(self)
        self.field.hide()
        self._role_icon = QLabel()
        self.facts = _Facts("", "muted", modest=True)
        self._origin = QuietLink(theme)
        self._origin.clicked.connect(self.origin_wanted)
        self._disk = QuietLink(theme)
        self._disk.clicked.connect(self.disk_wanted)
        self._shield = QLabel()
        self._signed = Elided("", "muted", modest=True)
        self._status = tag("", "warn")
        self._release = Button(theme, _("Release"), "link", size="small")
        self._release.setToolTip(plain_tip(_("Let other skills and agents use it")))
        self._release.clicked.connect(self.release_wanted)
        self._whole = _together(self._role_icon, self.facts)
        self._signature = _together(self._shield, self._signed)
        self._flow = FlowLayout(self, gap=8)
        self._place_all()
        self.show_facts(Facts())
        self.show_origin(Said(), Said())
        self.show_disk(Said())
        self.show_tags(None)
        theme.changed.connect(self._paint_icons)

    def show_facts(self, facts: Facts) -> None:
        self._shown = facts
        parts = []
        if facts.engram:
            parts.append(_("engram {name}").format(name=facts.engram))
        if facts.number is not None:
            parts.append(_("v{number}").format(number=facts.number))
        self.facts.show_parts(role_name(facts.role), parts, _saved_words(facts))
        self._flow.spare = self.facts.spare
        self._keep_room()
        quarantined = facts.status is Status.QUARANTINED
        deprecated = facts.status is Status.DEPRECATED
        self._status.setText(_("quarantine") if quarantined else _("deprecated"))
        self._status.setVisible(quarantined or deprecated)
        self._release.setVisible(quarantined and not self._read_only)
        self._paint_icons()

    def show_origin(self, origin: Said, signer: Said) -> None:
        """Where it came from, and who signed that."""
        self._signer = signer
        self._origin.show_words(origin.words, origin.icon or "user", leads=bool(origin.icon))
        self._origin.setToolTip(plain_tip(f"{origin.words}\n{origin.tip}"))
        self._origin.setVisible(bool(origin.words))
        self._signed.setText(signer.words)
        self._signature.setToolTip(plain_tip(signer.tip))
        self._signature.setVisible(bool(signer.words))
        self._paint_icons()

    def expect(self, origin: str) -> None:
        """Keep the room for what will be said once this is saved, such as where it came from."""
        self._expected = origin
        self._keep_room()

    def _keep_room(self) -> None:
        """Of a second line, if there will be one: nothing below moves when it comes."""
        first, spacing = self.add.sizeHint(), self._flow.spacing()
        high = first.expandedTo(self._whole.sizeHint()).height()
        engram = _("engram {name}").format(name=self._shown.engram or _("Skills"))
        facts = (role_name("orchestrator"), engram, "v1", _("saving…"), self._expected)
        taken = first.width() + 2 * self._theme.scaled(ICON) + 4 * spacing
        taken += self.facts.fontMetrics().horizontalAdvance(" · ".join(facts))
        is_kept = self._expected and not self._read_only and taken > self.width()
        self.setMinimumHeight(high + spacing + self._origin.sizeHint().height() if is_kept else 0)

    def show_disk(self, said: Said) -> None:
        """Where its file is, and how that stands to what is here."""
        self._disk.show_words(said.words, said.icon, leads=True)
        self._disk.setToolTip(plain_tip(said.tip))
        self._disk.setVisible(bool(said.words))

    def show_tags(self, tags: Sequence[str] | None) -> None:
        """The tags; None for what cannot have any."""
        self._has_tags = tags is not None
        self.add.setVisible(self._has_tags and not self._read_only and not self.field.isVisible())
        if tags is None:
            self.field.hide()
        if (found := tuple(tags or ())) == self._tags:
            return
        had_focus = [n for n, chip in enumerate(self.chips) if chip.hasFocus()]
        for chip in self.chips:
            chip.hide()
            chip.deleteLater()
        self._tags, self.chips = found, [self._chip(name) for name in found]
        self._place_all()
        if had_focus and not self.field.isVisible():
            near = min(had_focus[0], len(self.chips) - 1)
            place = self.chips[near] if self.chips else self.add
            place.show()  # what is not visible yet does not get the focus
            place.setFocus(Qt.FocusReason.OtherFocusReason)

    def give_back(self, written: str) -> None:
        """What could not be a tag is not lost; the keyboard stays where it is."""
        self._open_field()
        self.field.setText(written)

    def set_read_only(self, read_only: bool) -> None:
        self._read_only = read_only
        self.show_facts(self._shown)
        self.add.setVisible(self._has_tags and not read_only)
        for chip in self.chips:
            chip.set_removable(not read_only)

    def _place_all(self) -> None:
        """Chips first, in the order of the Tab key, too."""
        rest = (self.add, self.field, self._whole, self._origin, self._signature,
                self._disk, self._status)  # fmt: skip
        parts = (*self.chips, *rest, self._release)
        while self._flow.count():
            self._flow.takeAt(0)
        for part in parts:
            self._flow.addWidget(part)
        for before, after in pairwise(parts):
            QWidget.setTabOrder(before, after)
        self.updateGeometry()

    def _chip(self, name: str) -> TagChip:
        chip = TagChip(self._theme, name, self)
        chip.set_removable(not self._read_only)
        chip.clicked.connect(lambda *_checked: self.tag_wanted.emit(name))
        chip.removed.connect(lambda: self.tag_removed.emit(name))
        chip.show()
        return chip

    def write_tag(self) -> None:
        """Open the field for other tags; nothing happens where there can be none."""
        if self._has_tags:
            self._open_field()
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def close_field(self) -> None:
        """With what is written in it."""
        self.field.clear()
        if self.field.isVisible():
            self.field.hide()
            self.add.setVisible(self._has_tags and not self._read_only)

    def _open_field(self) -> None:
        self.show()  # it may be spared for want of room
        self.field.show()
        self.add.hide()

    def _paint_icons(self) -> None:
        self._whole.setMinimumHeight(self.add.sizeHint().height())  # also without tags beside it
        scale = self.devicePixelRatioF()
        icon = role_icon(self._shown.role) if self._shown.role else ""
        self._role_icon.setVisible(bool(icon))
        if icon:
            self._role_icon.setPixmap(
                self._theme.pixmap(icon, "t3", self._theme.scaled(ICON), scale)
            )
        if self._signer.icon:
            mark = self._theme.pixmap(
                self._signer.icon, self._signer.colour, self._theme.scaled(ICON), scale
            )
            self._shield.setPixmap(mark)

    # Qt

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:  # a part says something else, or larger
            self._keep_room()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._keep_room()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc closes the field of a tag."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        if event.key() != Qt.Key.Key_Escape:
            return False
        self.close_field()
        self.add.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def _on_left(self) -> None:
        """The field stays open with what could not be a tag."""
        if not self.field.text():
            self.close_field()


class _Facts(Elided):
    """Takes the same room while something is written and saved, so that nothing moves."""

    _role = ""
    _known: Sequence[str] = ()

    def show_parts(self, role: str, known: Sequence[str], state: str) -> None:
        """What is known, and whether it is saved."""
        self._role, self._known = role, tuple(known)
        self.setText(self._joined(role, state))
        self.updateGeometry()

    @property
    def spare(self) -> int:
        """Px by which it becomes wider with another role, which a text has as it is written."""
        if not self._role:
            return 0
        return max(self._room_of(role_name(role)) for role in ROLES) - self._room_of(self._role)

    def _joined(self, role: str, state: str) -> str:
        return " · ".join(part for part in (role, *self._known, state) if part)

    def _room_of(self, role: str) -> int:
        states = (_("saving…"), _("not saved"), _("editing"), _saved_at("00:00"))
        advance = self.fontMetrics().horizontalAdvance
        return max(advance(self._joined(role, state)) for state in states)

    # Qt

    def sizeHint(self) -> QSize:
        return super().sizeHint().expandedTo(QSize(self._room_of(self._role), 0))


def _together(*parts: QWidget) -> QWidget:
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(5)
    for part in parts:
        row.addWidget(part)
    return holder


def _saved_words(facts: Facts) -> str:
    if not facts.kept:
        return _("read only")
    if facts.saving:
        return _("saving…")
    if facts.failed:
        return _("not saved")
    if facts.dirty:
        return _("editing")
    return _saved_at(facts.saved, facts.by) if facts.saved else _("new")


def _saved_at(time: str, by: str = "") -> str:
    words = _("saved {time} by {who}") if by else _("saved {time}")
    return words.format(time=time, who=by)
