"""Packs that arrive and leave, and the palette."""

from collections.abc import Iterator
from pathlib import Path

from app.cli.screens.demo_vault import BUSIEST, PROCEDURE
from app.cli.screens.tour import Tour
from app.ui.views.documents.opening import open_documents
from app.ui.views.documents.review import DocumentReview
from app.ui.views.packs.exporting.dialog import ExportDialog, export_skills
from app.ui.views.packs.importing.many_packs import ReviewDialog
from app.ui.views.packs.importing.one_pack import ImportDialog
from app.ui.views.packs.importing.opening import open_packs
from app.ui.views.packs.importing.passphrase import PassphraseDialog


def screens(tour: Tour) -> Iterator[Path]:
    for name, path in (("signed", tour.show.signed), ("unsigned", tour.show.unsigned)):
        open_packs(tour.context, tour.window, [path])
        yield tour.take_dialog(f"import-{name}", ImportDialog)
    open_packs(tour.context, tour.window, [tour.show.locked])
    yield tour.take_dialog("import-locked", PassphraseDialog)
    open_packs(tour.context, tour.window, tour.show.several)
    yield tour.take_dialog("import-several", ReviewDialog, lambda d: bool(d.review.plans))
    open_documents(tour.context, tour.window, [PROCEDURE], lambda _said, _skills: None)
    yield tour.take_dialog("import-document", DocumentReview)
    export_skills(tour.context, tour.window, (tour.show.skill(BUSIEST),))
    yield tour.take_dialog("export", ExportDialog)
    tour.editor(BUSIEST)
    palette = next(c for c in tour.window.commands if c.id == "app.palette")
    palette.run()
    yield tour.take("palette")
    tour.window.finder.hide()
