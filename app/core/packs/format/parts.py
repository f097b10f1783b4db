"""The parts of a skill as JSON, where every format writes them alike."""

import base64
from typing import Any

from app.core.packs.format import limits
from app.core.packs.format.contents import GOAL_FIELDS, Attachment, Json, PackedSkill, PastText
from app.core.packs.format.fields import Fields
from app.core.packs.format.names import basename, checked, refuse_repeated
from app.core.skills.model import Recipe, RecipeStep

_COUNT = 2**31 - 1


def own_parts(skill: PackedSkill) -> dict[str, Json]:
    """What only our packs say of a skill; a part that says nothing is left out."""
    parts: dict[str, Json] = {
        "attachments": [
            {
                "data": base64.b64encode(item.data).decode(),
                "mediaType": item.media_type,
                "name": item.name,
            }
            for item in skill.attachments
        ],
        "description": skill.description,
        "history": [{"at": p.at, "reason": p.reason, "text": p.text} for p in skill.history],
        "role": skill.role,
        "tags": list(skill.tags),
    }
    said: dict[str, Json] = {name: value for name, value in parts.items() if value}
    if skill.text is not None:
        said["text"] = skill.text
    return said


def read_own_parts(fields: Fields) -> dict[str, Any]:
    """The arguments of `PackedSkill` that `own_parts` wrote."""
    attachments = tuple(map(_attachment, fields.objects("attachments", limits.ATTACHMENTS)))
    refuse_repeated((item.name for item in attachments), fields.at("attachments"))
    return {
        "attachments": attachments,
        "description": fields.text("description", ""),
        "history": tuple(map(_past_text, fields.objects("history", limits.PAST_TEXTS))),
        "role": fields.text("role", "", limits.NAME_CHARS * 4),
        "tags": fields.texts("tags", limits.TAGS),
        "text": fields.text("text") if "text" in fields else None,
    }


def _attachment(fields: Fields) -> Attachment:
    item = Attachment(
        name=basename(fields.text("name"), fields.at("name")),
        media_type=checked(fields.text("mediaType"), fields.at("mediaType")),
        data=fields.base64("data", limits.ATTACHMENT_BYTES),
    )
    fields.finish()
    return item


def _past_text(fields: Fields) -> PastText:
    past = PastText(fields.text("text"), fields.text("reason"), fields.time("at"))
    fields.finish()
    return past


def recipes_json(recipes: tuple[Recipe, ...]) -> list[Json]:
    return [
        {
            "name": recipe.name,
            "trigger": recipe.trigger,
            "steps": [_recipe_step_json(step) for step in recipe.steps],
        }
        for recipe in recipes
    ]


def _recipe_step_json(step: RecipeStep) -> dict[str, Json]:
    value: dict[str, Json] = {"tool": step.tool, "query": step.query}
    if step.only_engrams:
        value["onlyEngrams"] = list(step.only_engrams)
    if step.if_results_below is not None:
        value["ifResultsBelow"] = step.if_results_below
    return value


def read_recipes(fields: Fields, key: str) -> tuple[Recipe, ...]:
    """The recipes under `key`; fields of a recipe that are not modelled are passed over."""
    return tuple(
        Recipe(
            recipe.text("name", ""),
            recipe.text("trigger", ""),
            tuple(_recipe_step(step) for step in recipe.objects("steps", limits.RECIPES)),
            0,
            0,
        )
        for recipe in fields.objects(key, limits.RECIPES)
    )


def _recipe_step(fields: Fields) -> RecipeStep:
    return RecipeStep(
        tool=fields.text("tool", ""),
        query=fields.text("query", ""),
        only_engrams=fields.texts("onlyEngrams", limits.TAGS),
        if_results_below=(
            fields.whole("ifResultsBelow", 0, _COUNT) if "ifResultsBelow" in fields else None
        ),
    )


def read_goals(fields: Fields, key: str) -> dict[str, str]:
    """The goals under `key` in their order; one that says nothing, or is unknown, is no goal."""
    if key not in fields:
        return {}
    goals = fields.inner(key)
    found = {name: goals.text(name) for name in goals.keys if name in GOAL_FIELDS}
    return {name: value for name, value in found.items() if value}
