"""The kinds of document: how each is made, what its tab says, what stands beside it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.skills.document import Document
from app.ui.views.skills.editor.view import EditorView
from app.ui.views.skills.history.view import HistoryView

Kind = Literal["skill", "history", "knowledge", "training"]


@dataclass(frozen=True, slots=True)
class DocumentKind:
    """`make(context, skill)`; `words()` has a place for the title; no icon is that of the role."""

    make: Callable[[AppContext, int], Document]
    words: Callable[[], str] = lambda: "{title}"
    icon: str = ""
    has_panel: bool = False
    has_library: bool = True
    is_in_panel: bool = False
    """Whether the panel shows the same beside the skill."""
    is_reopened: bool = True
    """After a restart."""


def _editor(context: AppContext, skill: int) -> Document:
    editor = EditorView(context)
    editor.open_skill(skill)
    return editor


def _knowledge(context: AppContext, skill: int) -> Document:
    from app.ui.views.skills.knowledge.page import (  # noqa: PLC0415 - loads the plots
        KnowledgePage,
    )

    page = KnowledgePage(context, wide=True)
    page.set_skill(skill)
    return page


def _training(context: AppContext, skill: int) -> Document:
    from app.ui.views.skills.training.view import TrainView  # noqa: PLC0415 - loads numpy

    return TrainView(context, skill)


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
