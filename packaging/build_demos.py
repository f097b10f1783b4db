"""Builds and signs the demo packs that come with Techne.

    python packaging/build_demos.py --key FILE           build with the publisher's private key
    python packaging/build_demos.py --key FILE --new     make that key first

The key file holds 64 hexadecimal digits and never belongs in the project. `docs/security.md`
says how it is kept and replaced.
"""

import argparse
import json
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from app.core.packs.format.contents import Pack, PackedSkill  # noqa: E402
from app.core.packs.format.native import write_native  # noqa: E402
from app.core.packs.format.signing import Identity, fingerprint  # noqa: E402
from app.core.skills.grammar import parse  # noqa: E402

DEMOS = ROOT / "resources" / "demos"
PUBLISHER = "Techne"


def main(arguments: list[str]) -> int:
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    options.add_argument("--key", type=Path, required=True, help="the publisher's private key")
    options.add_argument("--new", action="store_true", help="make the key file first")
    chosen = options.parse_args(arguments)
    if chosen.new:
        make_key(chosen.key)
    publisher = Identity(PUBLISHER, bytes.fromhex(chosen.key.read_text(encoding="ascii")))
    public = {"key": publisher.key.hex(), "name": publisher.name}
    (DEMOS / "publisher.json").write_text(json.dumps(public, indent=2) + "\n", encoding="utf-8")
    for folder in sorted(path.parent for path in DEMOS.glob("*/pack.json")):
        (DEMOS / f"{folder.name}.gsk").write_bytes(write_native(read_pack(folder), publisher))
        sys.stdout.write(f"{folder.name}.gsk\n")
    sys.stdout.write(f"signed with {fingerprint(publisher.key)}\n")
    return 0


def make_key(path: Path) -> None:
    """Write a new private key that only this user can read; never over an existing file."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(os.urandom(32).hex() + "\n")


def read_pack(folder: Path) -> Pack:
    """The pack that a folder of Markdown files describes."""
    about = json.loads((folder / "pack.json").read_text(encoding="utf-8"))
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.md"))]
    skills = tuple(PackedSkill(name=parse(text).title, text=text) for text in texts)
    return Pack(skills=skills, publisher=PUBLISHER, **about)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
