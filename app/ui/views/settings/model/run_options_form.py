"""How the model runs, for people who want to choose it: context, threads, freedom, rest."""

from dataclasses import replace

from PySide6.QtWidgets import QLabel, QWidget

from app.core.errors import AppError
from app.core.llm.fit import usual_threads
from app.core.llm.run_options import BOUNDS, RunOptions
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.settings.section import Section
from app.ui.widgets.banner import Banner
from app.ui.widgets.labels import label, restyle
from app.ui.widgets.number_field import NumberField


class RunOptionsForm(Section):
    """Each number says what follows from it, also while it is being written."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(_("Advanced: how the model runs"), parent)
        self._context = context
        self.fields: dict[str, NumberField] = {}
        self._said: dict[str, QLabel] = {}
        self._add("context", _("Context"), _("tokens"))
        self._add("threads", _("Threads"))
        self._add("temperature", _("Temperature"), whole=False)
        self._add("idle", _("Free memory after"), _("min"))
        self.banner = Banner(context.theme)
        self._banner_row = self.add_wide(self.banner)
        self._banner_row.hide()
        self.banner.closed.connect(self._banner_row.hide)
        context.model.chosen.connect(self.look)
        self.look()

    def look(self) -> None:
        """Show what counts now."""
        run_options = self._context.model.choice.run_options
        for name, field in self.fields.items():
            if not field.isModified():
                field.show_number(getattr(run_options, name))
            self._explain(name, getattr(run_options, name))

    def _add(self, name: str, words: str, unit: str = "", *, whole: bool = True) -> None:
        _low, high = BOUNDS[name]
        field = NumberField(words, 0, high, whole=whole)
        controls: list[QWidget] = [field]
        if unit:
            controls.append(label(unit, "muted"))
        self._said[name] = self.add(words, " ", *controls)
        self.fields[name] = field
        field.looked_at.connect(lambda number: self._explain(name, number))
        field.given.connect(lambda number: self._put(name, number))

    def _put(self, name: str, number: float) -> None:
        run_options = self._with(name, number)
        try:
            self._context.model.keep_run_options(run_options)
        except AppError as error:
            self.banner.explain(error)
            self._banner_row.show()
        self.fields[name].setModified(False)
        self.fields[name].show_number(getattr(run_options, name))
        self._explain(name, getattr(run_options, name))

    def _with(self, name: str, number: float) -> RunOptions:
        """As it would be; a number that is too small to work counts as the smallest."""
        value = max(number, BOUNDS[name][0]) if number else number
        kind = type(getattr(RunOptions(), name))
        return replace(self._context.model.choice.run_options, **{name: kind(value)})

    def _explain(self, name: str, number: float | None) -> None:
        said = self._said[name]
        words, role = self.fields[name].rule, "error"
        if number is not None:
            words, role = self._consequence(name, self._with(name, number)), "muted"
        said.setText(words)
        if said.property("role") != role:
            said.setProperty("role", role)
            restyle(said)

    def _consequence(self, name: str, run_options: RunOptions) -> str:
        if name == "context":
            return self._context_words(run_options)
        if name == "threads":
            if run_options.threads:
                return _("More threads than processors make it slower.")
            usual = ngettext("{count} here.", "{count} here.", usual_threads())
            return _("0: chosen to suit this computer, {usual}").format(
                usual=usual.format(count=usual_threads())
            )
        if name == "temperature":
            if not run_options.temperature:
                return _("Always the likeliest word.")
            return _("0 always takes the likeliest word; above 1 it invents freely.")
        return _idle(run_options.idle)

    def _context_words(self, run_options: RunOptions) -> str:
        chosen = self._context.model.choice.text
        usual = _("Room for question and answer together. 0: chosen to suit this computer.")
        if chosen is None:
            return usual
        fit = self._context.model.fit(chosen.header, run_options.context)
        if not run_options.context:
            said = _("0: chosen to suit this computer, {count} tokens now. {fit}")
            return said.format(count=f"{fit.context:n}", fit=fit.sentence)
        if run_options.context > fit.context:
            said = _("The model supports {count} tokens and gets no more. {fit}")
            return said.format(count=f"{fit.context:n}", fit=fit.sentence)
        return fit.sentence


def _idle(minutes: int) -> str:
    if not minutes:
        return _("0: never. It stays loaded until the vault is locked.")
    said = ngettext(
        "After {count} minute without a question; the next one loads it again.",
        "After {count} minutes without a question; the next one loads it again.",
        minutes,
    )
    return said.format(count=minutes)
