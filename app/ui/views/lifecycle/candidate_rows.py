"""Candidates as rows, and what is said of them."""

from datetime import datetime
from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QWidget

from app.core.learning import candidates, promoting
from app.core.learning.candidates import Call, Candidate, CandidateStatus
from app.core.learning.changed_steps import changed_steps
from app.core.library import catalogue, library
from app.core.patterns.drafting import in_words
from app.core.transcripts.tools import UNNAMED
from app.core.vault import Vault
from app.core.words import _, ngettext
from app.ui.views.lifecycle.client_names import client_name
from app.ui.widgets.moments import moment_said

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
LISTED = Qt.ItemDataRole.UserRole


class Listed(NamedTuple):
    """A candidate, what its draft is called, the title of the skill that it would change (or
    nothing), whose it is where several agents have some, when it was done, the newest first,
    whether somebody has begun to edit it, whether another skill has its name, and which steps it
    would change, in words.
    """

    one: Candidate
    title: str
    evolves: str
    agent: str
    times: tuple[datetime, ...]
    is_begun: bool = False
    is_named_twice: bool = False
    changed: str = ""

    @property
    def calls(self) -> tuple[str, ...]:
        """The tools as people read them."""
        return tuple(map(_as_read, self.one.tools))

    def about(self, now: datetime) -> str:
        """What a person should look at first, what it would change, or when it was done last, and
        by whom: so little that there is room for it.
        """
        begun = _("edited, not saved") if self.is_begun else ""
        taken = _("name is taken") if self.is_named_twice else ""
        other = self._what(now) if self._changes_another or not (begun or taken) else ""
        return _(" · ").join(filter(None, (begun, taken, other, self.agent)))

    @property
    def is_dismissed(self) -> bool:
        """Whether it is not proposed any more."""
        return self.one.status is CandidateStatus.DISMISSED

    @property
    def is_marked(self) -> bool:
        """Whether there is more to it than a new skill."""
        return bool(self.evolves) or self.is_begun or self.is_named_twice

    @property
    def _changes_another(self) -> bool:
        """Whether its own title does not say which skill it would change."""
        return self.evolves not in ("", self.title)

    def _what(self, now: datetime) -> str:
        if self._changes_another:
            return _("would change {title}").format(title=self.evolves)
        if self.evolves:
            return _("would change this skill")
        if self.one.last is None:
            return ""
        return _("last seen {when}").format(when=moment_said(self.one.last, now))

    @property
    def counted(self) -> tuple[str, str, str]:
        """How often, in how many sessions, and how sure it is."""
        one = self.one
        times = ngettext("{count} time", "{count} times", one.occurrences)
        sessions = ngettext("{count} session", "{count} sessions", one.sessions)
        return (
            times.format(count=one.occurrences),
            sessions.format(count=one.sessions),
            _("{number} % sure").format(number=round(100 * one.confidence)),
        )


def _as_read(tool: str) -> str:
    """As it was called, and in words where it has no usable name."""
    named = tool.removeprefix("shell ").removeprefix("mcp ")
    return in_words(tool) if UNNAMED in named.split() else named


def with_what(call: Call) -> str:
    """The parameters of a call by their names; of a command line that has none for its words, how
    many there are."""
    named = [one for one in call.parameters if not one.isdigit()]
    words = len(call.parameters) - len(named)
    if words:
        said = ngettext("{count} word", "{count} words", words)
        named.append(said.format(count=words))
    return ", ".join(named)


def read_listed(vault: Vault, *, dismissed: bool = False) -> tuple[Listed, ...]:
    """The open ones, or those that were dismissed; the surest first."""
    status = CandidateStatus.DISMISSED if dismissed else CandidateStatus.CANDIDATE
    found = candidates.candidates(vault, status=status)
    titles = catalogue.some(vault, [one.evolves for one in found if one.evolves is not None])
    several = len({one.agent for one in found}) > 1
    return tuple(
        Listed(
            one,
            one.title,
            titles[one.evolves].title if one.evolves in titles else "",
            client_name(one.agent) if several else "",
            tuple(place.started for place in candidates.places(vault, one.id) if place.started),
            candidates.is_begun(vault, one.id),
            promoting.namesake(vault, one.text, one.evolves) is not None,
            _changed(vault, one) if one.evolves in titles else "",
        )
        for one in found
    )


def _changed(vault: Vault, one: Candidate) -> str:
    assert one.evolves is not None
    return _("; ").join(changed_steps(library.text(vault, one.evolves), one.text))


class CandidateRows(QAbstractListModel):
    """`now` is the moment that they were read."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: tuple[Listed, ...] = ()
        self.now: datetime | None = None

    def show_rows(self, rows: tuple[Listed, ...], now: datetime) -> None:
        same = [row.one.id for row in rows] == [row.one.id for row in self.rows]
        if not same:
            self.beginResetModel()
        self.rows, self.now = rows, now
        if not same:
            self.endResetModel()
        elif rows:
            self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))

    def row_of(self, number: int) -> int:
        return next((n for n, row in enumerate(self.rows) if row.one.id == number), -1)

    # Qt

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.rows[index.row()]
        if role == LISTED:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return row.one.description
        if role == Qt.ItemDataRole.AccessibleTextRole and self.now is not None:
            what = row.changed or _(", then ").join(row.calls)
            return _(". ").join((row.title, row.about(self.now), what, *row.counted))
        return None
