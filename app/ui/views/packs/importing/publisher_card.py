"""Who signed a pack and how far that can be believed. Public name: `PublisherCard`."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.packs.cautions import Caution
from app.core.packs.credentials import credentials
from app.core.packs.format.names import plain
from app.core.packs.format.phrase import phrase
from app.core.packs.format.signing import fingerprint
from app.core.packs.trust import Judgement, Standing
from app.core.words import _, ngettext
from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import Button
from app.ui.widgets.ident_icon import IdentIcon
from app.ui.widgets.labels import Ground, card, label
from app.ui.widgets.moments import day
from app.ui.widgets.mono import mono

SHIELD = 16
SHORT = 9
"""Characters of a fingerprint that stand for it in a sentence: two groups."""


@dataclass(frozen=True, slots=True)
class _Look:
    ground: Ground
    icon: str
    colour: str


_LOOKS = {
    Standing.YOURS: _Look("ok", "shield-check", "ok"),
    Standing.TRUSTED: _Look("ok", "shield-check", "ok"),
    Standing.KNOWN: _Look("warn", "shield-question", "warn"),
    Standing.NEW: _Look("warn", "shield-question", "warn"),
    Standing.UNSIGNED: _Look("plain", "shield", "t3"),
    Standing.CHANGED_KEY: _Look("err", "shield-x", "err"),
    Standing.REVOKED: _Look("err", "shield-x", "err"),
}

TIGHT = 1500
"""Thousandths of the usual size of text from which on a narrow card has short lines."""


class PublisherCard(QWidget):
    """`trusted(bool)` when the person says that they compared the fingerprint, or takes it back."""

    trusted = Signal(bool)

    def __init__(
        self,
        theme: Theme,
        judgement: Judgement,
        claimed: str,
        earlier_packs: int,
        cautions: tuple[Caution, ...],
        now: datetime,
        parent: QWidget | None = None,
        *,
        narrow: bool = False,
        skill_files: bool = False,
    ) -> None:
        """`claimed` is the name an unsigned pack gives; `earlier_packs` came with the same key.

        Nobody signs `skill_files`, which are no pack.
        """
        super().__init__(parent)
        self._narrow, self._skill_files = narrow, skill_files
        self._theme, self._judgement = theme, judgement
        self._earlier, self._now = earlier_packs, now
        look = _LOOKS[Standing.TRUSTED if judgement.vouched else judgement.standing]
        self._frame = card(look.ground)
        self._colour, self._shield_name = look.colour, look.icon
        self._details: list[QWidget] = []
        compared, trust = _("I compared it,"), _("trust this key")
        self.trust_box = QCheckBox(compared + ("\n" if self._is_tight else " ") + trust)
        self.trust_box.toggled.connect(self.trusted)
        title, said = self._words(plain(claimed))
        self.setAccessibleName(title)
        self.setAccessibleDescription(f"{said} {self._credentials()}")
        self._lay_out(title, said, cautions)
        theme.changed.connect(self._paint_shield)

    @property
    def trusts(self) -> bool:
        return self.trust_box.isChecked()

    # What it says

    def _words(self, claimed: str) -> tuple[str, str]:
        judgement = self._judgement
        signer = judgement.signer
        name = plain(signer.name) if signer is not None else claimed
        if self._skill_files:
            said = _(
                "Nobody signs such files. What the scan finds dangerous goes into quarantine;"
                " read the rest before agents use it."
            )
            return _("SKILL.md files"), said
        match judgement.standing:
            case Standing.YOURS:
                return _("Signed by you"), _("With your own key. Nobody has changed it since.")
            case Standing.TRUSTED:
                return _("Trusted publisher: {name}").format(name=name), self._trusted_words()
            case Standing.KNOWN if judgement.vouched:
                said = _("The key comes with Techne: nobody else can sign with it.")
                return _("Known to Techne: {name}").format(name=name), said
            case Standing.KNOWN:
                said = _("Same key as before, but nobody has compared its fingerprint yet.")
                return _("Known, not compared: {name}").format(name=name), said
            case Standing.NEW:
                said = _(
                    "The signature is valid, but this key has never been seen on this computer."
                    " The name is only a claim until you compare the fingerprint."
                )
                return _("New publisher: {name}").format(name=name), said
            case Standing.UNSIGNED:
                said = _("Anyone could have written or changed this pack. Quarantine stays on.")
                title = _("Not signed: “{name}” is only a claim") if name else _("Not signed")
                return title.format(name=name), said
            case Standing.CHANGED_KEY:
                return _("Different key: {name}").format(name=name), self._changed_words()
            case Standing.REVOKED:
                said = _("You have revoked this key. Nothing signed with it can be imported.")
                return _("Revoked: {name}").format(name=name), said

    def _trusted_words(self) -> str:
        said = []
        if self._earlier:
            words = ngettext(
                "Same key as in {count} earlier pack.",
                "Same key as in {count} earlier packs.",
                self._earlier,
            )
            said.append(words.format(count=self._earlier))
        publisher = self._judgement.publisher
        if publisher is not None and publisher.decided is not None:
            words = _("Trusted by you: {day}.")
            said.append(words.format(day=day(publisher.decided, self._now)))
        return " ".join(said) or _("Comes with Techne.")

    def _changed_words(self) -> str:
        known, signer = self._judgement.namesake, self._judgement.signer
        assert known is not None and signer is not None
        words = _(
            "You know {old}, this pack uses {new}. Import is off. Ask the publisher, over another"
            " channel, which key is theirs."
        )
        return words.format(old=known.fingerprint[:SHORT], new=fingerprint(signer.key)[:SHORT])

    def _credentials(self) -> str:
        """The words of the key and its standing; of a changed key also the words that are known."""
        judgement = self._judgement
        if self._skill_files:
            return ""
        said = [credentials(judgement)]
        if (known := judgement.namesake) is not None:
            words = _("known to you: {name} · {words}")
            said.append(words.format(name=plain(known.name), words=phrase(known.key)))
        return "\n".join(said)

    # Layout

    def _lay_out(self, title: str, said: str, cautions: tuple[Caution, ...]) -> None:
        self._shield = QLabel()
        self._paint_shield()
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._shield)
        head.addWidget(label(title, "head", wrap=self._narrow), 1)
        self._words_column = QVBoxLayout()
        self._words_column.setSpacing(6)
        self._words_column.addLayout(head)
        self._words_column.addWidget(label(said, "secondary", wrap=True))
        self._below = QVBoxLayout() if self._narrow else self._words_column
        self.credentials = label(self._credentials(), "caption", wrap=True)
        self.credentials.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._below.addWidget(self.credentials)
        if self._skill_files:
            self.credentials.hide()
        if self._judgement.succeeds is not None:
            words = [c.text for c in cautions if c.kind == "new key"]
            self._below.addWidget(label(" ".join(words), "secondary", wrap=True))
        column = QVBoxLayout(self._frame)
        column.setContentsMargins(14, 12, 14, 12)
        column.setSpacing(6)
        row = QHBoxLayout()
        row.setSpacing(14)
        column.addLayout(row)
        if self._narrow:
            column.addLayout(self._below)
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(self._frame)
        self._fill(row, head)

    def _fill(self, row: QHBoxLayout, head: QHBoxLayout) -> None:
        signer, standing = self._judgement.signer, self._judgement.standing
        if signer is None:
            row.addLayout(self._words_column, 1)
            return
        print_ = fingerprint(signer.key)
        doubted = standing in (Standing.NEW, Standing.KNOWN) and not self._judgement.vouched
        icon = IdentIcon(self._theme, print_)
        row.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(self._words_column, 1)
        if doubted:
            self._add_comparison(head, print_)
            return
        self._details = [icon, *self._fingerprints(print_)]
        for part in self._details:
            part.hide()
        words = _("Compare") if standing is Standing.CHANGED_KEY else _("Details")
        self._more = Button(
            self._theme, words, "danger" if self._colour == "err" else "quiet", size="small"
        )
        self._more.setCheckable(True)
        self._more.toggled.connect(self._show_details)
        head.addWidget(self._more)

    def _add_comparison(self, head: QHBoxLayout, print_: str) -> None:
        """The digits to compare, and the tick of who has."""
        digits, copy = self._digits(print_), self._copy_button(print_)
        if self._narrow:
            self._below.addWidget(digits)
            self._below.addWidget(self.trust_box)
            self._below.addWidget(copy, 0, Qt.AlignmentFlag.AlignLeft)
            return
        head.addWidget(copy)
        foot = QHBoxLayout()
        foot.addWidget(digits, 1)
        foot.addWidget(self.trust_box)
        self._words_column.addLayout(foot)

    def _fingerprints(self, print_: str) -> list[QWidget]:
        """The fingerprint, beside the one the person knows when that is another."""
        known = self._judgement.namesake
        pairs = [(_("Fingerprint"), print_)]
        if known is not None:
            pairs = [(_("Known to you"), known.fingerprint), (_("This pack"), print_)]
        made: list[QWidget] = []
        for words, digits in pairs:
            line = QWidget()
            row = QVBoxLayout(line) if self._narrow else QHBoxLayout(line)
            row.setContentsMargins(0, 2, 0, 0)
            row.setSpacing(2 if self._narrow else 10)
            about = label(words, "caption")
            about.setMinimumWidth(86)
            row.addWidget(about)
            row.addWidget(self._digits(digits), 1)
            if not self._narrow:
                row.addWidget(self._copy_button(digits))
            self._below.addWidget(line)
            made.append(line)
        return made

    def _copy_button(self, digits: str) -> Button:
        button = Button(self._theme, _("Copy fingerprint"), size="small", icon="copy")
        button.clicked.connect(_copier(digits))
        return button

    @property
    def _is_tight(self) -> bool:
        """Whether large text leaves half of the usual room in a narrow column."""
        return self._narrow and self._theme.scaled(1000) >= TIGHT

    def _digits(self, digits: str) -> QLabel:
        """A fingerprint to be read aloud, group by group."""
        groups = digits.split()
        each = 2 if self._is_tight else 4 if self._narrow else len(groups)
        rows = [groups[first : first + each] for first in range(0, len(groups), each)]
        made = mono(self._theme, "\n".join("  ".join(row) for row in rows), 13)
        made.setAccessibleName(_("Fingerprint {digits}").format(digits=digits))
        return made

    def _show_details(self, shown: bool) -> None:
        for part in self._details:
            part.setVisible(shown)

    def _paint_shield(self) -> None:
        scale = self.devicePixelRatioF()
        self._shield.setPixmap(
            self._theme.pixmap(self._shield_name, self._colour, self._theme.scaled(SHIELD), scale)
        )


def _copier(digits: str) -> Callable[[], None]:
    return lambda: QGuiApplication.clipboard().setText(digits)
