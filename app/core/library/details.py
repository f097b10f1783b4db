"""What is known about a skill beside its text: the fields of seeds 000 (6.2) and 003."""

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any, Literal

from app.core.actor import USER, Actor
from app.core.errors import AppError
from app.core.library import library
from app.core.library.edit import Edit
from app.core.library.record import Meta, Origin, Precedence, Reason, Saved, Source
from app.core.library.skill_actions import checked_role
from app.core.skills.model import Skill
from app.core.skills.reading.frontmatter import OURS, Frontmatter, frontmatter
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from app.core.words import _

ENRICHED = "enriched"
"""In the details of a skill whose description was proposed and taken."""
_FROM_ELSEWHERE = frozenset({Source.IMPORTED, Source.DISK})
_YES = frozenset({"true", "yes", "on", "1"})
_TOOL = re.compile(r"[^\s(]+(?:\([^)]*\))?")
MOST, LONGEST = 100, 500
"""How many hints or patterns a skill has, and of how many characters each."""


@dataclass(frozen=True, slots=True)
class Details:
    """The fields as they count: what a person chose, else what the frontmatter says.

    `revision` is our number of the current version, `declared_version` what the frontmatter says.
    `installed` is the pack a skill came from, and `installed_at` when a skill came that was not
    written here. `enriched` says that a description was proposed and taken. Who made and changed
    it last are actors.
    """

    role: str
    source: Source
    installed: Origin | None
    revision: int
    declared_version: str
    confidence: float
    input_hints: tuple[str, ...]
    file_patterns: tuple[str, ...]
    created: datetime
    created_by: Actor
    updated: datetime
    updated_by: Actor
    author: str
    license: str
    permissions: tuple[str, ...]
    triggers: tuple[str, ...]
    tags: tuple[str, ...]
    enriched: bool
    installed_at: datetime | None
    precedence: Precedence | None


@dataclass(frozen=True, slots=True)
class _Stated:
    """What the frontmatter says, at its top or under `metadata`."""

    version: str = ""
    author: str = ""
    license: str = ""
    permissions: tuple[str, ...] = ()
    triggers: tuple[str, ...] = ()
    enriched: bool = False
    confidence: float = 1.0
    input_hints: tuple[str, ...] = ()
    file_patterns: tuple[str, ...] = ()


def details(vault: Vault, skill: int) -> Details:
    """Everything known about a skill; raises `NotFound` when it is not in the library."""
    state = library.current(vault, skill)
    if state is None:
        raise library.gone()
    saved, text, meta = state
    first, last = (
        vault.rows(
            "select at, actor, client, agent from version where skill = ?"
            f" order by id {way} limit 1",
            skill,
        )
        for way in ("asc", "desc")
    )
    ((role,),) = vault.rows("select role from skill where id = ?", skill)
    (created, *created_by), (updated, *updated_by) = first[0], last[0]
    said = _stated(parse(text))
    return Details(
        role=role,
        source=meta.source,
        installed=meta.origin,
        revision=saved.number,
        declared_version=said.version,
        confidence=said.confidence if meta.confidence is None else meta.confidence,
        input_hints=said.input_hints if meta.input_hints is None else meta.input_hints,
        file_patterns=said.file_patterns if meta.file_patterns is None else meta.file_patterns,
        created=datetime.fromisoformat(created),
        created_by=Actor(*created_by),
        updated=datetime.fromisoformat(updated),
        updated_by=Actor(*updated_by),
        author=said.author,
        license=said.license,
        permissions=said.permissions,
        triggers=said.triggers,
        tags=meta.tags,
        enriched=bool(meta.extra.get(ENRICHED)) or said.enriched,
        installed_at=datetime.fromisoformat(created) if meta.source in _FROM_ELSEWHERE else None,
        precedence=meta.precedence,
    )


