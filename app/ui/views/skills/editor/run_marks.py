"""How the steps of the open skill went in its last runs, on their cards.

Public name: `RunMarks`.
"""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, QTimer

from app.core.changes import Changes, Part
from app.core.runs.place_words import clock
from app.core.runs.statistics import Figures, StepFigures, figures
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.skills.editor.autosave import Autosave
from app.ui.views.skills.editor.reading import Reader
from app.ui.views.skills.editor.steps.card import StepCard
from app.ui.views.skills.editor.steps.card_past import StepPast
from app.ui.views.skills.editor.steps.step_list import StepList

PAUSE = 500
"""Milliseconds after the text was read until it is asked again: steps are found by their words."""
FEWEST = 2
"""Times done that make a usual time."""


class RunMarks(QObject):
    """Counts in the background, and only for a skill that was run."""

    def __init__(
        self,
        context: AppContext,
        autosave: Autosave,
        reader: Reader,
        steps: StepList,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._context, self._autosave = context, autosave
        self._reader, self._steps = reader, steps
        self._asked: tuple[int | None, tuple[str, ...]] = (None, ())
        self._never_run: int | None = None
        self._soon = QTimer(self, interval=PAUSE, singleShot=True)
        self._soon.timeout.connect(self.look)
        self._past: Mapping[int, StepPast] = {}
        reader.read.connect(self._soon.start)
        steps.shown.connect(self._on_shown)
        context.bridge.changed.connect(self._on_changed)

    def look(self) -> None:
        """Ask how these steps went, unless that is known."""
        skill, vault = self._autosave.skill_id, self._context.vault
        texts = tuple(step.text for step in self._reader.skill.steps)
        asked = skill, texts
        if asked == self._asked or (skill is not None and skill == self._never_run):
            return
        self._asked = asked
        if skill is None:
            self._mark({})
            return

        def show(found: Figures) -> None:
            if asked == self._asked:
                self._never_run = None if found.runs else skill
                self._mark(_past(found, texts))

        self._context.jobs.start(
            self, _("Counting"), lambda _job: figures(vault, skill, texts), show, calm=True
        )

    def _mark(self, past: Mapping[int, StepPast]) -> None:
        had, self._past = self._past, past
        if past != had:
            self._mark_cards()
            self._steps.arrange()

    def _mark_cards(self) -> None:
        """Also those that were made since."""
        for card in self._steps.findChildren(StepCard):
            card.show_past(self._past.get(card.content.position))

    def _on_shown(self) -> None:
        if self._past:
            self._mark_cards()

    def _on_changed(self, changes: Changes) -> None:
        if changes.parts & Part.RUNS:
            self._asked, self._never_run = (None, ()), None
            self._soon.start()


def _past(found: Figures, texts: Sequence[str]) -> dict[int, StepPast]:
    """By the position of the step."""
    made = {one.step + 1: _said(found.runs, one) for one in found.steps if one.step < len(texts)}
    return {position: past for position, past in made.items() if past.failed or past.time}


def _said(runs: int, one: StepFigures) -> StepPast:
    usual = clock(one.seconds) if one.seconds is not None and one.done >= FEWEST else ""
    words = [
        ngettext("In the last {count} run:", "In the last {count} runs:", runs).format(count=runs),
        ngettext("left {count} time", "left {count} times", one.times).format(count=one.times),
    ]
    if one.failed:
        said = ngettext("failed {count} time", "failed {count} times", one.failed)
        words.append(said.format(count=one.failed))
    if one.skipped:
        said = ngettext("skipped {count} time", "skipped {count} times", one.skipped)
        words.append(said.format(count=one.skipped))
    if usual:
        words.append(_("usually takes {time}").format(time=usual))
    first, *others = words
    lines = [f"{first} {_(', ').join(others)}", *(_("“{words}”").format(words=w) for w in one.whys)]
    failed = f"{one.failed}/{one.times}" if one.failed else ""
    return StepPast(failed, usual, "\n".join(lines))
