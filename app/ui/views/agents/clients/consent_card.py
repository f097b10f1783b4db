"""A client wants to write: what it would change, and the answers. Public name: `ConsentCard`."""

import re
from datetime import timedelta
from functools import partial

from PySide6.QtCore import QElapsedTimer, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.agents import clients, requests
from app.core.agents.consent import Group
from app.core.agents.requests import Answer, Request, State
from app.core.changes import Changes, Part
from app.core.library import catalogue
from app.core.library.compare import compare
from app.core.library.comparison import Comparison
from app.core.serve import wording
from app.core.serve.preview import Preview, preview
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.agents.clients.deciding import Deciding
from app.ui.widgets.buttons import Button
from app.ui.widgets.diff.placing import Arrangement
from app.ui.widgets.diff.view import AT_ONCE, DiffView
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import card, label, restyle, set_tag, tag
from app.ui.widgets.part_keys import answer_key
from app.ui.widgets.side_by_side import SideBySide

DIFF, LEAST = 190, 68
"""Px that a diff has before it scrolls, where there is room and where there is little, while text
has its usual size."""
WORDS = 380
"""Px that the question has beside the answers while text has its usual size."""
_MADE_UP = re.compile("[0-9a-f-]{16,}")
"""The name of a session that tells people nothing."""
LONGEST = 400
"""Characters of an argument that are shown."""
SETTLING = 700
"""Milliseconds for which nothing answers after another question has come: a key or a click may
have been meant for the one before."""
LEAVING = 2000
"""Milliseconds for which the room of the last question is kept, so that nothing below moves under
the mouse."""


