"""A pack whose outside was read and whose contents are still closed."""

from dataclasses import dataclass, field

from app.core.packs.format.contents import Format, Mode, Signer
from app.core.packs.format.locks import Lock


@dataclass(frozen=True, slots=True)
class Listed:
    """A skill as the clear manifest names it; `name` is empty when names are hidden."""

    name: str
    digest: bytes


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a native pack says in clear, signed. `name` is empty when names are hidden."""

    id: str
    version: str
    sequence: int
    created: str
    name: str
    minimum_app: str
    skills: tuple[Listed, ...]
    digest: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Envelope:
    """The outside of a pack.

    `signer` and `manifest` are known before opening only in the native format, where they are
    already verified; the older formats keep both inside. `sealed` is the closed rest.
    """

    format: Format
    mode: Mode
    lock: Lock = field(repr=False)
    nonce: bytes = field(repr=False)
    sealed: bytes = field(repr=False)
    signer: Signer | None = None
    manifest: Manifest | None = None

    @property
    def needs_passphrase(self) -> bool:
        return self.mode is Mode.PASSPHRASE

    @property
    def needs_key(self) -> bool:
        return self.mode is Mode.RECIPIENTS
