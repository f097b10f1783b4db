"""Writing what was reviewed, and nothing else. Public name: `write_reviewed`."""

from pathlib import Path

from app.core.mirror import handing_out
from app.core.packs import export, identity
from app.core.packs.export import Options
from app.core.progress import Progress
from app.core.vault import Vault
from app.ui.views.packs.exporting import skill_files
from app.ui.views.packs.exporting.contents import Cargo
from app.ui.views.packs.exporting.skill_files import Files
from app.ui.widgets import file_saving


def write_reviewed(
    vault: Vault,
    ids: tuple[int, ...],
    options: Options,
    reviewed: Cargo,
    files: Files | None,
    signer: str,
    file: Path,
    progress: Progress,
) -> Path | None:
    """Write a pack, or `files`; None, and nothing written, if it is not what was `reviewed`.

    Packs are signed with the new name of the `signer` if there is one. Raises `AppError` and
    `Cancelled`. A job.
    """
    if files is not None:
        outgoing = handing_out.gather(vault, ids, options, progress)
        if not reviewed.covers(outgoing.packing):
            return None
        return skill_files.write(outgoing, files, file, progress)
    if signer:
        identity.rename(vault, signer)
    packing = export.gather(vault, ids, options)
    if not reviewed.covers(packing):
        return None
    file_saving.write_file(file, export.sealed(vault, packing, options))
    return file
