"""Reading skills: the list, one with its text."""

from typing import Annotated, Any, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from app.core.agents.consent import Group
from app.core.api import skills
from app.core.api.documents import SkillDocument, skill_document
from app.core.api.skills import Chosen, SkillTextDocument
from app.core.serve.pages import PAGE, page
from app.core.serve.tool import Tool
from app.core.serve.turn import Turn, id_of

Name = Annotated[str, Field(description="The title of a skill, or its id (skill:12).")]
Engram = Annotated[str, Field(description="The name of an engram; all of them without it.")]
Cursor = Annotated[str, Field(description="nextCursor of the answer before this one.")]


class ListArguments(TypedDict):
    """What narrows the list."""

    engram: NotRequired[Engram]
    text: NotRequired[Annotated[str, Field(description="Only skills that these words fit.")]]
    limit: NotRequired[Annotated[int, Field(ge=1, le=200, description="Skills on a page.")]]
    cursor: NotRequired[Cursor]


class SkillsDocument(TypedDict):
    """A page of skills; `nextCursor` asks for the next one."""

    skills: list[SkillDocument]
    total: int
    nextCursor: NotRequired[str]


def _list(turn: Turn, asked: ListArguments) -> SkillsDocument:
    chosen = Chosen(engram=asked.get("engram"), text=asked.get("text", ""))
    rows = turn.scope.seen(chosen.rows(turn.vault))
    shown, following = page(rows, asked.get("cursor"), asked.get("limit", PAGE))
    found: SkillsDocument = {"skills": [skill_document(row) for row in shown], "total": len(rows)}
    if following:
        found["nextCursor"] = following
    return found


class SkillArguments(TypedDict):
    """Which skill."""

    skill: Name
    engram: NotRequired[Engram]


def _get(turn: Turn, asked: SkillArguments) -> SkillTextDocument:
    row = turn.find(asked["skill"], asked.get("engram"))
    return skills.show(turn.vault, id_of(row))


TOOLS: tuple[Tool[Any, Any], ...] = (
    Tool(
        "list_skills",
        "List skills",
        "The skills in the library, a page at a time, by title or by how well the words fit.",
        Group.READ,
        ListArguments,
        SkillsDocument,
        _list,
    ),
    Tool(
        "get_skill",
        "Get a skill",
        "A skill with its whole text, goals and steps. To follow it, use walk_skill_structured.",
        Group.READ,
        SkillArguments,
        SkillTextDocument,
        _get,
    ),
)
