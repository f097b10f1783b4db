"""What is noted and remembered at a place of a run. Public names: `memory_cards`,
`supporting_words`."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.runs.context import Context, context
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.runs.following import Sight
from app.ui.views.runs.run_words import number_of
from app.ui.views.runs.step_text import step_words
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import card, label

MARK = 16


def memory_cards(theme: Theme, sight: Sight) -> Iterator[QWidget]:
    """One for each note and memory, with the step that it belongs to where another is shown."""
    for found in context(sight.record.program, sight.state):
        head = _head(sight, found)
        for words in found.notes:
            yield _card(theme, words, head, is_note=True)
        for words in found.memories:
            yield _card(theme, words, head)


def supporting_words(memories: Sequence[str]) -> QWidget:
    """What supports a procedure as a whole."""
    made = QWidget()
    column = QVBoxLayout(made)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(6)
    column.addWidget(label(_("Supporting context"), "secondary"))
    for words in memories:
        said = label(words, "muted", wrap=True)
        said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column.addWidget(said)
    return made


def _head(sight: Sight, found: Context) -> str:
    is_inner = found.depth == len(sight.state.frames) - 1
    procedure = sight.record.program.procedures[sight.state.frames[found.depth].skill]
    if found.node is None:
        return "" if is_inner else procedure.title
    if is_inner and found.node == sight.frame.node:
        return ""
    node = procedure.nodes[found.node]
    words = step_words(node, sight.state.frames[found.depth].values)
    return _("Step {number}: {text}").format(number=number_of(node), text=words)


def _card(theme: Theme, words: str, head: str, *, is_note: bool = False) -> QWidget:
    frame = card() if is_note else card("memory")
    row = QHBoxLayout(frame)
    row.setContentsMargins(13, 10, 13, 10)
    row.setSpacing(10)
    mark = QLabel()
    icon, tone = ("note", "t2") if is_note else ("memory", "mem")
    mark.setPixmap(theme.pixmap(icon, tone, theme.scaled(MARK), frame.devicePixelRatioF()))
    mark.setAccessibleName(_("Note") if is_note else _("Memory"))
    row.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
    said = QVBoxLayout()
    said.setSpacing(2)
    if head:
        said.addWidget(Elided(head, "caption"))
    said.addWidget(label(words, wrap=True))
    row.addLayout(said, 1)
    return frame
