"""What a tab stands for, and which tabs there were last time."""

from dataclasses import dataclass
from typing import Any

from app.ui.views.skills.document import Document
from app.ui.views.skills.documents.kinds import KINDS, Kind

Entry = tuple[Kind, int]


@dataclass(slots=True)
class Tab:
    """One open document. Its page is made when it is first looked at."""

    kind: Kind
    first: int | None
    """The skill it was opened for."""
    page: Document | None = None
    passing: bool = False
    """Opened by a single click: the next one takes its place."""
    opener: int = 0
    """The tab that was in front when it was opened."""

    @property
    def skill(self) -> int | None:
        """A new skill has its id from the first save on."""
        return self.page.skill_id if self.page is not None else self.first


def read_state(state: Any) -> tuple[list[Entry], Entry | None]:
    """The open documents and the one in front; anything odd is passed over."""
    if not isinstance(state, dict) or not isinstance(state.get("open"), list):
        return [], None
    entries = [entry for stored in state["open"] if (entry := _entry(stored)) is not None]
    return entries, _entry(state.get("front"))


def _entry(stored: Any) -> Entry | None:
    if not isinstance(stored, list) or len(stored) != 2 or type(stored[1]) is not int:
        return None
    kinds = [kind for kind in KINDS if kind == stored[0] and KINDS[kind].is_reopened]
    return (kinds[0], stored[1]) if kinds else None
