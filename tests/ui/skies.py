"""A constellation of a few skills, and where its stars are."""

from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from app.core.library import library
from app.ui.context import AppContext
from app.ui.views.constellation.view import ConstellationView


def shown(qtbot: QtBot, context: AppContext, *more: str) -> ConstellationView:
    """Of Deploy, the two skills it calls, and more; drawn."""
    library.save(context.vault, None, "# smoke-tests\n\n1. Run them.\n")
    library.save(context.vault, None, "# Rollback\n\n1. Go back.\n")
    library.save(context.vault, None, "# Deploy\n\n1. @skill: smoke-tests\n2. @skill: Rollback\n")
    for text in more:
        library.save(context.vault, None, text)
    view = ConstellationView(context)
    qtbot.addWidget(view)
    view.resize(1000, 700)
    view.show()
    qtbot.waitUntil(lambda: view.sky.where(0) != QPoint() and not view.loading.is_running)
    return view


def index(view: ConstellationView, title: str) -> int:
    assert view.chart is not None
    return next(n for n, star in enumerate(view.chart.stars) if star.row.title == title)
