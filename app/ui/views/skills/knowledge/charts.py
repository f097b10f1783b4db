"""The cards of importance and use: a plot each, its figures, and what explains them."""

from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.lifecycle import importance_history
from app.core.lifecycle.importance import Importance
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.skills.knowledge.cards import PlotCard
from app.ui.views.skills.knowledge.facts import Facts
from app.ui.views.skills.knowledge.plots import ImportancePlot, Mark, UsagePlot
from app.ui.views.skills.knowledge.tiles import change_words
from app.ui.views.skills.knowledge.who import called
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.labels import label
from app.ui.widgets.moments import date_words
from app.ui.widgets.number_field import NumberField

TALL, LOW = {True: 210, False: 130}, {True: 130, False: 96}
"""The height of the plots where there is room, and where there is not."""
MONTH = 30


class ImportanceCard(PlotCard):
    """The trend with its arithmetic, and the rate at which this skill alone fades."""

    def __init__(self, context: AppContext, *, wide: bool) -> None:
        self._trend = ImportancePlot(context.theme)
        columns = (_("Day"), _("Importance"))
        super().__init__(context.theme, _("Importance"), self._trend, columns, TALL[wide])
        self._wide = wide
        self.rate = OwnRate(context)
        self.column.addWidget(self.rate)

    def show_facts(self, found: Facts, days: int, marks: Sequence[Mark]) -> None:
        now, points = found.trend.now, found.trend.points[-days:]
        self.remark.setText(
            _("rises with use, decays {rate} % per day").format(rate=f"{(1 - now.rate) * 100:g}")
            if self._wide
            else f"{now.value:.2f} · {change_words(found)}"
        )
        self._trend.show_trend(points, now, days // 2, marks)
        self.below.setText(f"{now.sentence()}. {floor_words(now)}")
        self.fill([(date_words(p.day), f"{p.value:.2f}") for p in reversed(points)])
        self.rate.show_facts(found)


class OwnRate(QWidget):
    """What a day without use leaves of this skill; what follows from a number as it is written."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._found: Facts | None = None
        name = _("What a day without use leaves of this skill")
        self.field = NumberField(name, 0, 1)
        self.said = label("", "caption", wrap=True)
        words = _("Reset to the default rate")
        self.usual = IconButton(context.theme, "undo", words, size="small")
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 2, 8, 6)
        row.setSpacing(8)
        told = QVBoxLayout()
        told.setSpacing(1)
        told.addWidget(label(_("Decay factor per day"), "secondary", wrap=True))
        told.addWidget(self.said)
        row.addLayout(told, 1)
        row.addWidget(self.usual)
        row.addWidget(self.field)
        self.field.looked_at.connect(self._explain)
        self.field.given.connect(self._store)
        self.usual.clicked.connect(lambda *_checked: self._store(None))

    def show_facts(self, found: Facts) -> None:
        same = self._found is not None and self._found.skill.id == found.skill.id
        self._found = found
        if same and self.field.isModified() and self.field.hasFocus():
            return
        self.field.show_number(found.trend.now.rate)
        self.usual.setVisible(found.own_rate is not None)
        self._explain(found.trend.now.rate)

    def _explain(self, rate: float | None) -> None:
        if self._found is None:
            return
        if rate is None:
            self.said.setText(self.field.rule)
            return
        now = self._found.trend.now
        left = max(now.floor, now.value * rate**MONTH)
        own = rate != self._found.settings.decay_rate
        words = _("its own; {value} after {count} days")
        if not own:
            words = _("the default; {value} after {count} days")
        self.said.setText(words.format(value=f"{left:.2f}", count=MONTH))

    def _store(self, rate: float | None) -> None:
        if self._found is not None:
            usual = self._found.settings.decay_rate
            self.field.setModified(False)
            vault, skill = self._context.vault, self._found.skill.id
            chosen, settings = None if rate == usual else rate, self._found.settings.skills
            self._context.writes.write(
                self,
                _("Saving"),
                lambda: importance_history.change_rate(vault, skill, chosen, settings),
            )


class UsageCard(PlotCard):
    """Uses a day beside the versions. `day_clicked(day)`."""

    day_clicked = Signal(object)

    def __init__(self, context: AppContext, *, wide: bool) -> None:
        self._uses = UsagePlot(context.theme)
        columns = (_("Day"), _("Uses"), _("Versions"))
        super().__init__(context.theme, _("Usage"), self._uses, columns, LOW[wide])
        self._uses.day_clicked.connect(self.day_clicked)

    def show_facts(self, found: Facts, marks: Sequence[Mark]) -> None:
        first = found.days[0].day
        here = [mark for mark in marks if mark[0] >= first]
        uses = sum(day.uses for day in found.days)
        said = ngettext("{count} use in {days} days", "{count} uses in {days} days", uses)
        self.remark.setText(said.format(count=uses, days=len(found.days)))
        self._uses.show_days(found.days, here)
        agents = sorted({called(use.agent) for use in found.uses if use.at.date() >= first})
        self.below.setText(
            _("By {names}.").format(names=", ".join(agents))
            if agents
            else _("Not used in this period.")
        )
        named: dict[date, list[str]] = {}
        for day, name in here:
            named.setdefault(day, []).append(name)
        self.fill(
            [
                (date_words(day.day), str(day.uses), ", ".join(named.get(day.day, ())))
                for day in reversed(found.days)
                if day.uses or day.day in named
            ]
        )


def floor_words(now: Importance) -> str:
    """When the floor is reached if nothing uses the skill."""
    days = now.days_to_floor
    if days is None:
        return _("It never reaches the floor.")
    if days == 0:
        return _("It is at the floor and cannot fall lower.")
    said = ngettext(
        "It reaches the floor in {count} day if unused.",
        "It reaches the floor in {count} days if unused.",
        round(days),
    )
    return said.format(count=round(days))
