"""The JSON inside `GSK1` and `GSK2` packs, and the pack read from it and written back.

What is not changed is written back byte for byte: key order, unknown fields and all.
"""

import base64
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime

from app.core.packs.format import limits, signing
from app.core.packs.format.canonical import read_object, stringified
from app.core.packs.format.contents import Format, Json, Mode, Pack, PackedSkill, Signer
from app.core.packs.format.fields import Fields
from app.core.packs.format.names import checked, plain, refuse_repeated
from app.core.packs.format.parts import (
    own_parts,
    read_goals,
    read_own_parts,
    read_recipes,
    recipes_json,
)
from app.core.packs.format.problems import BadSignature, FutureVersion, Malformed
from app.core.packs.format.signing import SIGNATURE_BYTES, Identity
from app.core.words import _

OURS = "xTechne"
PUBLISHER = "xPublisher"
COVERS = "json-without-signatures"
_FORMAT = "1"
_PACK_LAYOUT = (
    "id",
    "displayName",
    "description",
    "version",
    "author",
    "kind",
    "tierRequired",
    "skills",
    "graphnosisMd",
    "formatVersion",
    "signature",
)
_SKILL_LAYOUT = ("name", "engramTemplate", "sensitivityTier", "baseText", "recallRecipes")
_SKILL_DEFAULTS: Mapping[str, Json] = {"engramTemplate": "skill"}
_REQUIRED_GOALS = ("successLooksLike", "outOfScope", "expectedOnCompletion")


def write_payload(pack: Pack, identity: Identity | None) -> bytes:
    """The JSON of `pack`, signed by `identity` beside the field the official publisher signs.

    Without an identity the pack keeps its signature if that still covers every byte, and is
    unsigned otherwise. Raises `PackError` for a pack that could not be read back.
    """
    value = _signed_as_before(pack) if identity is None else _signed(pack, identity)
    data = stringified(value)
    read_payload(data, [pack.signer.key] if pack.signer else [], Format.GSK1, Mode.OPEN)
    return data


def _signed(pack: Pack, identity: Identity) -> dict[str, Json]:
    at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    signer = Signer(identity.key, identity.name, at)
    value = _pack_json(pack, _publisher_json(signer))
    signature = identity.sign(signing.LEGACY_PACK, stringified(value))
    return value | {PUBLISHER: _publisher_json(replace(signer, signature=signature))}


def _signed_as_before(pack: Pack) -> dict[str, Json]:
    signer = pack.signer
    if signer is None:
        return _pack_json(pack, {})
    beside = bool(signer.signed_at)
    blank = _publisher_json(replace(signer, signature=b"")) if beside else {}
    value = _pack_json(pack, blank)
    purpose = signing.LEGACY_PACK if beside else b""
    try:
        signing.check(purpose, stringified(value), signer.signature, signer.key)
    except BadSignature:
        return _pack_json(pack, {})
    if beside:
        return value | {PUBLISHER: _publisher_json(signer)}
    return value | {"signature": base64.b64encode(signer.signature).decode()}


def _publisher_json(signer: Signer) -> dict[str, Json]:
    return {
        "name": signer.name,
        "publicKeyB64": base64.b64encode(signer.key).decode(),
        "signedAt": signer.signed_at,
        "signatureB64": base64.b64encode(signer.signature).decode(),
        "alg": "ed25519",
        "covers": COVERS,
    }


def _verified(
    value: Mapping[str, Json], raw: bytes, publishers: Collection[bytes]
) -> Signer | None:
    """Who signed, None when nobody did.

    The bytes must be exactly what `JSON.stringify` writes, so that cutting the signature out of
    them and writing the value anew are the same.
    """
    if value.get("signature", "") == "" and PUBLISHER not in value:
        return None
    if stringified(value) != raw:
        raise BadSignature(_("This pack is not in the form in which it was signed."))
    try:
        beside = _verified_beside(value) if PUBLISHER in value else None
        return _verified_bare(value, publishers) if value.get("signature", "") != "" else beside
    except Malformed as error:
        raise BadSignature(_("The signature of this pack is malformed.")) from error


