"""Saying what was deprecated while nobody looked, with the way back."""

from PySide6.QtCore import QObject

from app.core.library import catalogue
from app.core.lifecycle import deprecation
from app.core.words import _, ngettext
from app.ui.context import AppContext

NAMED = 3
"""Skills that are named; the others are counted."""
_FEW = 20
"""Skills that are restored in a moment."""


def tell_deprecated(context: AppContext, owner: QObject) -> None:
    """A banner about what Techne deprecated on its own and has not told, whichever process did."""
    vault, found = context.vault, deprecation.untold(context.vault)
    if not found:
        return
    skills = [one.skill for one in found]
    rows = catalogue.some(vault, skills)
    names = ", ".join(f"“{rows[skill].title}”" for skill in skills[:NAMED])
    if len(skills) > NAMED:
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
    context.writes.write(owner, _("Saving"), lambda: deprecation.tell(vault, found))
