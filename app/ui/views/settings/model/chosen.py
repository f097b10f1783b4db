"""The model that is used: what it is, whether it runs, trying it, and using none."""

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from app.core.errors import AppError
from app.core.llm.fit import Verdict, in_words
from app.core.llm.state import Status
from app.core.llm.stored_model import Use
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.settings.model.around import facts
from app.ui.views.settings.model.runtime_row import RuntimeRow
from app.ui.views.settings.model.trying import Trying
from app.ui.views.settings.section import Line, Section
from app.ui.widgets.banner import Banner
from app.ui.widgets.buttons import Button, IconButton
from app.ui.widgets.labels import Tone, set_tag, tag
from app.ui.widgets.mono import mono
from app.ui.widgets.tips import plain_tip

_SHORT = 16
"""Digits of a digest that are shown."""


class ChosenModel(Section):
    """Follows the model; its banner says what went wrong."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(_("Local model"), parent)
        self._context = context
        theme = context.theme
        self.banner = Banner(theme)
        self.state = tag("")
        self.start = Button(theme, _("Start"), size="small")
        self.start.clicked.connect(self._start)
        self.off = Button(theme, _("Turn off"), "quiet", size="small")
        self.off.clicked.connect(self._use_none)
        self.line = Line("", "", self.start, self.off, mark=self.state)
        self.add_line(self.line)
        self.digest = mono(theme, "", 12)
        self.digest.setAccessibleName("SHA-256")
        self.copy = IconButton(theme, "copy", _("Copy the SHA-256"), size="small")
        self.copy.clicked.connect(self._copy)
        self.compute = Button(theme, _("Compute"), size="small")
        self.compute.setAccessibleName(_("Compute the SHA-256"))
        self.compute.clicked.connect(self._compute)
        about = _("Identifies the file. It is recorded with everything the model writes.")
        self._digest_line = Line("SHA-256", about, self.digest, self.copy, self.compute)
        self._lines = self.add_lines()
        self._lines.show_lines((self._digest_line,))
        self.runtime = RuntimeRow(context)
        self._runtime_row = self.add_wide(self.runtime)
        self.trying = Trying(context)
        self._trying_row = self.add_wide(self.trying)
        self._banner_row = self.add_wide(self.banner)
        self._banner_row.hide()
        self.banner.closed.connect(self._banner_row.hide)
        context.model.changed.connect(self.look)
        context.model.chosen.connect(self._on_chosen)
        self.look()

    def look(self) -> None:
        """Show what is chosen and what it does now."""
        model = self._context.model
        chosen, state = model.choice.text, model.state
        self._runtime_row.setHidden(model.can_run)
        self._trying_row.setVisible(model.is_there)
        self._lines.setVisible(chosen is not None)
        self.off.setVisible(chosen is not None or bool(model.choice.no_text))
        self.start.setVisible(model.is_there and chosen is not None)
        verb, what_it_does = {
            Status.OFF: (_("Start"), _("Start the model")),
            Status.READY: (_("Unload"), _("Free its memory now")),
        }.get(state.status, (_("Stop"), _("Stop the model")))
        self.start.setText(verb)
        self.start.setAccessibleName(what_it_does)
        self.start.setToolTip(plain_tip(what_it_does))
        set_tag(self.state, *self._state_words())
        self.line.name.setText(model.name or _("No model in use"))
        self.line.said.setText(self._sentence())
        self.line.said.show()
        if chosen is not None:
            sha256 = chosen.sha256 or chosen.claimed
            self.digest.setText(f"{sha256[:_SHORT]}…" if sha256 else "")
            self.digest.setToolTip(plain_tip(sha256))
            self.digest.setVisible(bool(sha256))
            self.copy.setVisible(bool(sha256))
            self.compute.setVisible(not sha256)

    def _state_words(self) -> tuple[str, Tone]:
        model = self._context.model
        if model.state.trouble:
            return _("error"), "err"
        if model.why_not:
            is_chosen = bool(model.name or model.choice.no_text)
            return (_("cannot run"), "warn") if is_chosen else (_("off"), "neutral")
        if model.state.status is Status.WORKING and model.state.speed:
            return _("{speed} tokens/s").format(speed=f"{model.state.speed:.0f}"), "info"
        if model.state.status is Status.OFF and self._is_too_large():
            return _("does not fit"), "err"
        words: dict[Status, tuple[str, Tone]] = {
            Status.OFF: (_("off"), "neutral"),
            Status.LOADING: (_("loading"), "info"),
            Status.READY: (_("ready"), "ok"),
            Status.WORKING: (_("working"), "info"),
        }
        return words[model.state.status]

    def _is_too_large(self) -> bool:
        model = self._context.model
        choice = model.choice
        if choice.text is None:
            return False
        return (
            model.fit(choice.text.header, choice.run_options.context).verdict is Verdict.TOO_LARGE
        )

    def _sentence(self) -> str:
        model = self._context.model
        if model.choice.no_text:
            return model.choice.no_text
        if (chosen := model.choice.text) is None:
            return _(
                "It can propose descriptions, drafts and rewritten skills, on this computer only. "
                "Everything else works without one. Choose or get one below."
            )
        fit = model.fit(chosen.header, model.choice.run_options.context)
        context = _("Context of {count} tokens.").format(count=f"{fit.context:n}")
        lines = [facts(chosen.header), f"{context} {fit.sentence}"]
        if model.state.trouble:
            lines.append(model.state.trouble)
        return "\n".join(lines)

    def _start(self) -> None:
        model = self._context.model
        if model.state.status is not Status.OFF:
            model.stop()
            return
        self._context.jobs.start(
            self, _("Starting the model"), model.load, lambda _nothing: None, self._explain
        )

    def _use_none(self) -> None:
        self._context.model.choose_none(Use.TEXT)
        self._context.say.tell(_("The local model is turned off"))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.digest.toolTip())
        self._context.say.tell(_("Copied"))

    def _on_chosen(self) -> None:
        """A model that somebody chose here is going to be asked, which needs its digest."""
        chosen = self._context.model.choice.text
        is_known = chosen is None or bool(chosen.sha256 or chosen.claimed)
        if self.isVisible() and not is_known and not self._is_too_large():
            self._compute()

    def _compute(self) -> None:
        model = self._context.model
        if (chosen := model.choice.text) is None or not self.compute.isEnabled():
            return
        self.compute.setEnabled(False)
        job = self._context.jobs.start(
            self,
            _("Computing the SHA-256 of {size}").format(size=in_words(chosen.size)),
            lambda job: model.model_store().digest(chosen.path, job),
            lambda _digest: model.look_again(),
            self._explain,
        )
        self._context.jobs.ended.connect(
            lambda ended: self.compute.setEnabled(True) if ended is job else None
        )

    def _explain(self, error: Exception) -> None:
        if not isinstance(error, AppError):
            raise error
        self.banner.explain(error)
        self._banner_row.show()