def _verified_bare(value: Mapping[str, Json], publishers: Collection[bytes]) -> Signer:
    fields = Fields(dict(value))
    signature = fields.base64_of("signature", SIGNATURE_BYTES)
    message = stringified({**value, "signature": ""})
    for key in publishers:
        with suppress(BadSignature):
            signing.check(b"", message, signature, key)
            return Signer(key, fields.text("author", ""), signature=signature)
    raise BadSignature(_("This pack was changed after it was signed, or signed by someone else."))


def _without_signatures(value: Mapping[str, Json]) -> dict[str, Json]:
    beside = value[PUBLISHER]
    assert isinstance(beside, dict)
    return {**value, "signature": "", PUBLISHER: {**beside, "signatureB64": ""}}


def _verified_beside(value: Mapping[str, Json]) -> Signer:
    fields = Fields(value[PUBLISHER], "$." + PUBLISHER)
    signer = Signer(
        name=checked(fields.text("name"), fields.at("name")),
        key=fields.base64_of("publicKeyB64", 32),
        signed_at=fields.time("signedAt"),
        signature=fields.base64_of("signatureB64", SIGNATURE_BYTES),
    )
    if (fields.text("alg"), fields.text("covers")) != ("ed25519", COVERS):
        raise fields.wrong("alg", _("the signature scheme is unknown"))
    fields.finish()
    message = stringified(_without_signatures(value))
    signing.check(signing.LEGACY_PACK, message, signer.signature, signer.key)
    return signer


def read_payload(raw: bytes, publishers: Collection[bytes], form: Format, mode: Mode) -> Pack:
    """The pack in `raw`, its signature checked before anything else is believed."""
    value = read_object(raw, limits.LEGACY_BYTES)
    signer = _verified(value, raw, publishers)
    fields = Fields(value)
    if fields.text("formatVersion", _FORMAT) != _FORMAT:
        raise FutureVersion(_("This pack was written by a newer application."))
    skills = tuple(map(_skill, fields.objects("skills", limits.SKILLS)))
    if "skills" not in fields.keys:
        raise fields.wrong("skills", _("the field is missing"))
    refuse_repeated((skill.name for skill in skills), "$.skills")
    sequence, created = _own_pack_parts(fields)
    pack = Pack(
        id=fields.text("id", "", limits.NAME_CHARS * 4),
        name=fields.text("displayName", "", limits.NAME_CHARS * 4),
        skills=skills,
        description=fields.text("description", ""),
        version=fields.text("version", "", limits.NAME_CHARS),
        publisher=fields.text("author", "", limits.NAME_CHARS * 4),
        kind=fields.text("kind", "", limits.NAME_CHARS),
        sequence=sequence,
        created=created,
        format=form,
        mode=mode,
        signer=signer,
        layout=fields.keys,
    )
    rest = fields.rest()
    rest.pop("signature", None)
    if signer is not None and signer.signed_at:
        rest.pop(PUBLISHER, None)
    return replace(pack, extra=_unusual(rest, _pack_defaults(pack)))


def _skill(fields: Fields) -> PackedSkill:
    raw = dict(fields.rest())
    ours = fields.inner(OURS) if OURS in fields else Fields({}, fields.at(OURS))
    skill = PackedSkill(
        name=checked(fields.text("name"), fields.at("name")),
        tier=fields.text("sensitivityTier", "", limits.NAME_CHARS),
        base_text=fields.text("baseText", ""),
        goals=read_goals(fields, "goals"),
        recipes=read_recipes(fields, "recallRecipes"),
        layout=fields.keys,
        **read_own_parts(ours),
    )
    ours.finish()
    extra = _unusual(fields.rest(), _SKILL_DEFAULTS)
    for name, written in _parts_json(skill).items():
        if name in raw and stringified({name: raw[name]}) != stringified({name: written}):
            extra[name] = raw[name]
    return replace(skill, extra=extra)


