"""Where the file of a skill is, and how it stands to it, in a few words."""

from collections.abc import Sequence

from app.core.library.record import DiskState
from app.core.mirror.at_hand import Place
from app.core.words import _
from app.ui.models.skill_list import disk_word
from app.ui.views.agents.signs import said_path
from app.ui.views.skills.editor.about.row import Said
from app.ui.widgets.disk_signs import DISK

_WORST = (DiskState.CONFLICT, DiskState.GONE, DiskState.HERE, DiskState.SYNCED)


def worst(places: Sequence[Place]) -> Place:
    """The place that most needs a look."""
    return min(places, key=lambda one: _WORST.index(one.state))


def said(places: Sequence[Place]) -> Said:
    """Such as "on disk: ~/.agents/skills · in sync"; nothing for a skill that is in no folder."""
    if not places:
        return Said()
    one = worst(places)
    lines = [f"{said_path(p.folder / p.name)} · {disk_word(p.state)}" for p in places]
    words = _("on disk: {folder} · {state}").format(
        folder=said_path(one.folder), state=disk_word(one.state)
    )
    tip = "\n".join([*lines, _("Click to see it among the folders")])
    return Said(words, tip, *DISK[one.state])
