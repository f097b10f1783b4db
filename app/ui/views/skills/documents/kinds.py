"""The kinds of document: how each is made, what its tab says, what stands beside it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from PySide6.QtWidgets import QWidget

from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.skills.document import Document
from app.ui.views.skills.editor.view import EditorView
from app.ui.views.skills.history.view import HistoryView

Kind = Literal["skill", "history", "knowledge", "training"]


@dataclass(frozen=True, slots=True)
class DocumentKind:
    """`make(context, skill, parent)`; `words()` has a place for the title; no icon is that of the
    role."""

    make: Callable[[AppContext, int, QWidget], Document]
    words: Callable[[], str] = lambda: "{title}"
    icon: str = ""
    has_panel: bool = False
    has_library: bool = True
    is_in_panel: bool = False
    """Whether the panel shows the same beside the skill."""
    is_reopened: bool = True
    """After a restart."""


def _editor(context: AppContext, skill: int, parent: QWidget) -> Document:
    editor = EditorView(context, parent)
    editor.open_skill(skill)
    return editor


def _knowledge(context: AppContext, skill: int, parent: QWidget) -> Document:
    from app.ui.views.skills.knowledge.page import (  # noqa: PLC0415 - loads the plots
        KnowledgePage,
    )

    page = KnowledgePage(context, wide=True, parent=parent)
    page.set_skill(skill)
    return page


def _training(context: AppContext, skill: int, parent: QWidget) -> Document:
    from app.ui.views.skills.training.view import TrainView  # noqa: PLC0415 - loads numpy

    return TrainView(context, skill, parent)


KINDS: dict[Kind, DocumentKind] = {
    "skill": DocumentKind(_editor, has_panel=True),
    "history": DocumentKind(
        HistoryView,
        lambda: _("History: {title}"),
        "history",
        has_library=False,
        is_in_panel=True,
    ),
    "knowledge": DocumentKind(
        _knowledge, lambda: _("Knowledge: {title}"), "constellation", is_in_panel=True
    ),
    "training": DocumentKind(
        _training,
        lambda: _("Training: {title}"),
        "train",
        has_library=False,
        is_reopened=False,  # what was decided waits in the inbox
    ),
}
