"""The main screens in the smallest window that is usual."""

from collections.abc import Iterator
from pathlib import Path

from app.cli.screens.demo_vault import BUSIEST, PROCEDURE
from app.cli.screens.tour import Tour
from app.ui.views.documents.opening import open_documents
from app.ui.views.documents.review import DocumentReview
from app.ui.views.packs.importing.many_packs import ReviewDialog
from app.ui.views.packs.importing.opening import open_packs

WIDTH, HEIGHT = 1024, 680


def screens(tour: Tour) -> Iterator[Path]:
    tour.window.resize(WIDTH, HEIGHT)
    skills, go, busiest = tour.workspace.skills, tour.context.go, tour.show.skill(BUSIEST)
    tour.editor(BUSIEST)
    yield tour.take("small-editor")
    go.history(busiest, (2, 5))
    yield tour.take("small-history")
    skills.documents.close_current()
    go.knowledge(busiest)
    yield tour.take("small-knowledge")
    skills.documents.close_current()
    go.training(busiest)
    yield tour.take("small-training")
    skills.documents.close_current()
    open_packs(tour.context, tour.window, tour.show.several)
    yield tour.take_dialog("small-import", ReviewDialog, lambda d: bool(d.review.plans))
    open_documents(tour.context, tour.window, [PROCEDURE], lambda _said, _skills: None)
    yield tour.take_dialog("small-document", DocumentReview)
    for page in ("constellation", "memories", "packs", "settings"):
        tour.workspace.go(page)
        yield tour.take(f"small-{page}")
