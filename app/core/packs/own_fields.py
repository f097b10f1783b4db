"""Fields of a skill that a native pack carries in `extra`, where older readers keep them unread.

What is not in the form that is written here counts as not said, so that no pack is refused for it.
"""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TypeGuard

from app.core.graph.relation_cues import Kind
from app.core.library import details, outside
from app.core.library.outside import Place
from app.core.library.record import External, Meta
from app.core.packs.format.contents import Json

FIELD = "techne"
"""In `extra`; see `docs/gsk-format.md`."""
_OURS = frozenset({"confidence", "inputHints", "filePatterns", "links"})
_PLACES, _KINDS = frozenset(map(str, Place)), frozenset(map(str, Kind))


@dataclass(frozen=True, slots=True)
class OwnFields:
    """What a pack says in them; None and no links where it says nothing."""

    confidence: float | None = None
    input_hints: tuple[str, ...] | None = None
    file_patterns: tuple[str, ...] | None = None
    links: tuple[External, ...] = ()


def with_own_fields(extra: Mapping[str, Json], meta: Meta) -> dict[str, Json]:
    """`extra` with the fields of the skill as they are now, and what else was said beside them."""
    before = extra.get(FIELD)
    others = {k: v for k, v in before.items() if k not in _OURS} if _is_object(before) else {}
    said: dict[str, Json] = dict(others)
    if meta.confidence is not None:
        said["confidence"] = meta.confidence
    if meta.input_hints is not None:
        said["inputHints"] = list(meta.input_hints)
    if meta.file_patterns is not None:
        said["filePatterns"] = list(meta.file_patterns)
    if meta.links:
        said["links"] = [asdict(one) for one in meta.links]
    rest = without_own_fields(extra)
    return rest | {FIELD: said} if said else rest


def without_own_fields(extra: Mapping[str, Json]) -> dict[str, Json]:
    return {name: value for name, value in extra.items() if name != FIELD}


def own_fields(extra: Mapping[str, Json]) -> OwnFields:
    """What a pack says in `extra`."""
    said = extra.get(FIELD)
    if not _is_object(said):
        return OwnFields()
    return OwnFields(
        _confidence(said.get("confidence")),
        _texts(said.get("inputHints")),
        _texts(said.get("filePatterns")),
        _links(said.get("links")),
    )


def _confidence(value: Json) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if math.isfinite(value) and 0 <= value <= 1 else None


def _texts(value: Json) -> tuple[str, ...] | None:
    if not isinstance(value, list) or len(value) > details.MOST:
        return None
    found = tuple(one for one in value if isinstance(one, str) and _is_sound(one, details.LONGEST))
    return found if len(found) == len(value) else None


def _links(value: Json) -> tuple[External, ...]:
    if not isinstance(value, list) or len(value) > outside.MOST:
        return ()
    found = [link for one in value if (link := _link(one)) is not None]
    return tuple(dict.fromkeys(found))


def _link(value: Json) -> External | None:
    if not _is_object(value):
        return None
    place, target, kind = (value.get(name) for name in ("place", "target", "kind"))
    if not (isinstance(place, str) and isinstance(target, str) and isinstance(kind, str)):
        return None
    known = place in _PLACES and kind in _KINDS and _is_sound(target, outside.LONGEST)
    return External(place, target, kind) if known else None


def _is_sound(text: str, longest: int) -> bool:
    return 0 < len(text) <= longest and text.isprintable() and text == text.strip()


def _is_object(value: Json) -> TypeGuard[dict[str, Json]]:
    return isinstance(value, dict)
