"""What stands where no candidate waits: why, and how to begin. Public name: `NoCandidates`."""

from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.core.learning.candidates import Decided
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.lifecycle.candidates_seen import Seen
from app.ui.views.lifecycle.session_scan import SessionScan
from app.ui.widgets.buttons import Button
from app.ui.widgets.labels import label
from app.ui.widgets.side_by_side import SideBySide

WORDS = 300
"""Px for the sentence beside the buttons while text has its usual size."""


class NoCandidates(QWidget):
    """A sentence, and what can be done."""

    def __init__(
        self, context: AppContext, scanning: SessionScan, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        theme = context.theme
        self._why = label("", "secondary", wrap=True)
        self.begin = Button(theme, "", size="small")
        self.begin.clicked.connect(scanning.begin)
        self.choose = Button(theme, _("Choose a folder…"), "quiet", size="small")
        self.choose.clicked.connect(scanning.ask_folder)
        self.further = Button(theme, _("Look further back…"), size="small")
        self.further.clicked.connect(lambda: context.go.setting(_("Days to look back")))
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 2, 12, 8)
        buttons = (self.choose, self.begin, self.further)
        row.addWidget(SideBySide(theme, self._why, buttons, WORDS))

    def show_seen(self, seen: Seen, *, reading: bool) -> None:
        """Say it of what there is now, while sessions are read or not."""
        begins = not seen.sessions and not reading
        usual = _("Scan the sessions of your agents")
        self.begin.setText(usual if seen.has_usual else _("Choose a folder of sessions…"))
        self.begin.setVisible(begins)
        self.choose.setVisible(begins and seen.has_usual)
        self.further.setVisible(seen.recent < seen.sessions and not reading)
        self._why.setText(_reading(seen) if reading else _why(seen))


def _reading(seen: Seen) -> str:
    if not seen.sessions:
        return _("The sessions of your agents are being read. What they repeat appears here.")
    said = ngettext(
        "{count} session was read so far. What is repeated appears here once all are read.",
        "{count} sessions were read so far. What is repeated appears here once all are read.",
        seen.sessions,
    )
    return said.format(count=seen.sessions)


def _why(seen: Seen) -> str:
    """What was decided, how to begin, or what was looked at in vain."""
    days = seen.settings.candidate_days
    read = ngettext("{count} session was read", "{count} sessions were read", seen.sessions)
    read = read.format(count=seen.sessions)
    if seen.is_due:
        said = _("{read}, and some are yet to be looked through for what is repeated.")
    elif any(seen.decided):
        return _all_decided(seen.decided)
    elif not seen.sessions:
        said = _(
            "Procedures that your agents repeat are proposed here as skills, for you to decide."
            " Techne finds them in the sessions that the agents keep on this computer; nothing"
            " leaves it."
        )
    elif not seen.recent:
        said = _("{read}, but only those of the last {days} days are looked through, and there is"
                 " none.")  # fmt: skip
    else:
        said = _("{read}, {recent} of the last {days} days. Nothing in those is repeated often"
                 " enough.")  # fmt: skip
    return said.format(read=read, recent=seen.recent, days=days)


def _all_decided(decided: Decided) -> str:
    accepted = ngettext("{count} change accepted", "{count} changes accepted", decided.accepted)
    told = (
        (_("{count} promoted"), decided.promoted),
        (accepted, decided.accepted),
        (_("{count} dismissed"), decided.dismissed),
    )
    parts = ", ".join(words.format(count=count) for words, count in told if count)
    return _("Everything is decided: {parts}. New candidates appear here.").format(parts=parts)
