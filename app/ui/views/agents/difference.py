"""One place where the disk and the vault differ, with a tick on each side.

Public names: `Difference`, `Same`.
"""

import re
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.core.library.align import differences
from app.core.mirror.joining import Choice, Passage, numbered
from app.core.words import _, ngettext
from app.ui.theme.theme import Theme
from app.ui.widgets.labels import Role, label
from app.ui.widgets.marked_text import MarkedText
from app.ui.widgets.prose.utf16 import Units
from app.ui.widgets.quiet_link import QuietLink
from app.ui.widgets.tick import Tick
from app.ui.widgets.tips import plain_tip

HATCH = 8
TINT = 0.1
LONGEST = 2000
"""Characters of a line that are shown; its end changes nothing about which side is wanted."""
_LOOKS: dict[str, tuple[str, Role, str]] = {
    "new": ("+", "good", "ok"),
    "reworded": ("≠", "warning", "warn"),
    "gone": ("−", "error", "err"),
}
"""The sign of a side, its role, and the token of its ground."""
_TOKEN = re.compile(r"\w+|[^\w\s]")


class Difference(QWidget):
    """What the disk has at the left, what is here at the right; `changed` by a tick."""

    changed = Signal()

    def __init__(self, theme: Theme, one: Passage, choice: Choice) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        is_reworded = one.disk is not None and one.here is not None
        marked = _changed_words(one.disk, one.here) if is_reworded else ([], [])
        where = (_("on disk"), _("here"))
        gone = (_("deleted here"), _("deleted on disk"))
        old = (one.disk_is_old, one.here_is_old)
        self._sides = [
            _Side(
                theme,
                part,
                where[n],
                marked[n],
                is_reworded=is_reworded,
                gone=gone[n] if old[n] and not is_reworded else "",
            )
            for n, part in enumerate((one.disk, one.here))
        ]
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(1)
        for side in self._sides:
            row.addWidget(side, 1)
        self._is_reworded = is_reworded
        self._choose(choice)
        for n, side in enumerate(self._sides):
            side.tick.toggled.connect(lambda on, n=n: self._on_toggled(n, on))

    @property
    def choice(self) -> Choice:
        disk, here = (side.tick.isChecked() for side in self._sides)
        return Choice(disk=disk, here=here)

    @property
    def ticks(self) -> tuple[Tick, Tick]:
        """On the disk's side, and here."""
        disk, here = self._sides
        return disk.tick, here.tick

    def _choose(self, choice: Choice) -> None:
        for side, on in zip(self._sides, (choice.disk, choice.here), strict=True):
            side.tick.blockSignals(True)
            side.tick.setChecked(on)
            side.tick.blockSignals(False)

    def _on_toggled(self, n: int, on: bool) -> None:
        """Of two wordings of one line exactly one is taken."""
        if self._is_reworded:
            is_disk = (n == 0) is on
            self._choose(Choice(disk=is_disk, here=not is_disk))
        self.changed.emit()


class _Side(QWidget):
    """A line on its ground, or the hatch where this side has nothing.

    `gone` says where else it was deleted.
    """

    def __init__(
        self,
        theme: Theme,
        part: str | None,
        where: str,
        marks: Sequence[tuple[int, int]],
        *,
        is_reworded: bool,
        gone: str,
    ) -> None:
        super().__init__()
        self._theme, self._is_there = theme, part is not None
        mark, role, self._token = _LOOKS["gone" if gone else "reworded" if is_reworded else "new"]
        number, words = numbered(part or "")
        words = words[:LONGEST]
        where_ = f"{where}, {gone}" if gone else where
        said = _("Take this, {where}: {words}").format(where=where_, words=words)
        self.tick = Tick()
        self.tick.setAccessibleName(said)
        if not self._is_there:
            self.tick.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 7, 12, 7)
        row.setSpacing(8)
        if not self._is_there:
            return
        sign = label(mark, role)
        sign.setToolTip(plain_tip(gone))
        sign.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        text = MarkedText(theme, still=True)
        text.setPlainText(words)
        text.setAccessibleName(words)
        text.mark(marks, "diff_removed" if where == _("on disk") else "diff_added")
        for part_ in (sign, label(number, "muted")):
            row.addWidget(part_, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(text, 1, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.tick, 0, Qt.AlignmentFlag.AlignTop)

    # Qt

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self._is_there:
            tint = self._theme.colour(self._token)
            tint.setAlphaF(TINT)
            painter.fillRect(self.rect(), tint)
            return
        painter.setPen(self._theme.colour("line"))
        for x in range(-self.height(), self.width(), HATCH):
            painter.drawLine(x, self.height(), x + self.height(), 0)


class Same(QWidget):
    """Lines that are the same on both sides, folded away until somebody asks."""

    def __init__(self, theme: Theme, some: Sequence[Passage]) -> None:
        super().__init__()
        self._theme, self._some = theme, some
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._link = QuietLink(theme)
        self._text: QLabel | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12, 6, 12, 6)
        self._column.setSpacing(4)
        self._column.addWidget(self._link)
        self._link.clicked.connect(self._toggle)
        self._show_link()

    def _toggle(self) -> None:
        if self._text is None:
            words = "".join(one.here or "" for one in self._some).strip("\n")
            self._text = label(words[:LONGEST], "muted", wrap=True)
            self._column.addWidget(self._text)
        else:
            self._text.setVisible(self._text.isHidden())
        self._show_link()

    def _show_link(self) -> None:
        count = len(self._some)
        said = ngettext("{count} line is the same", "{count} lines are the same", count)
        is_open = self._text is not None and not self._text.isHidden()
        mark = "chevron-down" if is_open else "chevron-right"
        self._link.show_words(said.format(count=count), mark, leads=True)


def _changed_words(
    disk: str | None, here: str | None
) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The stretches that differ, in Qt's positions."""
    sides = [numbered(part or "")[1][:LONGEST] for part in (disk, here)]
    tokens = [[*_TOKEN.finditer(side)] for side in sides]
    left, right = differences(*([one[0] for one in side] for side in tokens))
    found = []
    for side, places, ranges in zip(sides, tokens, (left, right), strict=True):
        units = Units(side)
        found.append(
            [(units.qt(places[a].start()), units.qt(places[b - 1].end())) for a, b in ranges]
        )
    return found[0], found[1]