class ConsentCard(QWidget):
    """The oldest question that a person is asked just now, or one of the inbox that was chosen;
    hidden while there is none. A and R answer it wherever the focus is on `page`, which stays
    where it was.
    """

    def __init__(self, context: AppContext, page: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._chosen: int | None = None
        self._preview: Preview | None = None
        self._since = QElapsedTimer()
        self.settling, self.leaving = SETTLING, LEAVING
        self.request: Request | None = None
        self.deciding = Deciding(context, self)
        self.deciding.decided.connect(self._on_decided)
        self.title = Elided(role="head", modest=True)
        self.left = tag("", "warn")
        self.more = label("", "caption")
        self.about = Elided(role="secondary")
        self.lines = label("", "body", wrap=True)
        self.lines.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.diff = DiffView(context.theme)
        theme = context.theme
        self.later = Button(theme, _("Not now"), "quiet")
        self.refuse = Button(theme, _("Refuse (R)"))
        self.always = Button(theme, "")
        self.allow = Button(theme, _("Allow once (A)"), "primary", icon="check")
        self._lay_out()
        self.later.clicked.connect(lambda: self._decide(Answer.LATER))
        self.refuse.clicked.connect(lambda: self._decide(Answer.REFUSE))
        self.allow.clicked.connect(lambda: self._decide(Answer.ALLOW))
        self.always.clicked.connect(self._always)
        for key, answer in (("A", Answer.ALLOW), ("R", Answer.REFUSE)):
            shortcut = answer_key(page, key, partial(self._by_key, answer))
            shortcut.setAutoRepeat(False)
        self._tick = QTimer(self, interval=1000)
        self._tick.timeout.connect(self._count_down)
        self._settled = QTimer(self, singleShot=True)
        self._settled.timeout.connect(self._enable)
        self._gone = QTimer(self, singleShot=True)
        self._gone.timeout.connect(self.hide)
        context.bridge.changed.connect(self._on_changed)
        theme.changed.connect(self._fit)
        self._fit()
        self.hide()
        self.look()

    def show_request(self, number: int) -> None:
        """One of the inbox; the questions of now wait behind it."""
        self._chosen = number
        self.look()
        self.take_focus()

    def look(self) -> None:
        """Show what is to be decided about now."""
        waiting = requests.waiting(self._context.vault)
        found = next((one for one in waiting if one.id == self._chosen), None)
        asked = [one for one in waiting if one.state is State.ASKED]
        self._show(found or next(iter(asked), None), len(asked) - (found is None))

    def take_focus(self) -> None:
        """Have the keyboard where no key allows anything by mistake."""
        if self.request is not None:
            part = self.diff if not self.diff.isHidden() else self
            part.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # What it shows

    def _show(self, request: Request | None, more: int) -> None:
        before = self.request.id if self.request is not None else None
        self.request = request
        if request is None:
            self._chosen = None
            self._tick.stop()
            self._leave()
            return
        self._gone.stop()
        words = ngettext("{count} more asks", "{count} more ask", more).format(count=more)
        self.more.setText(words if more > 0 else "")
        if request.id != before:
            self._since.restart()
            self._settled.start(self.settling)
            self._show_preview(request)
        self._show_about(request)
        self._enable()
        self.later.setText(_("Not now") if request.state is State.ASKED else _("Close"))
        self._count_down()
        self._tick.start()
        self.show()

    def _show_preview(self, request: Request) -> None:
        """A long text is looked at in a job; until then only who wants what is said."""
        vault = self._context.vault
        self._preview = None
        row = catalogue.row(vault, request.skill) if request.skill is not None else None
        who = clients.said_name(vault, request.caller)
        title = row.title if row is not None else ""
        self.title.setText(wording.wish(who, request.tool, title))
        self.always.setText(_always(self._context.agents.group(request.tool)))
        self.always.setVisible(bool(self.always.text()))
        self.about.setText(request.tool)
        self.lines.hide()
        self.diff.hide()
        self._context.jobs.run(
            self,
            _("Looking at a request"),
            lambda _progress: preview(vault, request),
            lambda shown: self._show_change(request, shown),
            short=len(request.said) <= AT_ONCE,
        )

    def _show_change(self, request: Request, shown: Preview) -> None:
        if self.request is None or self.request.id != request.id:
            return
        self._preview = shown
        self.lines.setText("\n".join(f"{n}: {v[:LONGEST]}" for n, v in shown.lines))
        self.lines.setVisible(bool(shown.lines))
        self._show_about(self.request)
        self._enable()
        self.diff.setVisible(shown.after is not None)
        before, after = shown.before, shown.after
        self.diff.setVisible(after is not None)
        if before is None or after is None:
            return
        self._context.jobs.run(
            self,
            _("Comparing the texts"),
            lambda _progress: compare(before, after),
            lambda comparison: self._show_diff(request, comparison),
            short=len(before) + len(after) <= AT_ONCE,
        )

    def _leave(self) -> None:
        """Keep the room for a moment; nothing in it answers."""
        if self._gone.isActive():
            return
        if not self.leaving or not self.isVisible():
            self.hide()
            return
        set_tag(self.left, _("no longer asked"), "neutral")
        self.more.setText("")
        self._enable()
        self._gone.start(self.leaving)

    @property
    def _is_settled(self) -> bool:
        return self._since.isValid() and self._since.elapsed() >= self.settling

    def _enable(self) -> None:
        """Nothing is allowed that was not shown, and nothing is answered that has just come."""
        request = self.request
        is_free = request is not None and self._is_settled and not self.deciding.is_busy(request)
        for button in (self.later, self.refuse):
            button.setEnabled(is_free)
        for button in (self.always, self.allow):
            button.setEnabled(is_free and self._preview is not None)

    def _show_diff(self, request: Request, comparison: Comparison) -> None:
        if self.request is not None and self.request.id == request.id:
            is_new = self._preview is not None and not self._preview.before
            layout = Arrangement.SINGLE if is_new else Arrangement.UNIFIED
            self.diff.show_comparison(comparison, layout)
            QTimer.singleShot(0, self, self._fit)

    def _show_about(self, request: Request) -> None:
        """What it was made from, what the scan says, and why it could not be done before."""
        shown = self._preview
        if shown is None:
            return
        parts = [request.tool]
        if request.caller.session and not _MADE_UP.fullmatch(request.caller.session):
            parts.append(_("session “{name}”").format(name=request.caller.session))
        if shown.number is not None:
            based = _("based on v{number}").format(number=shown.number)
            now = _("still current") if shown.current else _("changed since")
            parts.append(f"{based}, {now}")
        parts.append(
            ", ".join(sorted({one.title for one in shown.findings}))
            if shown.findings
            else _("scan found nothing")
        )
        self.about.setText(" · ".join([request.answer] if request.answer else parts))
        role = "warning" if request.answer or shown.findings else "secondary"
        if self.about.property("role") != role:
            self.about.setProperty("role", role)
            restyle(self.about)

    def _count_down(self) -> None:
        request = self.request
        if request is None:
            return
        left = request.asks_until - self._context.vault.now()
        if request.state is not State.ASKED:
            set_tag(self.left, _("proposal"), "neutral")
        elif left <= timedelta(0):
            self.look()
        else:
            minutes, seconds = divmod(int(left.total_seconds()), 60)
            set_tag(self.left, _("waiting {time}").format(time=f"{minutes}:{seconds:02}"), "warn")

    # Answers

    def _by_key(self, answer: Answer) -> None:
        can = self.allow if answer is Answer.ALLOW else self.refuse
        if self.isVisible() and can.isEnabled():
            self._decide(answer)

    def _decide(self, answer: Answer) -> None:
        request = self.request
        if request is None:
            return
        if answer is Answer.LATER and request.state is not State.ASKED:
            self._chosen = None
            self.look()
            return
        self.deciding.decide(request, answer)
        self.look()

    def _always(self) -> None:
        if self.request is not None:
            self.deciding.always(self.request)
            self.look()

    def _on_decided(self, number: int) -> None:
        if number == self._chosen:
            self._chosen = None
        self.look()

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & Part.AGENTS:
            self.look()

    # How it is put together

    def _lay_out(self) -> None:
        first = QHBoxLayout()
        first.setSpacing(8)
        for part in (self.title, self.left, self.more):
            first.addWidget(part)
        first.addStretch(1)
        words = QWidget()
        said = QVBoxLayout(words)
        said.setContentsMargins(0, 0, 0, 0)
        said.setSpacing(4)
        said.addLayout(first)
        said.addWidget(self.about)
        answers = (self.later, self.refuse, self.always, self.allow)
        frame = card("warn")
        column = QVBoxLayout(frame)
        column.setContentsMargins(15, 11, 15, 12)
        column.setSpacing(8)
        column.addWidget(SideBySide(self._context.theme, words, answers, WORDS))
        column.addWidget(self.diff)
        column.addWidget(self.lines)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(frame)

    def _fit(self) -> None:
        """As high as the diff is, up to some lines, and less where there is little room."""
        scaled = self._context.theme.scaled
        most = min(self.diff.content_height or scaled(DIFF), scaled(DIFF))
        self.diff.setMaximumHeight(most)
        self.diff.setMinimumHeight(min(most, scaled(LEAST)))

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes a proposal that was opened; a question of now it does not answer."""
        is_opened = self.request is not None and self.request.id == self._chosen
        if event.key() == Qt.Key.Key_Escape and is_opened:
            self._chosen = None
            self.look()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._fit)  # once the lines are laid out for the width


def _always(group: Group | None) -> str:
    return {
        Group.READ: _("Always allow reading"),
        Group.REPORT: _("Always allow reports"),
        Group.LEARN: _("Always allow training and notes"),
        Group.EDIT: _("Always allow edits"),
        Group.DELETE: _("Always allow deleting"),
        None: "",
    }[group]
