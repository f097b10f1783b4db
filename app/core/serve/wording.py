"""What agents want and did, in words for the person."""

import json
from collections.abc import Mapping
from typing import Any

from app.core.words import _

_WISHES = {
    "save_skill": _("{who} wants to save {skill}"),
    "train_skill": _("{who} wants to train {skill}"),
    "delete_skill": _("{who} wants to delete {skill}"),
    "rollback_skill": _("{who} wants to roll back {skill}"),
    "remember": _("{who} wants to remember something"),
    "link_skills": _("{who} wants to relate {skill} to another skill"),
    "unlink_skills": _("{who} wants to take a relation of {skill} away"),
    "install_skill": _("{who} wants to install a skill"),
    "attach_file": _("{who} wants to attach a file to {skill}"),
    "record_usage": _("{who} wants to report a use of {skill}"),
    "record_outcome": _("{who} wants to report how {skill} went"),
}
_DEEDS = {
    "list_skills": _("listed"),
    "get_skill": _("read"),
    "walk_skill": _("read"),
    "walk_skill_structured": _("walked"),
    "export_skill": _("exported"),
    "skill_history": _("read the history"),
    "skill_vitality": _("looked at the use"),
    "related_skills": _("looked at relations"),
    "suggest_skills": _("asked for suggestions"),
    "search_skills": _("searched"),
    "recall": _("recalled"),
    "check_skill": _("checked"),
    "train_skill": _("trained"),
    "save_skill": _("saved"),
    "delete_skill": _("deleted"),
    "rollback_skill": _("rolled back"),
    "remember": _("remembered"),
    "record_usage": _("reported a use"),
    "record_outcome": _("reported an outcome"),
    "link_skills": _("related"),
    "unlink_skills": _("unrelated"),
    "attach_file": _("attached a file"),
    "install_skill": _("installed"),
}
_SAYING = ("title", "query", "text", "content", "name", "goal", "skill")
"""The arguments that best say what a call is about, the best one first."""
_LONGEST = 80
_MOST_SHOWN = 20_000
"""Characters of an argument that a person is shown."""


def wish(who: str, tool: str, skill: str) -> str:
    """What a client asks for, in one sentence without its full stop."""
    named = _("“{title}”").format(title=skill) if skill else _("a new skill")
    words = _WISHES.get(tool) or _("{who} wants to use {tool}")
    return words.format(who=who, tool=tool, skill=named)


def deed(tool: str) -> str:
    """What a call of a tool did, in the past tense; its name for one that has no words."""
    return _DEEDS.get(tool, tool)


def about(arguments: Mapping[str, Any]) -> str:
    """What a call is about, short: a question, a title, the first line of a text."""
    said = next((v for k in _SAYING if isinstance(v := arguments.get(k), str) and v.strip()), "")
    first = next((line for line in said.splitlines() if line.strip("# -")), "")
    line = " ".join(first.split()).lstrip("# ")
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1].rstrip()}…"


def as_lines(arguments: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """The arguments of a call, each with its name, for a person to read; the long ones are cut."""
    said = {
        name: value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for name, value in arguments.items()
    }
    return tuple(
        (name, value if len(value) <= _MOST_SHOWN else f"{value[:_MOST_SHOWN]}…")
        for name, value in said.items()
    )
