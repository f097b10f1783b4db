"""A connection tried out: the server as the client will start it, and the client's own word."""

from dataclasses import replace
from pathlib import Path

from app.core.connect import connections, health, settings_file
from app.core.connect.connections import Connection, Verified
from app.core.connect.conversation import NoAnswer
from app.core.connect.entry import NAME
from app.core.connect.handshake import shake
from app.core.connect.known import setup
from app.core.progress import SILENT, Progress, checkpoint
from app.core.words import _


def verify(
    home: Path, made: Connection, folder: Path | None = None, progress: Progress = SILENT
) -> Verified:
    """Try it and remember how it went. Takes seconds. `folder` is where the client is started.

    Raises what reading the settings of the client raises.
    """
    client, its = setup(made.client, home)
    project = Path(made.project) if made.project else None
    file = its.settings(project)
    entry = settings_file.read(file, settings_file.base(file, project)).find((*its.at, NAME))
    progress.report(0.1, _("Starting the server"))
    how = Verified(connections.now())
    try:
        shaken = shake(entry)
    except NoAnswer as error:
        how = replace(how, failed=str(error))
    else:
        checkpoint(progress)
        progress.report(0.4, _("Asking {name}").format(name=client.name))
        how = replace(
            how,
            seconds=round(shaken.seconds, 3),
            protocol=shaken.protocol,
            tools=shaken.tools,
            health=health.asked(its, project or folder),
        )
    connections.verified(home, made, how)
    return how
