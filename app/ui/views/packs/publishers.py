"""The publishers met so far, and what the person decided about each. Public name: `Publishers`."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.core.packs import trust
from app.core.packs.credentials import standing_words
from app.core.packs.format.contents import Signer
from app.core.packs.format.phrase import phrase
from app.core.packs.trust import Judgement, Publisher, Standing, State
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.packs.section import Line, Section
from app.ui.widgets.buttons import Button, Kind
from app.ui.widgets.labels import Tone, label
from app.ui.widgets.moments import day_said
from app.ui.widgets.mono import mono

_LOOKS: dict[State, tuple[str, str, Tone]] = {
    State.TRUSTED: ("shield-check", "ok", "ok"),
    State.KNOWN: ("shield-question", "warn", "warn"),
    State.REVOKED: ("shield-x", "err", "err"),
}


class Publishers(Section):
    """`decided(publisher, state)` after the person decided."""

    decided = Signal(object, object)

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        about = _("A name proves nothing. Compare the words or the digits by phone or in person.")
        super().__init__(_("Publishers"), about, parent)
        self._context = context

    def refresh(self) -> None:
        """Show everybody who is known now."""
        found = trust.publishers(self._context.vault)
        self.show_lines([self._line(publisher) for publisher in found], len(found))

    def _line(self, publisher: Publisher) -> QWidget:
        icon, colour, tone = _LOOKS[publisher.state]
        standing = Standing(publisher.state.value)
        judgement = Judgement(standing, Signer(publisher.key, publisher.name), publisher)
        if judgement.vouched:
            icon, colour, tone = _LOOKS[State.TRUSTED]
        line = Line(
            self._context.theme,
            icon,
            colour,
            publisher.name,
            self._about(publisher),
            (standing_words(judgement), tone),
        )
        line.words.addWidget(label(phrase(publisher.key), "secondary", wrap=True))
        digits = "  ".join(publisher.fingerprint.split())
        line.words.addWidget(mono(self._context.theme, digits, wrap=True))
        ours = publisher.key == trust.project().key
        if publisher.state is State.KNOWN:
            self._add(line, publisher, State.TRUSTED, _("I compared it, trust"), "secondary")
        elif not ours:
            words = _("Stop trusting") if publisher.state is State.TRUSTED else _("Take back")
            self._add(line, publisher, State.KNOWN, words, "quiet")
        if publisher.state is not State.REVOKED and not ours:
            self._add(line, publisher, State.REVOKED, _("Revoke"), "danger")
        return line

    def _about(self, publisher: Publisher) -> str:
        now = self._context.vault.now()
        if publisher.first_seen is None:
            return _("Comes with Techne")
        said = [_("First seen: {day}").format(day=day_said(publisher.first_seen, now))]
        if publisher.decided is not None:
            words = _("revoked: {day}") if publisher.state is State.REVOKED else _("trusted: {day}")
            said.append(words.format(day=day_said(publisher.decided, now)))
        return " · ".join(said)

    def _add(self, line: Line, publisher: Publisher, state: State, words: str, kind: Kind) -> None:
        button = Button(self._context.theme, words, kind, size="small")
        button.setAccessibleName(f"{words}: {publisher.name}")
        button.clicked.connect(self._decider(publisher, state))
        line.end.addWidget(button)

    def _decider(self, publisher: Publisher, state: State) -> Callable[[], None]:
        decide = {
            State.TRUSTED: trust.trust,
            State.KNOWN: trust.distrust,
            State.REVOKED: trust.revoke,
        }[state]

        def act() -> None:
            vault = self._context.vault
            self._context.writes.write(
                self,
                _("Saving"),
                lambda: decide(vault, publisher.key),
                lambda _nothing: self.decided.emit(publisher, state),
            )

        return act
