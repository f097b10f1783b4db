"""The places of the window, in the order of the rail."""

from typing import NamedTuple

from app.core.words import _
from app.ui.commands import Keys


class Place(NamedTuple):
    """A page, by its name, with what leads there; `synonyms` are other words for what is there."""

    name: str
    icon: str
    words: str
    keys: Keys
    synonyms: str = ""


def places() -> tuple[Place, ...]:
    return (
        Place("skills", "skills", _("Skills"), "Ctrl+1"),
        Place("constellation", "constellation", _("Constellation"), "Ctrl+2"),
        Place("memories", "memory", _("Memories"), "Ctrl+3", _("memory notes")),
        Place("runs", "runs", _("Runs"), "Ctrl+4"),
        Place("lifecycle", "refresh", _("Lifecycle"), "Ctrl+5"),
        Place("packs", "packs", _("Packs"), "Ctrl+6"),
        Place("agents", "agents", _("Agents"), "Ctrl+7"),
        Place("settings", "settings", _("Settings"), "Ctrl+,"),
    )
