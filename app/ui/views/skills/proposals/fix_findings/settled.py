"""Which findings a proposal settles and by what, each to be ticked, and which remain."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.drafting.repair import Fix, FixProposal
from app.core.skills.checking.check import Finding, Severity
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import Button
from app.ui.widgets.emptying import empty
from app.ui.widgets.labels import card, label, tag
from app.ui.widgets.tick import Tick

MARK = 14
_MARKS = {
    Severity.PROBLEM: ("error", "err"),
    Severity.WARNING: ("warn", "warn"),
    Severity.SUGGESTION: ("info", "acc"),
}


class Settled(QWidget):
    """`changed` when another choice was made; `settings` leads to where a model is chosen."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._ticks: dict[Fix, Tick] = {}
        self._left: Sequence[Finding] = ()
        self._refused: tuple[str, ...] = ()
        self.settings = Button(theme, _("Settings"), size="small", icon="settings")
        self._offer = label("", "secondary", wrap=True)
        self._settled, self._remaining = QVBoxLayout(), QVBoxLayout()
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 14, 12)
        column.setSpacing(14)
        for part in (self._settled, self._remaining):
            part.setSpacing(9)
            column.addLayout(part)
        self._well = self._make_well()
        column.addWidget(self._well)
        column.addStretch(1)
        theme.changed.connect(self._fill_remaining)

    def show_fixes(self, found: FixProposal) -> None:
        """What the proposal settles; what was taken off before stays off."""
        off = {one for one, tick in self._ticks.items() if not tick.isChecked()}
        empty(self._settled)
        self._ticks = {}
        self._refused = found.refused
        self._settled.addWidget(label(_("Fixes"), "head"))
        for one in found.fixes:
            self._settled.addWidget(self._row(one, chosen=one not in off))
        if not found.fixes:
            said = _("No finding has one clear fix.")
            self._settled.addWidget(label(said, "muted", wrap=True))

    def show_left(self, left: Sequence[Finding]) -> None:
        """What remains to be looked at by a person."""
        self._left = left
        self._fill_remaining()

    def refuse(self, sentence: str) -> None:
        """Say also what did not come about."""
        self._refused = (sentence,)
        self._fill_remaining()

    def offer_model(self, why_not: str) -> None:
        """Say why no model words what is missing, if that is so."""
        said = _("A model could write what is missing. {why}")
        self._offer.setText(said.format(why=why_not))
        self._well.setVisible(bool(why_not))

    def chosen(self) -> tuple[Fix, ...]:
        return tuple(one for one, tick in self._ticks.items() if tick.isChecked())

    @property
    def ticks(self) -> tuple[Tick, ...]:
        return tuple(self._ticks.values())

    def _row(self, one: Fix, *, chosen: bool) -> QWidget:
        made, tick = QWidget(), Tick()
        finding = one.finding
        tick.setChecked(chosen)
        tick.setAccessibleName(f"{finding.message} {one.how}")
        tick.toggled.connect(self.changed)
        self._ticks[one] = tick
        words = QVBoxLayout()
        words.setSpacing(3)
        words.addWidget(label(_place(finding), "name", wrap=True))
        words.addWidget(label(one.how, "muted", wrap=True))
        if one.model:
            by = tag(_("by {model}").format(model=one.model), "info")
            words.addWidget(by, 0, Qt.AlignmentFlag.AlignLeft)
        row = QHBoxLayout(made)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        column = QVBoxLayout()
        column.addWidget(tick)
        column.addStretch(1)
        row.addLayout(column)
        row.addLayout(words, 1)
        return made

    def _fill_remaining(self) -> None:
        empty(self._remaining)
        if self._left:
            self._remaining.addWidget(label(_("For you to decide"), "head"))
        for finding in self._left:
            icon, colour = _MARKS[finding.severity]
            self._remaining.addWidget(self._line(icon, colour, _place(finding)))
        for sentence in self._refused:
            self._remaining.addWidget(self._line("close", "warn", sentence))

    def _make_well(self) -> QWidget:
        well = card("well")
        column = QVBoxLayout(well)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(8)
        column.addWidget(self._offer)
        column.addWidget(self.settings, 0, Qt.AlignmentFlag.AlignLeft)
        well.hide()
        return well

    def _line(self, icon: str, colour: str, sentence: str) -> QWidget:
        made, mark = QWidget(), QLabel()
        mark.setPixmap(
            self._theme.pixmap(icon, colour, self._theme.scaled(MARK), self.devicePixelRatioF())
        )
        row = QHBoxLayout(made)
        row.setContentsMargins(2, 0, 0, 0)
        row.setSpacing(16)
        column = QVBoxLayout()
        column.setContentsMargins(0, 2, 0, 0)
        column.addWidget(mark)
        column.addStretch(1)
        row.addLayout(column)
        row.addWidget(label(sentence, "secondary", wrap=True), 1)
        return made


def _place(finding: Finding) -> str:
    message = finding.message.rstrip(".")
    if not finding.path:
        return message
    return _("Step {number}: {what}").format(number=finding.path, what=message)
