"""A run that is over: how it ended, and what it brought. Public name: `OverBody`."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QVBoxLayout

from app.core.runs.frames import visited
from app.core.runs.place_words import clock
from app.core.runs.state import Mark
from app.core.runs.undone import tried_again, undone
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.runs.body import Body
from app.ui.views.runs.following import Sight
from app.ui.views.runs.remark_card import RemarkCard
from app.ui.views.runs.run_words import name_of, sign
from app.ui.views.runs.undone_card import UndoneCard
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import card, label
from app.ui.widgets.moments import moment_said

MARK = 20


class OverBody(Body):
    """Quiet: nothing is asked any more."""

    def __init__(self, context: AppContext, sight: Sight) -> None:
        super().__init__(context, sight)
        vault, run, state = context.vault, sight.record.run, sight.state
        how = sign(run, partial(name_of, vault))
        head = QHBoxLayout()
        head.setSpacing(10)
        mark = QLabel()
        side = context.theme.scaled(MARK)
        scale = self.devicePixelRatioF()
        mark.setPixmap(context.theme.pixmap(how.icon, how.colour, side, scale))
        head.addWidget(mark, 0, Qt.AlignmentFlag.AlignVCenter)
        head.addWidget(label(how.words, "page", wrap=True), 1)
        self.column.addLayout(head)
        said = _("Began {when}, ended {end}, took {time}. Last by: {who}.").format(
            when=moment_said(state.started, vault.now()),
            end=moment_said(state.at, vault.now()),
            time=clock(run.clock),
            who=name_of(vault, state.holder),
        )
        self.column.addWidget(label(said, "secondary", wrap=True))
        if state.said:
            self.column.addWidget(label(_("“{words}”").format(words=state.said), wrap=True))
        self.column.addWidget(label(_counts(sight), "secondary", wrap=True))
        if left := undone(sight.record.program, state):
            self.column.addWidget(UndoneCard(context, sight.record, left))
        found = {**{n: state.frames[0].values.get(n, "") for n in _produced(sight)}}
        found.update(state.results)
        if brought := {name: value for name, value in found.items() if value}:
            frame = card()
            inside = QVBoxLayout(frame)
            inside.setContentsMargins(14, 10, 14, 12)
            inside.setSpacing(6)
            inside.addWidget(label(_("What it brought"), "secondary"))
            for name, value in brought.items():
                row = QHBoxLayout()
                row.addWidget(label(f"${name}", "name"))
                row.addWidget(Elided(value), 1)
                inside.addLayout(row)
            self.column.addWidget(frame)
        self.remark = RemarkCard(context, run.id, with_button=True)
        self.column.addWidget(self.remark)

    @property
    def lines(self) -> dict[str, QLineEdit]:
        return {"remark": self.remark.text}


def _produced(sight: Sight) -> tuple[str, ...]:
    program = sight.record.program
    return program.procedures[program.root].produces


def _counts(sight: Sight) -> str:
    """How many steps were done, skipped and failed, with those of the called procedures; one that
    failed and was tried again counts as what became of it."""
    frames = [frame for outer in sight.state.frames for frame in visited(outer)]
    retried = sum(map(tried_again, frames))
    done, skipped, failed = (
        sum(visit.mark is mark for frame in frames for visit in frame.visits)
        for mark in (Mark.DONE, Mark.SKIPPED, Mark.FAILED)
    )
    failed -= retried
    said = (
        (done, ngettext("{count} step done", "{count} steps done", done)),
        (skipped, ngettext("{count} skipped", "{count} skipped", skipped)),
        (failed, ngettext("{count} failed", "{count} failed", failed)),
        (retried, ngettext("{count} tried again", "{count} tried again", retried)),
    )
    words = [words.format(count=count) for count, words in said if count]
    return _(", ").join(words) or _("No step was done.")
