"""Skills as folders with a SKILL.md: what is in them, and what their frontmatter says."""

import hashlib
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from app.core.api.json_values import Json
from app.core.library.catalogue import SkillRow
from app.core.mirror import handing_out
from app.core.mirror.handing_out import SkillFolder
from app.core.mirror.oddities import FILE
from app.core.packs.export import Options
from app.core.skills.reading.frontmatter import frontmatter
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault

_ALONE = Options(with_calls=False)
_KEPT: WeakKeyDictionary[Vault, dict[int, "Manifest"]] = WeakKeyDictionary()
"""Of each vault, by the version of the skill: a page is made of many, and few of them change."""
_MOST_KEPT = 20_000


@dataclass(frozen=True, slots=True)
class File:
    """`path` has slashes and is that below the folder; `size` is in bytes."""

    path: str
    size: int
    digest: str
    """The SHA-256 of what is in it, in hexadecimal digits."""

    @property
    def media_type(self) -> str:
        if self.path.casefold().endswith(".md"):
            return "text/markdown"
        return mimetypes.guess_type(self.path)[0] or "application/octet-stream"


@dataclass(frozen=True, slots=True)
class Manifest:
    """What the folder of a skill has: its SKILL.md first, then the other files by their paths.

    `fields` are those of the frontmatter; None where it is no mapping.
    """

    name: str
    description: str
    fields: Mapping[str, Json] | None
    files: tuple[File, ...]


def folder(vault: Vault, skill: int) -> SkillFolder:
    """The bytes of all files; what is private stays out. Raises `NotFound`."""
    return handing_out.gather(vault, (skill,), _ALONE).folders[0]


def manifest(vault: Vault, row: SkillRow) -> Manifest:
    """What the folder of the skill has at this version of it; raises `NotFound`."""
    kept = _KEPT.setdefault(vault, {})
    found = kept.get(row.version)
    if found is None:
        found = made(folder(vault, row.id))
        if len(kept) >= _MOST_KEPT:
            kept.clear()
        kept[row.version] = found
    return found


def made(one: SkillFolder) -> Manifest:
    """What is in a folder."""
    files = [
        File(path, len(data), hashlib.sha256(data).hexdigest()) for path, data in one.files.items()
    ]
    files.sort(key=lambda file: (file.path != FILE, file.path))
    fields = _fields(one.files[FILE].decode())
    said = (fields or {}).get("description")
    return Manifest(one.name, said if isinstance(said, str) else "", fields, tuple(files))


def _fields(text: str) -> Mapping[str, Json] | None:
    """As they stand there, for other readers of YAML: a date stays the text that it is."""
    from ruamel.yaml import YAML  # noqa: PLC0415 - slow to load
    from ruamel.yaml.constructor import SafeConstructor  # noqa: PLC0415
    from ruamel.yaml.error import YAMLError  # noqa: PLC0415

    class Plain(SafeConstructor):
        """Makes nothing that JSON does not know."""

    Plain.add_constructor(
        "tag:yaml.org,2002:timestamp", lambda self, node: self.construct_scalar(node)
    )
    front = frontmatter(parse(text))
    if front is None:
        return None
    yaml = YAML(typ="safe", pure=True)
    yaml.Constructor = Plain
    try:
        found: Any = yaml.load(text[front.start : front.end])
    except (YAMLError, ValueError):
        return None
    return found if isinstance(found, dict) else None
