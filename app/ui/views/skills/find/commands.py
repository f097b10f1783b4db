"""Finding and replacing, as commands."""

from app.core.words import _
from app.ui.commands import Command
from app.ui.views.skills.find.bar import NEXT, PREVIOUS, REPLACE_ALL
from app.ui.views.skills.find.finding import Finding


def commands(finding: Finding) -> tuple[Command, ...]:
    """In the open skill, as long as there is one, and in all of them."""

    def is_there() -> bool:
        return finding.is_possible

    return (
        Command(
            "edit.find",
            _("Find…"),
            finding.open,
            "Ctrl+F",
            is_there,
            "search",
            why_not=_("No skill is open"),
        ),
        Command(
            "edit.replace",
            _("Replace…"),
            lambda: finding.open(replacing=True),
            "Ctrl+H",
            is_there,
            "edit",
            mac_keys="Ctrl+Alt+F",
            why_not=_("No skill is open"),
        ),
        Command(
            "edit.replace_all",
            _("Replace all matches"),
            finding.replace_all,
            REPLACE_ALL,
            finding.can_replace_all,
            why_not=_("No matches to replace"),
        ),
        Command(
            "edit.find_next",
            _("Next match"),
            lambda: finding.step(1),
            NEXT,
            is_there,
            "chevron-down",
            mac_keys="Ctrl+G",
            why_not=_("No skill is open"),
        ),
        Command(
            "edit.find_previous",
            _("Previous match"),
            lambda: finding.step(-1),
            PREVIOUS,
            is_there,
            "chevron-up",
            mac_keys="Ctrl+Shift+G",
            why_not=_("No skill is open"),
        ),
        Command(
            "edit.replace_everywhere",
            _("Find and replace in all skills…"),
            finding.everywhere,
            "Ctrl+Shift+F",
            icon="search",
        ),
    )
