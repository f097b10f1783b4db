"""The last runs of a skill: how each ended, who had it, when, and how long it took."""

from functools import cache, partial

from app.core.runs.place_words import clock
from app.core.runs.store import Run
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.runs.run_words import inputs_words, name_of, numbered, seconds, sign, step_of
from app.ui.views.skills.knowledge.cards import RowsCard
from app.ui.views.skills.knowledge.facts import Facts
from app.ui.widgets.fact_row import FactRow
from app.ui.widgets.moments import moment


class RunsCard(RowsCard):
    """A click opens the run. Hidden where it was never run."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(_("Runs"))
        self._context = context
        self._name = cache(partial(name_of, context.vault))

    def show_facts(self, found: Facts) -> None:
        self._name.cache_clear()
        self.setVisible(bool(found.runs))
        more = found.run_count - len(found.runs)
        said = ngettext("{count} earlier", "{count} earlier", more).format(count=more)
        self.remark.setText(said if more > 0 else "")
        self.show_rows([self._row(found, run) for run in found.runs])

    def _row(self, found: Facts, run: Run) -> FactRow:
        how, now = sign(run, self._name), self._context.vault.now()
        is_open = run.status.is_open
        title = (
            _("{how}, {step}").format(how=how.words, step=step_of(run)) if is_open else how.words
        )
        about = (
            inputs_words(found.run_inputs.get(run.id, {})),
            self._name(run.holder),
            moment(run.started, now),
            numbered(run),
            run.said,
        )
        row = FactRow(
            self._context.theme,
            how.icon,
            title,
            _(" · ").join(filter(None, about)),
            value=clock(seconds(run, now)),
            colour=how.colour,
        )
        row.clicked.connect(lambda *_checked: self._context.go.run(run.id))
        return row
