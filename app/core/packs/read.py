"""Opening a pack in two stages: what can be known and verified outside, then the contents.

Nothing is decrypted and no passphrase is wanted before the outside was verified.
"""

from collections.abc import Collection
from pathlib import Path

from app.core.packs.contents import Pack
from app.core.packs.envelope import Envelope
from app.core.progress import SILENT, Progress

OFFICIAL_PUBLISHER = bytes.fromhex(
    "b1c208bad58167ef2e2aa18a6150bc5fc9987fdd0ef06fe35a93bfc1bda41e71"
)


def read_file(path: Path) -> bytes:
    """The bytes of the file. Raises `TooLarge` without reading more than the largest pack."""
    raise NotImplementedError


def inspect(data: bytes) -> Envelope:
    """Tell the format by its first bytes, verify what is outside. Raises `PackError`."""
    raise NotImplementedError


def unlock(
    envelope: Envelope,
    *,
    passphrase: str | None = None,
    recipient_key: bytes | None = None,
    publishers: Collection[bytes] = (OFFICIAL_PUBLISHER,),
    progress: Progress = SILENT,
) -> Pack:
    """Open, check and read the contents.

    `recipient_key` is an X25519 private key (32 bytes). `publishers` are the Ed25519 keys whose
    bare signature is believed in the older formats. Raises `PackError`.
    """
    raise NotImplementedError
