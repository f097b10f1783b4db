"""The record of a run as a file that somebody was given: whether anybody changed it since it was
signed. No vault is needed."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.core.errors import AppError
from app.core.packs.format import signing
from app.core.packs.format.canonical import canonical, read_object
from app.core.packs.format.contents import Json
from app.core.packs.format.limits import MEBI
from app.core.packs.format.names import plain
from app.core.packs.format.problems import PackError
from app.core.words import _

FORMAT = "techne-run-record"
VERSION = 1
PURPOSE = b"techne-run-record-v1\0"
MOST_BYTES = 64 * MEBI
HEAD = 200
"""Bytes that say whether a file looks like a record."""


class BadRecord(AppError):
    """A record of a run was changed after it was signed, or is none."""

    code = "bad-record"


@dataclass(frozen=True, slots=True)
class Checked:
    """A record whose signature holds: what it is about, and who signed it."""

    title: str
    run: int
    outcome: str
    actions: int
    signer: str
    key: bytes


def is_record(data: bytes) -> bool:
    """Whether a file looks like a record, whatever is in it."""
    start = data[:HEAD].decode(errors="replace").lstrip()
    return start.startswith("{") and f'"{FORMAT}"' in start


def check(data: bytes) -> Checked:
    """What a record says, if nobody changed it since; raises `BadRecord`."""
    try:
        document = read_object(data, MOST_BYTES)
        signature = bytes.fromhex(str(document.pop("signature", "")))
        signer = _inside(document, "signer")
        key = bytes.fromhex(str(signer.get("key", "")))
        signing.check(PURPOSE, canonical(document), signature, key)
    except (PackError, ValueError) as error:
        raise BadRecord(
            _("This record was changed after it was signed, or signed by someone else."),
            _("Get the file again from the person who made it."),
        ) from error
    if document.get("format") != FORMAT or document.get("version") != VERSION:
        raise BadRecord(
            _("This record needs a newer version of Techne."), _("Update Techne, then try again.")
        )
    run, log = _inside(document, "run"), document.get("actions")
    number = run.get("number")
    return Checked(
        title=plain(str(run.get("title", ""))),
        run=number if isinstance(number, int) else 0,
        outcome=str(run.get("outcome") or ""),
        actions=len(log) if isinstance(log, list) else 0,
        signer=plain(str(signer.get("name", ""))),
        key=key,
    )


def _inside(document: Mapping[str, Json], name: str) -> Mapping[str, Json]:
    found = document.get(name)
    if not isinstance(found, dict):
        raise ValueError(name)
    return found
