"""What skills are to each other and to memories."""

from collections.abc import Collection, Sequence
from typing import Annotated, Any, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from app.core.agents.consent import Group
from app.core.api import life, relations
from app.core.api.life import RelatedDocument
from app.core.api.relations import RelationDocument
from app.core.graph.relation_cues import Kind
from app.core.lifecycle import related_skills
from app.core.lifecycle.related_skills import Related
from app.core.memory import memories
from app.core.serve.pages import Paged, followed, page, shortened
from app.core.serve.tool import Tool
from app.core.serve.tools.arguments import Cursor, Engram, Name, closed
from app.core.serve.turn import Turn, id_of
from app.core.upkeep.ready import know_skills

Other = Annotated[
    str, Field(description="The title or id of the other skill, or the id of a memory (memory:12).")
]


@closed
class LinkArguments(TypedDict):
    """What to relate, and how."""

    skill: Name
    to: Other
    kind: NotRequired[Annotated[Kind, Field(description="What it is to the other: related_to.")]]
    engram: NotRequired[Engram]


@closed
class UnlinkArguments(TypedDict):
    """What is no longer related; without a kind, in no way."""

    skill: Name
    to: Other
    kind: NotRequired[Annotated[Kind, Field(description="Only this one; all without it.")]]
    engram: NotRequired[Engram]


class LinksDocument(TypedDict):
    """The relations that were made or taken back."""

    relations: list[RelationDocument]


def _link(turn: Turn, asked: LinkArguments) -> LinksDocument:
    row, other = turn.find(asked["skill"], asked.get("engram")), _other(turn, asked["to"])
    kinds = [asked.get("kind", Kind.RELATED_TO)]
    made = relations.relate(
        turn.vault, turn.settings, id_of(row), other, kinds, actor=turn.caller.actor
    )
    return {"relations": page(made.document)[0]}


def _unlink(turn: Turn, asked: UnlinkArguments) -> LinksDocument:
    row, other = turn.find(asked["skill"], asked.get("engram")), _other(turn, asked["to"])
    kinds = [asked["kind"]] if "kind" in asked else []
    gone = relations.unrelate(
        turn.vault, turn.settings, id_of(row), other, kinds, actor=turn.caller.actor
    )
    return {"relations": page(gone.document)[0]}


def _other(turn: Turn, name: str) -> str:
    if name.startswith("memory:"):
        turn.memory(name)
        return name
    return id_of(turn.find(name))


@closed
class RelatedArguments(TypedDict):
    """Which skill."""

    skill: Name
    engram: NotRequired[Engram]
    cursor: NotRequired[Cursor]


class RelatedPageDocument(Paged):
    """The skills around one, the closest first, and on the first page how it is related."""

    id: str
    title: str
    related: list[RelatedDocument]
    relations: list[RelationDocument]
    total: int


def _related(turn: Turn, asked: RelatedArguments) -> RelatedPageDocument:
    row, cursor = turn.find(asked["skill"], asked.get("engram")), asked.get("cursor")
    know_skills(turn.vault, turn.settings)
    found = near(turn, related_skills.related(turn.vault, row.id, turn.settings, turn.scope.closed))
    listed = relations.listed(turn.vault, turn.settings, id_of(row)).document
    shown, following = page(found, cursor, room=17_000)
    return followed(
        {
            "id": id_of(row),
            "title": row.title,
            "related": shown,
            "relations": [] if cursor else page(_seen(turn, listed), room=17_000)[0],
            "total": len(found),
        },
        following,
        RelatedPageDocument,
    )


def near(turn: Turn, found: Sequence[Related]) -> list[RelatedDocument]:
    """The skills that the caller sees, and of the reasons nothing that a closed one states."""
    hidden = {
        relation.sentence
        for one in found
        for relation in one.relations
        if relation.stated_in is not None and not turn.seen([relation.stated_in])
    } - {""}
    sees = turn.scope.allows
    return [_without(life.related_document(one), hidden) for one in found if sees(one.skill)]


def _without(document: RelatedDocument, hidden: Collection[str]) -> RelatedDocument:
    """Without reasons that have a sentence of these, and short enough for many on a page."""
    reasons = [why for why in document["reasons"] if not any(said in why for said in hidden)]
    document["reasons"] = reasons
    return shortened(document, 4_000)


def _seen(turn: Turn, found: Sequence[RelationDocument]) -> list[RelationDocument]:
    """Those between what the caller sees."""
    skills = {
        int(end.removeprefix("skill:"))
        for one in found
        for end in (one["source"], one["target"], one["statedIn"])
        if end
    }
    seen = {f"skill:{skill}" for skill in turn.scope.allowed(turn.vault, skills)}
    known = memories.memories(turn.vault, [one["memory"] for one in found if one["memory"]])
    open_ones = {n for n, memory in known.items() if memory.engram not in turn.scope.closed}
    return [
        one
        for one in found
        if all(end in seen for end in (one["source"], one["target"], one["statedIn"]) if end)
        and (one["memory"] is None or one["memory"] in open_ones)
    ]


TOOLS: tuple[Tool[Any, Any], ...] = (
    Tool(
        "related_skills",
        "Show what is related to a skill",
        "Shows the skills around one, the closest first, with the reasons, and what it is related"
        " to. Use it to find what is needed beside a skill, or what replaces it.",
        Group.READ,
        RelatedArguments,
        RelatedPageDocument,
        _related,
    ),
    Tool(
        "link_skills",
        "Relate skills",
        "Relates a skill to another skill or to a memory. Use it when you notice that one needs,"
        " extends, replaces or goes with the other.",
        Group.EDIT,
        LinkArguments,
        LinksDocument,
        _link,
    ),
    Tool(
        "unlink_skills",
        "Take a relation back",
        "Takes back what a person or an agent related; what texts state stays. Use it when a"
        " relation is wrong.",
        Group.EDIT,
        UnlinkArguments,
        LinksDocument,
        _unlink,
        destructive=True,
    ),
)