def change(
    vault: Vault,
    skill: int,
    *,
    role: str | None = None,
    source: Source | None = None,
    confidence: float | None = None,
    input_hints: Sequence[str] | None = None,
    file_patterns: Sequence[str] | None = None,
    precedence: Precedence | Literal[""] | None = None,
    actor: Actor = USER,
) -> None:
    """Choose fields; None leaves one as it is, an empty role is the one that the text shows, and an
    empty precedence is none.

    What the frontmatter says by itself is left to it. Raises `AppError` for what a field cannot
    be, and `NotFound`.
    """
    chosen: dict[str, Any] = {}
    if role is not None:
        chosen["role"] = checked_role(role)
    if source is not None:
        chosen["source"] = source
    if confidence is not None:
        chosen["confidence"] = _checked_confidence(confidence)
    if input_hints is not None:
        chosen["input_hints"] = _checked(input_hints)
    if file_patterns is not None:
        chosen["file_patterns"] = _checked(file_patterns)
    if precedence is not None:
        chosen["precedence"] = precedence or None

    parsed = parse(library.text(vault, skill))

    def choose(text: str, meta: Meta) -> Meta:
        said = asdict(_stated(parsed if parsed.text == text else parse(text)))
        own: dict[str, Any] = {
            name: None if said.get(name) == value else value for name, value in chosen.items()
        }
        return replace(meta, **own)

    edit(vault, skill, choose, _("Change details"), actor)


def edit(
    vault: Vault, skill: int, choose: Callable[[str, Meta], Meta], label: str, actor: Actor
) -> bool:
    """Make what `choose` makes of text and details the details of a skill.

    One version, undone as `label`; False and none when it chooses what is so already. Raises
    `NotFound`.
    """

    def choice(_now: Saved, text: str, meta: Meta) -> Edit | None:
        chosen = choose(text, meta)
        return Edit(skill, text, chosen, Reason.FILED) if chosen != meta else None

    return bool(library.revise(vault, label, skill, choice, actor=actor))


def _stated(skill: Skill) -> _Stated:
    found = frontmatter(skill)
    if found is None:
        return _Stated()
    return _Stated(
        _value(found, "version"),
        _value(found, "author"),
        _value(found, "license"),
        _few(_items(found, "permissions") or _tools(_items(found, "allowed-tools"))),
        _few(_items(found, "triggers")),
        _value(found, "enriched").casefold() in _YES,
        _sure(_value(found, "confidence")),
        _few(_items(found, "inputHints", "input-hints")),
        _few(_items(found, "filePatterns", "file-patterns")),
    )


def _items(found: Frontmatter, *names: str) -> tuple[str, ...]:
    """A list by the first of these names that it has, wherever it stands."""
    places = (place for name in names for place in (name, f"metadata.{name}"))
    return next((items for one in places if (items := found.items(one))), ())


def _tools(items: tuple[str, ...]) -> tuple[str, ...]:
    """The tools a skill may use, which the standard writes with spaces between them."""
    return tuple(_TOOL.findall(items[0])) if len(items) == 1 else items


def _value(found: Frontmatter, name: str) -> str:
    places = (name, f"metadata.{name}", f"metadata.{OURS}{name}")
    said = (" ".join(field.text.split()) for one in places if (field := found.field(one)))
    return next(filter(None, said), "")


def _sure(said: str) -> float:
    """The confidence that is written there; 1 where none is."""
    try:
        return _checked_confidence(float(said))
    except (ValueError, AppError):
        return 1.0


def _few(texts: Iterable[str]) -> tuple[str, ...]:
    """What a field takes of a list that somebody wrote."""
    return tuple(dict.fromkeys(one[:LONGEST] for one in texts))[:MOST]


def _checked_confidence(value: float) -> float:
    if not (math.isfinite(value) and 0 <= value <= 1):
        raise AppError(_("Confidence is a number from 0 to 1."))
    return value


def _checked(texts: Iterable[str]) -> tuple[str, ...]:
    found = tuple(dict.fromkeys(one for text in texts if (one := " ".join(text.split()))))
    if len(found) > MOST or any(len(one) > LONGEST or not one.isprintable() for one in found):
        raise AppError(
            _("At most {most} entries, each of at most {longest} characters on one line.").format(
                most=MOST, longest=LONGEST
            )
        )
    return found
