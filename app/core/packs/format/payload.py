"""What is sealed inside a native pack: its canonical JSON, and the pack read back from it."""

import hashlib
from collections.abc import Mapping

from app.core.packs.format import limits
from app.core.packs.format.canonical import canonical, member, read_object
from app.core.packs.format.contents import GOAL_FIELDS, Json, Mode, Pack, PackedSkill, Signer
from app.core.packs.format.envelope import Manifest
from app.core.packs.format.fields import Fields
from app.core.packs.format.names import checked, refuse_repeated
from app.core.packs.format.parts import (
    own_parts,
    read_goals,
    read_own_parts,
    read_recipes,
    recipes_json,
)
from app.core.packs.format.problems import Malformed
from app.core.words import _


def payload(pack: Pack) -> bytes:
    """The canonical JSON of everything the manifest does not say."""
    value: dict[str, Json] = {
        "author": pack.publisher,
        "description": pack.description,
        "kind": pack.kind,
        "name": pack.name,
        "skills": [_skill_json(skill) for skill in pack.skills],
    }
    if pack.extra:
        value["extra"] = dict(pack.extra)
    return canonical(value)


def digest(skill: PackedSkill) -> bytes:
    """SHA-256 of the canonical JSON of the skill."""
    return hashlib.sha256(canonical(_skill_json(skill))).digest()


def _skill_json(skill: PackedSkill) -> dict[str, Json]:
    value = {"name": skill.name, "tier": skill.tier, **own_parts(skill)}
    parts: dict[str, Json] = {
        "baseText": skill.base_text,
        "extra": dict(skill.extra),
        "goals": dict(skill.goals),
        "recipes": recipes_json(skill.recipes),
    }
    return value | {name: part for name, part in parts.items() if part}


def read_payload(data: bytes, manifest: Manifest, signer: Signer, mode: Mode) -> Pack:
    """The pack of the opened `data`. Raises `Malformed` or `TooLarge`."""
    value = read_object(data, limits.NATIVE_BYTES)
    if canonical(value) != data:
        raise Malformed("$", _("it is not in canonical form"))
    fields = Fields(value)
    skills = tuple(map(_skill, fields.objects("skills", limits.SKILLS)))
    refuse_repeated((skill.name for skill in skills), "$.skills")
    _compare(value.get("skills"), skills, manifest)
    pack = Pack(
        id=manifest.id,
        name=checked(fields.text("name"), "$.name"),
        skills=skills,
        description=fields.text("description"),
        version=manifest.version,
        publisher=fields.text("author", limit=limits.NAME_CHARS * 4),
        kind=fields.text("kind", limit=limits.NAME_CHARS),
        sequence=manifest.sequence,
        created=manifest.created,
        mode=mode,
        signer=signer,
        extra=_extra(fields),
    )
    fields.finish()
    return pack


def _skill(fields: Fields) -> PackedSkill:
    raw = dict(fields.rest())
    skill = PackedSkill(
        name=checked(fields.text("name"), fields.at("name")),
        tier=fields.text("tier", limit=limits.NAME_CHARS),
        base_text=fields.text("baseText", ""),
        goals=read_goals(fields, "goals"),
        recipes=read_recipes(fields, "recipes"),
        extra=_extra(fields),
        **read_own_parts(fields),
    )
    fields.finish()
    _refuse_unknown_goals(raw.get("goals"), fields.at("goals"))
    for name, part in (("goals", dict(skill.goals)), ("recipes", recipes_json(skill.recipes))):
        if raw.get(name, part) != part:
            raise fields.wrong(name, _("something in it is unknown or empty"))
    return skill


def _refuse_unknown_goals(goals: Json, path: str) -> None:
    for name in goals if isinstance(goals, dict) else ():
        if name not in GOAL_FIELDS:
            raise Malformed(path + member(name), _("the field is unknown"))


def _extra(fields: Fields) -> Mapping[str, Json]:
    return fields.inner("extra").rest() if "extra" in fields else {}


def _compare(values: Json, skills: tuple[PackedSkill, ...], manifest: Manifest) -> None:
    packed = (
        [canonical(value) for value in values if isinstance(value, dict)]
        if isinstance(values, list)
        else []
    )
    agree = len(packed) == len(manifest.skills) and all(
        listed.name in ("", skill.name) and listed.digest == hashlib.sha256(data).digest()
        for listed, skill, data in zip(manifest.skills, skills, packed, strict=True)
    )
    if not agree:
        raise Malformed("$.skills", _("the skills are not the ones the manifest lists"))
