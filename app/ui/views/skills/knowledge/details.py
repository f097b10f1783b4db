"""What is known of a skill beside its text: where it comes from, how sure it is, what it is for."""

from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from app.core.actor import Actor
from app.core.library.details import Details
from app.core.library.record import Precedence
from app.core.words import _
from app.ui.models.skill_list import source_word
from app.ui.theme.theme import Theme
from app.ui.views.skills.knowledge.cards import Card
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.labels import label
from app.ui.widgets.moments import moment
from app.ui.widgets.roles import role_name


class DetailsCard(Card):
    """`edit_requested` by its button."""

    edit_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(_("Details"), parent)
        self.edit = IconButton(theme, "edit", _("Edit details…"), size="small")
        self.edit.clicked.connect(self.edit_requested)
        self.end.addWidget(self.edit)
        self._grid = QGridLayout()
        self._grid.setContentsMargins(12, 2, 12, 8)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        self.column.addLayout(self._grid)
        self.column.addStretch(1)
        self._shown: list[QLabel] = []

    def show_details(self, found: Details, now: datetime) -> None:
        """One line for each field that says something."""
        for old in self._shown:
            self._grid.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._shown.clear()
        for row, (name, said) in enumerate(_lines(found, now)):
            head, words = label(name, "caption"), label(said, "secondary", wrap=True)
            head.setContentsMargins(0, 1, 0, 0)  # on one line with the larger letters beside it
            words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            words.setAccessibleName(f"{name}: {said}")
            self._grid.addWidget(head, row, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(words, row, 1)
            self._shown += [head, words]


def _lines(found: Details, now: datetime) -> list[tuple[str, str]]:
    version = _("v{number}").format(number=found.revision)
    if found.declared_version:
        version = _("{ours} · its text says {theirs}").format(
            ours=version, theirs=found.declared_version
        )
    origin = source_word(found.source)
    if found.installed is not None:
        origin = _("{how}, from “{name}” {version}").format(
            how=origin, name=found.installed.name, version=found.installed.version
        )
    lines = (
        (_("Role"), role_name(found.role)),
        (_("Version"), version),
        (_("Origin"), origin),
        (_("From"), found.installed.path if found.installed is not None else ""),
        (_("Confidence"), f"{found.confidence:.0%}"),
        (_("Precedence"), precedence_word(found.precedence) if found.precedence else ""),
        (_("Expects"), "; ".join(found.input_hints)),
        (_("Files"), "; ".join(found.file_patterns)),
        (_("Created"), _made(moment(found.created, now), found.created_by)),
        (_("Changed"), _made(moment(found.updated, now), found.updated_by)),
    )
    return [(name, said) for name, said in lines if said]


def precedence_word(precedence: Precedence | None) -> str:
    """What holds where a skill and what an agent was told differ, as people read it."""
    return {
        None: _("not decided"),
        Precedence.YIELDS: _("the operator's instructions come first"),
        Precedence.OVERRIDES: _("this skill comes first"),
    }[precedence]


def _made(when: str, actor: Actor) -> str:
    who = _("you") if actor.who == "user" else actor.who
    return _("{when} by {who}").format(when=when, who=who)
