"""What a model helps with, as far as a person has asked for it."""

from collections.abc import Iterator
from pathlib import Path

from app.cli.screens.demo_model import DESCRIBED
from app.cli.screens.demo_vault import FAULTY
from app.cli.screens.tour import Tour
from app.ui.views.skills.proposals.describe.dialog import DescribeDialog
from app.ui.views.skills.proposals.draft.dialog import DraftDialog
from app.ui.views.skills.proposals.fix_findings.dialog import FixFindingsDialog


def screens(tour: Tour) -> Iterator[Path]:
    tour.editor(FAULTY)
    go = tour.context.go
    go.describe(tour.show.skill(FAULTY))
    yield tour.take_dialog("describe", DescribeDialog)
    go.fix_findings()
    yield tour.take_dialog("fix-findings", FixFindingsDialog)
    go.draft()
    for dialog in tour.window.findChildren(DraftDialog):
        dialog.text.setPlainText(DESCRIBED)
        dialog.start()
    yield tour.take_dialog("draft", DraftDialog)
