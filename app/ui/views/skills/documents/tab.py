"""What a tab stands for, and which tabs there were last time."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from app.ui.views.skills.editor.view import EditorView
from app.ui.views.skills.history.view import HistoryView

if TYPE_CHECKING:
    from app.ui.views.skills.knowledge.page import KnowledgePage
    from app.ui.views.skills.training.view import TrainView

Kind = Literal["skill", "history", "knowledge", "training"]
Entry = tuple[Kind, int]
KINDS: tuple[Kind, ...] = ("skill", "history", "knowledge")
"""What is opened again after a restart: what was decided in a training is not kept."""


@dataclass(slots=True)
class Tab:
    """One open document. Its page is made when it is first looked at."""

    kind: Kind
    skill: int | None
    page: "EditorView | HistoryView | KnowledgePage | TrainView | None" = None
    passing: bool = False
    """Opened by a single click: the next one takes its place."""


def read_state(state: Any) -> tuple[list[Entry], Entry | None]:
    """The open documents and the one in front; anything odd is passed over."""
    if not isinstance(state, dict) or not isinstance(state.get("open"), list):
        return [], None
    entries = [entry for stored in state["open"] if (entry := _entry(stored)) is not None]
    return entries, _entry(state.get("front"))


def _entry(stored: Any) -> Entry | None:
    if not isinstance(stored, list) or len(stored) != 2 or stored[0] not in KINDS:
        return None
    return (stored[0], stored[1]) if type(stored[1]) is int else None
