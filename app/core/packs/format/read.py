"""Opening a pack in two stages: what can be known and verified outside, then the contents.

Nothing is decrypted and no passphrase is wanted before the outside was verified.
"""

from collections.abc import Collection
from pathlib import Path

from app.core.packs.format import legacy, limits, native
from app.core.packs.format.contents import Format, Pack
from app.core.packs.format.envelope import Envelope
from app.core.packs.format.locks import content_key
from app.core.packs.format.problems import FutureVersion, NotAPack, PackError, TooLarge, Truncated
from app.core.progress import SILENT, Progress, checkpoint
from app.core.words import _

OFFICIAL_PUBLISHER = bytes.fromhex(
    "b1c208bad58167ef2e2aa18a6150bc5fc9987fdd0ef06fe35a93bfc1bda41e71"
)
"""The Ed25519 key that signs the packs published for Graphnosis."""

_MAGIC_BYTES = 4
_MARK = b"GSK"
"""What every format of packs begins with."""
_LAST_VERSION = 0x0F


def read_file(path: Path) -> bytes:
    """The bytes of the file. Raises `TooLarge` without reading more than the largest pack."""
    try:
        with path.open("rb") as file:
            data = file.read(limits.NATIVE_BYTES + 1)
    except OSError as error:
        raise PackError(
            _("{file} cannot be read: {reason}.").format(
                file=path.name, reason=error.strerror or error
            ),
            _("Check that the file exists and that you may read it."),
        ) from error
    if len(data) > limits.NATIVE_BYTES:
        raise TooLarge(_("This file is too large to be a pack."))
    return data


def begins_like_a_pack(path: Path) -> bool:
    """Whether a file does, as far as its first bytes tell, or is empty; raises `OSError`.

    Pipes and devices, which may have nothing to say for ever, are not opened.
    """
    if path.exists() and not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_MARK)) in (_MARK, b"")


def inspect(data: bytes) -> Envelope:
    """Tell the format by its first bytes, verify what is outside. Raises `PackError`."""
    magic = data[:_MAGIC_BYTES]
    if magic == native.MAGIC:
        return native.inspect_native(data)
    if magic == legacy.MAGIC_1:
        return legacy.inspect_gsk1(data)
    if magic == legacy.MAGIC_2:
        return legacy.inspect_gsk2(data)
    if data and native.MAGIC.startswith(magic[:3]) and len(magic) < _MAGIC_BYTES:
        raise Truncated(_("This pack is incomplete."))
    if magic[:3] == b"GSK" and (1 < magic[3] <= _LAST_VERSION or magic[3:] in b"3456789"):
        raise FutureVersion(_("This pack was written by a newer application."))
    raise NotAPack(_("This file is not a pack."))


def unlock(
    envelope: Envelope,
    *,
    passphrase: str | None = None,
    recipient_key: bytes | None = None,
    publishers: Collection[bytes] = (OFFICIAL_PUBLISHER,),
    progress: Progress = SILENT,
) -> Pack:
    """Open, check and read the contents.

    `recipient_key` is an X25519 private key (32 bytes, `Identity.recipient_key`). `publishers`
    are the Ed25519 keys whose signature is believed in the older formats, where a signature does
    not name its key. Raises `PackError`.
    """
    key = content_key(envelope.lock, passphrase, recipient_key, progress)
    checkpoint(progress)
    if envelope.format is Format.NATIVE:
        return native.unlock_native(envelope, key)
    return legacy.unlock_legacy(envelope, key, publishers)
