"""What a person can do with the document in front, whichever kind it is, as commands."""

from collections.abc import Callable

from app.core.words import _
from app.ui.commands import Command
from app.ui.context import AppContext
from app.ui.views.skills.documents.view import Documents


def commands(context: AppContext, documents: Documents) -> tuple[Command, ...]:
    """Leading to what else there is about its skill, and from tab to tab."""
    go, strip = context.go, documents.strip

    def has_document() -> bool:
        return strip.count() > 0

    def has_skill() -> bool:
        return documents.skill is not None

    def in_front(act: Callable[[int], object]) -> Callable[[], object]:
        return lambda: act(documents.skill) if documents.skill is not None else None

    return (
        Command(
            "skill.history",
            _("Open history"),
            in_front(go.history),
            "Ctrl+Shift+H",
            has_skill,
            "history",
            why_not=_("No skill is open"),
        ),
        Command(
            "skill.train",
            _("Train"),
            in_front(go.training),
            "Ctrl+T",
            has_skill,
            "train",
            why_not=_("No skill is open"),
        ),
        Command(
            "skill.knowledge",
            _("Open knowledge"),
            in_front(go.knowledge),
            "Ctrl+Shift+K",
            has_skill,
            "constellation",
            why_not=_("No skill is open"),
        ),
        Command(
            "document.close",
            _("Close document"),
            documents.close_current,
            "Ctrl+W",
            has_document,
            "close",
            why_not=_("Nothing is open"),
        ),
        Command(
            "document.close_others",
            _("Close other documents"),
            lambda: documents.close_others(strip.current),
            enabled=lambda: strip.count() > 1,
            icon="close",
            why_not=_("Nothing else is open"),
        ),
        Command(
            "document.reopen",
            _("Reopen closed document"),
            documents.reopen,
            "Ctrl+Shift+T",
            lambda: documents.can_reopen,
            "undo",
            why_not=_("Nothing was closed"),
        ),
        Command(
            "document.next",
            _("Next document"),
            lambda: strip.step(1),
            "Ctrl+Tab",
            has_document,
            "arrow-right",
            mac_keys="Meta+Tab",
            why_not=_("Nothing is open"),
        ),
        Command(
            "document.previous",
            _("Previous document"),
            lambda: strip.step(-1),
            "Ctrl+Shift+Tab",
            has_document,
            "arrow-left",
            mac_keys="Meta+Shift+Tab",
            why_not=_("Nothing is open"),
        ),
    )
