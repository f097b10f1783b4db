"""What the tests of trust, plans and imports share: packs made on the spot."""

from app.core.packs.format import read
from app.core.packs.format.contents import Pack, PackedSkill, Succession
from app.core.packs.format.native import write_native
from app.core.packs.format.signing import Identity

GUILD = Identity("Harbour Guild", bytes(range(32)))
STRANGER = Identity("Stranger", bytes(range(1, 33)))
IMPOSTOR = Identity("harbour  GUILD", bytes(range(2, 34)))

BREW = "# Brew tea\n\nTrigger: somebody is thirsty\nSuccess: a warm cup\n\n1. Boil water\n2. Wait\n"
BAKE = (
    "# Bake bread\n\nTrigger: no bread\nSuccess: bread\n\n1. Knead\n2. @skill: Brew tea -> $tea\n"
)


def skill(text: str, **more: object) -> PackedSkill:
    title = text.splitlines()[0].removeprefix("# ")
    return PackedSkill(**{"name": title, "text": text, **more})  # type: ignore[arg-type]


def pack(*texts: str, sequence: int = 1, version: str = "1.0.0", uid: str = "kitchen-1") -> Pack:
    """A pack as somebody would write it, not signed yet."""
    skills = tuple(map(skill, texts or (BREW, BAKE)))
    return Pack(uid, "Kitchen", skills, version=version, sequence=sequence)


def signed(unsigned: Pack, by: Identity = GUILD, succession: tuple[Succession, ...] = ()) -> Pack:
    """The pack as somebody else receives it: written, signed, read back."""
    return read.unlock(read.inspect(write_native(unsigned, by, succession=succession)))
