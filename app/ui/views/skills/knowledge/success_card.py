"""How a skill does: its success over time, what threatens it, and at which steps it failed."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.core.lifecycle.events import Kind
from app.core.lifecycle.risk import Risk, in_words
from app.core.runs.place_words import clock
from app.core.runs.statistics import StepFigures
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.skills.knowledge.cards import PlotCard, RowsCard
from app.ui.views.skills.knowledge.facts import Facts
from app.ui.views.skills.knowledge.success_plot import SuccessPlot
from app.ui.views.skills.knowledge.verdict_strip import VerdictStrip
from app.ui.widgets.fact_row import FactRow
from app.ui.widgets.labels import label
from app.ui.widgets.moments import date_words, moment
from app.ui.widgets.percent import percent

TALL = {True: 190, False: 130}
"""The height of the plot where there is room, and where there is not."""
WORST = 5
_COLOURS = {Risk.NONE: "ok", Risk.WARN: "warn", Risk.DEPRECATE: "err", Risk.UNKNOWN: "t3"}


class SuccessCard(PlotCard):
    """The rate over time beside its bounds, and how the last ones went."""

    def __init__(self, context: AppContext, *, wide: bool) -> None:
        self._rates = SuccessPlot(context.theme)
        columns = (_("When"), _("Success"))
        super().__init__(context.theme, _("Success"), self._rates, columns, TALL[wide])
        self._context = context
        self.strip = VerdictStrip(context.theme)
        self.nothing = label(_("Nobody has followed this skill and said how it went."), "muted",
                             wrap=True)  # fmt: skip
        self.nothing.setContentsMargins(12, 4, 12, 4)
        under = QWidget()
        inner = QVBoxLayout(under)
        inner.setContentsMargins(12, 0, 12, 2)
        inner.addWidget(self.strip)
        self.column.insertWidget(1, under)
        self.column.insertWidget(0, self.nothing)
        self._parts = (self.holder, under)

    def show_facts(self, found: Facts) -> None:
        rates, now = found.timeline.rates, self._context.vault.now()
        for part in (*self._parts, self.switch):
            part.setVisible(bool(rates))
        self.nothing.setVisible(not rates)
        self.remark.setText(in_words(found.success) if found.success.known else "")
        self.below.setText(risk_words(found))
        colour = "err" if found.is_deprecated else _COLOURS[found.risk]
        versions = [(one.at, _("v{number}").format(number=one.number)) for one in found.versions]
        self._rates.show_rates(rates, found.settings, versions, colour)
        self.strip.show_made(found.timeline.lately)
        self.fill([(moment(at, now), percent(rate)) for at, rate in reversed(rates)])


class TroubleCard(RowsCard):
    """The steps at which it failed or that were skipped, then those that take longest; hidden
    where it was never run.
    """

    def __init__(self, context: AppContext) -> None:
        super().__init__(_("Where it fails, and what takes long"))
        self._context = context

    def show_facts(self, found: Facts) -> None:
        some = sorted(
            found.figures.steps,
            key=lambda one: (-one.failed, -one.skipped, -(one.seconds or 0), one.step),
        )
        self.setVisible(bool(some))
        runs = ngettext("in the last {count} run", "in the last {count} runs", found.figures.runs)
        self.remark.setText(runs.format(count=found.figures.runs))
        self.show_rows([self._row(found, one) for one in some[:WORST]])

    def _row(self, found: Facts, one: StepFigures) -> FactRow:
        path, text = found.steps[one.step]
        row = FactRow(
            self._context.theme,
            "triangle-alert" if one.failed else "skip" if one.skipped else "clock",
            _("{number}. {text}").format(number=path, text=text),
            _(" · ").join((*_counted(one), *_usually(one), *one.whys[:1])),
            value=_("of {count}").format(count=one.times),
            colour="err" if one.failed else "t3",
        )
        row.clicked.connect(lambda *_checked: self._context.go.skill(found.skill.id))
        return row


def risk_words(found: Facts) -> str:
    """What threatens it, or what has come of it already."""
    settings, success = found.settings, found.success
    low, fatal = percent(settings.warn_below), percent(settings.deprecate_below)
    if found.is_deprecated:
        gone = next((one for one in found.events if one.kind is Kind.DEPRECATED), None)
        if gone is None:
            return _("Deprecated: agents are not offered it.")
        said = _("Deprecated on {day}: {why}. Agents are not offered it.")
        day = date_words(gone.at.astimezone().date())
        return said.format(day=day, why=gone.detail or _("by hand"))
    if found.risk is Risk.DEPRECATE:
        if found.protected:
            return _("Below {percent}, but protected: it stays in use.").format(percent=fatal)
        undone = any(one.kind is Kind.DEPRECATED for one in found.events)
        if settings.auto_deprecate and not undone:
            return _("Below {percent}: the next daily check deprecates it.").format(percent=fatal)
        return _("Below {percent}: it could be deprecated.").format(percent=fatal)
    if found.risk is Risk.WARN:
        said = _("Below {low}: agents are warned. Below {fatal} it is deprecated.")
        return said.format(low=low, fatal=fatal)
    if found.risk is Risk.NONE:
        least = min((rate for _at, rate in found.timeline.rates), default=1.0)
        said = _("Healthy; {percent} at the lowest.").format(percent=percent(least))
        return said if success.invocations else ""
    if not success.invocations:
        return ""
    more = ngettext(
        "{count} more outcome is needed to judge it.",
        "{count} more outcomes are needed to judge it.",
        found.missing,
    )
    return more.format(count=found.missing)


def _usually(one: StepFigures) -> tuple[str, ...]:
    if one.seconds is None:
        return ()
    return (_("usually {time}").format(time=clock(one.seconds)),)


def _counted(one: StepFigures) -> tuple[str, ...]:
    failed = ngettext("failed {count} time", "failed {count} times", one.failed)
    skipped = ngettext("skipped {count} time", "skipped {count} times", one.skipped)
    parts = ((failed, one.failed), (skipped, one.skipped))
    return tuple(words.format(count=count) for words, count in parts if count)