def _unusual(rest: Mapping[str, Json], defaults: Mapping[str, Json]) -> dict[str, Json]:
    return {
        name: value
        for name, value in rest.items()
        if name not in defaults or defaults[name] != value
    }


def _own_pack_parts(fields: Fields) -> tuple[int, str]:
    if OURS not in fields:
        return 0, ""
    ours = fields.inner(OURS)
    sequence = ours.whole("sequence", 0, 2**53 - 1) if "sequence" in ours else 0
    created = ours.time("created") if "created" in ours else ""
    ours.finish()
    return sequence, created


def _pack_json(pack: Pack, publisher: dict[str, Json]) -> dict[str, Json]:
    ours: dict[str, Json] = {"sequence": pack.sequence, "created": pack.created}
    modelled: dict[str, Json] = {
        "id": pack.id,
        "displayName": pack.name,
        "description": pack.description,
        "version": pack.version,
        "author": pack.publisher,
        "kind": pack.kind,
        "skills": [_skill_json(skill) for skill in pack.skills],
        "signature": "",
        OURS: {name: value for name, value in ours.items() if value},
    }
    if publisher:
        modelled[PUBLISHER] = publisher
    return _laid_out(modelled, pack.extra, _pack_defaults(pack), pack.layout or _PACK_LAYOUT)


def _skill_json(skill: PackedSkill) -> dict[str, Json]:
    parts = _parts_json(skill)
    for name in parts:
        if name in skill.extra and _says_the_same(skill.extra[name], parts[name], name):
            parts[name] = skill.extra[name]
    modelled: dict[str, Json] = {
        "name": skill.name,
        "sensitivityTier": skill.tier,
        "baseText": skill.base_text,
        **parts,
        OURS: own_parts(skill),
    }
    return _laid_out(modelled, skill.extra, _SKILL_DEFAULTS, skill.layout or _SKILL_LAYOUT)


def _parts_json(skill: PackedSkill) -> dict[str, Json]:
    """The parts a file may write in more ways than one, as we write them."""
    goals = dict(skill.goals) | {n: skill.goals.get(n, "") for n in _REQUIRED_GOALS}
    return {
        "recallRecipes": recipes_json(skill.recipes),
        "goals": dict[str, Json](goals) if skill.goals else {},
    }


def _says_the_same(one: Json, other: Json, name: str) -> bool:
    read: Callable[[Fields, str], object] = read_goals if name == "goals" else read_recipes
    return read(Fields({name: one}), name) == read(Fields({name: other}), name)


def _laid_out(
    modelled: Mapping[str, Json],
    extra: Mapping[str, Json],
    defaults: Mapping[str, Json],
    layout: tuple[str, ...],
) -> dict[str, Json]:
    """Every field in `layout`, then what is left that says something."""
    known = {**defaults, **extra, **modelled}
    said = [name for name in {**modelled, **extra} if name in extra or modelled[name]]
    return {name: known[name] for name in dict.fromkeys((*layout, *said)) if name in known}


def _pack_defaults(pack: Pack) -> dict[str, Json]:
    return {"tierRequired": "free", "formatVersion": _FORMAT, "graphnosisMd": _summary(pack)}


def _summary(pack: Pack) -> str:
    """What the pack holds, as Markdown to put beside a project."""
    lines = [f"# {plain(pack.name)}", "", f"{plain(pack.id)} {plain(pack.version)}"]
    if pack.publisher:
        lines[-1] += f" · {plain(pack.publisher)}"
    for skill in pack.skills:
        lines += ["", f"## {skill.name}"]
        for recipe in skill.recipes:
            lines += ["", f"### {recipe.name}", "", f"Trigger: {recipe.trigger}", ""]
            lines += [f'- {step.tool} – query: "{step.query}"' for step in recipe.steps]
    return "\n".join(lines) + "\n"
