"""A skill of a pack as the library keeps it, and back again without losing a field."""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from app.core.library.record import Meta
from app.core.library.version import digest
from app.core.packs.format.contents import (
    GOAL_FIELDS,
    Attachment,
    Format,
    Json,
    PackedSkill,
    PastText,
)
from app.core.packs.format.fields import Fields
from app.core.packs.format.parts import read_recipes, recipes_json
from app.core.packs.own_fields import with_own_fields, without_own_fields
from app.core.skills import names
from app.core.skills.editing.render import compose
from app.core.skills.editing.writing import RECIPES_HEADING
from app.core.skills.model import BlockKind, Recipe, Skill
from app.core.skills.reading.grammar import parse

_FALLBACK = "trainedTextFallback"
_PERSONAL = "personal"
_FIELD_OF = {kind: name for name, kind in GOAL_FIELDS.items()}
_NOT_BODY = (
    BlockKind.FRONTMATTER,
    BlockKind.TITLE,
    BlockKind.GOAL,
    BlockKind.RECIPE,
    BlockKind.MEMORY,
    BlockKind.BLANK,
)


def text_of(skill: PackedSkill) -> str:
    """The text of a packed skill: as its author wrote it, or composed of the parts it has."""
    if skill.text is not None:
        return skill.text
    spare = skill.extra.get(_FALLBACK)
    body = skill.base_text if skill.base_text.strip() or not isinstance(spare, str) else spare
    goals = {GOAL_FIELDS[name]: value for name, value in skill.goals.items() if name in GOAL_FIELDS}
    return compose(names.base(skill.name), goals, body, skill.recipes)


def remembered(skill: PackedSkill, text: str) -> dict[str, Any]:
    """What `Meta.extra` keeps of a packed skill whose text became `text`.

    The parts hold for that text only: once it is edited they are derived from it again.
    """
    said: dict[str, Any] = {
        "description": skill.description,
        "fields": dict(skill.extra),
        "attachments": [
            {"name": item.name, "mediaType": item.media_type, "digest": sha256(item.data)}
            for item in skill.attachments
        ],
    }
    extra = {name: value for name, value in said.items() if value}
    if skill.tier != _PERSONAL:
        extra["tier"] = skill.tier
    if skill.text is None or skill.base_text or skill.goals or skill.recipes:
        extra["parts"] = {
            "of": digest(text),
            "name": skill.name,
            "hasText": skill.text is not None,
            "baseText": skill.base_text,
            "goals": dict(skill.goals),
            "recipes": recipes_json(skill.recipes),
            "layout": list(skill.layout),
        }
    return extra


def packed(
    name: str,
    text: str,
    meta: Meta,
    form: Format,
    attachments: Mapping[str, bytes],
    history: tuple[PastText, ...] = (),
) -> PackedSkill:
    """A skill of the library for a pack of that format; `attachments` are the files by digest."""
    extra = meta.extra
    skill = PackedSkill(
        name=name,
        text=text,
        tier=extra.get("tier", _PERSONAL),
        role=meta.role,
        tags=meta.tags,
        description=extra.get("description", ""),
        attachments=tuple(
            Attachment(item["name"], item["mediaType"], attachments[item["digest"]])
            for item in extra.get("attachments", ())
        ),
        history=history,
        extra=_extra(meta, form),
    )
    parts = extra.get("parts")
    if parts is not None and parts["of"] == digest(text):
        return _with_parts(skill, parts, form)
    skill = replace(skill, extra={k: v for k, v in skill.extra.items() if k != _FALLBACK})
    return skill if form is Format.NATIVE else _derived(skill, parse(text))


def _extra(meta: Meta, form: Format) -> dict[str, Any]:
    """What the pack says in fields this application has none for, and in its own newer ones."""
    fields: Mapping[str, Any] = meta.extra.get("fields", {})
    return with_own_fields(fields, meta) if form is Format.NATIVE else without_own_fields(fields)


def sha256(data: bytes) -> str:
    """The name an attachment is kept under, hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def _with_parts(skill: PackedSkill, parts: Mapping[str, Any], form: Format) -> PackedSkill:
    carries_text = parts["hasText"] or form is Format.NATIVE
    stored: Json = {"recipes": parts["recipes"]}
    goals = {goal: said for goal, said in parts["goals"].items() if goal in GOAL_FIELDS}
    # Unknown goals of an older pack go where its other unknown fields are.
    unknown = {} if goals == parts["goals"] else {"goals": parts["goals"]}
    return replace(
        skill,
        extra={**unknown, **skill.extra},
        name=parts["name"] if names.key(parts["name"]) == names.key(skill.name) else skill.name,
        text=skill.text if carries_text else None,
        base_text=parts["baseText"],
        goals=goals,
        recipes=read_recipes(Fields(stored), "recipes"),
        layout=tuple(parts["layout"]),
    )


def _derived(skill: PackedSkill, parsed: Skill) -> PackedSkill:
    """With the parts the older formats want, read off the text."""
    goals: dict[str, str] = {}
    for goal in parsed.goals:
        field = _FIELD_OF[goal.kind]
        goals[field] = f"{goals[field]} {goal.value}" if field in goals else goal.value
    return replace(
        skill,
        base_text=_body(parsed),
        goals={name: goals[name] for name in GOAL_FIELDS if name in goals},
        recipes=tuple(Recipe(r.name, r.trigger, r.steps, 0, 0) for r in parsed.recipes),
    )


def _body(parsed: Skill) -> str:
    """What is neither title nor goal nor recipe; the heading over recipes goes with them."""
    parts = [
        parsed.text[block.start : block.end].strip()
        for block in parsed.blocks
        if block.kind not in _NOT_BODY
    ]
    return "\n\n".join(part for part in parts if part != RECIPES_HEADING or not parsed.recipes)
