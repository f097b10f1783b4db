"""Records of runs as files."""

from pathlib import Path
from typing import Literal

from typing_extensions import TypedDict

from app.core.errors import AppError
from app.core.packs import identity
from app.core.packs.format.signing import fingerprint
from app.core.runs import record
from app.core.runs.readable_record import to_markdown
from app.core.store.errors import sentences
from app.core.store.files import replace_file
from app.core.vault import Vault
from app.core.words import _


class RecordDocument(TypedDict):
    """The record of a run that was written; one in JSON is signed with the own key, whose
    fingerprint this is, one in Markdown is for reading."""

    run: int
    file: str
    format: Literal["json", "markdown"]
    fingerprint: str | None


def export(vault: Vault, run: int, path: Path) -> RecordDocument:
    """Write the record of a run, in the format that the ending of the file says.

    Raises `NotFound`, and `AppError` for another ending or a file that cannot be written.
    """
    ending = path.suffix.casefold()
    if ending not in (".json", ".md"):
        raise AppError(
            _("A record is written as .json or .md."),
            _("Choose .json for one that is signed, .md for one to read."),
        )
    if path.exists():
        raise AppError(
            _("{path} already exists.").format(path=path),
            _("Nothing was overwritten. Choose another name."),
        )
    told = record.report(vault, run)
    is_signed = ending == ".json"
    me = identity.mine(vault) if is_signed else None
    data = record.to_json(told, me) if me else to_markdown(told).encode()
    with sentences():
        replace_file(path, data, shared=True)
    return {
        "run": run,
        "file": str(path),
        "format": "json" if is_signed else "markdown",
        "fingerprint": fingerprint(me.key) if me else None,
    }
