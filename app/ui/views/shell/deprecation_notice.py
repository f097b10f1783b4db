"""Saying what was deprecated while nobody looked, with the way back."""

from collections.abc import Sequence

from PySide6.QtCore import QObject

from app.core.library.catalogue import SkillRow
from app.core.lifecycle import deprecation
from app.core.words import _, ngettext
from app.ui.context import AppContext

NAMED = 3
"""Skills that are named; the others are counted."""
_FEW = 20
"""Skills that are restored in a moment."""


def tell_deprecated(context: AppContext, owner: QObject, rows: Sequence[SkillRow]) -> None:
    """A banner about these skills, which Techne deprecated on its own."""
    vault, skills = context.vault, [row.id for row in rows]
    names = ", ".join(f"“{row.title}”" for row in rows[:NAMED])
    if len(rows) > NAMED:
        names = _("{names} and others").format(names=names)

    def restore() -> None:
        back = ngettext("{count} skill restored", "{count} skills restored", len(skills))
        context.writes.run(
            owner,
            _("Restoring"),
            lambda progress: deprecation.restore(vault, *skills, progress=progress),
            lambda done: context.say.tell(back.format(count=len(done)), undoable=bool(done)),
            short=len(skills) <= _FEW,
        )

    said = ngettext(
        "{count} skill mostly fails and is no longer suggested: {names}.",
        "{count} skills mostly fail and are no longer suggested: {names}.",
        len(skills),
    )
    context.say.warn(said.format(count=len(skills), names=names), _("Restore"), restore)
