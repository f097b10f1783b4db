"""What can be done from anywhere with the run that goes on. Public name: `run_commands`."""

from app.core.words import _
from app.ui.commands import Command
from app.ui.views.shell.workspace import Workspace


def run_commands(workspace: Workspace) -> tuple[Command, ...]:
    """The check list of the present run; and at the step of one that is in front what a letter does
    there, for those who look for it by its name."""

    def check_list() -> None:
        if (run := workspace.run_news.counts.present) is not None:
            workspace.check_lists.open(run.id)

    def attach() -> None:
        workspace.pages.runs.run_page.evidence.offer_here()

    def note() -> None:
        workspace.pages.runs.run_page.side.notes.write()

    def is_at_step() -> bool:
        if workspace.current != "runs" or workspace.pages.runs.run is None:
            return False
        sight = workspace.pages.runs.run_page.following.sight
        return sight is not None and sight.is_mine

    return (
        Command(
            "run.check_list",
            _("Check list of the present run"),
            check_list,
            enabled=lambda: workspace.run_news.counts.present is not None,
            icon="checks",
            why_not=_("No run is under way"),
        ),
        Command(
            "run.attach",
            _("Attach evidence…"),
            attach,
            enabled=is_at_step,
            icon="clip",
            why_not=_("Open a run at one of your steps"),
        ),
        Command(
            "run.note",
            _("Write a note to this run"),
            note,
            enabled=is_at_step,
            icon="edit",
            why_not=_("Open a run at one of your steps"),
        ),
    )
