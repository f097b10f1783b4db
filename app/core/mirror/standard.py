"""A skill as a SKILL.md that every program loads: what Techne writes where no file was before.

Strict where `oddities` is lenient: the six keys of the standard and no other
(agentskills.io/specification), everything else as text under `metadata`. The frontmatter of a
skill that has one keeps its order, quotes, and comments.
"""

import io
import re
import unicodedata
from collections.abc import Sequence
from typing import Any

from app.core.mirror.oddities import (
    LONGEST_DESCRIPTION,
    LONGEST_NAME,
    STANDARD,
    is_name,
    with_quotes,
)
from app.core.skills.editing.writing import line_end
from app.core.skills.reading.description import description_of
from app.core.skills.reading.frontmatter import OURS, Frontmatter, frontmatter
from app.core.skills.reading.grammar import parse

_GAP = re.compile(r"[^a-z0-9]+")
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)")
"""Names that Windows keeps for devices."""
_TITLE = f"{OURS}title"
_NO_TAGS = str.maketrans("<>", "‹›")
"""Some programs take angle brackets in a description for an attack."""
_SENTENCE = re.compile(r"(?<=[.!?。！？])\s")
_INTRODUCING = "Follow this procedure: {title}."
"""The description of a skill that says nothing about itself; for agents, so not translated."""


def folder_name(title: str, number: int) -> str:
    """What the folder of a skill is called: its title in lower-case letters, digits, and hyphens.

    A title without any of those is called by the skill's own `number`.
    """
    folded = unicodedata.normalize("NFKD", title.casefold())
    plain = folded.encode("ascii", "ignore").decode()
    name = _GAP.sub("-", plain).strip("-")[:LONGEST_NAME].strip("-")
    if not name:
        return f"skill-{number}"
    return f"{name}-skill" if _RESERVED.fullmatch(name) else name


def as_standard(text: str, folder: str, given: str = "") -> str:
    """The text as it stands in a SKILL.md of its own in a folder of that name.

    `given` is the description that came with the skill where its text has none. What is as the
    standard wants it already is returned as it is.
    """
    skill = parse(text)
    front = frontmatter(skill)
    if front is not None and not front.is_yaml:
        quoted = with_quotes(text, front)
        if quoted is None:
            return text  # nothing can be said about it without a risk for what it says
        text, skill = quoted, parse(quoted)
        front = frontmatter(skill)
    described = shortened(description_of(skill) or " ".join(given.split()))
    if front is None or not (own := front.field("description")) or not own.text.strip():
        described = described or _INTRODUCING.format(title=skill.title or folder)
        described = described.translate(_NO_TAGS)
    made = _standard(text, front, folder, described, "")
    if skill.title and parse(made).title != skill.title:
        return _standard(text, front, folder, described, skill.title)
    return made


def _standard(text: str, front: Frontmatter | None, folder: str, described: str, title: str) -> str:
    """`title` is what the skill is called where its name and its heading do not say that."""
    if front is None:
        values: dict[str, Any] = {"name": folder, "description": described}
        if title:
            values["metadata"] = {_TITLE: title}
        return _with_new(text, values)
    changed = _rewritten(front, text, folder, described, title)
    return text[: front.start] + changed + text[front.end :]


def _with_new(text: str, values: dict[str, Any]) -> str:
    newline = line_end(text)
    yaml = _dumped(values).replace("\n", newline)
    return f"---{newline}{yaml}---{newline}{newline}{text}"


def shortened(description: str) -> str:
    """At most as long as the standard allows, ending with a sentence or else with a word."""
    if len(description) <= LONGEST_DESCRIPTION:
        return description
    kept = ""
    for sentence in _SENTENCE.split(description):
        if len(kept) + len(sentence) + 1 > LONGEST_DESCRIPTION:
            break
        kept = f"{kept} {sentence}".strip()
    return kept or description[: LONGEST_DESCRIPTION - 1].rpartition(" ")[0] + "…"


def _rewritten(front: Frontmatter, text: str, folder: str, described: str, title: str) -> str:
    """The YAML with only standard keys, in the order and the quotes it has."""
    yaml = text[front.start : front.end]
    newline = line_end(yaml) if yaml.strip() else line_end(text)
    loaded = _loaded(yaml)
    if not _conform(loaded, folder, described, title):
        return yaml
    return _dumped(loaded).replace("\n", newline)


def _conform(values: Any, folder: str, described: str, title: str) -> bool:
    """Make a loaded mapping what the standard wants; whether anything had to be changed."""
    changed = False
    if str(values.get("name") or "") != folder or not is_name(folder):
        _put(values, "name", folder, 0)
        changed = True
    if str(values.get("description") or "").split() != described.split():
        _put(values, "description", described, 1)
        changed = True
    tools = values.get("allowed-tools")
    if isinstance(tools, list):
        values["allowed-tools"] = " ".join(map(str, tools))
        changed = True
    moved = {f"{OURS}{name}": values.pop(name) for name in [*values] if name not in STANDARD}
    if title:
        moved[_TITLE] = title
    metadata = values.get("metadata")
    if not isinstance(metadata, dict):
        metadata = {} if metadata is None else {"note": str(metadata)}
        moved = {**metadata, **moved}
        if not moved:
            return changed
        values["metadata"] = {}
        metadata = values["metadata"]
    for name, value in [*metadata.items(), *moved.items()]:
        said = _as_text(value)
        if metadata.get(name) != said:
            metadata[name] = said
            changed = True
    return changed


def _put(values: Any, key: str, value: str, at: int) -> None:
    if key in values:
        values[key] = value
    else:
        values.insert(min(at, len(values)), key, value)


def _as_text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return one_line([*map(_as_text, value)])
    if isinstance(value, dict):
        return "; ".join(f"{name}: {_as_text(one)}" for name, one in value.items())
    return "" if value is None else str(value)


def one_line(some: Sequence[str]) -> str:
    """A list as one text, which is all that may stand under `metadata`."""
    joined = "; ".join(some)
    # a semicolon, so that the comma of the only one does not part it
    return f"{joined};" if len(some) == 1 and "," in joined else joined


def _loaded(yaml: str) -> Any:
    """Every scalar as the text that it is written with."""
    from ruamel.yaml.comments import CommentedMap  # noqa: PLC0415 - slow to load

    loaded = _round_trip().load(yaml)
    return loaded if isinstance(loaded, CommentedMap) else CommentedMap()


def _dumped(values: Any) -> str:
    from ruamel.yaml.comments import CommentedMap  # noqa: PLC0415

    into = io.StringIO()
    _round_trip().dump(values if isinstance(values, CommentedMap) else CommentedMap(values), into)
    return into.getvalue()


def _round_trip() -> Any:
    from ruamel.yaml import YAML  # noqa: PLC0415
    from ruamel.yaml.constructor import RoundTripConstructor  # noqa: PLC0415

    class Texts(RoundTripConstructor):
        """`1.10` stays "1.10", and `yes` stays "yes"."""

    for kind in ("int", "float", "bool", "timestamp"):
        Texts.add_constructor(
            f"tag:yaml.org,2002:{kind}", lambda self, node: self.construct_scalar(node)
        )
    yaml = YAML(typ="rt")
    yaml.Constructor = Texts
    yaml.preserve_quotes = True
    yaml.allow_duplicate_keys = True
    yaml.width = 1 << 30
    return yaml
