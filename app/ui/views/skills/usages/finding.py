"""Who calls skills: found on demand, and said when they are deleted or moved."""

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QWidget

from app.core.library import catalogue
from app.core.library.usages import Called, Usage, calls_of, usages
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.skills.usages.dialog import UsagesDialog


def with_callers(done: str, those: Sequence[Called]) -> str:
    """What was done to skills, and how many others call them."""
    if not those:
        return done
    count = len({caller for one in those for caller in one.callers})
    said = ngettext("{done}. {count} skill calls it.", "{done}. {count} skills call it.", count)
    if len(those) > 1:
        said = ngettext("{done}. {count} skill calls them.",
                        "{done}. {count} skills call them.", count)  # fmt: skip
    return said.format(done=done, count=count)


def tell_callers(
    context: AppContext, done: str, those: Sequence[Called], show: Callable[[], object]
) -> None:
    """A toast about what was done to skills, which leads to those that call them by `show`."""
    if those:
        context.say.tell_more(with_callers(done, those), _("Show"), show, undoable=True)
    else:
        context.say.tell(done, undoable=True)


class Usages:
    """Lists calls in a dialog above `parent`."""

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        self._context, self._parent = context, parent
        context.go.usages_requested.connect(self.find)

    def find(self, skills: Sequence[int]) -> None:
        """List every call of these skills."""
        vault = self._context.vault
        rows = catalogue.some(vault, skills)
        if rows:
            self._list(
                [row.title for row in rows.values()],
                lambda: tuple(usage for skill in rows for usage in usages(vault, skill)),
            )

    def tell(self, sentence: str, those: Sequence[Called]) -> None:
        """A toast about what was done to skills, with those that call them."""

        def show() -> None:
            self._list([one.title for one in those], lambda: calls_of(self._context.vault, *those))

        tell_callers(self._context, sentence, those, show)

    def _list(self, titles: Sequence[str], find: Callable[[], tuple[Usage, ...]]) -> None:
        context = self._context
        title = ngettext("Calls of {title}", "Calls of {count} skills", len(titles))
        title = title.format(title=titles[0], count=len(titles))

        def show(found: tuple[Usage, ...]) -> None:
            dialog = UsagesDialog(context.theme, title, found, parent=self._parent)
            dialog.chosen.connect(lambda u: context.go.place(u.caller.id, u.start, u.end))
            dialog.open()

        context.jobs.start(self._parent, _("Looking for calls"), lambda _job: find(), show)
